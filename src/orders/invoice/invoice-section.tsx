import {
  INVOICE_FIELD_NAMES,
  INVOICE_FIELDS,
  INVOICE_PARAMETER,
  INVOICE_VALUES,
  type Invoice,
  type InvoiceBuyer,
  type InvoiceProblem,
  type InvoiceProblems,
} from "../../ledger/invoice-rules.ts";
import { fillIn } from "../../shared/fill-in.ts";
import { unprintable } from "../../shared/win-ansi.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { FormField } from "../../ui/form.tsx";
import { INVOICE_COPY } from "./invoice-copy.ts";

const {
  documents: names,
  form: copy,
  done: doneTexts,
  unchanged: unchangedTexts,
  problems: problemTexts,
} = INVOICE_COPY;

export type InvoiceView = {
  /** Invoices and credit notes, the first first. */
  documents: readonly Pick<Invoice, "number" | "kind">[];
  /** The values of the form's fields; null: there is no form. */
  typed: InvoiceBuyer | null;
  /** The number of the invoice that the form replaces; null: it makes the first one. */
  replaces: string | null;
  /** The buyer has made all the corrections that are allowed. */
  hasNoChangesLeft: boolean;
  problems: InvoiceProblems;
  /** What was just made, or the reason why nothing was. */
  done: keyof typeof doneTexts | null;
  unchanged: keyof typeof unchangedTexts | null;
};

export function hasInvoiceErrors(invoice: InvoiceView | null): boolean {
  return invoice !== null && Object.keys(invoice.problems).length > 0;
}

/** The order's invoices to load, and a plain form that makes one or corrects its buyer. */
export function OrderInvoice({ action, invoice }: { action: string; invoice: InvoiceView }) {
  const { documents, typed, replaces, hasNoChangesLeft, problems, done, unchanged } = invoice;
  const errors = INVOICE_FIELD_NAMES.map((field) => ({
    fieldId: INVOICE_FIELDS[field],
    text: problemText(field, problems[field], typed),
  }));
  return (
    <div className="order-invoice stack" id={INVOICE_PARAMETER}>
      {done === null ? null : (
        <p className="order-done" role="status">
          {doneTexts[done]}
        </p>
      )}
      {unchanged === null ? null : (
        // biome-ignore lint/a11y/noAutofocus: it stands far below the top of the page
        <p className="form-error" role="alert" tabIndex={-1} autoFocus>
          {unchangedTexts[unchanged]}
        </p>
      )}
      <ErrorSummary title={copy.summary} heading="h3" errors={errors} />
      {documents.length === 0 ? null : (
        <ul>
          {documents.map(({ number, kind }) => (
            <li key={number}>
              <a href={`${action}?${INVOICE_PARAMETER}=${number}`}>{fillIn(names[kind], { number })}</a>
            </li>
          ))}
        </ul>
      )}
      {hasNoChangesLeft && unchanged !== "too-often" ? <p className="note">{unchangedTexts["too-often"]}</p> : null}
      {typed === null ? null : (
        <details open={hasInvoiceErrors(invoice) || unchanged !== null}>
          <summary>{replaces === null ? copy.start : copy.change}</summary>
          <p>{replaces === null ? copy.startText : fillIn(copy.changeText, { number: replaces })}</p>
          <InvoiceForm {...{ action, typed, replaces, problems }} />
        </details>
      )}
    </div>
  );
}

type InvoiceFormProps = Pick<InvoiceView, "replaces"> & {
  action: string;
  typed: InvoiceBuyer;
  problems?: InvoiceProblems;
};

export function InvoiceForm({ action, typed, replaces, problems = {} }: InvoiceFormProps) {
  const notesOf = (field: keyof InvoiceBuyer) => ({
    id: INVOICE_FIELDS[field],
    problem: problemText(field, problems[field], typed),
  });
  const sent = `${action}?${INVOICE_PARAMETER}=${INVOICE_VALUES.form}`;
  // The fields have no `required`: Firefox calls an empty one wrong at once. The server checks.
  return (
    <form className="order-invoice-form stack" action={sent} method="post" noValidate>
      {replaces === null ? null : <input type="hidden" name={INVOICE_FIELDS.replaces} value={replaces} />}
      <FormField {...notesOf("company")} label={copy.company.label}>
        {(props) => (
          <input {...props} type="text" autoComplete="organization" defaultValue={typed.company} aria-required />
        )}
      </FormField>
      <FormField {...notesOf("address")} label={copy.address.label} hint={copy.address.hint}>
        {(props) => (
          <textarea {...props} rows={3} autoComplete="street-address" defaultValue={typed.address} aria-required />
        )}
      </FormField>
      <FormField {...notesOf("vatId")} {...copy.vatId}>
        {(props) => <input {...props} autoComplete="off" spellCheck={false} defaultValue={typed.vatId} />}
      </FormField>
      <button className="button button-quiet" type="submit">
        {replaces === null ? copy.make : copy.makeAgain}
      </button>
    </form>
  );
}

/** What is wrong with what was typed into a field; undefined: nothing. */
export function problemText(
  field: keyof InvoiceBuyer,
  problem: InvoiceProblem | undefined,
  typed: InvoiceBuyer | null,
) {
  if (problem === undefined) return undefined;
  const texts: Partial<Record<InvoiceProblem, string>> = problemTexts[field];
  return fillIn(texts[problem] ?? "", { letters: `${unprintable(typed?.[field] ?? "").join(" ")}.` });
}
