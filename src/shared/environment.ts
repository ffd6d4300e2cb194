/**
 * Several shops may share one Stripe account, such as the real one and a rehearsal. Each payment is marked with its
 * environment (`metadata.environment`, the var ENVIRONMENT), and only that shop handles it.
 */

/** The environment of the real shop: its section in `wrangler.toml`. */
export const PRODUCTION = "production";

/** The subject of a mail to the owner, who may have several shops: it names the environment, unless it is the real one. */
export function ownersSubject(subject: string, environment: string | null): string {
  return environment === PRODUCTION ? subject : `[${environment ?? "?"}] ${subject}`;
}

export function environmentMark(environment: string): { environment: string } {
  return { environment };
}

/** ENVIRONMENT of the shop of a developer's machine: the default section of wrangler.toml. */
export const LOCAL_ENVIRONMENT = "local";

/**
 * The name of another environment in the metadata. Null if it is this one, or if there is no mark, as of a payment link that
 * was made by hand.
 */
export function otherEnvironment(
  metadata: Readonly<Record<string, string>> | null | undefined,
  environment: string,
): string | null {
  const mark = metadata?.environment ?? "";
  return mark === "" || mark === environment ? null : mark;
}
