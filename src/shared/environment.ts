/**
 * Several shops may share one Stripe account, such as the real one and a rehearsal. Each payment is marked with its
 * environment (`metadata.environment`, the var ENVIRONMENT), and only that shop handles it.
 */

/** The metadata that marks a payment with its environment. */
export function environmentMark(environment: string): { environment: string } {
  return { environment };
}

/**
 * The name of another environment in the metadata. Null if it is this one, or if there is no mark, as on older
 * payments.
 */
export function otherEnvironment(
  metadata: Readonly<Record<string, string>> | null | undefined,
  environment: string,
): string | null {
  const mark = metadata?.environment ?? "";
  return mark === "" || mark === environment ? null : mark;
}
