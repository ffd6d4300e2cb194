import type Stripe from "stripe";
import * as z from "zod";
import { formatAmount } from "../../src/shared/money.ts";
import type { StoredObject, StripeAccountStore } from "./stripe-account.ts";
import type { Dispute } from "./stripe-disputes.ts";
import type { IntentStore } from "./stripe-intents.ts";
import { ApiError, type FormObject, integer, type Names, readParameters, text } from "./stripe-parameters.ts";
import type { Refund, SaleStore } from "./stripe-sales.ts";

const REFUND_SHAPE = {
  payment_intent: text,
  amount: integer.pipe(z.number().min(1)).optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
} satisfies Names<Stripe.RefundCreateParams>;

/** `POST /v1/refunds`: refunds, or throws Stripe's refusal, which it repeats to the same idempotency key. */
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
  const charge = intents.latestCharge(intent);
  if (charge?.status !== "succeeded") {
    throw refused(`This PaymentIntent (${id}) does not have a successful charge to refund.`);
  }
  const of = ({ payment_intent: paid }: StoredObject) => paid === id;
  const disputes = account.all("disputes").filter(of) as unknown as readonly Dispute[];
  if (disputes.some(({ is_charge_refundable: isRefundable }) => !isRefundable)) {
    const code = "charge_disputed";
    throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code });
  }
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw refused(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  }
  if (amount !== undefined && amount > left) {
    const message = `Refund amount (€${formatAmount(amount)}) is greater than unrefunded amount on charge (€${formatAmount(left)})`;
    throw refused(message, { param: "amount" });
  }
  return refund(intent, amount, reason);
}

function refused(message: string, fields: { code?: string; param?: string } = {}): ApiError {
  return Object.assign(new ApiError(message, fields), { isKept: true });
}
