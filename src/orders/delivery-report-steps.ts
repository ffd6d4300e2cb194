import { composeReportToGiver, type DeliveryReport } from "../gifts/day/gift-delivery-mail.ts";
import { loadPaidGift } from "../gifts/paid-gifts.ts";
import type { Composed } from "../ledger/compose.ts";
import type { Ledger } from "../ledger/database.ts";
import type { MailRow } from "../ledger/mails.ts";
import { createOrderToken } from "../ledger/order-token.ts";
import { type Bindings, readSettings } from "../server/env.ts";
import { loadOrder } from "./sale-mails-steps.ts";

/** The mail that tells a giver what became of a gift's delivery, from a row that has the address until it went. */
export async function composeDeliveryReport(
  env: Bindings,
  ledger: Ledger,
  { about: intentId, version, detail: address }: MailRow,
): Promise<Composed> {
  const order = await loadOrder(ledger, intentId);
  if (order.email === undefined || order.gift === undefined) return { withheld: "erased" };
  const { trader, siteOrigin } = readSettings(env);
  const kind = (["sent", "lost", "stopped"] as const).find((end) => version.endsWith(`-${end}`)) ?? "failed";
  const report: DeliveryReport = {
    intentId,
    to: order.email,
    name: order.buyerName ?? "",
    kind,
    recipient: order.gift.recipient,
    address: address ?? null,
    gift: siteOrigin === null || kind === "stopped" ? null : await loadPaidGift(env, order, siteOrigin),
    orderToken: await createOrderToken(env, intentId),
    siteOrigin,
  };
  return { mail: composeReportToGiver(report, trader) };
}
