import type { AppContext } from "../server/http/context.ts";
import { readForm } from "../server/http/form.ts";
import { apiHeaders, seeOther } from "../server/http/json.ts";
import { siteOrigin } from "../server/http/page-context.ts";
import { renderToString } from "../server/http/render.tsx";
import { STATIC_HEADERS } from "../server/http/security.ts";
import { errorMessage, logEvent } from "../server/log.ts";
import { PATHS, searchOf } from "../shared/paths.ts";
import { actOf, asksPreview, confirmAct, DONE_PARAMETER, noticeOf, refusalScreen, showPreview } from "./act-handler.ts";
import { ACT_FIELDS, ACTS_COPY } from "./acts-copy.ts";
import { showActs } from "./acts-handler.ts";
import { sendBooks, sendInvoices, showBooks } from "./books-handler.ts";
import { type Desk, openFields, sealFields } from "./desk.ts";
import { DESK_COPY, DESK_PATHS } from "./desk-copy.ts";
import { DeskPage } from "./desk-page.tsx";
import type { DeskFrame, Screen } from "./desk-rules.ts";
import type { DeskVisitor } from "./desk-visitor-rules.ts";
import { sendInvoiceFile } from "./invoice-acts-handler.ts";
import { showOrderScreen } from "./order-view-handler.ts";
import { showOrders } from "./orders-handler.ts";
import { sendPerson, showPerson } from "./person-handler.ts";
import { showTargets } from "./targets-handler.ts";
import { showToday } from "./today-handler.ts";
import { showWithdrawal, showWithdrawals } from "./withdrawals-handler.ts";

/** The owner's desk, for whoever came through its door (`door-handler.ts`). */

/** The longest form: a text that is much too long for a note is shown again, so that it is not lost. */
const FORM_MAX_BYTES = 256 * 1024;
const ACT_PREFIX = `${DESK_PATHS.act}/`;

/** What a query has once only: what was done, and that something was pressed. */
const PASSING: readonly string[] = [DONE_PARAMETER, ACT_FIELDS.pressed];

type Answer = { screen: Screen; status: number };

const SCREENS: Readonly<Record<string, (desk: Desk) => Promise<Screen>>> = {
  [DESK_PATHS.today]: showToday,
  [DESK_PATHS.orders]: showOrders,
  [DESK_PATHS.withdrawals]: showWithdrawals,
  [DESK_PATHS.books]: showBooks,
  [DESK_PATHS.person]: showPerson,
  [DESK_PATHS.targets]: showTargets,
  [DESK_PATHS.acts]: showActs,
};
/** Screens of one thing; the last part of their path is its name. */
const NAMED: Readonly<Record<string, (desk: Desk, name: string) => Promise<Screen | null>>> = {
  [DESK_PATHS.orders]: showOrderScreen,
  [DESK_PATHS.withdrawals]: showWithdrawal,
};
/** Files, as an answer of their own. */
const FILES: Readonly<Record<string, (desk: Desk) => Promise<Response>>> = {
  [DESK_PATHS.booksCsv]: sendBooks,
  [DESK_PATHS.invoicesCsv]: sendInvoices,
  [DESK_PATHS.personCopy]: sendPerson,
};

/** Answers a request of the desk. Whatever fails there is logged, and answered with a page (503). */
export async function serveDesk(c: AppContext, visitor: DeskVisitor): Promise<Response> {
  const path = c.req.path.slice(PATHS.desk.length);
  // A slash at the end is a habit of keyboards.
  if (path.endsWith("/")) {
    const location = `${PATHS.desk}${path.replace(/(?<!\/)\/+$/, "")}${new URL(c.req.url).search}`;
    return c.body(null, 308, { ...apiHeaders(), location });
  }
  const isPost = c.req.method === "POST";
  const { searchParams } = new URL(c.req.url);
  const form = isPost ? await readForm(c, { maxBytes: FORM_MAX_BYTES }) : searchParams;
  const desk = await openFields({
    shop: c.get("shop"),
    visitor,
    params: typeof form === "number" ? new URLSearchParams() : form,
    query: Object.fromEntries([...searchParams].filter(([name]) => !PASSING.includes(name))),
    origin: siteOrigin(c),
  });
  const answer = (screen: Screen, status = 200) => send(c, visitor, screen, status);
  if (!isPost && c.req.method !== "GET" && c.req.method !== "HEAD")
    return c.text("Method Not Allowed", 405, { ...deskHeaders(c), allow: "GET, HEAD, POST" });
  const { tooLong, foreign } = ACTS_COPY.preview;
  if (typeof form === "number") return answer(refusalScreen(form === 413 ? tooLong : foreign, PATHS.desk), form);
  try {
    const act = path.startsWith(ACT_PREFIX) ? actOf(path.slice(ACT_PREFIX.length)) : null;
    if (isPost) {
      if (act === null && SCREENS[path] === undefined) return answer(UNKNOWN, 404);
      const outcome = act === null || asksPreview(desk) ? await shownBy(desk, path) : await confirmAct(desk, act);
      if (outcome !== null)
        return "location" in outcome
          ? seeOther(c, outcome.location, deskHeaders(c))
          : answer(outcome.screen, outcome.status);
    }
    const file = await fileOf(desk, path);
    if (file !== null) return withHeaders(file, deskHeaders(c));
    const { screen, status } = act === null ? await screenOf(desk, path) : await showPreview(desk, act);
    const notice = screen.notice ?? (await noticeOf(desk));
    return answer(notice === undefined ? screen : { ...screen, notice }, status);
  } catch (error) {
    // The ledger logs its own failures. Whatever it was, the owner reads a page.
    logEvent("error", "desk.failed", { requestId: desk.shop.requestId, reason: errorMessage(error) });
    const { title, text } = DESK_COPY.trouble.ledger;
    return answer(screenOfText(title, text), 503);
  }
}

/** The address that shows what a form asks for. Null if it cannot be one: then the answer shows it at once. */
async function shownBy(desk: Desk, path: string): Promise<{ location: string } | null> {
  const query = await sealFields(desk);
  return query === null ? null : { location: `${PATHS.desk}${path}${searchOf(query)}` };
}

function screenOfText(title: string, text: string, tone: "bad" | "plain" = "bad"): Screen {
  return { title, sections: [{ blocks: [{ kind: "text", text, tone }] }] };
}

const UNKNOWN = screenOfText(DESK_COPY.trouble.unknown.title, DESK_COPY.trouble.unknown.text, "plain");

async function fileOf(desk: Desk, path: string): Promise<Response | null> {
  const invoices = `${DESK_PATHS.invoiceFile}/`;
  if (path.startsWith(invoices)) return sendInvoiceFile(desk, decode(path.slice(invoices.length)));
  return FILES[path]?.(desk) ?? null;
}

async function screenOf(desk: Desk, path: string): Promise<Answer> {
  const show = SCREENS[path];
  if (show !== undefined) return { screen: await show(desk), status: 200 };
  const [section = "", name = "", ...rest] = path.split("/").slice(1);
  if (name === "" || rest.length > 0) return { screen: UNKNOWN, status: 404 };
  const screen = (await NAMED[`/${section}`]?.(desk, decode(name))) ?? null;
  return screen === null ? { screen: UNKNOWN, status: 404 } : { screen, status: 200 };
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return "";
  }
}

/** Answers somebody of whom Access cannot say now who it is. `retryS`: when it is asked again. */
export async function sendUnknownVisitor(c: AppContext, retryS: number): Promise<Response> {
  const { title, text } = DESK_COPY.trouble.access;
  const response = await send(c, null, screenOfText(title, text), 503);
  response.headers.set("retry-after", String(retryS));
  return response;
}

async function send(c: AppContext, visitor: DeskFrame["visitor"], screen: Screen, status: number): Promise<Response> {
  const { environment, access } = c.get("shop").settings;
  const [, section = ""] = c.req.path.slice(PATHS.desk.length).split("/");
  const signOut = `${access?.teamOrigin ?? ""}/cdn-cgi/access/logout`;
  const frame = { visitor, environment, signOut, section: section === "" ? "" : `/${section}` };
  const markup = await renderToString(<DeskPage frame={frame} screen={screen} />);
  return new Response(markup, { status, headers: { ...deskHeaders(c), "content-type": "text/html; charset=utf-8" } });
}

/** No script at all. A form may lead to the sign-in page of Access, if the visitor's time there is over. */
function deskHeaders(c: AppContext): Record<string, string> {
  const { access } = c.get("shop").settings;
  return {
    ...STATIC_HEADERS,
    "cache-control": "private, no-store",
    "referrer-policy": "same-origin",
    "x-robots-tag": "noindex, nofollow",
    "content-security-policy": [
      "default-src 'none'",
      "style-src 'self'",
      "img-src 'self'",
      "font-src 'self'",
      `form-action 'self' ${access?.teamOrigin ?? ""}`.trim(),
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join("; "),
  };
}

function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  const all = new Headers(response.headers);
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  return new Response(response.body, { status: response.status, headers: all });
}
