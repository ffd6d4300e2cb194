import type { ReactNode } from "react";
import { TERMS_COPY } from "../../legal/terms-copy.ts";
import { fillIn } from "../../shared/fill-in.ts";
import type { PageContext } from "../../shared/page-context.ts";
import { LEGAL_PDF_PATHS, ORDER_PARAMETER, PATHS, withSearch } from "../../shared/paths.ts";
import { formatMoment } from "../../shared/time.ts";
import { Document } from "../../ui/document.tsx";
import { DrawnHead } from "../../ui/drawn-head.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Facts } from "../../ui/facts.tsx";
import { FormField } from "../../ui/form.tsx";
import { titleOfForm } from "../../ui/form-copy.ts";
import { PrintButton } from "../../ui/print-button.tsx";
import { problemText, WITHDRAWAL_COPY } from "./withdrawal-copy.ts";
import {
  WITHDRAWAL_FIELD_NAMES,
  WITHDRAWAL_FIELDS,
  type WithdrawalField,
  type WithdrawalFields,
  type WithdrawalProblems,
} from "./withdrawal-rules.ts";

/** Field of both forms: the button that was pressed. */
export const STEP_FIELD = "stap";
export const STEPS = { check: "controleren", change: "wijzigen", confirm: "bevestigen" } as const;
/** Field of the second form: its signed name. */
export const FORM_NAME_FIELD = "formulier";
export const FIELD_NAMES = {
  name: "naam",
  contract: "overeenkomst",
  email: "email",
  reason: "reden",
} as const satisfies Record<WithdrawalField, string>;

/** Why a form is shown again, apart from errors in its fields. */
type WithdrawalTrouble = keyof typeof WITHDRAWAL_COPY.problems;

const { form, check, done, facts, byMail, unread, problems: troubles } = WITHDRAWAL_COPY;

type FormProps = {
  pageContext: PageContext;
  fields: WithdrawalFields;
  /** The signed name of the order, if the visitor came from an order's link. */
  token: string | null;
  trouble?: WithdrawalTrouble | undefined;
};

/** The withdrawal by which the same order was withdrawn from before; `receivedAt` is ISO 8601 in UTC. */
type EarlierWithdrawal = { reference: string; receivedAt: string };

/** Step 1: the fields. Nothing needs a script; the server checks, and shows each error beside its field. */
export function WithdrawalFormPage({
  pageContext,
  fields,
  token,
  trouble,
  problems = {},
  earlier = null,
  isWaived = false,
}: FormProps & { problems?: WithdrawalProblems; earlier?: EarlierWithdrawal | null; isWaived?: boolean }) {
  const intro =
    earlier === null
      ? `${form.intro}${isWaived ? ` ${form.waived}` : ""}`
      : fillIn(form.earlier, { reference: earlier.reference, moment: formatMoment(earlier.receivedAt) });
  return (
    <WithdrawalDocument
      pageContext={pageContext}
      title={earlier === null ? form.title : form.earlierTitle}
      intro={intro}
      isError={Object.keys(problems).length > 0}
    >
      <Trouble pageContext={pageContext} fields={fields} trouble={trouble} />
      <ErrorSummary
        errors={WITHDRAWAL_FIELD_NAMES.map((field) => ({
          fieldId: FIELD_NAMES[field],
          text: problemText(field, problems[field]),
        }))}
      />
      <Form pageContext={pageContext} token={token}>
        {WITHDRAWAL_FIELD_NAMES.map((field) => (
          <Field key={field} field={field} text={fields[field]} problems={problems} />
        ))}
        <button
          className={earlier === null ? "button" : "button button-quiet"}
          type="submit"
          name={STEP_FIELD}
          value={STEPS.check}
        >
          {form.submit}
        </button>
      </Form>
      <p className="note">
        {form.onPaper}{" "}
        <a href={LEGAL_PDF_PATHS.withdrawalForm} download>
          {TERMS_COPY.withdrawalForm.pdfLabel}
        </a>
      </p>
    </WithdrawalDocument>
  );
}

/** Step 2: everything once more, and the button that withdraws. `formName` makes this form one withdrawal. */
export function WithdrawalCheckPage({
  pageContext,
  fields,
  token,
  trouble,
  formName,
}: FormProps & { formName: string }) {
  return (
    <WithdrawalDocument pageContext={pageContext} title={check.title} intro={check.intro}>
      <Trouble pageContext={pageContext} fields={fields} trouble={trouble} />
      <Facts rows={WITHDRAWAL_FIELD_NAMES.map((field) => [facts[field], fields[field]])} />
      <Form pageContext={pageContext} token={token}>
        <input type="hidden" name={FORM_NAME_FIELD} value={formName} />
        {WITHDRAWAL_FIELD_NAMES.map((field) => (
          <input key={field} type="hidden" name={FIELD_NAMES[field]} value={fields[field]} />
        ))}
        <div className="buttons">
          <button className="button button-navy" type="submit" name={STEP_FIELD} value={STEPS.confirm}>
            {check.submit}
          </button>{" "}
          <button className="button button-quiet" type="submit" name={STEP_FIELD} value={STEPS.change}>
            {check.change}
          </button>
        </div>
      </Form>
    </WithdrawalDocument>
  );
}

type DoneProps = {
  pageContext: PageContext;
  /** `receivedAt` is ISO 8601 in UTC. */
  withdrawal: { reference: string; receivedAt: string; reason?: string | undefined; isOpen: boolean } & Omit<
    WithdrawalFields,
    "reason"
  >;
  receipt: keyof Pick<typeof done, "full" | "facts" | "held" | "unmailed" | "earlier" | "unproven" | "resent">;
};

export function WithdrawalDonePage({ pageContext, withdrawal, receipt }: DoneProps) {
  const mailed = done[receipt].replace("{email}", () => withdrawal.email);
  return (
    <WithdrawalDocument pageContext={pageContext} title={done.title} intro={[mailed]}>
      <Declaration withdrawal={withdrawal} />
    </WithdrawalDocument>
  );
}

/** All that was declared, and when it was received, to print; and what comes next. What was erased since is left out. */
function Declaration({ withdrawal }: Pick<DoneProps, "withdrawal">) {
  return (
    <>
      <Facts
        rows={[
          [facts.reference, withdrawal.reference],
          [facts.receivedAt, formatMoment(withdrawal.receivedAt)],
          ...WITHDRAWAL_FIELD_NAMES.map((field) => [facts[field], withdrawal[field]] as const),
        ]}
      />
      <p>{byMail.statement}</p>
      {withdrawal.isOpen ? <p>{done.next}</p> : null}
      <PrintButton label={done.print} />
    </>
  );
}

type ReceiptProps = Pick<DoneProps, "pageContext" | "withdrawal"> & {
  /** For the holder of the order's link: its page, and the form. Null for the link of a mail. */
  links: { order: string; again: string } | null;
};

/** A withdrawal that was received before, to read and to print. */
export function WithdrawalReceiptPage({ pageContext, withdrawal, links }: ReceiptProps) {
  return (
    <WithdrawalDocument
      pageContext={pageContext}
      title={done.title}
      intro={links === null ? done.byMail : done.byOrder}
    >
      <Declaration withdrawal={withdrawal} />
      {links === null ? null : (
        <div className="withdrawal-links note tap-links">
          <p>
            <a href={links.order}>{done.order}</a>
          </p>
          {withdrawal.isOpen ? (
            <p>
              {done.notMailed} <a href={links.again}>{done.again}</a>
            </p>
          ) : null}
        </div>
      )}
    </WithdrawalDocument>
  );
}

type UnreadProps = Pick<DoneProps, "pageContext"> & {
  reason: "unavailable" | "tooMany" | "notFound";
  /** The same address to try again, or the form. */
  again: string;
};

/** In the place of a withdrawal that cannot be shown. No form: it was received, and needs no second one. */
export function WithdrawalUnreadPage({ pageContext, reason, again }: UnreadProps) {
  const { title, text } = unread[reason];
  return (
    <WithdrawalDocument pageContext={pageContext} title={title} intro={text}>
      <p>
        <a className="button button-navy" href={again}>
          {reason === "notFound" ? unread.toForm : unread.retry}
        </a>
      </p>
    </WithdrawalDocument>
  );
}

type WithdrawalDocumentProps = {
  pageContext: PageContext;
  title: string;
  intro: string | readonly string[];
  isError?: boolean;
  children: ReactNode;
};

function WithdrawalDocument({ pageContext, title, intro, isError = false, children }: WithdrawalDocumentProps) {
  const { meta } = WITHDRAWAL_COPY;
  return (
    <Document
      pageContext={pageContext}
      meta={{ ...meta, title: titleOfForm(meta.title, isError) }}
      index="noindex"
      stylesheet="styles-after-sale"
    >
      <DrawnHead title={title} intro={[intro].flat()} picture="folded-chart" />
      <div className="withdrawal wrap">{children}</div>
    </Document>
  );
}

/** A form that is sent to this page, with its order. The server checks it, so the errors have our own words. */
function Form({ pageContext, token, children }: Pick<FormProps, "pageContext" | "token"> & { children: ReactNode }) {
  return (
    <form
      className="withdrawal-form"
      action={withSearch(PATHS.withdrawal, pageContext.search)}
      method="post"
      noValidate
    >
      {token === null ? null : <input type="hidden" name={ORDER_PARAMETER} value={token} />}
      {children}
    </form>
  );
}

/** The failure, and the way to withdraw by e-mail instead. */
function Trouble({ pageContext, fields, trouble }: Omit<FormProps, "token">) {
  if (trouble === undefined) return null;
  const { title, text } = troubles[trouble];
  return (
    <div className="form-alert tap-links" role="alert">
      <h2>{title}</h2>
      <p>{text}</p>
      {pageContext.trader.email === undefined ? null : (
        <p>
          {byMail.text} <a href={mailHref(pageContext.trader.email, fields)}>{pageContext.trader.email}</a>
        </p>
      )}
    </div>
  );
}

/** The address of a mail with the form's texts. */
function mailHref(to: string, fields: WithdrawalFields): string {
  const lines = WITHDRAWAL_FIELD_NAMES.map((field) => `${facts[field]}: ${fields[field]}`);
  const body = [byMail.statement, "", ...lines].join("\r\n").toWellFormed();
  return `mailto:${to}?subject=${encodeURIComponent(byMail.subject)}&body=${encodeURIComponent(body)}`;
}

type FieldProps = { field: WithdrawalField; text: string; problems: WithdrawalProblems };

const AUTOCOMPLETE = { name: "name", contract: "off", email: "email", reason: "off" } as const;

function Field({ field, text, problems }: FieldProps) {
  const { label, hint } = form.fields[field];
  const given = { defaultValue: text, maxLength: WITHDRAWAL_FIELDS[field], autoComplete: AUTOCOMPLETE[field] };
  return (
    <FormField
      id={FIELD_NAMES[field]}
      label={label}
      optional={field === "reason" ? form.optional : undefined}
      hint={hint || undefined}
      problem={problemText(field, problems[field])}
    >
      {(props) =>
        field === "reason" ? (
          <textarea {...props} {...given} rows={4} />
        ) : (
          <input {...props} {...given} type={field === "email" ? "email" : "text"} aria-required />
        )
      }
    </FormField>
  );
}
