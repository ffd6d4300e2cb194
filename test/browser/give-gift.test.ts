import type { Page, Route } from "playwright";
import { expect, test } from "vitest";
import { wishFromMetadata } from "../../src/gifts/gift-wish.ts";
import { formatCardDay } from "../../src/gifts/give-gift-rules.ts";
import { giftPaymentPath, PATHS } from "../../src/shared/paths.ts";
import { DESKTOP, drawn, hold, islandReady, openBrowser } from "./browser.ts";
import { formReady, intentIds, payExpress } from "./buyers.ts";
import { goOn, WISH, writeGift } from "./gifts.ts";
import { dayIn } from "./machine-clock.ts";
import { shop } from "./test-shop.ts";

/** Giving a course, up to the payment that holds the wish: with and without script, and with each fault. */

const browser = openBrowser();
const { stripe } = shop.world;

async function openForm(page: Page): Promise<void> {
  await page.goto(PATHS.giveGift);
  await islandReady(page, "giftForm");
}

/** The animations in the example, and when the last of them stops, milliseconds. Runs in the page. */
function inspectScene(): { names: string[]; running: number; endMs: number } {
  const animations = (document.querySelector(".give-scene")?.getAnimations({ subtree: true }) ?? []).filter(
    (animation) => animation instanceof CSSAnimation,
  );
  return {
    names: animations.map((animation) => animation.animationName),
    running: animations.filter(({ playState }) => playState === "running").length,
    endMs: Math.max(0, ...animations.map(({ effect }) => Number(effect?.getComputedTiming().endTime))),
  };
}

const DRAFT = JSON.stringify({ wish: WISH });
/** As long as the card's example takes. */
const LETTER = "Lieve Noor,\n\nGefeliciteerd met je verjaardag!\nNu mag jij aan het roer.\n\nKus, opa";
/** Whether a text is shown to its end. Runs in the page. */
const isWhole = ({ scrollHeight, clientHeight }: Element) => scrollHeight <= clientHeight + 1;

test("what is wrong with a field goes as soon as it is right; the example follows; the message is counted as people count", async () => {
  const { page, problems } = await browser.visit();
  // Before the script is there, the browser sends the form, whose answer finds a gift of before in this tab.
  await page.goto(PATHS.giveGift);
  await page.getByLabel("Je bericht").fill("x".repeat(2001));
  await page.evaluate((gift) => [sessionStorage.setItem("gift-draft", gift), document.forms[0]?.submit()], DRAFT);
  const told = page.locator(".form-error");
  await expect.poll(() => told.count()).toBe(3);
  await islandReady(page, "giftForm");
  const card = page.locator(".give-card");
  expect(await card.textContent()).toContain("Voor wie jij wilt");
  const recipient = page.getByLabel("Voor wie is het?");
  await recipient.fill("N".repeat(60));
  const summary = page.locator(".form-alert");
  expect(await page.title()).toMatch(/^Fout: /);
  expect(await page.locator("#gever").getAttribute("aria-invalid")).toBe("true");
  expect(await page.locator("#gever").getAttribute("aria-describedby")).toBe("gever-fout");
  const wrong = ["Vul in van wie het cadeau komt.", expect.stringContaining("korter")];
  for (const list of [told, summary.getByRole("link")]) expect(await list.allTextContents()).toEqual(wrong);
  for (const name of ["aria-invalid", "aria-describedby"]) expect(await recipient.getAttribute(name), name).toBeNull();

  await page.getByLabel("Je bericht").fill("Hoi");
  await page.getByLabel("Van wie komt het?").fill("Opa Kees");
  expect(await summary.count(), "the box goes with its last line").toBe(0);

  // A field that is right again keeps its hint.
  await writeGift(page, WISH, "noor@");
  await page
    .locator("form")
    .first()
    .evaluate((form: HTMLFormElement) => (form.noValidate = true));
  const methods = new Set<string>();
  page.on("request", (request) => request.isNavigationRequest() && methods.add(request.method()));
  // One request at a time, which is said; what is typed meanwhile ends it, and so does leaving.
  const asked: Route[] = [];
  await page.route(`**${PATHS.giveGift}`, (route) => void asked.push(route));
  const said = page.locator(".give-form [role=status]");
  await goOn(page);
  await page.locator("[data-busy=true]").press("Enter");
  expect(await said.textContent()).toBe("Verder naar betalen...");
  await page.getByLabel("Van wie komt het?").fill("Opa Kees");
  expect([await page.locator("[data-busy=true]").count(), await said.textContent()]).toEqual([0, ""]);
  await goOn(page);
  await expect.poll(() => asked.length).toBeGreaterThan(1);
  await page.evaluate(() => dispatchEvent(new Event("beforeunload")));
  expect(asked).toHaveLength(2);
  await asked[0]?.fulfill({ json: { draft: {}, href: PATHS.faq } });
  await asked[1]?.fulfill({ body: "" });
  await page.unroute(`**${PATHS.giveGift}`);
  for (let press = 0; press < 2; press += 1) {
    await goOn(page);
    await page.locator(".give-form [data-busy=false]").waitFor();
  }
  // A screen reader hears of it once: by the focus.
  const named = page.getByRole("group", { name: "Controleer nog even:" });
  expect(await named.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await summary.getByRole("link").last().getAttribute("href")).toBe("#ontvanger-email");
  expect(await page.title()).toMatch(/^Fout: (?!Fout)/);
  expect(await page.getByRole("alert").count()).toBe(0);
  expect([...methods], "going back never ends at a browser's error").toEqual([]);
  const field = page.getByLabel("E-mailadres van de ontvanger");
  const describedBy = async () => (await field.getAttribute("aria-describedby"))?.split(" ");
  const [hint, error, ...rest] = (await describedBy()) ?? [];
  expect([await page.locator(`#${error}`).getAttribute("class"), rest]).toEqual(["form-error", []]);
  await field.fill("noor@example.nl");
  expect([await page.locator(`#${error}`).count(), await describedBy()]).toEqual([0, [hint]]);
  for (const [index, day] of ["2020-01-01", WISH.from, dayIn(0), "2020-01-01"].entries()) {
    await page.locator("#datum").fill(day);
    expect(await page.locator("#datum-fout").count(), `${day}: over, or too far for a mail`).toBe(index < 2 ? 1 : 0);
  }
  await field.fill("noor@");
  await goOn(page);
  await page.locator("#datum-fout").waitFor();
  await field.fill("");
  expect(await page.locator(`#${error}, #${hint}`).allTextContents()).toEqual([expect.stringMatching(/\S/)]);

  const text = await card.textContent();
  for (const said of ["Marifonie Cursus", "Voor Noor", "van Opa Kees", "Tot op het water.", "1 januari 2020"])
    expect(text).toContain(said);
  const small = page.locator(".give-small");
  expect(await small.isVisible(), "a small card beside the fields").toBe(true);
  for (const said of ["Voor Noor", "Tot op het water.", "van Opa Kees"])
    expect(await small.textContent()).toContain(said);
  await page.setViewportSize(DESKTOP);
  expect(await page.locator("#bericht-uitleg").textContent()).toBe("34 van 2000 tekens. Alles past op de cadeaubon.");
  const left = page.locator(".form-field [role=status]");
  expect(await left.textContent(), "while there is room").toBe("");
  await page.locator("[value=KVB1_KVB2]").check();
  expect(await page.locator(".give-total").textContent()).toBe("Je betaalt €118");
  await page.locator("[value=nu]").check();
  expect(await page.locator("#datum-fout").count(), "for now, whatever day stands there").toBe(0);
  expect(await card.textContent()).not.toContain("1 januari 2020");
  await recipient.fill("");
  expect(await card.textContent()).toContain("Voor wie jij wilt");
  for (const [length, said] of [
    [1981, "Nog 20 tekens"],
    [2003, "3 tekens te veel"],
  ] as const) {
    await page.getByLabel("Je bericht").fill("👩‍🚀".repeat(length));
    expect(await left.textContent()).toBe(said);
    expect(await page.locator("#bericht-uitleg").textContent()).toContain("Online staat alles.");
  }
  // The browser itself logs that the form was refused.
  expect(problems.filter((problem) => !problem.includes("422"))).toEqual([]);
});

test("what was sent without a network is in the form of this tab again; what is sold is what stands in the form", async () => {
  const { page } = await browser.visit();
  await openForm(page);
  await writeGift(page, { ...WISH, from: dayIn(12) }, "noor@example.nl");
  const typed = () => page.evaluate(() => String(new URLSearchParams(new FormData(document.forms[0]) as never)));
  const before = await typed();
  const [texts = ""] = /gever=.*(?=&moment)/.exec(before) ?? [];
  await page.context().setOffline(true);
  // Nor does the server answer a script: each limit of half a minute or less is over at once.
  await page.evaluate(() => {
    AbortSignal.timeout = (ms) => (ms > 30_000 ? new AbortController().signal : AbortSignal.abort());
    window.fetch = (_, init) => new Promise((_, lost) => init?.signal?.aborted && lost());
  });
  await goOn(page);
  await expect.poll(() => page.url()).toMatch(/^chrome-error:/);
  await page.context().setOffline(false);
  await page.goto(PATHS.giveGift);
  await islandReady(page, "giftForm");
  expect(await typed(), "all that was sent").toBe(before);
  const step = `**${PATHS.giveGift}/*`;
  for (const [index, path] of [giftPaymentPath(WISH.productId), PATHS.giveGift].entries()) {
    const letScriptCome = await hold(page, "**/build/gift-form-*.js");
    await page.goto(path);
    const from = dayIn(12 + index);
    await writeGift(page, { productId: "KVB2", recipient: "Els", giver: "", message: "", from }, "els@example.nl");
    const sent = (await typed()).replace("gever=&bericht=", texts);
    letScriptCome();
    await islandReady(page, "giftForm");
    // The browser has kept the form, and nothing was paid.
    await page.route(step, (route) => route.fulfill({ status: 204 }));
    await Promise.all([page.waitForRequest(step), goOn(page)]);
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    expect(await typed(), "typed before the script came").toBe(sent);
  }
  // Until the next page is there a press asks nothing, and what is typed ends it: what is stored is what is sold.
  const asked: string[] = [];
  page.on("request", (request) => request.method() === "POST" && asked.push(request.postData() ?? ""));
  await page.unroute(step);
  await page.route(step, (route) => void (asked.length > 1 && route.fulfill({ status: 204 })));
  await page.getByLabel("E-mailadres van de ontvanger").focus();
  await Promise.all([page.waitForRequest(step), page.keyboard.press("Enter")]);
  for (const key of ["Enter", "End", "x"]) await page.keyboard.press(key);
  await Promise.all([page.waitForRequest(step), goOn(page)]);
  const sentTo = asked.map((form) => new URLSearchParams(form).get("ontvanger-email"));
  expect(sentTo).toEqual(["els@example.nl", "els@example.nlx"]);
  // A form that a browser has restored, as Firefox does, has both names: its course and moment are later than the draft's.
  const letItCome = await hold(page, "**/build/gift-form-*.js");
  await page.goto(PATHS.giveGift);
  for (const name of ["#ontvanger", "#gever"]) await page.locator(name).fill("Els");
  letItCome();
  await islandReady(page, "giftForm");
  expect(await typed()).toMatch(/cursus=KVB1&.*moment=nu/);
  await Promise.all([page.waitForRequest(step), goOn(page)]);
  await page.evaluate(() => [sessionStorage.clear(), dispatchEvent(new Event("pageshow"))]);
  expect(await typed(), "paid meanwhile").toMatch("ontvanger=&");
});

test("the scene plays for less than five seconds, and all of it again at a press; with less motion the card is simply there", async () => {
  const { page } = await browser.visit({ reducedMotion: "no-preference" });
  await openForm(page);
  const playing = () => page.evaluate(inspectScene);
  const first = await playing();
  expect(first.names).toEqual(expect.arrayContaining(["give-grow", "give-lid", "give-rise"]));
  expect(first.endMs).toBeLessThan(5_000);
  const replay = page.getByRole("button", { name: "Speel nog eens af" });
  // Past the scene, which has ended before anybody sees it.
  await replay.evaluate((button) => button.scrollIntoView({ block: "start", behavior: "instant" }));
  await islandReady(page, "giftReplay");
  await drawn(page);
  const scene = page.locator(".give-scene");
  const finish = () => document.getAnimations().map((animation) => animation.finish());
  for (const act of [() => scene.scrollIntoViewIfNeeded(), () => replay.click(), () => replay.click()]) {
    await page.evaluate(finish);
    expect((await playing()).running).toBe(0);
    await act();
    await expect.poll(async () => (await playing()).running).toBe(first.names.length);
  }
  await page.evaluate(finish);
  for (const part of [page.locator("footer"), scene]) await part.scrollIntoViewIfNeeded().then(() => drawn(page));
  expect((await playing()).running, "at a second sight").toBe(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await replay.isVisible()).toBe(false);
  expect(await page.locator(".give-card").evaluate((card) => getComputedStyle(card).opacity)).toBe("1");
  expect((await playing()).names).toEqual([]);
});

test("without JavaScript: made, mended and shown to the payment step, which says what it needs", async () => {
  const { page, problems } = await browser.open(PATHS.giveGift, { javaScriptEnabled: false });
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await page.getByText("Speel nog eens af").isVisible(), "it would do nothing").toBe(false);
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
  // What its style sheet hides is seen until that is there.
  await page.waitForLoadState();
  expect(await page.locator(".checkout-without-script").textContent()).toContain("JavaScript nodig");
  expect(await page.getByText("Betaalformulier laden...").isVisible(), "a form that never comes").toBe(false);
  expect(await page.locator(".checkout-gift").textContent()).toContain("Opa Kees");
  expect(await page.locator(".checkout-gift-message").allInnerTexts()).toEqual([LETTER]);
  expect(await page.locator(".checkout-gift-message").evaluate(isWhole), "at the payment").toBe(true);
  expect(new URL(page.url()).search).toBe("");
  await page.getByRole("button", { name: "Wijzigen" }).click();
  expect(await page.getByLabel("Van wie komt het?").inputValue()).toBe("Opa Kees");
  expect(intentIds()).toEqual([]);
  // The browser itself logs that the form was refused.
  expect(problems.filter((problem) => !problem.includes("422"))).toEqual([]);
});

test("by keyboard alone, from the first field to the payment; with a wallet there is nothing to tick first", async () => {
  stripe.setWallets({ googlePay: true });
  const { page } = await browser.visit({ viewport: DESKTOP });
  await openForm(page);
  // The choice of a product is one stop of the Tab key.
  await page.getByRole("radio", { name: "Klein Vaarbewijs 1 €59" }).focus();
  await page.keyboard.press("ArrowDown");
  for (const text of ["Noor", "Opa Kees", "Goede vaart!"]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(text);
  }
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
  await payExpress(page, "Google Pay", "succeeded");
  await page.waitForURL(`**${PATHS.interstitial}?*`);
  const { intents } = stripe;
  expect(intents).toMatchObject([{ status: "succeeded", metadata: { gift: "1", price: "5900" } }]);
  expect(intents[0]?.metadata).not.toHaveProperty("consent");
  expect(wishFromMetadata(intents[0]?.metadata ?? {})).toEqual({ ...WISH, productId: "KVB2", message: "Goede vaart!" });
});
