import type { Page } from "playwright";
import { keepDeliveryDraft } from "../../src/gifts/day/gift-delivery.ts";
import { createGiftCode } from "../../src/gifts/gift-code.ts";
import { wishToMetadata } from "../../src/gifts/gift-wish.ts";
import type { GiftWish } from "../../src/shared/gift.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { machineNow } from "./machine-clock.ts";
import { SIGNER } from "./orders.ts";
import { shop } from "./test-shop.ts";

/** Makes gifts of the running shop without a browser. */

export const WISH: GiftWish = {
  productId: "MARIFONIE",
  recipient: "Noor",
  giver: "Opa Kees",
  message: "Gefeliciteerd! 🎉\nTot op het water.",
  // A future day within the limit for gifts.
  from: `${machineNow().getUTCFullYear() + 1}-12-05`,
};

type StartedGift = {
  intentId: string;
  code: string;
  /** The address that Stripe leads back to. */
  returnPath: string;
};

/** A payment as our checkout starts one, for KVB1 unless this metadata names another product. */
export function startPayment(metadata: Readonly<Record<string, string>> = {}) {
  const all = Object.entries({ product: "KVB1", price: "3900", flow: "none", ...metadata });
  const { id, client_secret: secret } = shop.world.stripe.create({
    ...{ amount: 3900, currency: "eur" },
    metadata: Object.fromEntries(all.filter(([, value]) => value !== "")),
  });
  const query = new URLSearchParams({
    payment_type: "klein-vaarbewijs-1",
    payment_intent: id,
    payment_intent_client_secret: secret,
    // The shop ignores this parameter.
    redirect_status: "succeeded",
  });
  return { id, secret, returnPath: `${PATHS.interstitial}?${query}` };
}

/** Fills in the form of a gift, and the address to mail it to if there is one. */
export async function writeGift(
  page: Page,
  { productId, recipient, giver, message, from } = WISH,
  deliverTo = "",
): Promise<void> {
  await page.locator(`[name=cursus][value=${productId}]`).check();
  await page.getByLabel("Voor wie is het?").fill(recipient);
  await page.getByLabel("Van wie komt het?").fill(giver);
  await page.getByLabel("Je bericht").fill(message);
  await page.getByText("Op een bepaalde dag").click();
  await page.getByLabel("Voor welke dag is het?").fill(from);
  if (deliverTo !== "") await page.getByLabel("E-mailadres van de ontvanger").fill(deliverTo);
}

export const goOn = (page: Page) => page.getByRole("button", { name: "Verder naar betalen" }).click();

export const giftCodeOfIntent = async (intentId: string) => (await createGiftCode(SIGNER, intentId)) ?? "";

/** A gift that has been paid; `deliverTo` is the address if the shop is to mail it. */
export async function payGift(wish: GiftWish = WISH, deliverTo = ""): Promise<StartedGift> {
  // As our checkout starts one, with its details written.
  const buyer = { product: wish.productId, visit: "v", buyer_name: "Kees Jansen", buyer_email: "kees@example.nl" };
  const { id: intentId, returnPath } = startPayment({ ...buyer, ...wishToMetadata(wish) });
  if (wish.deliveryDraftId !== undefined) {
    // As the checkout does just before it pays.
    const draft = { id: wish.deliveryDraftId, to: deliverTo, day: wish.from };
    await keepDeliveryDraft({ ledger: shop.ledger, now: machineNow() }, intentId, draft);
  }
  shop.world.stripe.settle(intentId, "succeeded");
  return { intentId, code: await giftCodeOfIntent(intentId), returnPath };
}
