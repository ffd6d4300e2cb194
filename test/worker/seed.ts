import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import Stripe from "stripe";
import { beforeAll, inject } from "vitest";
import { SEED } from "../full.ts";
import "../unbuilt-worker.ts";
import { collectLogs } from "./logs.ts";
import { seedKv } from "./shop.ts";
import { stopEngine } from "./workflows.ts";

/**
 * Runs before each file. The ledger has its tables, and KV what `npm start` stores. All random values of the worker's tests
 * begin at one seed. Texts are as long as their `maxLength` allows: by default fast-check makes none of more than a dozen
 * characters. No log line reaches the terminal. No Workflow runs that a test does not watch.
 */
stopEngine();
collectLogs();
await applyD1Migrations(env.DB, inject("migrations"));
// Stripe's client asks again at once.
Object.assign(Stripe.prototype, { getInitialNetworkRetryDelay: () => 0 });
fc.configureGlobal({ seed: SEED, defaultSizeToMaxWhenMaxSpecified: true });
beforeAll(seedKv);

declare module "vitest" {
  interface ProvidedContext {
    migrations: { name: string; queries: string[] }[];
  }
}
