import type { Trader } from "../shared/trader.ts";

/** The invoice of an order, and the form that asks for it (record 0063). */

/** An invoice, or a credit note: of money that went back (`refund`), or of an invoice with wrong data (`correction`). */
type InvoiceKind = "invoice" | "refund" | "correction";

/** The company on an invoice. `address`: in lines. */
export type InvoiceBuyer = { company: string; address: string; vatId: string };

export type Invoice = Omit<InvoiceBuyer, "vatId"> & {
  number: string;
  intentId: string;
  kind: InvoiceKind;
  /** The number of the invoice that a credit note is about, or that an invoice replaces. */
  about?: string;
  /** ISO 8601 in UTC. */
  issuedAt: string;
  /** When the buyer got what was bought, ISO 8601 in UTC. */
  suppliedAt: string;
  /** As they were when the order's invoice was made. */
  seller: Trader;
  vatId?: string;
  description: string;
  /** Including VAT; below zero on a credit note, as its VAT. */
  inclCents: number;
  vatCents: number;
  vatPercent: number;
};

/** The most corrections of an order by its buyer: each takes two numbers. */
export const MAX_CORRECTIONS = 3;

/**
 * The query parameter of the order's page. `proof`: the proof of payment. `form`: where its form is sent. `made`: an
 * invoice was just made.
 */
export const INVOICE_PARAMETER = "factuur";
export const INVOICE_VALUES = { proof: "1", form: "aanvragen", made: "gemaakt" } as const;

/** Fields of the form. `replaces`: the invoice that was there when the form was made. */
export const INVOICE_FIELDS = {
  company: "bedrijf",
  address: "bedrijfsadres",
  vatId: "btw-nummer",
  replaces: "vervangt",
} as const;
export const INVOICE_FIELD_NAMES = ["company", "address", "vatId"] as const satisfies readonly (keyof InvoiceBuyer)[];

export type InvoiceProblem = "missing" | "partial" | "long" | "unprintable" | "invalid";
export type InvoiceProblems = Partial<Record<keyof InvoiceBuyer, InvoiceProblem>>;

/** The longest company and address, and the address's most lines: then the invoice fits on one page. */
export const COMPANY_MAX_LENGTH = 100;
export const ADDRESS_MAX_LENGTH = 200;
export const ADDRESS_MAX_LINES = 5;

export function invoiceFileName({ kind, number }: Pick<Invoice, "kind" | "number">): string {
  return `${kind === "invoice" ? "factuur" : "creditnota"}-${number}.pdf`;
}

/** Whether this seller may invoice: name, address and VAT id must be on it (art. 35a Wet OB). */
export function canInvoice({ legalName, address, vatId }: Trader): boolean {
  return legalName !== undefined && address !== undefined && vatId !== undefined;
}
