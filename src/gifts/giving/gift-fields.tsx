import { greet } from "../../server/mail/greeting-copy.ts";
import { fillIn } from "../../shared/fill-in.ts";
import { GIFT_DATA_EVT } from "../../shared/gift.ts";
import { describedBy, FieldNotes, FormField } from "../../ui/form.tsx";
import { GIFT_DELIVERY_COPY } from "../day/gift-delivery-copy.ts";
import { RECIPIENT_INPUT } from "../day/gift-delivery-rules.ts";
import {
  type CheckedGiftField,
  EXAMPLE_IDS,
  GIFT_FIELDS,
  GIFT_MOMENTS,
  type GiftChoice,
  MESSAGE_MAX_UNITS,
  NAME_MAX_UNITS,
  type TypedGift,
} from "../give-gift-rules.ts";
import { GIVE_GIFT_COPY } from "./give-gift-copy.ts";

const COPY = GIVE_GIFT_COPY.form;

type GiftFormProps = {
  action: string;
  choices: readonly GiftChoice[];
  typed: TypedGift;
  /** The errors of the fields, as texts beside them. */
  problems: Partial<Record<CheckedGiftField, string>>;
  lastDay: string;
};

/**
 * The form that makes a gift: a plain form, which the server checks. client/islands/gift-form.ts shows the typed texts.
 */
export function GiftForm({ action, choices, typed, problems, lastDay }: GiftFormProps) {
  const { fields, moment } = COPY;
  const { product, recipient, giver, message, day, deliverTo } = GIFT_FIELDS;
  const productNotes = { id: product, problem: problems.product };
  return (
    <form className="give-form" action={action} method="post" noValidate>
      <fieldset className="give-products" aria-describedby={describedBy(productNotes)}>
        <legend>{fields.product.label}</legend>
        {choices.map(({ id, name, price, waters }, index) => (
          <label key={id} className="form-choice">
            <input
              {...(index === 0 ? { id: product } : {})}
              type="radio"
              name={product}
              value={id}
              defaultChecked={id === typed.product}
            />
            <span>
              <b>{name}</b> <span>{price}</span> <small>{waters}</small>
            </span>
          </label>
        ))}
        <FieldNotes {...productNotes} />
      </fieldset>
      <p>{COPY.intro}</p>
      <FormField id={recipient} label={fields.recipient.label} problem={problems.recipient}>
        {(props) => <input {...props} defaultValue={typed.recipient} maxLength={NAME_MAX_UNITS} aria-required />}
      </FormField>
      <FormField id={giver} label={fields.giver.label} problem={problems.giver}>
        {(props) => <input {...props} defaultValue={typed.giver} maxLength={NAME_MAX_UNITS} aria-required />}
      </FormField>
      <FormField
        id={message}
        label={fields.message.label}
        optional={COPY.optional}
        hint={fields.message.hint}
        problem={problems.message}
      >
        {(props) => (
          <>
            <textarea {...props} rows={5} defaultValue={typed.message} maxLength={MESSAGE_MAX_UNITS} dir="auto" />
            <p className="visually-hidden" role="status" />
          </>
        )}
      </FormField>
      <SmallCard typed={typed} />
      <fieldset className="give-moment">
        <legend>{moment.legend}</legend>
        <Choice value={GIFT_MOMENTS.now} label={moment.now} hint={moment.nowHint} isChosen={!typed.isForDay} />
        <Choice value={GIFT_MOMENTS.day} label={moment.day} hint={moment.dayHint} isChosen={typed.isForDay} />
        <div className="give-day">
          <FormField id={day} label={fields.day.label} problem={problems.day}>
            {(props) => <input {...props} type="date" defaultValue={typed.day} max={lastDay} />}
          </FormField>
          <FormField
            id={deliverTo}
            label={fields.deliverTo.label}
            optional={COPY.optional}
            hint={fields.deliverTo.hint}
            problem={problems.deliverTo}
          >
            {(props) => <input {...props} {...RECIPIENT_INPUT} defaultValue={typed.deliverTo} />}
          </FormField>
          <ShownMail />
        </div>
      </fieldset>
      <div className="give-total">
        {COPY.total} <b id={EXAMPLE_IDS.total} />
      </div>
      <button type="submit" className="button button-wide" data-evt={GIFT_DATA_EVT.toPayment}>
        {COPY.submit}
      </button>
    </form>
  );
}

/** The example is off the screen while somebody types: its words again, beside their fields. */
function SmallCard({ typed }: Pick<GiftFormProps, "typed">) {
  const { example, small } = COPY;
  return (
    <div className="give-small chart-frame" aria-hidden="true">
      <p className="give-card-recipient">
        {small.for} <bdi id={EXAMPLE_IDS.smallRecipient}>{typed.recipient.trim() || example.recipient}</bdi>
      </p>
      <p className="give-card-message" id={EXAMPLE_IDS.smallMessage} dir="auto">
        {typed.message.trim() || example.message}
      </p>
      <p className="give-card-giver">
        {small.from} <bdi id={EXAMPLE_IDS.smallGiver}>{typed.giver.trim() || example.giver}</bdi>
      </p>
    </div>
  );
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

/** The mail that the shop would send, as its recipient would read it. */
function ShownMail() {
  const { mail, shown } = GIFT_DELIVERY_COPY;
  return (
    <details className="give-mail">
      <summary>{shown.summary}</summary>
      <div>
        <p>
          {shown.subject}: <b>{mail.subject(shown.giver)}</b>
        </p>
        <p>{greet(shown.recipient)}</p>
        <p>{fillIn(mail.from, { giver: shown.giver })}</p>
        <p>
          <b>{mail.button}</b>
        </p>
        <p>{mail.code}: …</p>
        <p>{mail.keep}</p>
        <p>{mail.unknown}</p>
        <p className="note">{mail.why}</p>
      </div>
      <p className="note">{shown.rest}</p>
    </details>
  );
}
