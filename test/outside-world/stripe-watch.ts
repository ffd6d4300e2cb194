import type { StripeRules } from "./stripe-rules.ts";

/**
 * Where tests hear of calls, answers and events that are not as Stripe publishes them. Nothing is looked at until `rulesOf` is
 * given: `npm start` does without.
 */

let rulesOf: (() => StripeRules) | null = null;
const faults: string[] = [];

/** From now on all is looked at by these rules, which are made when they are first needed. */
export function watchStripe(makeRules: () => StripeRules): void {
  let made: StripeRules | undefined;
  rulesOf = () => {
    made ??= makeRules();
    return made;
  };
}

/** Notes what is wrong with something of Stripe's, such as `POST /v1/refunds`. */
export function lookAt(what: string, faultsBy: (rules: StripeRules) => readonly string[]): void {
  if (rulesOf !== null) faults.push(...faultsBy(rulesOf()).map((fault) => `${what}: ${fault}`));
}

/** What was wrong since this was last asked. */
export function takeFaults(): readonly string[] {
  return faults.splice(0);
}
