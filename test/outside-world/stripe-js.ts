import { join } from "node:path";
import { Hono } from "hono";
import { cors } from "hono/cors";
import { rolldown } from "rolldown";
import type { World } from "./http.ts";

/** The wallets of the buyer's simulated device. */
export type Wallets = { applePay: boolean; googlePay: boolean };

const SOURCE = join(import.meta.dirname, "browser/stripe.ts");

/** `/stripe.js`, and the list of wallets for which it asks. */
export function createStripeJs(wallets: Readonly<Wallets>): Hono<World> {
  return new Hono<World>()
    .get("/stripe.js", async (c) => {
      const script = await rolldown({ input: SOURCE });
      // A classic script, as Stripe.js is: it must define `window.Stripe` before its load event.
      const { output } = await script.generate({ format: "iife" });
      return c.body(output[0].code, 200, {
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": "no-store",
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
        "x-content-type-options": "nosniff",
      });
    })
    .get("/elements/wallets.json", cors(), (c) => c.json(wallets));
}
