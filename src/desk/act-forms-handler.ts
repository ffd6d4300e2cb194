import { INVOICE_FIELDS, type Invoice } from "../ledger/invoice-rules.ts";
import { mayHappenIn } from "../ledger/life-rules.ts";
import type { Order } from "../ledger/orders.ts";
import { PAYMENT_LIFE, type RecordedPaymentState } from "../ledger/payment-life-rules.ts";
import { ANSWERS } from "../ledger/withdrawal-life-rules.ts";
import { INVOICE_COPY } from "../orders/invoice/invoice-copy.ts";
import { lastInvoice, whyNotIssued } from "../orders/invoice/order-invoices.ts";
import type { WithdrawalRecord } from "../orders/withdrawal/withdrawal-records.ts";
import type { Shop } from "../server/shop.ts";
import { PATHS } from "../shared/paths.ts";
import { lastFieldDay, thisYear, today } from "../shared/time.ts";
import type { ActRow } from "./acts.ts";
import { ACT_FIELDS, ACTS, ACTS_COPY, type ActName } from "./acts-copy.ts";
import { DESK_COPY, DESK_PATHS } from "./desk-copy.ts";
import { type Block, type Field, type Form, those } from "./desk-rules.ts";
import type { OrderFacts } from "./order-facts.ts";

/** The forms that lead to the previews of acts. */

export function actHref(name: ActName, fields: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(fields).toString();
  return `${PATHS.desk}${DESK_PATHS.act}/${ACTS[name]}${query === "" ? "" : `?${query}`}`;
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
  hidden: Form["hidden"],
  fields: readonly Field[] = [],
  look: Form["look"] = "quiet",
): Block {
  const method = fields.length === 0 ? "get" : "post";
  return { kind: "form", form: { action: actHref(name), method, hidden: hidden ?? {}, fields, button, look } };
}

/** A form that is one of many: its fields are folded away below its name. */
function folded(fold: string, ...parts: Parameters<typeof form>): Block {
  const block = form(...parts);
  return block.kind === "form" ? { ...block, form: { ...block.form, fold } } : block;
}

function addressField(label: string, value: string): Field {
  return { kind: "email", name: ACT_FIELDS.address, label, value, required: true };
}

/** What can be done with an order now. `gift`: the code of its gift, and whether that works. */
export function orderActForms(
  { settings, now }: Shop,
  { order, invoices, delivery, why }: OrderFacts,
  gift: { code: string | null; stop: "stopped" | "open" | "unavailable" },
): readonly Block[] {
  const hidden = { [ACT_FIELDS.order]: order.intentId };
  const noteForm = order.erasedAt === undefined && noteFormOf(order, hidden);
  if (order.status !== "paid") return those({ kind: "text", text: DESK_COPY.states[order.status] }, noteForm);
  const { refund, settle, unsettle, confirm, gift: given, delivery: mailed } = ACTS_COPY;
  const isStopped = gift.stop === "stopped";
  const isKnown = order.unconfirmable === undefined;
  const canDeliver = isKnown && order.gift !== undefined && order.gift.from !== "now" && !isStopped;
  const plan = delivery?.state === "planned" ? delivery : { day: today(now), address: "" };
  return those(
    mayHappenIn<RecordedPaymentState>(PAYMENT_LIFE.refund, order.money) &&
      order.dispute !== "open" &&
      folded(refund.form, "refund", refund.formButton, hidden, [
        { kind: "text", name: ACT_FIELDS.amount, label: refund.amount, hint: refund.amountHint },
      ]),
    order.owedCents !== undefined && form("settle", settle.title, hidden),
    order.settledCents !== undefined && form("unsettle", unsettle.title, hidden),
    isKnown &&
      folded(confirm.form, "confirm", confirm.formButton, hidden, [addressField(confirm.address, order.email ?? "")]),
    canDeliver &&
      why === null &&
      folded(mailed.change.form, "changeDelivery", mailed.change.formButton, hidden, [
        {
          ...{ kind: "date", name: ACT_FIELDS.day, label: mailed.change.day, value: plan.day },
          ...{ first: today(now), last: lastFieldDay(thisYear(now)), required: true },
        },
        addressField(mailed.change.address, plan.address),
      ]),
    canDeliver &&
      (delivery?.state === "planned" || delivery?.state === "awaited") &&
      form("stopDelivery", mailed.stop.form, hidden),
    gift.code !== null &&
      order.giftStoredAt !== undefined &&
      form(isStopped ? "restoreGift" : "stopGift", (isStopped ? given.restore : given.stop).form, hidden),
    whyNotIssued(order, invoices, settings.trader) === null && invoiceFormOf(invoices, hidden),
    invoices.length > 0 && order.email !== undefined && form("mailInvoices", ACTS_COPY.mailInvoices.form, hidden),
    noteForm,
  );
}

function noteFormOf({ note = "" }: Order, hidden: Form["hidden"]): Block {
  const { form: name, formButton, label, hint } = ACTS_COPY.note;
  return folded(name, "note", formButton, hidden, [{ kind: "lines", name: ACT_FIELDS.note, label, hint, value: note }]);
}

function invoiceFormOf(invoices: readonly Invoice[], hidden: Form["hidden"]): Block {
  const last = lastInvoice(invoices);
  const { form: names, formButton, company, address, vatId, vatIdHint } = ACTS_COPY.invoice;
  return folded(last === undefined ? names.first : names.again, "invoice", formButton, hidden, [
    { kind: "text", name: INVOICE_FIELDS.company, label: company, value: last?.company ?? "", required: true },
    {
      kind: "lines",
      name: INVOICE_FIELDS.address,
      label: address,
      hint: INVOICE_COPY.form.address.hint,
      value: last?.address ?? "",
      required: true,
    },
    { kind: "text", name: INVOICE_FIELDS.vatId, label: vatId, hint: vatIdHint, value: last?.vatId ?? "" },
  ]);
}

/** What can be done with a withdrawal. Where money follows, paying comes first, but last if nothing proves it. */
export function withdrawalActForms(record: WithdrawalRecord): readonly Block[] {
  const { reference, email, receiptMail: sent, isPayable, orderId, isProven, answer: answered } = record;
  const hidden = { [ACT_FIELDS.withdrawal]: reference };
  // One with the facts alone may be followed by one with all that was declared.
  const isSent = sent !== null && (sent.isOwed || (sent.state === "sent" && sent.detail === "full"));
  const { answer, receipt, refund } = ACTS_COPY;
  const answers = [...ANSWERS, ...(answered === undefined || email === "" ? [] : ["open" as const])];
  const options = answers.map((one) => [one, DESK_COPY.withdrawals.answers[one]] as const);
  const pay =
    orderId !== undefined &&
    isPayable &&
    form("refund", refund.payBack, { [ACT_FIELDS.order]: orderId }, [], isProven ? "strong" : "quiet");
  return those(
    isProven && pay,
    form("answer", answer.formButton, hidden, [
      {
        ...{ kind: "choice", name: ACT_FIELDS.answer, label: answer.form, required: true },
        options: [["", answer.choose], ...options],
      },
    ]),
    email !== "" && !isSent && form("receipt", receipt.form, hidden),
    !isProven && pay,
  );
}
