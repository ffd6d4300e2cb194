import type { ReactNode } from "react";
import { type DeliveryAnswer, viewDelivery } from "../gifts/day/delivery-view-handler.ts";
import { type Delivery, selectDelivery, toPlan, type UnchangedReason } from "../gifts/day/gift-delivery.ts";
import type { DeliveryView } from "../gifts/day/gift-delivery-form.tsx";
import { DELIVERY_FIELDS, DELIVERY_STEPS } from "../gifts/day/gift-delivery-rules.ts";
import { giftCodeKey, readGiftStop } from "../gifts/gift-entries.ts";
import { loadPaidGift } from "../gifts/paid-gifts.ts";
import { findCourseLinks } from "../ledger/course-target.ts";
import { INVOICE_PARAMETER, INVOICE_VALUES, type Invoice } from "../ledger/invoice-rules.ts";
import { selectInvoices, toInvoice } from "../ledger/invoices.ts";
import { formatOrderNumber, stateForBuyer } from "../ledger/order-rules.ts";
import { readOrderToken } from "../ledger/order-token.ts";
import { leadsToCourses, type Order, selectOrder, toOrder } from "../ledger/orders.ts";
import { firstOf, fromRow } from "../server/database.ts";
import type { AppContext } from "../server/http/context.ts";
import { createPageContext } from "../server/http/page-context.ts";
import { countFurther, isWithinLimit, RATE_LIMIT_PERIOD_S, UNAVAILABLE_RETRY_S } from "../server/http/rate-limit.ts";
import { renderKeyedPage } from "../server/http/render.tsx";
import { traced } from "../server/http/trace.ts";
import type { CourseLink } from "../shared/courses.ts";
import { type PageContext, unmeasured } from "../shared/page-context.ts";
import { withdrawalPath } from "../shared/paths.ts";
import { type InvoiceAnswer, viewInvoices } from "./invoice/invoice-view-handler.ts";
import { OrderMessagePage, OrderStatusPage, type OrderView, PaymentProofPage } from "./order-page.tsx";
import { selectFactsOf } from "./withdrawal/withdrawal-records.ts";
import { rightAt, type WithdrawalFacts } from "./withdrawal/withdrawal-rules.ts";

/**
 * The cost of an address that is not an order, of the 60 that a client has in a minute (`ORDER_LIMIT`). A signature
 * cannot be guessed, so this only keeps guesses cheap for us.
 */
const COST_OF_MISS = 6;
const PURPOSE = "order";
/** The beginning of every number of an invoice. */
const INVOICE_NUMBER = /^\d{4}-/;

/**
 * `GET /bestelling/{token}`: an order, for the holder of its signed link; `?factuur=1` is its proof of payment,
 * `?factuur=2026-0001` the PDF of one of its invoices. After a form the query names what was done (`handleGiftDelivery`,
 * `handleInvoice`).
 */
export async function serveOrder(c: AppContext): Promise<Response> {
  const opened = await openOrder(c);
  if (opened instanceof Response) return opened;
  const { intentId, stored, invoices } = opened;
  const asked = c.req.query(INVOICE_PARAMETER) ?? "";
  if (stored?.status === "paid" && asked === INVOICE_VALUES.proof)
    return renderKeyedPage(
      <PaymentProofPage pageContext={pageContextOf(c)} order={viewOf(intentId, stored, c.get("shop").now)} />,
    );
  const invoice = invoices.find(({ number }) => number === asked);
  if (invoice !== undefined) return (await import("./invoice/invoice-pdf-handler.ts")).sendInvoicePdf(invoice);
  if (INVOICE_NUMBER.test(asked)) return message(c, "notFound", 404);
  const done = doneBy(c.req.query(DELIVERY_FIELDS.step), opened.delivery);
  const isMade = asked === INVOICE_VALUES.made && invoices.length > 0;
  const isCorrected = invoices.some(({ kind }) => kind === "correction");
  return answerOrder(c, opened, {
    delivery: { done },
    invoice: { done: isMade ? (isCorrected ? "corrected" : "made") : null },
  });
}

/** The outcome of a step, if the delivery still says so. */
function doneBy(step: string | undefined, delivery: Delivery | null): DeliveryView["done"] {
  if (delivery?.state === "stopped") return step === DELIVERY_STEPS.stop ? "stopped" : null;
  const isPlanned = delivery?.state === "planned" || delivery?.state === "sending" || delivery?.state === "sent";
  return isPlanned && step === DELIVERY_STEPS.send ? "planned" : null;
}

/** The order of a signed link, with what belongs to it. `stored` is null until its payment is known. */
export type OpenedOrder = {
  intentId: string;
  stored: Order | null;
  delivery: Delivery | null;
  /** Why the mail of its gift cannot be changed. */
  why: UnchangedReason | null;
  invoices: readonly Invoice[];
  facts: WithdrawalFacts | null;
};

type KeptForm = { text: string; form: ReactNode };

/**
 * Returns the order of the signed link in the address, or the answer to a link that opens none: 404 if it is not ours,
 * 429 beyond the limit, 503 while the ledger is away. `kept`: what the 503 shows again.
 */
export async function openOrder(c: AppContext, kept: KeptForm | null = null): Promise<OpenedOrder | Response> {
  // A malformed token has no address.
  if (c.get("path") === "") return message(c, "notFound", 404);
  if (!(await isWithinLimit(c, "ORDER_LIMIT", PURPOSE))) return message(c, "tooMany", 429, RATE_LIMIT_PERIOD_S);
  // Without its keys the shop cannot check a link, but the link may be valid.
  if (c.get("shop").keys.length === 0) return message(c, "unavailable", 503, UNAVAILABLE_RETRY_S);
  const intentId = await readOrderToken(c.get("shop"), c.get("parameter"));
  if (intentId === null) {
    await countFurther(c, "ORDER_LIMIT", PURPOSE, COST_OF_MISS - 1);
    return message(c, "notFound", 404);
  }
  try {
    const read = c
      .get("shop")
      .ledger([selectOrder(intentId), selectDelivery(intentId), selectInvoices(intentId), selectFactsOf({ intentId })]);
    const results = await traced(c, "ledger", read, () => "read");
    const facts = firstOf(results, 3);
    return {
      intentId,
      stored: toOrder(firstOf(results, 0)),
      ...toPlan(firstOf(results, 1)),
      invoices: (results[2] ?? []).map(toInvoice),
      facts: facts === null ? null : fromRow<WithdrawalFacts>(facts),
    };
  } catch {
    return message(c, "unavailable", 503, UNAVAILABLE_RETRY_S, kept);
  }
}

type Answered = {
  delivery?: DeliveryAnswer;
  invoice?: InvoiceAnswer;
  status?: number | undefined;
  retryS?: number | undefined;
};

/** Answers with the page of an order. `answered`: the outcome of one of its forms, with its status. */
export async function answerOrder(
  c: AppContext,
  { intentId, stored, delivery: known, why, invoices, facts }: OpenedOrder,
  answered: Answered,
): Promise<Response> {
  const order = viewOf(intentId, stored, c.get("shop").now, facts);
  const pageContext = pageContextOf(c);
  const gift = stored === null ? null : await findGift(c, stored);
  const links = {
    courses: stored !== null && leadsToCourses(stored) ? await findCourses(c, stored) : null,
    proof: stored?.status === "paid" ? `${pageContext.path}?${INVOICE_PARAMETER}=${INVOICE_VALUES.proof}` : null,
    withdraw: withdrawalPath(c.get("parameter")),
    gift,
  };
  const isDeliverable = stored !== null && gift !== null && !gift.isStopped && !stored.isRepaid;
  const delivery = isDeliverable
    ? viewDelivery(stored, { delivery: known, why }, c.get("shop").now, answered.delivery)
    : null;
  const invoice = viewInvoices(stored, invoices, c.get("shop").settings.trader, answered.invoice);
  const shown = <OrderStatusPage {...{ pageContext, order, links, delivery, invoice }} />;
  return renderKeyedPage(shown, answered.status, answered.retryS);
}

function viewOf(intentId: string, order: Order | null, now: Date, facts: WithdrawalFacts | null = null): OrderView {
  const number = formatOrderNumber(intentId);
  if (order === null)
    return { number, state: "awaited", isGift: false, refundedCents: 0, confirmation: "sending", isWithdrawn: false };
  const { productId, amountCents, refundedCents = 0, paidAt, buyerName, email, withdrawal, withdrawnAt } = order;
  const state = stateForBuyer(order);
  return {
    number,
    state,
    isGift: order.gift !== undefined,
    amountCents,
    refundedCents,
    otherwiseCents: order.paidOtherwiseCents,
    confirmation: order.isUnsent ? "unsent" : order.confirmedAt === undefined ? "sending" : "sent",
    isWithdrawn: order.isWithdrawn,
    isInDoubt: state === "withdrawn" && order.isUsable,
    ...(productId === undefined ? {} : { productId }),
    ...(paidAt === undefined ? {} : { paidAt }),
    ...(buyerName === undefined ? {} : { name: buyerName }),
    ...(email === undefined ? {} : { email }),
    ...(withdrawal === undefined || withdrawnAt === undefined ? {} : { withdrawal, withdrawnAt }),
    ...(facts === null ? {} : { facts }),
    ...(order.status === "paid" && !order.isRepaid && order.keptCents > 0 ? { right: rightAt(order, now) } : {}),
  };
}

/** The links to the bought courses. Empty if KV cannot be read. */
async function findCourses(c: AppContext, order: Order): Promise<readonly CourseLink[]> {
  const read = await traced(c, "kv", findCourseLinks(c.get("shop").INTERSTITIALS, order), ({ status }) => status);
  return read.status === "found" ? read.value : [];
}

/** The gift of a paid order. `isStopped` is false while KV cannot be read. */
export async function findGift(c: AppContext, order: Order) {
  const gift = order.status === "paid" ? await loadPaidGift(c.get("shop"), order, pageContextOf(c).origin) : null;
  if (gift === null) return null;
  const stop = await traced(c, "kv", readGiftStop(c.get("shop").GIFTS, giftCodeKey(gift.code)), (status) => status);
  return { ...gift, isStopped: stop === "stopped" };
}

/** The page context of an order's page: its links carry no query, and no tag manager sees it. */
function pageContextOf(c: AppContext): PageContext {
  return unmeasured({ ...createPageContext(c), search: "" });
}

function message(
  c: AppContext,
  reason: Parameters<typeof OrderMessagePage>[0]["reason"],
  status: number,
  retryS?: number,
  kept: KeptForm | null = null,
): Promise<Response> {
  return renderKeyedPage(<OrderMessagePage pageContext={pageContextOf(c)} {...{ reason, kept }} />, status, retryS);
}
