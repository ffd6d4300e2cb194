import { forgetGiftDraft } from "./checkout/gift-draft.ts";
import { surroundings } from "./checkout/surroundings.ts";
import { endVisit } from "./checkout/visit.ts";

/** Ends the checkout's visit of a payment. A separate file, because the bridge script must stay small. */
export function endVisitOf(intentId: string): void {
  endVisit(surroundings, intentId);
  forgetGiftDraft(intentId);
  document.documentElement.dataset.visit = "ended";
}
