/**
 * Whether a URL is safe to link or redirect to: https anywhere, http on this machine only. It is printed in mails as it is, where
 * a blank would end the link.
 */
export function isSafeTarget(value: string): boolean {
  if (/[\s\\]/.test(value) || !URL.canParse(value)) return false;
  const url = new URL(value);
  if (url.username !== "" || url.password !== "") return false;
  if (url.protocol === "https:") return true;
  return url.protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
}

/** The placeholder for a gift's signed code in an activation address. */
export const CODE_PLACE = "{code}";

/**
 * Whether an activation address is valid: a safe target, with `{code}` at most once, in its path or query, and no other
 * braces.
 */
export function isActivationTarget(value: string): boolean {
  const pieces = value.split(CODE_PLACE);
  const [before = "", after] = pieces;
  if (pieces.length > 2 || /[{}]/.test(pieces.join(""))) return false;
  if (after !== undefined && !/^https?:\/\/[^/?#]+[/?][^#]*$/.test(before)) return false;
  return isSafeTarget(pieces.join("code"));
}
