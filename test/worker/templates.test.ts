import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createApp } from "../../src/app.tsx";
import { CONTENT_PATHS } from "../../src/routes.ts";
import { type BuiltPage, PageMemory, type PageTemplate } from "../../src/server/http/page-memory.ts";
import { OFFERS } from "../../src/shared/courses.ts";
import { giftCodePath, PATHS } from "../../src/shared/paths.ts";
import { PLACEHOLDERS, type Texts } from "../../src/shared/placeholders.ts";
import { FULL } from "../full.ts";
import { ORIGIN } from "./shop.ts";

/**
 * Every page that is made of a template, requested by one visitor after the other, some of them hostile. Each gets the
 * bytes and headers that React makes of this visitor's own texts alone.
 */

const TIMEOUT_MS = 300_000;

const VISITORS = FULL ? 2_000 : 25;

/** Part of all texts of visitors, gifts and targets, and of no text of the shop. */
const SECRET = "GEHEIM";

/** Renders every page for its own request, from its own texts and without placeholders, and remembers none. */
class NoMemory extends PageMemory {
  override async recallOrRender<T extends Texts>(
    _key: string,
    _env: Readonly<Record<string, unknown>>,
    texts: T,
    render: (texts: T) => Promise<BuiltPage>,
  ): Promise<PageTemplate> {
    const { markup, headers } = await render(texts);
    const encoder = new TextEncoder();
    const [before = "", ...after] = markup.split(`${PLACEHOLDERS.late}</div>`);
    const pieces = after.flatMap((part) => [PLACEHOLDERS.late, encoder.encode(`</div>${part}`)]);
    return { pieces: [encoder.encode(before), ...pieces], headers: new Headers(headers) };
  }
}

const HOSTILE = [
  ...["'", '"', "&", "<script>", "</script>", "<!--", "&amp;", "\\ue005", "\\", "$&", "{day}", "%00"],
  ...["\u2028", "+", "#", ";", "{x}", "é", "=", "?", ...Object.values(PLACEHOLDERS)],
];
const name = fc.oneof(
  fc.constantFrom("flow", "gclid", "utm_source", "A1", "A5", "Score", "code", "error_description", "__proto__"),
  fc.constantFrom("session_id", "verder", "open", "n", "g", "m", "gift", "cadeau"),
  fc.string({ maxLength: 12 }),
  fc.constantFrom(...HOSTILE),
);
const text = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.array(fc.constantFrom(...HOSTILE, "a "), { maxLength: 8 }).map((parts) => parts.join("")),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.string({ minLength: 200, maxLength: 600 }),
);
const value = fc.oneof(fc.constantFrom("A", "B", "none", "", "1", "vaarbewijs", SECRET), text);
/** Parameters as a form or a campaign makes them, or as a person types them. */
const parameters = fc.array(fc.tuple(name, value), { maxLength: 12 }).map((all) => `${new URLSearchParams(all)}`);
const typed = fc.string({ unit: "binary-ascii", maxLength: 60 }).map((text) => text.replace(/[#\s]/g, ""));
const query = fc.oneof({ weight: 4, arbitrary: parameters }, { weight: 1, arbitrary: typed });

/** KV's content: a text, nothing, or a failure. */
type Stored = string | null | Error;
type Visit = { address: string; stored?: Stored };

const target = text.map((path): Stored => JSON.stringify({ target: `https://course.example/${SECRET}/${path}` }));
const bridgeEntry = fc.oneof({ weight: 3, arbitrary: target }, fc.constantFrom(null, "{", new Error("away")));

const giftName = text.map((said) => (said.trim() === "" ? SECRET : said.trim().slice(0, 100)));
const activationUrl = text.map((path) => `https://course.example/?${SECRET}=${path}`);
const from = fc.constantFrom("2020-02-29", "2099-12-24");
const product = fc.constantFrom("KVB1", "MARIFONIE");
const giftParts = { product, recipient: giftName, giver: giftName, message: text, activationUrl, from };
const giftEntry = fc.record(giftParts, { requiredKeys: ["recipient", "giver"] });

const attempt = fc.constantFrom("", "verder=1&", "verder=6&", "verder=x&");
const INTERSTITIAL_OF = (type: string) => `${PATHS.interstitial}?${new URLSearchParams({ payment_type: type })}&`;
const IN_PRODUCT = INTERSTITIAL_OF("39incl-vb1-inproduct");

const visitsOf = (path: string) => query.map((asked) => ({ address: `${path}?${asked}` }));
/** Every page made of a template, with how many templates it may take at most. */
const PAGES: readonly (readonly [page: string, templates: number, visits: fc.Arbitrary<Visit>])[] = [
  ...CONTENT_PATHS.map((path) => [path, 3, visitsOf(path)] as const),
  [
    "bridges",
    // Each shell with and without its redirect for browsers without JavaScript, and the parts about the target.
    (OFFERS.length + 1) * 2 + 6,
    fc
      .tuple(fc.constantFrom(...OFFERS.map(({ path }) => `${path}?`), IN_PRODUCT), attempt, query, bridgeEntry)
      .map(([path, number, asked, stored]) => ({ address: path + number + asked, stored })),
  ],
  [
    "the bridge of no payment type",
    2,
    fc.tuple(text, query).map(([type, asked]) => ({ address: INTERSTITIAL_OF(type) + asked })),
  ],
  [
    "the return of a payment",
    4,
    fc
      .tuple(fc.constantFrom(...["pi_1&", "pi_1&ticket=x&", "&"].map((is) => `payment_intent=${is}`)), attempt, query)
      .map(([intent, number, asked]) => ({ address: IN_PRODUCT + intent + number + asked })),
  ],
  [
    "gifts",
    24,
    fc
      .tuple(fc.constantFrom(giftCodePath("DEMOVAAR2026"), "/cadeau-sanne"), query, giftEntry)
      .map(([path, asked, entry]) => ({ address: `${path}?${asked}`, stored: JSON.stringify(entry) })),
  ],
];

/** The shop of a visit. It has a tag manager, so that its links are there too. */
function bindingsOf({ stored = null }: Visit): object {
  const get = async (key: string) => {
    if (stored instanceof Error) throw stored;
    return key.includes(".") ? null : stored;
  };
  const limit = { limit: async () => ({ success: true }) };
  return {
    ...env,
    TAG_MANAGER_ID: "GTM-TEST1",
    INTERSTITIALS: { get },
    GIFTS: { get },
    GIFT_LIMIT: limit,
    PAYMENT_LIMIT: limit,
  };
}

/** The headers that do not change with time, without the entity tag, which a page of one request does not have. */
async function answerOf(response: Response) {
  const { status, headers } = response;
  headers.delete("server-timing");
  headers.delete("etag");
  return { status, headers: [...headers], markup: await response.text() };
}

test.each(PAGES)(
  "joined bytes are what a fresh render makes: %s, for each of many visitors",
  { timeout: TIMEOUT_MS },
  async (_page, templates, visits) => {
    const pages = new PageMemory();
    const [app, fresh] = [createApp(pages), createApp(new NoMemory())];
    let asked = 0;
    for (const visit of fc.sample(visits, { numRuns: VISITORS })) {
      const bindings = bindingsOf(visit);
      const [joined, rendered] = [
        await answerOf(await app.request(ORIGIN + visit.address, {}, bindings)),
        await answerOf(await fresh.request(ORIGIN + visit.address, {}, bindings)),
      ];
      // React has a timer for each render, and a Worker may have only a limited number that have not run yet.
      if (asked++ % 300 === 0) await new Promise((resolve) => setTimeout(resolve));
      if (JSON.stringify(joined) !== JSON.stringify(rendered)) expect(joined, visit.address).toEqual(rendered);
    }
    const remembered = [...pages.builtPages()];
    expect(remembered.length).toBeGreaterThan(0);
    expect(remembered.length).toBeLessThanOrEqual(templates);
    expect(JSON.stringify(remembered)).not.toContain(SECRET);
  },
);
