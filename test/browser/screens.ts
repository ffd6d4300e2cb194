import type { Page } from "playwright";
import { INTERSTITIAL_COPY } from "../../src/content/interstitial.ts";
import { PAYMENT_RETURN_COPY } from "../../src/content/payment-return.ts";
import { QUIZ_QUESTIONS } from "../../src/content/quiz-questions.ts";
import { SESSION_STORAGE_KEY } from "../../src/shared/auth.ts";
import { OFFERS } from "../../src/shared/courses.ts";
import type { NearestCentres } from "../../src/shared/entities.ts";
import { giftCardPath, giftCodePath, PATHS, quizQuestionPath } from "../../src/shared/paths.ts";
import { POPUP_DELAY_MS, POPUP_STORAGE_KEY } from "../../src/shared/practice-popup.ts";
import { answerParam, formatAnswer } from "../../src/shared/quiz.ts";
import { addDays, today, weekdayOf } from "../../src/shared/time.ts";
import { answersWithRight, MOCK_EXAM } from "../mock-exam.ts";
import type { IntentStatus } from "../outside-world/stripe-intents.ts";
import { islandReady } from "./browser.ts";
import { formReady } from "./buyers.ts";
import { stopClock } from "./false-clock.ts";
import { giftCodeOfIntent, goOn, payGift, startPayment, writeGift } from "./gifts.ts";
import { orderPathOf, recordPaidOrder, recordRepaidGift } from "./orders.ts";
import { waitFor } from "./return-page.ts";
import { shop } from "./test-shop.ts";
import type { KvMode } from "./test-worker.ts";

/** Every screen of the shop and every state that a visitor can bring it into, for the tests that look at all of them. */

export type Screen = {
  name: string;
  /** Path and query. */
  path: string;
  /** HTTP status; default 200. */
  status?: number;
  /** What is arranged before the page is asked for. */
  before?: (page: Page) => Promise<void>;
  /** Brings the page into the state that its name tells of. */
  prepare?: (page: Page) => Promise<void>;
  /** Islands that must have been hydrated before anything is looked at. */
  islands?: readonly string[];
  /** The state exists on a small screen only. */
  phoneOnly?: boolean;
};

/** Every answer of the quiz: 1, 3 and 4 right, the other two wrong. */
const ANSWERS = new URLSearchParams(
  QUIZ_QUESTIONS.map((question): [string, string] => [
    answerParam(question.number),
    formatAnswer(question, question.number % 2 === 1 && question.number < 5 ? question.correct : "D"),
  ]),
);
const GIFT_CODE = giftCodePath("BROWSERTEST");
const GIFT_QUERY = new URLSearchParams({ n: "Noor", g: "Bas", m: "Goede vaart,\nlieve schipper!" });

/** An answer of the licence check: a slow motor boat of 9.80 m, but for what differs. */
function licenceCheckPath(change: Readonly<Record<string, string>>): string {
  const answers = { boot: "motorboot", lengte: "9,80", snelheid: "tot-20", water: "rivieren" };
  return `${PATHS.licenceCheck}?${new URLSearchParams({ ...answers, gebruik: "vrije-tijd", leeftijd: "18", ...change })}`;
}

/** What the edge's idea of a visitor's place comes to. */
export const NEAREST: NearestCentres = {
  place: "'s-Hertogenbosch",
  centres: [
    { city: "Eindhoven", distance: "ongeveer 30 km" },
    { city: "Gorinchem", distance: "ongeveer 30 km" },
    { city: "Barendrecht", distance: "ongeveer 55 km" },
  ],
};

/** The address of a mock exam that has begun, with some answers. */
function mockExamPath(parameters: Record<string, string>): string {
  const begun = { examen: MOCK_EXAM, begin: "1795374000", antwoorden: "ABCAB" };
  return `${PATHS.mockExam}?${new URLSearchParams({ ...begun, ...parameters })}`;
}

/** A day on which there are exams, so many days from now or the day after. */
function examIn(days: number): string {
  const day = addDays(today(new Date()), days);
  return weekdayOf(day) === 0 ? addDays(day, 1) : day;
}

/** Every address of a page, once each, as it is when it has loaded. */
export const PAGES: readonly Screen[] = [
  { name: "home", path: PATHS.home },
  { name: "KVB1", path: PATHS.kvb1 },
  { name: "KVB2", path: PATHS.kvb2 },
  { name: "Marifonie", path: PATHS.marifonie },
  { name: "exam", path: PATHS.exam },
  { name: "licence check", path: PATHS.licenceCheck },
  { name: "licence check, KVB2", path: licenceCheckPath({ lengte: "15,00", water: "ruim-water" }) },
  { name: "licence check, none", path: licenceCheckPath({ leeftijd: "12-15" }) },
  { name: "licence check, to ask", path: licenceCheckPath({ snelheid: "onbekend" }) },
  { name: "licence check with errors", path: licenceCheckPath({ lengte: "zeven", leeftijd: "" }), status: 422 },
  { name: "nearest exam centres, of nobody's place", path: PATHS.nearestCentres },
  { name: "study plan asked for", path: PATHS.studyPlan },
  { name: "study plan", path: `${PATHS.studyPlan}?cursus=kvb1&examen=${examIn(90)}&uur=19` },
  { name: "study plan in a hurry", path: `${PATHS.studyPlan}?cursus=kvb1-kvb2&examen=${examIn(1)}` },
  { name: "study plan of wrong fields", path: `${PATHS.studyPlan}?cursus=x&examen=&dagen=x&uur=3`, status: 422 },
  { name: "FAQ", path: PATHS.faq },
  { name: "terms", path: PATHS.terms },
  { name: "privacy", path: PATHS.privacy },
  { name: "accessibility", path: PATHS.accessibility },
  { name: "practice answers", path: `${PATHS.practiceAnswers}?${ANSWERS}` },
  { name: "order", path: PATHS.order },
  { name: "order, offer mode", path: `${PATHS.order}?flow=A`, islands: ["countdown"] },
  { name: "mock exam", path: PATHS.mockExam, islands: ["mockExamResume"] },
  { name: "mock exam, question", path: mockExamPath({ vraag: "7", gemerkt: "3.7" }), islands: ["mockExam"] },
  { name: "mock exam, overview", path: mockExamPath({ vraag: "5", naar: "overzicht", gemerkt: "3" }) },
  { name: "mock exam, passed", path: mockExamPath({ eind: "1795376500", antwoorden: await answersWithRight(40) }) },
  { name: "mock exam, not passed", path: mockExamPath({ eind: "1795378900", antwoorden: await answersWithRight(20) }) },
  { name: "mock exam that is not known", path: mockExamPath({ examen: "?" }), status: 422 },
  { name: "quiz", path: PATHS.quiz },
  { name: "quiz score", path: `${PATHS.quizScore}?${ANSWERS}&Score=3` },
  { name: "quiz question", path: `${quizQuestionPath(1)}?${ANSWERS}&Score=3` },
  { name: "quiz question with a wrong answer", path: `${quizQuestionPath(2)}?${ANSWERS}&Score=3` },
  { name: "quiz question without an answer", path: quizQuestionPath(3) },
  { name: "quiz question that is not there", path: quizQuestionPath(6) },
  { name: "checkout", path: PATHS.checkout },
  { name: "bridge", path: OFFERS[0]?.path ?? "" },
  { name: "payment return without a payment", path: `${PATHS.interstitial}?payment_type=klein-vaarbewijs-1` },
  { name: "payment return of an unknown type", path: PATHS.interstitial, status: 404 },
  {
    name: "payment return of an unknown payment",
    path: `${PATHS.interstitial}?payment_type=klein-vaarbewijs-1&payment_intent=pi_x`,
  },
  { name: "gift", path: `${GIFT_CODE}?${GIFT_QUERY}`, islands: ["gift"] },
  { name: "gift, unwrapped by link", path: `${GIFT_CODE}?${GIFT_QUERY}&open=1` },
  { name: "gift of a name", path: PATHS.giftName.replace(":name", "sanne"), islands: ["gift"] },
  { name: "gift that is not known", path: giftCodePath("NIETBEKEND"), status: 404 },
  { name: "gift code asked for", path: PATHS.giftLookup },
  { name: "gift code that is none", path: `${PATHS.giftLookup}?code=!`, status: 422 },
  { name: "giving a gift", path: PATHS.giveGift, islands: ["giftForm"] },
  { name: "order page of a payment that is not known yet", path: await orderPathOf("pi_screensUnknown") },
  { name: "order page of a wrong link", path: PATHS.orderStatus.replace(":token", "onzin"), status: 404 },
  { name: "withdrawal", path: PATHS.withdrawal },
  { name: "404", path: "/bestaat-niet", status: 404 },
];

const UNASKED = "that could not be asked for";

/** How the page that Stripe leads back to ends, by the state of the payment and of KV, and what it says. */
const RETURNS: readonly (readonly [name: string, IntentStatus, KvMode, text: string])[] = [
  ["paid", "succeeded", "ok", INTERSTITIAL_COPY.goNow],
  ["paid, without a target", "succeeded", "missing", INTERSTITIAL_COPY.notConfigured],
  ["paid, with a target that could not be found", "succeeded", "down", PAYMENT_RETURN_COPY.succeeded.unavailable],
  ["processing", "processing", "ok", PAYMENT_RETURN_COPY.processing.later.text],
  ["incomplete", "requires_action", "ok", PAYMENT_RETURN_COPY.incomplete.later.text],
  ["declined", "requires_payment_method", "ok", PAYMENT_RETURN_COPY.failed.declined.text],
  [UNASKED, "succeeded", "ok", PAYMENT_RETURN_COPY.unavailable.later.text],
];

/** What a visitor can make of those pages. */
export const STATES: readonly Screen[] = [
  {
    name: "licence check, answers to change",
    path: licenceCheckPath({ snelheid: "boven-20" }),
    prepare: (page) => page.locator(".licence-change summary").click(),
  },
  {
    name: "menu open",
    path: PATHS.home,
    phoneOnly: true,
    prepare: (page) => page.locator(".header-menu").click(),
  },
  {
    name: "practice popup open",
    path: PATHS.kvb1,
    before: async (page) => {
      await page.clock.install();
      await page.addInitScript((key) => localStorage.removeItem(key), POPUP_STORAGE_KEY);
    },
    prepare: async (page) => {
      await page.clock.runFor(POPUP_DELAY_MS);
      await islandReady(page, "practicePopup");
      await page.locator("dialog[open]").waitFor();
    },
  },
  {
    name: "every question of the FAQ open",
    path: PATHS.faq,
    prepare: (page) =>
      page.locator("main details").evaluateAll((all) => {
        for (const details of all) details.setAttribute("open", "");
      }),
  },
  {
    name: "exam map with a popup",
    path: PATHS.exam,
    prepare: async (page) => {
      await page.locator(".exam-map").scrollIntoViewIfNeeded();
      await islandReady(page, "examMap");
      await page.locator(".exam-marker").nth(3).focus();
      await page.locator(".exam-popup").waitFor();
    },
  },
  {
    name: "exam centres near a visitor",
    path: PATHS.exam,
    before: async (page) => {
      await page.route(`**${PATHS.nearestCentresData}`, (route) => route.fulfill({ json: NEAREST }));
    },
    prepare: async (page) => {
      await page.locator(".nearest").scrollIntoViewIfNeeded();
      await page.locator(".nearest-centres").waitFor();
    },
  },
  {
    name: "exam centres without a match",
    path: PATHS.exam,
    prepare: async (page) => {
      await page.locator(".exam-map").scrollIntoViewIfNeeded();
      await islandReady(page, "examMap");
      await page.locator(".exam-map-search input").fill("Atlantis");
    },
  },
  {
    name: "quiz with an answer",
    path: PATHS.quiz,
    prepare: (page) => page.locator("#vraag-1 label").first().click(),
  },
  {
    name: "quiz, last question with open ones",
    path: `${PATHS.quiz}#vraag-5`,
    prepare: (page) => page.locator("#vraag-5 label").first().click(),
  },
  {
    name: "gift, tapped twice",
    path: `${GIFT_CODE}?${GIFT_QUERY}`,
    islands: ["gift"],
    prepare: async (page) => {
      await page.locator(".gift-button").click();
      await page.locator(".gift-button").click();
    },
  },
  {
    name: "gift, unwrapped",
    path: `${GIFT_CODE}?${GIFT_QUERY}`,
    islands: ["gift"],
    prepare: async (page) => {
      for (let tap = 0; tap < 3; tap++) await page.locator(".gift-button").click();
      await page.locator(".gift-giver").waitFor();
    },
  },
  {
    name: "bridge without an entry",
    path: `${PATHS.interstitial}?payment_type=onbekend`,
    status: 404,
  },
  {
    name: "bridge that could not ask",
    path: OFFERS[1]?.path ?? "",
    before: async (page) => {
      await page.clock.install();
      // As when the connection broke off after the shell, and the page's own questions fail too.
      await page.route(`**${PATHS.interstitialTargets}`, (route) => route.abort());
      await page.route(`**${OFFERS[1]?.path}`, async (route) => {
        const response = await route.fetch();
        const html = (await response.text()).replaceAll(/\{"status":"found".*?\}/g, '{"status":"unavailable"}');
        await route.fulfill({ response, body: html });
      });
    },
    prepare: async (page) => {
      // It asks a few times, each time later; every answer has to come before time goes on.
      while (!(await page.locator("main [role=alert]").isVisible())) await page.clock.runFor(1_000);
    },
  },
  ...RETURNS.map(
    ([name, status, kv, text]): Screen => ({
      name: `payment return, ${name}`,
      path: PATHS.faq,
      before: stopClock,
      prepare: async (page) => {
        const { id, returnPath } = await startPayment(shop.world.origin);
        shop.world.stripe.settle(id, status);
        await shop.set({ kv });
        if (name === UNASKED) shop.world.stripe.setMode("error-500");
        await page.goto(returnPath);
        await waitFor(page, text);
      },
    }),
  ),
  {
    name: "order page of a paid order",
    path: await orderPathOf("pi_screensPaid"),
    before: (page) => recordPaidOrder(page.request, "pi_screensPaid"),
  },
  {
    name: "invoice",
    path: `${await orderPathOf("pi_screensPaid")}?factuur=1`,
    before: (page) => recordPaidOrder(page.request, "pi_screensPaid"),
  },
  {
    name: "withdrawal that could not go on for its errors",
    path: PATHS.withdrawal,
    prepare: async (page) => {
      await page.locator(".withdrawal-form button").click();
      await page.locator(".form-alert").waitFor();
    },
  },
  {
    name: "withdrawal, to check",
    path: PATHS.withdrawal,
    prepare: async (page) => {
      await fillWithdrawal(page);
      await page.getByRole("button", { name: "Herroeping bevestigen" }).waitFor();
    },
  },
  {
    name: "withdrawal, received",
    path: PATHS.withdrawal,
    prepare: async (page) => {
      await fillWithdrawal(page);
      await page.getByRole("button", { name: "Herroeping bevestigen" }).click();
      await page.getByText("Kenmerk", { exact: true }).waitFor();
    },
  },
  {
    name: "giving a gift, written",
    path: PATHS.giveGift,
    islands: ["giftForm"],
    prepare: (page) => writeGift(page),
  },
  {
    name: "giving a gift that could not go on for its errors",
    path: PATHS.giveGift,
    islands: ["giftForm"],
    prepare: async (page) => {
      await page.getByText("Op een bepaalde dag").click();
      await goOn(page);
      await page.locator(".form-alert").waitFor();
      await islandReady(page, "giftForm");
    },
  },
  {
    name: "paying for a gift",
    path: PATHS.giveGift,
    islands: ["giftForm"],
    prepare: async (page) => {
      await writeGift(page);
      await goOn(page);
      await formReady(page);
    },
  },
  {
    name: "a gift that has just been paid",
    path: PATHS.faq,
    prepare: async (page) => void (await openPaidGift(page)),
  },
  {
    name: "the card of a gift",
    path: PATHS.faq,
    prepare: async (page) => void (await page.goto(giftCardPath(await openPaidGift(page)))),
  },
  {
    name: "gift that is for a day, unwrapped",
    path: PATHS.faq,
    prepare: async (page) => void (await page.goto(`${giftCodePath(await openPaidGift(page))}?open=1`)),
  },
  {
    name: "a gift that was taken back",
    path: giftCodePath(await giftCodeOfIntent("pi_screensRepaid")),
    status: 410,
    before: (page) => recordRepaidGift(page.request, "pi_screensRepaid"),
  },
  {
    name: "a gift that KV does not show yet",
    path: giftCodePath(await giftCodeOfIntent("pi_screensNotYet")),
    status: 404,
  },
  {
    name: "checkout, ready",
    path: PATHS.checkout,
    prepare: formReady,
  },
  {
    name: "checkout with errors and toasts",
    path: PATHS.checkout,
    prepare: async (page) => {
      await formReady(page);
      await page.clock.install();
      await page.getByLabel("Volledige naam *").fill(" ");
      await page.getByLabel("E-mailadres *").fill("jan");
      await page.locator(".pay-button").click();
      await page.locator(".toast").first().waitFor();
    },
  },
  {
    name: "checkout, a link to sign in asked for without an address",
    path: PATHS.checkout,
    prepare: async (page) => {
      await formReady(page);
      await page.locator(".account-sign-in summary").click();
      await page.locator(".account-sign-in button").click();
      await page.locator("#account-email-error").waitFor();
    },
  },
  {
    name: "checkout after a link that could not sign in",
    path: `${PATHS.checkout}?error=access_denied&error_description=Link+verlopen`,
    prepare: async (page) => {
      await formReady(page);
      await page.locator(".account-state:not(:empty)").waitFor();
    },
  },
  {
    name: "checkout, signed in",
    path: PATHS.checkout,
    before: async (page) => {
      const session = {
        access_token: "e30.e30.e30",
        refresh_token: "x",
        token_type: "bearer",
        expires_in: 3600,
        expires_at: 4_000_000_000,
        user: { id: "3f0c1a52-5f3c-4b6e-9a1e-0d3c9a7b1e55", email: "jan@example.nl" },
      };
      await page.addInitScript(([key, text]) => localStorage.setItem(key, text), [
        SESSION_STORAGE_KEY,
        JSON.stringify(session),
      ] as const);
      // A real token would be accepted.
      await page.route(`**${PATHS.createPaymentIntent}*`, (route) =>
        route.continue({ headers: without(route.request().headers(), "authorization") }),
      );
    },
    prepare: async (page) => {
      await formReady(page);
      await page.locator(".account-choices").waitFor();
    },
  },
  {
    name: "checkout that could not load",
    path: PATHS.checkout,
    before: async (page) => {
      await page.route(`**${PATHS.createPaymentIntent}*`, (route) => route.fulfill({ status: 502, json: {} }));
    },
    prepare: (page) => page.locator('.pay[data-phase="failed"]').waitFor(),
  },
];

async function fillWithdrawal(page: Page): Promise<void> {
  await page.getByLabel("Je naam").fill("Jan de Vries");
  await page.getByLabel("Welke overeenkomst wil je herroepen?").fill("Klein Vaarbewijs 1, gekocht op 1 november");
  await page.getByLabel("Je e-mailadres").fill("jan@example.nl");
  await page.getByLabel("Reden").fill("Ik heb toch al een vaarbewijs.\nVan mijn vader.");
  await page.getByRole("button", { name: "Verder naar controleren" }).click();
}

/** Comes back from paying for a gift; resolves to its code. */
async function openPaidGift(page: Page): Promise<string> {
  const { returnPath, code } = await payGift(shop.world.origin);
  await page.goto(returnPath);
  await islandReady(page, "giftShare");
  return code;
}

function without(headers: Readonly<Record<string, string>>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
}

/** As if the visitor had left the practice popup just now, which comes after fifteen seconds otherwise. */
export async function keepPopupAway(page: Page): Promise<void> {
  await page.addInitScript((key) => localStorage.setItem(key, String(Date.now())), POPUP_STORAGE_KEY);
}

/** Opens a screen and brings it into its state. Nothing leads on to another page meanwhile, and no popup comes. */
export async function openScreen(page: Page, screen: Screen): Promise<void> {
  await keepPopupAway(page);
  // 204 to a navigation leaves the page where it is: a bridge page's target.
  await page.route(
    (url) => url.pathname.startsWith("/cursus/"),
    (route) => route.fulfill({ status: 204 }),
  );
  await screen.before?.(page);
  const response = await page.goto(screen.path);
  const status = response?.status();
  if (status !== (screen.status ?? 200)) throw new Error(`${screen.path} answered ${status}`);
  for (const island of screen.islands ?? []) await islandReady(page, island);
  await screen.prepare?.(page);
}

/** Scrolls through the whole page, so that everything that waits to be seen has been, and back to the top. */
export async function seeEverything(page: Page): Promise<void> {
  const { height, step } = await page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    step: window.innerHeight,
  }));
  for (const top of [...Array.from({ length: Math.ceil(height / step) }, (_, index) => index * step), 0]) {
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), top);
  }
  // An observer may miss what was passed at once: each island is looked at, and pointed at, until it has noticed. The
  // popup waits for a time on the page and has a screen of its own.
  for (const island of await page.locator('[data-island]:not([data-island="practicePopup"])').all()) {
    await island.evaluate((element) => {
      element.scrollIntoView({ block: "center", behavior: "instant" });
      element.dispatchEvent(new PointerEvent("pointerenter"));
    });
    await page.waitForFunction((element) => element?.dataset.status === "ready", await island.elementHandle(), {
      polling: 20,
    });
  }
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
}
