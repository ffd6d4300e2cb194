import { forgetGiftDraft } from "./checkout/gift-draft.ts";
import { forgetBuyer } from "./checkout/kept-buyer.ts";
import { surroundings } from "./checkout/surroundings.ts";
import { endPaidVisit, endUnpaidVisit } from "./checkout/visit.ts";

/**
 * Ends the checkout's visit of a payment, and forgets what was typed for it if it is paid. A separate file, because the
 * bridge script must stay small.
 */
export function endVisitOf(intentId: string, paidIntent: string | undefined): void {
  if (paidIntent) {
    endPaidVisit(surroundings, intentId);
    forgetGiftDraft(intentId);
    forgetBuyer();
  } else endUnpaidVisit(surroundings, intentId);
  document.documentElement.dataset.visit = "ended";
}
