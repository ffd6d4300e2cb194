import type { AppContext } from "../server/http/context.ts";
import { renderToString } from "../server/http/render.tsx";
import { apiSecurityHeaders, KEYED_PAGE_HEADERS } from "../server/http/security.ts";
import type { DeskVisitor } from "./desk-visitor-rules.ts";

/** Any address of the desk, in any method, for somebody whom the door let in. */
export async function serveDesk(c: AppContext, { email, mayAct }: DeskVisitor): Promise<Response> {
  const page = await renderToString(
    <html lang="nl">
      <head>
        <title>Beheer</title>
      </head>
      <body>
        <h1>Beheer</h1>
        <p data-may-act={mayAct}>{email}</p>
      </body>
    </html>,
  );
  return c.html(page, 200, { ...apiSecurityHeaders(), ...KEYED_PAGE_HEADERS, "cache-control": "private, no-store" });
}
