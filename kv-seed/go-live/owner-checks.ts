/** The day of a check (ISO 8601) and the name of the person who made it. */
export type PersonsCheck = { on: string; by: string };

/**
 * What only a person can check, and no page prints. Set each to the day and the name; kv-seed/owner.md, "What the check
 * asks of the owner", says what to look at. Null stops `npm run go-live -- check`.
 */
export type OwnerChecks = {
  /** A lawyer's answer: are the courses digital content or a service (record 0062)? */
  WITHDRAWAL_CHECK: (PersonsCheck & { treatedAs: "content" | "service" }) | null;
  /** The proof of what pages claim: numbers of questions, explanations, 'Populair', no code of conduct. */
  CLAIMS_CHECK: PersonsCheck | null;
  /** The rule of thumb of the home page (D1), with the note under it. */
  RULE_OF_THUMB_CHECK: PersonsCheck | null;
  /** Every article that pages name, in the text that is in force. */
  LAWS_CHECK: PersonsCheck | null;
  /** The struck price is really asked of visitors without a link. */
  STRUCK_PRICE_CHECK: PersonsCheck | null;
};

export const OWNER_CHECKS: OwnerChecks = {
  WITHDRAWAL_CHECK: null,
  CLAIMS_CHECK: null,
  RULE_OF_THUMB_CHECK: null,
  LAWS_CHECK: null,
  STRUCK_PRICE_CHECK: null,
};
