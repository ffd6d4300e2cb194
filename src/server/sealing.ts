import { decodeBase64Url, encodeBase64Url } from "./bytes.ts";
import type { Purpose, TokenKey } from "./signing.ts";

/** How the shop seals a text that stands in an address, for some time: only the shop can read it. */

/** Who has the keys: the shop of a request or a step. */
type Sealer = { keys: readonly TokenKey[]; now: Date };

/** `{key id}.{nonce, sealed text and tag}` */
const SEALED = /^([a-z0-9]{1,16})\.([\w-]{38,})$/;
/** AES-GCM's (NIST SP 800-38D): a nonce of 96 bits, made at random for each text. */
const NONCE_BYTES = 12;

/**
 * Seals a text for a purpose and for this many seconds, with the newest key. `about`: whose it is; as another's it does not open. Null
 * without a key.
 */
export async function sealText(
  { keys, now }: Sealer,
  purpose: Purpose,
  about: string,
  text: string,
  seconds: number,
): Promise<string | null> {
  const [key] = keys;
  if (key === undefined) return null;
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const algorithm = algorithmOf(key, purpose, about, nonce);
  const bytes = new TextEncoder().encode(`${secondsOf(now) + seconds} ${text}`);
  const sealed = await crypto.subtle.encrypt(algorithm, await deriveKey(key, purpose), bytes);
  return `${key.id}.${encodeBase64Url(new Uint8Array([...nonce, ...new Uint8Array(sealed)]))}`;
}

/** The text that one of our keys sealed for this purpose and about this. Null of any other, and once its time is over. */
export async function openSealed(
  { keys, now }: Sealer,
  purpose: Purpose,
  about: string,
  sealed: string,
): Promise<string | null> {
  const [, keyId, text = ""] = SEALED.exec(sealed) ?? [];
  const key = keys.find(({ id }) => id === keyId);
  // No base64 text has such a length.
  if (key === undefined || text.length % 4 === 1) return null;
  const bytes = decodeBase64Url(text);
  const algorithm = algorithmOf(key, purpose, about, bytes.subarray(0, NONCE_BYTES));
  try {
    const opened = await crypto.subtle.decrypt(algorithm, await deriveKey(key, purpose), bytes.subarray(NONCE_BYTES));
    const [endsAt, ...words] = new TextDecoder().decode(opened).split(" ");
    return Number(endsAt) > secondsOf(now) ? words.join(" ") : null;
  } catch {
    return null;
  }
}

/** Since 1970. */
function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

function algorithmOf({ id }: TokenKey, purpose: Purpose, about: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(`${purpose}\n${id}\n${about}`) };
}

/** The key that seals for a purpose, derived from one of our keys with HKDF (RFC 5869), so that it has no other use. */
async function deriveKey({ secret }: TokenKey, purpose: Purpose): Promise<CryptoKey> {
  const source = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveKey"]);
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: new TextEncoder().encode(purpose) },
    source,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}
