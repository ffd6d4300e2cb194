import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { fillIn } from "../../src/shared/fill-in.ts";
import { NAME_MAX_LENGTH } from "../../src/shared/gift.ts";
import {
  CHECKED_GIFT_FIELDS,
  type CheckedGiftField,
  countCharacters,
  EMPTY_GIFT,
  EXAMPLE_IDS,
  formatCardDay,
  GIFT_FIELDS,
  GIFT_MOMENTS,
  type GiftChoice,
  type GiftFormCopy,
  MESSAGE_MAX_UNITS,
  NAME_MAX_UNITS,
  type TypedGift,
  typedOf,
} from "../../src/shared/give-gift.ts";
import { today } from "../../src/shared/time.ts";
import { readGiftDraft } from "../checkout/gift-draft.ts";

type GiftFormProps = {
  action: string;
  choices: readonly GiftChoice[];
  typed: TypedGift;
  /** The errors of the fields, as texts beside them. */
  problems: Partial<Record<CheckedGiftField, string>>;
  /** Longest message, in user-perceived characters. */
  messageMax: number;
  /** The last day that can be chosen. */
  lastDay: string;
  /** Analytics name of the button. */
  dataEvt: string;
  copy: GiftFormCopy;
};

/** A screen reader hears the number of characters left from this number on, and after so many more. */
const NEAR = 100;
const SAY_EVERY = 20;

/**
 * The form that makes a gift. It is a plain form: the server checks it and keeps the typed texts. With a script the
 * example follows the fields, the message is counted, and an unpaid gift of this tab is filled in again.
 */
export function GiftForm({ action, choices, typed, problems, messageMax, lastDay, dataEvt, copy }: GiftFormProps) {
  const form = useRef<HTMLFormElement>(null);
  /** Null until the script has counted. */
  const [count, setCount] = useState<number | null>(null);
  /** Fields whose error from the server has been corrected. */
  const [mended, setMended] = useState<readonly CheckedGiftField[]>([]);

  const isGivenBack = typed.recipient + typed.giver + typed.message + typed.day !== "";

  const follow = useCallback(() => {
    if (form.current === null) return;
    const now = readFields(form.current);
    setCount(countCharacters(now.message.trim()));
    showExample(now, choices, copy.example);
  }, [choices, copy.example]);

  const mend = () => {
    follow();
    if (form.current === null) return;
    const now = readFields(form.current);
    setMended((before) => CHECKED_GIFT_FIELDS.filter((field) => before.includes(field) || isRight(field, now, limits)));
  };

  useEffect(() => {
    if (form.current === null) return;
    // The server's values count, even empty ones.
    const draft = isGivenBack ? null : readGiftDraft();
    if (draft !== null) fillEmpty(form.current, typedOf(draft));
    follow();
    // The browser restores the fields after this when the visitor goes back from the payment step.
    addEventListener("pageshow", follow);
    return () => removeEventListener("pageshow", follow);
  }, [follow, isGivenBack]);

  const limits = { messageMax, lastDay };
  const problemOf = (field: CheckedGiftField) => (mended.includes(field) ? undefined : problems[field]);
  const { fields, moment } = copy;
  const { product, recipient, giver, message, day } = GIFT_FIELDS;
  return (
    <form ref={form} className="give-form" action={action} method="post" noValidate onInput={mend}>
      <fieldset
        className="give-products"
        aria-describedby={problemOf("product") === undefined ? undefined : `${product}-fout`}
      >
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
        {problemOf("product") === undefined ? null : (
          <p className="form-error" id={`${product}-fout`}>
            {problemOf("product")}
          </p>
        )}
      </fieldset>
      <Field id={recipient} {...fields.recipient} problem={problemOf("recipient")}>
        <input
          {...fieldProps(recipient, problemOf("recipient"))}
          defaultValue={typed.recipient}
          maxLength={NAME_MAX_UNITS}
          required
        />
      </Field>
      <Field id={giver} {...fields.giver} problem={problemOf("giver")}>
        <input
          {...fieldProps(giver, problemOf("giver"))}
          defaultValue={typed.giver}
          maxLength={NAME_MAX_UNITS}
          required
        />
      </Field>
      <Field
        id={message}
        label={fields.message.label}
        optional={copy.optional}
        hint={count === null ? (fields.message.hint ?? "") : fillIn(copy.counted, { count, max: messageMax })}
        problem={problemOf("message")}
      >
        <textarea
          {...fieldProps(message, problemOf("message"), true)}
          rows={5}
          defaultValue={typed.message}
          maxLength={MESSAGE_MAX_UNITS}
          dir="auto"
        />
        <p className="visually-hidden" role="status">
          {count === null ? "" : sayCount(messageMax - count, copy)}
        </p>
      </Field>
      <fieldset className="give-moment">
        <legend>{moment.legend}</legend>
        <Choice value={GIFT_MOMENTS.now} label={moment.now} hint={moment.nowHint} isChosen={!typed.isForDay} />
        <Choice value={GIFT_MOMENTS.day} label={moment.day} hint={moment.dayHint} isChosen={typed.isForDay} />
        <div className="give-day">
          <Field id={day} label={fields.day.label} problem={problemOf("day")}>
            <input {...fieldProps(day, problemOf("day"))} type="date" defaultValue={typed.day} max={lastDay} />
          </Field>
        </div>
      </fieldset>
      <button type="submit" className="button button-wide" data-evt={dataEvt}>
        {copy.submit}
      </button>
      <p className="form-hint give-next">{copy.next}</p>
    </form>
  );
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
      {problem === undefined ? null : (
        <p className="form-error" id={`${id}-fout`}>
          {problem}
        </p>
      )}
      {hint === undefined ? null : (
        <p className="form-hint" id={`${id}-uitleg`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Attributes of every field, which link it to its error and its hint. */
function fieldProps(id: string, problem: string | undefined, hasHint = false) {
  const described = [problem === undefined ? "" : `${id}-fout`, hasHint ? `${id}-uitleg` : ""].filter(Boolean);
  return {
    id,
    name: id,
    ...(problem === undefined ? {} : { "aria-invalid": true as const }),
    ...(described.length === 0 ? {} : { "aria-describedby": described.join(" ") }),
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

/** The text for screen readers: empty while there is room, near the end a new one at every twentieth character. */
function sayCount(left: number, copy: GiftFormCopy): string {
  if (left < 0) return fillIn(copy.tooMany, { n: -left });
  return left > NEAR ? "" : fillIn(copy.remaining, { n: Math.ceil(left / SAY_EVERY) * SAY_EVERY });
}

/** Whether a field would pass now; the server decides when the form is sent. */
function isRight(field: CheckedGiftField, now: TypedGift, limits: { messageMax: number; lastDay: string }): boolean {
  if (field === "message") return countCharacters(now.message.trim()) <= limits.messageMax;
  if (field === "product") return now.product !== "";
  if (field !== "day") return now[field].trim() !== "" && countCharacters(now[field].trim()) <= NAME_MAX_LENGTH;
  return !now.isForDay || (now.day >= today() && now.day <= limits.lastDay);
}

function readFields(form: HTMLFormElement): TypedGift {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? "");
  return {
    product: text(GIFT_FIELDS.product),
    recipient: text(GIFT_FIELDS.recipient),
    giver: text(GIFT_FIELDS.giver),
    message: text(GIFT_FIELDS.message),
    isForDay: text(GIFT_FIELDS.moment) === GIFT_MOMENTS.day,
    day: text(GIFT_FIELDS.day),
  };
}

/**
 * Puts a gift into the fields that are empty: what stands in the others was typed before the script came, or given back by
 * the browser. The day comes with its choice; the product, if it is still the one that the form begins with.
 */
function fillEmpty(form: HTMLFormElement, draft: TypedGift): void {
  const now = readFields(form);
  const put = (name: string, text: string) => {
    const field = form.elements.namedItem(name);
    if (field instanceof Element || field instanceof RadioNodeList) (field as HTMLInputElement).value = text;
  };
  for (const field of ["recipient", "giver", "message"] as const) {
    if (now[field] === "") put(GIFT_FIELDS[field], draft[field]);
  }
  if (now.product === EMPTY_GIFT.product) put(GIFT_FIELDS.product, draft.product);
  if (now.day !== "" || !draft.isForDay) return;
  put(GIFT_FIELDS.day, draft.day);
  put(GIFT_FIELDS.moment, GIFT_MOMENTS.day);
}

/** Puts what was typed on the example that the server has rendered beside the form. */
function showExample(
  { product, recipient, giver, message, isForDay, day }: TypedGift,
  choices: readonly GiftChoice[],
  empty: GiftFormCopy["example"],
): void {
  show(EXAMPLE_IDS.title, choices.find(({ id }) => id === product)?.title ?? "");
  show(EXAMPLE_IDS.recipient, recipient.trim() || empty.recipient);
  show(EXAMPLE_IDS.giver, giver.trim() || empty.giver);
  show(EXAMPLE_IDS.message, message.trim() || empty.message);
  show(EXAMPLE_IDS.day, isForDay ? formatCardDay(day) : "");
}

function show(id: string, text: string): void {
  const element = document.getElementById(id);
  if (element === null) return;
  element.textContent = text;
  element.hidden = text === "";
}
