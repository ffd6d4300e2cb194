import type { ReactNode } from "react";
import { NextSteps } from "../courses/next-steps.tsx";
import {
  GIFT_MAILED_NEXT_STEPS,
  GIFT_NEXT_STEPS,
  GIFT_SENT_NEXT_STEPS,
  NEXT_STEPS,
  NEXT_STEPS_TITLE,
  type NextStep,
} from "../courses/next-steps-copy.ts";
import { BOUGHT_COPY, describeItem, labelCourseLink } from "../courses/products-copy.ts";
import { type DeliveryView, GiftDelivery, hasDeliveryErrors } from "../gifts/day/gift-delivery-form.tsx";
import { GiftCodeText } from "../gifts/gift-code-text.tsx";
import { GIFT_SALE_COPY } from "../gifts/gift-sale-copy.ts";
import { formatCardDay } from "../gifts/give-gift-rules.ts";
import type { PaidGift } from "../gifts/paid-gift-rules.ts";
import type { OrderState } from "../ledger/order-rules.ts";
import type { CourseLink, ProductId } from "../shared/courses.ts";
import { fillIn } from "../shared/fill-in.ts";
import { formatEuros, vatBreakdown } from "../shared/money.ts";
import type { PageContext } from "../shared/page-context.ts";
import { PATHS } from "../shared/paths.ts";
import { formatDay, formatMoment } from "../shared/time.ts";
import { Document, type DocumentProps } from "../ui/document.tsx";
import { DrawnHead } from "../ui/drawn-head.tsx";
import { capitalise } from "../ui/dutch-copy.ts";
import { type Fact, Facts } from "../ui/facts.tsx";
import { titleOfForm } from "../ui/form-copy.ts";
import { Island } from "../ui/island.tsx";
import { MailUs } from "../ui/mail-us.tsx";
import { Picture } from "../ui/picture.tsx";
import { PrintButton } from "../ui/print-button.tsx";
import { BRAND } from "../ui/site-copy.ts";
import { GreenCone, Logo, RedCan } from "../ui/symbols.tsx";
import { TraderIdentity } from "../ui/trader-identity.tsx";
import { hasInvoiceErrors, type InvoiceView, OrderInvoice } from "./invoice/invoice-section.tsx";
import { ORDER_STATUS_COPY } from "./order-copy.ts";
import { sayWhetherRight, sayWithdrawal } from "./withdrawal/withdrawal-facts-copy.ts";
import type { WithdrawalFacts, WithdrawalRight } from "./withdrawal/withdrawal-rules.ts";

export type OrderView = {
  /** As `formatOrderNumber` writes it. */
  number: string;
  state: OrderState;
  productId?: ProductId;
  isGift: boolean;
  /** Euro cents, including VAT; absent while nothing is known of the order. */
  amountCents?: number;
  refundedCents: number;
  /** What was paid back otherwise than through the payment. */
  otherwiseCents?: number;
  /** ISO 8601 in UTC. */
  paidAt?: string;
  name?: string;
  email?: string;
  confirmation: keyof typeof ORDER_STATUS_COPY.confirmation;
  /** The reference of its withdrawal by its own link, and when that came (ISO 8601 in UTC). */
  withdrawal?: string;
  withdrawnAt?: string;
  facts?: WithdrawalFacts;
  /** It was withdrawn by who had given up the right, and the shop has not answered. */
  isInDoubt?: boolean;
  /** Of a paid order: whether its buyer may still withdraw. */
  right?: WithdrawalRight;
  /** It was withdrawn, and the shop has not answered that there was no right to. */
  isWithdrawn: boolean;
};

type OrderLinks = {
  /** The links into the courses. Empty while they cannot be shown; null for an order that gives no access. */
  courses: readonly CourseLink[] | null;
  /** The address of the proof of payment; null while there is no payment to prove. */
  proof: string | null;
  withdraw: string;
  /** The gift of a paid order; null if there is none, or no code can be made. `isStopped`: it was taken back. */
  gift: (PaidGift & { isStopped: boolean }) | null;
};

const { details, states, more, proof: proofCopy } = ORDER_STATUS_COPY;

type OrderStatusProps = {
  pageContext: PageContext;
  order: OrderView;
  links: OrderLinks;
  /** The delivery of a gift for a day; null for any other order, or if the gift does not work. */
  delivery: DeliveryView | null;
  /** The invoices of a company; null if there are none, and none can be made. */
  invoice: InvoiceView | null;
};

export function OrderStatusPage({ pageContext, order, links, delivery, invoice }: OrderStatusProps) {
  const { title, text } = states[order.state];
  const isAwaited = order.state === "awaited";
  // Whoever takes a purchase back is not asked to hand it over; the gift stays one link away.
  const gift = links.gift?.isStopped || order.isWithdrawn ? null : links.gift;
  const steps = stepsAfter(order, gift !== null, delivery?.state);
  const isWrong = hasInvoiceErrors(invoice) || hasDeliveryErrors(delivery);
  return (
    <OrderDocument pageContext={pageContext} title={titleOfForm(ORDER_STATUS_COPY.meta.title, isWrong)}>
      <DrawnHead
        title={title}
        intro={[
          introOf(text, order),
          // A bank examines what the buyer has withdrawn too.
          ...(order.state === "disputed" && order.isWithdrawn ? [introOf(states.withdrawn.text, order)] : []),
        ]}
        picture={order.isWithdrawn ? "folded-chart" : "moored-boat"}
      >
        <ConfirmationLine order={order} />
        {isAwaited ? (
          <p className="order-status-action buttons screen-only">
            <a className="button" href={pageContext.path}>
              {ORDER_STATUS_COPY.again}
            </a>
          </p>
        ) : null}
        {links.courses === null ? null : <ToCourses courses={links.courses} productId={order.productId} />}
        {gift === null ? null : <ToGift gift={gift} isMailed={delivery !== null && MAILED.has(delivery.state)} />}
      </DrawnHead>
      <div className="order-status stack wrap">
        {steps === null ? null : (
          <NextSteps pageContext={pageContext} id="verder" title={NEXT_STEPS_TITLE} steps={steps} />
        )}
        <section className="order-card card" aria-labelledby="bestelling">
          <h2 id="bestelling">
            {order.state === "paid" ? <GreenCone /> : null}
            {order.state === "reversed" ? <RedCan /> : null}
            {details.title}
          </h2>
          <Facts
            rows={[
              [BOUGHT_COPY.number, order.number],
              [
                BOUGHT_COPY.product,
                order.amountCents === undefined ? undefined : describeItem(order.productId, order.isGift),
              ],
              ...giftRows(gift),
              [BOUGHT_COPY.amount, order.amountCents === undefined ? undefined : formatEuros(order.amountCents)],
              [details.refund, order.refundedCents === 0 ? undefined : formatEuros(order.refundedCents)],
              [details.otherwise, order.otherwiseCents ? formatEuros(order.otherwiseCents) : undefined],
              [details.date, order.paidAt === undefined ? undefined : formatDay(order.paidAt)],
              [details.withdrawal, withdrawalOf(order)],
              [details.name, order.name],
              [details.email, order.email],
            ]}
          />
        </section>
        {delivery === null ? null : <GiftDelivery action={pageContext.path} delivery={delivery} />}
        <section className="order-more tap-links screen-only" aria-labelledby="regelen">
          <h2 id="regelen">{more.title}</h2>
          {links.gift?.isStopped ? <p className="order-gift-stopped">{more.giftStopped}</p> : null}
          <ul>
            {gift !== null || links.gift === null || links.gift.isStopped ? null : (
              <MoreLink href={links.gift.link} label={more.gift} />
            )}
            {links.proof === null ? null : <MoreLink href={links.proof} label={more.proof} />}
            <MoreLink href={links.withdraw} label={order.isWithdrawn ? more.withdrawn : more.withdraw} />
          </ul>
          {invoice === null ? null : <OrderInvoice action={pageContext.path} invoice={invoice} />}
          <MailUs pageContext={pageContext} text={more.contact} className="note tap-links" />
        </section>
      </div>
    </OrderDocument>
  );
}

function introOf(text: string, order: OrderView): string {
  const { state, amountCents = 0, refundedCents, otherwiseCents = 0, withdrawnAt, isInDoubt } = order;
  const moment = withdrawnAt === undefined ? "" : formatMoment(withdrawnAt);
  const isOtherwise = state === "refunded" && refundedCents < amountCents;
  const { waived, otherwise } = ORDER_STATUS_COPY;
  const settled = otherwise[refundedCents === 0 ? "all" : "rest"];
  const refund = formatEuros(state === "partlyRefunded" ? refundedCents + otherwiseCents : refundedCents);
  return fillIn(isInDoubt ? waived : isOtherwise ? settled : text, { refund, moment });
}

function withdrawalOf({
  withdrawal: reference,
  withdrawnAt,
  isWithdrawn,
  facts,
  right,
}: OrderView): string | undefined {
  if (withdrawnAt === undefined) return right === undefined ? undefined : capitalise(sayWhetherRight(right));
  const said = facts === undefined ? "" : `: ${sayWithdrawal(facts)}`;
  const withdrawal = `${formatDay(withdrawnAt)} (${reference})${said}`;
  return isWithdrawn ? withdrawal : fillIn(details.refused, { withdrawal });
}

const MAILED: ReadonlySet<DeliveryView["state"]> = new Set(["planned", "expected", "sending", "late"]);

/** The buyer's next steps. Null in any state but paid or partly refunded, and without a product or gift to use. */
function stepsAfter(
  { state, productId, isGift }: OrderView,
  hasGift: boolean,
  delivery: DeliveryView["state"] | undefined,
): readonly NextStep[] | null {
  if (state !== "paid" && state !== "partlyRefunded") return null;
  if (isGift && (!hasGift || delivery === "withdrawn")) return null;
  if (isGift && delivery === "sent") return GIFT_SENT_NEXT_STEPS;
  if (isGift) return delivery !== undefined && MAILED.has(delivery) ? GIFT_MAILED_NEXT_STEPS : GIFT_NEXT_STEPS;
  return productId === undefined ? null : NEXT_STEPS[productId];
}

function ConfirmationLine({ order: { state, email, confirmation } }: { order: OrderView }) {
  if (state !== "paid" || email === undefined) return null;
  const [before, after] = ORDER_STATUS_COPY.confirmation[confirmation].split("{email}", 2);
  return (
    <p className="order-confirmation">
      {before}
      <b>{email}</b>
      {after}
    </p>
  );
}

type OrderDocumentProps = Pick<DocumentProps, "pageContext" | "chrome" | "children"> & { title: string };

function OrderDocument({ title, ...props }: OrderDocumentProps) {
  const meta = { ...ORDER_STATUS_COPY.meta, title };
  const fresh = <Island name="fresh" when="idle" />;
  return <Document meta={meta} index="noindex" stylesheet="styles-after-sale" popup={fresh} {...props} />;
}

type ToCoursesProps = { courses: readonly CourseLink[]; productId: ProductId | undefined };

function ToCourses({ courses, productId }: ToCoursesProps) {
  if (courses.length === 0)
    return <p className="order-status-action buttons screen-only">{ORDER_STATUS_COPY.noTarget}</p>;
  return (
    <p className="order-status-action buttons screen-only">
      {courses.map((link) => (
        <a key={link.href} className="button" href={link.href} rel="noreferrer">
          {labelCourseLink(link, productId)}
        </a>
      ))}
    </p>
  );
}

/** The ways to hand over a gift. `isMailed`: the shop does it, so there is no next thing to do. */
function ToGift({ gift: { link, cardLink }, isMailed }: { gift: PaidGift; isMailed: boolean }) {
  return (
    <p className="order-status-action buttons screen-only">
      <a className={isMailed ? "button button-quiet" : "button"} href={cardLink}>
        {more.giftCard}
      </a>
      <a className="button button-quiet" href={link}>
        {more.gift}
      </a>
    </p>
  );
}

function giftRows(gift: PaidGift | null): readonly Fact[] {
  if (gift === null) return [];
  const { recipient, giver, from, code } = gift;
  const copy = GIFT_SALE_COPY;
  return [
    [copy.for, recipient],
    [copy.from, giver],
    [copy.day, from === "now" ? undefined : formatCardDay(from)],
    [copy.code, <GiftCodeText key={code} code={code} />],
  ];
}

function MoreLink({ href, label }: { href: string; label: string }) {
  return (
    <li>
      <a href={href}>{label}</a>
    </li>
  );
}

/** The proof of payment, a sheet to print or keep. Up to €100 it is what the law calls a simplified invoice (art. 34d Wet OB). */
export function PaymentProofPage({ pageContext, order }: { pageContext: PageContext; order: OrderView }) {
  const { inclCents, exclCents, vatCents } = vatBreakdown(order.amountCents ?? 0);
  const day = order.paidAt === undefined ? "" : formatDay(order.paidAt);
  return (
    <OrderDocument pageContext={pageContext} title={`${proofCopy.title} ${order.number} | ${BRAND}`} chrome="quiet">
      <div className="proof wrap">
        <div className="proof-tools screen-only">
          <a className="tap-link" href={pageContext.path}>
            {proofCopy.back}
          </a>
          <PrintButton label={proofCopy.print} />
        </div>
        <article className="proof-sheet card">
          <p className="brand">
            <Logo />
            {BRAND}
          </p>
          <h1>{proofCopy.title}</h1>
          <Facts
            rows={[
              [proofCopy.number, order.number],
              [proofCopy.date, day],
            ]}
          />
          <div className="proof-parties">
            <section>
              <h2>{proofCopy.seller}</h2>
              <TraderIdentity trader={pageContext.trader} />
            </section>
            <section>
              <h2>{proofCopy.buyer}</h2>
              <p>{order.name}</p>
              <p>{order.email}</p>
            </section>
          </div>
          <table>
            <tbody>
              <tr>
                <th scope="row">{proofCopy.description}</th>
                <td>{describeItem(order.productId, order.isGift)}</td>
              </tr>
              <Amount label={proofCopy.excl} cents={exclCents} />
              <Amount label={proofCopy.vat} cents={vatCents} />
              <Amount label={proofCopy.total} cents={inclCents} />
              {order.refundedCents === 0 ? null : <Amount label={details.refund} cents={-order.refundedCents} />}
              {order.otherwiseCents ? <Amount label={details.otherwise} cents={-order.otherwiseCents} /> : null}
              {order.state === "reversed" ? (
                <Amount label={proofCopy.reversed} cents={order.refundedCents - inclCents} />
              ) : null}
            </tbody>
          </table>
          <p>{fillIn(proofCopy.paid, { date: day })}</p>
        </article>
      </div>
    </OrderDocument>
  );
}

function Amount({ label, cents }: { label: string; cents: number }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{formatEuros(cents)}</td>
    </tr>
  );
}

type OrderMessagePageProps = {
  pageContext: PageContext;
  /** `notFound`: not a token of ours. `unavailable`: the ledger is away. `tooMany`: this visitor asks too often. */
  reason: "notFound" | "unavailable" | "tooMany";
  /** A form that could not be taken in, and the text above it: it is shown again. */
  kept: { text: string; form: ReactNode } | null;
};

/** Replaces an order that cannot be shown, with a link to go on. */
export function OrderMessagePage({ pageContext, reason, kept }: OrderMessagePageProps) {
  const { title, text } = ORDER_STATUS_COPY[reason];
  return (
    <OrderDocument pageContext={pageContext} title={ORDER_STATUS_COPY.meta.title}>
      <div className="message wrap">
        <div>
          <h1>{title}</h1>
          <p className="lead">{kept === null ? text : kept.text}</p>
          {kept === null ? (
            <p className="message-action buttons">
              <a className="button" href={reason === "notFound" ? PATHS.home : pageContext.path}>
                {reason === "notFound" ? ORDER_STATUS_COPY.home : ORDER_STATUS_COPY.retry}
              </a>
            </p>
          ) : (
            kept.form
          )}
          <MailUs pageContext={pageContext} text={more.contact} className="note tap-links" />
        </div>
        <Picture name={reason === "notFound" ? "not-found-scene" : "error-scene"} className="scene" when="now" />
      </div>
    </OrderDocument>
  );
}
