import type { AppContext } from "../../server/http/context.ts";
import { searchOf, withSearch } from "../../shared/paths.ts";
import { RETURN_PARAMETERS } from "../payment-rules.ts";
import { REDIRECT_DELAY_MS } from "./analytics-rules.ts";
import { SESSION_PARAMETER, type TargetLookup } from "./interstitial-rules.ts";
import type { Waiting } from "./waiting-frame.tsx";

/**
 * How a waiting page goes on without JavaScript. Its shell is sent before the answer is known, so a browser without
 * JavaScript at once requests the same page with an attempt in its query. The server sends that page when all is known,
 * with a Refresh header: to the target after ten seconds, or to the next attempt.
 */

const ATTEMPT_PARAMETER = "verder";

/** The parameters that these pages read. Only they are carried, so that a long query cannot push an attempt out. */
const KEPT_PARAMETERS = [
  RETURN_PARAMETERS.type,
  RETURN_PARAMETERS.gift,
  RETURN_PARAMETERS.intent,
  RETURN_PARAMETERS.ticket,
  SESSION_PARAMETER,
  "flow",
] as const;
/** Each value has only characters that encoding does not lengthen. */
const KEPT_VALUE = /^[\w.-]{1,255}$/;

type Attempt = Omit<Waiting, "pageContext"> & {
  /** 0 on every first visit, with or without JavaScript. */
  number: number;
  nextHref: string;
};

/** Reads the number of the attempt from a request's query, and makes the addresses of this page. */
export function readAttempt(c: AppContext): Attempt {
  const { pathname, searchParams } = new URL(c.req.url);
  const typed = searchParams.get(ATTEMPT_PARAMETER) ?? "";
  const number = /^[1-9]$/.test(typed) ? Number(typed) : 0;
  const kept = new URLSearchParams();
  for (const name of KEPT_PARAMETERS) {
    const value = searchParams.get(name);
    if (value !== null && KEPT_VALUE.test(value)) kept.set(name, value);
  }
  const retryHref = withSearch(pathname, searchOf(kept));
  kept.set(ATTEMPT_PARAMETER, String(number + 1));
  const nextHref = withSearch(pathname, searchOf(kept));
  return { number, retryHref, nextHref, noScriptHref: number === 0 ? nextHref : null };
}

/** The Refresh header of an attempt. None if the answer is final, or this was the last attempt. */
export function refreshHeader(
  { number, nextHref }: Attempt,
  outcome: TargetLookup,
  pausesMs: readonly number[],
): Record<string, string> {
  if (outcome.status === "found") return refreshTo(new URL(outcome.target).href, REDIRECT_DELAY_MS);
  const pauseMs = outcome.status === "unavailable" ? pausesMs[number - 1] : undefined;
  return pauseMs === undefined ? {} : refreshTo(nextHref, pauseMs);
}

function refreshTo(href: string, delayMs: number): Record<string, string> {
  return { refresh: `${delayMs / 1000};url=${href}` };
}
