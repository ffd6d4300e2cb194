import type { Page } from "playwright";
import { ACT_FIELDS, ACTS, ACTS_COPY, type ActName } from "../../src/desk/acts-copy.ts";
import { DESK_COPY, DESK_PATHS } from "../../src/desk/desk-copy.ts";
import { firstInvoice } from "../../src/ledger/invoices.ts";
import { recordStatements, refreshStatements, type Told } from "../../src/ledger/orders.ts";
import { type Statement, sql } from "../../src/server/database.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { giftCodeOfIntent, startPayment } from "./gifts.ts";
import { dayIn, machineNow } from "./machine-clock.ts";
import { openAllDetails } from "./open-screen.ts";
import { orderStatements, storeOrder } from "./orders.ts";
import type { Screen } from "./pages.ts";
import { shop } from "./test-shop.ts";
import type { ShopSettings } from "./test-worker.ts";

/**
 * Every screen of the owner's desk, in every state. Each signs in with an assertion of the local Access, and begins with an
 * empty ledger, as each test does: a screen shows all that is in it.
 */

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const ago = (ms: number) => new Date(machineNow().getTime() - ms).toISOString();

const SANNE = { buyerName: "Sanne de Vries", email: "sanne@example.nl" };
const JOOST = { buyerName: "Joost van den Berg", email: "joost@example.nl" };
const NOOR = { buyerName: "Noor Jansen", email: "noor@example.nl" };
const KEES = { buyerName: "Kees Jansen", email: "kees@example.nl" };
/** The longest that a form takes, or nearly. */
const LONG = {
  buyerName: `Jan ${"de Vries-".repeat(7)}Jansen`,
  email: `jan.${"de.vries.".repeat(6)}jr@${"lange-naam.".repeat(9)}example.nl`,
};

type Order = Omit<Parameters<typeof storeOrder>[0], "intentId">;

const BOTH: Order = { productId: "KVB1_KVB2", amountCents: 11_800 };
const WISH = { productId: "MARIFONIE", recipient: "Noor", giver: "Opa Kees", message: "", from: dayIn(12) } as const;
const GIFT: Order = { ...JOOST, productId: "MARIFONIE", amountCents: 5900, gift: WISH };

/** The orders of a shop of many weeks: how long ago, and what differs from a paid KVB1. */
const ORDERS = {
  paid: [HOUR_MS, SANNE],
  hosted: [2 * HOUR_MS, { ...NOOR, source: "hosted", productId: "KVB2", flow: "A", amountCents: 4900 }],
  open: [3 * HOUR_MS, { ...LONG, ...BOTH, amountCents: 3900, status: "open", source: "hosted" }],
  gift: [2 * DAY_MS, GIFT],
  unmailed: [2 * DAY_MS, GIFT],
  part: [3 * DAY_MS, { ...JOOST, ...BOTH }],
  waived: [4 * DAY_MS, NOOR],
  repaid: [5 * DAY_MS, NOOR],
  disputed: [6 * DAY_MS, LONG],
  inquiry: [7 * DAY_MS, JOOST],
  withdrawn: [8 * DAY_MS, { ...SANNE, source: "hosted" }],
  returned: [9 * DAY_MS, SANNE],
  failed: [10 * DAY_MS, { ...NOOR, status: "failed" }],
  refused: [11 * DAY_MS, JOOST],
  nameless: [12 * DAY_MS, { source: "hosted" }],
  overdue: [25 * DAY_MS, { ...LONG, ...BOTH }],
  late: [30 * DAY_MS, JOOST],
  erased: [40 * DAY_MS, KEES],
} as const satisfies Record<string, readonly [number, Order]>;
type Id = keyof typeof ORDERS;
const IDS = Object.keys(ORDERS) as readonly Id[];
const intentOf = (id: Id) => `pi_3DeskScreens${id.slice(0, 7).toUpperCase().padStart(7, "0")}`;

function paidOrder(id: Id, [agoMs, fields]: readonly [number, Order] = ORDERS[id]): Statement[] {
  const at = ago(agoMs);
  const usual: Order = {
    productId: "KVB1",
    flow: "none",
    createdAt: at,
    paidAt: at,
    consent: "2026-01",
    consentAt: at,
  };
  const order = orderStatements({ ...usual, ...fields, intentId: intentOf(id) });
  return [...order, mail("confirmation", intentOf(id), "sent", agoMs), ...refreshStatements(intentOf(id))];
}

const tell = (id: Id, agoMs: number, told: Told) =>
  recordStatements({ intentId: intentOf(id), eventId: `evt_${id}`, at: ago(agoMs), told });
const refund = (id: Id, agoMs: number, cents: number, isFailed = false) =>
  tell(id, agoMs, { kind: "refund", id: `re_${id}`, cents, isFailed });

function insert(table: string, row: Readonly<Record<string, string | number | null>>): Statement {
  const names = Object.keys(row);
  const values = names.map((_, index) => `?${index + 1}`).join(", ");
  return sql(`INSERT OR REPLACE INTO ${table} (${names.join(", ")}) VALUES (${values})`, ...Object.values(row));
}

const mail = (kind: string, about: string, state: string, agoMs: number) =>
  insert("mails", { kind, about, state, due_at: ago(agoMs), ended_at: ago(agoMs) });

const REFERENCES = {
  exists: "HR-8K2M-4QXT-7ZNA",
  overdue: "HR-3T9V-K6WD-0PXM",
  waived: "HR-5R1C-9BHE-2JYG",
  late: "HR-7W4N-2MKD-5RQA",
  unknown: "HR-1Z6Y-8XCV-3BNH",
  closed: "HR-9Q0P-6LKJ-4HGF",
} as const;

function withdraw(
  reference: keyof typeof REFERENCES,
  id: Id | null,
  agoMs: number,
  { buyerName: name, email }: typeof SANNE,
  more = {},
): Statement {
  const at = ago(agoMs);
  return insert("withdrawals", {
    ...{ reference: REFERENCES[reference], received_at: at, recorded_at: at, name, email, mailbox: email },
    ...{ contract: "Klein Vaarbewijs 1", intent_id: id && intentOf(id), is_proven: id ? 1 : 0, receipt: "full" },
    ...{ notice: "now", ...more },
  });
}

const delivery = (id: Id, state: string, agoMs: number, plan = {}) =>
  insert("deliveries", { intent_id: intentOf(id), state, at: ago(agoMs), ...plan });

const ACTS_DONE: readonly (readonly [string, state: string, what: string, before: string, after: string | null])[] = [
  ["refund", "done", "€19,50 terugbetaald van VK-ENS000PAID", "€39,00", "Gedaan bij Stripe: re_1, gelukt."],
  ["refund", "begun", "€39,00 terugbetaald van VK-ENS000PAID", "€39,00", null],
  ["target", "done", "cursuslink gewijzigd", `https://x.example/${"lang/".repeat(20)}`, "Het is zo."],
  ["confirm", "refused", "bevestiging van VK-ENS000PAID gestuurd", "nog niet", ACTS_COPY.confirm.changed],
  ["erase", "unknown", "gegevens van iemand gewist (1 bestelling)", "", ACTS_COPY.erase.stopped.stripe],
];

/** A shop of many weeks, in which everything waits that can. */
async function storeWeeks(): Promise<void> {
  const company = { company: "Rederij Sanne B.V.", address: "Kade 1\n1000 AA Amsterdam", vatId: "" };
  const setReport = (id: Id, what: string) =>
    sql(`UPDATE payment_reports SET ${what} WHERE intent_id = ?1`, intentOf(id));
  const codes = await Promise.all(
    (["gift", "unmailed"] as const).map(async (id) =>
      insert("gifts", { intent_id: intentOf(id), code: await giftCodeOfIntent(intentOf(id)), stored_at: ago(DAY_MS) }),
    ),
  );
  await shop.ledger([
    ...IDS.flatMap((id) => paidOrder(id)),
    ...[...codes, delivery("unmailed", "refused", 5 * HOUR_MS)],
    delivery("gift", "planned", DAY_MS, { day: dayIn(12), address: NOOR.email, send_at: `${dayIn(12)}T07:00:00.000Z` }),
    ...(["open", "failed"] as const).map((id) => setReport(id, "paid_at = NULL")),
    setReport("nameless", "buyer_name = NULL, email = NULL"),
    setReport("overdue", "consent = NULL, consent_at = NULL"),
    setReport("erased", "email = NULL"),
    insert("erasures", { intent_id: intentOf("erased"), erased_at: ago(DAY_MS) }),
    sql("DELETE FROM mails WHERE about IN (?1, ?2, ?3)", ...(["open", "failed", "nameless"] as const).map(intentOf)),
    mail("confirmation", intentOf("refused"), "refused", 11 * DAY_MS),
    ...refund("part", 2 * DAY_MS, 2000),
    ...refund("repaid", 4 * DAY_MS, 3900),
    ...refund("returned", 8 * DAY_MS, 3900, true),
    ...tell("disputed", DAY_MS, { kind: "dispute", id: "dp_1", state: "open" }),
    ...tell("inquiry", 2 * DAY_MS, { kind: "dispute", id: "dp_2", state: "inquiry" }),
    withdraw("exists", "withdrawn", 2 * DAY_MS, SANNE, { reason: "Ik heb toch al een vaarbewijs.\nVan mijn vader." }),
    withdraw("overdue", "overdue", 20 * DAY_MS, LONG),
    withdraw("waived", "waived", DAY_MS, NOOR),
    withdraw("late", "late", 3 * DAY_MS, JOOST),
    withdraw("unknown", null, 6 * HOUR_MS, KEES, { receipt: "held" }),
    withdraw("closed", "repaid", 4 * DAY_MS, NOOR, { answer: "repaid", answered_at: ago(3 * DAY_MS) }),
    mail("confirmation", intentOf("withdrawn"), "sent", HOUR_MS),
    mail("receipt", REFERENCES.exists, "sent", 2 * DAY_MS),
    firstInvoice(intentOf("paid"), company, { name: "Vaarkoers" } as never, "Online cursus", machineNow()),
    ...ACTS_DONE.map(([act, state, what, before, after], index) =>
      insert("acts", {
        ...{ id: crypto.randomUUID(), at: ago(index * 5 * HOUR_MS), actor: "eigenaar@example.nl", act, state, what },
        ...{ about: intentOf("paid"), before, after, press: "x" },
      }),
    ),
    ...IDS.map(intentOf).flatMap(refreshStatements),
  ]);
}

/** A paid order at Stripe too, so that its money can go back. Returns its payment. */
async function storeAtStripe(metadata: Readonly<Record<string, string>> = {}): Promise<string> {
  shop.world.stripe.setWebhooks(false);
  const { id } = await startPayment({ environment: "local", ...metadata });
  shop.world.stripe.settle(id, "succeeded");
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
const about = (id: Id, address = "") => ({ [ACT_FIELDS.order]: intentOf(id), [ACT_FIELDS.address]: address });
const answering = (reference: keyof typeof REFERENCES) => ({ [ACT_FIELDS.withdrawal]: REFERENCES[reference] });
const targeting = (url: string) => ({ [ACT_FIELDS.key]: "klein-vaarbewijs-1", [ACT_FIELDS.url]: url });

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
const stripeAway = () => shop.world.stripe.setMode("error-500");
const sanne = { [ACT_FIELDS.address]: SANNE.email };

/** Makes a payment at Stripe, and opens the preview of its refund. Returns how to open it again. */
async function previewRefund(page: Page, amount: string): Promise<() => Promise<unknown>> {
  const path = actPath("refund", { [ACT_FIELDS.order]: await storeAtStripe(), [ACT_FIELDS.amount]: amount });
  await page.goto(path);
  return () => page.goto(path);
}

/** An order's page, by the order that it shows. */
const ORDER_PAGES: Readonly<Record<string, Id>> = {
  "paid, with an invoice": "paid",
  "with a long name": "disputed",
  "gift planned": "gift",
  "gift that was not mailed": "unmailed",
  "a part refunded": "part",
  withdrawn: "withdrawn",
  "under way": "open",
  "without name and address": "nameless",
  erased: "erased",
};
const orderPath = (id: Id) => deskPath(`${DESK_PATHS.orders}/${intentOf(id)}`);

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
  ...Object.entries(ORDER_PAGES).map(([name, id]) => ({ name: `order, ${name}`, path: orderPath(id) })),
  { name: "order, all forms open", path: orderPath("gift"), does: openAllDetails },
  { name: "order, who may only look", path: orderPath("paid"), who: "viewer" },
  { name: "order that is not there", path: deskPath(`${DESK_PATHS.orders}/pi_none`), status: 404 },
  { name: "gifts", path: deskPath(DESK_PATHS.orders, { toon: "gift" }) },
  { name: "withdrawals", path: deskPath(DESK_PATHS.withdrawals) },
  {
    name: "withdrawals, none",
    path: deskPath(DESK_PATHS.withdrawals),
    seed: nothing,
    shows: DESK_COPY.withdrawals.none,
  },
  ...Object.entries(REFERENCES).map(([name, reference]) => ({
    name: `withdrawal, ${name}`,
    path: deskPath(`${DESK_PATHS.withdrawals}/${reference}`),
  })),
  { name: "books", path: deskPath(DESK_PATHS.books), seed: storeMoney, shows: DESK_COPY.books.abroad },
  { name: "books, no lines", path: deskPath(DESK_PATHS.books), seed: nothing, shows: DESK_COPY.books.none },
  { name: "books, Stripe away", path: deskPath(DESK_PATHS.books), seed: stripeAway, shows: DESK_COPY.trouble.stripe },
  { name: "person, asked for", path: deskPath(DESK_PATHS.person) },
  { name: "person, found", path: deskPath(DESK_PATHS.person, sanne) },
  { name: "person, unknown", path: deskPath(DESK_PATHS.person, sanne), seed: nothing, shows: DESK_COPY.person.nothing },
  { name: "targets", path: deskPath(DESK_PATHS.targets), seed: nothing },
  {
    name: "targets, one to change",
    path: deskPath(DESK_PATHS.targets),
    does: (page) => page.getByRole("link", { name: DESK_COPY.targets.change }).first().click(),
    shows: DESK_COPY.targets.url,
  },
  {
    name: "targets that could not be read",
    path: deskPath(DESK_PATHS.targets),
    settings: { kv: "down" },
    shows: DESK_COPY.targets.unavailable,
  },
  { name: "acts, none", path: deskPath(DESK_PATHS.acts), seed: nothing, shows: DESK_COPY.acts.none },
  { name: "acts", path: deskPath(DESK_PATHS.acts) },
  {
    name: "refund, to confirm",
    path: deskPath(""),
    seed: nothing,
    does: (page) => previewRefund(page, "19,50"),
    shows: ACTS_COPY.refund.follows.courseStays,
  },
  {
    name: "refund, twice",
    path: deskPath(""),
    seed: nothing,
    does: async (page) => {
      const again = await previewRefund(page, "10");
      await press(page);
      await again();
    },
    shows: "Ja, nog een keer",
  },
  {
    name: "correction of an address, to confirm",
    path: actPath("confirm", about("disputed", LONG.email.replace("jan", "piet"))),
  },
  { name: "confirmation, to send", path: actPath("confirm", about("refused", SANNE.email)) },
  { name: "gift, to stop", path: actPath("stopGift", about("gift")) },
  {
    name: "delivery, to change",
    path: actPath("changeDelivery", { ...about("gift", NOOR.email), [ACT_FIELDS.day]: dayIn(20) }),
  },
  { name: "delivery, to stop", path: actPath("stopDelivery", about("gift")) },
  {
    name: "answer, done, with the way back",
    path: actPath("answer", { ...answering("waived"), [ACT_FIELDS.answer]: "refused" }),
    does: press,
    shows: DESK_COPY.acts.undo,
  },
  { name: "receipt, to send", path: actPath("receipt", answering("unknown")) },
  {
    name: "erasure, to confirm",
    path: actPath("erase", sanne),
    seed: () => shop.ledger([...paidOrder("late", [30 * DAY_MS, SANNE]), ...paidOrder("paid")]),
  },
  {
    name: "target, to confirm",
    path: actPath("target", targeting("https://varen.example/cursus/klein-vaarbewijs-1/beginnen?van=winkel")),
    seed: nothing,
  },
  { name: "target that is no address", path: actPath("target", targeting("varen")), status: 409, seed: nothing },
  { name: "database that could not be read", path: deskPath(""), status: 503, settings: { ledgerDown: "all" } },
];

export const DESK_SCREENS: readonly Screen[] = STATES.map(screenOf);
