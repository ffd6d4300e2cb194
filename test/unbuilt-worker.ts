import { createApp } from "../src/app.tsx";
import { scheduled } from "../src/workflows.ts";

/** The Worker without the pages that the build has made, so that it answers from the present source. */

export { Mailer, Night } from "../src/workflows.ts";

export default { fetch: createApp().fetch, scheduled };
