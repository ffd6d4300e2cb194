import type { Invoice } from "../src/ledger/invoice-rules.ts";
import type { Order } from "../src/ledger/orders.ts";
import type { NamedPayment } from "../src/paying/money/payments-of.ts";
import { formatDecimal } from "../src/shared/money.ts";
import { formatTime } from "./command.ts";

/** Orders and payments in words. */

/** The invoices of an order, a line each, as commands show them. */
export function sayInvoices(invoices: readonly Invoice[]): readonly string[] | undefined {
  if (invoices.length === 0) return undefined;
  return invoices.map(({ number, kind, company, address, vatId, inclCents }) =>
    [`${number} ${kind} ${formatDecimal(inclCents)}`, company, ...address.split("\n"), ...(vatId ? [vatId] : [])].join(
      ", ",
    ),
  );
}

/** The status of an order in words. Nothing is paid while it is on its way: Stripe says later whether it came. */
export function sayStatus({ status, updatedAt }: Pick<Order, "status" | "updatedAt">): string {
  switch (status) {
    case "open":
      return `on its way since ${formatTime(updatedAt)}, not paid yet`;
    case "failed":
      return "failed, not paid";
    case "canceled":
      return "canceled, not paid";
    default:
      return status;
  }
}

/** The state of a payment that only Stripe knows, in words. */
export function sayPayment({ state }: Pick<NamedPayment, "state">): string {
  return SAID[state];
}

const SAID = {
  paid: "paid, which only Stripe knows: `reconcile --write` writes it",
  "under-way": "on its way, not paid yet",
  open: "begun at Stripe, and may still be paid until tomorrow",
  left: "begun at Stripe, and not paid",
  ended: "begun at Stripe, and not paid",
} as const satisfies Record<NamedPayment["state"], string>;
