/** What the buyer fills in beside Stripe's fields. */
export type Buyer = { name: string; email: string; consent: boolean };

export type BuyerField = keyof Buyer;

/** What is wrong with a field: nothing in it, or something that cannot be right. */
export type BuyerProblems = Partial<Record<BuyerField, "missing" | "invalid">>;

/** Simple on purpose (specification section 5): something, an at sign, something with a dot in it, no spaces. */
const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Checks what was filled in; no keys = nothing wrong. */
export function checkBuyer({ name, email, consent }: Buyer): BuyerProblems {
  const problems: BuyerProblems = {};
  if (name.trim() === "") problems.name = "missing";
  if (email.trim() === "") problems.email = "missing";
  else if (!EMAIL_PATTERN.test(email.trim())) problems.email = "invalid";
  if (!consent) problems.consent = "missing";
  return problems;
}
