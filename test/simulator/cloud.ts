import { readFileSync } from "node:fs";
import type { KVNamespace } from "@cloudflare/workers-types";
import { INTERSTITIAL_KEYS } from "../../src/ledger/course-target.ts";
import type { Bindings, MailerParams } from "../../src/server/env.ts";
import { placesOf } from "../outside-world/kv-places.ts";
import { GIFT_ACTIVATION_KEY, ORDER_TOKEN_KEYS } from "../outside-world/order-keys.ts";
import { STRIPE_PUBLISHABLE_KEY, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } from "../outside-world/stripe-keys.ts";
import { createMemoryKv } from "../worker/memory-kv.ts";
import { randomBelow } from "./chance.ts";
import { now, sleep } from "./clock.ts";
import { createCrons } from "./crons.ts";
import { Away, calledBy, type LedgerCalls, openDatabase } from "./database.ts";
import { createLives, type Life } from "./lives.ts";
import { createWorkflowEngine, type WorkflowName } from "./workflow-engine.ts";

/** The platform of the shop: KV with places, the ledger, mail, Workflows, schedules and vars. Each can be away. */

/** A mail as the shop sent it, and when, milliseconds since 1970. `begunMs`: when the attempt to send it began. */
export type SentMail = { to: string; subject: string; text: string; atMs: number; begunMs: number; row: MailerParams };

/** A time in which a part of the platform is away, milliseconds since 1970. */
export type Outage = { fromMs: number; untilMs: number } & (
  | { of: "kv"; calls: "all" | "writes" }
  | { of: "ledger"; calls: LedgerCalls }
  | { of: "mail"; code: string }
  | { of: "workflows" }
);

/** The longest travel time of a request or answer, milliseconds; chance chooses the actual one. */
export const TRAVEL_MS = 150;
const KV_MS = 30;

/** This runs in the repository's root. */
function readVars(): Record<string, string> {
  const text = readFileSync("wrangler.toml", "utf8");
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
  fail(text: string): void;
  onMail(mail: SentMail): void;
}) {
  const { kvLateMs, note, fail, onMail } = options;
  const mails: SentMail[] = [];
  const outages: Outage[] = [];
  const central = { INTERSTITIALS: createMemoryKv(), GIFTS: createMemoryKv() };
  // Each target differs, so that a wrong one shows.
  for (const key of INTERSTITIAL_KEYS)
    await central.INTERSTITIALS.put(key, JSON.stringify({ target: `${COURSES_AT}${key}` }));
  const around = (namespace: KVNamespace) => placesOf(namespace, now, () => kvLateMs);
  const places = { INTERSTITIALS: around(central.INTERSTITIALS), GIFTS: around(central.GIFTS) };

  /** The present outage of a part; undefined if it works. */
  function outageOf<Of extends Outage["of"]>(of: Of): Extract<Outage, { of: Of }> | undefined {
    return outages.find((one): one is Extract<Outage, { of: Of }> => one.of === of && now() < one.untilMs);
  }

  const lives = createLives();
  const database = openDatabase({ failing: () => outageOf("ledger")?.calls ?? null, onCommit: () => crons.onCommit() });

  /** A namespace as one place sees it: slow, and sometimes unavailable. */
  function kvAt(name: keyof typeof central, place: string, life: Life | null = null): KVNamespace {
    const namespace = places[name].at(place) as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
    const calls = ["get", "list", "put", "delete"].map((call) => [
      call,
      (...given: unknown[]) =>
        lives.call(life, async () => {
          await sleep(1 + randomBelow(KV_MS));
          const isWrite = call === "put" || call === "delete";
          const outage = outageOf("kv");
          if (outage !== undefined && (isWrite || outage.calls === "all"))
            throw new Error(`KV ${call.toUpperCase()} failed: 503 Service Unavailable`);
          return namespace[call]?.(...given);
        }),
    ]);
    return Object.fromEntries(calls) as KVNamespace;
  }

  /** The ledger as a life reaches it, which hears whether its mail's end was taken in. */
  function ledgerOf(life: Life) {
    return calledBy(database.DB, (work) =>
      lives.call(life, async () => {
        const { unanswered } = life;
        const call = Symbol();
        unanswered.add(call);
        try {
          return await work();
        } catch (error) {
          // An answer that came too late for its attempt says nothing of the next one.
          if (unanswered === life.unanswered) life.wasRefused ||= error instanceof Away;
          throw error;
        } finally {
          unanswered.delete(call);
          if (life.mail !== null && !database.isHeld(life.mail)) life.isUnended = false;
        }
      }),
    );
  }

  const limiter = { limit: async () => ({ success: true }) };

  function envAt(place: string, life: Life | null = null): Bindings {
    return {
      ...VARS,
      STRIPE_SECRET_KEY,
      STRIPE_WEBHOOK_SECRET,
      STRIPE_PUBLISHABLE_KEY,
      ORDER_TOKEN_KEYS,
      GIFT_ACTIVATION_KEY,
      AUTH_URL: "",
      AUTH_ANON_KEY: "",
      ASSETS: { fetch: async (url: URL) => new Response(readFileSync(`assets${url.pathname}`)) },
      INTERSTITIALS: kvAt("INTERSTITIALS", place, life),
      GIFTS: kvAt("GIFTS", place, life),
      DB: life === null ? database.DB : ledgerOf(life),
      PAYMENT_LIMIT: limiter,
      GIFT_LIMIT: limiter,
      REPORT_LIMIT: limiter,
      ORDER_LIMIT: limiter,
      EMAIL: { send: (message: Message) => lives.call(life, () => send(message, life)) },
      MAILER: startable("MAILER", life),
      NIGHT: startable("NIGHT", life),
    } as unknown as Bindings;
  }

  function startable(name: WorkflowName, life: Life | null) {
    const binding = engine.binding(name);
    return {
      createBatch: (batch: Parameters<typeof binding.createBatch>[0]) =>
        lives.call(life, async () => {
          if (outageOf("workflows") !== undefined) throw new Error("workflows: service unavailable");
          return binding.createBatch(batch);
        }),
    };
  }

  type Message = Pick<SentMail, "to" | "subject" | "text">;

  async function send({ to, subject, text }: Message, life: Life | null): Promise<{ messageId: string }> {
    await sleep(100 + randomBelow(TRAVEL_MS));
    const outage = outageOf("mail");
    if (outage !== undefined) throw Object.assign(new Error(`the mail service refused ${to}`), { code: outage.code });
    // The mail about a ledger that is away is in no ledger.
    if (life === null || life.mail === null || !(life.mail.kind === "ledger-away" || database.isHeld(life.mail))) {
      fail(`the mail '${subject}' goes, and nobody holds a row of it`);
      return { messageId: "m" };
    }
    Object.assign(life, { isUnended: true, wasRefused: false });
    const mail = { to, subject, text, atMs: now(), begunMs: life.begunMs, row: life.mail };
    mails.push(mail);
    note(`A mail goes to ${to}: '${subject}'.`);
    onMail(mail);
    return { messageId: "m" };
  }

  const engine = createWorkflowEngine({ lives, envOf: (life) => envAt("WNAM", life), note });
  const crons = createCrons({ env: () => envAt("WNAM"), rows: database.rows, fail });
  return { central, outages, mails, lives, database, engine, crons, kvAt, envAt };
}
