/**
 * A name for the greeting. Empty if a mail program could turn it into a link: otherwise anybody could make the shop
 * mail a link to another person's address.
 */
export function greetingName(name: string): string {
  return /[\p{L}\p{N}-]\.\p{L}{2}|:\/|@/u.test(name) ? "" : name;
}
