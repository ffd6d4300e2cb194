import { sign } from "hono/utils/jwt/jwt";
import { beforeEach, expect, test, vi } from "vitest";
import { DESK_COPY } from "../../src/desk/desk-copy.ts";
import { visitorOf } from "../../src/desk/desk-visitor-rules.ts";
import { readSettings } from "../../src/server/env.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { nowS, passTime } from "../clock.ts";
import { createSigningKey, type SigningKey, signToken } from "../outside-world/auth-keys.ts";
import type { Claims } from "./access-tokens.ts";
import { logs } from "./logs.ts";
import { askWith } from "./shop.ts";
import { stubStripe } from "./stripe-stub.ts";

/** The door of the owner's desk: who comes in, and that for everybody else there is nothing. */

const AUDIENCE = "a".repeat(64);
const OWNER = "eigenaar@example.nl";
const USER = "7335d417-61da-459d-899c-0a01c76a2f94";

/** Keys are remembered per team, so each test has a team of its own. */
let teams = 0;
let team = "";
let keys: SigningKey[] = [];
let published: unknown;
let keysStatus = 200;
const key = createSigningKey("RS256", "key-1");

beforeEach(() => {
  teams += 1;
  team = `https://team-${teams}.cloudflareaccess.example`;
  keys = [key];
  published = undefined;
  keysStatus = 200;
});

/** Stands in for Cloudflare Access; only its keys can be asked for. Returns the addresses that were asked. */
function stubAccess(): string[] {
  const asked: string[] = [];
  stubStripe(({ url }) => {
    asked.push(url.href);
    const set = { keys: [{ kty: "oct" }, ...keys.map(({ publicJwk }) => publicJwk)], public_certs: [] };
    return Response.json(published ?? set, { status: keysStatus });
  });
  return asked;
}

/** The claims of a person, as Cloudflare's documents show them; what a team adds makes them longer. */
const personClaims = (): Claims => ({
  ...{ aud: ["b".repeat(64), AUDIENCE], email: OWNER, iss: team, type: "app", sub: USER, country: "NL" },
  ...{ exp: nowS() + 3600, iat: nowS(), nbf: nowS(), identity_nonce: "6ei69kawdKzMIAPF", custom: "x".repeat(2_000) },
});

const assertionOf = (claims: Claims = {}, by = key) => signToken(by, { ...personClaims(), ...claims });

const bindings = () => ({ ACCESS_TEAM_DOMAIN: team, ACCESS_AUD: AUDIENCE, DESK_EDITORS: OWNER });

const askDesk = (headers: Record<string, string> = {}, init: RequestInit = {}, path: string = PATHS.desk) =>
  askWith(bindings(), path, { ...init, headers });
const askAs = (assertion: string) => askDesk({ "cf-access-jwt-assertion": assertion });
const reasons = () => logs.lines("desk.refused").map(({ reason }) => reason);

/** What a client sees of an answer. The time of rendering differs each time. */
async function seen(answer: Response | Promise<Response>) {
  const response = await answer;
  const headers = Object.fromEntries(response.headers);
  headers["server-timing"] = headers["server-timing"]?.replaceAll(/dur=[\d.]+/g, "dur") ?? "";
  return { status: response.status, headers, text: await response.text() };
}

const OPEN = [PATHS.desk, `${PATHS.desk}/`, `${PATHS.desk}/bestellingen`, `${PATHS.desk}/a/b?c=d`];
const OTHER_SPELLINGS = ["/Beheer", "/BEHEER/", "//beheer", "/%62eheer", "/beheer%2f", "/beheerder", "/x/beheer"];

const NONE = { ACCESS_TEAM_DOMAIN: "", ACCESS_AUD: "", DESK_EDITORS: "" };

test.each([...OPEN, ...OTHER_SPELLINGS])(
  "%s: the bytes of any unknown address, by every method, without a desk or without a door",
  async (path) => {
    const asked = stubAccess();
    const good = { "cf-access-jwt-assertion": await assertionOf() };
    // In another spelling there is nothing, also for whom Access let in.
    const letIn = OPEN.includes(path) ? {} : good;
    for (const [vars, headers] of [[NONE, good] as const, [bindings(), letIn] as const]) {
      expect([...reasons(), ...logs.lines("request.handled")]).toEqual([]);
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        const answerOf = (to: string) => seen(askWith(vars, to, { method, headers }));
        const unknown = await answerOf(path.replace(/beheer/i, "nergens"));
        expect(unknown.status, method).toBe(404);
        expect(await answerOf(path), method).toEqual(unknown);
      }
    }
    expect(asked).toEqual([]);
    expect(new Set(reasons())).toEqual(new Set(OPEN.includes(path) ? ["no assertion"] : []));
  },
);

test.each(OPEN)("%s opens for whom Access let in, and is logged without an address", async (path) => {
  const asked = stubAccess();
  const response = await askDesk({ "cf-access-jwt-assertion": await assertionOf() }, {}, path);
  expect(reasons()).toEqual([]);
  if (path === PATHS.desk) expect(response.status).toBe(200);
  expect(asked).toEqual([`${team}/cdn-cgi/access/certs`]);
  expect(logs.lines("request.handled")).toMatchObject([{ route: "desk", method: "GET", status: response.status }]);
});

test.each([
  [OWNER, OWNER, true],
  ["Eigenaar@Example.nl", `noor@example.nl, ${OWNER.toUpperCase()}`, true],
  ["noor@example.nl", OWNER, false],
  [OWNER, "", false],
])("a shop with a desk: %s may act where the editors are '%s': %s", (email, editors, mayAct) => {
  const { deskEditors } = readSettings({ DESK_EDITORS: editors } as never);
  expect(visitorOf(email, deskEditors)).toEqual({ email: email.toLowerCase(), mayAct });
});

const encode = (value: object) => btoa(JSON.stringify(value)).replaceAll("=", "");
const swapPart = (token: string, index: number, part: string) => token.split(".").with(index, part).join(".");

const HEADER = { typ: "JWT", kid: "key-1" };
const forged = (reason: string, rows: Readonly<Record<string, () => string | Promise<string>>>) =>
  Object.entries(rows).map(([name, make]) => [name, reason, make] as const);
const claimed = (reason: string, rows: Readonly<Record<string, () => Claims>>) =>
  Object.entries(rows).map(([name, claims]) => [name, reason, () => assertionOf(claims())] as const);

const FORGED = [
  ...claimed("JWT from another issuer", {
    "another team": () => ({ iss: "https://other.cloudflareaccess.example" }),
    "the team with a slash": () => ({ iss: `${team}/` }),
    "no issuer": () => ({ iss: undefined }),
  }),
  ...claimed("JWT for another audience", {
    "another application": () => ({ aud: ["b".repeat(64)] }),
    "an audience that holds ours": () => ({ aud: [`${AUDIENCE}a`] }),
    "a list within the list": () => ({ aud: [[AUDIENCE]] }),
    "an empty audience": () => ({ aud: [] }),
    "no audience": () => ({ aud: undefined }),
  }),
  ...claimed("JWT claims missing", {
    "without an end": () => ({ exp: undefined }),
    "a service token": () => ({ common_name: `${"e".repeat(32)}.access`, sub: "", email: undefined, nbf: undefined }),
    "a service token with an address": () => ({ common_name: "e.access", sub: "" }),
    "a session with the whole team": () => ({ type: "org" }),
    "no type": () => ({ type: undefined }),
    "no address": () => ({ email: undefined }),
    "a text that is no address": () => ({ email: "eigenaar" }),
    "two addresses": () => ({ email: `${OWNER},joost@example.nl` }),
    "a list of addresses": () => ({ email: [OWNER] }),
    "an address that is too long": () => ({ email: `${"e".repeat(250)}@example.nl` }),
  }),
  ...claimed("JWT has expired", {
    expired: () => ({ exp: nowS() - 1 }),
    "an end that is a text": () => ({ exp: String(nowS() + 600) }),
  }),
  ...claimed("JWT not valid yet", { "not valid yet": () => ({ nbf: nowS() + 600 }) }),
  ...forged("JWT header not accepted", {
    "no token at all": () => "abc",
    nothing: () => "",
    endless: () => `${assertionOf()}${"a".repeat(9_000)}`,
    "no algorithm": () => `${encode({ alg: "none", ...HEADER })}.${encode(personClaims())}.`,
    "a shared secret made of the public key": async () => {
      const signed = await sign({ ...personClaims() }, JSON.stringify(key.publicJwk), "HS256");
      return swapPart(signed, 0, encode({ alg: "HS256", ...HEADER }));
    },
    "an algorithm that Access does not use, with a key that it published": () => {
      const elliptic = createSigningKey();
      keys.push(elliptic);
      return signToken(elliptic, personClaims());
    },
  }),
  ...forged("JWT signed with an unknown key", {
    "a key that signs in another way": () => {
      keys = [{ ...key, publicJwk: { ...key.publicJwk, alg: "RS512" } }];
      return assertionOf();
    },
    "an unknown key": () => assertionOf({}, { ...key, kid: "key-9" }),
  }),
  ...forged("Invalid JWT signature", {
    "the id of a known key, signed by another": () => assertionOf({}, createSigningKey("RS256", key.kid)),
    "changed claims under a good signature": () =>
      swapPart(assertionOf(), 1, encode({ ...personClaims(), email: "joost@example.nl" })),
    "no signature": () => swapPart(assertionOf(), 2, ""),
  }),
];

test.each(FORGED)("%s: '%s', and the same bytes as any unknown address", async (_name, reason, make) => {
  stubAccess();
  const assertion = await make();
  const headers = { "cf-access-jwt-assertion": assertion };
  const unknown = await seen(askDesk(headers, {}, "/nergens"));
  expect(await seen(askDesk(headers))).toEqual(unknown);
  expect(unknown.status).toBe(404);
  expect(reasons()).toEqual([reason]);
  const written = JSON.stringify([...logs.lines("desk.refused"), ...logs.lines("request.handled")]);
  if (assertion.length > 40) expect(written).not.toContain(assertion.slice(0, 40));
});

test.each([
  ["the cookie alone opens", null, "CF_Authorization=GOOD", 200],
  ["a good header opens, whatever the cookie says", "GOOD", "CF_Authorization=abc", 200],
  ["a bad header does not, even with a good cookie", "BAD", "CF_Authorization=GOOD", 404],
  ["nor does a bad cookie", null, "a=b; CF_Authorization=BAD; c=d", 404],
  ["a cookie of another name is none", null, "XCF_Authorization=GOOD", 404],
])("%s", async (_name, header, cookie, status) => {
  stubAccess();
  const [good, bad] = [await assertionOf(), await assertionOf({ exp: nowS() - 1 })];
  const assertion = header === null ? {} : { "cf-access-jwt-assertion": header === "GOOD" ? good : bad };
  expect((await askDesk({ cookie: cookie.replace("GOOD", good).replace("BAD", bad), ...assertion })).status).toBe(
    status,
  );
});

test("the keys: are fetched once, however many forged assertions come at once, and then kept; made-up ids do not cause a fetch each time", async () => {
  const asked = stubAccess();
  const forged = createSigningKey("RS256");
  const answers = await Promise.all(Array.from({ length: 10 }, () => askAs(assertionOf({}, forged))));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  for (let times = 0; times < 3; times += 1) expect((await askAs(assertionOf())).status).toBe(200);
  for (const kid of ["a", "b"]) expect((await askAs(assertionOf({}, { ...key, kid }))).status).toBe(404);
  expect(asked).toHaveLength(1);
});

test("the keys: are asked for again once somebody left who asked, and for a new key; the key before still counts", async () => {
  const asked = stubAccess();
  vi.mocked(fetch).mockReturnValueOnce(new Promise(() => undefined));
  void askAs(assertionOf());
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce());
  passTime(31_000);
  await askAs(assertionOf());
  const next = createSigningKey("RS256");
  keys = [next, key];
  passTime(31_000);
  expect((await askAs(assertionOf({}, next))).status).toBe(200);
  expect((await askAs(assertionOf())).status).toBe(200);
  expect(asked).toHaveLength(2);
}, 30_000);

test("the keys: a key that was rotated out counts for ten minutes at most", async () => {
  stubAccess();
  await askAs(assertionOf());
  keys = [createSigningKey("RS256")];
  passTime(601_000);
  expect((await askAs(assertionOf())).status).toBe(404);
});

test.each([
  ["answers 500", 500, { keys: [] }],
  ["answers something else", 200, { hello: "world" }],
])("the keys: Access %s: 503 with a page, logged, and asked again after half a minute", async (_name, status, body) => {
  [keysStatus, published] = [status, body];
  const asked = stubAccess();
  for (let times = 0; times < 2; times += 1) {
    const response = await askAs(assertionOf());
    const headers = { "retry-after": "30", "cache-control": "private, no-store" };
    expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([503, headers]);
    const page = await response.text();
    expect(page).toContain(DESK_COPY.trouble.access.text);
    expect(page).not.toMatch(/<nav|<script/);
  }
  expect(asked).toHaveLength(1);
  expect(logs.lines("desk.unavailable")).toHaveLength(2);
  expect(logs.lines("request.handled")).toMatchObject([{ status: 503 }, { status: 503 }]);
  [keysStatus, published] = [200, undefined];
  passTime(31_000);
  expect((await askAs(assertionOf())).status).toBe(200);
});

test("a new key that cannot be fetched now is no forged one: 503 until it can", async () => {
  stubAccess();
  await askAs(assertionOf());
  passTime(31_000);
  const next = createSigningKey("RS256");
  keysStatus = 503;
  for (let times = 0; times < 2; times += 1) expect((await askAs(assertionOf({}, next))).status).toBe(503);
  // Who has a key that is known gets in meanwhile.
  expect((await askAs(assertionOf())).status).toBe(200);
  [keys, keysStatus] = [[next], 200];
  passTime(31_000);
  expect((await askAs(assertionOf({}, next))).status).toBe(200);
});
