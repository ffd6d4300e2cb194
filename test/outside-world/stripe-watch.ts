import type { StripeRules } from "./stripe-rules.ts";

/**
 * Reports calls, answers and events that do not match Stripe's published types, to tests. Nothing is checked until
 * `rulesOf` is set: `npm start` does not set it.
 */

let rulesOf: (() => StripeRules) | null = null;
const faults: string[] = [];

/** Starts checking by these rules, which are made when they are first needed. */
export function watchStripe(makeRules: () => StripeRules): void {
  let made: StripeRules | undefined;
  rulesOf = () => {
    made ??= makeRules();
    return made;
  };
}

/** Records the faults of a call or object of Stripe's, such as `POST /v1/refunds`. */
export function lookAt(what: string, faultsBy: (rules: StripeRules) => readonly string[]): void {
  if (rulesOf !== null) faults.push(...faultsBy(rulesOf()).map((fault) => `${what}: ${fault}`));
}

/** Returns and clears the recorded faults. */
export function takeFaults(): readonly string[] {
  return faults.splice(0);
}
