import type { AuthChangeEvent, GoTrueClient, Session } from "@supabase/auth-js";
import { ANON_KEY_HEADER, FLOW_ID_PARAMETER, SESSION_STORAGE_KEY, withoutCallback } from "../../src/shared/auth.ts";
import { hasStoredSession, readStored, tellAccountChange } from "./account-state.ts";

/**
 * The visitor's session with the accounts that the shop shares with the course environment: it says who is buying. The
 * client library is loaded here and nowhere else, and only once there is something for it to do; it keeps the session
 * fresh while the page is visible, stops when it is hidden, and tells the visitor's other tabs.
 *
 * A session comes only from a sign-in that this browser began (PKCE, RFC 7636; OAuth security, RFC 9700 section 2.1):
 * `beginSignIn` leaves a verifier in this browser's storage, and a code in an address is redeemed with the verifier of
 * the very sign-in that the address names. Anybody can make an address with tokens or a code of their own account: the
 * library is never shown an address, so neither signs anybody in or replaces a session (session fixation).
 */

/** What the checkout wants to know of a signed-in visitor. */
export type Account = {
  accessToken: string;
  /** Null: an account without an e-mail address, such as one of a telephone number. */
  email: string | null;
  userId: string;
};

/** What came of asking for a link. `limited`: asked too often, a minute later it works. */
export type SignInBegun = "sent" | "limited" | "failed";

/** No call to the service takes longer than this, milliseconds. */
const CALL_TIMEOUT_MS = 10_000;

/** Whoever signs out sees it happen within this time, also when the service does not answer, milliseconds. */
const SIGN_OUT_TIMEOUT_MS = 3_000;

/** A sign-in that came back: the code, and which of this browser's sign-ins it belongs to. */
type ReturnedSignIn = { code: string; flowId: string };

let restoring: Promise<void> | undefined;
let opened: Promise<GoTrueClient> | undefined;

/**
 * Redeems the code that the address brings, if a sign-in of this browser ends with it, and restores the stored session.
 * `href` is the address as it was before the loader took its hash away. Once a page; never rejects.
 *
 * A code of another account than the one that is signed in replaces that session: the visitor asked for it here.
 */
export function restoreSession(href = location.href): Promise<void> {
  restoring ??= restore(href);
  return restoring;
}

/** The signed-in visitor as of now, with a token that is still good; null when nobody is, or it cannot be found out. */
export async function readAccount(): Promise<Account | null> {
  await restoreSession();
  // Another tab may have begun or ended it since.
  if (!hasStoredSession()) return null;
  const client = await openClient();
  const { session } = (await client.getSession()).data;
  if (typeof session?.user?.id !== "string") return null;
  return { accessToken: session.access_token, email: session.user.email || null, userId: session.user.id };
}

/**
 * Asks the service to send a link to an address that has an account. `returnPath` is the path and query of the shop that
 * the link leads to. `sent` says nothing of whether there is such an account. Never rejects.
 */
export async function beginSignIn(email: string, returnPath: string): Promise<SignInBegun> {
  try {
    // Without it no verifier outlives this page, and the link could never work.
    if (!canStore()) return "failed";
    const client = await openClient();
    const { error } = await client.signInWithOtp({
      email,
      options: { shouldCreateUser: false, emailRedirectTo: location.origin + returnPath },
    });
    // The service's word for an address without an account.
    if (error === null || error.code === "otp_disabled") return "sent";
    console.warn(`No link was sent: ${error.message}`);
    return error.status === 429 ? "limited" : "failed";
  } catch (error) {
    console.warn(error);
    return "failed";
  }
}

/** Ends the session in this browser, in every tab, whether the service answers or not. Never rejects. */
export async function signOutHere(): Promise<void> {
  const signingOut = openClient().then((client) => client.signOut({ scope: "local" }));
  const tooLate = new Promise((resolve) => setTimeout(resolve, SIGN_OUT_TIMEOUT_MS));
  await Promise.race([signingOut.catch(console.warn), tooLate]);
  // An expired session is first renewed by the library, which goes on trying for half a minute.
  if (!hasStoredSession()) return;
  localStorage.removeItem(SESSION_STORAGE_KEY);
  showState(null);
}

/**
 * After the shop's server refused the token: gets a new one, and ends the session here when the service refuses that
 * too. A service that cannot be reached says nothing about the session, so it stays.
 */
export async function renewRefusedSession(): Promise<void> {
  const refused = readStored(SESSION_STORAGE_KEY);
  if (refused === null) return;
  const client = await openClient();
  const { error } = await client.refreshSession();
  if (error === null || error.name === "AuthRetryableFetchError") return;
  // Another tab may have ended or replaced it meanwhile. The server's 401, 403 or 404 to a sign-out is ignored: the
  // session is gone there already.
  if (readStored(SESSION_STORAGE_KEY) === refused) await client.signOut({ scope: "local" });
}

async function restore(href: string): Promise<void> {
  const returned = takeReturnedSignIn(href);
  dropUnreadableSession();
  if (returned === null && !hasStoredSession()) return showState(null);
  try {
    await (await openClient(returned)).initialize();
  } catch (error) {
    // The library could not be loaded.
    console.error(error);
    if (returned !== null) failSignIn("the code was not redeemed");
    tellAccountChange();
  }
}

/**
 * The sign-in that an address brings back, when this browser began it: then its other half is in storage. What the
 * service put into the query leaves the address.
 */
function takeReturnedSignIn(href: string): ReturnedSignIn | null {
  const { searchParams, hash } = new URL(href);
  const problem = searchParams.get("error_description") ?? new URLSearchParams(hash.slice(1)).get("error_description");
  const code = searchParams.get("code");
  const flowId = searchParams.get(FLOW_ID_PARAMETER);
  if (problem === null && flowId === null) return null;

  const url = new URL(location.href);
  url.search = withoutCallback(url.searchParams).toString();
  history.replaceState(history.state, "", url);
  if (problem !== null) return failSignIn(problem);
  const isOwn = readStored(`${SESSION_STORAGE_KEY}-flow-${flowId}-code-verifier`) !== null;
  return code !== null && flowId !== null && isOwn ? { code, flowId } : failSignIn("it did not begin in this browser");
}

/** The client, once a page; what an address brought back is redeemed before anybody else gets it. */
function openClient(returned: ReturnedSignIn | null = null): Promise<GoTrueClient> {
  opened ??= connect(returned);
  return opened;
}

async function connect(returned: ReturnedSignIn | null): Promise<GoTrueClient> {
  const { AuthClient } = await import("./library.ts");
  const { authUrl = "", authKey = "" } = document.documentElement.dataset;
  const client = new AuthClient({
    url: authUrl,
    headers: { [ANON_KEY_HEADER]: authKey },
    storageKey: SESSION_STORAGE_KEY,
    flowType: "pkce",
    detectSessionInUrl: false,
    skipAutoInitialize: true,
    experimental: { appendPkceFlowIdToRedirects: true },
    fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) }),
  });
  if (returned !== null) {
    const { error } = await client.exchangeCodeForSession(returned.code, { flowId: returned.flowId });
    if (error !== null) failSignIn(error.message);
  }
  client.initialize();
  client.onAuthStateChange(onAuthEvent);
  return client;
}

/** Every event of the service (given 9.10). The shop has no screen for passwords or second factors. */
function onAuthEvent(event: AuthChangeEvent, session: Session | null): void {
  switch (event) {
    case "INITIAL_SESSION":
    case "SIGNED_IN":
    case "TOKEN_REFRESHED":
    case "USER_UPDATED":
    case "PASSWORD_RECOVERY":
    case "MFA_CHALLENGE_VERIFIED":
      showState(session);
      break;
    case "SIGNED_OUT":
      showState(null);
      break;
    default:
      event satisfies never;
  }
}

/** For styles, tests and listeners; no token ever stands in the document. */
function showState(session: Session | null): void {
  document.documentElement.dataset.account = session === null ? "signed-out" : "signed-in";
  tellAccountChange();
}

/** A visitor who came back to sign in and could not is told so where that matters; a session that is there stays. */
function failSignIn(reason: string): null {
  console.warn(`Signing in did not work: ${reason}`);
  document.documentElement.dataset.signIn = "failed";
  return null;
}

/** What cannot be a session is thrown away, or it would be tried on every page. */
function dropUnreadableSession(): void {
  try {
    if (JSON.parse(readStored(SESSION_STORAGE_KEY) ?? "{}")) return;
  } catch {
    // Removed below.
  }
  localStorage.removeItem(SESSION_STORAGE_KEY);
}

function canStore(): boolean {
  const key = `${SESSION_STORAGE_KEY}-test`;
  try {
    localStorage.setItem(key, "1");
    localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}
