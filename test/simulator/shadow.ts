import type { Bindings } from "../../src/env.ts";
import { firstOf, ledgerOf, type Row, sql } from "../../src/ledger/database.ts";
import { type OrderNews, readOrderNews } from "../../src/services/order-events.ts";
import { joinOrder } from "../../src/services/orders.ts";
import { openD1 } from "../d1-on-node.ts";
import type { createProvider } from "./provider.ts";

/** The parts of a story's world that are compared. */
type Compared = {
  central: { ORDERS: Bindings["ORDERS"] };
  provider: ReturnType<typeof createProvider>;
  fail(text: string): void;
};

/** The order in D1 beside the order in KV: each event that the webhook takes in is written to both, and both are compared. */

const COLUMNS = {
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
} as const;
const NAMES = ["intent_id", "source", "event_id", "event_at", "gift", "status", ...Object.values(COLUMNS)];
const REPORT = `INSERT INTO payment_reports (${NAMES.join(", ")}) VALUES (${NAMES.map(() => "?").join(", ")})
  ON CONFLICT (intent_id, source) DO UPDATE SET ${NAMES.slice(2)
    .map((name) => `${name} = excluded.${name}`)
    .join(", ")}
  WHERE (ifnull(excluded.refunded_cents, 0), excluded.event_at, excluded.event_id) >= (ifnull(refunded_cents, 0), event_at, event_id)`;
const REFUND = `INSERT INTO refunds (id, intent_id, cents, created_at, failed_at) VALUES (?1, ?2, ?3, ?4, ?5)
  ON CONFLICT (id) DO UPDATE SET failed_at = ifnull(failed_at, excluded.failed_at), created_at = max(created_at, excluded.created_at)`;
const DISPUTE = `INSERT INTO disputes (id, intent_id, stage, event_at) VALUES (?1, ?2, ?3, ?4)
  ON CONFLICT (id) DO UPDATE SET stage = max(stage, excluded.stage), event_at = max(event_at, excluded.event_at)`;
const REFRESH = "INSERT OR REPLACE INTO orders SELECT * FROM joined_orders WHERE intent_id = ?1";
const SOURCES: Readonly<Record<string, string>> = {
  "": "intent",
  ".session": "session",
  ".session-open": "session-open",
  ".session-failed": "session-failed",
  ".canceled": "canceled",
  ".failed": "failed",
};
const STAGES = ["inquiry", "open", "closed", "lost", "won"];

export function createShadow() {
  const ledger = ledgerOf(openD1());
  const keys = new Set<string>();

  async function record({ key, fact }: OrderNews): Promise<void> {
    keys.add(key);
    const { intentId, updatedAt, eventId = "" } = fact;
    const end = key.slice(intentId.length);
    const [, refund, failed] = /^\.refund-([a-z]+_\w+?)(-failed)?$/.exec(end) ?? [];
    const [, dispute, stage = ""] = /^\.dispute-(\w+)-(\w+)$/.exec(end) ?? [];
    const source = SOURCES[end] ?? "charge";
    const gift = fact.gift === undefined ? null : JSON.stringify({ ...fact.gift, message: "" });
    const told =
      refund !== undefined
        ? sql(
            REFUND,
            refund,
            intentId,
            fact.refundCents ?? 0,
            ...(failed === undefined ? [updatedAt, null] : ["", updatedAt]),
          )
        : dispute !== undefined
          ? sql(DISPUTE, dispute, intentId, STAGES.indexOf(stage), updatedAt)
          : sql(
              REPORT,
              intentId,
              source,
              eventId,
              updatedAt,
              gift,
              fact.status ?? "open",
              ...Object.keys(COLUMNS).map(
                (field) => (fact[field as keyof typeof COLUMNS] ?? null) as string | number | null,
              ),
            );
    await ledger([told, sql(REFRESH, intentId)]);
  }

  return {
    async take(body: string): Promise<void> {
      const news = readOrderNews(JSON.parse(body));
      if (news !== null && news !== "unrelated") await record(news);
    },
    /** Compares the orders whose every fact came by an event. */
    async compare({ central, provider, fail }: Compared): Promise<number> {
      let compared = 0;
      for (const { id } of provider.intents.all()) {
        const names = (await central.ORDERS.list({ prefix: id })).keys.map(({ name }) => name);
        const facts = names.filter((name) => !/\.(wish|mail|gift|email|erased|mail-\d+)$/.test(name));
        if (facts.length === 0 || !facts.every((name) => keys.has(name))) continue;
        const values = await Promise.all(
          facts.map(async (name) => [name, (await central.ORDERS.get(name)) ?? ""] as const),
        );
        // What an operator's reconcile wrote came by no event.
        if (values.some(([, text]) => text.includes('"reconciled_'))) continue;
        const joined = joinOrder(id, new Map(values));
        const row = firstOf(await ledger([sql("SELECT * FROM orders WHERE intent_id = ?1", id)]), 0);
        const view = firstOf(await ledger([sql("SELECT * FROM joined_orders WHERE intent_id = ?1", id)]), 0);
        if (JSON.stringify(Object.values(row ?? {})) !== JSON.stringify(Object.values(view ?? {})))
          fail(`the row of ${id} is not its view`);
        // KV keeps one failed attempt, the one that came last.
        const failures = provider.events.filter(
          ({ type, data }) => type.endsWith("payment_failed") && data.object.id === id,
        );
        if (row?.status !== "paid" && failures.length > 1) continue;
        const kv = joined.status === "found" ? plain(joined.value) : null;
        const d1 = row === null || row.status === "open" ? null : plain(orderOf(row));
        if (kv !== d1) fail(`the order of ${id} differs: KV ${kv}, D1 ${d1}`);
        compared += 1;
      }
      return compared;
    },
  };
}

function orderOf(row: Row): Record<string, unknown> {
  const known = { ...row, gift: row.gift === null ? null : JSON.parse(String(row.gift)) };
  const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, value]) => (value === null ? [] : [[camel(name), value]])),
  );
}

function plain(order: object): string {
  return JSON.stringify(
    Object.entries(order)
      .filter(([name]) => name !== "eventId")
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
