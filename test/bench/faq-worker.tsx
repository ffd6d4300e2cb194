import type { AppContext } from "../../src/server/http/context.ts";
import { createAccountPageContext } from "../../src/server/http/page-context.ts";
import { renderPage } from "../../src/server/http/render.tsx";
import { PATHS } from "../../src/shared/paths.ts";
import { FAQ_COPY } from "../../src/shop/faq-copy.ts";
import { FaqPage } from "../../src/shop/faq-page.tsx";

/** The vars of wrangler.toml, and how often the page has each question; the bench's build puts them here. */
declare const VARS: Readonly<Record<string, string>>;
declare const TIMES: number;

// With unique ids, as real questions would have.
for (const group of FAQ_COPY.groups) {
  const once = group.items;
  const copies = Array.from({ length: TIMES }, (_, n) =>
    once.map((item) => (n === 0 ? item : { ...item, id: `${item.id}-${n}` })),
  );
  Object.assign(group, { items: copies.flat() });
}

/** Renders the FAQ page for each request by React alone, without routes and memory. */
export default {
  fetch({ url }: Request) {
    const context = { env: VARS, req: { url }, get: () => PATHS.faq } as unknown as AppContext;
    return renderPage(<FaqPage pageContext={createAccountPageContext(context)} />, { cache: "shared" });
  },
};
