/**
 * Returns a client address that no other request of any test uses, so that no rate limit answers in a page's place. The
 * limits count by an address's first four groups, of which three are random.
 */
export function freshAddress(): string {
  const groups = [...crypto.getRandomValues(new Uint16Array(3))].map((group) => group.toString(16));
  return `fd00:${groups.join(":")}::1`;
}
