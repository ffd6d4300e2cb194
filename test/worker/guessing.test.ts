import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { writeGiftCode } from "../../src/shared/gift-code.ts";
import { giftCodePath, PATHS } from "../../src/shared/paths.ts";
import { linksNamed, readDocument, texts } from "./document.ts";
import { limiterOf } from "./limits.ts";
import { answerText, askWith, formOf } from "./shop.ts";

/** A guesser reaches the limit, and a family does not: gifts by code and by name, and the form for a code. */

const KNOWN = "/g-DEMO-VAAR-2026";
const SANNE = "/cadeau-sanne";

/** A client without requests in this minute. */
function createClient(): (path: string, init?: RequestInit & { address?: string }) => Promise<Response> {
  const limiter = limiterOf("GIFT_LIMIT");
  return (path, { address = "2001:db8:1:2::1", ...init } = {}) =>
    askWith(limiter, path, { ...init, headers: { ...init.headers, "cf-connecting-ip": address } });
}

async function countUntilRefused(path: (n: number) => string): Promise<number> {
  const client = createClient();
  for (let answered = 0; answered < 1_000; answered += 1)
    if ((await client(path(answered))).status === 429) return answered;
  return Number.POSITIVE_INFINITY;
}

test.each([
  ["codes", (n: number) => giftCodePath(`GOKJE${n}`), 10],
  ["codes of the shop's own form", (n: number) => giftCodePath(writeGiftCode(new Uint8Array(10).fill(n))), 10],
  ["names", (n: number) => `/cadeau-gokje${n}`, 10],
  ["codes and names in turn", (n: number) => (n % 2 === 0 ? giftCodePath(`GOKJE${n}`) : `/cadeau-gokje${n}`), 10],
  ["texts that are no code", (n: number) => `/g-x${n % 9}`, 10],
  ["codes with texts of one's own", (n: number) => `${giftCodePath(`GOKJE${n}`)}?n=Noor`, 30],
])("a guesser of %s: how many tries a minute", async (_what, path, tries) => {
  expect(await countUntilRefused(path)).toBe(tries);
});

/** A guesser who has used up the tries. */
async function guessedOut(address?: (n: number) => string) {
  const client = createClient();
  for (let n = 0; n < 10; n += 1) await client(`/cadeau-gokje${n}`, address && { address: address(n) });
  return client;
}

test("a guesser: HEAD counts like GET", async () => {
  const client = createClient();
  for (let n = 0; n < 10; n += 1) expect((await client(`/cadeau-gokje${n}`, { method: "HEAD" })).status).toBe(404);
  expect((await client("/cadeau-gokje", { method: "HEAD" })).status).toBe(429);
});

test("a guesser: is not told that a guess was right once the tries are used up", async () => {
  const client = await guessedOut();
  for (const path of [SANNE, KNOWN, `${KNOWN}?n=Noor`])
    expect(await answerText(client(path), 429)).not.toMatch(/Sanne|Mark|bemanning/);
});

// The second has the zeros of its network left out.
test.each([
  [(n: number) => `2001:db8:1:2:${n + 1}::1`, "2001:db8:1:2::ffff"],
  [(n: number) => `2001:db8::${n + 1}:1:1:1`, "2001:db8::ffff:1:1:1"],
])("a guesser: of one network is one guesser; another network is somebody else", async (address, same) => {
  const client = await guessedOut(address);
  expect((await client(SANNE, { address: same })).status).toBe(429);
  expect((await client(SANNE, { address: "2001:db8:1:3::1" })).status).toBe(200);
});

/** Opening a gift: by hand, unwrapped without JavaScript, and two reloads of it. */
const openings = (code: string) => [
  `${PATHS.giftLookup}?cadeaucode=${code}`,
  giftCodePath(code),
  `${giftCodePath(code)}?open=1`,
  `${giftCodePath(code)}?open=1`,
  `${giftCodePath(code)}?open=1`,
];

test("a family on one address: opens ten gifts in a minute, reloads each twice, and mistypes a code", async () => {
  const client = createClient();
  const codes = Array.from({ length: 10 }, (_, index) => `FAMILIE${index}`);
  for (const code of codes) await env.GIFTS.put(code, JSON.stringify({ recipient: "Noor", giver: "Bas" }));
  for (const path of codes.flatMap(openings)) expect((await client(path)).status).toBeLessThan(400);
  expect((await client(giftCodePath("FAMLIE1"))).status).toBe(404);
  expect((await client(giftCodePath("FAMILIE0"))).status).toBe(200);
  expect((await client(SANNE)).status).toBe(200);
});

const refuse = async (path: string) => (await guessedOut())(path);

test.each([
  [KNOWN, KNOWN],
  [`${KNOWN}?n=Noor&flow=A`, `${KNOWN}?n=Noor&flow=A`],
  [SANNE, SANNE],
  // An address without a canonical spelling is requested again unchanged.
  ["/g-%E0%A4%A", ""],
  [`${PATHS.giftLookup}?cadeaucode=DEMOVAAR2026`, `${PATHS.giftLookup}?cadeaucode=DEMOVAAR2026`],
  [`${PATHS.giftLookup}?cadeaucode=%21`, `${PATHS.giftLookup}?cadeaucode=%21`],
])("who is refused: GET %s: a page says so, when it may be tried again, and how", async (path, href) => {
  const response = await refuse(path);
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, "60"]);
  const page = readDocument(await response.text());
  expect(texts(page, "h1")).toEqual(["Rustig aan, schipper"]);
  expect(linksNamed(page, "Probeer opnieuw")).toEqual([href]);
});

test("who is refused: the form for a code is always there, and a gift can be given", async () => {
  expect((await refuse(PATHS.giftLookup)).status).toBe(200);
  expect((await (await guessedOut())(PATHS.giveGift, formOf({}))).status).toBe(422);
});
