import { ANON_KEY_HEADER } from "../../src/shared/auth.ts";
import { hasStoredSession, onAccountMayHaveChanged } from "../auth/account-state.ts";
import type { Account } from "../auth/session.ts";

/** What the checkout knows of accounts. Without a sign-in service, or without a session, nothing is loaded or sent. */

/** A sale does not wait longer than this for the sign-in service, milliseconds. */
const ACCOUNT_TIMEOUT_MS = 4_000;

/** Session storage key: id of the user on whose account the buyer does not want to buy, in this tab. */
const DECLINED_STORAGE_KEY = "checkout-without-account";

/** The same in this page, also where nothing can be stored; undefined = not read yet. */
let declined: string | null | undefined;

/** Id of the user on whose account this page could not put the purchase: the buyer has read that, so it stays so. */
let lost: string | null = null;

/**
 * The signed-in visitor of now; null when nobody is signed in or it takes too long to find out. `isRefused`: our server
 * did not take their token, so it is renewed first. Never rejects.
 */
async function readBuyerAccount(isRefused = false): Promise<Account | null> {
  const { authUrl, account } = document.documentElement.dataset;
  // A sign-in that has just come back is not stored yet.
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
 * The account that a payment belongs to now: the signed-in visitor's, unless they buy without it. `isRefused` as above.
 * Never rejects.
 */
export async function readPayingAccount(isRefused = false): Promise<Account | null> {
  const account = await readBuyerAccount(isRefused);
  return account === null || isDeclined(account) ? null : account;
}

/**
 * Calls back with the account of now as soon as it is known, and after each sign-in, sign-out or renewal, in this tab or
 * another; sometimes though nothing has changed. Returns what stops it.
 */
export function onAccountChange(listener: (account: Account | null) => void): () => void {
  let reads = 0;
  const read = async () => {
    reads += 1;
    const own = reads;
    const account = await readBuyerAccount();
    // A later change may be read sooner.
    if (own === reads) listener(account);
  };
  read();
  const stop = onAccountMayHaveChanged(read);
  return () => {
    reads += 1;
    stop();
  };
}

/** Whether the visitor came back to sign in and could not. */
export function hasSignInFailed(): boolean {
  return document.documentElement.dataset.signIn === "failed";
}

/** Whether the purchase is not put on this account: the buyer chose so, or it could not be and they have read that. */
export function isDeclined({ userId }: Account): boolean {
  if (declined === undefined) {
    try {
      declined = sessionStorage.getItem(DECLINED_STORAGE_KEY);
    } catch {
      declined = null;
    }
  }
  return declined === userId || lost === userId;
}

/** Remembers, for this tab, whether the buyer wants to buy without this account. Another account is asked about anew. */
export function setDeclined({ userId }: Account, isDeclined: boolean): void {
  declined = isDeclined ? userId : null;
  lost = null;
  try {
    if (isDeclined) sessionStorage.setItem(DECLINED_STORAGE_KEY, userId);
    else sessionStorage.removeItem(DECLINED_STORAGE_KEY);
  } catch {
    // Storage is off or full; `declined` has it.
  }
}

/** From here on this page buys without this account, until the buyer chooses it again. */
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
