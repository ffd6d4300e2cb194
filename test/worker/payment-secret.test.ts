import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import { PAYMENT_RETURN_COPY } from "../../src/paying/return/payment-return-copy.ts";
import type { Bindings } from "../../src/server/env.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { collectLogs } from "./logs.ts";
import { noScriptTarget, shownMarkup, streamedState } from "./markup.ts";
import { CLEAN, comeBack, look, TYPE, told } from "./returning-buyer.ts";
import { answerText } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerJson, STRIPE_BINDINGS, stubStripe } from "./stripe-stub.ts";

/** The secret of a payment: in the address of the page that a bank leads to, in a cookie, and in a ticket. */

collectLogs();

describe("the secret in the address", () => {
  const SECRET = "payment_intent_client_secret";
  /** Without keys the query gets no ticket, which is for browsers that keep no cookies. */
  const bindings = { ORDER_TOKEN_KEYS: "" };

  test("goes into a cookie for this page only, by a redirect to the address without it", async () => {
    const calls = stubStripe(() => answerJson(intent({ status: "succeeded" })));
    const response = await comeBack(`${CLEAN}&${SECRET}=pi_1_secret_a&redirect_status=succeeded&flow=A`, { bindings });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`${PATHS.interstitial}?${CLEAN}&flow=A`);
    expect(response.headers.getSetCookie()).toEqual([
      `payment_pi_1=pi_1_secret_a; Max-Age=3600; Path=${PATHS.interstitial}; HttpOnly; SameSite=Lax`,
    ]);
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toBe("");
    expect(calls).toEqual([]);
  });

  test("the rest of a long address stays as it is", async () => {
    const query = `x=${"1".repeat(4000)}&${CLEAN}`;
    const response = await comeBack(`${query}&${SECRET}=pi_1_secret_a`, { bindings });
    expect(response.headers.get("location")).toBe(`${PATHS.interstitial}?${query}`);
  });

  test("on https the cookie is Secure", async () => {
    const { createApp } = await import("../../src/app.tsx");
    const url = `https://shop.example${PATHS.interstitial}?${CLEAN}&${SECRET}=pi_1_secret_a`;
    const response = await createApp().request(url, {}, { ...env, ...STRIPE_BINDINGS });
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/; Secure\b/)]);
  });

  test("of a browser that pays often the oldest cookies go, and only ours", async () => {
    const held = [1, 2, 3, 4, 5].map((number) => `payment_pi_${number}=pi_${number}_secret_a`);
    const response = await comeBack(`${TYPE}&payment_intent=pi_9&${SECRET}=pi_9_secret_a`, {
      headers: { cookie: ["other=1", "payment_x<>=1", ...held].join("; ") },
    });
    const set = response.headers.getSetCookie().map((cookie) => cookie.split("; ").slice(0, 2));
    expect(set).toEqual([
      ["payment_pi_1=", "Max-Age=0"],
      ["payment_pi_2=", "Max-Age=0"],
      ["payment_pi_9=pi_9_secret_a", "Max-Age=3600"],
    ]);
  });

  test.each([
    ["of another intent", `payment_intent=pi_1&${SECRET}=pi_2_secret_a`, "payment_intent=pi_1"],
    ["cut short", `payment_intent=pi_1&${SECRET}=pi_1_secret_`, "payment_intent=pi_1"],
    ["without an intent", `${SECRET}=pi_1_secret_a`, "payment_intent="],
    ["with a path in the id", `payment_intent=pi_1/../x&${SECRET}=pi_1/../x_secret_a`, "payment_intent=pi_1%2F..%2Fx"],
  ])("%s leaves the address too, and is not kept", async (_name, query, clean) => {
    const response = await comeBack(`${TYPE}&${query}`);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`${PATHS.interstitial}?${TYPE}&${clean}`);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test("it leaves an address of an unknown type as well", async () => {
    const response = await comeBack(`payment_type=x&payment_intent=pi_1&${SECRET}=pi_1_secret_a`);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).not.toContain("secret");
  });

  test("is nowhere in a page", async () => {
    for (const status of ["succeeded", "processing", "requires_action", "requires_payment_method", "canceled"]) {
      stubStripe(() => answerJson(intent({ status })));
      expect(await (await look(`${CLEAN}&flow=A`)).text()).not.toContain("secret");
      vi.restoreAllMocks();
    }
  });
});

describe("a browser that keeps no cookies", () => {
  const KEYS = { ORDER_TOKEN_KEYS: `k:${"A".repeat(43)}` };
  const RETURNED = `${CLEAN}&payment_intent_client_secret=pi_1_secret_a&redirect_status=succeeded`;

  /** The query that the redirect leads to. */
  async function cleanQuery(bindings: Partial<Bindings> = KEYS, returned = RETURNED): Promise<string> {
    const location = (await comeBack(returned, { bindings })).headers.get("location") ?? "";
    return new URL(location, "https://shop.example").search.slice(1);
  }

  test("has a ticket in its address, and none of the secret", async () => {
    const query = await cleanQuery();
    expect(query).toMatch(/^payment_type=klein-vaarbewijs-1&payment_intent=pi_1&payment_ticket=k\.[\w-]+$/);
  });

  test.each([
    ["succeeded", PAYMENT_RETURN_COPY.paid.title],
    ["processing", PAYMENT_RETURN_COPY.processing.text],
    ["requires_action", PAYMENT_RETURN_COPY.pending.text],
    ["requires_payment_method", PAYMENT_RETURN_COPY.open.title],
    ["canceled", PAYMENT_RETURN_COPY.canceled.title],
  ])("%s: shows the same as with cookies, and its page is not measured", async (status, text) => {
    const query = await cleanQuery();
    stubStripe(() => answerJson(intent({ status })));
    const bindings = { ...KEYS, TAG_MANAGER_ID: "GTM-TEST" };
    const html = await answerText(comeBack(query, { bindings }));
    expect(shownMarkup(html)).toContain(text);
    expect(html).not.toContain("_secret_");
    expect(html).not.toContain("GTM-TEST");
    // Somebody else may see an address with a ticket.
    expect(html).not.toContain("jan@example.nl");
    expect(await (await look(CLEAN, { bindings })).text()).toContain("GTM-TEST");
    expect(streamedState(html)).toEqual(streamedState(await (await look()).text()));
  });

  test("its page asks by the same address, and without JavaScript too", async () => {
    const query = await cleanQuery();
    stubStripe(() => answerJson(intent({ status: "processing" })));
    const json = await comeBack(query, { bindings: KEYS, headers: { accept: "application/json" } });
    expect(await json.json()).toEqual({ status: "processing" });
    const first = await comeBack(query, { bindings: KEYS });
    expect(noScriptTarget(await first.text())).toBe(`${PATHS.interstitial}?${query}&verder=1`);
    const second = await comeBack(`${query}&verder=1`, { bindings: KEYS });
    expect(second.headers.get("refresh")).toContain(`${PATHS.interstitial}?${query}&verder=2`);
  });

  test("once the cookie is there the ticket leaves the address", async () => {
    const calls = stubStripe(() => answerJson(intent({ status: "succeeded" })));
    const response = await look(`${await cleanQuery()}&flow=A`, { bindings: KEYS });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`${PATHS.interstitial}?${CLEAN}&flow=A`);
    expect(calls).toEqual([]);
  });

  const OTHER_KEYS = { ORDER_TOKEN_KEYS: `k:${"B".repeat(42)}A` };
  const UNSEEN: Readonly<Record<string, (query: string) => readonly [string, Partial<Bindings>]>> = {
    "that was changed": (query) => [query.replace(/.(.)$/, "x$1"), KEYS],
    "that was cut": (query) => [query.slice(0, -4), KEYS],
    "of another payment": (query) => [query.replace("payment_intent=pi_1", "payment_intent=pi_2"), KEYS],
    "of another shop's key": (query) => [query, OTHER_KEYS],
    "that nobody can open any more": (query) => [query, { ORDER_TOKEN_KEYS: "" }],
    "that is empty": () => [`${CLEAN}&payment_ticket=`, KEYS],
    "that is long": () => [`${CLEAN}&payment_ticket=k.${"A".repeat(5000)}`, KEYS],
    "that never was": () => [CLEAN, KEYS],
  };
  test.each(Object.keys(UNSEEN))("with a ticket %s: cannot see it, and Stripe is not asked", async (name) => {
    const [query, bindings] = UNSEEN[name]?.(await cleanQuery()) ?? ["", {}];
    const { calls, shown, state } = await told({ status: "succeeded" }, query, { bindings }, comeBack);
    expect(shown).toContain(PAYMENT_RETURN_COPY.unseen.title);
    expect(state?.saleEuros).toBeUndefined();
    expect(calls).toEqual([]);
  });

  test("with a ticket that is a quarter of an hour old the payment cannot be seen", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const query = await cleanQuery();
    vi.setSystemTime(Date.now() + 15 * 60_000);
    const { shown } = await told({ status: "succeeded" }, query, { bindings: KEYS }, comeBack);
    expect(shown).toContain(PAYMENT_RETURN_COPY.unseen.title);
  });

  test("a made-up secret gets a ticket that shows nothing", async () => {
    const query = await cleanQuery(KEYS, RETURNED.replace("pi_1_secret_a", "pi_1_secret_b"));
    const { shown } = await told({ status: "succeeded" }, query, { bindings: KEYS }, comeBack);
    expect(shown).toContain(PAYMENT_RETURN_COPY.unknown.title);
  });

  test("without a key there is no ticket, and none is taken from an address", async () => {
    const mine = await cleanQuery();
    const query = await cleanQuery({ ORDER_TOKEN_KEYS: "" }, `${mine}&payment_intent_client_secret=pi_1_secret_a`);
    expect(query).toBe(CLEAN);
  });
});
