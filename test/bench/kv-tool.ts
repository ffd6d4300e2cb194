import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import type Stripe from "stripe";
import { openLedger } from "../../kv-seed/database.ts";
import { runKvTool } from "../../kv-seed/kv.ts";
import { openLocalKv } from "../../kv-seed/local-kv.ts";
import { createTerminal } from "../../kv-seed/terminal.ts";
import { PROJECT_ROOT } from "../../kv-seed/wrangler.ts";
import { sql } from "../../src/ledger/database.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { OWN_CHECKOUT_PRICE } from "../../src/shared/prices.ts";

/**
 * `npm run bench:kv`: how long the operators' look-ups take in a local ledger of many orders. The orders are made once, in
 * `.build/bench-kv`. The start of wrangler's local bindings is measured apart: it does not depend on the orders.
 */

/** The longest that a look-up may take, milliseconds. */
const BAR_MS = 1000;
const FIRST = Date.parse("2026-01-01T00:00:00Z");
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
/** Orders of one statement: they are one value, which may have two million bytes in D1. */
const WRITTEN_AT_ONCE = 2000;
/** One order in this many was withdrawn from. */
const WITHDRAWN = 100;

const { values } = parseArgs({ options: { orders: { type: "string", default: "20000" } } });
const count = Number(values.orders);
const target = { remote: false, persistTo: join(PROJECT_ROOT, ".build", "bench-kv", `ledger-${count}`) };
const intentIdOf = (index: number) => `pi_3Bench${String(index).padStart(15, "0")}`;
const emailOf = (index: number) => `buyer${index}@example.nl`;

const kv = openLocalKv(target);
const { ledger, close } = openLedger(target);
const say = (ms: number, what: string) => process.stdout.write(`${String(Math.round(ms)).padStart(6)} ms  ${what}\n`);
const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const start = performance.now();
  const result = await work();
  say(performance.now() - start, what);
  return result;
};

const [[known] = []] = await timed("(start of the local bindings)", () =>
  ledger([sql("SELECT count(*) AS n FROM orders")]),
);
if (known?.n !== count) await timed(`(${count} orders written)`, fillLedger);

const middle = Math.floor(count / 2);
const month = ["--from", "2026-07-01", "--to", "2026-07-31"];
const lookUps: readonly (readonly string[])[] = [
  ["order", formatOrderNumber(intentIdOf(middle))],
  ["order", intentIdOf(middle)],
  ["order", emailOf(middle)],
  ["orders"],
  ["orders", "--limit", "1000", ...month],
  ["sales", ...month],
  ["sales"],
  ["withdrawals"],
  ["mails"],
  ["person", emailOf(middle)],
  ["database"],
];
/** Stripe knows of nothing more. */
const stripe = { paymentIntents: { async *search() {} } } as unknown as Stripe;
let isSlow = false;
for (const args of lookUps) {
  const start = performance.now();
  const exitCode = await runKvTool(args, {
    terminal: createTerminal({ out: () => undefined, note: () => undefined }),
    openKv: () => ({ store: kv.store, close: async () => {} }),
    openLedger: () => ({ ledger, close: async () => {} }),
    stripe: { readKey: async () => null, connect: async () => stripe },
  });
  const ms = performance.now() - start;
  isSlow ||= ms > BAR_MS || exitCode !== 0;
  say(ms, `${args.join(" ")}${exitCode === 0 ? "" : "  FAILED"}`);
}
process.stdout.write(`${count} orders, bar ${BAR_MS} ms: ${isSlow ? "NOT reached" : "reached"}\n`);
process.exitCode = isSlow ? 1 : 0;
await close();

/** Writes paid orders with their mails, and some withdrawals. */
async function fillLedger(): Promise<void> {
  for (let start = 0; start < count; start += WRITTEN_AT_ONCE) {
    const orders = Array.from({ length: Math.min(WRITTEN_AT_ONCE, count - start) }, (_, offset) => {
      const index = start + offset;
      const time = new Date(FIRST + Math.floor((index * YEAR_MS) / count)).toISOString();
      return { id: intentIdOf(index), name: `Buyer ${index}`, email: emailOf(index), time };
    });
    const json = JSON.stringify(orders);
    const withdrawn = JSON.stringify(orders.filter((_, offset) => offset % WITHDRAWN === 0));
    const one = "FROM json_each(?1)";
    await ledger([
      sql(
        `INSERT INTO payment_reports (intent_id, source, event_id, event_at, status, checkout, product_id, flow, buyer_name, email,
            amount_cents, currency, created_at, paid_at)
          SELECT value ->> 'id', 'intent', value ->> 'id', value ->> 'time', 'paid', 'checkout', 'KVB1', 'A', value ->> 'name',
            value ->> 'email', ?2, 'eur', value ->> 'time', value ->> 'time' ${one} WHERE true ON CONFLICT DO NOTHING`,
        json,
        OWN_CHECKOUT_PRICE,
      ),
      ...["confirmation", "notice"].map((kind) =>
        sql(
          `INSERT INTO mails (kind, about, state, due_at, ended_at, attempts)
            SELECT ?2, value ->> 'id', 'sent', value ->> 'time', value ->> 'time', 1 ${one} WHERE true ON CONFLICT DO NOTHING`,
          json,
          kind,
        ),
      ),
      sql(
        `INSERT INTO withdrawals (reference, received_at, recorded_at, name, contract, email, mailbox, intent_id, is_proven, receipt,
            notice)
          SELECT 'HR-' || (value ->> 'id'), value ->> 'time', value ->> 'time', value ->> 'name', 'KVB1', value ->> 'email',
            value ->> 'email', value ->> 'id', 1, 'full', 'now' ${one} WHERE true ON CONFLICT DO NOTHING`,
        withdrawn,
      ),
      sql(
        `INSERT OR REPLACE INTO orders SELECT * FROM joined_orders
          WHERE intent_id IN (SELECT value ->> 'id' FROM json_each(?1))`,
        json,
      ),
    ]);
  }
}
