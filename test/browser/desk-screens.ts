import type { Page } from "playwright";
import { ACT_FIELDS, ACTS, type ActName } from "../../src/desk/acts-copy.ts";
import { DESK_COPY, DESK_PATHS } from "../../src/desk/desk-copy.ts";
import { INVOICE_FIELDS } from "../../src/ledger/invoice-rules.ts";
import { refreshStatements } from "../../src/ledger/orders.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { DAY_MS, HOUR_MS } from "../clock.ts";
import { intentOf, LONG, NOOR, type OrderName, REFERENCES, SANNE, storedBefore } from "../stored-orders.ts";
import { giftCodeOfIntent, startPayment } from "./gifts.ts";
import { dayIn, machineNow } from "./machine-clock.ts";
import { openAllDetails } from "./open-screen.ts";
import { storeOrder } from "./orders.ts";
import type { Screen } from "./pages.ts";
import { shop } from "./test-shop.ts";
import type { ShopSettings } from "./test-worker.ts";

/**
 * Every screen of the owner's desk, in the states that look different: what each says is a text of test/worker/desk-says.test.ts. Each
 * signs in with an assertion of the local Access, and begins with an empty ledger, as each test does: a screen shows all that is in it.
 */

const before = () => storedBefore(machineNow());

async function storeWeeks(): Promise<void> {
  const [gift, unmailed] = await Promise.all([intentOf("gift"), intentOf("unmailed")].map(giftCodeOfIntent));
  await shop.ledger(before().weeks({ gift: gift ?? "", unmailed: unmailed ?? "" }));
}

/** A paid order at Stripe too, so that its money can go back. Returns its payment. */
async function storeAtStripe(metadata: Readonly<Record<string, string>> = {}): Promise<string> {
  shop.world.stripe.setWebhooks(false);
  const { id } = startPayment({ environment: "local", ...metadata });
  shop.world.stripe.settle(id, "succeeded");
  const { ago, mail } = before();
  const at = ago(HOUR_MS);
  await storeOrder({ intentId: id, productId: "KVB1", flow: "none", ...SANNE, createdAt: at, paidAt: at });
  await shop.ledger([mail("confirmation", id, "sent", HOUR_MS), ...refreshStatements(id)]);
  return id;
}

/** A quarter of money at Stripe: sales, a refund, a card from abroad, and what is no sale of the shop. */
async function storeMoney(): Promise<void> {
  const [first, second] = [await storeAtStripe(), await storeAtStripe({ product: "KVB2" })];
  await storeAtStripe({ environment: "elsewhere" });
  await storeAtStripe({ product: "", flow: "", price: "", environment: "" });
  shop.world.stripe.refund(first, 2000);
  type Card = { payment_intent: string; billing_details: { address: { country: string } } };
  const charges = shop.world.stripe.account.all("charges") as unknown as readonly Card[];
  const card = charges.find(({ payment_intent }) => payment_intent === second);
  if (card !== undefined) card.billing_details.address.country = "BE";
}

const deskPath = (path: string, fields: Readonly<Record<string, string>> = {}) =>
  `${PATHS.desk}${path}${Object.keys(fields).length === 0 ? "" : `?${new URLSearchParams(fields)}`}`;
const actPath = (act: ActName, fields: Readonly<Record<string, string>>) =>
  deskPath(`${DESK_PATHS.act}/${ACTS[act]}`, fields);
const about = (id: OrderName, address = "") => ({ [ACT_FIELDS.order]: intentOf(id), [ACT_FIELDS.address]: address });
const targetPath = (url: string) =>
  actPath("target", { [ACT_FIELDS.key]: "klein-vaarbewijs-1", [ACT_FIELDS.url]: url });

type DeskState = {
  name: string;
  path: string;
  status?: number;
  /** Who looks: `viewer` may only look. */
  who?: "editor" | "viewer";
  /** Stores what the screen is about; without it, all of the shop's many weeks. */
  seed?: () => unknown;
  settings?: ShopSettings;
  /** What the visitor does then. */
  does?: (page: Page) => Promise<unknown>;
  /** A text that is there at the end. */
  shows?: string;
};

function screenOf({ name, path, status = 200, who = "editor", seed, settings, does, shows }: DeskState): Screen {
  const prepare = async (page: Page) => {
    await does?.(page);
    if (shows !== undefined) await page.locator("main").getByText(shows).first().waitFor();
  };
  return {
    ...{ name: `desk, ${name}`, path, status },
    before: async (page) => {
      const value = shop.world.access.assertionOf(who);
      await page.context().addCookies([{ name: "CF_Authorization", value, url: shop.origin }]);
      await (seed ?? storeWeeks)();
      if (settings !== undefined) await shop.set(settings);
    },
    ...(does === undefined && shows === undefined ? {} : { prepare }),
  };
}

const press = (page: Page) => page.locator('form[method="post"] button').click();
const nothing = () => undefined;
const sanne = { [ACT_FIELDS.address]: SANNE.email };

const orderPath = (id: OrderName) => deskPath(`${DESK_PATHS.orders}/${intentOf(id)}`);

const STATES: readonly DeskState[] = [
  { name: "today, empty", path: deskPath(""), seed: nothing },
  { name: "today, everything waits", path: deskPath("") },
  {
    name: "menu open",
    path: deskPath(DESK_PATHS.books),
    seed: nothing,
    does: (page) => page.getByText(DESK_COPY.header.more, { exact: true }).click(),
  },
  { name: "orders", path: deskPath(DESK_PATHS.orders) },
  { name: "orders, none found", path: deskPath(DESK_PATHS.orders, { zoek: "zzz" }), shows: DESK_COPY.orders.none },
  { name: "order, paid, with an invoice", path: orderPath("paid") },
  { name: "order, with a long name", path: orderPath("disputed") },
  { name: "order, a part refunded", path: orderPath("part") },
  { name: "order, all forms open", path: orderPath("gift"), does: openAllDetails },
  { name: "order, who may only look", path: orderPath("paid"), who: "viewer" },
  { name: "gifts", path: deskPath(DESK_PATHS.orders, { toon: "gift" }) },
  { name: "withdrawals", path: deskPath(DESK_PATHS.withdrawals) },
  {
    name: "withdrawals, none",
    path: deskPath(DESK_PATHS.withdrawals),
    seed: nothing,
    shows: DESK_COPY.withdrawals.none,
  },
  { name: "withdrawal", path: deskPath(`${DESK_PATHS.withdrawals}/${REFERENCES.waived}`) },
  { name: "books", path: deskPath(DESK_PATHS.books), seed: storeMoney, shows: DESK_COPY.books.abroad },
  { name: "books, no lines", path: deskPath(DESK_PATHS.books), seed: nothing, shows: DESK_COPY.books.none },
  { name: "person, asked for", path: deskPath(DESK_PATHS.person) },
  { name: "person, found", path: deskPath(DESK_PATHS.person, sanne) },
  { name: "targets", path: deskPath(DESK_PATHS.targets), seed: nothing },
  {
    name: "targets, one to change",
    path: deskPath(DESK_PATHS.targets),
    does: (page) => page.getByRole("link", { name: DESK_COPY.targets.change }).first().click(),
    shows: DESK_COPY.targets.url,
  },
  { name: "acts, none", path: deskPath(DESK_PATHS.acts), seed: nothing, shows: DESK_COPY.acts.none },
  { name: "acts", path: deskPath(DESK_PATHS.acts) },
  {
    name: "refund, twice",
    path: deskPath(""),
    seed: nothing,
    does: async (page) => {
      const path = actPath("refund", { [ACT_FIELDS.order]: await storeAtStripe(), [ACT_FIELDS.amount]: "10" });
      await page.goto(path);
      await press(page);
      await page.goto(path);
    },
    shows: "Ja, nog een keer",
  },
  {
    name: "correction of an address, to confirm",
    path: actPath("confirm", about("disputed", LONG.email.replace("jan", "piet"))),
  },
  {
    name: "delivery, to change",
    path: actPath("changeDelivery", { ...about("gift", NOOR.email), [ACT_FIELDS.day]: dayIn(20) }),
  },
  {
    name: "answer, done, with the way back",
    path: actPath("answer", { [ACT_FIELDS.withdrawal]: REFERENCES.waived, [ACT_FIELDS.answer]: "refused" }),
    does: press,
    shows: DESK_COPY.acts.undo,
  },
  {
    name: "erasure, to confirm",
    path: actPath("erase", sanne),
    seed: () => shop.ledger([...before().paidOrder("late", [30 * DAY_MS, SANNE]), ...before().paidOrder("paid")]),
  },
  {
    name: "target, to confirm",
    path: targetPath("https://varen.example/cursus/klein-vaarbewijs-1/beginnen?van=winkel"),
    seed: nothing,
  },
  {
    name: "invoice, refused",
    path: actPath("invoice", {
      ...about("paid"),
      ...{ [INVOICE_FIELDS.company]: "Jachtwerf De Vries B.V.", [INVOICE_FIELDS.vatId]: "NL1" },
      [INVOICE_FIELDS.address]: "Kade 3\n1000 AA Amsterdam",
    }),
    status: 409,
  },
  { name: "database that could not be read", path: deskPath(""), status: 503, settings: { ledgerDown: "all" } },
];

export const DESK_SCREENS: readonly Screen[] = STATES.map(screenOf);
