/** Somebody whom Cloudflare Access let in. */
export type DeskVisitor = {
  /** The address that they signed in with, in lower case. */
  email: string;
  /** Whether they may act. Everybody else may only look. */
  mayAct: boolean;
};

/** The visitor with this address. `editors`: the addresses that may act, in lower case. */
export function visitorOf(address: string, editors: readonly string[]): DeskVisitor {
  const email = address.toLowerCase();
  return { email, mayAct: editors.includes(email) };
}
