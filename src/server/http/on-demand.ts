import type { PageContext } from "../../shared/page-context.ts";
import { keptModule } from "../kept-module.ts";
import { serveContentPage, serveLoadedPage } from "./content-pages.tsx";
import type { Handler } from "./context.ts";
import type { Page } from "./render.tsx";

/**
 * Handlers whose module is imported at the first request for them, so that a new isolate compiles only the code for its
 * first answer.
 */

type NamesOf<Module, Kind> = { [Name in keyof Module]: Module[Name] extends Kind ? Name : never }[keyof Module];

/** A handler that loads its module at the first request. `name`: the handler's name in the module. */
export function later<Module>(load: () => Promise<Module>, name: NamesOf<Module, Handler>): Handler {
  const module = keptModule(load);
  return async (c) => ((await module())[name] as Handler)(c);
}

type ContentPage = Page<{ pageContext: PageContext }>;

/** Serves a page that is the same for everybody. `name`: the page component's name in its module. */
export function content<Module>(load: () => Promise<Module>, name: NamesOf<Module, ContentPage>): Handler {
  return serveContentPage(async () => (await load())[name] as ContentPage);
}

type LoadPage = Parameters<typeof serveLoadedPage>[0];

/** Serves a page that depends on its address. `name`: the name of its loader in the module. */
export function loaded<Module>(load: () => Promise<Module>, name: NamesOf<Module, LoadPage>): Handler {
  const module = keptModule(load);
  return async (c) => serveLoadedPage((await module())[name] as LoadPage)(c);
}
