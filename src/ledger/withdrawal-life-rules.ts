import { type LifeEvent, whyNot } from "./life-rules.ts";

/** An operator's answer to a withdrawal that no fact settles. `no-order`: nothing here was bought. */
export const ANSWERS = ["repaid", "refused", "no-order"] as const;
export type Answer = (typeof ANSWERS)[number];

/** The states of a withdrawal, a row of `withdrawals`. `open`: nobody has answered; the money of its order may answer it. */
export type WithdrawalState = "open" | Answer;

/**
 * The life of a withdrawal: all events that change its state; nothing else changes it. A guard is SQL for a row of `shown_withdrawals`.
 * A trigger refuses any other change of the state, and asks no guard (`migrations/0002_lives.sql`).
 */
export const WITHDRAWAL_LIFE = {
  declare: { by: "buyer", from: ["none"], to: ["open"] },
  answer: { by: "operator", from: ["open", ...ANSWERS], to: ANSWERS },
  /** Of somebody who was erased nothing can be settled any more. */
  takeBack: { by: "operator", from: ANSWERS, to: ["open"], guard: { erased: "email <> ''" } },
  /** Its person is erased, or the night deletes its order: what that order says is its answer, and cannot be found any more. */
  answerByOrder: {
    by: "operator",
    from: ["open"],
    to: ["repaid", "no-order"],
    guard: { kept: "outcome = 'repaid' OR is_void" },
  },
} as const satisfies Record<string, LifeEvent<WithdrawalState>>;

/** Answers withdrawals as their order does, before that goes: it was repaid, or nothing was paid. `which`: their references, as SQL. */
export function answerByOrders(which: string): string {
  return `UPDATE withdrawals SET (answer, answered_at) = (SELECT iif(is_void, 'no-order', 'repaid'), news_at FROM shown_withdrawals AS s
      WHERE s.reference = withdrawals.reference)
    WHERE reference IN (SELECT s.reference FROM shown_withdrawals AS s
      WHERE s.reference IN (${which}) AND ${whyNot(WITHDRAWAL_LIFE.answerByOrder)} IS NULL)`;
}
