import { isEmailAddress } from "../../src/shared/email-address.ts";

/** What the buyer fills in beside Stripe's fields. */
export type Buyer = { name: string; email: string; consent: boolean };

export type BuyerField = keyof Buyer;

/** What is wrong with a field: nothing in it, or something that cannot be right. */
export type BuyerProblems = Partial<Record<BuyerField, "missing" | "invalid">>;

/** What is wrong with an e-mail address; undefined = nothing. */
export function checkEmail(email: string): "missing" | "invalid" | undefined {
  if (email.trim() === "") return "missing";
  return isEmailAddress(email.trim()) ? undefined : "invalid";
}

/** Checks what was filled in; no keys = nothing wrong. */
export function checkBuyer({ name, email, consent }: Buyer, isConsentAsked: boolean): BuyerProblems {
  const problems: BuyerProblems = {};
  if (name.trim() === "") problems.name = "missing";
  const emailProblem = checkEmail(email);
  if (emailProblem !== undefined) problems.email = emailProblem;
  if (isConsentAsked && !consent) problems.consent = "missing";
  return problems;
}
