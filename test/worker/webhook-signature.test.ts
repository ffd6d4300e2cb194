import { describe, expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { takeFaults } from "../outside-world/stripe-watch.ts";
import { deliver, newPayment, now, order, succeeded } from "./payment.ts";
import { askWith, endlessBody } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { STRIPE_BINDINGS, signWebhook as sign, stripeEvent } from "./stripe-stub.ts";

const logs = newPayment();

describe("who is not Stripe is refused", () => {
  const refused = async (response: Response) => {
    expect(response.status).toBe(400);
    expect(await order()).toBeNull();
    expect(logs.lines("webhook.refused")).toHaveLength(1);
  };

  test("without a signature", async () => {
    await refused(
      await askWith(STRIPE_BINDINGS, PATHS.stripeWebhook, { method: "POST", body: JSON.stringify(succeeded()) }),
    );
  });

  test.each(["", "nonsense", "t=1,v1=abc", "v1=abc"])("signature %j", async (signature) => {
    await refused(await deliver(succeeded(), { signature }));
  });

  const old = () => now() - 310;
  test.each([
    ["none", () => undefined],
    ["of another form", () => `t=${now()},v1=abc`],
    ["of another scheme", () => `t=${now()},v0=${"a".repeat(64)}`],
    ["without a time", () => `v1=${"a".repeat(64)}`],
    ["too old", () => `t=${old()},v1=${"a".repeat(64)}`],
    ["longer than any of Stripe's", () => `t=${now()}${`,v1=${"a".repeat(64)}`.repeat(20)}`],
  ])("before its body is read, with a signature that is %s", async (_name, signature) => {
    const { body, pulls } = endlessBody();
    const sent = signature();
    const headers: Record<string, string> = sent === undefined ? {} : { "stripe-signature": sent };
    const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
    await refused(await askWith(STRIPE_BINDINGS, PATHS.stripeWebhook, init));
    expect(pulls()).toBe(0);
  });

  test("a signature made with another secret", async () => {
    const body = JSON.stringify(succeeded());
    await refused(await deliver(body, { signature: await sign(body, { secret: "whsec_other" }) }));
  });

  test("a body that was changed after signing, be it by a space", async () => {
    const body = JSON.stringify(succeeded());
    await refused(await deliver(`${body} `, { signature: await sign(body) }));
  });

  test("a signature of more than 300 seconds ago", async () => {
    await refused(await deliver(succeeded(), { timestamp: now() - 310 }));
  });

  test("a signature of 290 seconds ago is still good", async () => {
    expect((await deliver(succeeded(), { timestamp: now() - 290 })).status).toBe(200);
  });

  test("a signed body that is no JSON", async () => {
    await refused(await deliver("{"));
  });

  test("a signed event in an unexpected form", async () => {
    await refused(await deliver(succeeded({ object: { amount: "3900" } })));
    expect(takeFaults()).toHaveLength(1);
  });

  const TYPE = "payment_intent.succeeded";
  const NOTHING = { eventId: undefined, type: TYPE, intentId: undefined };

  test.each([
    ["an amount that is a text", "evt_1A2b", intent({ amount: "3900" }), { eventId: "evt_1A2b", intentId: "pi_1" }],
    ["no object", "evt_2", undefined, { eventId: "evt_2" }],
    ["a payment's own", "evt_4", { id: "ch_1", payment_intent: "pi_4" }, { eventId: "evt_4", intentId: "pi_4" }],
    ["ids that are none", "jan@example.nl", { id: { jan: 1 }, payment_intent: ["jan"] }, {}],
    ["ids without an end", `evt_${"a".repeat(5_000)}`, { id: `pi_${"a".repeat(5_000)}` }, {}],
    ["ids with line breaks", "evt_1\n{}", { id: "pi_1\njan" }, {}],
    ["no data", "evt_3", null, { eventId: "evt_3" }],
  ])(
    "the log names a genuine event that is refused for its form, where it can be read: %s",
    async (_name, id, object, named) => {
      const { data: _whole, ...bare } = stripeEvent(TYPE, object, { id });
      await refused(await deliver(object === null ? bare : { ...bare, data: { object } }));
      expect(takeFaults()).not.toEqual([]);
      const expected = { ...NOTHING, ...named };
      const [line] = logs.lines("webhook.refused");
      expect({ eventId: line?.eventId, type: line?.type, intentId: line?.intentId }).toEqual(expected);
      expect(JSON.stringify(line)).not.toContain("jan");
      expect(line?.reason).toBe("event in an unexpected form");
    },
  );
});

test("a body over 256 KB is refused", async () => {
  expect((await deliver(JSON.stringify({ x: "y".repeat(300_000) }))).status).toBe(413);
});
