import { readFileSync } from "node:fs";
import type { Bindings } from "../../src/env.ts";
import { INTERSTITIAL_KEYS } from "../../src/services/kv.ts";
import { placesOf } from "../outside-world/kv-places.ts";
import { GIFT_ACTIVATION_KEY, ORDER_TOKEN_KEYS } from "../outside-world/order-keys.ts";
import { STRIPE_PUBLISHABLE_KEY, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } from "../outside-world/stripe-keys.ts";
import { createMemoryKv } from "../worker/memory-kv.ts";
import { randomBelow } from "./chance.ts";
import { now, sleep } from "./clock.ts";
import { createWorkflowEngine, type Instance, type WorkflowName } from "./workflow-engine.ts";

/** The platform of the shop: KV with places, mail, Workflows and vars. Each can be unavailable. */

type Namespace = "INTERSTITIALS" | "GIFTS" | "ORDERS";
const NAMESPACES: readonly Namespace[] = ["INTERSTITIALS", "GIFTS", "ORDERS"];

/** A mail as the shop sent it, and when, milliseconds since 1970. */
export type SentMail = { to: string; subject: string; text: string; atMs: number };

/** The longest travel time of a request or answer, milliseconds; chance chooses the actual one. */
export const TRAVEL_MS = 150;
const KV_MS = 30;
/** Relative to the repository's root, where this runs. */
const readRootFile = (path: string) => readFileSync(path);

/** The vars of the local shop, as wrangler.toml has them. */
function readVars(): Record<string, string> {
  const text = readRootFile("wrangler.toml").toString();
  const section = text.slice(text.indexOf("\n[vars]"), text.indexOf("\n[env.production]"));
  return Object.fromEntries(
    [...section.matchAll(/^(\w+) = "(.*)"$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
}
export const VARS = readVars();
/** The address of the courses; the key of `INTERSTITIALS` follows. */
export const COURSES_AT = "http://localhost:8788/cursus/";
export const SECRETS = [STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, GIFT_ACTIVATION_KEY, ORDER_TOKEN_KEYS];

export async function createCloud(options: {
  kvLateMs: number;
  note(text: string): void;
  onMail(mail: SentMail): void;
}) {
  const { kvLateMs, note, onMail } = options;
  const mails: SentMail[] = [];
  /** Steps that were cut off after their work was done, which may therefore be done again. */
  const cuts: { id: string; step: string }[] = [];
  const central = Object.fromEntries(NAMESPACES.map((name) => [name, createMemoryKv()])) as unknown as Record<
    Namespace,
    Bindings["ORDERS"]
  >;
  // Each target differs, so that a wrong one shows.
  for (const key of INTERSTITIAL_KEYS)
    await central.INTERSTITIALS.put(key, JSON.stringify({ target: `${COURSES_AT}${key}` }));
  const places = Object.fromEntries(
    NAMESPACES.map((name) => [name, placesOf(central[name], now, { copyAgeMs: kvLateMs })]),
  ) as Record<Namespace, ReturnType<typeof placesOf>>;
  const troubles = {
    kvAwayUntilMs: 0,
    /** The calls that fail until `kvAwayUntilMs`. */
    kvCalls: "all" as "all" | "writes",
    mail: null as { code: string; untilMs: number } | null,
    workflowsAwayUntilMs: 0,
  };

  /** A namespace as one place sees it: slow, and sometimes unavailable. */
  function kvAt(name: Namespace, place: string): Bindings["ORDERS"] {
    const namespace = places[name].at(place) as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
    const calls = ["get", "getWithMetadata", "list", "put", "delete"].map((call) => [
      call,
      async (...given: unknown[]) => {
        await sleep(1 + randomBelow(KV_MS));
        const isWrite = call === "put" || call === "delete";
        if (now() < troubles.kvAwayUntilMs && (isWrite || troubles.kvCalls === "all"))
          throw new Error(`KV ${call.toUpperCase()} failed: 503 Service Unavailable`);
        return namespace[call]?.(...given);
      },
    ]);
    return Object.fromEntries(calls) as Bindings["ORDERS"];
  }

  const limiter = { limit: async () => ({ success: true }) };

  function envAt(place: string): Bindings {
    return {
      ...VARS,
      STRIPE_SECRET_KEY,
      STRIPE_WEBHOOK_SECRET,
      STRIPE_PUBLISHABLE_KEY,
      ORDER_TOKEN_KEYS,
      GIFT_ACTIVATION_KEY,
      AUTH_URL: "",
      AUTH_ANON_KEY: "",
      ASSETS: { fetch: async (url: URL) => new Response(readRootFile(`assets${url.pathname}`)) },
      ...Object.fromEntries(NAMESPACES.map((name) => [name, kvAt(name, place)])),
      PAYMENT_LIMIT: limiter,
      GIFT_LIMIT: limiter,
      REPORT_LIMIT: limiter,
      ORDER_LIMIT: limiter,
      EMAIL: { send },
      AFTER_SALE: startable("AFTER_SALE"),
      AFTER_WITHDRAWAL: startable("AFTER_WITHDRAWAL"),
      AFTER_LINK_REQUEST: startable("AFTER_LINK_REQUEST"),
    } as unknown as Bindings;
  }

  function startable(name: WorkflowName) {
    const binding = engine.binding(name);
    return {
      async createBatch(batch: Parameters<typeof binding.createBatch>[0]) {
        if (now() < troubles.workflowsAwayUntilMs) throw new Error("workflows: service unavailable");
        return binding.createBatch(batch);
      },
    };
  }

  async function send({ to, subject, text }: Omit<SentMail, "atMs">): Promise<{ messageId: string }> {
    await sleep(100 + randomBelow(TRAVEL_MS));
    if (troubles.mail !== null && now() < troubles.mail.untilMs) {
      throw Object.assign(new Error(`the mail service refused ${to}`), { code: troubles.mail.code });
    }
    const mail = { to, subject, text, atMs: now() };
    mails.push(mail);
    note(`A mail goes to ${to}: '${subject}'.`);
    onMail(mail);
    return { messageId: "m" };
  }

  const engine = createWorkflowEngine({
    env: () => envAt("WNAM"),
    note,
    onCut(instance: Instance, step) {
      note(`The work '${instance.id}' is cut off after '${step}' was done.`);
      cuts.push({ id: instance.id, step });
    },
  });
  return { central, troubles, mails, cuts, engine, kvAt, envAt };
}
