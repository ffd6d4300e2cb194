/**
 * The form of the shop's own gift codes: eighty random-looking bits that nobody can guess, and twenty check bits
 * computed from them. So a mistyped code is recognised without a request.
 */

/** Crockford's base 32, without I, L, O and U. A typed O is read as 0, and an I or L as 1. */
export const BASE_32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const BITS = 5;

export const GIFT_CODE_BYTES = 10;
const SECRET_LENGTH = (GIFT_CODE_BYTES * 8) / BITS;
const CHECK_LENGTH = 4;
/** Characters of a code of the shop's own form, as it is stored. */
export const OWN_CODE_LENGTH = SECRET_LENGTH + CHECK_LENGTH;
/** The largest prime below 2^20. It detects every wrong character, and every two characters that changed places. */
const CHECK_MODULUS = 1_048_573n;

const FORM = new RegExp(`^[${BASE_32}]{${OWN_CODE_LENGTH}}$`);

/** The code of these bytes, as it is stored: twenty characters without hyphens. */
export function writeGiftCode(bytes: Uint8Array): string {
  const number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return writeBase32(number, SECRET_LENGTH) + writeBase32(number % CHECK_MODULUS, CHECK_LENGTH);
}

/** Corrects a text of capitals and digits to the code that was meant. Null if `writeGiftCode` cannot have made it. */
export function readOwnGiftCode(text: string): string | null {
  const code = text.replaceAll("O", "0").replace(/[IL]/g, "1");
  if (!FORM.test(code)) return null;
  const secret = code.slice(0, SECRET_LENGTH);
  const number = Array.from(secret).reduce((sum, character) => sum * 32n + BigInt(BASE_32.indexOf(character)), 0n);
  return code === secret + writeBase32(number % CHECK_MODULUS, CHECK_LENGTH) ? code : null;
}

function writeBase32(number: bigint, length: number): string {
  let rest = number;
  let text = "";
  for (let index = 0; index < length; index += 1) {
    text = BASE_32.charAt(Number(rest % 32n)) + text;
    rest /= 32n;
  }
  return text;
}
