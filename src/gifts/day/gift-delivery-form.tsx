import type { ReactNode } from "react";
import { fillIn } from "../../shared/fill-in.ts";
import { formatMoment } from "../../shared/time.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { FormField } from "../../ui/form.tsx";
import { formatCardDay } from "../give-gift-rules.ts";
import { deliveryTime, GIFT_DELIVERY_COPY } from "./gift-delivery-copy.ts";
import {
  DELIVERY_FIELDS,
  DELIVERY_STEPS,
  type DeliveryProblem,
  type DeliveryProblems,
  RECIPIENT_INPUT,
  type TypedDelivery,
} from "./gift-delivery-rules.ts";

const { page: copy, problems: problemTexts } = GIFT_DELIVERY_COPY;

export type DeliveryView = {
  state: keyof typeof copy.states;
  /** The day and address of the plan; null without a plan. */
  plan: TypedDelivery | null;
  /** When it was sent, ISO 8601. */
  sentAt: string | null;
  cardDay: string;
  /** The values of the form's fields; null: nothing can be planned, so there is no form. */
  typed: TypedDelivery | null;
  /** Why nothing can be planned; null if it can. */
  reason: keyof typeof copy.unchanged | null;
  days: { first: string; last: string };
  problems: DeliveryProblems;
  /** The change that was just made, or the reason why it was not. */
  done: keyof typeof copy.done | null;
  unchanged: keyof typeof copy.unchanged | null;
};

const FIELDS = ["day", "to"] as const;

export function hasDeliveryErrors(delivery: DeliveryView | null): boolean {
  return delivery !== null && FIELDS.some((field) => delivery.problems[field] !== undefined);
}

/** The delivery of a gift, and plain forms to change its day and address, or to stop it. */
export function GiftDelivery({ action, delivery }: { action: string; delivery: DeliveryView }) {
  const { state, plan, sentAt, typed, reason, problems, done, unchanged, days } = delivery;
  const textOf = (field: (typeof FIELDS)[number]) => problemText(field, problems[field], days.last);
  const isPlanned = state === "planned" || state === "late";
  return (
    <section className="order-delivery stack card screen-only" aria-labelledby="bezorgen">
      <h2 id="bezorgen">{copy.title}</h2>
      {done === null ? null : (
        <p className="order-done" role="status">
          {copy.done[done]}
        </p>
      )}
      {unchanged === null ? null : (
        // biome-ignore lint/a11y/noAutofocus: it stands far below the top of the page
        <p className="form-error" role="alert" tabIndex={-1} autoFocus>
          {copy.unchanged[unchanged]}
        </p>
      )}
      <ErrorSummary
        title={copy.form.summary}
        heading="h3"
        errors={FIELDS.map((field) => ({ fieldId: DELIVERY_FIELDS[field], text: textOf(field) }))}
      />
      {unchanged === "unavailable" || unchanged === "erased" ? null : (
        <p className="order-delivery-state">
          {fillIn(reason === "erased" ? copy.unchanged.erased : copy.states[state], {
            email: plan?.to ?? "",
            time: plan === null ? "" : deliveryTime(plan.day),
            moment: sentAt === null ? "" : formatMoment(sentAt),
          })}
        </p>
      )}
      {reason === "too-often" && unchanged !== "too-often" ? <p>{copy.unchanged["too-often"]}</p> : null}
      {typed === null ? null : (
        <details open={!isPlanned || Object.keys(problems).length > 0 || unchanged !== null}>
          <summary>{isPlanned ? copy.form.change : copy.form.start}</summary>
          <DeliveryForm action={action} typed={typed} days={days} problems={problems}>
            {delivery.cardDay === typed.day ? null : (
              <p className="form-hint">{fillIn(copy.form.cardDay, { day: formatCardDay(delivery.cardDay) })}</p>
            )}
          </DeliveryForm>
        </details>
      )}
      {isPlanned ? (
        <form action={`${action}#bezorgen`} method="post">
          <button className="button button-quiet" type="submit" name={DELIVERY_FIELDS.step} value={DELIVERY_STEPS.stop}>
            {copy.form.stop}
          </button>
        </form>
      ) : null}
    </section>
  );
}

type DeliveryFormProps = Pick<DeliveryView, "days"> & {
  action: string;
  typed: TypedDelivery;
  problems?: DeliveryProblems;
  children?: ReactNode;
};

export function DeliveryForm({ action, typed, days, problems = {}, children }: DeliveryFormProps) {
  const textOf = (field: (typeof FIELDS)[number]) => problemText(field, problems[field], days.last);
  return (
    <form className="order-delivery-form stack" action={action} method="post" noValidate>
      <FormField id={DELIVERY_FIELDS.day} label={copy.form.day.label} hint={copy.form.day.hint} problem={textOf("day")}>
        {(props) => (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: Firefox calls an empty `required` field wrong at once
          <input {...props} type="date" defaultValue={typed.day} min={days.first} max={days.last} aria-required />
        )}
      </FormField>
      <FormField id={DELIVERY_FIELDS.to} label={copy.form.to.label} problem={textOf("to")}>
        {(props) => <input {...props} {...RECIPIENT_INPUT} defaultValue={typed.to} aria-required />}
      </FormField>
      {children}
      <button className="button" type="submit" name={DELIVERY_FIELDS.step} value={DELIVERY_STEPS.send}>
        {copy.form.save}
      </button>
    </form>
  );
}

function problemText(field: (typeof FIELDS)[number], problem: DeliveryProblem | undefined, last: string) {
  if (problem === undefined) return undefined;
  const texts: Partial<Record<DeliveryProblem, string>> = problemTexts[field];
  return fillIn(texts[problem] ?? texts.invalid ?? "", { last: formatCardDay(last) });
}
