import { CLAIM_MS } from "../../ledger/mails.ts";
import { type Order, selectOrder, toOrder } from "../../ledger/orders.ts";
import { firstOf } from "../../server/database.ts";
import { errorMessage, logEvent } from "../../server/log.ts";
import { deliverMail } from "../../server/mail.ts";
import { momentNow, type Shop } from "../../server/shop.ts";
import { startMails } from "../../server/workflow-starts.ts";
import { DAY_MS } from "../../shared/time.ts";
import { giftCodeKey, readGiftStop } from "../gift-entries.ts";
import { loadPaidGift, storeGiftOf } from "../paid-gifts.ts";
import {
  claimDelivery,
  type Delivery,
  endDelivery,
  oweReport,
  releaseDelivery,
  type StoppedBy,
  selectDelivery,
  toDelivery,
} from "./gift-delivery.ts";
import { composeGiftMail } from "./gift-delivery-mail.ts";

/** How long after its moment a gift's mail is given up, milliseconds. */
const GIVEN_UP_AFTER_MS = DAY_MS;

type Outcome = "sent" | "refused" | "failed" | "stopped";

/**
 * Mails a gift to its recipient on its day, if this plan is still the last, and the gift is paid and works. Its giver is
 * owed a mail about it. `superseded`: another plan counts, or none. The result has no address, because the platform stores
 * it. Rejects if it could not be mailed now: then its giver may change it again, until the next attempt.
 */
export async function mailGift(shop: Shop, intentId: string, version: number): Promise<Outcome | "superseded"> {
  const { ledger, now } = shop;
  const claim = crypto.randomUUID();
  const until = new Date(now.getTime() + CLAIM_MS).toISOString();
  const results = await ledger([
    claimDelivery(intentId, version, claim, until, now.toISOString()),
    selectDelivery(intentId),
    selectOrder(intentId),
  ]);
  const held = toDelivery(firstOf(results, 0));
  if (held?.state !== "sending") {
    const known = toDelivery(firstOf(results, 1));
    if (known?.state === "sending") throw new Error("another one is mailing it");
    return "superseded";
  }
  let end: Exclude<Outcome, "stopped"> | { stoppedBy: StoppedBy };
  try {
    end = await attempt(shop, toOrder(firstOf(results, 2)), held);
  } catch (error) {
    if (now.getTime() - Date.parse(held.sendAt) < GIVEN_UP_AFTER_MS) {
      await ledger([releaseDelivery(intentId, claim)]);
      throw error;
    }
    logEvent("error", "mail.given-up", { mail: "gift", about: intentId, reason: errorMessage(error) });
    end = "failed";
  }
  const at = momentNow().toISOString();
  if (typeof end !== "string") {
    logEvent("info", "delivery.stopped", { intentId, by: end.stoppedBy });
    // Its giver knows of a withdrawal or of money that went back, but not that an operator had stopped it.
    if (end.stoppedBy !== "shop") {
      await ledger([endDelivery(intentId, claim, end, at)]);
      return "stopped";
    }
  } else if (end !== "sent") logEvent("error", "delivery.failed", { intentId, outcome: end });
  const ended = typeof end === "string" ? end : "stopped";
  const report = { kind: "delivery-report", about: intentId, version: `${version}-${ended}` } as const;
  await ledger([oweReport(report.version, intentId, claim), endDelivery(intentId, claim, end, at)]);
  // The clock starts it otherwise.
  await startMails(shop, [report]).catch(() => undefined);
  return ended;
}

/** Mails the gift, or says why it may not be mailed. Rejects if one of those it asks is away. */
async function attempt(
  shop: Shop,
  order: Order | null,
  { address }: Extract<Delivery, { address: string }>,
): Promise<"sent" | "refused" | { stoppedBy: StoppedBy }> {
  if (order?.status !== "paid") throw new Error(`order ${order?.status ?? "missing"}`);
  if (order.isWithdrawn) return { stoppedBy: "withdrawal" };
  if (order.isRepaid) return { stoppedBy: "money" };
  await storeGiftOf(shop, order);
  const { trader, siteOrigin } = shop.settings;
  const gift = siteOrigin === null ? null : await loadPaidGift(shop, order, siteOrigin);
  if (gift === null) throw new Error("nothing makes the gift's link");
  const stop = await readGiftStop(shop.GIFTS, giftCodeKey(gift.code));
  if (stop === "unavailable") throw new Error("whether the gift was stopped could not be read");
  if (stop === "stopped") return { stoppedBy: "shop" };
  const { intentId } = order;
  const outcome = await deliverMail(shop, composeGiftMail(gift, address, trader), { mail: "gift", about: intentId });
  if (outcome === "unconfigured") throw new Error("no mail is configured");
  return outcome;
}
