import { renderPage } from "../../../src/response/render.tsx";
import { frameOf, Kvb1Page } from "./page.ts";

/** React and nothing else: the page rendered afresh by the shop's own `renderPage`, without routes and memory. */
export default {
  fetch: (request: Request) => renderPage(<Kvb1Page frame={frameOf(request)} />, { cache: "shared" }),
};
