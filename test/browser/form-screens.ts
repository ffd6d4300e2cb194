import type { Page } from "playwright";
import { MY_COURSE_COPY } from "../../src/orders/my-course/my-course-copy.ts";
import type { MyOrder } from "../../src/orders/my-course/my-course-rules.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { SITE_COPY } from "../../src/ui/site-copy.ts";
import { keepSession } from "./open-screen.ts";
import { sendAsText } from "./orders.ts";
import type { Screen } from "./pages.ts";
import { shop } from "./test-shop.ts";

/** Asking for lost links, and withdrawing: the states of those forms. */

export const FORM_SCREENS: readonly Screen[] = [
  {
    name: "my course that could not go on for its errors",
    path: PATHS.myCourse,
    prepare: async (page) => {
      await askForLinks(page, "jan");
      await page.locator(".form-alert").waitFor();
    },
  },
  {
    name: "my course, links asked for",
    path: PATHS.myCourse,
    prepare: async (page) => {
      await askForLinks(page, `jan.${"de.vries.".repeat(12)}jr@example.nl`);
      await page.getByRole("heading", { name: MY_COURSE_COPY.asked.title }).waitFor();
    },
  },
  {
    name: "my course, links that could not be asked for: too often",
    path: PATHS.myCourse,
    part: "main",
    prepare: async (page) => {
      await shop.set({ limit: 5 });
      await askForLinks(page);
      await page.getByRole("link", { name: MY_COURSE_COPY.asked.again }).click();
      await askForLinks(page);
      await page.getByRole("heading", { name: MY_COURSE_COPY.troubles.tooMany.title }).waitFor();
    },
  },
  {
    name: "my course, links that could not be asked for: too many forms",
    path: PATHS.myCourse,
    part: "main",
    prepare: async (page) => {
      await shop.set({ limit: 0 });
      await askForLinks(page);
      await page.getByRole("heading", { name: SITE_COPY.tooManyForms.heading }).waitFor();
    },
  },
  {
    name: "my course, links that could not be asked for: a fault",
    path: PATHS.myCourse,
    part: "main",
    prepare: async (page) => {
      await shop.set({ vars: { ...shop.usual.vars, MAIL_FROM: "" } });
      await askForLinks(page);
      await page.getByRole("heading", { name: MY_COURSE_COPY.troubles.unavailable.title }).waitFor();
    },
  },
  {
    name: "my course, links that could not be asked for: no form of ours",
    path: PATHS.myCourse,
    part: "main",
    prepare: async (page) => {
      await sendAsText(page, PATHS.myCourse);
      await askForLinks(page);
      await page.getByRole("heading", { name: MY_COURSE_COPY.troubles.unreadable.title }).waitFor();
    },
  },
  {
    name: "my course, signed in",
    path: PATHS.myCourse,
    before: (page) => answerMyOrders(page, { json: { orders: MY_ORDERS } }),
    prepare: (page) => page.locator(".my-orders-foot").waitFor(),
  },
  {
    name: "my course, signed in without orders",
    path: PATHS.myCourse,
    before: (page) => answerMyOrders(page, { json: { orders: [] } }),
    prepare: (page) => page.locator(".my-orders-foot").waitFor(),
  },
  {
    name: "my course, signed in, orders that could not be fetched",
    path: PATHS.myCourse,
    before: (page) => answerMyOrders(page, { status: 503, json: {} }),
    prepare: (page) => page.getByText(MY_COURSE_COPY.account.said.failed).waitFor(),
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
    name: "withdrawal that could not be taken: too many forms",
    path: PATHS.withdrawal,
    prepare: async (page) => {
      await shop.set({ limit: 0 });
      await fillWithdrawal(page);
      await page.getByRole("heading", { name: SITE_COPY.tooManyForms.heading }).waitFor();
    },
  },
];

const MY_ORDERS: readonly MyOrder[] = [
  ["Online cursus Klein Vaarbewijs 1", "22 november 2026", "Betaald", "VK-1A2B3C4D5E"],
  ["Online cursussen KVB1 en KVB2", "3 juni 2026", MY_COURSE_COPY.states.disputed, "VK-5E4D3C2B1A"],
  ["Cadeau: online cursus Marifonie (Marcom-B)", "31 december 2025", "Deels terugbetaald", "VK-ABCDEFGHIJ"],
].map(([item = "", date = "", state = "", number = ""]) => ({
  ...{ item, date, state, number },
  path: PATHS.orderStatus.replace(":token", "onzin"),
}));

/** Signs the visitor in, and makes the shop answer this about the account's orders. */
async function answerMyOrders(page: Page, answer: { status?: number; json: object }): Promise<void> {
  await keepSession(page);
  await page.route(`**${PATHS.myOrders}`, (route) => route.fulfill(answer));
}

async function askForLinks(page: Page, email = "jan@example.nl"): Promise<void> {
  await page.getByLabel(MY_COURSE_COPY.form.label).fill(email);
  await page.getByRole("button", { name: MY_COURSE_COPY.form.submit }).click();
}

async function fillWithdrawal(page: Page): Promise<void> {
  await page.getByLabel("Je naam").fill("Jan de Vries");
  await page.getByLabel("Welke overeenkomst wil je herroepen?").fill("Klein Vaarbewijs 1, gekocht op 1 november");
  await page.getByLabel("Je e-mailadres").fill("jan@example.nl");
  await page.getByLabel("Reden").fill("Ik heb toch al een vaarbewijs.\nVan mijn vader.");
  await page.getByRole("button", { name: "Controleer je gegevens" }).click();
}
