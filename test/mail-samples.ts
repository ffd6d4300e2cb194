import { composeGiftMail, composeReportToGiver } from "../src/gifts/day/gift-delivery-mail.ts";
import { paidGift } from "../src/gifts/paid-gift-rules.ts";
import type { Invoice } from "../src/ledger/invoice-rules.ts";
import type { PaidOrder } from "../src/ledger/orders.ts";
import { plainLegalFile } from "../src/legal/legal-files-mail.ts";
import { composeAlarmMail, composeLedgerAway } from "../src/orders/alarm-mail.ts";
import type { Alarm, AlarmKind } from "../src/orders/alarms.ts";
import { type ConfirmationContext, composeConfirmation } from "../src/orders/confirmation-mail.ts";
import type { Evening } from "../src/orders/evening.ts";
import { composeEveningMail } from "../src/orders/evening-mail.ts";
import { composeInvoiceMail } from "../src/orders/invoice/invoice-mail.ts";
import { composeOrderLinks } from "../src/orders/my-course/order-links-mail.ts";
import { composeNotice } from "../src/orders/notice-mail.ts";
import { ALARM_COPY } from "../src/orders/owner-mail-copy.ts";
import {
  composeReceipt,
  composeWithdrawalDigest,
  composeWithdrawalNotice,
} from "../src/orders/withdrawal/withdrawal-mail.ts";
import type { Withdrawal } from "../src/orders/withdrawal/withdrawals.ts";
import { UNKNOWN as PAID } from "../src/paying/money/payments-of.ts";
import type { Mail } from "../src/server/mail.ts";
import { ERASED_GIFT_NAMES } from "../src/shared/gift.ts";
import { receiptPath } from "../src/shared/paths.ts";

/** An order that was paid in our own checkout, with everything that may be known of one. */
export const ORDER: PaidOrder = {
  intentId: "pi_3QxYzAbCdEfGhIjKlMnOpQr",
  status: "paid",
  source: "checkout",
  productId: "KVB1",
  flow: "A",
  amountCents: 3900,
  keptCents: 3900,
  currency: "eur",
  buyerName: "Jan de Vries-van den Brandhof",
  email: "jan.de.vries.van.den.brandhof@een-lang-domein.example",
  consent: "2026-11-22",
  consentAt: "2026-11-22T22:59:30.000Z",
  createdAt: "2026-11-22T22:50:00.000Z",
  updatedAt: "2026-11-22T23:05:00.000Z",
  paidAt: "2026-11-22T23:05:00.000Z",
  boughtAt: "2026-11-22T23:05:00.000Z",
  ...PAID,
  isUnconfirmed: true,
};
const { consent: _consent, consentAt: _consentAt, ...UNWAIVED } = ORDER;
const WISH = {
  productId: "KVB1",
  recipient: "Papa Henk",
  giver: "Sanne en Joris",
  message: "Behouden vaart!",
  from: "2026-12-05",
} as const;
const { buyerName: _name, email: _email, productId: _product, source: _source, flow: _flow, ...UNKNOWN } = UNWAIVED;
const GIVEN: PaidOrder = { ...UNWAIVED, gift: WISH };

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
export const WITHDRAWAL: Withdrawal = {
  reference: "HR-AAAA-BBBB-CCCC",
  receivedAt: "2026-11-23T10:00:00.000Z",
  name: "Jan de Vries",
  contract: "VK-IJKLMNOPQR",
  email: "jan@example.nl",
  reason: "Ik heb toch geen boot gekocht: zie https://boot.example.",
  isProven: false,
  receipt: "facts",
  notice: "now",
  intentId: ORDER.intentId,
  isOpen: true,
};
export const INVOICE: Invoice = {
  number: "2026-0001",
  intentId: ORDER.intentId,
  kind: "invoice",
  issuedAt: ORDER.updatedAt,
  suppliedAt: ORDER.updatedAt,
  seller: {},
  company: "Jansen BV",
  address: "Dijk 2\n2345 CD Dorp",
  description: "Online cursus Klein Vaarbewijs 1",
  inclCents: 3900,
  vatCents: 677,
  vatPercent: 21,
};
export const OWNER = "eigenaar@vaarkoers.example";

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

const NIGHT_PARTS = Object.entries(ALARM_COPY.night.parts).map(([part, words]) => `${words} (${part})`);
const alarmOf = (kind: AlarmKind): Alarm => ({
  kind,
  about: kind === "receipt-unsent" || kind === "withdrawal-due" ? WITHDRAWAL.reference : `${kind}_1`,
  detail:
    kind === "night"
      ? ALARM_COPY.night.failed.replace("{part}", NIGHT_PARTS.join("; ")).replace("{about}", "")
      : ORDER.intentId,
  cents: 3900,
  currency: "eur",
  withdrawal:
    kind === "withdrawal-due"
      ? { proof: "link", hasRight: "exists", withdrawUntil: "2026-11-20", payBy: "2026-11-22" }
      : null,
});
const EVENING: Evening = {
  today: "2026-11-25",
  from: new Date("2026-11-24T19:00:00.000Z"),
  to: new Date("2026-11-25T19:00:00.000Z"),
  sold: 3,
  soldCents: 13_700,
  gifts: 1,
  refunds: 1,
  refundedCents: 3900,
  failedRefunds: 1,
  withdrawals: 1,
  openWithdrawals: [
    {
      reference: WITHDRAWAL.reference,
      orderId: ORDER.intentId,
      proof: "link",
      hasRight: "exists",
      withdrawUntil: "2026-11-20",
      payBy: "2026-11-22",
    },
    {
      reference: "HR-DDDD-EEEE-FFFF",
      orderId: ORDER.intentId,
      proof: "other-address",
      orderHint: "k\u2026@\u2026",
      hasRight: "waived",
      withdrawUntil: "2026-11-20",
    },
  ],
  moreWithdrawals: 3,
  owed: [{ intentId: ORDER.intentId, cents: 3900 }],
  disputes: [{ intentId: ORDER.intentId, isInquiry: false, dueBy: "2026-12-05T22:59:59.000Z" }],
  unsent: [
    { kind: "confirmation", about: ORDER.intentId, state: "due" },
    { kind: "receipt", about: WITHDRAWAL.reference, state: "refused" },
  ],
};
const QUIET: Evening = { ...EVENING, sold: 0, gifts: 0, refunds: 0, failedRefunds: 0, withdrawals: 0 };

const TOLD_OWNER = { to: OWNER, deskOrigin: SITE };
/** Of a shop without a desk. */
const DESKLESS = { to: OWNER, deskOrigin: null };

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
  "confirmation-bare": composeConfirmation(UNKNOWN, "jan@example.nl", {
    ...{ trader: {}, legalFiles: [], siteOrigin: null, courses: [], orderToken: "token" },
  }),
  "confirmation-unsigned": composeConfirmation(ORDER, "jan@example.nl", { ...CONTEXT, courses: [], orderToken: null }),
  gift: composeConfirmation(GIVEN, TOLD.to, { ...CONTEXT, courses: [], gift: { ...PAID_GIFT, from: "now" } }),
  "gift-mailed": composeConfirmation({ ...GIVEN, gift: { ...WISH, productId: "KVB1_KVB2" } }, "sanne@example.nl", {
    ...CONTEXT,
    courses: [],
    gift: { ...PAID_GIFT, plan: { day: PAID_GIFT.from, at: GIVEN.boughtAt } },
  }),
  "gift-delivery": composeGiftMail(PAID_GIFT, "papa.henk@example.nl", TRADER),
  "gift-delivery-linked": composeGiftMail({ ...PAID_GIFT, giver: "boze.nl", recipient: "klik.nl" }, TOLD.to, TRADER),
  "gift-delivery-nameless": composeGiftMail({ ...PAID_GIFT, ...ERASED_GIFT_NAMES }, TOLD.to, TRADER),
  "gift-delivery-sent": composeReportToGiver({ ...TOLD, kind: "sent" }, TRADER),
  "gift-delivery-failed": composeReportToGiver({ ...TOLD, kind: "failed", address: null }, TRADER),
  "gift-delivery-lost": composeReportToGiver({ ...TOLD, kind: "lost", address: null }, TRADER),
  "gift-delivery-halted": composeReportToGiver({ ...TOLD, kind: "halted", address: null }, TRADER),
  "gift-stopped": composeConfirmation(GIVEN, "sanne@example.nl", { ...CONTEXT, courses: [], gift: "stopped" }),
  notice: composeNotice(ORDER, TOLD_OWNER, "sent"),
  "notice-refused": composeNotice({ ...ORDER, source: "hosted" }, TOLD_OWNER, "refused"),
  "notice-gift": composeNotice({ ...GIVEN, flow: "none" }, TOLD_OWNER, "failed"),
  "notice-unknown": composeNotice({ ...UNKNOWN, currency: "usd" }, DESKLESS, "waiting"),
  invoice: composeInvoiceMail(
    ORDER,
    "jan@example.nl",
    [INVOICE, { ...INVOICE, number: "2026-0002", kind: "refund", about: INVOICE.number }],
    TRADER,
    `${SITE}/bestelling/${CONTEXT.orderToken}`,
  ),
  "order-links": composeOrderLinks(
    [
      { order: ORDER, page: `${SITE}/bestelling/${CONTEXT.orderToken}`, hasGiftLink: false, courses: CONTEXT.courses },
      { order: GIVEN, page: `${SITE}/bestelling/${CONTEXT.orderToken}`, hasGiftLink: true, courses: [] },
      {
        order: { ...GIVEN, refundedCents: 3900, money: "refunded", state: "refunded", isRepaid: true, isUsable: false },
        page: `${SITE}/bestelling/${CONTEXT.orderToken}`,
        hasGiftLink: false,
        courses: [],
      },
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
  "withdrawal-notice": composeWithdrawalNotice(
    { ...WITHDRAWAL, proof: "other-address", orderHint: "k\u2026@\u2026", hasRight: "unpaid" },
    DESKLESS,
    "facts",
    "2026-11-23",
    [{ intentId: "pi_3QxYzAbCdEfGhIjKlMnOpQr" }],
  ),
  alarm: composeAlarmMail((Object.keys(ALARM_COPY.kinds) as AlarmKind[]).map(alarmOf), TOLD_OWNER, "2026-11-22"),
  "alarm-one": composeAlarmMail([{ kind: "refund-failed", about: "re_1", withdrawal: null }], DESKLESS, "2026-11-22"),
  evening: composeEveningMail(EVENING, TOLD_OWNER) as Mail,
  "evening-waiting": composeEveningMail(QUIET, DESKLESS) as Mail,
  "ledger-away": composeLedgerAway(TOLD_OWNER),
  "withdrawal-digest": composeWithdrawalDigest(
    { shown: [{ ...WITHDRAWAL, proof: "none", hasRight: "unknown" }], gifts: [], count: 4 },
    "2026-11-22",
    TOLD_OWNER,
  ),
};
