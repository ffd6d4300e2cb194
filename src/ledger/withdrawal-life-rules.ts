import type { LifeEvent } from "./life-rules.ts";

/** An operator's answer to a withdrawal that no fact settles. `no-order`: nothing here was bought. */
export const ANSWERS = ["repaid", "refused", "no-order"] as const;
export type Answer = (typeof ANSWERS)[number];

/** The states of a withdrawal, a row of `withdrawals`. `open`: nobody has answered; the money of its order may answer it. */
export type WithdrawalState = "open" | Answer;

/**
 * The life of a withdrawal: every event that changes its state, and nothing else does. A guard is SQL for a row of `shown_withdrawals`.
 * A trigger refuses any other change (`migrations/0002_lives.sql`).
 */
export const WITHDRAWAL_LIFE = {
  declare: { by: "buyer", from: ["none"], to: ["open"] },
  answer: { by: "operator", from: ["open", ...ANSWERS], to: ANSWERS },
  /** Of somebody who was erased nothing can be settled any more. */
  takeBack: { by: "operator", from: ANSWERS, to: ["open"], guard: { erased: "email <> ''" } },
  /** Its person is erased: the money of its order answered it, and may not be found by the address any more. */
  settle: { by: "operator", from: ["open"], to: ["repaid"], guard: { kept: "outcome = 'repaid'" } },
} as const satisfies Record<string, LifeEvent<WithdrawalState>>;
