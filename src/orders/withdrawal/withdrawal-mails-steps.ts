import type { Composed, Owner } from "../../ledger/compose.ts";
import type { MailEnd } from "../../ledger/mail-life-rules.ts";
import type { MailName, MailRow } from "../../ledger/mails.ts";
import { type Ledger, type Statement, sql } from "../../server/database.ts";
import type { Shop } from "../../server/shop.ts";
import { today } from "../../shared/time.ts";
import { createReceiptPath } from "./receipt-token.ts";
import {
  composeReceipt,
  composeWithdrawalDigest,
  composeWithdrawalNotice,
  type ReceiptState,
} from "./withdrawal-mail.ts";
import { readDigest, readGiftsOf, readWithdrawals, type WithdrawalRecord } from "./withdrawal-records.ts";

/** The mails after a withdrawal: its receipt, and what the owner is told. */

/** The receipt. It has all that was declared if its buyer has proven the order, also since, or an operator looked at it: then it has a version. */
export async function composeWithdrawalReceipt(shop: Shop, { about: reference, version }: MailRow): Promise<Composed> {
  const withdrawal = await load(shop.ledger, reference);
  if (withdrawal.email === "") return { withheld: "erased" };
  const receipt = version === "" && withdrawal.receipt === "facts" && !withdrawal.isProven ? "facts" : "full";
  const { trader, siteOrigin } = shop.settings;
  const path = siteOrigin === null ? null : await createReceiptPath(shop, reference);
  const link = path === null ? null : `${siteOrigin}${path}`;
  return { mail: composeReceipt(withdrawal, trader, receipt, link), detail: receipt };
}

const WHOLE_RECEIPT = "SELECT 1 FROM mails WHERE kind = 'receipt' AND about = ?1 AND (is_owed OR detail = 'full')";

/** What the owner reads of a receipt that did not fail. `late`: facts went, a sale has proven it since, and nothing more goes by itself. */
async function stateOfReceipt(ledger: Ledger, withdrawal: WithdrawalRecord): Promise<ReceiptState> {
  const { reference, isProven, receipt, receiptMail } = withdrawal;
  if (!isProven || receiptMail === null) return receipt;
  if (receiptMail.detail !== "facts") return "full";
  const [whole = []] = await ledger([sql(WHOLE_RECEIPT, reference)]);
  return whole.length === 0 ? "late" : "full";
}

/** The owner's notice of one withdrawal; a second one says that it was proven since, or that its receipt could not be sent. */
export async function composeOwnersNotice(shop: Shop, { about, detail }: MailRow, owner: Owner): Promise<Composed> {
  const withdrawal = await load(shop.ledger, about);
  const ended = detail === "refused" || detail === "failed" ? detail : null;
  const state: ReceiptState = ended ?? (await stateOfReceipt(shop.ledger, withdrawal));
  const gifts = await readGiftsOf(shop.ledger, withdrawal);
  return { mail: composeWithdrawalNotice(withdrawal, owner, state, today(shop.now), gifts) };
}

/** An owner who was told of a withdrawal, or of its proof, hears of a receipt that could not be sent, but not of hundreds at once. */
export function oweReceiptNotice({ about: reference }: MailName, now: string, end: MailEnd): readonly Statement[] {
  if (end !== "refused" && end !== "failed") return [];
  return [
    sql(
      `INSERT INTO mails (kind, about, version, due_at, detail)
        SELECT 'withdrawal-notice', reference, 'later', ?2, ?3 FROM withdrawals WHERE reference = ?1 AND (notice = 'now' OR is_proven)
        ON CONFLICT DO NOTHING`,
      ...[reference, now, end],
    ),
  ];
}

/** The withdrawals of a day (`2026-11-22`, in UTC) that had no notice of their own. */
export async function composeDigest(shop: Shop, { about: day }: MailRow, owner: Owner): Promise<Composed> {
  return { mail: composeWithdrawalDigest(await readDigest(shop.ledger, day), day, owner) };
}

async function load(ledger: Ledger, reference: string): Promise<WithdrawalRecord> {
  const [withdrawal] = await readWithdrawals(ledger, "reference = ?1", reference);
  if (withdrawal === undefined) throw new Error("withdrawal missing");
  return withdrawal;
}
