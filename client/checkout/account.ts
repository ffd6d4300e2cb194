import { ANON_KEY_HEADER } from "../../src/shared/auth.ts";
import { hasStoredSession, onAccountMayHaveChanged } from "../auth/account-state.ts";
import type { Account } from "../auth/session.ts";
import { surroundings } from "./surroundings.ts";

/** The checkout's use of accounts. Without a sign-in service, or without a session, nothing is loaded or sent. */

/** The longest wait for the sign-in service, milliseconds: a sale must not depend on it. */
const ACCOUNT_TIMEOUT_MS = 4_000;

/** Session storage key: id of the user whose account the buyer does not want to use in this tab. */
const DECLINED_STORAGE_KEY = "checkout-without-account";

/** Id of the user on whose account the purchase could not be written. Stays until the buyer chooses again. */
let lost: string | null = null;

/**
 * The signed-in visitor. Null if nobody is signed in, or it takes too long. `isRefused`: our server refused the token,
 * so it is renewed first. Never rejects.
 */
async function readBuyerAccount(isRefused = false): Promise<Account | null> {
  const { authUrl, account } = document.documentElement.dataset;
  // A sign-in that has just returned is not stored yet.
  if (!authUrl || (account !== "restoring" && !hasStoredSession())) return null;
  const tooLate = new Promise<null>((resolve) => setTimeout(resolve, ACCOUNT_TIMEOUT_MS, null));
  const read = async () => {
    const auth = await import("../auth/session.ts");
    if (isRefused) await auth.renewRefusedSession();
    return auth.readAccount();
  };
  try {
    return await Promise.race([read(), tooLate]);
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/**
 * The account for the payment: the signed-in visitor's, unless they buy without it. `isRefused` as above. Never
 * rejects.
 */
export async function readPayingAccount(isRefused = false): Promise<Account | null> {
  const account = await readBuyerAccount(isRefused);
  return account === null || isDeclined(account) ? null : account;
}

/**
 * Calls back with the account as soon as it is known, and after each sign-in, sign-out or renewal, in this tab or
 * another. It may call back without a change. Returns a function that stops it.
 */
export function onAccountChange(listener: (account: Account | null) => void): () => void {
  let reads = 0;
  const read = async () => {
    reads += 1;
    const own = reads;
    const account = await readBuyerAccount();
    // A later read may finish first.
    if (own === reads) listener(account);
  };
  read();
  const stop = onAccountMayHaveChanged(read);
  return () => {
    reads += 1;
    stop();
  };
}

/** Whether the visitor returned from a sign-in that failed. */
export function hasSignInFailed(): boolean {
  return document.documentElement.dataset.signIn === "failed";
}

/**
 * Whether the buyer buys without this account: by choice, or because it could not be written and the buyer was told.
 */
export function isDeclined({ userId }: Account): boolean {
  return surroundings.tab.get(DECLINED_STORAGE_KEY) === userId || lost === userId;
}

/**
 * Stores, for this tab, whether the buyer wants to buy without this account. The choice does not count for another
 * account.
 */
export function setDeclined({ userId }: Account, isDeclined: boolean): void {
  lost = null;
  if (isDeclined) surroundings.tab.set(DECLINED_STORAGE_KEY, userId);
  else surroundings.tab.delete(DECLINED_STORAGE_KEY);
}

/** Makes this page buy without this account until the buyer chooses it again. */
export function loseAccount({ userId }: Account): void {
  lost = userId;
}

/** Headers of a call to our server: the public key, and the buyer's token. */
export function accountHeaders(account: Account | null): Record<string, string> {
  const { authKey } = document.documentElement.dataset;
  return {
    ...(authKey ? { [ANON_KEY_HEADER]: authKey } : {}),
    ...(account === null ? {} : { authorization: `Bearer ${account.accessToken}` }),
  };
}
