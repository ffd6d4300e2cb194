import { EMAIL_MAX_LENGTH, isEmailAddress } from "../../shared/email-address.ts";
import { readEmailText } from "../../shared/typed-values.ts";

/** The one field of the form that asks for a buyer's links. */
export const EMAIL_FIELD = { name: "email", maxLength: EMAIL_MAX_LENGTH } as const;

export type EmailProblem = "missing" | "invalid";

/** In this time an address gets one mail with links, however often it is asked for, seconds. */
export const LINKS_WINDOW_S = 10 * 60;
/** Mails with links to one address within 24 hours, whoever asks for them. */
export const LINK_MAILS_A_DAY = 5;

/** Returns the typed address on one line, and its error, or null if it is valid. */
export function readEmail(typed: string): { email: string; problem: EmailProblem | null } {
  const email = readEmailText(typed);
  if (email === "") return { email, problem: "missing" };
  return { email, problem: isEmailAddress(email) ? null : "invalid" };
}

/** An order in an account's list, as `GET /api/my-orders` sends it: texts to show, and the path of its signed page. */
export type MyOrder = { item: string; date: string; state: string; number: string; path: string };

/**
 * The texts of an account's list, one for each of its states. `{email}` is the account's address; `...Nameless` is for
 * an account without one. `ended`: nobody is signed in any more.
 */
export type MyOrdersCopy = Readonly<
  Record<"loading" | "orders" | "ordersNameless" | "none" | "noneNameless" | "failed" | "ended", string>
>;
