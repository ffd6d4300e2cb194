import { planDelivery, stopEndedDelivery } from "../../gifts/day/gift-delivery.ts";
import { createGiftCode } from "../../gifts/gift-code.ts";
import { creditRefunded } from "../../ledger/invoices.ts";
import { type MailRow, selectDueMails, toMail } from "../../ledger/mails.ts";
import { type Order, recordStatements, selectOrder, toOrder } from "../../ledger/orders.ts";
import { firstOf, type Statement, sql } from "../../server/database.ts";
import type { Shop } from "../../server/shop.ts";
import { DAY_MS } from "../../shared/time.ts";
import type { OrderEvent } from "./order-events.ts";

/** What one event of Stripe changes: one transaction, with all that follows from it. */

/**
 * A hosted sale is known as the shop's by its session. If none comes, it is confirmed after this long, milliseconds:
 * Stripe delivers an event again for three days.
 */
const SESSION_AWAITED_MS = 4 * DAY_MS;
/**
 * A sale that the shop hears of later than this is told to nobody by itself, milliseconds: then the ledger was restored or
 * compared with Stripe, and the mails may have gone long ago.
 */
const OLD_SALE_MS = 5 * DAY_MS;

/** ?1 payment, ?2 now, ?3 sales before this are old, ?4 the end of the wait for a session. */
const STATE_OF_MAIL = `iif(bought_at < ?3, 'withheld', 'due')`;
const END_OF_MAIL = `iif(bought_at < ?3, ?2, NULL), iif(bought_at < ?3, 'old', NULL)`;

/** The buyer's mail is owed once it is known that they bought here, and where to write to. */
const OWE_CONFIRMATION = `INSERT INTO mails (kind, about, version, due_at, state, ended_at, detail)
    SELECT 'confirmation', intent_id, ifnull(email_corrected_at, ''), iif(source IS NULL, ?4, ?2), ${STATE_OF_MAIL}, ${END_OF_MAIL}
    FROM orders WHERE intent_id = ?1 AND status = 'paid' AND email IS NOT NULL AND is_sale
  ON CONFLICT DO UPDATE SET due_at = min(due_at, excluded.due_at) WHERE state = 'due'`;
const OWE_NOTICE = `INSERT INTO mails (kind, about, due_at, state, ended_at, detail)
    SELECT 'notice', intent_id, ?2, ${STATE_OF_MAIL}, ${END_OF_MAIL} FROM orders WHERE intent_id = ?1 AND status = 'paid'
  ON CONFLICT DO NOTHING`;
const KEEP_CODE = "INSERT INTO gifts (intent_id, code) VALUES (?1, ?2) ON CONFLICT DO NOTHING";

export type Recorded = { order: Order | null; due: readonly MailRow[] };

/**
 * Writes an event down. A sale makes its mails owed, and plans the mail of its gift; money that went back stops that mail, and
 * makes a credit note of an invoice.
 * Returns the order as it is then, and the mails about it that are due. Rejects if the ledger is away or refuses it.
 */
export async function recordEvent(
  shop: Pick<Shop, "keys" | "ledger" | "now">,
  { news, effect }: Pick<OrderEvent, "news" | "effect">,
): Promise<Recorded> {
  const { intentId } = news;
  const at = shop.now.toISOString();
  const results = await shop.ledger([
    ...recordStatements(news),
    ...(effect === "sale" ? await saleStatements(shop, news) : []),
    ...stopEndedDelivery(intentId, at),
    creditRefunded(intentId, shop.now),
    selectDueMails(intentId, at),
    selectOrder(intentId),
  ]);
  return { order: toOrder(firstOf(results, -1)), due: (results.at(-2) ?? []).map(toMail) };
}

async function saleStatements(
  shop: Pick<Shop, "keys" | "now">,
  { intentId, told }: OrderEvent["news"],
): Promise<readonly Statement[]> {
  const { now } = shop;
  const at = now.toISOString();
  const old = new Date(now.getTime() - OLD_SALE_MS).toISOString();
  const awaited = new Date(now.getTime() + SESSION_AWAITED_MS).toISOString();
  const gift = told.kind === "report" ? told.report.gift : undefined;
  const plan = gift?.deliveryDraftId === undefined ? [] : planDelivery(intentId, gift.from, now);
  const code = gift === undefined ? null : await createGiftCode(shop, intentId);
  return [
    sql(OWE_CONFIRMATION, intentId, at, old, awaited),
    sql(OWE_NOTICE, intentId, at, old),
    ...(code === null ? [] : [sql(KEEP_CODE, intentId, code)]),
    ...plan,
  ];
}
