import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { Bindings } from "../../src/env.ts";
import { buyerHash, buyerPrefix, findOrdersOf, noteBuyer } from "../../src/services/buyer-index.ts";
import { listKeys } from "../../src/services/kv.ts";
import { readTokenKeys } from "../../src/services/token-keys.ts";
import { paidOrder } from "./paid-order.ts";
import { onEveryKv } from "./places.ts";
import { keys, NEW, OLD } from "./token-keys.ts";

let addresses = 0;
let email = "";
beforeEach(() => {
  addresses += 1;
  email = `Jan.Indexed${addresses}@example.nl`;
});

onEveryKv((world) => {
  const factOf = (address: string) => paidOrder({ intentId: "pi_indexed", email: address });
  const bindingsAt = (place: string, ...pairs: string[]) =>
    ({ ...env, ...world.at(place), ...keys(...pairs) }) as Bindings;

  /** The facts that a place finds of an address, once every place shows what was written. */
  async function indexed(address: string, ...pairs: string[]): Promise<readonly string[]> {
    const prefix = await buyerPrefix(readTokenKeys(keys(...pairs)), address);
    world.settle();
    const list = await world.at("links").ORDERS.list({ prefix: prefix ?? "no key" });
    return list.keys.map(({ name }) => name.slice((prefix ?? "").length));
  }

  test("a paid order is found by its buyer's address in any case, also after a new first key", async () => {
    await noteBuyer(bindingsAt("webhook", OLD), "pi_indexed", factOf(email));
    await noteBuyer(bindingsAt("elsewhere", NEW, OLD), "pi_indexed.session", factOf(email));
    expect(await indexed(email.toUpperCase(), NEW, OLD)).toEqual(["pi_indexed", "pi_indexed.session"]);
    expect(await indexed("piet@example.nl", OLD)).toEqual([]);
    expect(await indexed(email, NEW)).toEqual([]);
    const all = await listKeys(env.ORDERS, "buyer:");
    expect(JSON.stringify(all)).not.toMatch(/jan|example/i);
    // Tests in other files sell too, and share this KV.
    const own = all.filter(({ name }) => name.includes("pi_indexed"));
    expect(new Set(own.map(({ expiration }) => expiration))).toEqual(new Set([Date.UTC(2034, 0, 1) / 1000]));
  });

  test("of more payments than are read the newest are found, whatever their ids are", async () => {
    const shop = bindingsAt("webhook", OLD);
    for (let day = 1; day <= 121; day += 1) {
      const intentId = `pi_${String.fromCharCode(122 - (day % 26))}many${day}`;
      const paidAt = new Date(Date.UTC(2026, 0, day)).toISOString();
      const { paidAt: _paidAt, ...refund } = paidOrder({ intentId, email, createdAt: paidAt });
      const fact = { ...refund, paidAt };
      await env.ORDERS.put(intentId, JSON.stringify(fact));
      await noteBuyer(shop, intentId, fact);
      // A refund long after the sale makes it no newer.
      await noteBuyer(shop, `${intentId}.refund-1`, { ...refund, updatedAt: "2027-01-01T00:00:00.000Z" });
    }
    world.settle();
    const found = await findOrdersOf(shop, (await buyerHash(readTokenKeys(shop), email)) ?? "");
    expect(found).toHaveLength(120);
    expect(found.map(({ paidAt = "" }) => paidAt).sort()[0]).toBe("2026-01-02T00:00:00.000Z");
  });

  test("an order that is unpaid, names nobody, or has no key is not indexed", async () => {
    const { email: _email, ...nobody } = factOf(email);
    await noteBuyer(bindingsAt("webhook", OLD), "pi_indexed.failed", { ...factOf(email), status: "failed" });
    await noteBuyer(bindingsAt("webhook", OLD), "pi_indexed", nobody);
    expect(await indexed(email, OLD)).toEqual([]);
    expect(await buyerPrefix([], email)).toBeNull();
  });

  test("an event that is delivered twice within a second is indexed all the same, once", async () => {
    for (const place of ["webhook", "elsewhere"]) {
      await noteBuyer(bindingsAt(place, OLD), "pi_indexed", factOf(email));
    }
    expect(await indexed(email, OLD)).toEqual(["pi_indexed"]);
  });
});
