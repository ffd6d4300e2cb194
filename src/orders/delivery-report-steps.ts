import { composeReportToGiver, type DeliveryReport } from "../gifts/day/gift-delivery-mail.ts";
import { loadPaidGift } from "../gifts/paid-gifts.ts";
import type { Composed } from "../ledger/compose.ts";
import type { MailRow } from "../ledger/mails.ts";
import { createOrderToken } from "../ledger/order-token.ts";
import type { Shop } from "../server/shop.ts";
import { loadOrder } from "./sale-mails-steps.ts";

/** The mail that tells a giver what became of a gift's delivery, from a row that has the address until it went. */
export async function composeDeliveryReport(
  shop: Shop,
  { about: intentId, version, detail: address }: MailRow,
): Promise<Composed> {
  const order = await loadOrder(shop.ledger, intentId);
  if (order.email === undefined || order.gift === undefined) return { withheld: "erased" };
  const { trader, siteOrigin } = shop.settings;
  const kind = (["sent", "lost", "stopped"] as const).find((end) => version.endsWith(`-${end}`)) ?? "failed";
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
