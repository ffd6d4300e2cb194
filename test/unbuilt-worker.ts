import { createApp } from "../src/app.tsx";

/** The Worker without the pages that the build has made: what it answers is what its source says now. */

export { AfterLinkRequest, AfterSale, AfterWithdrawal } from "../src/workflows/classes.ts";

export default createApp();
