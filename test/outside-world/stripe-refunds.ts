import type Stripe from "stripe";
import * as z from "zod";
import { formatAmount } from "../../src/shared/money.ts";
import type { StoredObject, StripeAccountStore } from "./stripe-account.ts";
import type { IntentStore } from "./stripe-intents.ts";
import { ApiError, type FormObject, integer, type Names, readParameters, text } from "./stripe-parameters.ts";
import type { Charge, Dispute, Refund, SaleStore } from "./stripe-sales.ts";

const REFUND_SHAPE = {
  payment_intent: text,
  amount: integer.pipe(z.number().min(1)).optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
} satisfies Names<Stripe.RefundCreateParams>;

/** `POST /v1/refunds`: refunds, or throws Stripe's refusal. */
export function answerRefund(
  intents: IntentStore,
  account: Pick<StripeAccountStore, "all">,
  refund: SaleStore["refund"],
  form: FormObject,
): Refund {
  const { payment_intent: id, amount, reason } = readParameters(form, REFUND_SHAPE);
  const intent = intents.get(id);
  if (intent === undefined) {
    throw new ApiError(`No such payment_intent: '${id}'`, { code: "resource_missing", param: "payment_intent" }, 404);
  }
  const of = ({ payment_intent: paid }: StoredObject) => paid === id;
  const charge = account.all("charges").find(of) as (StoredObject & Charge) | undefined;
  if (charge === undefined) {
    throw new ApiError(`This PaymentIntent (${id}) does not have a successful charge to refund.`);
  }
  const dispute = account.all("disputes").find(of) as (StoredObject & Dispute) | undefined;
  if (dispute !== undefined && !["won", "warning_closed"].includes(dispute.status)) {
    throw new ApiError(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    });
  }
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw new ApiError(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  }
  if (amount !== undefined && amount > left) {
    const message = `Refund amount (€${formatAmount(amount)}) is greater than unrefunded amount on charge (€${formatAmount(left)})`;
    throw new ApiError(message, { param: "amount" });
  }
  return refund(intent, amount, reason);
}
