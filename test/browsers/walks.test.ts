import { beforeEach, describe, expect, test } from "vitest";
import { orderLabel } from "../../src/courses/products-copy.ts";
import { POPUP_DELAY_MS } from "../../src/free/quiz/practice-popup-rules.ts";
import { QUIZ_QUESTIONS } from "../../src/free/quiz/quiz-questions-copy.ts";
import { GIFT_SALE_COPY } from "../../src/gifts/gift-sale-copy.ts";
import { wishFromMetadata } from "../../src/gifts/gift-wish.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { SITE_COPY } from "../../src/ui/site-copy.ts";
import { GIFT_CODE, GIFT_QUERY } from "../browser/pages.ts";
import { shop } from "../browser/test-shop.ts";
import { FIREFOX, INSTALLED, openShop } from "./installed.ts";
import type { Visitor } from "./visitor.ts";

/**
 * A visitor's walks through the shop, in every browser that is here: buying, to the bank and back, giving, unwrapping, withdrawing, and
 * all animations. Each browser fills in fields in its own way, and WebKit keeps pages too.
 */

const receive = openShop();
/** The number of this test, so that its buyers have addresses of their own. */
let number = 0;
beforeEach(() => {
  number += 1;
});

/** Picks a method and an outcome on the local payment form, and presses the button. */
async function pay(buyer: Visitor, outcome = "succeeded", method = "card"): Promise<void> {
  await buyer.fillFrame({ css: ".pay-element iframe", fields: { method, outcome } });
  await buyer.click(".pay-button");
}

async function toBank(buyer: Visitor): Promise<void> {
  await pay(buyer, "succeeded", "ideal");
  await buyer.reaches("/bank/pi_");
  await buyer.shows("button");
}

/** The checkout has what was typed, and no consent: that is given again. */
async function expectKept(buyer: Visitor): Promise<void> {
  await buyer.shows('.pay[data-phase="ready"]');
  const fields = () =>
    buyer.ask(() => {
      const field = (name: string) => document.getElementById(`checkout-${name}`) as HTMLInputElement | null;
      return [field("name")?.value, field("email")?.value, field("consent")?.checked ?? false];
    });
  await expect.poll(fields).toEqual(["Jan de Vries", `jan${number}@example.nl`, false]);
}

async function fillCheckout(buyer: Visitor): Promise<void> {
  await buyer.shows('.pay[data-phase="ready"]');
  await buyer.write("#checkout-name", "Jan de Vries");
  await buyer.write("#checkout-email", `jan${number}@example.nl`);
}

async function openCheckout(buyer: Visitor): Promise<void> {
  await buyer.open(PATHS.checkout);
  await fillCheckout(buyer);
  await buyer.click("#checkout-consent");
}

const GIFT_FORM = '[data-island="giftForm"][data-status="ready"]';
const GIFT = [
  ["#ontvanger", "Noor"],
  ["#gever", "Opa Kees"],
  ["#bericht", "Tot op het water."],
] as const;
const PAGE_OF_MENU = { label: SITE_COPY.header.items[1]?.label ?? "", path: SITE_COPY.header.items[1]?.path ?? "" };

const WALKS: Readonly<Record<string, (visitor: Visitor) => Promise<void>>> = {
  async "a course is bought by card, and the way leads to it"(buyer) {
    await openCheckout(buyer);
    await pay(buyer);
    await buyer.reaches(PATHS.interstitial);
    await buyer.reads("Je betaling is gelukt");
    expect(shop.world.stripe.intents.map(({ status }) => status)).toEqual(["succeeded"]);
    await buyer.reaches("/cursus/kvb1");
  },
  async "a card that is declined says so, and the same payment is paid at the second time"(buyer) {
    await openCheckout(buyer);
    await pay(buyer, "declined");
    await buyer.reads("Je kaart is geweigerd");
    await buyer.shows(".pay-button:not([data-busy=true])");
    await pay(buyer);
    await buyer.reads("Je betaling is gelukt");
    expect(shop.world.stripe.intents.map(({ status }) => status)).toEqual(["succeeded"]);
  },
  async "from the bank, and after a reload: name and address are kept, the consent is not; then the bank pays"(buyer) {
    await openCheckout(buyer);
    await toBank(buyer);
    await buyer.back();
    await expectKept(buyer);
    await buyer.reload();
    await expectKept(buyer);
    await buyer.click("#checkout-consent");
    await toBank(buyer);
    await buyer.click("button", "Betalen");
    await buyer.reads("Je betaling is gelukt");
    expect(shop.world.stripe.intents.map(({ status }) => status)).toEqual(["succeeded"]);
  },
  async "the hosted checkout leads to the bridge page and on to the course"(buyer) {
    await buyer.open(PATHS.order);
    await buyer.click("a", orderLabel("KVB1"));
    await buyer.reaches("/checkout/KVB1/none");
    await buyer.click("button", "Betaal");
    await buyer.reaches("session_id=");
    await buyer.reaches("/cursus/kvb1");
  },
  async "a gift is given, comes back from the bank to the payment step and to the form, and is paid"(buyer) {
    await buyer.open(PATHS.giveGift);
    await buyer.shows(GIFT_FORM);
    for (const [field, text] of GIFT) await buyer.write(field, text);
    await buyer.click("button", "Verder naar betalen");
    await fillCheckout(buyer);
    await toBank(buyer);
    await buyer.back();
    await expectKept(buyer);
    await buyer.reads("Noor");
    await buyer.back();
    await buyer.shows(GIFT_FORM);
    const written = () =>
      buyer.ask(() =>
        ["#ontvanger", "#gever", "#bericht"].map((id) => document.querySelector<HTMLInputElement>(id)?.value),
      );
    await expect.poll(written).toEqual(GIFT.map(([, text]) => text));
    await buyer.click("button", "Verder naar betalen");
    await expectKept(buyer);
    await pay(buyer);
    await buyer.reads(GIFT_SALE_COPY.title);
    const [intent] = shop.world.stripe.intents;
    expect(intent?.status).toBe("succeeded");
    expect(wishFromMetadata(intent?.metadata ?? {})).toMatchObject({ recipient: "Noor", giver: "Opa Kees" });
  },
  async "a gift is unpacked in three taps"(receiver) {
    await receiver.open(`${GIFT_CODE}?${GIFT_QUERY}`);
    await receiver.shows('[data-island="gift"][data-status="ready"]');
    for (let tap = 0; tap < 3; tap += 1) await receiver.click(".gift-button");
    await receiver.shows(".gift-giver");
    await receiver.reads("lieve schipper!");
  },
  async "a contract is withdrawn from"(buyer) {
    await buyer.open(PATHS.withdrawal);
    await buyer.write("#naam", "Jan de Vries");
    await buyer.write("#overeenkomst", "Klein Vaarbewijs 1");
    await buyer.write("#email", `herroep${number}@example.nl`);
    await buyer.click("button", "Controleer je gegevens");
    await buyer.reads("Klopt dit?");
    await buyer.click("button", "Herroeping bevestigen");
    await buyer.reads("We hebben je herroeping ontvangen");
  },
  async "the quiz to its score, the query carried"(player) {
    await player.open(`${PATHS.quiz}?flow=A`);
    for (const [index] of QUIZ_QUESTIONS.entries()) {
      await player.click(`#vraag-${index + 1} label`);
      const isLast = index === QUIZ_QUESTIONS.length - 1;
      await player.click(
        `#vraag-${index + 1} ${isLast ? "button" : "a"}`,
        isLast ? "Bekijk je score" : "Volgende vraag",
      );
    }
    await player.reaches(`${PATHS.quizScore}?`);
    await player.reads("Je score is:");
    expect(await player.ask(() => new URLSearchParams(location.search).get("flow"))).toBe("A");
  },
  async "the menu opens, and leads to a page"(reader) {
    await reader.open(PATHS.home);
    await reader.hides(".header-nav a");
    await reader.click(".header-menu");
    await reader.click(".header-nav a", PAGE_OF_MENU.label);
    await reader.reaches(PAGE_OF_MENU.path);
    await reader.shows("h1");
  },
  async "the map has its marks, and one opens"(reader) {
    await reader.open(PATHS.exam);
    await reader.ask(() => document.querySelector(".exam-map")?.scrollIntoView({ block: "center" }));
    await reader.shows('[data-island="examMap"][data-status="ready"]');
    await reader.shows(".exam-marker");
    const sizes = await reader.ask(() =>
      [...document.querySelectorAll(".exam-marker")].map((mark) => {
        const { width, height } = mark.getBoundingClientRect();
        return Math.min(width, height);
      }),
    );
    // A mark that is only partly visible cannot be clicked.
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
    await reader.ask(() => document.querySelectorAll<HTMLElement>(".exam-marker")[3]?.focus());
    await reader.shows(".exam-popup");
  },
  async "the practice popup comes after its time, and does not come back"(reader) {
    await reader.open(PATHS.kvb1);
    await new Promise((waited) => setTimeout(waited, POPUP_DELAY_MS));
    await reader.shows("dialog[open]");
    await reader.click("dialog[open] button");
    await reader.hides("dialog[open]");
    // The browser tells of the closing a moment after it.
    await expect.poll(() => reader.ask(() => localStorage.length)).toBeGreaterThan(0);
  },
  async "measuring is refused, and not asked again"(reader) {
    await shop.set({ listens: true, vars: { TAG_MANAGER_ID: "GTM-TEST1" } });
    await reader.open(PATHS.home);
    await reader.click(".consent-bar button", "Weigeren");
    await reader.hides(".consent-bar");
    await reader.open(PATHS.faq);
    await reader.shows("h1");
    await reader.hides(".consent-bar");
  },
};

describe.each(INSTALLED)("$name", ({ visit }) => {
  test.each(Object.entries(WALKS))("%s", async (walk, take) => {
    const visitor = await receive(visit());
    await take(visitor);
    const problems = await visitor.problems();
    // Stripe answers a refusal with 402, which browsers log as an error; WebKit says which scripts it gives up when a page is left.
    const isExpected = (problem: string) =>
      (/declined/.test(walk) && problem.includes("402")) ||
      /^TypeError: Importing a module script failed/.test(problem);
    expect(problems.filter((problem) => !isExpected(problem))).toEqual([]);
  });
});

const PLAIN_WALKS = [
  "a contract is withdrawn from",
  "the menu opens, and leads to a page",
  "the quiz to its score, the query carried",
];

describe.skipIf(FIREFOX === null)("Firefox without scripts", () => {
  const visit = async () => receive(FIREFOX?.playwright({ javaScriptEnabled: false }) as Promise<Visitor>);

  test.each(PLAIN_WALKS)("%s", async (walk) => {
    await WALKS[walk]?.(await visit());
  });

  test("from the order page to the hosted checkout", async () => {
    const buyer = await visit();
    await buyer.open(PATHS.order);
    await buyer.click("a", orderLabel("KVB1"));
    await buyer.reaches("/checkout/KVB1/none");
  });
});
