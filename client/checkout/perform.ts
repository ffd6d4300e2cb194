import type { Stripe } from "@stripe/stripe-js";
import { type PaymentConfig, RETURN_PARAMETERS } from "../../src/paying/payment-rules.ts";
import type { Account } from "../auth/session.ts";
import { takeOpening } from "./begin.ts";
import { confirmPayment, submitFields } from "./confirm.ts";
import { type BuyerDetails, sendDetails } from "./details.ts";
import { type ElementHandlers, type MountedElements, mountElements } from "./elements.ts";
import type { AnswerTo, Payment, QuestionName, QuestionOf } from "./protocol.ts";
import { readLeftPayments, readState } from "./session.ts";

/** The page as the checkout's machine sees it. None of these functions may change while the page is open. */
export type Page = {
  config: PaymentConfig;
  /** The elements for Stripe's fields and express buttons; null once the form is gone. */
  places(): { payment: HTMLElement; express: HTMLElement } | null;
  elementHandlers: ElementHandlers;
  /** The buyer at the last press; a wallet may give no name. */
  purchaser(): BuyerDetails;
  readAccount(): Promise<Account | null>;
};

/** Answers the machine's questions in a browser. No answer rejects. */
export type Performer = {
  [Name in QuestionName]: (question: QuestionOf<Name>) => Promise<AnswerTo<Name>>;
} & { leave(payment: Payment): void; unmount(): void };

export function createPerformer({ config, places, elementHandlers, purchaser, readAccount }: Page): Performer {
  // Set by the first opening that works; later questions need it.
  let stripe: Stripe;
  let mounted: MountedElements | null = null;
  const elements = () => (mounted as MountedElements).elements;
  return {
    async open({ visit, others }) {
      const opening = await takeOpening(config, visit, others);
      if (opening.stripe !== null) stripe = opening.stripe;
      return opening.answer;
    },
    others: ({ visit, others }) => readLeftPayments(config, visit, others),
    read: ({ payment }) => readState(stripe, payment.clientSecret),
    async mount({ payment }) {
      const found = places();
      if (found === null) return false;
      try {
        mounted = await mountElements(stripe, payment.clientSecret, found, elementHandlers);
        return true;
      } catch (error) {
        console.error(error);
        return false;
      }
    },
    // Must be called before any await.
    submit: () => submitFields(elements()),
    async send({ payment, isTold }) {
      const details = { ...purchaser(), isTold };
      return sendDetails(config, payment.clientSecret, details, await readAccount());
    },
    confirm({ payment }) {
      const { name, email } = purchaser();
      return confirmPayment(stripe, elements(), payment.clientSecret, {
        payment_method_data: { billing_details: { name: name || null, email } },
        return_url: location.origin + config.returnPath,
        ...(config.asksReceipt ? { receipt_email: email } : {}),
      });
    },
    pause: ({ ms }) =>
      new Promise((resolve) => {
        setTimeout(resolve, ms);
        addEventListener("online", resolve, { once: true });
      }),
    leave({ intentId, clientSecret }) {
      const url = new URL(config.returnPath, location.origin);
      url.searchParams.set(RETURN_PARAMETERS.intent, intentId);
      url.searchParams.set(RETURN_PARAMETERS.clientSecret, clientSecret);
      location.replace(url);
    },
    unmount() {
      mounted?.destroy();
      mounted = null;
    },
  };
}
