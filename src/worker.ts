import { BUILT_PAGES } from "../.build/pages.ts";
import { createApp } from "./app.tsx";
import { PageMemory } from "./response/page-memory.ts";

export { AfterLinkRequest, AfterSale, AfterWithdrawal } from "./workflows/classes.ts";

export default createApp(new PageMemory(BUILT_PAGES));
