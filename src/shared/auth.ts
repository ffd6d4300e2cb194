/** The accounts service that the shop shares with the course environment. Both values are public. */
export type AuthAccess = {
  /** Base address of the service's API, such as `https://auth.example/auth/v1`, without a trailing slash. */
  url: string;
  anonKey: string;
};

/** Local storage key of a visitor's session; the client library adds keys that begin with it. */
export const SESSION_STORAGE_KEY = "vaarkoers-account";

/** The header for the public key. */
export const ANON_KEY_HEADER = "apikey";

/** Query parameter of a callback, added by the client library: it names the sign-in that the callback ends. */
export const FLOW_ID_PARAMETER = "sb_flow_id";

/** A session's tokens. No sign-in of the shop puts them into an address, and links must not carry them. */
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

/** The parameters that the service adds after a failed sign-in. */
const ERROR_PARAMETERS = ["error", "error_code", "error_description"] as const;

/** Whether an encoded query may hold a callback. A cheap test, because almost no query does. */
export function mayHoldCallback(search: string): boolean {
  return /[?&](?:sb_flow_id|access_token|error_description)=/.test(search);
}

/**
 * Returns a copy without the parameters of a callback, because links must not carry them. Without a callback everything
 * stays: a `code` may then be somebody else's, such as a discount.
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
