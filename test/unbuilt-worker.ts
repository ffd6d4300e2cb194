import { createApp } from "../src/app.tsx";

/** The Worker without the pages that the build has made, so that it answers from the present source. */

export { AfterLinkRequest, AfterSale, AfterWithdrawal } from "../src/workflows/classes.ts";

export default createApp();
