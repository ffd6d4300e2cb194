import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { Bindings } from "../../src/env.ts";
import { buyerPrefix, noteBuyer } from "../../src/services/buyer-index.ts";
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
    const { keys: all } = await env.ORDERS.list({ prefix: "buyer:" });
    expect(JSON.stringify(all)).not.toMatch(/jan|example/i);
    // Tests in other files sell too, and share this KV.
    const own = all.filter(({ name }) => name.includes("pi_indexed"));
    expect(new Set(own.map(({ expiration }) => expiration))).toEqual(new Set([Date.UTC(2034, 0, 1) / 1000]));
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
