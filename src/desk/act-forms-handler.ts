import type { WaitingGift } from "../gifts/day/gift-delivery.ts";
import { INVOICE_FIELD_NAMES, INVOICE_FIELDS } from "../ledger/invoice-rules.ts";
import { mayHappenIn } from "../ledger/life-rules.ts";
import { formatOrderNumber } from "../ledger/order-rules.ts";
import { PAYMENT_LIFE, type RecordedPaymentState } from "../ledger/payment-life-rules.ts";
import { ANSWERS } from "../ledger/withdrawal-life-rules.ts";
import { INVOICE_COPY } from "../orders/invoice/invoice-copy.ts";
import { lastInvoice, whyNotIssued } from "../orders/invoice/order-invoices.ts";
import type { WithdrawalRecord } from "../orders/withdrawal/withdrawal-records.ts";
import type { Shop } from "../server/shop.ts";
import { isNameless } from "../shared/gift.ts";
import { PATHS, searchOf } from "../shared/paths.ts";
import { lastFieldDay, thisYear, today } from "../shared/time.ts";
import type { ActRow } from "./acts.ts";
import { ACT_FIELDS, ACTS, ACTS_COPY, type ActName } from "./acts-copy.ts";
import { DESK_COPY, DESK_PATHS } from "./desk-copy.ts";
import { type Block, type Field, type Form, those } from "./desk-rules.ts";
import type { OrderFacts } from "./order-facts.ts";
import { sayAnswer } from "./order-words-handler.ts";

/** The forms that lead to the previews of acts. */

export function actHref(name: ActName, fields: Readonly<Record<string, string>> = {}): string {
  return `${PATHS.desk}${DESK_PATHS.act}/${ACTS[name]}${searchOf(new URLSearchParams(fields))}`;
}

/** The link to the preview of the act that takes an act back. Null if none does, or does any more. */
export function undoLink({ id, state, undo }: ActRow): { text: string; href: string } | null {
  if (undo === undefined || state !== "done") return null;
  return { text: DESK_COPY.acts.undo, href: actHref(undo.act as ActName, { [ACT_FIELDS.undo]: id }) };
}

/** A form with fields is sent: what is typed stands in no address. */
function form(
  name: ActName,
  button: string,
  hidden: Form["hidden"] = {},
  fields: readonly Field[] = [],
  look: Form["look"] = "quiet",
) {
  const method = fields.length === 0 ? "get" : "post";
  return { kind: "form", action: actHref(name), method, hidden, fields, button, look } as const;
}

const { refund, settle, unsettle, confirm, gift: given, delivery: mailed, invoice, note } = ACTS_COPY;

export const TARGET_FIELD = {
  ...{ kind: "url", name: ACT_FIELDS.url, required: true },
  ...{ label: DESK_COPY.targets.url, hint: DESK_COPY.targets.urlHint },
} as const satisfies Field;

/** The acts with fields that somebody types: their button and their fields. */
const TYPED: Partial<Record<ActName, (now: Date) => readonly [button: string, ...fields: Field[]]>> = {
  refund: () => [
    refund.formButton,
    { kind: "text", name: ACT_FIELDS.amount, label: refund.amount, hint: refund.amountHint },
  ],
  confirm: () => [confirm.formButton, addressField(confirm.address)],
  changeDelivery: (now) => [
    mailed.change.formButton,
    {
      ...{ kind: "date", name: ACT_FIELDS.day, label: mailed.change.day, required: true },
      ...{ first: today(now), last: lastFieldDay(thisYear(now)) },
    },
    addressField(mailed.change.address),
  ],
  note: () => [note.formButton, { kind: "lines", name: ACT_FIELDS.note, label: note.label, hint: note.hint }],
  invoice: () => [
    invoice.formButton,
    { kind: "text", name: INVOICE_FIELDS.company, label: invoice.company, required: true },
    {
      ...{ kind: "lines", name: INVOICE_FIELDS.address, label: invoice.address, required: true },
      hint: INVOICE_COPY.form.address.hint,
    },
    { kind: "text", name: INVOICE_FIELDS.vatId, label: invoice.vatId, hint: invoice.vatIdHint },
  ],
  // A tick for the other prices is sent along.
  target: () => [DESK_COPY.targets.preview, TARGET_FIELD],
};

/** The form of an act with these values in its fields, by the names of fields; the others are sent along. Null if nothing is typed for it. */
export function filledForm(name: ActName, values: Readonly<Record<string, string>>, now: Date) {
  const [button, ...fields] = TYPED[name]?.(now) ?? [];
  if (button === undefined) return null;
  const sentAlong = Object.entries(values).filter(([sent]) => fields.every((field) => field.name !== sent));
  const filled = fields.map((field) => ({ ...field, value: values[field.name] ?? "" }));
  return form(name, button, Object.fromEntries(sentAlong), filled);
}

function addressField(label: string): Field {
  return { kind: "email", name: ACT_FIELDS.address, label, required: true };
}

/** The code of an order's gift, and whether it works. */
export type GiftNow = { code: string | null; stop: "stopped" | "open" | "unavailable" };

/** What can be done with an order now. */
export function orderActForms(
  { settings, now }: Shop,
  { order, invoices, delivery, why }: OrderFacts,
  gift: GiftNow,
): readonly Block[] {
  const hidden = { [ACT_FIELDS.order]: order.intentId };
  /** A form that is one of many: its fields are folded away below its name. */
  const folded = (fold: string, name: ActName, values: Readonly<Record<string, string>> = {}): Block | false => {
    const filled = filledForm(name, { ...hidden, ...values }, now);
    return filled !== null && { ...filled, fold };
  };
  const noteForm = order.erasedAt === undefined && folded(note.title, "note", { [ACT_FIELDS.note]: order.note ?? "" });
  if (order.status !== "paid") return those({ kind: "text", text: DESK_COPY.states[order.status] }, noteForm);
  const isStopped = gift.stop === "stopped";
  const isKnown = order.unconfirmable === undefined;
  const canDeliver = isKnown && order.gift !== undefined && order.gift.from !== "now" && !isStopped;
  const plan = delivery?.state === "planned" ? delivery : { day: today(now), address: "" };
  const last = lastInvoice(invoices);
  const issued = INVOICE_FIELD_NAMES.map((field) => [INVOICE_FIELDS[field], last?.[field] ?? ""]);
  return those(
    order.keptCents > 0 &&
      mayHappenIn<RecordedPaymentState>(PAYMENT_LIFE.refund, order.money) &&
      order.dispute !== "open" &&
      folded(refund.form, "refund"),
    order.owedCents !== undefined && form("settle", settle.title, hidden),
    order.settledCents !== undefined && form("unsettle", unsettle.title, hidden),
    isKnown && folded(confirm.form, "confirm", { [ACT_FIELDS.address]: order.email ?? "" }),
    canDeliver &&
      why === null &&
      folded(mailed.change.form, "changeDelivery", { [ACT_FIELDS.day]: plan.day, [ACT_FIELDS.address]: plan.address }),
    canDeliver &&
      (delivery?.state === "planned" || delivery?.state === "awaited" || delivery?.isUnmailed === true) &&
      form("stopDelivery", mailed.stop.title, hidden),
    gift.code !== null &&
      order.giftStoredAt !== undefined &&
      form(isStopped ? "restoreGift" : "stopGift", (isStopped ? given.restore : given.stop).title, hidden),
    gift.code !== null && !isNameless(order.gift ?? {}) && form("eraseGift", given.erase.title, hidden),
    whyNotIssued(order, invoices, settings.trader) === null &&
      folded(last === undefined ? invoice.form.first : invoice.form.again, "invoice", Object.fromEntries(issued)),
    invoices.length > 0 && order.email !== undefined && form("mailInvoices", ACTS_COPY.mailInvoices.title, hidden),
    noteForm,
  );
}

/** What can be done with a withdrawal. The stop of a gift that may wait, `gifts`, comes first; then paying, but last if nothing proves it. */
export function withdrawalActForms(record: WithdrawalRecord, gifts: readonly WaitingGift[]): readonly Block[] {
  const { reference, email, receiptMail: sent, isPayable, orderId, isProven, answer: answered } = record;
  const { paidOtherwiseCents = 0, leftCents = 0 } = record;
  const hidden = { [ACT_FIELDS.withdrawal]: reference };
  // One with the facts alone may be followed by one with all that was declared.
  const isSent = sent !== null && (sent.isOwed || (sent.state === "sent" && sent.detail === "full"));
  const { answer, receipt } = ACTS_COPY;
  const answers = [...ANSWERS, ...(answered === undefined || email === "" ? [] : ["open" as const])];
  const options = answers.map((one) => [one, sayAnswer(one, paidOtherwiseCents + leftCents)] as const);
  const pay =
    orderId !== undefined &&
    isPayable &&
    form("refund", refund.payBack, { [ACT_FIELDS.order]: orderId }, [], isProven ? "strong" : "quiet");
  return those(
    ...gifts.map(({ intentId }) =>
      form("stopDelivery", `${mailed.stop.title} (${formatOrderNumber(intentId)})`, { [ACT_FIELDS.order]: intentId }),
    ),
    isProven && pay,
    form("answer", answer.formButton, hidden, [
      {
        ...{ kind: "choice", name: ACT_FIELDS.answer, label: answer.form, required: true },
        options: [["", answer.choose], ...options],
      },
    ]),
    email !== "" && !isSent && form("receipt", receipt.title, hidden),
    !isProven && pay,
  );
}
