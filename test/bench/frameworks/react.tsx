import { renderPage } from "../../../src/server/http/render.tsx";
import { PATHS } from "../../../src/shared/paths.ts";
import { FaqPage } from "../../../src/shop/faq-page.tsx";
import { Kvb1Page, pageContextOf } from "./page.ts";

/** React alone: the shop's own `renderPage` renders a page for each request, without routes and memory. */
export default {
  fetch(request: Request) {
    const Page = new URL(request.url).pathname === PATHS.faq ? FaqPage : Kvb1Page;
    return renderPage(<Page pageContext={pageContextOf(request)} />, { cache: "shared" });
  },
};
