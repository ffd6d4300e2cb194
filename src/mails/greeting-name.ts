/**
 * A name to greet somebody by. Empty for one that a mail program would make a link of: whoever typed it for another
 * address could have the shop mail it.
 */
export function greetingName(name: string): string {
  return /[\p{L}\p{N}-]\.\p{L}{2}|:\/|@/u.test(name) ? "" : name;
}
