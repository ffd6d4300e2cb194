import { BUILT_PAGES } from "../.build/pages.ts";
import { createApp } from "./app.tsx";
import { PageMemory } from "./server/http/page-memory.ts";
import { scheduled } from "./workflows.ts";

export { Mailer, Night } from "./workflows.ts";

export default { fetch: createApp(new PageMemory(BUILT_PAGES)).fetch, scheduled };
