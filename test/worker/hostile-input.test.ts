import fc from "fast-check";
import { expect, test } from "vitest";
import { answerParam, SCORE_PARAM } from "../../src/free/quiz/quiz-rules.ts";
import { RETURN_PARAMETERS } from "../../src/paying/payment-rules.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { FULL } from "../full.ts";
import { routes } from "../routes.ts";
import { attributes, readDocument } from "./document.ts";
import { addressOf, ask, askWith, ORIGIN, READABLE_ROUTES, SEED_TARGETS } from "./shop.ts";

/**
 * Arbitrary input in every route's path, query, headers and body. No answer is a 5xx, no page has the
 * visitor's markup or leads to another site. The inputs are generated, and are the same in every run.
 */

const RUNS: fc.Parameters<unknown> = { numRuns: FULL ? 40 : 20, endOnFailure: false };

/** An element that would appear if a text were not escaped. */
const ELEMENT = "zz-element";
const ATTRIBUTE = "zz-attribute";
const HOSTILE = [
  ...["", '">', "'>", "</script>", "</title></head>", "<!--<script>"].map((begin) => `${begin}<${ELEMENT}>`),
  ...[`" ${ATTRIBUTE}="1`, `' ${ATTRIBUTE}='1`, `{{7*7}}\${7*7}`, "\r\nset-cookie: a=b", "../../../etc/passwd"],
  ...["javascript:alert(1)", `data:text/html,<${ELEMENT}>`, `//evil.example/${ELEMENT}`, "https://evil.example/"],
  ...["\\\\evil.example", "/\\evil.example", "__proto__", "constructor", "\0", "\u2028\u202e", "%00%0d%0a"],
  "ﬁ́".repeat(50),
];

const value = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.tuple(fc.string({ unit: "binary" }), fc.constantFrom(...HOSTILE)).map(([text, hostile]) => text + hostile),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.integer().map(String),
);

const PARAMETERS = [
  ..."flow utm_source n g m open code redirect_status".split(" "),
  ...[SCORE_PARAM, ...[1, 2, 3, 4, 5].map(answerParam), ...Object.values(RETURN_PARAMETERS)],
];
const parameters = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...PARAMETERS), value), value), { maxLength: 6 });
const query = fc.oneof(
  parameters.map(
    (pairs) => `?${new URLSearchParams(pairs.map(([name, text]) => [name.toWellFormed(), text.toWellFormed()]))}`,
  ),
  // Encoded as a person types it, not as a form sends it.
  value.map((text) => `?${text.toWellFormed().replaceAll("#", "")}`),
  value.map((text) => `?x=${text.toWellFormed().replaceAll("#", "")}`),
  fc.constantFrom("?%", "?%E0%A4%A", "?=", "?&&&", "?a=%zz", "?flow=A&flow=B", `?${"a=1&".repeat(500)}`),
);
/** A part of a path: encoded, or as it is. */
const segment = fc.oneof(
  value.map((text) => encodeURIComponent(text.toWellFormed())),
  value.map((text) => text.toWellFormed().replaceAll(/[?#]/g, "")),
  fc.constantFrom("%", "%00", "%2F", "%2e%2e", "%E0%A4%A", "a".repeat(2000)),
);

const TARGETS = SEED_TARGETS.map(({ value: entry }) => (JSON.parse(entry) as { target: string }).target);

/** Whether a page may send a visitor to this address by itself. */
function isAllowedTarget(target: string): boolean {
  return new URL(target, ORIGIN).origin === ORIGIN || TARGETS.includes(target);
}

async function inspect(response: Response): Promise<void> {
  expect(response.status).toBeLessThan(500);
  const location = response.headers.get("location");
  if (location !== null) expect(new URL(location, ORIGIN).origin).toBe(ORIGIN);
  expect(response.headers.has("set-cookie")).toBe(false);
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  const text = await response.text();
  if (!response.headers.get("content-type")?.startsWith("text/html")) {
    // JSON and text may repeat nothing that a browser could take for a page.
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    return;
  }
  expect(text).not.toContain(`<${ELEMENT}`);
  expect(text).not.toMatch(new RegExp(`["'] ${ATTRIBUTE}=`));
  const page = readDocument(text);
  for (const name of ["href", "src", "action"]) {
    for (const value of attributes(page, `[${name}]`, name)) {
      expect(value).not.toMatch(/^\s*(?:javascript|data):/i);
      expect(value).not.toMatch(/^(?:https?:)?[/\\]{2}evil/i);
    }
  }
  for (const content of attributes(page, 'meta[http-equiv="refresh"]', "content"))
    expect(isAllowedTarget(content?.replace(/^\d+; url=/, "") ?? "")).toBe(true);
}

test.each(READABLE_ROUTES.map(addressOf))("anything in the query: %s", (address) =>
  fc.assert(
    fc.asyncProperty(query, async (search) => inspect(await ask(address + search))),
    RUNS,
  ),
);

const PREFIXES = ["/", "/quiz-question/", "/g-", "/cadeau-", "/cadeau/", "/bridge-", "/api/", "/quiz-score/", "//"];
test.each(PREFIXES)("anything in the path: %s...", async (prefix) => {
  await fc.assert(
    fc.asyncProperty(segment, fc.constantFrom("", "/", "//", "?n=1", "/?flow=A"), async (part, end) => {
      const url = URL.parse(`${ORIGIN}${prefix}${part}${end}`);
      // Not an address: no browser would ask for it.
      if (url === null || url.origin !== ORIGIN) return;
      await inspect(await ask(url.href.slice(ORIGIN.length)));
    }),
    RUNS,
  );
});

const header = fc.string({ unit: fc.constantFrom(...'abc019 ;,=/*"<>:-%\\[]'), maxLength: 200 });
const names = [
  ..."accept accept-language cookie if-none-match cf-connecting-ip cf-ray".split(" "),
  ..."origin referer content-type range x-forwarded-host sec-fetch-site".split(" "),
];

const HEADED = [PATHS.home, PATHS.health, "/bridge-59incl-vb1", "/g-TEST-1234?n=1", "/niets"];
test.each([...HEADED, `${PATHS.interstitial}?payment_type=klein-vaarbewijs-1`])("anything in the headers: %s", (path) =>
  fc.assert(
    fc.asyncProperty(fc.dictionary(fc.constantFrom(...names), header), async (headers) => {
      await inspect(await ask(path, { headers }));
    }),
    RUNS,
  ),
);

const json = fc.oneof(
  fc.json(),
  fc.record({ amount: fc.jsonValue(), currency: fc.jsonValue() }).map((body) => JSON.stringify(body)),
  fc.record({ amount: fc.integer({ min: -10, max: 3899 }), currency: value }).map((body) => JSON.stringify(body)),
  value,
);
const TYPES = ["json", "csp-report", "reports+json"].map((type) => `application/${type}`);
const FORM = "application/x-www-form-urlencoded";
/** Every field of our forms, with what one of them takes or with anything. */
const FIELDS = [
  ..."cursus ontvanger gever bericht moment datum ontvanger-email naam overeenkomst email reden stap".split(" "),
  ..."formulier bestelling bedrijf bedrijfsadres btw-nummer".split(" "),
];
const field = fc.oneof({ weight: 3, arbitrary: value }, fc.constantFrom("KVB1", "nu", "bevestigen", "a@b.nl"));
const form = fc
  .record(Object.fromEntries(FIELDS.map((name) => [name, field.map((text) => text.toWellFormed())])))
  .map((fields) => ({ sent: `${new URLSearchParams(fields)}`, type: FORM }));
const sent = fc.oneof(json, fc.uint8Array({ maxLength: 6000 }));
const body = fc.oneof(
  fc.record({ sent, type: fc.constantFrom("text/plain", "", ...TYPES) }),
  fc.record({ sent: fc.uint8Array({ maxLength: 4000 }), type: fc.constant(FORM) }),
  form,
);

test.each(routes.filter(({ POST }) => POST !== undefined).map(({ path }) => path))(
  "anything in a body: POST %s",
  async (path) => {
    await fc.assert(
      fc.asyncProperty(body, value, async ({ sent, type }, signature) => {
        const response = await askWith({}, path, {
          method: "POST",
          headers: {
            origin: ORIGIN,
            "content-type": type,
            "stripe-signature": encodeURIComponent(signature.toWellFormed()),
          },
          body: typeof sent === "string" ? sent : new Uint8Array(sent),
        });
        await inspect(response);
      }),
      RUNS,
    );
  },
);

// Input that is too long is refused before any code reads it, and what is read is read in linear time (house/patterns).

test.each([...routes.map(addressOf), "/nope"])(
  "%s with more than 16 KB: 414, and nothing of it is told",
  async (path) => {
    for (const method of ["GET", "POST"]) {
      const response = await ask(`${path}?x=secret&${"y".repeat(16 * 1024)}`, { method });
      expect(response.status).toBe(414);
      expect(response.headers.get("cache-control")).toContain("no-store");
      expect(await response.text()).not.toContain("secret");
    }
  },
);
