import { FIRST_NAMES } from "./first-names-rules.ts";

/** Signs that mail programs make links of: in addresses, hosts with a path, files, and numbers to call. */
const LINKED = /[@:/\\<>]|\p{N}[\p{N} ().-]{5,}\p{N}/u;
/** Full stops of other scripts, which addresses may have too (RFC 3490, 3.1). */
const FULL_STOPS = /[\u3002\uff0e\uff61\u2024]/g;
/** A full stop between two letters or figures: `J.de Vries`. */
const LINKED_STOP = /(?<=[\p{L}\p{M}\p{N}-]\.)(?=[\p{L}\p{N}][\p{L}\p{M}\p{N}-])/gu;

/**
 * A name for the greeting that no mail program turns into a link: otherwise anybody could make the shop mail a link to
 * another person's address. A name without a space after its initials gets one. Empty if it has signs that no name has.
 */
export function greetingName(name: string): string {
  const plain = name
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(FULL_STOPS, ".")
    .normalize("NFKC");
  return LINKED.test(plain) || hasHost(plain) ? "" : plain.replace(LINKED_STOP, " ");
}

/** Two words or more of letters alone: no `en`, no initials, no company. */
const WHOLE_NAME = /^([\p{L}\p{M}-]+)(?: ['’]?[\p{L}\p{M}][\p{L}\p{M}'’-]*)+$/u;
/** Words that make several people of a name: `Jan en Piet`. */
const JOINED = / (?:en|and|met) /i;

/**
 * The name by which a mail greets somebody: the first name, if the first word is plainly one (`Joost` of Joost Visser), else
 * the whole `greetingName`. Both halves of `Anne-Fleur` must be first names.
 */
export function callingName(name: string): string {
  const whole = greetingName(name);
  const [, first = ""] = WHOLE_NAME.exec(whole.trim()) ?? [];
  const parts = first.normalize("NFC").toLowerCase().split("-");
  const isPlain = !JOINED.test(whole) && parts.every((part) => FIRST_NAMES.has(part));
  return first !== "" && isPlain ? first : whole;
}

/** An initial, or a title: `A`, `Th`, `Chr`, `drs`. */
const INITIAL = /^(?!www$)[\p{L}\p{M}]{1,3}$/iu;

/** Whether a full stop stands between two words and the first is no initial and no title: `bank.nl`, `www.x`. */
function hasHost(name: string): boolean {
  return name.split(/[^\p{L}\p{M}\p{N}.-]+/u).some((text) => {
    const words = text.split(".");
    return words.some((word, index) => word !== "" && (words[index + 1] ?? "") !== "" && !INITIAL.test(word));
  });
}
