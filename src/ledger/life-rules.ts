/** Who causes an event: for the reader, nothing checks it. `bank`: the buyer's bank, or Stripe for it. `clock`: a Workflow or the cron. */
type Cause = "buyer" | "giver" | "bank" | "operator" | "clock" | "night" | "Stripe";

/**
 * An event in the life of a delivery, a mail, a payment or a withdrawal: the states in which it may happen, and those to which
 * it may lead. `none`: there is no row yet.
 */
export type LifeEvent<State extends string> = {
  by: Cause;
  from: readonly (State | "none")[];
  to: readonly State[];
  /** What else must hold, each as SQL for a row of the life's view, under the reason why the event may not happen without it. */
  guard?: Readonly<Record<string, string>>;
};

/** The states in which an event may happen, as SQL for a row with a `state`. */
export function isFrom({ from }: LifeEvent<string>): string {
  return `state IN (${sqlList(from)})`;
}

/** Names of ours as a list of SQL values; none of them has a quote. */
export function sqlList(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(", ");
}

/** Why an event may not happen now, as SQL for a row of the life's view: `closed` in this state, else the reason; NULL if it may. */
export function whyNot(event: LifeEvent<string>): string {
  const reasons = Object.entries(event.guard ?? {}).map(([why, holds]) => `WHEN (${holds}) IS NOT TRUE THEN '${why}'`);
  return `CASE WHEN NOT ${isFrom(event)} THEN 'closed' ${reasons.join(" ")} END`;
}

export function mayHappenIn<State extends string>({ from }: LifeEvent<State>, state: State | "none"): boolean {
  return from.includes(state);
}
