/**
 * Several shops may share one Stripe account, such as the real one and a rehearsal of it. Each payment is marked with the
 * environment that it was made for (`metadata.environment`, the var ENVIRONMENT), and only that shop follows it.
 */

/** What marks a payment, and what it is made with, for an environment. */
export function environmentMark(environment: string): { environment: string } {
  return { environment };
}

/** The other environment that something is marked for; null: this one, or no mark, as on payments from before there was one. */
export function otherEnvironment(
  metadata: Readonly<Record<string, string>> | null | undefined,
  environment: string,
): string | null {
  const mark = metadata?.environment ?? "";
  return mark === "" || mark === environment ? null : mark;
}
