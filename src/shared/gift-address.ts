import { formatGiftCode, normaliseGiftCode } from "./gift.ts";
import { PATHS } from "./paths.ts";

/** The codes and names that a gift's address can have, and the canonical spelling of each. */

/** Characters of a gift code as it is stored, hyphens not counted (given 5.4). */
const CODE_MIN_LENGTH = 4;
const CODE_MAX_LENGTH = 64;

/** Form of a gift code: letters and digits in any case, hyphens anywhere between them. */
export function isGiftCode(text: string): boolean {
  if (!/^[A-Za-z0-9-]+$/.test(text)) return false;
  const { length } = normaliseGiftCode(text);
  return length >= CODE_MIN_LENGTH && length <= CODE_MAX_LENGTH;
}

/** Form of a gift's fixed name: `sanne` in `/cadeau-sanne`. A name that makes another page's address is invalid. */
export function isGiftName(text: string): boolean {
  return /^[A-Za-z0-9-]{1,64}$/.test(text) && PATHS.giftName.replace(":name", text.toLowerCase()) !== PATHS.giveGift;
}

/** Reads a typed code as `ABCD-EFGH`; spaces and typographic hyphens do not count. Null if it is not a code. */
export function readGiftCode(text: string): string | null {
  const code = text.replace(/\s+/g, "").replace(/[\u2010-\u2015\u2212]/g, "-");
  return isGiftCode(code) ? formatGiftCode(code) : null;
}

/** The code's spelling in links, as the operators' tool prints it. Any other text is returned unchanged. */
export function spellGiftCode(code: string): string {
  return readGiftCode(code) ?? code;
}

/** The name's spelling in `/cadeau-{name}`: lower case, as it is stored. */
export function spellGiftName(name: string): string {
  const trimmed = name.trim();
  return isGiftName(trimmed) ? trimmed.toLowerCase() : name;
}
