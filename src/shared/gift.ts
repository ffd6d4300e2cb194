/** A gift as its page shows it: nothing blank, nothing too long. `activationUrl` null = nowhere to redeem it yet. */
export type Gift = { recipient: string; giver: string; message: string; activationUrl: string | null };

/** The one spelling of a code under which it is stored: upper case, without hyphens. */
export function normaliseGiftCode(code: string): string {
  return code.toUpperCase().replaceAll("-", "");
}

/** A code in groups of four, `ABCD-EFGH-JK`, whatever way it was typed or stored: its spelling on cards and in links. */
export function formatGiftCode(code: string): string {
  return normaliseGiftCode(code).replace(/.{4}(?=.)/gs, "$&-");
}
