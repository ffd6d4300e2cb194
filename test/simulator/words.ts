/** A payment's name for a reader. */
export function shortId(intentId: string): string {
  return `payment …${intentId.slice(-4)}`;
}
