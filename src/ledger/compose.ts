import { deskOriginOf } from "../server/env.ts";
import { type Mail, toOwner } from "../server/mail.ts";
import type { Shop } from "../server/shop.ts";
import type { MailRow } from "./mails.ts";

/**
 * The mail as its kind composes it now, or why it is not to be sent any more. `detail`: what the row says of its end. A
 * composer rejects if something that it asks is away; the mail is tried again later.
 */
export type Composed = { mail: Mail; detail?: string } | { withheld: string };
export type Compose = (shop: Shop, row: MailRow) => Promise<Composed>;

/** Who reads a mail to the owner. `deskOrigin`: where the desk is; null: nowhere. */
export type Owner = { to: string; deskOrigin: string | null };
/** Why no owner hears of it. */
export const NOBODY = "nobody to tell";

/** The owner by `MAIL_OWNER`; of what the law asks of a trader also by the shop's own address. Null: nobody is known. */
export function ownerOf({ settings }: Shop, isTraderEnough = false): Owner | null {
  const to = settings.mailOwner?.email ?? (isTraderEnough ? settings.trader.email : undefined);
  return to === undefined ? null : { to, deskOrigin: deskOriginOf(settings) };
}

/** A mail to the owner (`ownerOf`): withheld if nobody is known, else with the name of the environment. */
export function forOwner(
  compose: (shop: Shop, row: MailRow, owner: Owner) => Promise<Composed>,
  isTraderEnough = false,
): Compose {
  return async (shop, row) => {
    const owner = ownerOf(shop, isTraderEnough);
    if (owner === null) return { withheld: NOBODY };
    const composed = await compose(shop, row, owner);
    return "mail" in composed ? { ...composed, mail: toOwner(shop, composed.mail) } : composed;
  };
}
