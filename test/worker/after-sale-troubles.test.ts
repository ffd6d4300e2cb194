import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { NOTICE_COPY } from "../../src/content/order-mail.ts";
import type { Bindings } from "../../src/env.ts";
import { MAIL_ERRORS } from "../../src/services/mail.ts";
import { FULL } from "../full.ts";
import { onEveryKv } from "./places.ts";
import { anew, BUYER, beginSale, follow, HOUR_MS, intentId, isConfirmed, mailed, OWNER, record, SALE } from "./sale.ts";
import { AWAY, changed, fail } from "./shop.ts";

/** The Workflow after a sale while something around it fails. */

const logs = beginSale();

/** One of each kind; `npm run test:full` runs all. */
const MAIL_TROUBLES = Object.entries(MAIL_ERRORS).filter(
  ([, lies], index, all) => FULL || all.findIndex(([, other]) => other === lies) === index,
);

onEveryKv((world) => {
  test("down for two days: nothing is sent, nothing is marked as sent, and a later run sends it", async () => {
    await record();
    const down = await follow({ bindings: { EMAIL: AWAY } });
    expect([down.state, down.mails.length, await isConfirmed()]).toEqual([undefined, 0, false]);
    const again = await follow();
    expect(mailed(again.mails)).toEqual([BUYER, OWNER]);
  });

  test("cut off between sending and the step's end: that mail comes twice, no other", async () => {
    await record();
    const { state, mails } = await follow({ killed: ["confirmation"] });
    expect(state).toBe("sent");
    expect(mailed(mails)).toEqual([BUYER, BUYER, OWNER]);
  });

  test("every other step is cut off once after its work: still one mail each, and all is noted", async () => {
    await record();
    const steps = Object.keys((await follow()).results);
    anew();
    await record();
    const killed = steps.filter((name) => name !== "confirmation" && name !== "notice");
    expect(killed).toEqual(expect.arrayContaining(["find the buyer", "store the gift", "note the confirmation"]));
    const { state, mails } = await follow({ killed });
    expect([state, mailed(mails).sort(), await isConfirmed()]).toEqual(["sent", [OWNER, BUYER], true]);
  });

  test("KV cannot note the mail for an hour: it is not sent again", async () => {
    await record();
    let writes = 0;
    const put =
      (real: (...args: unknown[]) => unknown) =>
      (...args: unknown[]) =>
        ++writes < 26 ? fail() : real(...args);
    const ORDERS = changed(world.at("workflow").ORDERS, { put });
    const { mails } = await follow({ bindings: { ORDERS } });
    expect(mailed(mails)).toEqual([BUYER, OWNER]);
    expect(await isConfirmed()).toBe(true);
  });

  test("KV cannot be read for an hour: the mails go when it is back", async () => {
    await record();
    let isAway = true;
    const ORDERS = changed(world.at("workflow").ORDERS, { list: (real) => (isAway ? fail : real) });
    const back = { ms: HOUR_MS, happens: async () => (isAway = false) };
    const { state, mails } = await follow({ bindings: { ORDERS }, at: [back] });
    expect(state).toBe("sent");
    expect(mailed(mails).sort()).toEqual([OWNER, BUYER]);
  });

  test("the course's address cannot be read: the mail waits for it", async () => {
    await record();
    let reads = 0;
    const get =
      (real: (...args: unknown[]) => unknown) =>
      (...args: unknown[]) =>
        ++reads < 3 ? fail() : real(...args);
    const INTERSTITIALS = changed(env.INTERSTITIALS, { get });
    const { mails } = await follow({ bindings: { INTERSTITIALS } });
    expect(mails[0]?.text).toContain("http://localhost:8788/cursus/kvb1");
  });

  test("an address that the service refuses: asked once, and the owner is told", async () => {
    await record();
    let asked = 0;
    const run = await follow({
      send: (_atMs, to) => {
        if (to !== BUYER) return;
        asked += 1;
        throw Object.assign(new Error("suppressed"), { code: "E_RECIPIENT_SUPPRESSED" });
      },
    });
    expect([run.state, asked]).toEqual(["refused", 1]);
    expect(mailed(run.mails)).toEqual([OWNER]);
    expect(run.mails[0]?.text).toContain(NOTICE_COPY.confirmation.refused);
    expect(await isConfirmed()).toBe(false);
  });

  test("a code that is not final, such as an account that may not send to everybody yet: tried again", async () => {
    await record();
    const run = await follow({
      send: (atMs, to) => {
        if (to === BUYER && atMs < 5 * HOUR_MS) throw Object.assign(new Error(), { code: "E_RECIPIENT_NOT_ALLOWED" });
      },
    });
    expect([run.state, mailed(run.mails)]).toEqual(["sent", [OWNER, BUYER]]);
    // The owner's mail did not wait for the buyer's.
    expect(run.mails[0]?.atMs).toBeLessThan(HOUR_MS / 4);
    expect(run.mails[0]?.text).toContain(NOTICE_COPY.confirmation.delayed);
    expect(logs.lines("mail.failed")[0]).toMatchObject({ reason: "E_RECIPIENT_NOT_ALLOWED", lies: "account" });
    expect(await isConfirmed()).toBe(true);
  });

  test("the buyer's mail fails for days: the owner knows of the sale at once, and of that after a day", async () => {
    await record();
    const run = await follow({
      send: (_atMs, to) => {
        if (to === BUYER) throw Object.assign(new Error(), { code: "E_DELIVERY_FAILED" });
      },
    });
    expect([run.state, mailed(run.mails)]).toEqual(["failed", [OWNER, OWNER]]);
    expect(run.mails[1]?.text).toContain(NOTICE_COPY.confirmation.failed);
  });

  test("the owner's mail fails for days: a buyer whose address comes hours later still gets the mail", async () => {
    await record({ productId: "KVB1" });
    const run = await follow({
      send: (_atMs, to) => {
        if (to === OWNER) throw Object.assign(new Error(), { code: "E_DELIVERY_FAILED" });
      },
      at: [{ ms: 3 * HOUR_MS, happens: () => record({ ...SALE, source: "hosted" }, `${intentId}.session`) }],
    });
    expect(mailed(run.mails)).toEqual([BUYER]);
    expect(run.mails[0]?.atMs).toBeLessThan(5 * HOUR_MS);
    expect(await isConfirmed()).toBe(true);
    // The platform shows the instance as failed.
    expect(run.state).toBeUndefined();
  });

  test.each([
    ["no binding", { EMAIL: undefined }, "EMAIL"],
    ["no sender", { MAIL_FROM: "FILL-IN name <address>" }, "MAIL_FROM"],
  ] as const)(
    "not configured, %s: logged, the order stays, and a later run sends it",
    async (_name, bindings, missing) => {
      await record();
      const run = await follow({ bindings: bindings as Partial<Bindings> });
      expect([run.state, run.mails]).toEqual(["unconfigured", []]);
      expect(logs.lines("mail.unconfigured")[0]).toMatchObject({ level: "error", missing });
      expect(await isConfirmed()).toBe(false);
      expect((await follow()).state).toBe("sent");
    },
  );

  test("no owner's address: the buyer's mail goes all the same", async () => {
    await record();
    const { state, mails } = await follow({ bindings: { MAIL_OWNER: "" } });
    expect([state, mailed(mails)]).toEqual(["sent", [BUYER]]);
  });

  test("started again when the platform has forgotten it: no mail goes, and nothing new is noted", async () => {
    await record();
    await follow();
    const noted = await env.ORDERS.get(`${intentId}.mail`);
    world.settle();
    const again = await follow();
    expect([again.state, again.mails]).toEqual(["known", []]);
    expect(await env.ORDERS.get(`${intentId}.mail`)).toBe(noted);
  });

  test.each(MAIL_TROUBLES)(
    "%s (%s) for two hours, for everybody: what can still go goes, once and soon after",
    async (code, lies) => {
      await record();
      const run = await follow({
        send: (atMs) => {
          if (atMs < 2 * HOUR_MS) throw Object.assign(new Error(`no mail to ${BUYER}`), { code });
        },
      });
      const isGivenUp = lies === "address";
      expect(mailed(run.mails).sort()).toEqual(isGivenUp ? [] : [OWNER, BUYER]);
      expect([run.state, await isConfirmed()]).toEqual([isGivenUp ? "refused" : "sent", !isGivenUp]);
      for (const { atMs } of run.mails) expect(atMs).toBeLessThan(2 * HOUR_MS + 5 * 60_000);
      expect(logs.lines("mail.failed")[0]).toMatchObject({ intentId, mail: "confirmation", reason: code, lies });
      expect(JSON.stringify(logs.lines("mail.failed"))).not.toContain("@");
    },
  );
});

test("of all errors of the mail service, only a suppressed address ends the attempts", () => {
  const final = Object.entries(MAIL_ERRORS).filter(([, lies]) => lies === "address");
  expect(final.map(([code]) => code)).toEqual(["E_RECIPIENT_SUPPRESSED"]);
});
