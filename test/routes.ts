import { createApp } from "../src/app.tsx";
import { CONTENT_PATHS } from "../src/routes.ts";
import { OFFERS } from "../src/shared/courses.ts";
import { PATHS } from "../src/shared/paths.ts";

/** The routes of the app, a line for each path. */
export type Route = { name: string; path: string; GET?: true; POST?: true; isContent?: true };

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const NAMES: Record<string, string> = {
  ...Object.fromEntries(Object.entries(PATHS).map(([name, path]) => [path, kebab(name)])),
  ...Object.fromEntries(OFFERS.map(({ path }) => [path, "bridge"])),
  [PATHS.interstitial]: "payment-return",
};
const OURS: Record<string, string> = {
  "/:code{g-[^/]+}": PATHS.giftCode,
  "/:name{cadeau-(?!geven$)[^/]+}": PATHS.giftName,
};

const found = new Map<string, Route>();
for (const { method, path: honos } of createApp().routes) {
  if (method === "ALL") continue;
  const path = OURS[honos] ?? honos;
  const name = NAMES[path] ?? path;
  const content = CONTENT_PATHS.includes(path) ? { isContent: true as const } : {};
  found.set(path, { ...found.get(path), name, path, [method]: true, ...content });
}
export const routes: readonly Route[] = [...found.values()];
