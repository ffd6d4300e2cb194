import type { LifeEvent } from "./life-rules.ts";

/** An operator's answer to a withdrawal that no fact settles. `no-order`: nothing here was bought. */
export const ANSWERS = ["repaid", "refused", "no-order"] as const;
export type Answer = (typeof ANSWERS)[number];

/** The states of a withdrawal, a row of `withdrawals`. `open`: nobody has answered; the money of its order may answer it. */
export type WithdrawalState = "open" | Answer;

/**
 * The life of a withdrawal: every event that changes its state, and nothing else does. In tests a trigger refuses any other change
 * (`test/d1-on-node.ts`).
 */
export const WITHDRAWAL_LIFE = {
  declare: { by: "buyer", from: ["none"], to: ["open"], guard: "by the second of two forms" },
  answer: { by: "operator", from: ["open", ...ANSWERS], to: ANSWERS },
  takeBack: { by: "operator", from: ANSWERS, to: ["open"] },
  /** Its person is erased: the money of its order answered it, and may not be found by the address any more. */
  settle: { by: "operator", from: ["open"], to: ["repaid"], guard: "all of the order's money went back" },
} as const satisfies Record<string, LifeEvent<WithdrawalState>>;

/** The state as SQL, for a row of `withdrawals` named `w`. */
export function withdrawalStateSql(w: string): string {
  return `ifnull(${w}.answer, 'open')`;
}
