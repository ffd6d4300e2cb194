import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { runKvTool } from "../../kv-seed/kv.ts";
import { openLocalKv } from "../../kv-seed/local-kv.ts";
import { readOrderKeys } from "../../kv-seed/order-keys.ts";
import { createTerminal } from "../../kv-seed/terminal.ts";
import { type KvEntry, PROJECT_ROOT } from "../../kv-seed/wrangler.ts";
import { buyerEntry } from "../../src/services/buyer-index.ts";
import type { OrderFact } from "../../src/services/orders.ts";
import { formatOrderNumber } from "../../src/shared/order.ts";
import { OWN_CHECKOUT_PRICE } from "../../src/shared/prices.ts";

/**
 * `npm run bench:kv`: how long the operators' look-ups take in a local KV of many orders. The orders are made once, in
 * `.build/bench-kv`, which takes minutes: each is a write of its own.
 */

/** The longest that a look-up may take, with the start of KV. */
const BAR_MS = 5000;
const FIRST = Date.parse("2026-01-01T00:00:00Z");
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

const { values } = parseArgs({ options: { orders: { type: "string", default: "20000" } } });
const count = Number(values.orders);
const persistTo = join(PROJECT_ROOT, ".build", "bench-kv", String(count));
const intentIdOf = (index: number) => `pi_3Bench${String(index).padStart(15, "0")}`;
const emailOf = (index: number) => `buyer${index}@example.nl`;
const timeOf = (index: number) => new Date(FIRST + Math.floor((index * YEAR_MS) / count)).toISOString();

await fillKv();
const middle = Math.floor(count / 2);
const month = ["--from", "2026-07-01", "--to", "2026-07-31"];
const lookUps: readonly (readonly string[])[] = [
  ["order", formatOrderNumber(intentIdOf(middle))],
  ["order", intentIdOf(middle)],
  ["order", emailOf(middle)],
  ["orders"],
  ["orders", "--limit", "1000", ...month],
];
let isSlow = false;
for (const args of lookUps) {
  const start = performance.now();
  const exitCode = await runKvTool([...args, "--persist-to", persistTo], {
    terminal: createTerminal({ out: () => undefined, note: (text) => void process.stderr.write(text) }),
  });
  const ms = Math.round(performance.now() - start);
  isSlow ||= ms > BAR_MS || exitCode !== 0;
  process.stdout.write(`${String(ms).padStart(6)} ms  ${args.join(" ")}${exitCode === 0 ? "" : "  FAILED"}\n`);
}
process.stdout.write(`${count} orders, bar ${BAR_MS} ms: ${isSlow ? "NOT reached" : "reached"}\n`);
process.exitCode = isSlow ? 1 : 0;

async function fillKv(): Promise<void> {
  const kv = openLocalKv({ remote: false, persistTo });
  const store = kv.store("ORDERS");
  const known = new Set((await store.list()).map(({ name }) => name));
  const keys = await readOrderKeys({ remote: false });
  const entries: KvEntry[] = [];
  for (let index = 0; index < count; index += 1) {
    const intentId = intentIdOf(index);
    const time = timeOf(index);
    const fact: OrderFact = {
      intentId,
      status: "paid",
      source: "checkout",
      productId: "KVB1",
      flow: "A",
      amountCents: OWN_CHECKOUT_PRICE,
      currency: "eur",
      buyerName: `Buyer ${index}`,
      email: emailOf(index),
      eventId: `evt_${index}`,
      createdAt: time,
      paidAt: time,
      updatedAt: time,
    };
    entries.push({ key: intentId, value: JSON.stringify(fact), metadata: { createdAt: time, paidAt: time } });
    const entry = await buyerEntry(keys, intentId, fact);
    if (entry !== null) entries.push(entry);
  }
  const missing = entries.filter(({ key }) => !known.has(key));
  if (missing.length > 0) process.stderr.write(`Writing ${missing.length} entries to ${persistTo}\n`);
  await store.put(missing);
  await kv.close();
}
