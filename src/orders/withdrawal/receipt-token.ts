import type { Shop } from "../../server/shop.ts";
import { isSigned, signName } from "../../server/signing.ts";
import { receiptPath } from "../../shared/paths.ts";

/**
 * The signed name of a withdrawal, `{key id}.{reference}.{signature}`. Its holder may read all that was declared. A
 * reference alone opens nothing, because owner and buyer write it in mails. As with an order's token, nothing is stored,
 * and it is valid as long as its key.
 */

const TOKEN = /^([a-z0-9]{1,16})\.(HR(?:-[0-9A-Z]{4}){3})\.([\w-]{43})$/;

/** The path at which a withdrawal can be read and printed. Null if no key is configured. */
export async function createReceiptPath(shop: Shop, reference: string): Promise<string | null> {
  const made = await signName(shop, "vaarkoers withdrawal receipt", reference);
  return made === null ? null : receiptPath(`${made.keyId}.${reference}.${made.signature}`);
}

/** The reference in a token that one of our keys signed, else null. */
export async function readReceiptToken(shop: Shop, token: string): Promise<string | null> {
  const [, keyId = "", reference = "", signature = ""] = TOKEN.exec(token) ?? [];
  return (await isSigned(shop, "vaarkoers withdrawal receipt", reference, keyId, signature)) ? reference : null;
}
