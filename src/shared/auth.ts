/** Where the accounts live that the shop shares with the course environment. Both values are public. */
export type AuthAccess = {
  /** Base address of the service's API, such as `https://auth.example/auth/v1`, without a trailing slash. */
  url: string;
  /** The public key that every call of ours names the shop with. */
  anonKey: string;
};

/** Local storage key of a visitor's session; the client library adds keys that begin with it. */
export const SESSION_STORAGE_KEY = "vaarkoers-account";

/** Header that carries the public key. */
export const ANON_KEY_HEADER = "apikey";

/** What the service puts into an address, query or hash, when it sends a visitor back with tokens or an error. */
const CALLBACK_PARAMETERS = [
  "access_token",
  "refresh_token",
  "provider_token",
  "provider_refresh_token",
  "expires_in",
  "expires_at",
  "token_type",
  "type",
  "error",
  "error_code",
  "error_description",
] as const;

/** A code of the service is a UUID; any other `code` is somebody else's, such as a discount. */
const CODE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a query, encoded anew, may hold a callback at all: almost none does, and this is cheaper than to look. */
export function mayHoldCallback(search: string): boolean {
  return /[?&](?:code|access_token|error_description)=/.test(search);
}

/** A copy without what the service put there: none of it may travel on in a link. Without a callback all of it stays. */
export function withoutCallback(params: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams(params);
  if (CODE.test(kept.get("code") ?? "")) {
    kept.delete("code");
    kept.delete("sb_flow_id");
  }
  if (kept.has("access_token") || kept.has("error_description")) {
    for (const name of CALLBACK_PARAMETERS) kept.delete(name);
  }
  return kept;
}
