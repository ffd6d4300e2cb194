import { env } from "cloudflare:workers";
import type { EmailMessageBuilder, SendEmail } from "@cloudflare/workers-types";
import { vi } from "vitest";
import type { Bindings, MailerParams } from "../../src/server/env.ts";
import { openShop } from "../../src/server/shop.ts";
import { keepTime, SCHEDULES } from "../../src/upkeep/clock-steps.ts";
import { Mailer } from "../../src/workflows.ts";
import { HOUR_MS, MINUTE_MS, now } from "../clock.ts";
import { kvWorld } from "./places.ts";
import { durationMs, type RunConfig, refuseState, refuseStep } from "./workflow-limits.ts";
import { createIdleWorkflow, type Instance } from "./workflows.ts";

/**
 * The platform around the mails that the shop owes: its schedule, and the Workflow that sends one mail, on a false clock.
 * The work is the shop's own. after-sale.test.ts runs the same Workflow on the platform's engine.
 */

export type SentMail = EmailMessageBuilder & { to: string; subject: string; text: string; html: string; atMs: number };

export type MailWorld = {
  bindings?: Partial<Bindings>;
  /** The mail service's behaviour for a mail at a time of the false clock, milliseconds since the beginning. */
  send?: (atMs: number, to: string) => void;
  /** Kinds of mails whose step is cut off once, after its work was done. */
  killed?: readonly MailerParams["kind"][];
  /** Actions, each at a time of the false clock. The mails that they make due begin at once. */
  at?: readonly { ms: number; happens: () => Promise<unknown> }[];
  /** How long the platform runs, milliseconds; usually an hour. */
  forMs?: number;
};

/** Every mail that was handed to the service. */
export type MailRun = { mails: readonly SentMail[] };

export function refuseMail(code: string): never {
  throw Object.assign(new Error("no mail"), { code });
}
/** A mail service that has struck off this address. */
export const refuseAddress = (address: string) => ({
  send: (_atMs: number, to: string) => void (to === address && refuseMail("E_RECIPIENT_SUPPRESSED")),
});

/** From this attempt on only each tenth is made, so that a day passes quickly: the others would fail like it. */
const SAMPLED_FROM = 20;

/**
 * Lets the schedule run, from now on, and all instances that it and they start. `about`: the payment, withdrawal or day;
 * what is owed about others is not started. One thing happens at a time, so each run is the same.
 */
export async function runMails(about: string, world: MailWorld = {}): Promise<MailRun> {
  const { send, killed = [], at = [], forMs = HOUR_MS } = world;
  const mails: SentMail[] = [];
  const begun: Instance[] = [];
  const idle = createIdleWorkflow(begun);
  const toKill = new Set<string>(killed);
  const beganMs = now().getTime();
  let nowMs = 0;
  const wakes: { ms: number; work: () => Promise<unknown> }[] = [];
  const wake = (ms: number, work: () => Promise<unknown>) => void wakes.push({ ms, work });

  const EMAIL = {
    send: async (mail: SentMail) => {
      send?.(nowMs, mail.to);
      mails.push({ ...mail, atMs: nowMs });
      return { messageId: "m" };
    },
  } as unknown as SendEmail;
  const MAILER = {
    createBatch: async (batch: Parameters<typeof idle.createBatch>[0]) => {
      const before = begun.length;
      const answer = await idle.createBatch(batch);
      // The next thing happens meanwhile.
      for (const payload of begun.slice(before).map(({ params }) => params as MailerParams))
        if (payload.about === about) wake(nowMs, async () => void begin(payload).catch(() => undefined));
      return answer;
    },
  } as unknown as Bindings["MAILER"];
  const bindings = { ...env, ...kvWorld.at("mailer"), EMAIL, ...world.bindings, MAILER } as Bindings;

  function begin(payload: MailerParams): Promise<unknown> {
    const step = {
      sleep: (_name: string, duration: string) =>
        new Promise<void>((resolve) => wake(nowMs + durationMs(duration), async () => resolve())),
      do: (name: string, config: RunConfig, work: () => Promise<unknown>) => {
        refuseStep(name);
        if (durationMs(config.timeout) >= 10 * MINUTE_MS) throw new Error("a step that may outlive its claim");
        if (config.retries.backoff !== "linear") throw new Error("other pauses than those below");
        return new Promise((resolve, reject) => {
          const attempt = async (number: number): Promise<void> => {
            try {
              const result = await work();
              refuseState(`what ${name} brings`, result);
              if (toKill.delete(payload.kind)) throw new Error("cut off");
              resolve(result);
            } catch (error) {
              const next = Math.min(number + (number < SAMPLED_FROM ? 1 : 10), config.retries.limit + 1);
              const pauseMs = durationMs(config.retries.delay) * ((next * (next - 1) - number * (number - 1)) / 2);
              if (number > config.retries.limit) reject(error);
              else wake(nowMs + pauseMs, () => attempt(next));
            }
          };
          wake(nowMs, () => attempt(1));
        });
      },
    };
    return Mailer.prototype.run.call({ env: bindings } as never, { payload } as never, step as never);
  }

  const keep = () => keepTime(openShop(bindings), SCHEDULES.clock);
  const tick = async (): Promise<void> => {
    // After an hour each six hours, so that a week passes quickly.
    wake(nowMs + (nowMs < HOUR_MS ? 10 * MINUTE_MS : 6 * HOUR_MS), tick);
    await keep();
  };
  for (const { ms, happens } of at) wake(ms, () => happens().then(keep));
  wake(0, tick);
  for (;;) {
    const [next] = wakes.sort((one, other) => one.ms - other.ms);
    if (next === undefined || next.ms > forMs) break;
    wakes.shift();
    kvWorld.pass(next.ms - nowMs);
    nowMs = next.ms;
    vi.setSystemTime(beganMs + nowMs);
    await next.work();
    // What follows an outcome happens before the next thing.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  vi.setSystemTime(beganMs + forMs);
  return { mails };
}
