import type { Locator, Page } from "playwright";
import { MY_COURSE_COPY } from "../../src/orders/my-course/my-course-copy.ts";
import type { MyOrder } from "../../src/orders/my-course/my-course-rules.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { SITE_COPY } from "../../src/ui/site-copy.ts";
import { keepSession } from "./open-screen.ts";
import type { Screen } from "./pages.ts";
import { shop } from "./test-shop.ts";

/** Asking for lost links, and withdrawing: the states of those forms. */

const MY_ORDERS: readonly MyOrder[] = [
  ["Online cursus Klein Vaarbewijs 1", "22 november 2026", "Betaald", "VK-1A2B3C4D5E"],
  ["Online cursussen KVB1 en KVB2", "3 juni 2026", MY_COURSE_COPY.states.disputed, "VK-5E4D3C2B1A"],
  ["Cadeau: online cursus Marifonie (Marcom-B)", "31 december 2025", "Deels terugbetaald", "VK-ABCDEFGHIJ"],
].map(([item = "", date = "", state = "", number = ""]) => ({
  ...{ item, date, state, number },
  path: PATHS.orderStatus.replace(":token", "onzin"),
}));

const { account, asked, form, troubles } = MY_COURSE_COPY;
const LONG_EMAIL = `jan.${"de.vries.".repeat(12)}jr@example.nl`;

/** The page after links were asked for, when this is there. */
const asking = (name: string, email: string, shows: (page: Page) => Locator): Screen => ({
  ...{ name, path: PATHS.myCourse },
  prepare: async (page) => {
    await page.getByLabel(form.label).fill(email);
    await page.getByRole("button", { name: form.submit }).click();
    await shows(page).waitFor();
  },
});

/** The account's orders, by what the shop answers, when this is there. */
const ordersOf = (name: string, answer: { status?: number; json: object }, shows: (page: Page) => Locator): Screen => ({
  ...{ name, path: PATHS.myCourse },
  before: async (page) => {
    await keepSession(page);
    await page.route(`**${PATHS.myOrders}`, (route) => route.fulfill(answer));
  },
  prepare: (page) => shows(page).waitFor(),
});
const foot = (page: Page) => page.locator(".my-orders-foot");

/** The page of a withdrawal in a state that ends when this is there. */
const withdrawing = (name: string, act: (page: Page) => Promise<unknown>, shows: (page: Page) => Locator): Screen => ({
  ...{ name, path: PATHS.withdrawal },
  prepare: async (page) => {
    await act(page);
    await shows(page).waitFor();
  },
});
const confirmButton = (page: Page) => page.getByRole("button", { name: "Herroeping bevestigen" });

export const FORM_SCREENS: readonly Screen[] = [
  asking("my course that could not go on for its errors", "jan", (page) => page.locator(".form-alert")),
  asking("my course, links asked for", LONG_EMAIL, (page) => page.getByRole("heading", { name: asked.title })),
  {
    ...asking("my course, links that could not be asked for: a fault", "jan@example.nl", (page) =>
      page.getByRole("heading", { name: troubles.unavailable.title }),
    ),
    ...{ before: () => shop.set({ vars: { ...shop.usual.vars, MAIL_FROM: "" } }), part: "main" },
  },
  ordersOf("my course, signed in", { json: { orders: MY_ORDERS } }, foot),
  ordersOf("my course, signed in without orders", { json: { orders: [] } }, foot),
  ordersOf("my course, signed in, orders that could not be fetched", { status: 503, json: {} }, (page) =>
    page.getByText(account.said.failed),
  ),
  withdrawing(
    "withdrawal that could not go on for its errors",
    (page) => page.locator(".withdrawal-form button").click(),
    (page) => page.locator(".form-alert"),
  ),
  withdrawing("withdrawal, to check", fillWithdrawal, confirmButton),
  withdrawing(
    "withdrawal, received",
    async (page) => {
      await fillWithdrawal(page);
      await confirmButton(page).click();
    },
    (page) => page.getByText("Kenmerk", { exact: true }),
  ),
  withdrawing(
    "withdrawal that could not be taken: too many forms",
    async (page) => {
      await shop.set({ limit: 0 });
      await fillWithdrawal(page);
    },
    (page) => page.getByRole("heading", { name: SITE_COPY.tooManyForms.heading }),
  ),
];

async function fillWithdrawal(page: Page): Promise<void> {
  await page.getByLabel("Je naam").fill("Jan de Vries");
  await page.getByLabel("Welke overeenkomst wil je herroepen?").fill("Klein Vaarbewijs 1, gekocht op 1 november");
  await page.getByLabel("Je e-mailadres").fill("jan@example.nl");
  await page.getByLabel("Reden").fill("Ik heb toch al een vaarbewijs.\nVan mijn vader.");
  await page.getByRole("button", { name: "Controleer je gegevens" }).click();
}
