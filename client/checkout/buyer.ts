import { isEmailAddress } from "../../src/shared/email-address.ts";
import { readEmailText } from "../../src/shared/typed-values.ts";

/** The buyer's own fields, beside Stripe's. */
export type Buyer = { name: string; email: string; consent: boolean };

export type BuyerField = keyof Buyer;

export type BuyerProblems = Partial<Record<BuyerField, "missing" | "invalid">>;

export function checkEmail(email: string): "missing" | "invalid" | undefined {
  if (email.trim() === "") return "missing";
  return isEmailAddress(readEmailText(email)) ? undefined : "invalid";
}

/** Whether the pay button is disabled, and what a press then says: a name and an address must be there (given 6.3). */
export const isUnnamed = ({ name, email }: Pick<Buyer, "name" | "email">) => name.trim() === "" || email.trim() === "";

/** Checks the fields. Returns no keys if there are no errors. */
export function checkBuyer({ name, email, consent }: Buyer, isConsentAsked: boolean): BuyerProblems {
  const problems: BuyerProblems = {};
  if (name.trim() === "") problems.name = "missing";
  const emailProblem = checkEmail(email);
  if (emailProblem !== undefined) problems.email = emailProblem;
  if (isConsentAsked && !consent) problems.consent = "missing";
  return problems;
}
