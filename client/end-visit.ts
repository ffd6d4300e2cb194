import { forgetGiftDraft } from "./checkout/gift-draft.ts";
import { surroundings } from "./checkout/surroundings.ts";
import { endVisit } from "./checkout/visit.ts";

/** Ends the checkout's visit that a payment belongs to. Beside the bridge script, which stays small enough to be inlined. */
export function endVisitOf(intentId: string): void {
  endVisit(surroundings, intentId);
  forgetGiftDraft(intentId);
  document.documentElement.dataset.visit = "ended";
}
