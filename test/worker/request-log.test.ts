import { describe, expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { type LogLine, logs } from "./logs.ts";
import { ask, askWith } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerJson, postJson, stubStripe } from "./stripe-stub.ts";

/** What a request leaves in the log, and the times that its answer names. */

describe("the line of a request", () => {
  /** Waits for the only log line: that of a streamed page comes at its end. */
  async function lineOf(response: Response): Promise<LogLine | undefined> {
    await response.text();
    const lines = logs.lines("request.handled");
    expect(lines).toHaveLength(1);
    return lines[0];
  }

  const VISITOR = { "cf-ray": "ray-1" };

  test("a gift: KV's answer and its time, and not whose gift it is", async () => {
    const line = await lineOf(await ask("/g-DEMO-VAAR-2026?n=Noor&m=Hoi", { headers: VISITOR }));
    const asked = { requestId: "ray-1", route: "gift-code", method: "GET", status: 200, cause: "kv:found" };
    const times = { ms: expect.any(Number), kvMs: expect.any(Number) };
    expect(line).toEqual({ level: "info", event: "request.handled", ...asked, ...times });
  });

  test.each([
    ["/g-NIET-INKV", 404, "gift-code", "kv:unknown"],
    ["/cadeau-niemand", 404, "gift-name", "kv:unknown"],
    [PATHS.giftLookup, 200, "gift-lookup", undefined],
    [PATHS.interstitialTargets, 200, "interstitial-targets", "kv:found"],
    ["/bridge-59incl-vb1?session_id=cs_jan", 200, "bridge", "kv:found"],
    ["/bestelling/jan", 404, "order-status", undefined],
    [PATHS.withdrawal, 200, "withdrawal", undefined],
    [PATHS.paymentDetails, 405, "payment-details", "method_not_allowed"],
    [`${PATHS.interstitial}?payment_type=jan`, 404, "payment-return", undefined],
  ])("GET %s -> %i", async (path, status, route, cause) => {
    const line = await lineOf(await ask(path, { headers: VISITOR }));
    expect(line).toMatchObject({ status, route, requestId: "ray-1" });
    expect(line?.cause).toBe(cause);
    expect(JSON.stringify(line)).not.toMatch(/NIET-?INKV|niemand|jan/);
  });

  test("the return page: what Stripe and KV said, in one line when both are known", async () => {
    stubStripe(() => answerJson(intent({ status: "processing" })));
    const path = `${PATHS.interstitial}?payment_type=klein-vaarbewijs-1&payment_intent=pi_1`;
    const headers = { ...VISITOR, cookie: "payment_pi_1=pi_1_secret_a" };
    const response = await askWith({}, path, { headers });
    expect(logs.lines("request.handled")).toEqual([]);
    const line = await lineOf(response);
    expect(String(line?.cause).split(" ").sort()).toEqual(["kv:found", "stripe:processing"]);
    expect(line).toMatchObject({ route: "payment-return", stripeMs: expect.any(Number), kvMs: expect.any(Number) });
    expect(JSON.stringify(line)).not.toContain("pi_1");
  });

  test("the API: the error's code", async () => {
    const line = await lineOf(await postJson(PATHS.createPaymentIntent, { amount: 1, currency: "eur" }));
    const refused = { status: 422, cause: "price_not_offered" };
    expect(line).toMatchObject({ route: "create-payment-intent", method: "POST", ...refused });
  });

  test("a refused method has a line too; pages that are the same for everybody have none", async () => {
    expect(await lineOf(await ask(PATHS.stripeWebhook))).toMatchObject({ status: 405, route: "stripe-webhook" });
    await ask(PATHS.home);
    await ask(`${PATHS.order}?x=1`);
    await ask("/nope");
    expect(logs.lines("request.handled")).toHaveLength(1);
  });
});

const timing = async (path: string) => (await ask(path)).headers.get("server-timing");

test("Server-Timing names the calls that ended before the headers were sent", async () => {
  expect(await timing(PATHS.quiz)).toMatch(/^render;dur=[\d.]+$/);
  expect(await timing("/g-NIET-INKV")).toMatch(/^render;dur=[\d.]+, kv;dur=[\d.]+$/);
  expect(await timing(PATHS.interstitialTargets)).toMatch(/^kv;dur=[\d.]+$/);
  // A remembered page names no rendering, and one that is sent in order nothing that it still waits for.
  expect(await timing(PATHS.terms)).toBeNull();
  expect(await timing(PATHS.checkout)).toBeNull();
  expect(await timing("/g-NIET-INKV?n=x")).toMatch(/^kv;dur=[\d.]+$/);
  expect(await timing("/bridge-59incl-vb1")).toBeNull();
});

test("Server-Timing: the payment API names Stripe", async () => {
  stubStripe(() => answerJson(intent()));
  const response = await postJson(PATHS.createPaymentIntent, { amount: 3900, currency: "eur" });
  expect(response.status).toBe(200);
  expect(response.headers.get("server-timing")).toMatch(/^stripe;dur=[\d.]+$/);
});
