import type { ReactElement } from "react";
import { readSettings } from "./env.ts";
import { GIFT_PARAMETERS, type GiftOutcome, loadGiftOfCode, loadGiftOfName, readTypedGiftCode } from "./gifts.ts";
import { GiftPage } from "./pages/gift.tsx";
import { GiftUnavailablePage } from "./pages/gift-unavailable.tsx";
import { GiftUnknownPage } from "./pages/gift-unknown.tsx";
import { isWithinLimit, RATE_LIMIT_PERIOD_S } from "./rate-limit.ts";
import { renderPage } from "./render.tsx";
import { type AppContext, createFrame } from "./request.ts";
import { apiSecurityHeaders } from "./security.ts";
import { type Frame, unmeasured } from "./shared/frame.ts";
import { carriedSearch, giftCodePath, PATHS, withSearch } from "./shared/paths.ts";
import { traced, traceOf } from "./trace.ts";

/** The query parameter that takes the wrapping off without JavaScript. */
const OPEN_PARAMETER = "open";
/** The query parameter of the form for a code. */
const TYPED_CODE_PARAMETER = "code";
/** When a gift that could not be fetched may be asked for again, seconds. */
const UNAVAILABLE_RETRY_S = 30;

/** A gift's address is its key: it goes into no other site's log, no search engine and no shared cache. */
const GIFT_HEADERS = { "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow" } as const;

/** `GET /g-{giftCode}`. KV has answered before the first byte, so that an unknown code is a true 404. */
export async function serveGiftOfCode(c: AppContext): Promise<Response> {
  if (!(await isWithinLimit(c, "GIFT_LIMIT", "gift"))) {
    traceOf(c).causes.push("rate_limited");
    const tooMany = <GiftUnavailablePage frame={frameWithoutGift(c)} reason="too-many" retryHref={ownHref(c)} />;
    return page(tooMany, 429, { "retry-after": String(RATE_LIMIT_PERIOD_S) });
  }
  const code = parameterOf(c, "code", PATHS.giftCode);
  const { activationUrl } = readSettings(c.env);
  const load = loadGiftOfCode(c.env.GIFTS, code, new URL(c.req.url).searchParams, activationUrl);
  return showGift(c, await traced(c, "kv", load, statusOf), "unknown-code");
}

/** `GET /cadeau-{name}`. No secret, unlike a code, so tries are not counted. */
export async function serveGiftOfName(c: AppContext): Promise<Response> {
  const name = parameterOf(c, "name", PATHS.giftName);
  const { activationUrl } = readSettings(c.env);
  const load = loadGiftOfName(c.env.GIFTS, name, activationUrl);
  return showGift(c, await traced(c, "kv", load, statusOf), "unknown-name");
}

/** `GET /cadeau?code=...`: a typed code leads to its gift; without one, the form for it. */
export function serveGiftLookup(c: AppContext): Response | Promise<Response> {
  const typed = c.req.query(TYPED_CODE_PARAMETER)?.trim() ?? "";
  const frame = frameWithoutGift(c);
  if (typed === "") return page(<GiftUnknownPage frame={frame} reason="asking" />, 200);
  const code = readTypedGiftCode(typed);
  if (code === null) return page(<GiftUnknownPage frame={frame} reason="no-code" typed={typed} />, 422);
  return new Response(null, {
    status: 303,
    headers: {
      ...apiSecurityHeaders(),
      ...GIFT_HEADERS,
      "cache-control": "private, no-store",
      location: giftCodePath(code),
    },
  });
}

function statusOf({ status }: GiftOutcome): string {
  return status;
}

function showGift(c: AppContext, outcome: GiftOutcome, unknown: "unknown-code" | "unknown-name"): Promise<Response> {
  const frame = frameWithoutGift(c);
  if (outcome.status === "unknown") return page(<GiftUnknownPage frame={frame} reason={unknown} />, 404);
  if (outcome.status === "unavailable") {
    const unavailable = <GiftUnavailablePage frame={frame} reason="unavailable" retryHref={ownHref(c)} />;
    return page(unavailable, 503, { "retry-after": String(UNAVAILABLE_RETRY_S) });
  }
  const params = new URL(c.req.url).searchParams;
  const isOpen = params.get(OPEN_PARAMETER) === "1";
  params.set(OPEN_PARAMETER, "1");
  const openHref = withSearch(frame.path, carriedSearch(params));
  return page(<GiftPage frame={frame} gift={outcome.gift} isOpen={isOpen} openHref={openHref} />, 200);
}

function page(
  element: ReactElement,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return renderPage(element, { status, cache: "private", headers: { ...GIFT_HEADERS, ...headers } });
}

/** This request again, its query encoded anew. */
function ownHref(c: AppContext): string {
  const url = new URL(c.req.url);
  return withSearch(url.pathname, carriedSearch(url.searchParams));
}

/** The frame of a gift page: names, message and code are not carried on into links, and no tag manager sees them. */
function frameWithoutGift(c: AppContext): Frame {
  const params = new URL(c.req.url).searchParams;
  for (const name of [...Object.values(GIFT_PARAMETERS), OPEN_PARAMETER, TYPED_CODE_PARAMETER]) params.delete(name);
  return unmeasured({ ...createFrame(c), search: carriedSearch(params) });
}

/** A parameter without the prefix that stands before it in its path's pattern: `g-ABCD` -> `ABCD`. */
function parameterOf(c: AppContext, name: string, path: string): string {
  return (c.req.param(name) ?? "").slice(path.indexOf(":") - 1);
}
