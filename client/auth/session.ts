import type { AuthChangeEvent, GoTrueClient, Session } from "@supabase/auth-js";
import { ANON_KEY_HEADER, SESSION_STORAGE_KEY, withoutCallback } from "../../src/shared/auth.ts";

/**
 * The visitor's session with the accounts that the shop shares with the course environment. No screen shows it: it says
 * who is buying. The client library is loaded here and nowhere else, and only once there is something for it to do; it
 * keeps the session fresh while the page is visible, stops when it is hidden, and tells the visitor's other tabs.
 */

/** What the checkout wants to know of a signed-in visitor. */
export type Account = { accessToken: string; email: string | null };

/** How long a sign-in that just came back waits for the page to have nothing else to do, milliseconds. */
const IDLE_TIMEOUT_MS = 1_500;

let restoring: Promise<GoTrueClient | null> | undefined;

/**
 * Restores the stored session, or the one that a callback in the address brings. `href` is the address as it was before
 * the loader took tokens out of it. Once a page: later calls get the same client, or null when there is no session.
 */
export function restoreSession(href = location.href): Promise<GoTrueClient | null> {
  restoring ??= restore(href);
  return restoring;
}

/** The signed-in visitor, with a token that is still good; null when nobody is, or when that cannot be found out. */
export async function readAccount(): Promise<Account | null> {
  const client = await restoreSession();
  if (client === null) return null;
  const { session } = (await client.getSession()).data;
  return session === null ? null : { accessToken: session.access_token, email: session.user?.email || null };
}

/**
 * After the shop's server refused the token: gets a new one, and ends the session here when the service refuses that
 * too. A service that cannot be reached says nothing about the session, so it stays.
 */
export async function renewRefusedSession(): Promise<void> {
  const client = await restoreSession();
  const error = client === null ? null : (await client.refreshSession()).error;
  // The server's 401, 403 or 404 to a sign-out is ignored: the session is gone there already.
  if (error !== null && error.name !== "AuthRetryableFetchError") await client?.signOut({ scope: "local" });
}

async function restore(href: string): Promise<GoTrueClient | null> {
  const kind = callbackKind(href);
  if (kind === "none" && !hasStoredSession()) {
    showState(null);
    return null;
  }
  const clean = kind === "none" ? null : withoutTokens(href);
  if (clean !== null) {
    history.replaceState(history.state, "", clean);
    await pageIdle();
  }

  const { AuthClient } = await import("./library.ts");
  const { authUrl = "", authKey = "" } = document.documentElement.dataset;
  const client = new AuthClient({
    url: authUrl,
    headers: { [ANON_KEY_HEADER]: authKey },
    storageKey: SESSION_STORAGE_KEY,
    flowType: kind === "code" ? "pkce" : "implicit",
    skipAutoInitialize: true,
  });
  // The library reads the address at the beginning of `initialize`, before it lets anybody else run. The empty hash
  // keeps it from navigating when it empties the hash.
  if (clean !== null) history.replaceState(history.state, "", href);
  const initialized = client.initialize();
  if (clean !== null) history.replaceState(history.state, "", `${clean}#`);
  client.onAuthStateChange(onAuthEvent);
  const { error } = await initialized;
  if (clean !== null) history.replaceState(history.state, "", clean);
  if (error !== null) console.warn(`Signing in did not work: ${error.message}`);
  return client;
}

/** Every event of the service (specification section 4). The shop has no screen for passwords or second factors. */
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

/** For styles and tests; no token ever stands in the document. */
function showState(session: Session | null): void {
  document.documentElement.dataset.account = session === null ? "signed-out" : "signed-in";
}

/** A code is the shop's only when the sign-in began in this browser: then its other half is in storage. */
function callbackKind(href: string): "token" | "code" | "none" {
  const { searchParams, hash } = new URL(href);
  const has = (name: string) => searchParams.has(name) || new URLSearchParams(hash.slice(1)).has(name);
  if (has("access_token") || has("error_description")) return "token";
  return has("code") && readStorage(`${SESSION_STORAGE_KEY}-code-verifier`) !== null ? "code" : "none";
}

/** The address without what the service put into its query, and without a hash. */
function withoutTokens(href: string): string {
  const url = new URL(href);
  const query = withoutCallback(url.searchParams).toString();
  return query === "" ? url.pathname : `${url.pathname}?${query}`;
}

/** Whether there is a session to restore; what cannot be one is thrown away, or it would be tried on every page. */
function hasStoredSession(): boolean {
  const text = readStorage(SESSION_STORAGE_KEY);
  if (text === null) return false;
  try {
    if (JSON.parse(text)) return true;
  } catch {
    // Removed below.
  }
  localStorage.removeItem(SESSION_STORAGE_KEY);
  return false;
}

function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function pageIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(resolve, { timeout: IDLE_TIMEOUT_MS });
    else setTimeout(resolve, IDLE_TIMEOUT_MS / 2);
  });
}
