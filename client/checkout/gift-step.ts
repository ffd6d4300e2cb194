import { formatCardDay, GIFT_SUMMARY_IDS } from "../../src/gifts/give-gift-rules.ts";
import type { PaymentConfig } from "../../src/paying/payment-rules.ts";
import { spellProduct } from "../../src/shared/paths.ts";
import { readGiftDraft } from "./gift-draft.ts";

/**
 * Fills this tab's gift into the payment step, whose address and page hold nothing of it, before the page is painted and
 * the payment begins. Without a gift it leads to the form; with a gift of another product, to the step of that one.
 */
const island = document.querySelector<HTMLElement>("[data-island=checkout]");
const draft = readGiftDraft();
const props: { payment: PaymentConfig } | null = JSON.parse(island?.dataset.props ?? "null");
const product = location.pathname.slice(location.pathname.lastIndexOf("/") + 1);
const own = draft?.digest ? spellProduct(draft.wish.productId) : "";
if (draft === null || own !== product) {
  // So that nothing begins a payment meanwhile.
  island?.remove();
  location.replace(location.pathname.slice(0, -product.length - (own === "" ? 1 : 0)) + own + location.search);
} else {
  const { wish, deliverTo, digest } = draft;
  if (island !== null && props !== null) {
    const { payment } = props;
    const identity = { ...payment.identity, giftDigest: digest };
    const purchase = { gift: wish, ...(deliverTo === undefined ? {} : { deliverTo }) };
    island.dataset.props = JSON.stringify({ ...props, payment: { ...payment, identity, purchase } });
  }
  show("recipient", wish.recipient);
  show("giver", wish.giver);
  show("day", wish.from === "now" ? "" : formatCardDay(wish.from));
  show("deliverTo", deliverTo);
  show("message", wish.message);
}

function show(name: keyof typeof GIFT_SUMMARY_IDS, text: string | undefined): void {
  const place = document.getElementById(GIFT_SUMMARY_IDS[name]);
  if (place === null || !text) return;
  place.textContent = text;
  for (const hidden of [place.parentElement, place.closest("form")]) hidden?.removeAttribute("hidden");
}
