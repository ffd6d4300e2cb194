import type { AuthChangeEvent, GoTrueClient, Session } from "@supabase/auth-js";
import { ANON_KEY_HEADER, FLOW_ID_PARAMETER, SESSION_STORAGE_KEY, withoutCallback } from "../../src/shared/auth.ts";
import { hasStoredSession, readStored, tellAccountChange } from "./account-state.ts";

/**
 * The visitor's session with the accounts that the shop shares with the course environment. Only this file loads the
 * client library, and only when it is needed. The library renews the session while the page is visible, stops when it
 * is hidden, and tells the visitor's other tabs.
 * A session comes only from a sign-in that this browser began (PKCE, RFC 7636; OAuth security, RFC 9700 section 2.1).
 * `beginSignIn` stores a verifier in this browser. A code in an address is exchanged only with the verifier of the
 * sign-in that the address names. Anybody can make an address with tokens or a code of their own account. Therefore the
 * library never sees an address, so that no link signs anybody in or replaces a session (session fixation).
 */

/** A signed-in visitor, for the checkout. */
export type Account = {
  accessToken: string;
  /** Null for an account without an e-mail address, such as one with a telephone number. */
  email: string | null;
  userId: string;
};

/** The result of asking for a link. `limited`: asked too often; after a minute it works again. */
export type SignInBegun = "sent" | "limited" | "failed";

/** The timeout of each call to the service, milliseconds. */
const CALL_TIMEOUT_MS = 10_000;

/** The longest that signing out takes, even if the service does not answer, milliseconds. */
const SIGN_OUT_TIMEOUT_MS = 3_000;

/** A sign-in's return: the code, and the id of the sign-in that this browser began. */
type ReturnedSignIn = { code: string; flowId: string };

let restoring: Promise<void> | undefined;
let opened: Promise<GoTrueClient> | undefined;

/**
 * Exchanges the code in the address, if a sign-in of this browser ends with it, and restores the stored session. `href`
 * is the address before the loader removed its hash. Runs once per page; never rejects. A code of another account
 * replaces the session, because the visitor asked for it here.
 */
export function restoreSession(href = location.href): Promise<void> {
  restoring ??= restore(href);
  return restoring;
}

/**
 * The signed-in visitor at this moment, with a valid token. Null if nobody is signed in, or that is unknown. Rejects if
 * the client library cannot be loaded.
 */
export async function readAccount(): Promise<Account | null> {
  await restoreSession();
  // Another tab may have started or ended the session since.
  if (!hasStoredSession()) return null;
  const client = await openClient();
  const { session } = (await client.getSession()).data;
  if (typeof session?.user?.id !== "string") return null;
  return { accessToken: session.access_token, email: session.user.email || null, userId: session.user.id };
}

/**
 * Asks the service to mail a sign-in link. `returnPath` is the path and query of the shop that the link leads to.
 * `sent` does not reveal whether the address has an account. Never rejects.
 */
export async function beginSignIn(email: string, returnPath: string): Promise<SignInBegun> {
  try {
    // Without storage the verifier is lost with this page, and the link could not work.
    if (!canStore()) return "failed";
    const client = await openClient();
    const { error } = await client.signInWithOtp({
      email,
      options: { shouldCreateUser: false, emailRedirectTo: location.origin + returnPath },
    });
    // The service's error for an address without an account.
    if (error === null || error.code === "otp_disabled") return "sent";
    console.warn(`No link was sent: ${error.message}`);
    return error.status === 429 ? "limited" : "failed";
  } catch (error) {
    console.warn(error);
    return "failed";
  }
}

/** Ends the session in every tab of this browser, even if the service does not answer. Never rejects. */
export async function signOutHere(): Promise<void> {
  const ended = readStored(SESSION_STORAGE_KEY);
  const signingOut = openClient().then(async (client) => {
    // Renews an expired session, for up to half a minute.
    await client.getSession();
    const isOwn = [ended, written].includes(readStored(SESSION_STORAGE_KEY));
    return isOwn ? client.signOut({ scope: "local" }) : null;
  });
  const tooLate = new Promise((resolve) => setTimeout(resolve, SIGN_OUT_TIMEOUT_MS));
  await Promise.race([signingOut.catch(console.warn), tooLate]);
  // The library removes the session before it asks the service. One that began in another tab meanwhile stays.
  if (ended === null || readStored(SESSION_STORAGE_KEY) !== ended) return;
  localStorage.removeItem(SESSION_STORAGE_KEY);
  showState(null);
}

/**
 * Renews the token after the shop's server refused it, and ends the session here if the service refuses too. If the
 * service cannot be reached, the session stays. Rejects if the client library cannot be loaded.
 */
export async function renewRefusedSession(): Promise<void> {
  const refused = readStored(SESSION_STORAGE_KEY);
  if (refused === null) return;
  const client = await openClient();
  const { error } = await client.refreshSession();
  if (error === null || error.name === "AuthRetryableFetchError") return;
  // Another tab may have ended or replaced it meanwhile. The server's 401, 403 or 404 to a sign-out is ignored: the
  // session has already ended there.
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
 * Returns the sign-in that ends at this address, or null: only a sign-in of this browser counts, whose verifier is in
 * storage. Removes the service's parameters from the address, and records a failure.
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

/** The client, created once per page. It exchanges the code in the address before any other use. */
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
    storage: OWN_STORAGE,
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

/** The session that the library saw last in this tab. */
let seen: string | null = null;
/** The session that the library stored last in this tab: one that has begun here, or was renewed. */
let written: string | undefined;

/** `localStorage`, in which the library ends only the session that it has seen: another tab may have begun one meanwhile. */
const OWN_STORAGE = {
  getItem(key: string): string | null {
    const value = localStorage.getItem(key);
    if (key === SESSION_STORAGE_KEY) seen = value;
    return value;
  },
  setItem(key: string, value: string): void {
    if (key === SESSION_STORAGE_KEY) written = value;
    localStorage.setItem(key, value);
  },
  removeItem(key: string): void {
    if (key !== SESSION_STORAGE_KEY || localStorage.getItem(key) === seen) localStorage.removeItem(key);
  },
};

/** Handles every event of the service (given 9.10). The shop has no screen for passwords or second factors. */
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

/** Sets the state for styles, tests and listeners. No token is ever in the document. */
function showState(session: Session | null): void {
  document.documentElement.dataset.account = session === null ? "signed-out" : "signed-in";
  tellAccountChange();
}

/** Records a failed sign-in, which the checkout reports. An existing session stays. */
function failSignIn(reason: string): null {
  console.warn(`Signing in did not work: ${reason}`);
  document.documentElement.dataset.signIn = "failed";
  return null;
}

/** Deletes a stored value that is no session; otherwise every page would try it. */
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
