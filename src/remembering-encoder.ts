/**
 * React's edge renderer calls `TextEncoder.encode` for every fragment of markup, which is over half of a render, and
 * most fragments are the same short strings again and again. It takes its encoder once, when its module is evaluated:
 * importing this module puts a remembering encoder in the platform's place, and `restoreEncoder` takes it out again
 * once React has its instance (see `react-server.ts`).
 */

/** Longest string that is remembered, UTF-16 units. React copies chunks up to 4,096 bytes, so a remembered one is never transferred. */
const MAX_LENGTH = 256;
/** Strings in one generation. Two are kept, so a flood of one-off strings (queries) cannot crowd out the pages' own. */
const GENERATION_SIZE = 4096;

const PlatformEncoder = globalThis.TextEncoder;

class RememberingEncoder extends PlatformEncoder {
  #young = new Map<string, Uint8Array<ArrayBuffer>>();
  #old = new Map<string, Uint8Array<ArrayBuffer>>();

  override encode(text = ""): Uint8Array<ArrayBuffer> {
    if (text.length > MAX_LENGTH) return super.encode(text);
    const young = this.#young.get(text);
    if (young !== undefined) return young;
    const bytes = this.#old.get(text) ?? super.encode(text);
    if (this.#young.size >= GENERATION_SIZE) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(text, bytes);
    return bytes;
  }
}

globalThis.TextEncoder = RememberingEncoder;

/** Puts the platform's encoder back. */
export function restoreEncoder(): void {
  globalThis.TextEncoder = PlatformEncoder;
}
