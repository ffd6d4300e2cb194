import type { Page } from "playwright";
import { ACT_FIELDS, ACTS, ACTS_COPY, type ActName } from "../../src/desk/acts-copy.ts";
import { DESK_COPY, DESK_PATHS } from "../../src/desk/desk-copy.ts";
import { firstInvoice } from "../../src/ledger/invoices.ts";
import { recordStatements, refreshStatements, type Told } from "../../src/ledger/orders.ts";
import { type Statement, sql } from "../../src/server/database.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { giftCodeOfIntent, startPayment } from "./gifts.ts";
import { dayIn, machineNow } from "./machine-clock.ts";
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
/** The longest that a form takes, or nearly. */
const LONG = {
  buyerName: `Jan ${"de Vries-".repeat(7)}Jansen`,
  email: `jan.${"de.vries.".repeat(6)}jr@${"lange-naam.".repeat(9)}example.nl`,
};
const WAIVED = { consent: "2026-01" };

const IDS = {
  paid: "pi_3DeskScreens0PAID01",
  hosted: "pi_3DeskScreens0HOSTED",
  gift: "pi_3DeskScreens00GIFT1",
  unmailed: "pi_3DeskScreens0UNMAIL",
  part: "pi_3DeskScreens00PART1",
  repaid: "pi_3DeskScreens0REPAID",
  disputed: "pi_3DeskScreens0DISPUT",
  inquiry: "pi_3DeskScreens0INQUIR",
  returned: "pi_3DeskScreens0RETURN",
  open: "pi_3DeskScreens00OPEN1",
  failed: "pi_3DeskScreens0FAILED",
  withdrawn: "pi_3DeskScreens0WITHDR",
  overdue: "pi_3DeskScreens0OVERDU",
  waived: "pi_3DeskScreens0WAIVED",
  late: "pi_3DeskScreens00LATE1",
  refused: "pi_3DeskScreens0REFUSE",
  nameless: "pi_3DeskScreens0NAMELS",
  erased: "pi_3DeskScreens0ERASED",
} as const;
const REFERENCES = {
  exists: "HR-8K2M-4QXT-7ZNA",
  overdue: "HR-3T9V-K6WD-0PXM",
  waived: "HR-5R1C-9BHE-2JYG",
  late: "HR-7W4N-2MKD-5RQA",
  unknown: "HR-1Z6Y-8XCV-3BNH",
  closed: "HR-9Q0P-6LKJ-4HGF",
} as const;

type Order = Omit<Parameters<typeof storeOrder>[0], "intentId">;

function paidOrder(id: keyof typeof IDS, agoMs: number, fields: Order): Statement[] {
  const at = ago(agoMs);
  const usual: Order = { productId: "KVB1", flow: "none", createdAt: at, paidAt: at, ...WAIVED, consentAt: at };
  const intentId = IDS[id];
  return [
    ...orderStatements({ ...usual, ...fields, intentId }),
    mail("confirmation", intentId, "sent", agoMs),
    ...refreshStatements(intentId),
  ];
}

const store = (...order: Parameters<typeof paidOrder>) => shop.ledger(paidOrder(...order));

function tell(id: keyof typeof IDS, agoMs: number, told: Told): readonly Statement[] {
  return recordStatements({ intentId: IDS[id], eventId: `evt_${id}`, at: ago(agoMs), told });
}

function withdraw(
  reference: keyof typeof REFERENCES,
  id: keyof typeof IDS | null,
  agoMs: number,
  more = {},
): Statement {
  const at = ago(agoMs);
  const row = {
    ...{ reference: REFERENCES[reference], received_at: at, recorded_at: at, name: SANNE.buyerName },
    ...{ contract: "Klein Vaarbewijs 1", email: SANNE.email, mailbox: SANNE.email, reason: null },
    ...{ intent_id: id === null ? null : IDS[id], is_proven: id === null ? 0 : 1, receipt: "full", notice: "now" },
    ...{ answer: null, answered_at: null },
    ...more,
  };
  const names = Object.keys(row);
  return sql(
    `INSERT INTO withdrawals (${names.join(", ")}) VALUES (${names.map((_, index) => `?${index + 1}`).join(", ")})`,
    ...(Object.values(row) as (string | number | null)[]),
  );
}

function mail(kind: string, about: string, state: string, agoMs: number, detail: string | null = null): Statement {
  const isOwed = state === "due";
  return sql(
    "INSERT OR REPLACE INTO mails (kind, about, state, due_at, ended_at, detail) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    ...[kind, about, state, ago(agoMs), isOwed ? null : ago(agoMs), detail],
  );
}

const GIFT = { productId: "MARIFONIE", recipient: "Noor", giver: "Opa Kees", message: "", from: "later" } as const;

async function storeGift(id: "gift" | "unmailed" = "gift"): Promise<void> {
  const day = dayIn(12);
  await store(id, 2 * DAY_MS, { ...JOOST, productId: "MARIFONIE", amountCents: 5900, gift: { ...GIFT, from: day } });
  const code = await giftCodeOfIntent(IDS[id]);
  await shop.ledger([
    sql("INSERT INTO gifts (intent_id, code, stored_at) VALUES (?1, ?2, ?3)", IDS[id], code, ago(2 * DAY_MS)),
    id !== "unmailed"
      ? sql(
          `INSERT INTO deliveries (intent_id, state, day, address, send_at, at) VALUES (?1, 'planned', ?2, ?3, ?4, ?5)`,
          ...[IDS[id], day, NOOR.email, `${day}T07:00:00.000Z`, ago(2 * DAY_MS)],
        )
      : sql("INSERT INTO deliveries (intent_id, state, at) VALUES (?1, 'refused', ?2)", IDS[id], ago(5 * HOUR_MS)),
    ...refreshStatements(IDS[id]),
  ]);
}

function withdrawals(): Statement[] {
  return [
    ...paidOrder("withdrawn", 8 * DAY_MS, { ...SANNE, amountCents: 3900, source: "hosted" }),
    ...paidOrder("overdue", 25 * DAY_MS, { ...LONG, productId: "KVB1_KVB2", amountCents: 11_800 }),
    ...paidOrder("waived", 4 * DAY_MS, NOOR),
    ...paidOrder("late", 30 * DAY_MS, JOOST),
    sql("UPDATE payment_reports SET consent = NULL, consent_at = NULL WHERE intent_id = ?1", IDS.overdue),
    mail("confirmation", IDS.withdrawn, "sent", HOUR_MS),
    withdraw("exists", "withdrawn", 2 * DAY_MS, { reason: "Ik heb toch al een vaarbewijs.\nVan mijn vader." }),
    withdraw("overdue", "overdue", 20 * DAY_MS, { name: LONG.buyerName, email: LONG.email, mailbox: LONG.email }),
    withdraw("waived", "waived", DAY_MS, { name: NOOR.buyerName, email: NOOR.email }),
    withdraw("late", "late", 3 * DAY_MS, { name: JOOST.buyerName, email: JOOST.email }),
    withdraw("unknown", null, 6 * HOUR_MS, { name: "Kees Jansen", email: "kees@example.nl", receipt: "held" }),
    mail("receipt", REFERENCES.exists, "sent", 2 * DAY_MS),
  ];
}

/** A shop of many weeks, in which everything waits that can. */
async function storeWeek(): Promise<void> {
  await storeGift();
  await storeGift("unmailed");
  await shop.ledger([
    ...paidOrder("paid", HOUR_MS, SANNE),
    ...paidOrder("hosted", 2 * HOUR_MS, { ...NOOR, source: "hosted", productId: "KVB2", flow: "A", amountCents: 4900 }),
    ...paidOrder("part", 3 * DAY_MS, { ...JOOST, productId: "KVB1_KVB2", amountCents: 11_800 }),
    ...paidOrder("repaid", 5 * DAY_MS, NOOR),
    ...paidOrder("disputed", 6 * DAY_MS, LONG),
    ...paidOrder("inquiry", 7 * DAY_MS, JOOST),
    ...paidOrder("returned", 9 * DAY_MS, SANNE),
    ...paidOrder("open", 3 * HOUR_MS, { ...LONG, status: "open", source: "hosted", productId: "KVB1_KVB2" }),
    ...paidOrder("failed", 10 * DAY_MS, { ...NOOR, status: "failed" }),
    ...paidOrder("refused", 11 * DAY_MS, JOOST),
    ...paidOrder("nameless", 12 * DAY_MS, { source: "hosted" }),
    ...withdrawals(),
    sql("UPDATE payment_reports SET paid_at = NULL WHERE intent_id IN (?1, ?2)", IDS.open, IDS.failed),
    sql("UPDATE payment_reports SET buyer_name = NULL, email = NULL WHERE intent_id = ?1", IDS.nameless),
    sql("DELETE FROM mails WHERE about IN (?1, ?2, ?3)", IDS.open, IDS.failed, IDS.nameless),
    ...tell("part", 2 * DAY_MS, { kind: "refund", id: "re_part", cents: 2000, isFailed: false }),
    ...tell("repaid", 4 * DAY_MS, { kind: "refund", id: "re_whole", cents: 3900, isFailed: false }),
    ...tell("returned", 8 * DAY_MS, { kind: "refund", id: "re_failed", cents: 3900, isFailed: true }),
    ...tell("disputed", DAY_MS, { kind: "dispute", id: "dp_1", state: "open" }),
    ...tell("inquiry", 2 * DAY_MS, { kind: "dispute", id: "dp_2", state: "inquiry" }),
    mail("confirmation", IDS.refused, "refused", 11 * DAY_MS),
    withdraw("closed", "repaid", 4 * DAY_MS, { answer: "repaid", answered_at: ago(3 * DAY_MS) }),
    ...Object.values(IDS).flatMap(refreshStatements),
  ]);
}

/** A paid order at Stripe too, so that its money can go back. Returns its payment. */
async function storeAtStripe(metadata: Readonly<Record<string, string>> = {}): Promise<string> {
  shop.world.stripe.setWebhooks(false);
  const { id } = await startPayment(shop.world.origin, { environment: "local", ...metadata });
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

const ACT_ROWS: readonly (readonly [act: string, state: string, what: string, before: string, after: string | null])[] =
  [
    ["refund", "done", "€19,50 terugbetaald van VK-EENS0PAID1", "€39,00", "Gedaan bij Stripe: re_1, gelukt."],
    ["refund", "begun", "€39,00 terugbetaald van VK-EENS0PAID1", "€39,00", null],
    [
      "target",
      "done",
      "cursuslink klein-vaarbewijs-1 gewijzigd",
      `https://x.example/${"lang/".repeat(20)}`,
      "Het is zo.",
    ],
    ["confirm", "refused", "bevestiging van VK-EENS0PAID1 gestuurd", "nog niet", ACTS_COPY.confirm.changed],
    ["erase", "unknown", "gegevens van iemand gewist (1 bestelling)", "", ACTS_COPY.erase.stopped.stripe],
  ];

async function storeActs(): Promise<void> {
  await shop.ledger(
    ACT_ROWS.map(([act, state, what, before, after], index) =>
      sql(
        `INSERT INTO acts (id, at, actor, act, about, what, before, after, press, state)
          VALUES (?1, ?2, 'eigenaar@example.nl', ?3, ?4, ?5, ?6, ?7, 'x', ?8)`,
        ...[crypto.randomUUID(), ago(index * 5 * HOUR_MS), act, IDS.paid, what, before, after, state],
      ),
    ),
  );
}

const deskPath = (path: string, fields: Readonly<Record<string, string>> = {}) =>
  `${PATHS.desk}${path}${Object.keys(fields).length === 0 ? "" : `?${new URLSearchParams(fields)}`}`;
const orderPath = (intentId: string) => deskPath(`${DESK_PATHS.orders}/${intentId}`);
const actPath = (act: ActName, fields: Readonly<Record<string, string>>) =>
  deskPath(`${DESK_PATHS.act}/${ACTS[act]}`, fields);
const about = (id: keyof typeof IDS) => ({ [ACT_FIELDS.order]: IDS[id] });

type DeskState = {
  name: string;
  path: string;
  status?: number;
  /** Who looks: `viewer` may only look. */
  who?: "editor" | "viewer";
  seed?: () => Promise<unknown>;
  settings?: ShopSettings;
  /** What the visitor does then. */
  does?: (page: Page) => Promise<unknown>;
  /** A text that is there at the end. */
  shows?: string;
};

function screenOf({ name, path, status, who = "editor", seed, settings, does, shows }: DeskState): Screen {
  return {
    name: `desk, ${name}`,
    path,
    ...(status === undefined ? {} : { status }),
    before: async (page) => {
      const value = shop.world.access.assertionOf(who);
      await page.context().addCookies([{ name: "CF_Authorization", value, url: shop.origin }]);
      await seed?.();
      if (settings !== undefined) await shop.set(settings);
    },
    ...(does === undefined && shows === undefined
      ? {}
      : {
          prepare: async (page: Page) => {
            await does?.(page);
            if (shows !== undefined) await page.locator("main").getByText(shows).first().waitFor();
          },
        }),
  };
}

const press = (page: Page) => page.locator('form[method="post"] button').click();
const stripeAway = () => shop.world.stripe.setMode("error-500");
const sanne = { [ACT_FIELDS.address]: SANNE.email };
const COURSE_URL = "https://varen.example/cursus/klein-vaarbewijs-1/beginnen?van=winkel";

/** Makes a payment at Stripe, and opens the preview of its refund. */
async function refund(page: Page, amount: string): Promise<string> {
  const id = await storeAtStripe();
  await page.goto(actPath("refund", { [ACT_FIELDS.order]: id, [ACT_FIELDS.amount]: amount }));
  return id;
}

const STATES: readonly DeskState[] = [
  { name: "today, empty", path: deskPath("") },
  { name: "today, everything waits", path: deskPath(""), seed: storeWeek },
  {
    name: "menu open",
    path: deskPath(DESK_PATHS.books),
    does: (page) => page.getByText(DESK_COPY.header.more, { exact: true }).click(),
  },
  { name: "orders", path: deskPath(DESK_PATHS.orders), seed: storeWeek },
  { name: "orders, none found", path: deskPath(DESK_PATHS.orders, { zoek: "zzz" }), shows: DESK_COPY.orders.none },
  {
    name: "order, paid, with an invoice",
    path: orderPath(IDS.paid),
    seed: async () => {
      await store("paid", HOUR_MS, SANNE);
      const buyer = { company: "Rederij Sanne B.V.", address: "Kade 1\n1000 AA Amsterdam", vatId: "" };
      const seller = { name: "Vaarkoers" } as never;
      await shop.ledger([firstInvoice(IDS.paid, buyer, seller, "Online cursus", machineNow()), ...actsOf(IDS.paid)]);
    },
  },
  { name: "order with a long name", path: orderPath(IDS.disputed), seed: storeWeek },
  { name: "order, gift planned", path: orderPath(IDS.gift), seed: () => storeGift() },
  {
    name: "order, all forms open",
    path: orderPath(IDS.gift),
    seed: () => storeGift(),
    does: (page) =>
      page.locator("main details").evaluateAll((all) => {
        for (const details of all) details.setAttribute("open", "");
      }),
  },
  { name: "order, gift that was not mailed", path: orderPath(IDS.unmailed), seed: () => storeGift("unmailed") },
  { name: "order, a part refunded", path: orderPath(IDS.part), seed: storeWeek },
  { name: "order, withdrawn", path: orderPath(IDS.withdrawn), seed: storeWeek },
  { name: "order, under way", path: orderPath(IDS.open), seed: storeWeek },
  { name: "order, without name and address", path: orderPath(IDS.nameless), seed: storeWeek },
  {
    name: "order, erased",
    path: orderPath(IDS.erased),
    seed: async () => {
      await store("erased", 40 * DAY_MS, SANNE);
      await shop.ledger([
        sql("INSERT INTO erasures (intent_id, erased_at) VALUES (?1, ?2)", IDS.erased, ago(DAY_MS)),
        sql("UPDATE payment_reports SET email = NULL WHERE intent_id = ?1", IDS.erased),
        ...refreshStatements(IDS.erased),
      ]);
    },
  },
  { name: "order, who may only look", path: orderPath(IDS.paid), who: "viewer", seed: () => store("paid", 0, SANNE) },
  { name: "order that is not there", path: orderPath("pi_none"), status: 404 },
  { name: "gifts", path: deskPath(DESK_PATHS.orders, { toon: "gift" }), seed: storeWeek },
  { name: "withdrawals", path: deskPath(DESK_PATHS.withdrawals), seed: storeWeek },
  { name: "withdrawals, none", path: deskPath(DESK_PATHS.withdrawals), shows: DESK_COPY.withdrawals.none },
  ...(["exists", "overdue", "waived", "late", "unknown", "closed"] as const).map((one) => ({
    name: `withdrawal, ${one}`,
    path: deskPath(`${DESK_PATHS.withdrawals}/${REFERENCES[one]}`),
    seed: storeWeek,
  })),
  { name: "books", path: deskPath(DESK_PATHS.books), seed: storeMoney, shows: DESK_COPY.books.abroad },
  { name: "books, no lines", path: deskPath(DESK_PATHS.books), shows: DESK_COPY.books.none },
  {
    name: "books, Stripe away",
    path: deskPath(DESK_PATHS.books),
    seed: async () => stripeAway(),
    shows: DESK_COPY.trouble.stripe,
  },
  { name: "person, asked for", path: deskPath(DESK_PATHS.person) },
  { name: "person, found", path: deskPath(DESK_PATHS.person, sanne), seed: storeWeek },
  { name: "person, unknown", path: deskPath(DESK_PATHS.person, sanne), shows: DESK_COPY.person.nothing },
  { name: "targets", path: deskPath(DESK_PATHS.targets) },
  {
    name: "targets, one to change",
    path: deskPath(DESK_PATHS.targets),
    seed: storeActs,
    does: (page) => page.getByRole("link", { name: DESK_COPY.targets.change }).first().click(),
    shows: DESK_COPY.targets.url,
  },
  {
    name: "targets that could not be read",
    path: deskPath(DESK_PATHS.targets),
    settings: { kv: "down" },
    shows: DESK_COPY.targets.unavailable,
  },
  { name: "acts, none", path: deskPath(DESK_PATHS.acts), shows: DESK_COPY.acts.none },
  { name: "acts", path: deskPath(DESK_PATHS.acts), seed: storeActs },
  {
    name: "refund, to confirm",
    path: deskPath(""),
    does: (page) => refund(page, "19,50"),
    shows: ACTS_COPY.refund.follows.courseStays,
  },
  {
    name: "refund, twice",
    path: deskPath(""),
    does: async (page) => {
      const id = await refund(page, "10");
      await press(page);
      await page.goto(actPath("refund", { [ACT_FIELDS.order]: id, [ACT_FIELDS.amount]: "10" }));
    },
    shows: "Ja, nog een keer",
  },
  {
    name: "correction of an address, to confirm",
    path: actPath("confirm", { ...about("disputed"), [ACT_FIELDS.address]: LONG.email.replace("jan", "piet") }),
    seed: storeWeek,
  },
  {
    name: "confirmation, to send",
    path: actPath("confirm", { ...about("refused"), [ACT_FIELDS.address]: SANNE.email ?? "" }),
    seed: storeWeek,
  },
  { name: "gift, to stop", path: actPath("stopGift", about("gift")), seed: () => storeGift() },
  {
    name: "delivery, to change",
    path: actPath("changeDelivery", {
      ...about("gift"),
      [ACT_FIELDS.day]: dayIn(20),
      [ACT_FIELDS.address]: NOOR.email,
    }),
    seed: () => storeGift(),
  },
  { name: "delivery, to stop", path: actPath("stopDelivery", about("gift")), seed: () => storeGift() },
  {
    name: "answer, done, with the way back",
    path: actPath("answer", { [ACT_FIELDS.withdrawal]: REFERENCES.waived, [ACT_FIELDS.answer]: "refused" }),
    seed: storeWeek,
    does: press,
    shows: DESK_COPY.acts.undo,
  },
  {
    name: "receipt, to send",
    path: actPath("receipt", { [ACT_FIELDS.withdrawal]: REFERENCES.unknown }),
    seed: storeWeek,
  },
  {
    name: "erasure, to confirm",
    path: actPath("erase", sanne),
    seed: async () => {
      await store("late", 30 * DAY_MS, SANNE);
      await store("paid", HOUR_MS, SANNE);
    },
  },
  {
    name: "target, to confirm",
    path: actPath("target", { [ACT_FIELDS.key]: "klein-vaarbewijs-1", [ACT_FIELDS.url]: COURSE_URL }),
  },
  {
    name: "target that is no address",
    path: actPath("target", { [ACT_FIELDS.key]: "klein-vaarbewijs-1", [ACT_FIELDS.url]: "varen" }),
    status: 409,
  },
  { name: "database that could not be read", path: deskPath(""), status: 503, settings: { ledgerDown: "all" } },
];

function actsOf(intentId: string): readonly Statement[] {
  return [
    sql(
      `INSERT INTO acts (id, at, actor, act, about, what, before, after, press, state)
        VALUES (?1, ?2, 'eigenaar@example.nl', 'confirm', ?3, 'bevestiging gestuurd', 'nog niet', ?4, 'x', 'done')`,
      ...[crypto.randomUUID(), ago(0), intentId, ACTS_COPY.confirm.done],
    ),
  ];
}

export const DESK_SCREENS: readonly Screen[] = STATES.map(screenOf);
