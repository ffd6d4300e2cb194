import type { MailerParams } from "../../src/server/env.ts";
import { randomBelow } from "./chance.ts";
import { now } from "./clock.ts";

/**
 * The lives of a Workflow's instance. A life may end in the middle of its work: no call that it makes then is heard any more. A mail
 * goes twice only if a life ends, or the ledger refuses it or leaves it waiting, after the mail went and before the ledger has it.
 */

/** `dies`: its next calls are never heard. `doubled`: the platform starts another life while this one goes on. */
export type Fate = "dies" | "doubled";

/** `mail`: the one that it is to send; null for other work. */
const newLife = (mail: MailerParams | null) => ({
  mail,
  /** When its attempt began, milliseconds since 1970. */
  begunMs: now(),
  fate: null as { kind: Fate; afterCalls: number; meet(): void } | null,
  isDead: false,
  /** Whether a mail went and the ledger does not have its end. */
  isUnended: false,
  /** Whether the ledger has refused a call since that mail went. */
  wasRefused: false,
  /** This attempt's calls of the ledger that have no answer yet: the shop waits three seconds, and the ledger may be stuck. */
  unanswered: new Set<symbol>(),
});
export type Life = ReturnType<typeof newLife>;

/** The most calls that the work of one mail makes, each counted twice: before and after. */
const CALLS_MAX = 20;

/** Of a life that has ended nobody hears any more. */
export const never = () => new Promise<never>(() => undefined);

export function createLives() {
  /** How often each mail may go once more, by its name. */
  const repeats = new Map<string, number>();

  /** A life's attempt has ended: well, in an error, or with its life. */
  function endAttempt(life: Life): void {
    if (life.mail !== null && life.isUnended && (life.wasRefused || life.isDead || life.unanswered.size > 0)) {
      const { kind, about, version } = life.mail;
      const name = `${kind} ${about} ${version}`;
      repeats.set(name, (repeats.get(name) ?? 0) + 1);
    }
    Object.assign(life, { fate: null, isUnended: false, wasRefused: false, unanswered: new Set() });
  }

  function meetFate(life: Life): void {
    if (life.fate === null) return;
    life.fate.afterCalls -= 1;
    if (life.fate.afterCalls > 0) return;
    const { kind, meet } = life.fate;
    life.fate = null;
    life.isDead = kind === "dies";
    if (life.isDead) endAttempt(life);
    meet();
  }

  return {
    begin: newLife,
    /** An attempt begins. `fate`: what happens to the life in its middle, unless the attempt ends before. */
    beginAttempt(life: Life, fate: { kind: Fate; meet(): void } | null): void {
      life.begunMs = now();
      life.fate = fate === null ? null : { ...fate, afterCalls: 1 + randomBelow(CALLS_MAX) };
    },
    endAttempt,
    /** One call of a service by this life; null: by who does not die. */
    async call<T>(life: Life | null, work: () => Promise<T>): Promise<T> {
      if (life === null) return work();
      meetFate(life);
      if (life.isDead) return never();
      try {
        return await work();
      } finally {
        meetFate(life);
        // Nobody hears the answer.
        if (life.isDead) await never();
      }
    },
    /** How often the mails of a kind about something may go once more. */
    repeatsOf: (kind: MailerParams["kind"], about: string): number =>
      [...repeats].reduce((sum, [name, count]) => (name.startsWith(`${kind} ${about} `) ? sum + count : sum), 0),
  };
}
