/**
 * A name for the greeting. Empty if a mail program could make a link of it: otherwise anybody could have the shop mail
 * a link to another address.
 */
export function greetingName(name: string): string {
  return /[\p{L}\p{N}-]\.\p{L}{2}|:\/|@/u.test(name) ? "" : name;
}
