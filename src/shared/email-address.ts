/** The longest address that mail can be sent to, characters (RFC 5321, 4.5.3.1.3: 256 with the brackets around it). */
export const EMAIL_MAX_LENGTH = 254;

/**
 * The form that `<input type="email">` accepts (HTML Standard, "valid email address"), with a dot in its domain. Less
 * what that form takes and no mail server delivers to: a name with a dot at its ends or two in a row (RFC 5321, 4.1.2),
 * and a domain that ends in a number (RFC 3696, 2).
 */
const EMAIL_ADDRESS =
  /^(?!\.)(?!.*\.[.@])[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/**
 * Whether a text is an e-mail address. Every form uses this rule: no spaces, and no characters that separate, quote or
 * comment.
 */
export function isEmailAddress(text: string): boolean {
  return text.length <= EMAIL_MAX_LENGTH && EMAIL_ADDRESS.test(text);
}
