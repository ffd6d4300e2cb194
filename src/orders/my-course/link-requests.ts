import { type MailRow, toMail } from "../../ledger/mails.ts";
import { sql } from "../../server/database.ts";
import { errorMessage, logEvent } from "../../server/log.ts";
import { canSendMail } from "../../server/mail.ts";
import type { Shop } from "../../server/shop.ts";
import { DAY_MS } from "../../shared/time.ts";
import { LINK_MAILS_A_DAY, LINKS_WINDOW_S } from "./my-course-rules.ts";

/** Requests for the links of an address. The typed address is kept nowhere: what is owed is a mail about an order of it. */

/** The mails with links that the address ?1 got, or is owed. */
const OF_ADDRESS = `FROM orders AS o JOIN mails AS m ON m.about = o.intent_id AND m.kind = 'links'
  WHERE o.email = ?1 COLLATE NOCASE`;

/** ?2 the window of time, ?3 now, ?4 a day ago. While a mail waits, another one is not needed. */
const OWE_LINKS = `INSERT INTO mails (kind, about, version, due_at)
  SELECT 'links', intent_id, ?2, ?3 FROM orders
  WHERE email = ?1 COLLATE NOCASE AND status = 'paid' AND is_sale
    AND NOT EXISTS (SELECT 1 ${OF_ADDRESS} AND (m.version = ?2 OR m.ended_at IS NULL))
    AND (SELECT count(*) ${OF_ADDRESS} AND m.state = 'sent' AND m.ended_at > ?4) < ${LINK_MAILS_A_DAY}
  ORDER BY bought_at DESC LIMIT 1
  ON CONFLICT DO NOTHING`;

/**
 * Makes the mail with the links of an address owed, once in each window of time, if there are orders. It asks the same of
 * the ledger for every address; the mails that it returns must be started after the answer, so that no answer shows whether
 * there are orders. Null: no mail can be asked for now; that is logged. Never rejects.
 */
export async function requestLinks(shop: Shop, email: string): Promise<readonly MailRow[] | null> {
  const { now } = shop;
  try {
    if (shop.settings.siteOrigin === null || shop.keys.length === 0 || !canSendMail(shop))
      throw new Error("mail, the site or its keys are not configured");
    const window = String(Math.floor(now.getTime() / 1000 / LINKS_WINDOW_S));
    const dayAgo = new Date(now.getTime() - DAY_MS).toISOString();
    const [, due = []] = await shop.ledger([
      sql(OWE_LINKS, email, window, now.toISOString(), dayAgo),
      sql(`SELECT m.* ${OF_ADDRESS} AND m.ended_at IS NULL`, email),
    ]);
    return due.map(toMail);
  } catch (error) {
    logEvent("error", "links.unavailable", { reason: errorMessage(error) });
    return null;
  }
}
