import { decodeBase64Url, encodeBase64Url } from "../../server/bytes.ts";
import type { Shop } from "../../server/shop.ts";
import type { Purpose, TokenKey } from "../../server/signing.ts";

/**
 * The ticket lets a browser without cookies see its payment's state: it is the payment's client secret, sealed by our
 * server for a quarter of an hour and for that payment only. It is in the return page's address, where scripts can read
 * it. Stripe does not accept it, and only the return page opens it. Nothing is stored.
 */

/** Long enough for a slow bank and a reload, seconds. */
const MAX_AGE_S = 15 * 60;

/** `{key id}.{nonce, sealed text and tag}`; short enough for an address (`src/paying/return/no-script-handler.ts`). */
const TICKET = /^([a-z0-9]{1,16})\.([\w-]{60,230})$/;

/** AES-GCM's (NIST SP 800-38D): a nonce of 96 bits, made at random for each ticket. */
const NONCE_BYTES = 12;
/** Part of the derivation, so that the derived key has no other use. */
const PURPOSE = "vaarkoers payment ticket" satisfies Purpose;

/** A new ticket of a payment. Null if no key is configured, or if the secret is too long. */
export async function createPaymentTicket(shop: Shop, intentId: string, clientSecret: string): Promise<string | null> {
  const [key] = shop.keys;
  if (key === undefined) return null;
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const text = new TextEncoder().encode(`${nowS(shop) + MAX_AGE_S} ${clientSecret.slice(intentId.length)}`);
  const sealed = await crypto.subtle.encrypt(sealOf(key, intentId, nonce), await deriveKey(key), text);
  const ticket = `${key.id}.${encodeBase64Url(new Uint8Array([...nonce, ...new Uint8Array(sealed)]))}`;
  return TICKET.test(ticket) ? ticket : null;
}

/** The client secret in a ticket. Null unless one of our keys sealed it for this payment and it has not expired. */
export async function readPaymentTicket(shop: Shop, intentId: string, ticket: string): Promise<string | null> {
  const [, keyId, text = ""] = TICKET.exec(ticket) ?? [];
  const key = shop.keys.find(({ id }) => id === keyId);
  // No base64 text has such a length.
  if (key === undefined || text.length % 4 === 1) return null;
  const bytes = decodeBase64Url(text);
  const seal = sealOf(key, intentId, bytes.subarray(0, NONCE_BYTES));
  try {
    const opened = await crypto.subtle.decrypt(seal, await deriveKey(key), bytes.subarray(NONCE_BYTES));
    const [endsAtS = "", rest = ""] = new TextDecoder().decode(opened).split(" ");
    return Number(endsAtS) > nowS(shop) ? intentId + rest : null;
  } catch {
    return null;
  }
}

/** The parameters of the seal. They include the payment's id, so another payment's ticket does not open. */
function sealOf({ id }: TokenKey, intentId: string, nonce: Uint8Array<ArrayBuffer>): AesGcmParams {
  const additionalData = new TextEncoder().encode(`${PURPOSE}\n${id}\n${intentId}`);
  return { name: "AES-GCM", iv: nonce, additionalData };
}

/** The key that seals tickets, derived from one of our keys with HKDF (RFC 5869). */
async function deriveKey({ secret }: TokenKey): Promise<CryptoKey> {
  const source = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveKey"]);
  const info = new TextEncoder().encode(PURPOSE);
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info },
    source,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}

function nowS({ now }: Shop): number {
  return Math.floor(now.getTime() / 1000);
}
