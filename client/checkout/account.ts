import { ANON_KEY_HEADER } from "../../src/shared/auth.ts";
import type { Account } from "../auth/session.ts";

/** What the checkout knows of accounts. Without a sign-in service, or without a session, nothing is loaded or sent. */

/** A sale does not wait longer than this for the sign-in service, milliseconds. */
const ACCOUNT_TIMEOUT_MS = 4_000;

/** The signed-in buyer; null when nobody is signed in or it takes too long to find out. Never rejects. */
export async function readBuyerAccount(): Promise<Account | null> {
  const { account } = document.documentElement.dataset;
  // The loader sets it when there is a session to look for.
  if (account === undefined || account === "signed-out") return null;
  const tooLate = new Promise<null>((resolve) => setTimeout(resolve, ACCOUNT_TIMEOUT_MS, null));
  try {
    return await Promise.race([import("../auth/session.ts").then((auth) => auth.readAccount()), tooLate]);
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/** Headers of a call to our server: the public key, and the buyer's token. */
export function accountHeaders(account: Account | null): Record<string, string> {
  const { authKey } = document.documentElement.dataset;
  return {
    ...(authKey ? { [ANON_KEY_HEADER]: authKey } : {}),
    ...(account === null ? {} : { authorization: `Bearer ${account.accessToken}` }),
  };
}

/** Our server refused the buyer's token: the session is mended or ended, while the sale goes on. */
export function renewInBackground(): void {
  import("../auth/session.ts").then((auth) => auth.renewRefusedSession()).catch(console.warn);
}
