import type { Bindings } from "../../server/env.ts";
import { decodeBase64Url, encodeBase64Url, readTokenKeys, signText, verifyText } from "../../server/token-keys.ts";
import { receiptPath } from "../../shared/paths.ts";

/**
 * The signed name of a withdrawal, `{key id}.{reference}.{signature}`. Its holder may read all that was declared. A
 * reference alone opens nothing, because owner and buyer write it in mails. As with an order's token, nothing is stored,
 * and it is valid as long as its key.
 */

const TOKEN = /^([a-z0-9]{1,16})\.(HR(?:-[0-9A-Z]{4}){3})\.([\w-]{43})$/;
/** Part of the signed text, as in `order-token.ts`. */
const PURPOSE = "vaarkoers withdrawal receipt";

/** The path at which a withdrawal can be read and printed. Null if no key is configured. */
export async function createReceiptPath(env: Bindings, reference: string): Promise<string | null> {
  const [key] = readTokenKeys(env);
  if (key === undefined) return null;
  const signature = await signText(key, signedText(key.id, reference));
  return receiptPath(`${key.id}.${reference}.${encodeBase64Url(signature)}`);
}

/** The reference in a token that one of our keys signed, else null. */
export async function readReceiptToken(env: Bindings, token: string): Promise<string | null> {
  const [, keyId, reference = "", text = ""] = TOKEN.exec(token) ?? [];
  const key = readTokenKeys(env).find(({ id }) => id === keyId);
  const signature = decodeBase64Url(text);
  if (key === undefined || encodeBase64Url(signature) !== text) return null;
  return (await verifyText(key, signature, signedText(key.id, reference))) ? reference : null;
}

function signedText(keyId: string, reference: string): string {
  return `${PURPOSE}\n${keyId}\n${reference}`;
}
