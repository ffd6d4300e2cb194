/** Where the accounts live that the shop shares with the course environment. Both values are public. */
export type AuthAccess = {
  /** Base address of the service's API, such as `https://auth.example/auth/v1`, without a trailing slash. */
  url: string;
  /** The public key that every call of ours names the shop with. */
  anonKey: string;
};

/** Everything that the checkout says of accounts; it travels to the island as props. `{email}` becomes an address. */
export type AccountCopy = {
  /** Names this part of the page to who cannot see it. */
  label: string;
  used: string;
  /** For an account without an e-mail address, as are the other `...Nameless` texts. */
  usedNameless: string;
  unused: string;
  buyWithout: string;
  buyWith: string;
  buyWithNameless: string;
  signOut: string;
  /** The visitor opened a link that signs nobody in. */
  signInFailed: string;
  /** The purchase could not be put on the account that was named: said before anything is paid. */
  lost: { title: string; text: string };
  begin: {
    /** Opens the rest. */
    label: string;
    text: string;
    email: { label: string; missing: string; invalid: string };
    send: string;
    sending: string;
    sendAgain: string;
    sent: string;
    limited: string;
    failed: string;
  };
};

/** Local storage key of a visitor's session; the client library adds keys that begin with it. */
export const SESSION_STORAGE_KEY = "vaarkoers-account";

/** Header that carries the public key. */
export const ANON_KEY_HEADER = "apikey";

/** Query parameter of a callback that names which of a browser's sign-ins it ends; the client library adds it. */
export const FLOW_ID_PARAMETER = "sb_flow_id";

/** A session's tokens: no sign-in of the shop's puts them into an address, and a link that did must not travel on. */
const TOKEN_PARAMETERS = [
  "access_token",
  "refresh_token",
  "expires_in",
  "expires_at",
  "token_type",
  "type",
  "provider_token",
  "provider_refresh_token",
] as const;

/** What the service puts into a query when a sign-in did not work. */
const ERROR_PARAMETERS = ["error", "error_code", "error_description"] as const;

/** Whether a query, encoded anew, may hold a callback at all: almost none does, and this is cheaper than to look. */
export function mayHoldCallback(search: string): boolean {
  return /[?&](?:sb_flow_id|access_token|error_description)=/.test(search);
}

/**
 * A copy without what the service put there: none of it may travel on in a link. Without a callback all of it stays: a
 * `code` that ends no sign-in is somebody else's, such as a discount.
 */
export function withoutCallback(params: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams(params);
  if (kept.has(FLOW_ID_PARAMETER)) {
    kept.delete("code");
    kept.delete(FLOW_ID_PARAMETER);
  }
  if (kept.has("access_token")) for (const name of TOKEN_PARAMETERS) kept.delete(name);
  if (kept.has("error_description")) for (const name of ERROR_PARAMETERS) kept.delete(name);
  return kept;
}
