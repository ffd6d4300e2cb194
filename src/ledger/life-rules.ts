/** Who may cause an event. `bank`: the buyer's bank, or Stripe for it. `clock`: a Workflow or the cron. */
type Cause = "buyer" | "giver" | "bank" | "operator" | "clock" | "night" | "Stripe";

/**
 * An event in the life of a delivery, a payment or a withdrawal: the states in which it may happen, and those to which it may
 * lead. `none`: there is no row yet.
 */
export type LifeEvent<State extends string> = {
  by: Cause;
  from: readonly (State | "none")[];
  to: readonly State[];
  /** What else must hold, in words; it stands in the event's statement. */
  guard?: string;
};

export function mayHappenIn<State extends string>({ from }: LifeEvent<State>, state: State | "none"): boolean {
  return from.includes(state);
}
