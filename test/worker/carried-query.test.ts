import { expect, test } from "vitest";
import { RETURN_PARAMETERS } from "../../src/paying/payment-rules.ts";
import { SESSION_PARAMETER } from "../../src/paying/return/interstitial-rules.ts";
import { AGAIN_PARAMETER, carriedSearch, ORDER_PARAMETER, PATHS, RECEIPT_PARAMETER } from "../../src/shared/paths.ts";
import { all, attributes, count, readDocument } from "./document.ts";
import { addressOf, askWith, READABLE_ROUTES } from "./shop.ts";

/** The part of a visitor's query that links carry; no query may make a page much longer than another. */

const carry = (query: string) => carriedSearch(new URLSearchParams(query));
const long = (name: string, length: number) => `${name}=${"x".repeat(length - name.length - 1)}`;

const OWN = [ORDER_PARAMETER, AGAIN_PARAMETER, RECEIPT_PARAMETER, SESSION_PARAMETER];
const OPENING = [...Object.values(RETURN_PARAMETERS), ...OWN];
const UUID = "3f0c1a52-5f3c-4b6e-9a1e-0d3c9a7b1e55";
const [OURS, FLOW] = ["A1=A&Score=3&A2=B&A3=B&A4=C&flow=B", long("Flow", 2000)];
test.each([
  ["nothing", "", ""],
  ["a short one, as it is", "b=2&a=1&b=3&flow=A&=&c", "?b=2&a=1&b=3&flow=A&=&c="],
  ["what was typed, encoded anew", "q=a b\"<'>é%zz&q=+", "?q=a+b%22%3C%27%3E%C3%A9%25zz&q=+"],
  ["exactly the limit, whole", long("a", 2048), `?${long("a", 2048)}`],
  ["one byte more: the parameter goes, not part of it", long("a", 2049), ""],
  ["the last that does not fit goes", `a=1&${long("b", 2040)}&c=22`, `?a=1&${long("b", 2040)}`],
  ["one that does not fit leaves the others", `a=1&${long("b", 9000)}&c=2`, "?a=1&c=2"],
  ["flow is kept though it comes last", `${long("a", 2048)}&flow=A`, "?flow=A"],
  ["ours are kept, each where it stood", `x=1&${long("a", 1975)}&A5=C&${OURS}&y=2&${FLOW}`, `?x=1&A5=C&${OURS}&y=2`],
  ["of a repeated one the first is kept", `${long("a", 2036)}&flow=A&flow=B`, `?${long("a", 2036)}&flow=A`],
  ["an answer that is too long itself goes", `flow=A&${long("A1", 5000)}&Score=3&b=1`, "?flow=A&Score=3&b=1"],
  ["what opens a payment, an order or a withdrawal stays behind", OPENING.join("=1&"), "?gift=1"],
  ["names are as they are", `${FLOW}&${long("a1", 40)}&A1=A&flow=A`, `?${FLOW}&A1=A&flow=A`],
])("%s", (_name, query, carried) => {
  expect(carry(query)).toBe(carried);
});

test("a carried query: carrying again changes nothing", () => {
  const once = carry(`x=1&${long("a", 2040)}&A1=A&${"é=&".repeat(900)}&flow=B`);
  expect(carry(once)).toBe(once);
  expect(once.length).toBeLessThanOrEqual(2049);
});

const HOSTILE: readonly [string, string][] = [
  ["one parameter of 15 KB", `a=${"x".repeat(15_000)}`],
  ["five thousand parameters", "a&".repeat(5_000)],
  ["15 KB of quotation marks, once they are encoded", `a=${'"'.repeat(5_000)}`],
  [
    "every parameter of ours, 1,600 bytes each once they are encoded",
    ["flow", "A1", "A2", "Score", "n", "g", "m", "cadeaucode", "open"]
      .map((name) => `${name}=${"'".repeat(530)}`)
      .join("&"),
  ],
  ["a code of 15 KB of quotation marks, once they are encoded", `cadeaucode=${"'".repeat(5_000)}`],
];

/** How many times larger a page may be with a query than without: the shortest have 24 links and 7 KB. */
const MAX_GROWTH = 9;
/** Links of one page that may carry the query: some two dozen of header and footer, the rest its own (most: the FAQ). */
const MAX_CARRYING_LINKS = 56;
/**
 * Other copies of the query, counted in links: the redirect page names its target twice, a form's fields count as six
 * (the quiz, the study plan), and who pays a gift has both a form and an island with three links.
 */
const MAX_OTHER_CARRIERS = 9;
/** A query of 2 KB that links carry whole. It has only ampersands, which take five bytes each in markup. */
const WHOLE = "a=&".repeat(682).slice(0, -1);
const WHOLE_MARKUP_BYTES = "?".length + WHOLE.replaceAll("&", "&amp;").length;

const LEFT = [
  ...[10, 3_000].map(
    (length) =>
      `access_token=${"t".repeat(length)}&refresh_token=geheim&provider_token=geheim&provider_refresh_token=geheim`,
  ),
  ...[`code=${UUID}&sb_flow_id=f00d`, "error=e&error_code=c&error_description=d"],
];
test.each([PATHS.kvb1, PATHS.quizRedirect, PATHS.quizScore, PATHS.checkout, "/g-TEST-1234", "/nope"])(
  "what the sign-in service left in the query is not carried by %s, be it cut or not",
  async (path) => {
    for (const left of LEFT) {
      const html = await (await askWith({}, `${path}?utm=x&${left}`)).text();
      expect(html).not.toMatch(/geheim|ttt|f00d|error_code/);
      expect(attributes(readDocument(html), "a[href]", "href")).toContain(`${PATHS.home}?utm=x`);
    }
  },
);

// An error without its text, a code without the id of this shop's sign-in, and one in a shop that signs nobody in.
test.each([
  ...["code=ZOMER&type=boot&error=1", `code=${UUID}`].map((query) => [query, {}] as const),
  [`code=${UUID}&sb_flow_id=f00d`, { AUTH_URL: "", AUTH_ANON_KEY: "" }] as const,
])("what a sign-in did not leave is carried: %s", async (query, bindings) => {
  const html = await (await askWith(bindings, `${PATHS.kvb1}?${query}`)).text();
  expect(attributes(readDocument(html), "a[href]", "href")).toContain(`${PATHS.home}?${query}`);
});

const addresses = [...READABLE_ROUTES.map(addressOf), "/nope"];

/** What a payment leads to, and an order's page, have an address that is nobody else's. */
const OWN_ADDRESS = /^\/(?:bestelling|bridge|interstitial)/;

test.each(addresses.filter((address) => !OWN_ADDRESS.test(address)))(
  "each link and form of %s to a page of the shop carries the query",
  async (address) => {
    const page = readDocument(await (await askWith({}, `${address}?flow=A&x=1`)).text());
    // A script completes what stands in a template.
    for (const part of all(page, "template")) part.remove();
    const links = attributes(page, "a[href^='/']:not([download])", "href");
    links.push(...attributes(page, "form[method=post][action^='/']", "action"));
    // An island's links stand in its props.
    const props = attributes(page, "[data-props]", "data-props").join();
    links.push(...[...props.matchAll(/"(\/(?!api\/|build\/|interstitial)[^"]*)"/g)].map(([, link]) => link));
    expect(links.filter((href) => !/\?(?:[^#]*&)?flow=A&x=1(?:[&#]|$)/.test(href ?? ""))).toEqual([]);
    const forms = all(page, "form[action]:not([method=post])");
    const carriesNone = forms.filter((form) => count(form, "[name=flow][value=A], [name=x][value='1']") !== 2);
    expect(carriesNone.map((form) => form.outerHTML)).toEqual([]);
  },
);

test.each([
  ...addresses.map((address) => [address, "open", true] as const),
  ...addresses
    .filter((address) => /^\/(g-|cadeau)/.test(address))
    .map((address) => [address, "used up", false] as const),
])("no query makes a page much longer: %s (limit %s)", async (address, _state, success) => {
  const GIFT_LIMIT = { limit: async () => ({ success }) };
  const bytesOf = async (asked: string) => (await (await askWith({ GIFT_LIMIT }, asked)).arrayBuffer()).byteLength;
  const plain = await bytesOf(address);
  for (const [what, query] of HOSTILE) {
    const bytes = await bytesOf(`${address}?${query}`);
    expect(bytes, `${what}: ${plain} bytes without, ${bytes} with`).toBeLessThan(plain * MAX_GROWTH);
  }
  const whole = await (await askWith({ GIFT_LIMIT }, `${address}?${WHOLE}`)).text();
  const links = attributes(readDocument(whole), "[href]", "href").filter((href) => href?.includes(WHOLE)).length;
  expect(links).toBeLessThanOrEqual(MAX_CARRYING_LINKS);
  const grown = new TextEncoder().encode(whole).byteLength - plain;
  expect(grown).toBeLessThanOrEqual((links + MAX_OTHER_CARRIERS) * WHOLE_MARKUP_BYTES);
});
