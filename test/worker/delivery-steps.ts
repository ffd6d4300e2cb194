import { env } from "cloudflare:workers";
import type { EmailMessageBuilder, SendEmail } from "@cloudflare/workers-types";
import type { Bindings } from "../../src/env.ts";
import { deliverGift, forgetGift } from "../../src/workflows/deliver-gift.ts";
import { durationMs, type RunConfig, refusePast, refuseStep, runAttempts } from "./workflow-limits.ts";
import { createIdleWorkflow } from "./workflows.ts";

type Mail = EmailMessageBuilder & { to: string; subject: string; text: string; html: string };
export type DeliveryRun = {
  outcome: string;
  mails: readonly Mail[];
  /** The steps' results that the platform stores. */
  results: Readonly<Record<string, unknown>>;
  /** How long the instance slept until its day, and how long it tried after that, milliseconds. */
  sleptMs: number;
  triedMs: number;
};

export type DeliveryWorld = {
  bindings?: Partial<Bindings>;
  /** The mail service's behaviour for a mail, by milliseconds since the instance woke. */
  send?: (triedMs: number, to: string) => void;
  /** Called when time passes, with the milliseconds. */
  pass?: (ms: number) => void;
  /** Steps that are cut off after their work was done, once. */
  killed?: readonly string[];
};

/**
 * Runs the Workflow of a plan to mail a gift, or the one after its stop, on a false clock. The steps are the shop's
 * own; this file repeats them and remembers their results.
 */
export async function runDelivery(
  asked: Readonly<{ intentId: string; about?: "delivery" | "forget"; plan: string; sendAt: string }>,
  { bindings = {}, send, pass = () => undefined, killed: toKill = [] }: DeliveryWorld = {},
): Promise<DeliveryRun> {
  const mails: Mail[] = [];
  const results: Record<string, unknown> = {};
  const killed = new Set(toKill);
  let sleptMs = 0;
  let triedMs = 0;
  let steps = 0;
  const EMAIL = {
    send: async (mail: Mail) => {
      send?.(triedMs, mail.to);
      mails.push(mail);
      return { messageId: "m" };
    },
  } as unknown as SendEmail;
  const step = {
    async sleepUntil(_name: string, moment: Date) {
      refusePast(moment);
      sleptMs = moment.getTime() - Date.now();
      durationMs(`${Math.ceil(sleptMs / 1000)} seconds`);
      pass(sleptMs);
    },
    async do(name: string, config: RunConfig, work: () => Promise<unknown>) {
      refuseStep(name, steps);
      steps += 1;
      const wait = (ms: number) => {
        triedMs += ms;
        pass(ms);
      };
      return runAttempts(name, config, work, { killed, results, wait });
    },
  };
  const all = { ...env, AFTER_SALE: createIdleWorkflow(), EMAIL, ...bindings } as Bindings;
  const work = asked.about === "forget" ? forgetGift : deliverGift;
  const outcome = await work(all, asked, step as never).catch((error: unknown) => `rejected: ${error}`);
  return { outcome, mails, results, sleptMs, triedMs };
}
