import { firstOf, fromRow, type Ledger, type Row, type Statement, sql, type Value } from "../server/database.ts";
import type { Flow, ProductId } from "../shared/courses.ts";
import { foldedNames } from "../shared/folded-text.ts";
import { ERASED_GIFT_NAMES, type GiftWish } from "../shared/gift.ts";
import type { OrderState } from "./order-rules.ts";
import type { RecordedPaymentState } from "./payment-life-rules.ts";

/**
 * Orders. What Stripe says of a payment is written down as it comes: late, twice and in any order. Each kind of report has
 * a row of its own, and the view `joined_orders` makes one order of them. So the order of events changes nothing.
 */

/** The statuses of a payment. `open`: its money is on its way. */
export type OrderStatus = "open" | "failed" | "canceled" | "paid";

/**
 * The states of a dispute, by the number that the ledger has of each. `inquiry`: the bank only asks, and no money moved. `closed`: no decision. `won` after `lost`: an appeal.
 */
export const DISPUTE_STATES = ["inquiry", "open", "closed", "lost", "won"] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** The kinds of reports of a payment. If two name the same field, the one that the view ranks first counts. */
export type ReportSource =
  | "intent"
  | "session"
  | "session-open"
  | "processing"
  | "session-failed"
  | "charge"
  | "canceled"
  | "failed";

/** What is known of an order, from a report or from all of them. Times are ISO 8601 in UTC. */
type Known = {
  status: OrderStatus;
  /** The checkout that was used: our own, or Stripe's page. Absent if the payment is not the shop's. */
  source?: "checkout" | "hosted";
  sessionId?: string;
  /** Absent if it is not known what was bought. */
  productId?: ProductId;
  flow?: Flow;
  buyerName?: string;
  email?: string;
  /** Version of the consent text that the buyer agreed to, and when: start at once, and lose the right of withdrawal. */
  consent?: string;
  consentAt?: string;
  /** The wish of a gift, without its message. Its giver waives nothing, so there is no consent. */
  gift?: GiftWish;
  /** Account at the sign-in service. */
  userId?: string;
  /** Including VAT (`vatBreakdown`). */
  amountCents: number;
  currency: string;
  createdAt: string;
  paidAt?: string;
  /** The refunds that did not fail. */
  refundedCents?: number;
};

/** An order: all that is known of a payment. */
export type Order = Known & {
  intentId: string;
  /** When Stripe last said something of it. */
  updatedAt: string;
  /** When an operator corrected the address, by the operator's clock. */
  emailCorrectedAt?: string;
  /** When that last made it another address. Absent if it only sent the confirmation again. */
  emailChangedAt?: string;
  /** When the buyer's data were erased as far as the law allows (ledger/erasure.ts). */
  erasedAt?: string;
  /** The refunds that failed, whatever became of that money since (`owedCents`). */
  failedRefundCents?: number;
  dispute?: DisputeState;
  /** When the confirmation was sent to the address of the order. */
  confirmedAt?: string;
  /** The key in `GIFTS` of the gift that was bought, and since when KV has it. */
  giftCode?: string;
  giftStoredAt?: string;
  /** The withdrawal by the order's own link that counts, else the first that was refused: its reference, and when it came. */
  withdrawal?: string;
  withdrawnAt?: string;
} & OrderConsequences;

/** What follows from all that is known of an order: the view `shown_orders` says it, and nothing else does. */
type OrderConsequences = {
  /** When it was paid, or else its payment was started, ISO 8601. */
  boughtAt: string;
  /** When its money last moved after it was paid, ISO 8601. */
  moneyMovedAt?: string;
  /** Before it is paid its status, then where its money is. */
  money: RecordedPaymentState;
  /** Its state for its buyer: a withdrawal counts until all the money went back. */
  state: OrderState;
  /** All of its money went back. */
  isRepaid: boolean;
  /** Its buyer has withdrawn by its own link, and was not refused. */
  isWithdrawn: boolean;
  /** Its buyer has what was bought. A withdrawal after the right was given up takes it only once it is answered. */
  isUsable: boolean;
  /** Its confirmation is still to go. */
  isUnconfirmed: boolean;
  /** Its confirmation ended without being sent. */
  isUnsent: boolean;
  owedCents?: number;
  /** What was paid back otherwise than through Stripe, and what is left of what was paid. */
  paidOtherwiseCents: number;
  keptCents: number;
  /** What was last settled otherwise of that, and when. ISO 8601. */
  settledCents?: number;
  settledAt?: string;
  /** When the right of withdrawal ended, because the buyer gave it up for delivery at once. */
  waivedAt?: string;
  /** The last day to withdraw, `2026-11-23`. */
  withdrawUntil?: string;
  /** Why it gets no confirmation, whatever its address. */
  unconfirmable?: Unconfirmable;
  /** Since when its dispute is in its state, and the last moment to answer the bank. ISO 8601. */
  disputedAt?: string;
  answerBankBy?: string;
  /** The bank asks, or decides on a dispute, perhaps beside one that was lost. */
  isAtBank: boolean;
  /** What the owner wrote down about it. */
  note?: string;
};

/** `no-sale`: it was paid for something else than a course. */
type Unconfirmable = "no-sale" | "erased" | "repaid" | "withdrawn";

/** What one event says. `dueBy`: the last moment to answer the bank, ISO 8601. */
export type Told =
  | { kind: "report"; source: ReportSource; report: Known }
  | { kind: "refund"; id: string; cents: number; isFailed: boolean }
  | { kind: "dispute"; id: string; state: DisputeState; dueBy?: string };

/** One event about a payment. `at`: its time, ISO 8601. */
export type PaymentEvent = { intentId: string; eventId: string; at: string; told: Told };

/** The column of each field of a report. */
const COLUMNS = {
  status: "status",
  source: "checkout",
  sessionId: "session_id",
  productId: "product_id",
  flow: "flow",
  buyerName: "buyer_name",
  email: "email",
  userId: "user_id",
  consent: "consent",
  consentAt: "consent_at",
  amountCents: "amount_cents",
  currency: "currency",
  createdAt: "created_at",
  paidAt: "paid_at",
  refundedCents: "refunded_cents",
} as const satisfies Readonly<Record<Exclude<keyof Known, "gift">, string>>;
const FIELDS = Object.keys(COLUMNS) as readonly (keyof typeof COLUMNS)[];
const REPORT_COLUMNS = ["intent_id", "source", "event_id", "event_at", "gift", "names", ...Object.values(COLUMNS)];

/** The later event of a kind counts; of charges the one with the higher total. */
const REPORT = `INSERT INTO payment_reports (${REPORT_COLUMNS.join(", ")}) VALUES (${REPORT_COLUMNS.map(() => "?").join(", ")})
  ON CONFLICT (intent_id, source) DO UPDATE SET ${REPORT_COLUMNS.slice(2)
    .map((name) => `${name} = excluded.${name}`)
    .join(", ")}
  WHERE (ifnull(excluded.refunded_cents, 0), excluded.event_at, excluded.event_id)
    >= (ifnull(refunded_cents, 0), event_at, event_id)`;
/** A refund that failed stays failed. */
const REFUND = `INSERT INTO refunds (id, intent_id, cents, created_at, failed_at) VALUES (?1, ?2, ?3, ?4, ?5)
  ON CONFLICT (id) DO UPDATE SET failed_at = ifnull(failed_at, excluded.failed_at),
    created_at = max(created_at, excluded.created_at)`;
/** What a bank said last counts: it may decide anew. */
const IS_NEWS =
  "iif(stage = excluded.stage, event_at > excluded.event_at, (event_at, stage) < (excluded.event_at, excluded.stage))";
const DISPUTE = `INSERT INTO disputes (id, intent_id, stage, event_at, due_by) VALUES (?1, ?2, ?3, ?4, ?5)
  ON CONFLICT (id) DO UPDATE SET stage = iif(${IS_NEWS}, excluded.stage, stage),
    event_at = iif(${IS_NEWS}, excluded.event_at, event_at), due_by = max(ifnull(due_by, excluded.due_by), ifnull(excluded.due_by, due_by))`;
/** An address in a report, for a row of `payment_reports`, that is not its order's own; and the report without that person. */
export const IS_MENTION =
  "email COLLATE NOCASE IS NOT (SELECT email FROM orders AS o WHERE o.intent_id = payment_reports.intent_id)";
export const WITHOUT_MENTION =
  "email = NULL, (user_id, buyer_name, names) = (SELECT user_id, buyer_name, names WHERE status = 'paid')";
/** A gift without its names. */
export const NAMELESS = `json_patch(gift, '${JSON.stringify(ERASED_GIFT_NAMES)}')`;
/** A report without them, also where its names are searched: they stand behind the bar. */
export const WITHOUT_GIFT_NAMES = `names = substr(names, 1, instr(names, '|') - 1), gift = ${NAMELESS}`;
/** A report without its person. The tax law keeps the name of a sale. An attempt before it may be somebody else's. */
export const WITHOUT_PERSON = `email = NULL, user_id = NULL, names = NULL, buyer_name = iif(status = 'paid', buyer_name, NULL), gift = ${NAMELESS}`;
/** In the transaction of the report, so that erased data are never stored again. */
const KEEP_ERASED = `UPDATE payment_reports SET ${WITHOUT_PERSON}
  WHERE intent_id = ?1 AND EXISTS (SELECT 1 FROM erasures WHERE intent_id = ?1)`;
/** Nor are the names of a gift stored again, once its order has lost them. */
const KEEP_NAMELESS = `UPDATE payment_reports SET ${WITHOUT_GIFT_NAMES} WHERE intent_id = ?1 AND gift <> ${NAMELESS}
  AND EXISTS (SELECT 1 FROM orders WHERE intent_id = ?1 AND gift = ${NAMELESS})`;
/** A corrected address replaces all that were typed: they may be a stranger's. */
const KEEP_CORRECTED = `UPDATE payment_reports SET email = NULL
  WHERE intent_id = ?1 AND EXISTS (SELECT 1 FROM corrections WHERE intent_id = ?1)`;
/** Who was erased from the reports of somebody else's payment may stand in a later one: it loses them too. */
const KEEP_UNMENTIONED = `UPDATE payment_reports SET ${WITHOUT_MENTION}
  WHERE intent_id = ?1 AND ${IS_MENTION} AND EXISTS (SELECT 1 FROM erased_mentions WHERE intent_id = ?1)`;
const REFRESH = "INSERT OR REPLACE INTO orders SELECT * FROM joined_orders WHERE intent_id = ?1";
/** A withdrawal by the order's own link may come before its sale. What was proven stays so, whatever the address becomes. */
const PROVE = `UPDATE withdrawals SET is_proven = 1 WHERE intent_id = ?1 AND NOT is_proven
  AND email = (SELECT email FROM orders WHERE intent_id = ?1) COLLATE NOCASE`;
const SHOW = "SELECT * FROM shown_orders WHERE intent_id = ?1";

/** Writes an event down, and makes the order anew. */
export function recordStatements({ intentId, eventId, at, told }: PaymentEvent): readonly Statement[] {
  return [tell(intentId, eventId, at, told), ...refreshStatements(intentId)];
}

/** The statements that end every transaction which changes what an order is made of. */
export function refreshStatements(intentId: string): readonly Statement[] {
  return [
    sql(KEEP_ERASED, intentId),
    sql(KEEP_NAMELESS, intentId),
    sql(KEEP_CORRECTED, intentId),
    sql(KEEP_UNMENTIONED, intentId),
    sql(REFRESH, intentId),
    sql(PROVE, intentId),
  ];
}

function tell(intentId: string, eventId: string, at: string, told: Told): Statement {
  if (told.kind === "refund") {
    const times = told.isFailed ? ["", at] : [at, null];
    return sql(REFUND, told.id, intentId, told.cents, ...times);
  }
  if (told.kind === "dispute")
    return sql(DISPUTE, told.id, intentId, DISPUTE_STATES.indexOf(told.state), at, told.dueBy ?? null);
  const { source, report } = told;
  const gift = report.gift === undefined ? null : JSON.stringify({ ...report.gift, message: "" });
  const values = FIELDS.map((field): Value => report[field] ?? null);
  // What is behind the bar goes with the names of the gift (`WITHOUT_GIFT_NAMES`).
  const ofGift = report.gift && `|${foldedNames([report.gift.recipient, report.gift.giver]) ?? ""}`;
  const names = `${foldedNames([report.buyerName]) ?? ""}${ofGift ?? ""}` || null;
  return sql(REPORT, intentId, source, eventId, at, gift, names, ...values);
}

/** Reads one order; it comes as the row that `toOrder` reads. */
export function selectOrder(intentId: string): Statement {
  return sql(SHOW, intentId);
}

/** One order; null if nothing is known of the payment. Rejects if the ledger is away. */
export async function readOrder(ledger: Ledger, intentId: string): Promise<Order | null> {
  return toOrder(firstOf(await ledger([selectOrder(intentId)]), 0));
}

/** The most orders of a buyer that are read, the newest. */
const MOST_ORDERS = 120;

/**
 * The field by which orders are found. A buyer's address need not be proven, so its orders are only mailed to it. An
 * account was verified before it was written on the payment, so a visitor who is signed in to it may see the orders.
 */
export type BuyerField = "email" | "userId";

const OF_BUYER = { email: "email = ?1 COLLATE NOCASE", userId: "user_id = ?1" } as const satisfies Record<
  BuyerField,
  string
>;

export type PaidOrder = Order & { state: Exclude<OrderState, "awaited"> };

/** What an address, in any case, or an account bought of the shop, newest first. Rejects if the ledger is away. */
export async function findOrdersOf(ledger: Ledger, field: BuyerField, buyer: string): Promise<readonly PaidOrder[]> {
  const condition = `${OF_BUYER[field]} AND +status = 'paid' AND is_sale ORDER BY bought_at DESC LIMIT ${MOST_ORDERS}`;
  return (await readOrders(ledger, condition, buyer)) as readonly PaidOrder[];
}

/** Its page and mails lead into its courses: no gift, and the shop still has money of it. */
export function leadsToCourses({ gift, isUsable, keptCents }: Order): boolean {
  return gift === undefined && isUsable && keptCents > 0;
}

/** The orders that a condition in SQL names, with what follows it, such as an order. Rejects if the ledger is away. */
export async function readOrders(
  ledger: Ledger,
  condition: string,
  ...values: readonly Value[]
): Promise<readonly Order[]> {
  const [rows = []] = await ledger([sql(`SELECT * FROM shown_orders WHERE ${condition}`, ...values)]);
  return rows.flatMap((row) => toOrder(row) ?? []);
}

/** The order in a row of `shown_orders`; null without one. The schema has checked what is in it. */
export function toOrder(row: Row | null | undefined): Order | null {
  return row ? fromRow<Order>(row, "gift") : null;
}
