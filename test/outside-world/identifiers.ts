import { randomBytes } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A random identifier in Stripe's form: a prefix such as `pi_` and letters and digits. */
export function randomId(prefix: string, length = 24): string {
  return prefix + Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}
