/** The domain whose addresses the local mail service refuses. */
export const BOUNCING_DOMAIN = "weigert.example";

export function isBouncing(address: string): boolean {
  return address.toLowerCase().endsWith(`@${BOUNCING_DOMAIN}`);
}
