import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/**
 * Repeatable chance. Random values follow from a story's seed. Web Crypto answers at once instead of from other
 * threads, whose order would vary. The algorithms are Node's.
 */

let state = 0;

/** Sets the seed of all random values. */
export function resetChance(seed: number): void {
  state = seed | 0;
}

/** A number from 0 up to but not including 1 (mulberry32). */
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}

/** A whole number from 0 up to but not including `end`. */
export function randomBelow(end: number): number {
  return Math.floor(random() * end);
}

type Key = { bytes: Uint8Array };
type Algorithm =
  | string
  | { name: string; iv?: BufferSource; salt?: BufferSource; info?: BufferSource; additionalData?: BufferSource };

const TAG_BYTES = 16;
const nameOf = (algorithm: Algorithm) => (typeof algorithm === "string" ? algorithm : algorithm.name).toUpperCase();

function bytesOf(data: BufferSource | undefined): Uint8Array {
  if (data === undefined) return new Uint8Array();
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data as ArrayBuffer);
}

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

function hmac(key: Key, data: BufferSource): Uint8Array {
  return createHmac("sha256", key.bytes).update(bytesOf(data)).digest();
}

const subtle = {
  async digest(algorithm: Algorithm, data: BufferSource) {
    return bufferOf(createHash(nameOf(algorithm).replace("-", "")).update(bytesOf(data)).digest());
  },
  async importKey(_format: string, bytes: BufferSource): Promise<Key> {
    return { bytes: bytesOf(bytes).slice() };
  },
  async sign(_algorithm: Algorithm, key: Key, data: BufferSource) {
    return bufferOf(hmac(key, data));
  },
  async verify(_algorithm: Algorithm, key: Key, signature: BufferSource, data: BufferSource) {
    const [given, wanted] = [bytesOf(signature), hmac(key, data)];
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  },
  async deriveKey({ salt, info }: Exclude<Algorithm, string>, key: Key): Promise<Key> {
    return { bytes: new Uint8Array(hkdfSync("sha256", key.bytes, bytesOf(salt), bytesOf(info), 32)) };
  },
  async encrypt({ iv, additionalData }: Exclude<Algorithm, string>, key: Key, data: BufferSource) {
    const cipher = createCipheriv("aes-256-gcm", key.bytes, bytesOf(iv)).setAAD(bytesOf(additionalData));
    return bufferOf(Buffer.concat([cipher.update(bytesOf(data)), cipher.final(), cipher.getAuthTag()]));
  },
  async decrypt({ iv, additionalData }: Exclude<Algorithm, string>, key: Key, data: BufferSource) {
    const bytes = bytesOf(data);
    const cipher = createDecipheriv("aes-256-gcm", key.bytes, bytesOf(iv))
      .setAAD(bytesOf(additionalData))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    return bufferOf(Buffer.concat([cipher.update(bytes.subarray(0, -TAG_BYTES)), cipher.final()]));
  },
};

/** Replaces the process's own functions. */
export function installChance(): void {
  const getRandomValues = <T extends Uint8Array>(values: T): T => {
    for (let index = 0; index < values.length; index += 1) values[index] = randomBelow(256);
    return values;
  };
  const randomUUID = () =>
    "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) =>
      (+digit ^ (randomBelow(256) & (15 >> (+digit / 4)))).toString(16),
    );
  Object.defineProperty(globalThis, "crypto", { value: { getRandomValues, randomUUID, subtle }, configurable: true });
  Math.random = random;
}
