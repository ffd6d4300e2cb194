import { ACTS_COPY } from "../src/desk/acts-copy.ts";
import { firstInvoice } from "../src/ledger/invoices.ts";
import { type DisputeState, recordStatements, refreshStatements, type Told } from "../src/ledger/orders.ts";
import { type Statement, sql } from "../src/server/database.ts";
import { addDays, today } from "../src/shared/time.ts";
import { DAY_MS, HOUR_MS } from "./clock.ts";

/** Orders of a ledger as statements, for tests of every project: one order, and a shop of many weeks. */

type Report = Extract<Told, { kind: "report" }>["report"];
export type StoredOrder = Partial<Report> & { intentId: string; dispute?: DisputeState };

const PAID_AT = "2026-07-01T22:10:00.000Z";

/** A paid order whose buyer has the confirmation. Nothing else comes after it: no mail is owed. */
export function orderStatements({ intentId, dispute, ...fields }: StoredOrder): Statement[] {
  const report: Report = {
    status: "paid",
    source: "checkout",
    buyerName: "Kees Jansen",
    email: "kees@example.nl",
    amountCents: 3900,
    currency: "eur",
    createdAt: PAID_AT,
    paidAt: PAID_AT,
    ...fields,
  };
  const news = { intentId, eventId: "evt_1", at: PAID_AT };
  return [
    ...recordStatements({ ...news, told: { kind: "report", source: "intent", report } }),
    ...(dispute === undefined
      ? []
      : recordStatements({ ...news, told: { kind: "dispute", id: `dp_${intentId}`, state: dispute } })),
    sql(
      `INSERT INTO mails (kind, about, state, due_at, ended_at) VALUES ('confirmation', ?1, 'sent', ?2, ?2)
        ON CONFLICT DO NOTHING`,
      intentId,
      PAID_AT,
    ),
  ];
}

export const SANNE = { buyerName: "Sanne de Vries", email: "sanne@example.nl" };
const JOOST = { buyerName: "Joost van den Berg", email: "joost@example.nl" };
export const NOOR = { buyerName: "Noor Jansen", email: "noor@example.nl" };
const KEES = { buyerName: "Kees Jansen", email: "kees@example.nl" };
/** The longest that a form takes, or nearly. */
export const LONG = {
  buyerName: `Jan ${"de Vries-".repeat(7)}Jansen`,
  email: `jan.${"de.vries.".repeat(6)}jr@${"lange-naam.".repeat(9)}example.nl`,
};

type Order = Omit<StoredOrder, "intentId">;

const BOTH: Order = { productId: "KVB1_KVB2", amountCents: 11_800 };
const WISH = { productId: "MARIFONIE", recipient: "Noor", giver: "Opa Kees", message: "" } as const;
const GIFT: Order = { ...JOOST, productId: "MARIFONIE", amountCents: 5900 };

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
export type OrderName = keyof typeof ORDERS;
export const ORDER_NAMES = Object.keys(ORDERS) as readonly OrderName[];
export const intentOf = (name: OrderName) => `pi_3DeskScreens${name.slice(0, 7).toUpperCase().padStart(7, "0")}`;

/** The references of its withdrawals. */
export const REFERENCES = {
  exists: "HR-8K2M-4QXT-7ZNA",
  overdue: "HR-3T9V-K6WD-0PXM",
  waived: "HR-5R1C-9BHE-2JYG",
  late: "HR-7W4N-2MKD-5RQA",
  unknown: "HR-1Z6Y-8XCV-3BNH",
  closed: "HR-9Q0P-6LKJ-4HGF",
} as const;

const ACTS_DONE: readonly (readonly [string, state: string, what: string, before: string, after: string | null])[] = [
  ["refund", "done", "€19,50 terugbetaald van VK-ENS000PAID", "€39,00", "Gedaan bij Stripe: re_1, gelukt."],
  ["refund", "begun", "€39,00 terugbetaald van VK-ENS000PAID", "€39,00", null],
  ["target", "done", "cursuslink gewijzigd", `https://x.example/${"lang/".repeat(20)}`, "Het is zo."],
  ["confirm", "refused", "bevestiging van VK-ENS000PAID gestuurd", "nog niet", ACTS_COPY.confirm.changed],
  ["erase", "unknown", "gegevens van iemand gewist (1 bestelling)", "", ACTS_COPY.erase.stopped.stripe],
];

function insert(table: string, row: Readonly<Record<string, string | number | null>>): Statement {
  const names = Object.keys(row);
  const values = names.map((_, index) => `?${index + 1}`).join(", ");
  return sql(`INSERT OR REPLACE INTO ${table} (${names.join(", ")}) VALUES (${values})`, ...Object.values(row));
}

/** What is stored before this moment. */
export function storedBefore(now: Date) {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const mail = (kind: string, about: string, state: string, agoMs: number) =>
    insert("mails", { kind, about, state, due_at: ago(agoMs), ended_at: ago(agoMs) });
  const tell = (name: OrderName, agoMs: number, told: Told) =>
    recordStatements({ intentId: intentOf(name), eventId: `evt_${name}`, at: ago(agoMs), told });
  const refund = (name: OrderName, agoMs: number, cents: number, isFailed = false) =>
    tell(name, agoMs, { kind: "refund", id: `re_${name}`, cents, isFailed });
  const day = addDays(today(now), 12);

  function paidOrder(name: OrderName, [agoMs, fields]: readonly [number, Order] = ORDERS[name]): Statement[] {
    const [at, intentId] = [ago(agoMs), intentOf(name)];
    const gift = fields === GIFT ? { gift: { ...WISH, from: day } } : {};
    const usual: Order = {
      ...{ productId: "KVB1", flow: "none", createdAt: at, paidAt: at, consent: "2026-01", consentAt: at },
    };
    const order = orderStatements({ ...usual, ...fields, ...gift, intentId });
    return [...order, mail("confirmation", intentId, "sent", agoMs), ...refreshStatements(intentId)];
  }

  function withdraw(
    reference: keyof typeof REFERENCES,
    order: OrderName | null,
    agoMs: number,
    { buyerName: name, email }: typeof SANNE,
    more = {},
  ): Statement {
    const at = ago(agoMs);
    return insert("withdrawals", {
      ...{ reference: REFERENCES[reference], received_at: at, recorded_at: at, name, email, mailbox: email },
      ...{ contract: "Klein Vaarbewijs 1", intent_id: order && intentOf(order), is_proven: order ? 1 : 0 },
      ...{ receipt: "full", notice: "now", ...more },
    });
  }

  /** A shop of many weeks, in which everything waits that can. `codes`: of its gifts. */
  function weeks(codes: Readonly<Record<"gift" | "unmailed", string>>): Statement[] {
    const company = { company: "Rederij Sanne B.V.", address: "Kade 1\n1000 AA Amsterdam", vatId: "" };
    const setReport = (name: OrderName, what: string) =>
      sql(`UPDATE payment_reports SET ${what} WHERE intent_id = ?1`, intentOf(name));
    const delivery = (name: OrderName, state: string, agoMs: number, plan = {}) =>
      insert("deliveries", { intent_id: intentOf(name), state, at: ago(agoMs), ...plan });
    return [
      ...ORDER_NAMES.flatMap((name) => paidOrder(name)),
      ...(["gift", "unmailed"] as const).map((name) =>
        insert("gifts", { intent_id: intentOf(name), code: codes[name], stored_at: ago(DAY_MS) }),
      ),
      delivery("unmailed", "refused", 5 * HOUR_MS),
      delivery("gift", "planned", DAY_MS, { day, address: NOOR.email, send_at: `${day}T07:00:00.000Z` }),
      ...(["open", "failed"] as const).map((name) => setReport(name, "paid_at = NULL")),
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
      firstInvoice(intentOf("paid"), company, { name: "Vaarkoers" } as never, "Online cursus", now),
      ...ACTS_DONE.map(([act, state, what, before, after], index) =>
        insert("acts", {
          ...{
            id: `0a1b2c3d-0000-4000-8000-00000000000${index}`,
            at: ago(index * 5 * HOUR_MS),
            actor: "eigenaar@example.nl",
            act,
            state,
            what,
          },
          ...{ about: intentOf("paid"), before, after, press: "x" },
        }),
      ),
      ...ORDER_NAMES.map(intentOf).flatMap(refreshStatements),
    ];
  }
  return { ago, mail, paidOrder, weeks };
}
