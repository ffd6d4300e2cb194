import { env } from "cloudflare:workers";
import type { EmailMessageBuilder, SendEmail } from "@cloudflare/workers-types";
import type { Bindings } from "../../src/env.ts";
import { followSale } from "../../src/workflows/after-sale.ts";
import { durationMs, type RunConfig, refuseStep, runAttempts } from "./workflow-limits.ts";

/**
 * Runs the Workflow after a sale on a false clock, in an environment that may fail. The steps are the shop's own; this
 * file repeats them and remembers their results. after-sale.test.ts runs the same Workflow on the platform's engine.
 */
export type SaleRun = {
  /** The result of `run`; undefined if it rejected. */
  state: string | undefined;
  /** Every mail that was handed to the service. */
  mails: readonly SentMail[];
  /** The steps' results that the platform stores. */
  results: Readonly<Record<string, unknown>>;
};
export type SentMail = EmailMessageBuilder & { to: string; text: string; html: string; atMs: number };

export type SaleWorld = {
  bindings?: Partial<Bindings>;
  /** The mail service's behaviour for a mail at a time of the false clock, milliseconds since the sale. */
  send?: (atMs: number, to: string) => void;
  /** Steps that are cut off after their work was done, once. */
  killed?: readonly string[];
  /** When an operator corrected the buyer's address. */
  correctedAt?: string;
  /** Called when time passes, with the milliseconds. */
  pass?: (ms: number) => void;
  /** Actions, each at a time of the false clock. */
  at?: readonly { ms: number; happens: () => Promise<unknown> }[];
};

export async function runAfterSale(intentId: string, world: SaleWorld = {}): Promise<SaleRun> {
  const mails: SentMail[] = [];
  const results: Record<string, unknown> = {};
  const killed = new Set(world.killed);
  const due = [...(world.at ?? [])];
  let nowMs = 0;
  let steps = 0;

  const EMAIL = {
    send: async (mail: SentMail) => {
      world.send?.(nowMs, mail.to);
      mails.push({ ...mail, atMs: nowMs });
      return { messageId: "m" };
    },
  } as unknown as SendEmail;

  // Steps may run at the same time. The clock goes on once all of them wait for it.
  let running = 0;
  const sleeping: { untilMs: number; wake: () => void }[] = [];
  async function sleep(ms: number): Promise<void> {
    const untilMs = nowMs + ms;
    const woken = new Promise<void>((wake) => sleeping.push({ untilMs, wake }));
    pass();
    await woken;
  }
  function pass(): void {
    // The next step begins before this.
    setTimeout(async () => {
      const [next] = sleeping.sort((a, b) => a.untilMs - b.untilMs);
      if (next === undefined || sleeping.length < running) return;
      sleeping.shift();
      world.pass?.(next.untilMs - nowMs);
      nowMs = next.untilMs;
      while (due[0] !== undefined && due[0].ms <= nowMs) await due.shift()?.happens();
      next.wake();
    }, 0);
  }

  async function run<T>(name: string, work: () => Promise<T>): Promise<T> {
    refuseStep(name, steps);
    steps += 1;
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      pass();
    }
  }
  const step = {
    do: (name: string, config: RunConfig, work: (context: { attempt: number }) => Promise<unknown>) =>
      run(name, () => runAttempts(name, config, work, { killed, results, wait: sleep })),
    sleep: (name: string, duration: string) => run(name, () => sleep(durationMs(duration))),
  };
  const bindings = { ...env, EMAIL, ...world.bindings } as Bindings;
  const state = await followSale(bindings, intentId, step as never, world.correctedAt).catch(() => undefined);
  return { state, mails, results };
}
