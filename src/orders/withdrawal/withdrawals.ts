import { stopEndedDelivery } from "../../gifts/day/gift-delivery.ts";
import { creditRefunded } from "../../ledger/invoices.ts";
import { whyNot } from "../../ledger/life-rules.ts";
import { toMail } from "../../ledger/mails.ts";
import { orderNumbersIn } from "../../ledger/order-rules.ts";
import { refreshStatements } from "../../ledger/orders.ts";
import { type Answer, WITHDRAWAL_LIFE } from "../../ledger/withdrawal-life-rules.ts";
import { digestOf } from "../../server/bytes.ts";
import { firstOf, fromRow, type Ledger, type Row, type Statement, sql } from "../../server/database.ts";
import { errorMessage, logEvent } from "../../server/log.ts";
import { canSendMail } from "../../server/mail.ts";
import type { Shop } from "../../server/shop.ts";
import { startMails } from "../../server/workflow-starts.ts";
import { BASE_32 } from "../../shared/gift-code.ts";
import { HOUR_MS } from "../../shared/time.ts";
import type { FormName } from "./form-name.ts";
import type { MailedReceipt, WithdrawalFields, WithdrawalNotice } from "./withdrawal-rules.ts";

/**
 * Withdrawals of contracts. Anybody can type any address into the form. So the transaction that records a withdrawal also
 * counts: without limits the form would mail strangers at will, and use up the mail service's daily limit, which
 * confirmations of orders need.
 */

/**
 * Receipts a day to addresses that no order proves. After these only the first to an address that day goes at once, as the
 * law wants it (art. 6:230oa lid 4 BW). Cloudflare publishes no number for an account's mail: a new account begins low and
 * grows with its reputation (Email Service, Limits). Receipts of proven orders do not count.
 */
const RECEIPTS_A_DAY = 50;
/**
 * The end of that exception: this many receipts a day to such addresses in all. One client may press six times a
 * minute, so it could mail 8,640 strangers a day, and use up the mails that the law demands for orders. No honest day
 * of this shop has as many withdrawals; what is held then stands on the page, and in the owner's mail the next morning.
 */
const FIRST_RECEIPTS_A_DAY = 250;
/**
 * Receipts a day to one address: as many contracts as one household may withdraw from. Proven receipts are counted
 * apart, so that nobody else can hold them back.
 */
const RECEIPTS_A_DAY_TO_ONE = 5;
/** Mails a day to the owner about withdrawals that no order proves; the others come in one mail the next morning. */
export const NOTICES_A_DAY = 10;

/** When a day's digest is sent, hours UTC on the next day: seven or eight in the morning in the Netherlands. */
const DIGEST_HOUR = 6;

const MAY_OPEN = `${whyNot(WITHDRAWAL_LIFE.takeBack)} IS NULL`;

const SAYS_REPAID = "EXISTS (SELECT 1 FROM withdrawals WHERE reference = ?1 AND answer = 'repaid')";
/** ?1 the withdrawal, ?2 its order, ?3 now. All that no refund and no bank brought back was paid otherwise, if its answer says so. */
const SETTLE = `INSERT INTO settlements (intent_id, cents, at, withdrawal) SELECT intent_id, kept_cents, ?3, ?1 FROM shown_orders
  WHERE intent_id = ?2 AND kept_cents > 0 AND status = 'paid' AND NOT is_repaid AND ${SAYS_REPAID}`;
const UNSETTLE = `DELETE FROM settlements WHERE withdrawal = ?1 AND NOT ${SAYS_REPAID}`;

/**
 * Writes down what an operator answered; null takes an answer back, if that may be. The last returns a row if it is so now. It mails
 * nobody, and moves no money. A withdrawal that counts again stops the mail of its gift. `orderId`: the one order that it means.
 */
export function answerStatements(reference: string, answer: Answer | null, now: Date, orderId?: string): Statement[] {
  const at = now.toISOString();
  return [
    sql(
      `UPDATE withdrawals SET answer = ?2, answered_at = iif(?2 IS NULL, NULL, ?3)
        WHERE reference = ?1 AND (?2 IS NOT NULL OR ${MAY_OPEN})`,
      ...[reference, answer, at],
    ),
    ...stopEndedDelivery(reference, at, "(SELECT intent_id FROM withdrawals WHERE reference = ?1)"),
    ...(orderId === undefined ? [] : settle(reference, orderId, now)),
    sql("SELECT 1 FROM withdrawals WHERE reference = ?1 AND answer IS ?2", reference, answer),
  ];
}

function settle(reference: string, orderId: string, now: Date): readonly Statement[] {
  const settled = [sql(UNSETTLE, reference), sql(SETTLE, reference, orderId, now.toISOString())];
  return [...settled, ...refreshStatements(orderId), creditRefunded(orderId, now)];
}

/**
 * Open withdrawals that name no order of the shop. Not those by an order's own link, because its sale may still be told, nor
 * those of a payment whose money is on its way.
 */
const UNKNOWN = `answer IS NULL AND intent_id IS NULL AND orders = '[]' AND NOT EXISTS (SELECT 1 FROM orders AS o
  WHERE o.status = 'open' AND (o.email = shown_withdrawals.email COLLATE NOCASE OR o.number IN (SELECT value FROM json_each(numbers))))`;

/** How many there are of these up to `most`; `until`: when the last one was recorded, null of none. Rejects if the ledger is away. */
export async function countUnknown(ledger: Ledger, most = "~"): Promise<{ count: number; until: string | null }> {
  const counted = "SELECT count(*) AS count, max(recorded_at) AS until FROM shown_withdrawals";
  const [[row = {}] = []] = await ledger([sql(`${counted} WHERE ${UNKNOWN} AND recorded_at <= ?1`, most)]);
  return { count: Number(row.count), until: row.until as string | null };
}

/** Answers them all as no order of the shop, up to this moment. */
export function dismissUnknown(until: string, now: Date): Statement {
  return sql(
    `UPDATE withdrawals SET answer = 'no-order', answered_at = ?2
      WHERE reference IN (SELECT reference FROM shown_withdrawals WHERE ${UNKNOWN} AND recorded_at <= ?1)`,
    until,
    now.toISOString(),
  );
}

/** What was answered as no order of the shop at one moment, ISO 8601, and may be opened again. */
const DISMISSED = `answer = 'no-order' AND answered_at = ?1 AND ${MAY_OPEN}`;

/** How many these are. Rejects if the ledger is away. */
export async function countDismissed(ledger: Ledger, at: string): Promise<number> {
  const [rows = []] = await ledger([sql(`SELECT 1 FROM withdrawals WHERE ${DISMISSED}`, at)]);
  return rows.length;
}

export function reopenDismissed(at: string): Statement {
  return sql(`UPDATE withdrawals SET answer = NULL, answered_at = NULL WHERE ${DISMISSED}`, at);
}

export type Withdrawal = {
  reference: string;
  /**
   * When our server received the first form, ISO 8601 in UTC. The button that confirms it was pressed at most half an
   * hour later (`form-name.ts`), so this time never harms the buyer.
   */
  receivedAt: string;
  name: string;
  contract: string;
  /** Empty once it was erased. */
  email: string;
  reason?: string;
  /** The payment whose signed link filled in the form, or a later one that proved it. */
  intentId?: string;
  /** Whether that link was used with the address of its order. */
  isProven: boolean;
  receipt: MailedReceipt;
  notice: WithdrawalNotice;
  answer?: Answer;
  answeredAt?: string;
  /** Somebody has to do something: nothing or only a part went back, and nobody has answered. */
  isOpen: boolean;
};

export type NewWithdrawal = {
  form: FormName;
  fields: WithdrawalFields;
  /** The payment whose signed link filled in the form. */
  intentId: string | null;
};

/**
 * What is mailed to the buyer. `unmailed`: no mail is configured; it goes once it is. The others: the order was withdrawn from
 * before, and this is that withdrawal. `earlier`: nothing more is mailed; `unproven`: the same, and its proof is asked for; `resent`: its
 * receipt is on its way, perhaps once more.
 */
type ReceiptOutcome = MailedReceipt | "unmailed" | "earlier" | "unproven" | "resent";

export type WithdrawalOutcome =
  /** It is recorded, now or before. */
  | { status: "recorded"; withdrawal: Withdrawal; receipt: ReceiptOutcome }
  /** Nothing is recorded: the form was open for too long. */
  | { status: "expired" }
  /** It may not have been recorded; that is logged. */
  | { status: "unavailable" };

const COLUMNS = "reference, received_at, recorded_at, name, contract, email, mailbox, reason, intent_id, numbers";
/**
 * Recorded on this day, in UTC: the day of the press, not of the form. So nobody can keep a form until its day's counts
 * are over.
 */
const TODAY = "FROM withdrawals WHERE substr(recorded_at, 1, 10) = substr(?3, 1, 10)";

/**
 * The same order by its own link, from the same mailbox or the order's address, is the same withdrawal, unless that was refused. ?1 to ?10:
 * `COLUMNS`. What is proven is counted apart, and always told at once.
 */
const RECORD = `INSERT INTO withdrawals (${COLUMNS}, is_proven, receipt, notice)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, is_proven,
    CASE WHEN is_proven
      THEN iif((SELECT count(*) ${TODAY} AND mailbox = ?7 AND receipt = 'full') < ${RECEIPTS_A_DAY_TO_ONE}, 'full', 'held')
      ELSE iif((SELECT count(*) ${TODAY} AND mailbox = ?7 AND receipt <> 'held') < ${RECEIPTS_A_DAY_TO_ONE}
        AND (SELECT count(*) ${TODAY} AND receipt = 'facts')
          < iif(EXISTS (SELECT 1 ${TODAY} AND mailbox = ?7), ${RECEIPTS_A_DAY}, ${FIRST_RECEIPTS_A_DAY}), 'facts', 'held') END,
    iif(is_proven OR (SELECT count(*) ${TODAY} AND notice = 'now' AND NOT is_proven) < ${NOTICES_A_DAY}, 'now', 'digest')
  FROM (SELECT EXISTS (SELECT 1 FROM orders WHERE intent_id = ?9 AND email = ?6 COLLATE NOCASE) AS is_proven) AS form
  WHERE NOT EXISTS (SELECT 1 FROM withdrawals WHERE intent_id = ?9 AND (mailbox = ?7 OR form.is_proven) AND NOT is_refused)
  ON CONFLICT DO NOTHING`;
const OWE_RECEIPT = `INSERT INTO mails (kind, about, due_at)
  SELECT 'receipt', reference, ?2 FROM withdrawals WHERE reference = ?1 AND receipt <> 'held' ON CONFLICT DO NOTHING`;
const OWE_NOTICE = `INSERT INTO mails (kind, about, due_at)
  SELECT 'withdrawal-notice', reference, ?2 FROM withdrawals WHERE reference = ?1 AND notice = 'now' ON CONFLICT DO NOTHING`;
const OWE_DIGEST = `INSERT INTO mails (kind, about, due_at)
  SELECT 'digest', ?3, ?2 FROM withdrawals WHERE reference = ?1 AND notice = 'digest' ON CONFLICT DO NOTHING`;
const PROVEN = "EXISTS (SELECT 1 FROM orders WHERE intent_id = ?2 AND email = ?4 COLLATE NOCASE)";
/**
 * The withdrawal of this form, or the earlier one of the same order and mailbox, unless that was refused; for who proves the order whoever's
 * it is. A form that is not fresh, ?5, finds only what was proven already.
 */
const FOUND = `(SELECT reference FROM withdrawals
  WHERE reference = ?1 OR (intent_id = ?2 AND (mailbox = ?3 OR (is_proven OR ?5) AND ${PROVEN}) AND NOT is_refused)
  ORDER BY reference <> ?1, received_at LIMIT 1)`;
const SHOW = `SELECT * FROM shown_withdrawals WHERE reference = ${FOUND}`;
/** What is due about it, and the receipt that this form, ?7, made owed of an earlier one. */
const MAILS = `SELECT * FROM mails WHERE about = ${FOUND} AND (is_owed AND due_at <= ?6 OR kind = 'receipt' AND version = ?7)`;
/** Those that may mean an order, found without the view: it would look at all that anybody ever sent. `order`: its parameter. */
export const mayMean = (
  order: "?1" | "?2",
) => `reference IN (SELECT w.reference FROM withdrawals AS w, orders AS o WHERE o.intent_id = ${order}
    AND (w.intent_id = ${order} OR w.email = o.email COLLATE NOCASE OR o.number IN (SELECT value FROM json_each(w.numbers))))
  AND EXISTS (SELECT 1 FROM json_each(orders) WHERE value = ${order})`;
/**
 * Who proves the order may have withdrawn from the same mailbox without its link before: the first that means this order, and no other, is
 * by its link from now on, unless it was answered. So its day counts; its words are those of the form that proves it, because a stranger may
 * have typed the first. One by the link of another order stays that order's, though its sale was not told yet.
 */
const OWN_EARLIER = `UPDATE withdrawals SET intent_id = ?2, name = ?5, contract = ?6, reason = ?7, numbers = ?8
  WHERE intent_id IS NULL AND ${PROVEN} AND reference = (SELECT reference FROM shown_withdrawals
    WHERE ${mayMean("?2")} AND order_id = ?2 AND ifnull(intent_id, ?2) = ?2 AND mailbox = ?3 AND answer IS NULL ORDER BY received_at LIMIT 1)`;
/** Who sends the form of an order again, and proves it: the earlier withdrawal is proven too, at the order's address, ?4. */
const PROVEN_AGAIN = `reference <> ?1 AND reference = ${FOUND} AND ${PROVEN}`;
const PROVE_EARLIER = `UPDATE withdrawals SET is_proven = 1, email = ?4 WHERE ${PROVEN_AGAIN}`;
/**
 * The first receipt is for somebody who had proven nothing: it gives way to one that begins at once. One that is being sent may
 * go all the same.
 */
const WITHHOLD_FIRST = `UPDATE mails SET state = 'withheld', ended_at = ?6, detail = 'superseded', claim = NULL, claimed_until = NULL
  WHERE kind = 'receipt' AND version = '' AND is_owed AND about = (SELECT reference FROM withdrawals WHERE ${PROVEN_AGAIN} AND NOT is_proven)`;
/** The owner hears once of what is so then, unless the first notice waits and says it. */
const OWE_NOTICE_OF_PROOF = `INSERT INTO mails (kind, about, version, due_at) SELECT 'withdrawal-notice', reference, 'proven', ?6 FROM withdrawals AS w
  WHERE ${PROVEN_AGAIN} AND NOT is_proven
    AND NOT EXISTS (SELECT 1 FROM mails WHERE kind = 'withdrawal-notice' AND about = w.reference AND state = 'due')
  ON CONFLICT DO NOTHING`;
/** Then its receipt may be lost: one more, with all that was declared, for each form, ?6, unless one is on its way. */
const OWE_ONCE_MORE = `INSERT INTO mails (kind, about, version, due_at) SELECT 'receipt', reference, ?6, ?7 FROM withdrawals AS w
  WHERE ${PROVEN_AGAIN} AND NOT EXISTS (SELECT 1 FROM mails WHERE kind = 'receipt' AND about = w.reference AND is_owed)
    AND (SELECT count(*) FROM mails WHERE kind = 'receipt' AND about = w.reference AND substr(due_at, 1, 10) = substr(?7, 1, 10))
      < ${RECEIPTS_A_DAY_TO_ONE}
  ON CONFLICT DO NOTHING`;

/**
 * Records a withdrawal with the mails that it makes owed, and stops the mail of its gift. Its reference follows from what
 * was sent. So the same form is the same withdrawal, however often and wherever it is sent. Never rejects.
 */
export async function recordWithdrawal(shop: Shop, sent: NewWithdrawal): Promise<WithdrawalOutcome> {
  const { form, fields, intentId } = sent;
  const { name, contract, email, reason } = fields;
  const reference = await referenceOf(JSON.stringify([form.id, form.madeAt, fields, intentId]));
  const at = shop.now.toISOString();
  const day = at.slice(0, 10);
  const digestAt = new Date(Date.parse(day) + (24 + DIGEST_HOUR) * HOUR_MS).toISOString();
  const mailbox = mailboxOf(email);
  const found = [reference, intentId, mailbox, email, Number(form.isFresh)] as const;
  const numbers = JSON.stringify(orderNumbersIn(contract));
  const record: readonly Statement[] = [
    sql(OWN_EARLIER, reference, intentId, mailbox, email, name, contract, reason || null, numbers),
    sql(RECORD, ...[reference, form.madeAt, at, name, contract, email, mailbox, reason || null, intentId, numbers]),
    sql(OWE_RECEIPT, reference, at),
    sql(WITHHOLD_FIRST, ...found, at),
    sql(OWE_NOTICE_OF_PROOF, ...found, at),
    sql(PROVE_EARLIER, ...found),
    sql(OWE_ONCE_MORE, ...found, form.madeAt, at),
    sql(OWE_NOTICE, reference, at),
    sql(OWE_DIGEST, reference, digestAt, day),
    ...(intentId === null ? [] : stopEndedDelivery(intentId, at)),
  ];
  try {
    const results = await shop.ledger([
      ...(form.isFresh ? record : []),
      sql(MAILS, ...found, at, form.madeAt),
      sql(SHOW, ...found),
    ]);
    const withdrawal = toWithdrawal(firstOf(results, -1));
    if (withdrawal === null) return { status: "expired" };
    const mails = (results.at(-2) ?? []).map(toMail);
    const due = mails.filter(({ isOwed }) => isOwed);
    // What could not be started is started by the clock.
    await startMails(shop, due).catch((error: unknown) =>
      logEvent("error", "workflow.unavailable", { reference, reason: errorMessage(error) }),
    );
    const { receipt, notice } = withdrawal;
    if (withdrawal.reference !== reference) {
      // Whose own words are kept, and mailed whole, reads what a first form says, however often it is sent.
      if (hasWords(withdrawal, fields) && mails.some(({ kind, version }) => kind === "receipt" && version !== ""))
        return { status: "recorded", withdrawal, receipt: canSendMail(shop) ? "full" : "unmailed" };
      const isResent = canSendMail(shop) && due.some(({ kind }) => kind === "receipt");
      const isAsked = withdrawal.isOpen && !withdrawal.isProven;
      return { status: "recorded", withdrawal, receipt: isResent ? "resent" : isAsked ? "unproven" : "earlier" };
    }
    if (due.length > 0) logEvent("info", "withdrawal.recorded", { reference, receipt, notice });
    return { status: "recorded", withdrawal, receipt: canSendMail(shop) ? receipt : "unmailed" };
  } catch {
    return { status: "unavailable" };
  }
}

function hasWords(withdrawal: Withdrawal, { name, contract, reason }: WithdrawalFields): boolean {
  return withdrawal.name === name && withdrawal.contract === contract && (withdrawal.reason ?? "") === reason;
}

/** One withdrawal; null if it is not known. Rejects if the ledger is away. */
export async function readWithdrawal(ledger: Ledger, reference: string): Promise<Withdrawal | null> {
  const [rows = []] = await ledger([sql("SELECT * FROM shown_withdrawals WHERE reference = ?1", reference)]);
  return toWithdrawal(rows[0] ?? null);
}

/** The withdrawal in a row of `shown_withdrawals`; null without one. The schema has checked what is in it. */
export function toWithdrawal(row: Row | null): Withdrawal | null {
  return row && fromRow<Withdrawal>(row);
}

/** Several addresses are one mailbox: a plus begins a label, and Gmail ignores dots. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1).toLowerCase();
  const [name = ""] = email.slice(0, at).toLowerCase().split("+", 1);
  return `${/^(gmail|googlemail)\.com$/.test(domain) ? name.replaceAll(".", "") : name}@${domain}`;
}

const REFERENCE_LENGTH = 12;

/**
 * The reference of a withdrawal, `HR-8K2M-...`: sixty bits of a digest of all that was sent, with the form's random
 * name. So nobody can compute the withdrawal from the reference, or send it again.
 */
async function referenceOf(sent: string): Promise<string> {
  const digest = await digestOf(sent);
  const characters = Array.from(digest.subarray(0, REFERENCE_LENGTH), (byte) => BASE_32.charAt(byte % BASE_32.length));
  return `HR-${(characters.join("").match(/.{4}/g) ?? []).join("-")}`;
}
