import { composeDeliveryReport, composeGiftMail } from "../src/gifts/day/gift-delivery-mail.ts";
import { paidGift } from "../src/gifts/paid-gift-rules.ts";
import type { Order } from "../src/ledger/orders.ts";
import { plainLegalFile } from "../src/legal/legal-files-mail.ts";
import { type ConfirmationContext, composeConfirmation } from "../src/orders/confirmation-mail.ts";
import { composeOrderLinks } from "../src/orders/my-course/order-links-mail.ts";
import { composeNotice } from "../src/orders/notice-mail.ts";
import {
  composeReceipt,
  composeWithdrawalDigest,
  composeWithdrawalNotice,
} from "../src/orders/withdrawal/withdrawal-mail.ts";
import type { Withdrawal } from "../src/orders/withdrawal/withdrawals.ts";
import type { Mail } from "../src/server/mail.ts";
import { receiptPath } from "../src/shared/paths.ts";

/** An order that was paid in our own checkout, with everything that may be known of one. */
export const ORDER: Order = {
  intentId: "pi_3QxYzAbCdEfGhIjKlMnOpQr",
  status: "paid",
  source: "checkout",
  productId: "KVB1",
  flow: "A",
  amountCents: 3900,
  currency: "eur",
  buyerName: "Jan de Vries-van den Brandhof",
  email: "jan.de.vries.van.den.brandhof@een-lang-domein.example",
  consent: "2026-11-22",
  consentAt: "2026-11-22T22:59:30.000Z",
  createdAt: "2026-11-22T22:50:00.000Z",
  updatedAt: "2026-11-22T23:05:00.000Z",
  paidAt: "2026-11-22T23:05:00.000Z",
};
const { consent: _consent, consentAt: _consentAt, ...UNWAIVED } = ORDER;
const WISH = {
  productId: "KVB1",
  recipient: "Papa Henk",
  giver: "Sanne en Joris",
  message: "Behouden vaart!",
  from: "2026-12-05",
} as const;
const GIVEN: Order = { ...UNWAIVED, gift: WISH };

const TRADER = {
  legalName: "Vaarkoers BV",
  address: "Kade 1, 1234 AB Stad",
  email: "info@vaarkoers.example",
  phone: "020 000 00 00",
  kvk: "12345678",
  vatId: "NL001B01",
};
const SITE = "https://www.vaarkoers.example";
export const CONTEXT = {
  trader: TRADER,
  siteOrigin: SITE,
  courses: [{ href: "https://leren.vaarkoers.example/kvb1?a=1&b=2" }] as ConfirmationContext["courses"],
  legalFiles: [plainLegalFile(TRADER)],
  orderToken: `a.${ORDER.intentId}.${"w".repeat(43)}`,
};
const WITHDRAWAL: Withdrawal = {
  reference: "HR-AAAA-BBBB-CCCC",
  receivedAt: "2026-11-23T10:00:00.000Z",
  name: "Jan de Vries",
  contract: "VK-IJKLMNOPQR",
  email: "jan@example.nl",
  reason: "Ik heb toch geen boot gekocht.",
  isProven: false,
  receipt: "facts",
  notice: "now",
};
const OWNER = "eigenaar@vaarkoers.example";

const PAID_GIFT = paidGift(WISH, "ABCDEFGHJKMNPQRS", SITE);
const TOLD = {
  intentId: ORDER.intentId,
  to: "sanne@example.nl",
  name: "Sanne Jansen",
  recipient: WISH.recipient,
  address: "papa.henk@example.nl",
  gift: PAID_GIFT,
  orderToken: CONTEXT.orderToken,
  siteOrigin: SITE,
};

/** Every mail of the shop, in each state that looks different, by a name for it. */
export const MAIL_SAMPLES: Readonly<Record<string, Mail>> = {
  confirmation: composeConfirmation(ORDER, "jan@example.nl", CONTEXT),
  "confirmation-unwaived": composeConfirmation(UNWAIVED, "jan@example.nl", CONTEXT),
  "confirmation-both": composeConfirmation({ ...ORDER, productId: "KVB1_KVB2" }, "jan@example.nl", {
    ...CONTEXT,
    courses: [
      { courseId: "KVB1", href: "https://leren.vaarkoers.example/kvb1" },
      { courseId: "KVB2", href: "https://leren.vaarkoers.example/kvb2" },
    ],
  }),
  "confirmation-bare": composeConfirmation(UNWAIVED, "jan@example.nl", {
    trader: {},
    legalFiles: [],
    siteOrigin: null,
    courses: [],
    orderToken: null,
  }),
  gift: composeConfirmation(GIVEN, "sanne@example.nl", {
    ...CONTEXT,
    courses: [],
    gift: PAID_GIFT,
  }),
  "gift-mailed": composeConfirmation({ ...GIVEN, gift: { ...WISH, deliveryDraftId: "0a1b2c3d" } }, "sanne@example.nl", {
    ...CONTEXT,
    courses: [],
    gift: { ...PAID_GIFT, deliveryDraftId: "0a1b2c3d" },
  }),
  "gift-delivery": composeGiftMail(PAID_GIFT, "papa.henk@example.nl", TRADER),
  "gift-delivery-sent": composeDeliveryReport({ ...TOLD, kind: "sent" }, TRADER),
  "gift-delivery-failed": composeDeliveryReport({ ...TOLD, kind: "failed" }, TRADER),
  "gift-delivery-lost": composeDeliveryReport({ ...TOLD, kind: "lost", address: null }, TRADER),
  "gift-stopped": composeConfirmation(GIVEN, "sanne@example.nl", { ...CONTEXT, courses: [], gift: "stopped" }),
  notice: composeNotice(ORDER, OWNER, "sent"),
  "notice-gift": composeNotice(GIVEN, OWNER, "failed"),
  "order-links": composeOrderLinks(
    [
      { order: ORDER, page: `${SITE}/bestelling/${CONTEXT.orderToken}`, courses: CONTEXT.courses },
      { order: GIVEN, page: `${SITE}/bestelling/${CONTEXT.orderToken}`, courses: [] },
      { order: { ...ORDER, refundedCents: 3900 }, page: `${SITE}/bestelling/${CONTEXT.orderToken}`, courses: [] },
    ],
    "jan@example.nl",
    { trader: TRADER, more: 3 },
  ),
  receipt: composeReceipt(WITHDRAWAL, TRADER, "full", null),
  "receipt-facts": composeReceipt(
    WITHDRAWAL,
    TRADER,
    "facts",
    `${SITE}${receiptPath(`1.HR-AAAA-BBBB-CCCC.${"A".repeat(43)}`)}`,
  ),
  "withdrawal-notice": composeWithdrawalNotice(WITHDRAWAL, OWNER, "facts"),
  "withdrawal-digest": composeWithdrawalDigest([], "2026-11-22", OWNER),
};
