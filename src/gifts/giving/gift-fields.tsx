import type { ReactNode } from "react";
import { EMAIL_MAX_LENGTH } from "../../shared/email-address.ts";
import { fillIn } from "../../shared/fill-in.ts";
import { describedBy, FieldNotes } from "../../ui/form.tsx";
import { GIFT_DELIVERY_COPY } from "../day/gift-delivery-copy.ts";
import {
  type CheckedGiftField,
  GIFT_FIELDS,
  GIFT_MOMENTS,
  type GiftChoice,
  type GiftFormCopy,
  MESSAGE_MAX_UNITS,
  NAME_MAX_UNITS,
  type TypedGift,
} from "../give-gift-rules.ts";

type GiftFormProps = {
  action: string;
  choices: readonly GiftChoice[];
  typed: TypedGift;
  /** The errors of the fields, as texts beside them. */
  problems: Partial<Record<CheckedGiftField, string>>;
  /** The last day that can be chosen. */
  lastDay: string;
  /** Analytics name of the button. */
  dataEvt: string;
  copy: GiftFormCopy;
};

/**
 * The form that makes a gift: a plain form, which the server checks. client/islands/gift-form.ts shows the typed texts.
 */
export function GiftForm({ action, choices, typed, problems, lastDay, dataEvt, copy }: GiftFormProps) {
  const { fields, moment } = copy;
  const { product, recipient, giver, message, day, deliverTo } = GIFT_FIELDS;
  return (
    <form className="give-form" action={action} method="post" noValidate>
      <fieldset className="give-products" aria-describedby={describedBy(notesOf(product, problems.product))}>
        <legend>{fields.product.label}</legend>
        {choices.map(({ id, name, price }, index) => (
          <label key={id} className="form-choice">
            <input
              {...(index === 0 ? { id: product } : {})}
              type="radio"
              name={product}
              value={id}
              defaultChecked={id === typed.product}
            />
            <span>
              <b>{name}</b> <span className="give-product-price">{price}</span>
            </span>
          </label>
        ))}
        <FieldNotes {...notesOf(product, problems.product)} />
      </fieldset>
      <Field id={recipient} {...fields.recipient} problem={problems.recipient}>
        <input
          {...fieldProps(recipient, problems.recipient)}
          defaultValue={typed.recipient}
          maxLength={NAME_MAX_UNITS}
          aria-required
        />
      </Field>
      <Field id={giver} {...fields.giver} problem={problems.giver}>
        <input
          {...fieldProps(giver, problems.giver)}
          defaultValue={typed.giver}
          maxLength={NAME_MAX_UNITS}
          aria-required
        />
      </Field>
      <Field
        id={message}
        label={fields.message.label}
        optional={copy.optional}
        hint={fields.message.hint ?? ""}
        problem={problems.message}
      >
        <textarea
          {...fieldProps(message, problems.message, fields.message.hint ?? "")}
          rows={5}
          defaultValue={typed.message}
          maxLength={MESSAGE_MAX_UNITS}
          dir="auto"
        />
        <p className="visually-hidden" role="status" />
      </Field>
      <fieldset className="give-moment">
        <legend>{moment.legend}</legend>
        <Choice value={GIFT_MOMENTS.now} label={moment.now} hint={moment.nowHint} isChosen={!typed.isForDay} />
        <Choice value={GIFT_MOMENTS.day} label={moment.day} hint={moment.dayHint} isChosen={typed.isForDay} />
        <div className="give-day">
          <Field id={day} label={fields.day.label} problem={problems.day}>
            <input {...fieldProps(day, problems.day)} type="date" defaultValue={typed.day} max={lastDay} />
          </Field>
          <Field
            id={deliverTo}
            label={fields.deliverTo.label}
            optional={copy.optional}
            hint={fields.deliverTo.hint ?? ""}
            problem={problems.deliverTo}
          >
            <input
              {...fieldProps(deliverTo, problems.deliverTo, fields.deliverTo.hint)}
              type="email"
              autoComplete="off"
              defaultValue={typed.deliverTo}
              maxLength={EMAIL_MAX_LENGTH}
            />
          </Field>
          <ShownMail />
        </div>
      </fieldset>
      <button type="submit" className="button button-wide" data-evt={dataEvt}>
        {copy.submit}
      </button>
      <p className="form-hint give-next">{copy.next}</p>
    </form>
  );
}

/** The notes of a field or a group; `hint` is an empty text if only a script fills it. */
function notesOf(id: string, problem: string | undefined, hint?: string) {
  return { id, hint, problem };
}

type FieldProps = {
  id: string;
  label: string;
  optional?: string;
  hint?: string;
  problem?: string | undefined;
  children: ReactNode;
};

function Field({ id, label, optional, hint, problem, children }: FieldProps) {
  return (
    <div className="form-field">
      <label htmlFor={id}>
        {label} {optional === undefined ? null : <span>{optional}</span>}
      </label>
      {children}
      <FieldNotes {...notesOf(id, problem, hint)} />
    </div>
  );
}

/** Attributes of every field, which link it to its error and its hint. */
function fieldProps(id: string, problem: string | undefined, hint?: string) {
  return {
    id,
    name: id,
    ...(problem === undefined ? {} : { "aria-invalid": true as const }),
    "aria-describedby": describedBy(notesOf(id, problem, hint)),
  };
}

type ChoiceProps = { value: string; label: string; hint: string; isChosen: boolean };

function Choice({ value, label, hint, isChosen }: ChoiceProps) {
  return (
    <label className="form-choice">
      <input type="radio" name={GIFT_FIELDS.moment} value={value} defaultChecked={isChosen} />
      <span>
        <b>{label}</b> {hint}
      </span>
    </label>
  );
}

/** The mail that the shop would send, as its recipient reads it. */
function ShownMail() {
  const { mail, shown } = GIFT_DELIVERY_COPY;
  const texts = [
    `${shown.subject}: ${mail.subject(shown.giver)}`,
    mail.greeting(shown.recipient),
    fillIn(mail.from, { giver: shown.giver }),
    `[${mail.button}]`,
    `${mail.code}: …`,
    mail.keep,
    mail.unknown,
    mail.why,
    shown.rest,
  ];
  return (
    <details className="form-hint">
      <summary>{shown.summary}</summary>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </details>
  );
}
