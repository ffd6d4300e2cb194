import { introspectWorkflow } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { MY_COURSE_COPY as COPY } from "../../src/content/my-course.ts";
import type { Mail } from "../../src/services/mail.ts";
import { createOrderPath } from "../../src/services/order-token.ts";
import { writeFact } from "../../src/services/orders.ts";
import { LINK_MAILS_A_DAY, LINKS_WINDOW_S } from "../../src/shared/my-course.ts";
import { formatOrderNumber } from "../../src/shared/order.ts";
import { mailLinks } from "../../src/workflows/after-link-request.ts";
import { beginWithoutOrders, bindings, hashOf, KNOWN, sell, send, UNKNOWN } from "./lost-links.ts";
import { paidOrder } from "./paid-order.ts";
import { onEveryKv } from "./places.ts";
import { changed, fail, ORIGIN } from "./shop.ts";

/** The mail with the links of an address. */

const logs = beginWithoutOrders();

const DAY_MS = 24 * 3_600_000;

describe("the mail", () => {
  let mails: Mail[] = [];
  let results: unknown[] = [];
  beforeEach(() => {
    mails = [];
    results = [];
  });
  const EMAIL = { send: async (mail: Mail) => void mails.push(mail) };

  /** Runs the Workflow; a step that fails is tried again after `pass`, once. */
  async function run(email: string, more: object = {}, askedAt = new Date(), pass?: () => void): Promise<void> {
    const step = {
      do: async (_name: string, _config: object, work: () => Promise<unknown>) => {
        const result = await work().catch((error: unknown) => {
          if (pass === undefined) throw error;
          pass();
          return work();
        });
        results.push(result);
        return result;
      },
    };
    await mailLinks(bindings({ EMAIL, ...more }), await hashOf(email), askedAt, step as never);
  }

  onEveryKv((world) => {
    test("has a link to every order of the address, the newest first, and no typed text", async () => {
      const { ORDERS } = world.at("AMS");
      const names = { recipient: "Boze.nl", giver: "Klik hier", message: "boze.nl" };
      const wish = { ...names, productId: "KVB1", from: "now" } as const;
      await sell({ intentId: "pi_old", email: "Jan@Example.NL" }, "2026-05-01T10:00:00.000Z", ORDERS);
      await sell({ intentId: "pi_gift", gift: wish }, "2026-06-01T10:00:00.000Z", ORDERS);
      await sell({ intentId: "pi_back", refundedCents: 3900 }, "2026-06-02T10:00:00.000Z", ORDERS);
      await sell({ intentId: "pi_part", productId: "KVB2", refundedCents: 100 }, "2026-06-03T10:00:00.000Z", ORDERS);
      await sell({ intentId: "pi_els", email: UNKNOWN }, "2026-06-04T10:00:00.000Z", ORDERS);
      world.settle();
      await run(KNOWN, world.at("FRA"));
      const [mail, ...others] = mails;
      if (mail === undefined) throw new Error("no mail");
      expect(others).toEqual([]);
      expect([mail.to, mail.subject]).toEqual([KNOWN, COPY.mail.subject]);
      const numbers = mail.text.match(/VK-\w+/g);
      expect(numbers).toEqual(["pi_part", "pi_back", "pi_gift", "pi_old"].map(formatOrderNumber));
      const [part = "", back = "", gift = "", old = ""] = mail.text.split(/Bestelnummer: /).slice(1);
      expect(part).toContain("Status: Deels terugbetaald");
      expect(part).toContain("Besteld op: 3 juni 2026");
      expect(part).toContain("http://localhost:8788/cursus/kvb2");
      expect(back).toContain("Status: Terugbetaald");
      expect(back).not.toContain("/cursus/");
      expect(gift).not.toContain("/cursus/");
      expect(gift).toContain(COPY.mail.toGift);
      expect(old).toContain("http://localhost:8788/cursus/kvb1");
      for (const [text, intentId] of [
        [part, "pi_part"],
        [back, "pi_back"],
        [gift, "pi_gift"],
        [old, "pi_old"],
      ] as const) {
        const page = `${ORIGIN}${await createOrderPath(bindings(), intentId)}`;
        expect(text).toContain(page);
        expect(mail.html).toContain(`href="${page}"`);
      }
      for (const body of [mail.text, mail.html]) expect(body).not.toMatch(/boze|klik hier|Jan /i);
      expect(mail.text).toContain("Cadeau: online cursus Klein Vaarbewijs 1");
      expect(JSON.stringify(results)).not.toMatch(/jan|example|pi_/i);
      expect(logs.lines("mail.sent")).toEqual([{ level: "info", event: "mail.sent", mail: "links" }]);
    });

    test("leads to the order of a gift that was paid back, and to no link that works no more", async () => {
      const gift = { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from: "now" } as const;
      await sell({ intentId: "pi_backgift", gift, refundedCents: 3900 }, undefined, world.at("AMS").ORDERS);
      world.settle();
      await run(KNOWN, world.at("AMS"));
      expect(mails[0]?.text).toContain(`${COPY.mail.toOrder}:\n`);
      expect(mails[0]?.text).not.toContain(COPY.mail.toGift);
    });

    test("goes at most so often a day to one address, and again on the next day", async () => {
      await sell({ intentId: "pi_often" }, undefined, world.at("AMS").ORDERS);
      world.settle();
      const ask = () => {
        vi.setSystemTime(Date.now() + LINKS_WINDOW_S * 1000);
        world.settle();
        return run(KNOWN, world.at(mails.length % 2 === 0 ? "AMS" : "FRA"));
      };
      for (let n = 0; n < LINK_MAILS_A_DAY + 3; n += 1) await ask();
      expect(mails).toHaveLength(LINK_MAILS_A_DAY);
      expect(logs.lines("mail.withheld")).toHaveLength(3);
      vi.setSystemTime(Date.now() + DAY_MS);
      await ask();
      expect(mails).toHaveLength(LINK_MAILS_A_DAY + 1);
      const { keys } = await env.ORDERS.list({ prefix: "tally:links:" });
      expect(JSON.stringify(keys)).not.toMatch(/jan|example/);
      for (const { expiration = 0 } of keys) {
        expect(expiration * 1000).toBeLessThan(vi.getRealSystemTime() + 3.1 * DAY_MS);
      }
    });

    test("that was asked for several times while mail was down comes once", async () => {
      await sell({ intentId: "pi_down" }, undefined, world.at("AMS").ORDERS);
      world.settle();
      const asked = [0, 1, 2].map((n) => new Date(Date.now() + n * LINKS_WINDOW_S * 1000));
      vi.setSystemTime(Date.now() + 3_600_000);
      for (const askedAt of asked) {
        await run(KNOWN, world.at("AMS"), askedAt);
        world.settle();
      }
      expect(mails).toHaveLength(1);
      vi.setSystemTime(Date.now() + LINKS_WINDOW_S * 1000);
      await run(KNOWN, world.at("AMS"));
      expect(mails).toHaveLength(2);
    });

    test("does not go to an address without orders, nor to one whose payment was not made", async () => {
      await writeFact(world.at("webhook").ORDERS, "pi_open.failed", {
        ...paidOrder({ intentId: "pi_open" }),
        status: "failed",
        email: UNKNOWN,
      });
      world.settle();
      await run(UNKNOWN, world.at("workflow"));
      expect(mails).toEqual([]);
      expect(results).toEqual([{ outcome: "none", sentAt: null }]);
    });

    test("waits for KV and for the mail service, and then goes", async () => {
      await sell({ intentId: "pi_wait" }, undefined, world.at("webhook").ORDERS);
      world.settle();
      const there = world.at("workflow");
      const afterTheWindow = () => {
        isUp = false;
        vi.setSystemTime(Date.now() + LINKS_WINDOW_S * 1000);
        world.settle();
      };
      let isUp = false;
      const down =
        (real: (...args: unknown[]) => unknown) =>
        (...args: unknown[]) =>
          isUp ? real(...args) : fail();
      const flaky = (binding: object) => changed(binding, { get: down, list: down, put: down, send: down });
      const up = () => {
        isUp = true;
      };
      await run(KNOWN, { ...there, ORDERS: flaky(there.ORDERS) }, undefined, up);
      afterTheWindow();
      await run(KNOWN, { ...there, INTERSTITIALS: flaky(there.INTERSTITIALS) }, undefined, up);
      afterTheWindow();
      await run(KNOWN, { ...there, EMAIL: flaky(EMAIL) }, undefined, up);
      expect(mails).toHaveLength(3);
      expect(logs.lines("mail.failed")).toMatchObject([{ mail: "links" }]);
      expect(JSON.stringify(logs.lines("mail.failed"))).not.toContain("example.nl");
      const refused = { send: () => Promise.reject(Object.assign(new Error("x"), { code: "E_RECIPIENT_SUPPRESSED" })) };
      afterTheWindow();
      await run(KNOWN, { ...there, EMAIL: refused });
      expect(results.at(-1)).toEqual({ outcome: "refused", sentAt: null });
    });

    test("is not that of an order whose address another fact corrects", async () => {
      await sell({ intentId: "pi_moved" }, undefined, world.at("webhook").ORDERS);
      world.settle();
      const later = paidOrder({ intentId: "pi_moved", email: UNKNOWN });
      await writeFact(world.at("operator").ORDERS, "pi_moved", later);
      world.settle();
      await run(KNOWN, world.at("workflow"));
      expect(mails).toEqual([]);
    });
  });

  test("of a list that comes in pages has the newest, and says how many more there are", async () => {
    for (let n = 10; n < 35; n += 1)
      await sell({ intentId: `pi_many${n}` }, `2026-06-${n}T10:00:00.000Z`.replace(/-3\d/, `-${n - 20}`));
    const list = async (options: { prefix: string; cursor?: string }) => {
      const all = await env.ORDERS.list({ prefix: options.prefix });
      const at = Number(options.cursor ?? 0);
      const list_complete = at + 4 >= all.keys.length;
      return { keys: all.keys.slice(at, at + 4), list_complete, ...(list_complete ? {} : { cursor: String(at + 4) }) };
    };
    await run(KNOWN, { ORDERS: { list, get: (key: string) => env.ORDERS.get(key), put: () => undefined } });
    const numbers = mails[0]?.text.match(/VK-\w+/g) ?? [];
    expect(numbers).toHaveLength(20);
    expect(numbers[0]).toBe(formatOrderNumber("pi_many29"));
    expect(mails[0]?.text).toContain("Oudere bestellingen die hier niet staan: 5.");
  });

  test("is sent by the real Workflow, once for all who ask within ten minutes", async () => {
    vi.useRealTimers();
    await sell({ intentId: "pi_real" });
    await using watched = await introspectWorkflow(env.AFTER_LINK_REQUEST);
    const { AFTER_LINK_REQUEST } = env;
    for (const email of [KNOWN, KNOWN, UNKNOWN]) expect((await send(email, { AFTER_LINK_REQUEST })).status).toBe(200);
    const instances = await watched.get();
    // A window of time may have ended between two requests.
    expect(instances.length).toBeLessThanOrEqual(3);
    for (const instance of instances) await instance.waitForStatus("complete");
    expect(instances.length).toBeGreaterThanOrEqual(2);
  });
});
