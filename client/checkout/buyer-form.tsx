import type { ComponentProps, Ref, SyntheticEvent } from "react";
import type { CheckoutFormCopy } from "../../src/paying/checkout/checkout-copy.ts";
import type { PaymentNotice } from "../../src/paying/payment-rules.ts";
import { EMAIL_MAX_LENGTH } from "../../src/shared/email-address.ts";
import { fillIn } from "../../src/shared/fill-in.ts";
import { type Buyer, type BuyerField, type BuyerProblems, checkBuyer, isUnnamed } from "./buyer.ts";
import type { CheckoutPhase } from "./protocol.ts";

export type TermsLinks = { terms: string; withdrawal: string; myCourse: string };
export type PaymentLogos = { src: string; width: number; height: number; alt: string };

type BuyerFormProps = {
  copy: CheckoutFormCopy;
  links: TermsLinks;
  logos: PaymentLogos;
  buyer: Buyer;
  problems: BuyerProblems;
  /** The message about the last attempt, shown beside Stripe's fields. */
  refusal: string | null;
  phase: Exclude<CheckoutPhase, "failed">;
  /** Messages that the buyer must read before pressing again. */
  notices: readonly PaymentNotice[];
  /** Id of the element that names the buyer's account; empty without one. */
  accountStateId: string;
  expressShown: boolean;
  expressRef: Ref<HTMLDivElement>;
  paymentRef: Ref<HTMLDivElement>;
  onChange: <Field extends BuyerField>(field: Field, value: Buyer[Field]) => void;
  onSubmit: () => void;
};

/** The form itself: express buttons, the buyer's own fields, Stripe's fields, consent and the button. */
export function BuyerForm(props: BuyerFormProps) {
  const { copy, buyer, problems, phase, onChange } = props;
  const isBusy = phase === "processing";
  const isInert = phase === "loading" || phase === "unsure";
  const missing = listMissing(buyer, copy);

  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    props.onSubmit();
  };

  return (
    // By `post`, because a browser without scripts would write the fields into the address.
    <form className="pay-form" method="post" noValidate onSubmit={onSubmit} inert={isInert} aria-busy={isBusy}>
      <div className="pay-express" data-shown={props.expressShown} inert={!props.expressShown}>
        <div ref={props.expressRef} />
        {props.expressShown ? <p className="pay-divider">{copy.divider}</p> : null}
      </div>
      <TextField
        id="checkout-name"
        label={copy.name.label}
        error={problems.name && copy.name.missing}
        name="name"
        type="text"
        autoComplete="name"
        maxLength={200}
        value={buyer.name}
        readOnly={isBusy}
        onChange={(event) => onChange("name", event.target.value)}
      />
      <TextField
        id="checkout-email"
        label={copy.email.label}
        hint={copy.email.hint}
        error={problems.email && copy.email[problems.email]}
        name="email"
        {...EMAIL_INPUT}
        value={buyer.email}
        readOnly={isBusy}
        onChange={(event) => onChange("email", event.target.value)}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot lie in a grid with the other labels */}
      <div className="pay-field" role="group" aria-labelledby="checkout-method">
        <p className="pay-label" id="checkout-method">
          {copy.method}
        </p>
        <div className="pay-element" ref={props.paymentRef} />
        {props.refusal === null ? null : (
          <p className="pay-refusal">
            <Can />
            <span>{props.refusal}</span>
          </p>
        )}
      </div>
      {copy.consent === null ? null : (
        <div className="pay-field">
          <label className="pay-consent">
            <input
              id="checkout-consent"
              name="consent"
              type="checkbox"
              aria-required
              checked={buyer.consent}
              aria-disabled={isBusy}
              onChange={(event) => isBusy || onChange("consent", event.target.checked)}
              {...errorProps("checkout-consent", problems.consent)}
            />
            <span>{copy.consent.label}</span>
          </label>
          {problems.consent === undefined ? null : (
            <p className="form-error" id="checkout-consent-error">
              {copy.consent.missing}
            </p>
          )}
        </div>
      )}
      {copy.note === undefined ? null : <p className="note">{copy.note}</p>}
      <div className="pay-notices" id={NOTICES_ID} role="status" tabIndex={-1}>
        {props.notices.map(({ title, text, link }) => (
          <p className="pay-notice" key={title}>
            <strong>{title}</strong>
            <span>{` ${text}`}</span>
            {link === undefined ? null : (
              <span>
                <span> </span>
                <a href={link.href}>{link.label}</a>
              </span>
            )}
          </p>
        ))}
      </div>
      <TermsLine copy={copy.terms} links={props.links} />
      <button
        type="submit"
        className="button button-wide pay-button"
        // Not `disabled`: it keeps the focus while paying, and a press names the missing fields.
        aria-disabled={phase !== "ready" || isUnnamed(buyer)}
        aria-describedby={`${NOTICES_ID} ${MISSING_ID} ${props.accountStateId}`.trimEnd()}
        data-busy={isBusy}
      >
        {isBusy ? <Spinner /> : null}
        <span>{isBusy ? copy.processing : copy.pay}</span>
      </button>
      <p className="pay-missing" id={MISSING_ID}>
        {missing}
      </p>
      <p className="visually-hidden" role="status">
        {isBusy ? copy.processing : ""}
      </p>
      <div className="pay-secure">
        <img {...props.logos} alt={props.logos.alt} />
        <p className="note">
          <Padlock />
          <span>{copy.secure}</span>
        </p>
      </div>
    </form>
  );
}

const MISSING_ID = "checkout-missing";
const NOTICES_ID = "checkout-notices";

/** Returns the sentence that names the fields that are empty or wrong; empty when there are none. */
function listMissing(buyer: Buyer, { consent, missing }: CheckoutFormCopy): string {
  const problems = checkBuyer(buyer, consent !== null);
  const names = (["name", "email", "consent"] as const)
    .filter((field) => problems[field])
    .map((field) => missing[problems[field] === "invalid" ? "validEmail" : field]);
  const last = names.pop();
  if (last === undefined) return "";
  return fillIn(missing.text, { fields: names.length === 0 ? last : names.join(", ") + missing.and + last });
}

export const EMAIL_INPUT = {
  type: "email",
  autoComplete: "email",
  autoCapitalize: "none",
  spellCheck: false,
  maxLength: EMAIL_MAX_LENGTH,
} as const;

type TextFieldProps = ComponentProps<"input"> & { id: string; label: string; hint?: string; error: string | undefined };

export function TextField({ id, label, hint, error, ...input }: TextFieldProps) {
  return (
    <div className="pay-field form-field">
      <label className="pay-label" htmlFor={id}>
        {label}
      </label>
      <input id={id} {...input} aria-required {...errorProps(id, error, hint && `${id}-hint`)} />
      {error === undefined ? null : (
        <p className="form-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint === undefined ? null : (
        <p className="form-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/**
 * Returns the attributes that link a field to its error and its hint. `aria-invalid` is always there: without it Firefox
 * judges the address itself while it is typed, and does not tell a screen reader when it is right.
 */
function errorProps(id: string, problem: string | undefined, hintId?: string) {
  const describedBy = [problem === undefined ? undefined : `${id}-error`, hintId].filter(Boolean).join(" ");
  return { "aria-invalid": problem !== undefined, ...(describedBy === "" ? {} : { "aria-describedby": describedBy }) };
}

/** The sentence about the terms, with its two links. They open in a new tab, so that no typed text is lost. */
function TermsLine({ copy, links }: { copy: CheckoutFormCopy["terms"]; links: TermsLinks }) {
  const parts = copy.text.split(/(\{terms\}|\{withdrawal\})/);
  return (
    <p className="pay-terms note">
      {parts.map((part) => {
        if (part === "{terms}") return <TermsLink key={part} href={links.terms} label={copy.termsLabel} copy={copy} />;
        if (part === "{withdrawal}") {
          return <TermsLink key={part} href={links.withdrawal} label={copy.withdrawalLabel} copy={copy} />;
        }
        return <span key={part}>{part}</span>;
      })}
    </p>
  );
}

function TermsLink({ href, label, copy }: { href: string; label: string; copy: CheckoutFormCopy["terms"] }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      <span>{label}</span>
      <span className="visually-hidden">{` ${copy.newTab}`}</span>
    </a>
  );
}

/** The red can of everything that is wrong (ui/symbols.tsx), with an exclamation mark in it. */
function Can() {
  return (
    <svg width="14" height="18" viewBox="0 0 14 18" aria-hidden="true" focusable="false">
      <path d="M0 0h14v18H0zm6 4v6h2V4zm0 8v2h2v-2z" fill="currentColor" fillRule="evenodd" />
    </svg>
  );
}

function Padlock() {
  return (
    <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M7.5 10V7a4.5 4.5 0 0 1 9 0v3m-12 0h15v10.5h-15z" fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}

/** The compass needle of the waiting pages, in the size of the button's text. */
function Spinner() {
  return (
    <svg width="22" height="22" viewBox="0 0 96 96" aria-hidden="true" focusable="false">
      <circle cx="48" cy="48" r="42" fill="none" stroke="currentColor" strokeWidth="8" opacity="0.45" />
      <g className="compass-needle">
        <path d="M48 14 60 48H36z" fill="currentColor" />
        <path d="M48 82 36 48h24z" fill="currentColor" opacity="0.45" />
      </g>
    </svg>
  );
}
