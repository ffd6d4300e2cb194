import type { AppContext } from "../../server/http/context.ts";
import { seeOther } from "../../server/http/json.ts";
import { createTextPageContext, unmeasuredWithout } from "../../server/http/page-context.ts";
import { fillTemplate } from "../../server/http/page-memory.ts";
import { countFurther, isWithinLimit, RATE_LIMIT_PERIOD_S, UNAVAILABLE_RETRY_S } from "../../server/http/rate-limit.ts";
import { renderKeyedPage } from "../../server/http/render.tsx";
import { KEYED_PAGE_HEADERS } from "../../server/http/security.ts";
import { recallTemplate, type TextPage } from "../../server/http/templates.ts";
import { traced } from "../../server/http/trace.ts";
import type { Gift } from "../../shared/gift.ts";
import { type PageContext, unmeasured } from "../../shared/page-context.ts";
import { GIFT_CARD_PARAMETER, giftCodePath, PATHS, withSearch } from "../../shared/paths.ts";
import { today } from "../../shared/time.ts";
import { readGiftCode, TYPED_CODE_PARAMETER } from "../gift-address-rules.ts";
import { giftCardOf, paidGift } from "../paid-gift-rules.ts";
import { GiftCardPage } from "./gift-card-page.tsx";
import { GiftPage, giftTexts } from "./gift-page.tsx";
import { GIFT_PARAMETERS, type GiftOutcome, loadGiftOfCode, loadGiftOfName } from "./gifts.ts";
import { GiftUnavailablePage, GiftUnknownPage } from "./no-gift-page.tsx";

/** The query parameter that opens the gift without JavaScript. */
const OPEN_PARAMETER = "open";
/** How long KV may remember that a gift was missing (Workers KV, "How KV works"), seconds. */
const PREPARING_RETRY_S = 60;

/**
 * Costs of a gift, of the 60 that a client address has in a minute (`GIFT_LIMIT` in wrangler.toml). Codes and names
 * share them, because both open somebody's gift, and a first name is easy to guess. An existing gift costs one: a
 * family on one address can open ten without JavaScript, and reload each twice. A miss costs six, so a guesser has ten
 * tries; after them a right guess is refused like a wrong one. A gift with all texts in its link reveals only that KV
 * does not know its code, so it costs two: ten of them with two reloads. Parallel requests are each counted once before
 * any has missed, so one address gets sixty answers at most.
 */
const COST_OF_MISS = 6;
const COST_OF_OWN_TEXTS = 2;
/** All gifts are counted together. */
const PURPOSE = "gift";

/**
 * `GET /g-{giftCode}`. Waits for KV before the first byte, so an unknown code is a real 404. 410 for a stopped gift,
 * 503 if KV is away.
 */
export function serveGiftOfCode(c: AppContext): Promise<Response> {
  return guarded(c, () => {
    const code = c.get("parameter");
    return showGift(c, loadGiftOfCode(c.get("shop"), code, new URL(c.req.url).searchParams), code);
  });
}

/** `GET /cadeau-{name}`, with the statuses of `serveGiftOfCode`. */
export function serveGiftOfName(c: AppContext): Promise<Response> {
  return guarded(c, () => showGift(c, loadGiftOfName(c.get("shop"), c.get("parameter")), null));
}

/** `GET /cadeau?cadeaucode=...`: redirects a typed code to its gift; without a code it shows the form. */
export function serveGiftLookup(c: AppContext): Promise<Response> {
  const typed = c.req.query(TYPED_CODE_PARAMETER)?.trim() ?? "";
  if (typed === "") return renderKeyedPage(<GiftUnknownPage pageContext={pageContextWithoutGift(c)} reason="asking" />);
  return guarded(c, () => leadToGift(c, typed));
}

/** Answers a client that is within its limit for gifts; others must wait. */
async function guarded(c: AppContext, answer: () => Response | Promise<Response>): Promise<Response> {
  if (await isWithinLimit(c, "GIFT_LIMIT", PURPOSE)) return answer();
  const tooMany = (
    <GiftUnavailablePage pageContext={pageContextWithoutGift(c)} reason="tooMany" retryHref={ownHref(c)} />
  );
  return renderKeyedPage(tooMany, 429, RATE_LIMIT_PERIOD_S);
}

function leadToGift(c: AppContext, typed: string): Response | Promise<Response> {
  const pageContext = pageContextWithoutGift(c);
  const code = readGiftCode(typed);
  if (code === null)
    return renderKeyedPage(<GiftUnknownPage pageContext={pageContext} reason="no-code" typed={typed} />, 422);
  return seeOther(c, withSearch(giftCodePath(code), pageContext.search), {
    ...KEYED_PAGE_HEADERS,
    "cache-control": "private, no-store",
  });
}

function costOf(outcome: GiftOutcome): number {
  if (outcome.status === "unknown" || outcome.status === "preparing") return COST_OF_MISS;
  return outcome.status === "found" && !outcome.isStored ? COST_OF_OWN_TEXTS : 1;
}

/** Shows a gift. `code` is the code in the request; null for a gift with a name. */
async function showGift(c: AppContext, load: Promise<GiftOutcome>, code: string | null): Promise<Response> {
  const outcome = await traced(c, "kv", load, ({ status }) => status);
  const cost = costOf(outcome);
  if (cost > 1) await countFurther(c, "GIFT_LIMIT", PURPOSE, cost - 1);
  const pageContext = pageContextWithoutGift(c);
  if (outcome.status === "unknown") {
    return renderKeyedPage(
      <GiftUnknownPage
        pageContext={pageContext}
        reason={code === null ? "unknown-name" : "unknown-code"}
        typed={code ?? ""}
      />,
      404,
    );
  }
  if (outcome.status !== "found") {
    const [status, retryS] = NOT_SHOWN[outcome.status];
    const instead = <GiftUnavailablePage pageContext={pageContext} reason={outcome.status} retryHref={ownHref(c)} />;
    return renderKeyedPage(instead, status, retryS);
  }
  if (code !== null && outcome.isStored && c.req.query(GIFT_CARD_PARAMETER) !== undefined) {
    return renderKeyedPage(
      <GiftCardPage
        pageContext={pageContext}
        card={giftCardOf(paidGift({ ...outcome.gift, from: outcome.gift.from ?? "now" }, code, pageContext.origin))}
        giftHref={pageContext.path}
      />,
    );
  }
  return sendGift(
    c,
    outcome.gift,
    pageContext.search,
    outcome.isStored ? null : lookupHref(code ?? "", pageContext.search),
  );
}

/** The button's target for a gift that is not in KV: the look-up asks KV again, and shows the gift or an error. */
function lookupHref(code: string, search: string): string {
  return withSearch(
    PATHS.giftLookup,
    `?${new URLSearchParams({ [TYPED_CODE_PARAMETER]: code })}${search.replace("?", "&")}`,
  );
}

async function sendGift(c: AppContext, gift: Gift, search: string, lookupHref: string | null): Promise<Response> {
  const isEarly = gift.from !== undefined && gift.from > today(c.get("shop").now);
  const openHref = c.req.query(OPEN_PARAMETER) === "1" ? null : ownHref(c, { [OPEN_PARAMETER]: "1" });
  const texts = { search, openHref, lookupHref, ...giftTexts(gift) };
  const shown: TextPage<typeof texts> = {
    name: `gift ${gift.productId}${isEarly ? ", early" : ""}`,
    texts,
    make: ({ search, openHref, lookupHref, ...shown }) => {
      const pageContext = unmeasured(createTextPageContext(c, search));
      const links = { openHref, lookupHref };
      return (
        <GiftPage pageContext={pageContext} productId={gift.productId} gift={shown} isEarly={isEarly} {...links} />
      );
    },
  };
  const template = await recallTemplate(c, shown, { cache: "private", headers: KEYED_PAGE_HEADERS });
  return new Response(fillTemplate(template, texts), { headers: template.headers });
}

/** Statuses of gifts that are not shown, and when to ask again, seconds. A stopped gift is 410, not 404. */
const NOT_SHOWN = {
  unavailable: [503, UNAVAILABLE_RETRY_S],
  preparing: [404, PREPARING_RETRY_S],
  stopped: [410, undefined],
} as const satisfies Record<
  Exclude<GiftOutcome["status"], "found" | "unknown">,
  readonly [status: number, retryS: number | undefined]
>;

/** The parameters of a gift. Links to the gift itself keep all, with a message of any length; other links keep none. */
const OWN_PARAMETERS = [...Object.values(GIFT_PARAMETERS), OPEN_PARAMETER, GIFT_CARD_PARAMETER, TYPED_CODE_PARAMETER];

/** The address of this request with an encoded query and these changes. */
function ownHref(c: AppContext, changes: Readonly<Record<string, string>> = {}): string {
  const asked = new URL(c.req.url).searchParams;
  const own = new URLSearchParams();
  for (const name of OWN_PARAMETERS) {
    const value = changes[name] ?? asked.get(name);
    if (value !== null) own.set(name, value);
  }
  const { search } = pageContextWithoutGift(c);
  if (own.size === 0) return withSearch(c.get("path"), search);
  return withSearch(c.get("path"), `?${own}${search.replace("?", "&")}`);
}

/** The page context of a gift page: its links do not carry names, message and code, and no tag manager sees them. */
function pageContextWithoutGift(c: AppContext): PageContext {
  return unmeasuredWithout(c, OWN_PARAMETERS);
}
