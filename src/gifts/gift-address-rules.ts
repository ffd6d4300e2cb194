import { formatGiftCode, normaliseGiftCode } from "../shared/gift.ts";
import { OWN_CODE_LENGTH, readOwnGiftCode } from "../shared/gift-code.ts";
import { PATHS } from "../shared/paths.ts";
import { plain, unwrap } from "../shared/plain-text.ts";

/** The codes and names that a gift's address can have, and the canonical spelling of each. */

/** The query parameter of the form for a code: not `code`, which others use in their links. */
export const TYPED_CODE_PARAMETER = "cadeaucode";

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

/**
 * Reads a typed or pasted code as `ABCD-EFGH`: alone, with a label, in a sentence, or as the end of its link. Null if there
 * is none, or if there are two codes of the shop's own form.
 */
export function readGiftCode(text: string): string | null {
  const typed = plain(text);
  const [own, ...others] = ownCodesIn(typed);
  if (own !== undefined) return others.length === 0 ? formatGiftCode(own) : null;
  const linked = /\/g-([^/?#&\s]+)/i.exec(typed)?.[1] ?? typed.split(/[?#&]/, 1)[0] ?? "";
  const label = /^[^:]*code\s*:/i.exec(linked)?.[0] ?? "";
  const code = unwrap(linked.slice(label.length)).replace(/\s+/g, "");
  return isGiftCode(code) ? formatGiftCode(code) : null;
}

/** The codes of the shop's own form in a text. Their check bits tell them from any other letters. */
function ownCodesIn(text: string): readonly string[] {
  const parts = text.toUpperCase().split(/[^A-Z0-9]+/);
  const found = parts.flatMap((_, start) => {
    let joined = "";
    for (let index = start; index < parts.length && joined.length < OWN_CODE_LENGTH; index += 1) joined += parts[index];
    return readOwnGiftCode(joined) ?? [];
  });
  return [...new Set(found)];
}

/** The code's spelling in links, as the operators' tool prints it. A text without one is returned unchanged. */
export function spellGiftCode(code: string): string {
  return readGiftCode(code) ?? code;
}

/** The name's spelling in `/cadeau-{name}`: lower case, as it is stored. */
export function spellGiftName(name: string): string {
  const typed = unwrap(plain(name));
  return isGiftName(typed) ? typed.toLowerCase() : name;
}
