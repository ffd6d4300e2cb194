import type { Mail } from "../server/mail.ts";
import type { Shop } from "../server/shop.ts";
import type { MailRow } from "./mails.ts";

/**
 * The mail as its kind composes it now, or why it is not to be sent any more. `detail`: what the row says of its end. A
 * composer rejects if something that it asks is away; the mail is tried again later.
 */
export type Composed = { mail: Mail; detail?: string } | { withheld: string };
export type Compose = (shop: Shop, row: MailRow) => Promise<Composed>;
