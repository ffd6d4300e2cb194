import { findCourseLinks, readTarget } from "../../ledger/course-target.ts";
import { joinBytes } from "../../server/bytes.ts";
import type { AppContext } from "../../server/http/context.ts";
import { createTextPageContext, readQuery } from "../../server/http/page-context.ts";
import { fillTemplate } from "../../server/http/page-memory.ts";
import { recallTemplate, type TextPage } from "../../server/http/templates.ts";
import { isBundle, OFFERS } from "../../shared/courses.ts";
import { unmeasured } from "../../shared/page-context.ts";
import { InterstitialCourses, InterstitialPage, InterstitialTarget } from "./interstitial-page.tsx";
import { ASK_AGAIN_AFTER_MS, type TargetLookup } from "./interstitial-rules.ts";
import { readAttempt, refreshHeader } from "./no-script-handler.ts";
import { askTarget, sendWaiting } from "./waiting-handler.ts";

/**
 * Serves a bridge page: sends the spinner at once, and the target when KV has answered. If KV cannot be read, the page
 * says so and asks again.
 */
export async function serveBridgePage(c: AppContext, key: string): Promise<Response> {
  const attempt = readAttempt(c);
  const { retryHref, noScriptHref } = attempt;
  const gaveUp = attempt.number > ASK_AGAIN_AFTER_MS.length;
  const target = askTarget(c, readTarget(c.get("shop").INTERSTITIALS, key));
  const courses = coursesPart(c, key);
  return sendWaiting(c, {
    shell: {
      name: `bridge ${key}`,
      texts: { search: readQuery(c).search, retryHref, noScriptHref },
      make: ({ search, ...attempt }) => (
        <InterstitialPage pageContext={createTextPageContext(c, search)} {...attempt} pathKey={key} />
      ),
    },
    late: target.then(async (outcome) => joinBytes([await targetPart(c, outcome, retryHref, gaveUp), await courses])),
    fallback: () => targetPart(c, { status: "unavailable" }, retryHref, gaveUp),
    headers: attempt.number === 0 ? {} : refreshHeader(attempt, await target, ASK_AGAIN_AFTER_MS),
  });
}

/** KV's answer about the target, as markup for the page. */
async function targetPart(
  c: AppContext,
  outcome: TargetLookup,
  retryHref: string,
  gaveUp = false,
): Promise<Uint8Array> {
  const texts = { retryHref, target: outcome.target ?? null };
  const part: TextPage<typeof texts> = {
    name: `target ${outcome.status}${gaveUp ? " at last" : ""}`,
    texts,
    make: ({ retryHref, target }) => (
      <InterstitialTarget
        pageContext={createTextPageContext(c, "")}
        retryHref={retryHref}
        outcome={target === null ? outcome : { status: "found", target }}
        gaveUp={gaveUp}
      />
    ),
  };
  return fillTemplate(await recallTemplate(c, part, null), texts);
}

/** The links to each course of a bundle, of which the target is only one. Empty for any other page, or without them all. */
async function coursesPart(c: AppContext, key: string): Promise<Uint8Array> {
  const offer = OFFERS.find((other) => other.key === key);
  if (offer === undefined || !isBundle(offer.productId)) return new Uint8Array();
  const { productId, priceCents: amountCents } = offer;
  const read = await findCourseLinks(c.get("shop").INTERSTITIALS, { productId, amountCents, source: "hosted" });
  if (read.status !== "found" || read.value.length < 2) return new Uint8Array();
  const { renderToString } = await import("../../server/http/render.tsx");
  return new TextEncoder().encode(await renderToString(<InterstitialCourses courses={read.value} />));
}

/** A bridge page without an entry, not measured. It waits for nothing, so it can have an error status. */
export function serveUnknownPaymentType(c: AppContext): Promise<Response> {
  const { retryHref } = readAttempt(c);
  const missing = () => targetPart(c, { status: "missing" }, retryHref);
  return sendWaiting(c, {
    shell: {
      name: "bridge, unknown",
      texts: { search: readQuery(c).search, retryHref },
      make: ({ search, retryHref }) => (
        <InterstitialPage
          pageContext={unmeasured(createTextPageContext(c, search))}
          retryHref={retryHref}
          noScriptHref={null}
          pathKey=""
        />
      ),
    },
    late: missing(),
    fallback: missing,
    status: 404,
    headers: {},
  });
}
