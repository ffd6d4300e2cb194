import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { wishFromMetadata } from "../../src/gifts/gift-wish.ts";
import { formatCardDay } from "../../src/gifts/give-gift-rules.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { DESKTOP, islandReady, openBrowser } from "./browser.ts";
import { buyers, fillIn, formReady, payButton, payWith, toast } from "./buyers.ts";
import { goOn, WISH, writeGift } from "./gifts.ts";

/** Giving a course, up to the payment that holds the wish: with and without script, and with each fault. */

const browser = openBrowser();
const { buyer, control, intentIds, worldState } = buyers(browser);

async function openForm(page: Page, search = ""): Promise<void> {
  await page.goto(PATHS.giveGift + search);
  await islandReady(page, "giftForm");
}

async function toPayment(page: Page, search = ""): Promise<void> {
  await openForm(page, search);
  await writeGift(page);
  await goOn(page);
  await formReady(page);
}

async function fieldsOf(page: Page) {
  return {
    productId: await page.locator("[name=cursus]:checked").inputValue(),
    recipient: await page.getByLabel("Voor wie is het?").inputValue(),
    giver: await page.getByLabel("Van wie komt het?").inputValue(),
    message: await page.getByLabel("Je bericht").inputValue(),
    from: await page.locator("#datum").inputValue(),
  };
}

/** The wish that the only payment holds, and its state. */
async function given() {
  const { intents } = await worldState();
  expect(intents).toHaveLength(1);
  const [intent] = intents;
  return { status: intent?.status, metadata: intent?.metadata ?? {}, wish: wishFromMetadata(intent?.metadata ?? {}) };
}

/** The animations in the example, and when the last of them stops, milliseconds. Runs in the page. */
function inspectScene(): { names: string[]; running: number; endMs: number } {
  const animations = (document.getElementById("voorbeeld")?.getAnimations({ subtree: true }) ?? []).filter(
    (animation) => animation instanceof CSSAnimation,
  );
  return {
    names: animations.map((animation) => animation.animationName),
    running: animations.filter(({ playState }) => playState === "running").length,
    endMs: Math.max(0, ...animations.map(({ effect }) => Number(effect?.getComputedTiming().endTime))),
  };
}

const statuses = async () => (await worldState()).intents.map(({ status }) => status);
const backAtShop = (page: Page) => page.waitForURL(`**${PATHS.interstitial}?*`);

/** As long as the card's example takes. */
const LETTER = "Lieve Noor,\n\nGefeliciteerd met je verjaardag!\nNu mag jij aan het roer.\n\nKus, opa";
/** Whether a text is shown to its end. Runs in the page. */
const isWhole = ({ scrollHeight, clientHeight }: Element) => scrollHeight <= clientHeight + 1;

describe("making a gift", () => {
  test("what is wrong with a field goes as soon as it is right; the example follows; the message is counted as people count", async () => {
    const { page, problems } = await browser.visit();
    await page.goto(PATHS.giveGift);
    await goOn(page);
    await islandReady(page, "giftForm");
    const card = page.locator(".give-card");
    expect(await card.textContent()).toContain("Voor wie jij wilt");
    const told = page.locator(".form-error");
    await expect.poll(() => told.count()).toBe(2);
    const recipient = page.getByLabel("Voor wie is het?");
    await recipient.fill("Noor");
    const summary = page.locator(".form-alert");
    for (const list of [told, summary.getByRole("link")])
      expect(await list.allTextContents()).toEqual(["Vul in van wie het cadeau komt."]);
    for (const name of ["aria-invalid", "aria-describedby"])
      expect(await recipient.getAttribute(name), name).toBeNull();

    await page.getByLabel("Van wie komt het?").fill("Opa Kees");
    expect(await summary.count(), "the box goes with its last line").toBe(0);

    // A field that is right again keeps its hint.
    await writeGift(page, WISH, "noor@");
    await page
      .locator("form")
      .first()
      .evaluate((form: HTMLFormElement) => (form.noValidate = true));
    await goOn(page);
    await page.locator("#ontvanger-email-fout").waitFor();
    const field = page.getByLabel("E-mailadres van de ontvanger");
    const describedBy = async () => (await field.getAttribute("aria-describedby"))?.split(" ");
    const [hint, error, ...rest] = (await describedBy()) ?? [];
    expect([await page.locator(`#${error}`).getAttribute("class"), rest]).toEqual(["form-error", []]);
    await field.fill("noor@example.nl");
    expect(await page.locator(`#${error}`).count()).toBe(0);
    expect(await describedBy()).toEqual([hint]);
    expect(await page.locator(`#${hint}`).textContent()).toMatch(/\S/);

    const text = await card.textContent();
    for (const said of ["Marifonie Cursus", "Voor Noor", "van Opa Kees", "Tot op het water.", formatCardDay(WISH.from)])
      expect(text).toContain(said);
    const small = page.locator(".give-small");
    expect(await small.isVisible(), "a small card beside the fields of a phone").toBe(true);
    for (const said of ["Voor Noor", "Tot op het water.", "van Opa Kees"])
      expect(await small.textContent()).toContain(said);
    await page.setViewportSize(DESKTOP);
    expect(await small.isVisible()).toBe(false);
    expect(await page.locator("#bericht-uitleg").textContent()).toBe("34 van 2000 tekens. Alles past op de cadeaubon.");
    await page.locator("[value=nu]").check();
    expect(await card.textContent()).toContain("Opa Kees");
    await recipient.fill("");
    expect(await card.textContent()).toContain("Voor wie jij wilt");
    await page.getByLabel("Je bericht").fill("👩‍🚀".repeat(2003));
    expect(await page.locator(".form-field [role=status]").textContent()).toBe("3 tekens te veel");
    // The browser itself logs that the form was refused.
    expect(problems.filter((problem) => !problem.includes("422"))).toEqual([]);
  });

  test("the scene plays for less than five seconds, and all of it again at a press; with less motion the card is simply there", async () => {
    const { page } = await browser.visit({ reducedMotion: "no-preference" });
    await openForm(page);
    const playing = () => page.evaluate(inspectScene);
    const first = await playing();
    expect(first.names).toEqual(expect.arrayContaining(["give-grow", "give-lid", "give-rise"]));
    expect(first.endMs).toBeLessThan(5_000);
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) if (animation instanceof CSSAnimation) animation.finish();
    });
    expect((await playing()).running).toBe(0);
    const replay = page.getByRole("button", { name: "Speel nog eens af" });
    await replay.scrollIntoViewIfNeeded();
    await islandReady(page, "giftReplay");
    await replay.click();
    expect((await playing()).running).toBe(first.names.length);
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await replay.isVisible()).toBe(false);
    expect(await page.locator(".give-card").evaluate((card) => getComputedStyle(card).opacity)).toBe("1");
    expect((await playing()).names).toEqual([]);
  });

  test("without JavaScript: made, mended and shown to the payment step, which says what it needs", async () => {
    const { page, problems } = await browser.open(PATHS.giveGift, { javaScriptEnabled: false });
    expect(await page.locator(".give-without-script").isVisible()).toBe(true);
    await page.getByLabel("Voor wie is het?").fill("Noor");
    await page.getByLabel("Je bericht").fill(LETTER);
    await goOn(page);
    const alert = page.locator(".form-alert");
    expect(await alert.evaluate((element) => element === document.activeElement)).toBe(true);
    await alert.getByRole("link", { name: "Vul in van wie het cadeau komt." }).click();
    expect(await page.locator("#gever").evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.getByLabel("Je bericht").inputValue()).toBe(LETTER);
    // The example shows the texts that the server got.
    expect(await page.locator(".give-card").textContent()).toContain("Voor Noor");
    expect(await page.locator(".give-small .give-card-message").evaluate(isWhole), "in the small card").toBe(true);
    await page.keyboard.type("Opa Kees");
    await page.keyboard.press("Enter");
    await page.locator(".checkout-without-script").waitFor();
    expect(await page.locator(".checkout-without-script").textContent()).toContain("JavaScript nodig");
    expect(await page.locator(".checkout-gift").textContent()).toContain("Opa Kees");
    expect(await page.locator(".checkout-gift-message").textContent()).toBe(LETTER);
    expect(await page.locator(".checkout-gift-message").evaluate(isWhole), "at the payment").toBe(true);
    expect(new URL(page.url()).search).toBe("");
    await page.getByRole("button", { name: "Wijzigen" }).click();
    expect(await page.getByLabel("Van wie komt het?").inputValue()).toBe("Opa Kees");
    expect(await intentIds()).toEqual([]);
    // The browser itself logs that the form was refused.
    expect(problems.filter((problem) => !problem.includes("422"))).toEqual([]);
  });

  test("by keyboard alone, from the first field to the payment; with a wallet there is nothing to tick first", async () => {
    await control("wallets", { googlePay: true });
    const { page } = await buyer({ viewport: DESKTOP });
    await openForm(page);
    // The choice of a product is one stop of the Tab key.
    await page.getByRole("radio", { name: "Klein Vaarbewijs 1 €59" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Noor");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Opa Kees");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Goede vaart!");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    // The field is visible once its choice is made. The browser's language decides the order of its parts.
    expect(await page.locator("#datum").evaluate((element) => element === document.activeElement)).toBe(true);
    await page.locator("#datum").fill(WISH.from);
    await page.getByRole("button", { name: "Verder naar betalen" }).focus();
    await page.keyboard.press("Enter");
    await formReady(page);
    expect(await page.locator(".checkout-gift").textContent()).toContain(formatCardDay(WISH.from));
    expect(await page.locator("h1").textContent()).toBe("Klein Vaarbewijs 2");
    const express = page.frameLocator(".pay-express iframe");
    await express.getByRole("button", { name: "Google Pay" }).click();
    await express.locator("#outcome").selectOption("succeeded");
    await express.locator("#pay").click();
    await backAtShop(page);
    const wish = { ...WISH, productId: "KVB2", message: "Goede vaart!" };
    expect(await given()).toMatchObject({ status: "succeeded", wish });
  });
});

describe("paying for a gift", () => {
  test("declined, changed, then paid: one is charged, and holds the last wish alone; no consent, no account, no name in an address", async () => {
    // Without view transitions: a browser logs an error if it breaks one off.
    const { page, problems } = await buyer({ reducedMotion: "reduce" });
    const addresses: string[] = [];
    page.on("request", (request) => addresses.push(request.url()));
    await toPayment(page, "?flow=A");
    expect(await page.getByLabel("Ik wil dat de levering").count()).toBe(0);
    expect(await page.getByText("kunt binnen 14 dagen na je aankoop zonder reden herroepen").isVisible()).toBe(true);
    await fillIn(page);
    await payWith(page, "declined");
    await toast(page, "Betaling mislukt").waitFor();
    await page.getByRole("button", { name: "Wijzigen" }).click();
    await islandReady(page, "giftForm");
    expect(await fieldsOf(page)).toEqual(WISH);
    await page.getByLabel("Je bericht").fill("Korter.");
    await goOn(page);
    await formReady(page);
    await fillIn(page);
    await payButton(page).click();
    await backAtShop(page);
    // Another wish is another purchase, so nobody can pay the first by accident.
    await expect.poll(statuses).toEqual(["requires_payment_method", "succeeded"]);
    const all = (await worldState()).intents.map(({ metadata }) => metadata);
    expect(all.map(wishFromMetadata)).toEqual([WISH, { ...WISH, message: "Korter." }]);
    expect(all[1]).toMatchObject({ gift: "1", product: "MARIFONIE", price: "3900", buyer_name: "Jan de Vries" });
    for (const name of ["consent", "user_id"]) expect(all[1]).not.toHaveProperty(name);
    expect(addresses.filter((address) => /Noor|Kees|Gefeliciteerd|Korter/i.test(decodeURIComponent(address)))).toEqual(
      [],
    );
    // The next gift in this tab begins with an empty form.
    await page.locator("html[data-visit=ended]").waitFor();
    await openForm(page);
    expect(await fieldsOf(page)).toEqual({ productId: "KVB1", recipient: "", giver: "", message: "", from: "" });
    expect(problems.filter((problem) => !problem.includes("402"))).toEqual([]);
  });
});
