import { HTTPException } from "hono/http-exception";
import { routePath } from "hono/route";
import { type PageContext, unmeasured } from "../../shared/page-context.ts";
import { searchOf, withSearch } from "../../shared/paths.ts";
import { errorMessage, logEvent } from "../log.ts";
import type { AppContext } from "./context.ts";
import { apiError, isForPrograms } from "./json.ts";
import { createPageContext, createTextPageContext } from "./page-context.ts";
import { RATE_LIMIT_PERIOD_S } from "./rate-limit.ts";
import { apiSecurityHeaders } from "./security.ts";

/** The characters of a request id that the error page shows: few enough to read out, enough to find its log line. */
const REQUEST_CODE_LENGTH = 8;

export async function answerNotFound(c: AppContext): Promise<Response> {
  if (isForPrograms(c.req.path)) return apiError(c, "not_found");
  const [{ renderKeyedPage }, { NotFoundPage }] = await loadErrorPages();
  // Never measured: the address may be a mistyped gift or payment.
  return renderKeyedPage(<NotFoundPage pageContext={unmeasured(createPageContext(c))} />, 404);
}

/** Answers a method that an address does not have. `allow`: those that it has. */
export function answerOtherMethod(c: AppContext, allow: string): Response {
  if (isForPrograms(c.req.path)) return apiError(c, "method_not_allowed", { allow });
  return c.text("Method Not Allowed", 405, { ...apiSecurityHeaders(), allow });
}

/** Answers an address that is longer than any of ours, without reading it. */
export async function answerLongAddress(c: AppContext): Promise<Response> {
  if (isForPrograms(c.req.path)) return apiError(c, "address_too_long");
  const [{ renderKeyedPage }, { NotFoundPage }] = await loadErrorPages();
  return renderKeyedPage(<NotFoundPage pageContext={unmeasured(createTextPageContext(c, ""))} />, 414);
}

function loadErrorPages() {
  return Promise.all([import("./render.tsx"), import("./error-page.tsx")]);
}

/** Answers a form that was not read, because its sender has sent too many. */
export async function answerTooManyForms(pageContext: PageContext): Promise<Response> {
  const [{ renderKeyedPage }, { TooManyFormsPage }] = await Promise.all([
    import("./render.tsx"),
    import("./too-many-forms-page.tsx"),
  ]);
  return renderKeyedPage(<TooManyFormsPage pageContext={pageContext} />, 429, RATE_LIMIT_PERIOD_S);
}

/** Refuses a program's data over http, if the site is https. None of our pages sends such data. */
export function answerPlainHttp(c: AppContext): Response {
  return apiError(c, "https_required");
}

/** Answers a request whose handler threw, with a page or with JSON, and logs the error. */
export async function answerError(error: Error, c: AppContext): Promise<Response> {
  if (error instanceof HTTPException && error.status < 500) return error.getResponse();
  const requestId = c.get("shop").requestId;
  logEvent("error", "request.failed", {
    requestId,
    method: c.req.method,
    route: c.get("route") ?? routePath(c),
    reason: errorMessage(error),
    stack: error.stack,
  });
  if (isForPrograms(c.req.path)) return apiError(c, "unexpected");
  try {
    return await answerWithErrorPage(c);
  } catch {
    return c.text(`Unexpected Application Error! (${requestCodeOf(c)})`, 500, apiSecurityHeaders());
  }
}

async function answerWithErrorPage(c: AppContext): Promise<Response> {
  const [{ renderKeyedPage }, { ErrorPage }] = await loadErrorPages();
  const pageContext = unmeasured(createPageContext(c));
  // The whole query, encoded again: no other link carries what names a payment.
  const retryHref = withSearch(pageContext.path, searchOf(new URL(c.req.url).searchParams));
  const page = <ErrorPage pageContext={pageContext} retryHref={retryHref} requestCode={requestCodeOf(c)} />;
  return renderKeyedPage(page, 500);
}

function requestCodeOf(c: AppContext): string {
  return c.get("shop").requestId.slice(0, REQUEST_CODE_LENGTH);
}
