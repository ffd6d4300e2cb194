import { expect } from "vitest";

let clients = 0;

/**
 * A client address that no other request of any test uses, so that no rate limit answers in a page's place: a network of
 * the test file's own, and a counter. The same in every run.
 */
export function freshAddress(): string {
  clients += 1;
  const { testPath = "" } = expect.getState();
  return `2001:db8:${hash(testPath.slice(testPath.lastIndexOf("/test/"))).toString(16)}:${clients.toString(16)}::1`;
}

/** FNV-1a of a text, folded to 16 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ character.charCodeAt(0), 0x01000193);
  return ((value >>> 16) ^ value) & 0xffff;
}
