import { readDelivery } from "../gifts/day/gift-delivery.ts";
import { composeReportToGiver, type DeliveryReport } from "../gifts/day/gift-delivery-mail.ts";
import { giftCodeKey, readGiftStop } from "../gifts/gift-entries.ts";
import type { PaidGift } from "../gifts/paid-gift-rules.ts";
import { loadPaidGift, storeGiftOf } from "../gifts/paid-gifts.ts";
import type { Composed, Owner } from "../ledger/compose.ts";
import { findCourseLinks } from "../ledger/course-target.ts";
import { sqlList } from "../ledger/life-rules.ts";
import { INCOMPLETE } from "../ledger/mail-life-rules.ts";
import { type MailName, type MailRow, readMail } from "../ledger/mails.ts";
import { createOrderToken } from "../ledger/order-token.ts";
import { type Order, readOrder } from "../ledger/orders.ts";
import { plainLegalFile, readLegalPdfs } from "../legal/legal-files-mail.ts";
import { type Ledger, type Statement, sql } from "../server/database.ts";
import { errorMessage, logEvent } from "../server/log.ts";
import { canSendMail, type MailAttachment } from "../server/mail.ts";
import type { Shop } from "../server/shop.ts";
import type { CourseLink } from "../shared/courses.ts";
import { PDF_TRADER } from "../ui/client-manifest.ts";
import { composeConfirmation, repeatedConsent } from "./confirmation-mail.ts";
import { type ConfirmationState, composeNotice } from "./notice-mail.ts";

/** The mails after a sale: the buyer's confirmation, and the owner's notice. */

/** How long the owner's notice waits for the confirmation. Milliseconds. */
const NOTICE_WAITS_MS = 10 * 60_000;

/** Why an order that had ended before its confirmation went gets none. */
const ENDED = ["repaid", "withdrawn"] as const;

/** The paid order of a payment. Rejects if there is none. */
export async function loadOrder(ledger: Ledger, intentId: string): Promise<Order> {
  const order = await readOrder(ledger, intentId);
  if (order?.status !== "paid") throw new Error(`order ${order?.status ?? "missing"}`);
  return order;
}

/**
 * The confirmation, from the order as it is now, so a late attempt includes later facts. It waits for the gift, so that its
 * link opens. If the money went back, or the buyer has withdrawn, nothing is confirmed.
 */
export async function composeSaleConfirmation(shop: Shop, { about: intentId, version }: MailRow): Promise<Composed> {
  const order = await loadOrder(shop.ledger, intentId);
  await storeGiftOf(shop, order);
  const { email, emailCorrectedAt = "" } = order;
  if (email === undefined) return { withheld: "erased" };
  if (emailCorrectedAt !== version) return { withheld: "superseded" };
  if (order.unconfirmable !== undefined) return { withheld: order.unconfirmable };
  const { trader, siteOrigin } = shop.settings;
  const isGift = order.gift !== undefined;
  const gift = siteOrigin === null ? null : await findGift(shop, order, siteOrigin);
  const courses = isGift ? [] : await findLinks(shop, order);
  const mail = composeConfirmation(order, email, {
    trader,
    siteOrigin,
    courses,
    orderToken: await createOrderToken(shop, intentId),
    gift,
    legalFiles: await findLegalFiles(shop, intentId),
  });
  if (isGift) return gift === null ? { mail, detail: "codeless" } : { mail };
  // Its buyer has a confirmation without a way to the course: an alarm tells the owner.
  if (courses.length === 0) return { mail, detail: "targetless" };
  // It says that the right to withdraw is there, so it is, until one goes that repeats the consent.
  return repeatedConsent(order) === undefined ? { mail, detail: "kept" } : { mail };
}

/** The gift of an order, for its giver, as from `loadPaidGift`. `stopped`: its link does not work any more. */
async function findGift(shop: Shop, order: Order, siteOrigin: string): Promise<PaidGift | "stopped" | null> {
  const gift = await loadPaidGift(shop, order, siteOrigin);
  if (gift === null) return null;
  const stop = await readGiftStop(shop.GIFTS, giftCodeKey(gift.code));
  if (stop === "unavailable") throw new Error("whether the gift was stopped could not be read");
  if (stop === "stopped") return "stopped";
  return withPlan(shop.ledger, order, gift);
}

/** The gift with the plan of its mail that counts now: the giver may have made, changed or stopped it before a late mail. */
async function withPlan(ledger: Ledger, { intentId, boughtAt }: Order, gift: PaidGift): Promise<PaidGift> {
  const delivery = await readDelivery(ledger, intentId);
  const isAsked = gift.deliveryDraftId !== undefined;
  if (delivery === null || delivery.state === "awaited")
    return isAsked ? { ...gift, plan: { day: gift.from, at: boughtAt } } : gift;
  if (delivery.state === "sent") return { ...gift, plan: "sent" };
  if (delivery.state !== "planned" && delivery.state !== "sending") return gift;
  return { ...gift, plan: { day: delivery.day, at: delivery.at } };
}

/** The terms as PDFs, or as plain text if those cannot be read: the mail waits for neither. */
async function findLegalFiles(shop: Shop, intentId: string): Promise<readonly MailAttachment[]> {
  const { trader } = shop.settings;
  try {
    return await readLegalPdfs(shop.ASSETS, trader, PDF_TRADER);
  } catch (error) {
    logEvent("error", "mail.pdfless", { intentId, reason: errorMessage(error) });
    return [plainLegalFile(trader)];
  }
}

/** The links to the bought courses. Empty if no address is stored. Rejects if KV cannot be read. */
export async function findLinks(shop: Shop, order: Order): Promise<readonly CourseLink[]> {
  const read = await findCourseLinks(shop.INTERSTITIALS, order);
  if (read.status === "unavailable") throw new Error("the course's address could not be read");
  return read.status === "found" ? read.value : [];
}

/** The owner's notice of a sale. It says what became of the confirmation, for which it waits some minutes. */
export async function composeSaleNotice(shop: Shop, { about, dueAt }: MailRow, owner: Owner): Promise<Composed> {
  const order = await loadOrder(shop.ledger, about);
  const version = order.emailCorrectedAt ?? "";
  const confirmation = await readMail(shop.ledger, { kind: "confirmation", about, version });
  const state = stateOfConfirmation(shop, confirmation);
  const isWaiting = state === "waiting" || state === "delayed";
  if (isWaiting && shop.now.getTime() - Date.parse(dueAt) < NOTICE_WAITS_MS)
    throw new Error("the confirmation may still go");
  const mail = composeNotice(order, owner, state);
  return { mail, ...(isWaiting ? { detail: state } : {}) };
}

function stateOfConfirmation(shop: Shop, row: MailRow | null): ConfirmationState {
  if (row === null || (row.state === "due" && Date.parse(row.dueAt) > shop.now.getTime())) return "waiting";
  switch (row.state) {
    case "sent":
      return INCOMPLETE.find((detail) => detail === row.detail) ?? "sent";
    case "withheld":
      return ENDED.find((detail) => detail === row.detail) ?? "withheld";
    case "refused":
    case "failed":
      return row.state;
    default:
      return canSendMail(shop) ? "delayed" : "unconfigured";
  }
}

/** An owner who read that a confirmation may still go is told if it did not. */
export function oweSecondNotice({ about: intentId }: MailName, now: string): readonly Statement[] {
  return [
    sql(
      `INSERT INTO mails (kind, about, version, due_at) SELECT 'notice', about, 'later', ?2 FROM mails
        WHERE kind = 'notice' AND about = ?1 AND version = '' AND state = 'sent' AND detail IS NOT NULL
          AND EXISTS (SELECT 1 FROM mails WHERE kind = 'confirmation' AND about = ?1
            AND (is_unsent OR (state = 'withheld' AND detail IN (${sqlList(ENDED)}))))
        ON CONFLICT DO NOTHING`,
      intentId,
      now,
    ),
  ];
}

/** The mail that tells a giver what became of a gift's delivery, from a row that has the address until it went. */
export async function composeDeliveryReport(
  shop: Shop,
  { about: intentId, version, detail: address }: MailRow,
): Promise<Composed> {
  const order = await loadOrder(shop.ledger, intentId);
  if (order.email === undefined || order.gift === undefined) return { withheld: "erased" };
  const { trader, siteOrigin } = shop.settings;
  const kind = (["sent", "lost", "stopped", "halted"] as const).find((end) => version.endsWith(`-${end}`)) ?? "failed";
  // Nothing is to be given any more.
  if (kind !== "sent" && order.unconfirmable !== undefined) return { withheld: order.unconfirmable };
  if (kind === "halted" && version !== `${(await readDelivery(shop.ledger, intentId))?.version}-halted`)
    return { withheld: "planned" };
  const report: DeliveryReport = {
    intentId,
    to: order.email,
    name: order.buyerName ?? "",
    kind,
    recipient: order.gift.recipient,
    address: address ?? null,
    gift: siteOrigin === null || kind === "stopped" ? null : await loadPaidGift(shop, order, siteOrigin),
    orderToken: await createOrderToken(shop, intentId),
    siteOrigin,
  };
  return { mail: composeReportToGiver(report, trader) };
}
