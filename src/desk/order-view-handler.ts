import { addressOf } from "../gifts/day/gift-delivery.ts";
import { readGiftStop } from "../gifts/gift-entries.ts";
import { giftCodeOf } from "../gifts/paid-gifts.ts";
import { findCourseLinks } from "../ledger/course-target.ts";
import { formatOrderNumber } from "../ledger/order-rules.ts";
import { createOrderPath } from "../ledger/order-token.ts";
import { type Order, readOrders } from "../ledger/orders.ts";
import { sayWithdrawal } from "../orders/withdrawal/withdrawal-facts-copy.ts";
import { paymentPage } from "../server/stripe.ts";
import { COURSES } from "../shared/courses.ts";
import { formatGiftCode } from "../shared/gift.ts";
import { INTENT_ID } from "../shared/intent-id.ts";
import { vatBreakdown } from "../shared/money.ts";
import { deskWithdrawalPath, giftCodePath, PATHS } from "../shared/paths.ts";
import { formatDay, formatMoment, today } from "../shared/time.ts";
import { type GiftNow, orderActForms } from "./act-forms-handler.ts";
import type { Desk } from "./desk.ts";
import { DESK_COPY, DESK_PATHS, euros } from "./desk-copy.ts";
import type { Block, Cell, Item, Screen, Section } from "./desk-rules.ts";
import { letterBlocks, orderLetters } from "./letters-handler.ts";
import { type OrderFacts, readOrderFacts } from "./order-facts.ts";
import {
  orderItem,
  sayAnswer,
  sayDelivery,
  sayInvoice,
  sayProduct,
  sayState,
  saysOpen,
} from "./order-words-handler.ts";
import { sayOutcome } from "./withdrawal-words-handler.ts";

/** `GET /beheer/bestellingen/{payment or number}`: an order whole, what happened to it, and what can be done. */

const COPY = DESK_COPY.order;

/** Null if no order has this name; a number that several orders share shows them all. */
export async function showOrderScreen(desk: Desk, name: string): Promise<Screen | null> {
  const number = name.toUpperCase();
  const named = INTENT_ID.test(name)
    ? []
    : await readOrders(desk.shop.ledger, "number = ?1", number.replace(/^VK-/, ""));
  if (named.length > 1)
    return {
      title: number,
      sections: [{ blocks: [{ kind: "list", items: named.map((order) => orderItem(order, null)), empty: "" }] }],
    };
  const facts = await readOrderFacts(desk.shop.ledger, named[0]?.intentId ?? name);
  return facts === null ? null : screenOf(desk, facts);
}

async function screenOf(desk: Desk, facts: OrderFacts): Promise<Screen> {
  const { order } = facts;
  const gift = await readGift(desk, order);
  return {
    title: COPY.title(
      (order.erasedAt === undefined ? (order.buyerName ?? order.email) : undefined) ??
        formatOrderNumber(order.intentId),
    ),
    sections: [
      { blocks: [{ kind: "facts", rows: await factRows(desk, facts) }] },
      ...(order.gift === undefined ? [] : [giftSection(desk, facts, gift)]),
      {
        title: COPY.acts,
        isAside: true,
        blocks: [...actBlocks(desk, facts, gift), ...letterBlocks(desk, orderLetters(order))],
      },
      { title: COPY.story, blocks: [{ kind: "story", items: storyOf(facts) }] },
    ],
  };
}

type FactRows = Extract<Block, { kind: "facts" }>["rows"];

async function factRows(desk: Desk, { order, invoices, withdrawals }: OrderFacts): Promise<FactRows> {
  const { shop } = desk;
  const { intentId, amountCents, refundedCents = 0, flow, source, consentAt, emailChangedAt } = order;
  const { vatCents } = vatBreakdown(amountCents);
  const path = desk.visitor.mayAct ? await createOrderPath(shop, intentId) : null;
  return [
    [COPY.state, [sayState(order), ...saysOpen(order)]],
    [COPY.note, order.note],
    [COPY.product, sayProduct(order)],
    [COPY.amount, COPY.ofWhichVat(euros(amountCents), euros(vatCents))],
    [COPY.repaid, refundedCents === 0 ? undefined : euros(refundedCents)],
    [COPY.settled, order.paidOtherwiseCents === 0 ? undefined : euros(order.paidOtherwiseCents)],
    [
      DESK_COPY.withdrawals.one,
      withdrawals.flatMap((one) => [
        { text: one.reference, href: deskWithdrawalPath(one.reference) },
        `${sayOutcome(one, today(desk.shop.now))} (${sayWithdrawal(one)})`,
      ]),
    ],
    [COPY.answerBankBy, order.answerBankBy === undefined ? undefined : formatMoment(order.answerBankBy)],
    [COPY.number, formatOrderNumber(intentId)],
    [COPY.page, path === null ? undefined : { text: COPY.openPage, href: `${desk.origin}${path}` }],
    [COPY.buyer, order.erasedAt === undefined ? order.buyerName : COPY.erased(formatDay(order.erasedAt))],
    [
      COPY.email,
      order.email === undefined
        ? undefined
        : emailChangedAt === undefined
          ? order.email
          : [order.email, COPY.corrected(formatMoment(emailChangedAt))],
    ],
    [COPY.account, order.userId],
    [COPY.via, COPY.sources[source ?? "other"]],
    [COPY.flow, flow === undefined || flow === "none" ? undefined : flow],
    [COPY.consent, consentAt === undefined ? COPY.noConsent : COPY.consentAt(formatMoment(consentAt))],
    [
      COPY.course,
      order.gift === undefined && order.status === "paid" && !order.isRepaid
        ? await courseCells(shop, order)
        : undefined,
    ],
    [
      COPY.invoices,
      invoices.map((invoice) => ({
        text: sayInvoice(invoice),
        href: `${PATHS.desk}${DESK_PATHS.invoiceFile}/${invoice.number}`,
      })),
    ],
    [COPY.stripe, { text: intentId, href: paymentPage(intentId) }],
  ];
}

async function courseCells(shop: Desk["shop"], order: Order): Promise<readonly Cell[]> {
  const read = await findCourseLinks(shop.INTERSTITIALS, order);
  if (read.status === "unavailable") return [COPY.unread];
  const links = read.status === "found" ? read.value : [];
  return links.length === 0
    ? [COPY.noCourse]
    : links.map(({ courseId, href }) => ({
        text: courseId === undefined ? COPY.openCourse : COURSES[courseId].name,
        href,
      }));
}

async function readGift({ shop }: Desk, order: Order): Promise<GiftNow> {
  const code = order.gift === undefined ? null : await giftCodeOf(shop, order);
  return { code, stop: code === null ? "open" : await readGiftStop(shop.GIFTS, code) };
}

function giftSection({ origin }: Desk, { order, delivery }: OrderFacts, { code, stop }: GiftNow): Section {
  const { gift, giftStoredAt } = order;
  const words = { stopped: COPY.giftStopped, unavailable: COPY.unread, open: COPY.giftWorks };
  const address = addressOf(delivery);
  return {
    title: COPY.gift,
    blocks: [
      {
        kind: "facts",
        rows: [
          [COPY.recipient, gift?.recipient],
          [COPY.giver, gift?.giver],
          [
            COPY.code,
            code === null ? undefined : { text: formatGiftCode(code), href: `${origin}${giftCodePath(code)}` },
          ],
          [COPY.giftState, giftStoredAt === undefined && stop === "open" ? COPY.giftUnstored : words[stop]],
          [COPY.delivery, sayDelivery(delivery)],
          [COPY.mailedTo, address],
        ],
      },
    ],
  };
}

function actBlocks(desk: Desk, facts: OrderFacts, gift: GiftNow): readonly Block[] {
  if (!desk.visitor.mayAct) return [{ kind: "text", text: COPY.looksOnly }];
  return orderActForms(desk.shop, facts, gift);
}

function sayDetail(detail = ""): string {
  const words: Readonly<Record<string, string>> = DESK_COPY.mails.details;
  return words[detail] === undefined ? "" : `: ${words[detail]}`;
}

function storyOf({ order, delivery, invoices, refunds, mails, withdrawals, acts }: OrderFacts): readonly Item[] {
  const { events } = COPY;
  const told: (readonly [at: string | null | undefined, title: Cell, tone?: Item["tone"]])[] = [
    [order.createdAt, events.begun],
    [
      order.paidAt ?? (order.status === "paid" ? order.boughtAt : undefined),
      events.paid(euros(order.amountCents)),
      "good",
    ],
    ...refunds.flatMap(
      ({ cents, createdAt, failedAt }) =>
        [
          [createdAt || undefined, events.refund(euros(cents))],
          [failedAt, events.refundFailed(euros(cents)), "bad"],
        ] as const,
    ),
    [order.disputedAt, events.dispute(COPY.disputes[order.dispute ?? "open"]), "wait"],
    [order.emailChangedAt, events.corrected],
    [order.erasedAt, events.erased],
    [order.giftStoredAt, events.giftStored],
    [delivery?.at, events.delivery(sayDelivery(delivery))],
    ...withdrawals.flatMap((one) => {
      const { reference, receivedAt, answer = "open", answeredAt, paidOtherwiseCents } = one;
      return [
        [receivedAt, { text: events.withdrawal(reference), href: deskWithdrawalPath(reference) }, "wait"],
        [answeredAt, events.answered(reference, sayAnswer(answer, paidOtherwiseCents))],
      ] as const;
    }),
    ...mails.map(
      ({ kind, state, endedAt, dueAt, detail, isUnsent }) =>
        [
          endedAt ?? dueAt,
          events.mail(DESK_COPY.mails.kinds[kind], `${DESK_COPY.mails.states[state]}${sayDetail(detail)}`),
          isUnsent ? "bad" : "plain",
        ] as const,
    ),
    ...invoices.map(
      ({ number, kind, issuedAt }) => [issuedAt, events.invoice(number, COPY.invoiceKinds[kind])] as const,
    ),
    ...acts.map(
      ({ at, what, actor, after, state }) =>
        [
          at,
          `${events.act(what, actor)}${after === undefined ? "" : `: ${after}`}`,
          state === "done" ? "plain" : "bad",
        ] as const,
    ),
  ];
  return told
    .flatMap(([at, title, tone = "plain"]) => (at ? [{ at, title, tone }] : []))
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .map(({ at, title, tone }) => ({ title, lines: [formatMoment(at)], tone }));
}
