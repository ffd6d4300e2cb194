/**
 * React's edge renderer calls `TextEncoder.encode` for every fragment of markup, which is over half of a render, and
 * most fragments are the same strings again and again. It takes its encoder once, when its module is evaluated:
 * importing this module puts a remembering encoder in the platform's place, and `restoreEncoder` takes it out again
 * once React has its instance (see `react-server.ts`).
 */

/** Longest string that is remembered, UTF-16 units. React copies chunks up to 4,096 bytes, so a remembered one is never transferred. */
const MAX_LENGTH = 1024;
/**
 * What one generation holds at most: strings, and UTF-16 units of them. Two generations are kept, so a flood of one-off
 * strings (queries) cannot crowd out the pages' own, and the bytes stay far below what an isolate may use.
 */
const GENERATION_STRINGS = 4096;
const GENERATION_UNITS = 512 * 1024;

const PlatformEncoder = globalThis.TextEncoder;
const platform = new PlatformEncoder();

type Generation = Map<string, Uint8Array<ArrayBuffer>>;
let young: Generation = new Map();
let old: Generation = new Map();
let youngUnits = 0;

class RememberingEncoder extends PlatformEncoder {
  override encode(text = ""): Uint8Array<ArrayBuffer> {
    return young.get(text) ?? encodeAndRemember(text);
  }
}

function encodeAndRemember(text: string): Uint8Array<ArrayBuffer> {
  if (text.length > MAX_LENGTH || isAddressWithQuery(text)) return platform.encode(text);
  const bytes = old.get(text) ?? platform.encode(text);
  if (young.size >= GENERATION_STRINGS || youngUnits + text.length > GENERATION_UNITS) {
    old = young;
    young = new Map();
    youngUnits = 0;
  }
  young.set(text, bytes);
  youngUnits += text.length;
  return bytes;
}

/** A link that carries a visitor's query: no other visitor has it. */
function isAddressWithQuery(text: string): boolean {
  return text.startsWith("/") && text.includes("?");
}

globalThis.TextEncoder = RememberingEncoder;

/** Puts the platform's encoder back. */
export function restoreEncoder(): void {
  globalThis.TextEncoder = PlatformEncoder;
}
