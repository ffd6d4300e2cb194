import { describe, expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { shop } from "../browser/test-shop.ts";
import { INSTALLED } from "./installed.ts";
import { openShop } from "./receive.ts";
import type { Visitor } from "./visitor.ts";

/**
 * Back and reloaded in every browser that is here: each fills in fields in its own way, and WebKit keeps pages too. More
 * cases are in test/browser/coming-back.test.ts, in Chromium alone.
 */

const receive = openShop();
const TYPED = { name: "Jan de Vries", email: "jan@example.nl", isAgreed: false };

/** What the checkout's form holds once it is ready. */
async function checkoutOf(buyer: Visitor) {
  await buyer.shows('.pay[data-phase="ready"]');
  return buyer.ask(() => {
    const field = (id: string) => document.getElementById(id) as HTMLInputElement;
    return {
      name: field("checkout-name").value,
      email: field("checkout-email").value,
      isAgreed: field("checkout-consent")?.checked ?? false,
    };
  });
}

async function writeBuyer(buyer: Visitor): Promise<void> {
  await buyer.shows('.pay[data-phase="ready"]');
  await buyer.write("#checkout-name", TYPED.name);
  await buyer.write("#checkout-email", TYPED.email);
}

async function toBank(buyer: Visitor): Promise<void> {
  await buyer.within(".pay-element iframe", async (form) => {
    await form.click("label", "iDEAL");
    await form.choose("#outcome", "succeeded");
  });
  await buyer.click(".pay-button");
  await buyer.reaches("/bank/pi_");
  await buyer.shows("button");
}

const giftOf = (giver: Visitor) =>
  giver.ask(() =>
    ["ontvanger", "gever", "bericht"].map((id) => (document.getElementById(id) as HTMLInputElement).value),
  );
const GIFT = ["Noor", "Opa Kees", "Tot op het water."];

describe.each(INSTALLED)("$name", ({ visit }) => {
  test("a buyer who comes back from the bank finds name and address, gives the consent again, and pays", async () => {
    const buyer = await receive(visit());
    await buyer.open(PATHS.checkout);
    await writeBuyer(buyer);
    await buyer.click("#checkout-consent");
    await toBank(buyer);
    await buyer.back();
    await expect.poll(() => checkoutOf(buyer)).toEqual(TYPED);
    await buyer.click("#checkout-consent");
    await toBank(buyer);
    await buyer.click("button", "Betalen");
    await buyer.reads("Je betaling is gelukt");
    expect(shop.world.stripe.intents.map(({ status }) => status)).toEqual(["succeeded"]);
  });

  test("a reload keeps what a buyer typed, without the consent", async () => {
    const buyer = await receive(visit());
    await buyer.open(PATHS.checkout);
    await writeBuyer(buyer);
    await buyer.click("#checkout-consent");
    await buyer.reload();
    await expect.poll(() => checkoutOf(buyer)).toEqual(TYPED);
  });

  test("a giver comes back from the bank to the payment step, and then to the filled form", async () => {
    const giver = await receive(visit());
    await giver.open(PATHS.giveGift);
    await giver.shows('[data-island="giftForm"][data-status="ready"]');
    await giver.write("#ontvanger", "Noor");
    await giver.write("#gever", "Opa Kees");
    await giver.write("#bericht", "Tot op het water.");
    await giver.click("button", "Verder naar betalen");
    await writeBuyer(giver);
    await toBank(giver);
    await giver.back();
    await expect.poll(() => checkoutOf(giver)).toEqual({ ...TYPED, isAgreed: false });
    await giver.reads("Noor");
    await giver.back();
    await giver.shows('[data-island="giftForm"][data-status="ready"]');
    await expect.poll(() => giftOf(giver)).toEqual(GIFT);
  });
});
