import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { VISIT_KEY_HEADER } from "../../src/paying/payment-rules.ts";
import { errorMessage } from "../../src/server/log.ts";
import { IN_PRODUCT_OFFER, OFFERS } from "../../src/shared/courses.ts";
import { giftCodePath, PATHS } from "../../src/shared/paths.ts";
import { CONTENT_PATHS } from "../content-paths.ts";
import { startOutsideWorld } from "../outside-world/server.ts";
import { table } from "./report.ts";
import { bundleShop, memoryMb, type Running, SEEDED_GIFT, serve } from "./workerd.ts";

/**
 * `npm run soak`: the production Worker on raw workerd under mixed traffic (pages, bridge and gift pages with their KV
 * reads, payment intents against the local Stripe) for a bounded number of requests. Every answer is checked; one wrong
 * answer, or memory that keeps growing, ends it with exit code 1. Options: `--requests 20000 --connections 16`.
 */

/** Memory may grow this much after the warm-up: V8 lets its heap grow to a size of its choice. */
const MEMORY_GROWTH_MAX = 1.3;
/** Share of the requests that only warm up: they are checked and not timed. */
const WARM_UP_SHARE = 0.25;

type Ask = RequestInit & { path: string };
type Kind = {
  name: string;
  /** Percent of all requests. */
  share: number;
  ask: (n: number) => Ask;
  status: number;
  /** A text of the right answer. */
  contains: string;
};

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

const page = (share: number, name: string, path: (n: number) => string): Kind => ({
  name,
  share,
  ask: (n) => ({ path: path(n) }),
  status: 200,
  contains: "</html>",
});

const KINDS: readonly Kind[] = [
  page(30, "page, remembered", (n) => pick(CONTENT_PATHS, n)),
  page(25, "page, rendered afresh", (n) => `${pick(CONTENT_PATHS, n)}?flow=${pick(["A", "B", ""], n)}&gclid=${n}`),
  { ...page(15, "bridge", (n) => pick(OFFERS, n).path), contains: '{"status":"found"' },
  { ...page(10, "gift", (n) => `${giftCodePath(SEEDED_GIFT)}?m=${n}`), contains: 'data-island="gift"' },
  { ...page(5, "gift that is not known", (n) => giftCodePath(`NIET${n}`)), status: 404 },
  { ...page(5, "404", (n) => `/niet-${n}`), status: 404 },
  {
    name: "payment intent",
    share: 10,
    ask: () => ({
      method: "POST",
      path: PATHS.createPaymentIntent,
      headers: {
        "content-type": "application/json",
        "sec-fetch-site": "same-origin",
        [VISIT_KEY_HEADER]: randomUUID(),
      },
      body: JSON.stringify({ amount: IN_PRODUCT_OFFER.priceCents, currency: IN_PRODUCT_OFFER.currency }),
    }),
    status: 200,
    contains: '"clientSecret"',
  },
];
/** The kind of the nth request. In a hundred requests each kind has its share, well mixed. */
const SCHEDULE = KINDS.flatMap((kind) => Array.from({ length: kind.share }, (_, index) => ({ kind, index }))).sort(
  (a, b) => a.index / a.kind.share - b.index / b.kind.share,
);

const { values: options } = parseArgs({
  options: { requests: { type: "string", default: "20000" }, connections: { type: "string", default: "16" } },
});
const total = Number(options.requests);
const connections = Number(options.connections);

const folder = mkdtempSync(join(tmpdir(), "vaarkoers-soak-"));
const world = await startOutsideWorld({ port: 0 });
let shop: Running | undefined;
try {
  shop = await serve(await bundleShop(folder, world.vars()), folder);
  process.exitCode = await soak(shop);
} finally {
  await shop?.stop();
  await world.close();
  rmSync(folder, { recursive: true, force: true });
}

async function soak({ origin, pid }: Running): Promise<number> {
  const timings = new Map(KINDS.map(({ name }) => [name, [] as number[]]));
  const errors = new Map<string, number>();
  const memory: { requests: number; mb: number | null }[] = [{ requests: 0, mb: memoryMb(pid) }];
  const warmUp = Math.floor(total * WARM_UP_SHARE);
  const milestones = new Set([warmUp, ...[0.5, 0.75].map((share) => Math.floor(total * share))]);
  let sent = 0;
  const startMs = performance.now();

  async function work(): Promise<void> {
    while (sent < total) {
      const n = sent;
      sent += 1;
      if (milestones.has(n)) memory.push({ requests: n, mb: memoryMb(pid) });
      const { kind } = pick(SCHEDULE, n);
      const begunMs = performance.now();
      const error = await send(origin, kind, n);
      if (error !== null) errors.set(`${kind.name}: ${error}`, (errors.get(`${kind.name}: ${error}`) ?? 0) + 1);
      else if (n >= warmUp) timings.get(kind.name)?.push(performance.now() - begunMs);
    }
  }
  await Promise.all(Array.from({ length: connections }, work));
  const seconds = (performance.now() - startMs) / 1000;
  memory.push({ requests: total, mb: memoryMb(pid) });

  console.log(`\n${total} requests over ${connections} connections in ${seconds.toFixed(1)} s\n`);
  const rows = [...timings, ["all", [...timings.values()].flat()] as const].map(([name, times]) => {
    const sorted = times.toSorted((a, b) => a - b);
    return [name, sorted.length, ...[0.5, 0.9, 0.99, 1].map((share) => percentile(sorted, share).toFixed(1))];
  });
  console.log(table(["what", "requests", "p50 ms", "p90 ms", "p99 ms", "max ms"], rows));
  console.log(
    `\nMemory of workerd: ${memory.map(({ requests, mb }) => `${mb?.toFixed(0) ?? "?"} MB at ${requests}`).join(", ")}`,
  );
  const failed = [...errors.values()].reduce((sum, count) => sum + count, 0);
  console.log(`Errors: ${failed}`);
  for (const [error, count] of errors) console.log(`  ${count} x ${error}`);

  const warm = memory.find(({ requests }) => requests === warmUp)?.mb ?? null;
  const end = memory.at(-1)?.mb ?? null;
  const isFlat = warm === null || end === null || end <= warm * MEMORY_GROWTH_MAX;
  if (!isFlat) console.log(`Memory grew from ${warm?.toFixed(0)} to ${end?.toFixed(0)} MB after the warm-up.`);
  return failed === 0 && isFlat ? 0 : 1;
}

/** Sends one request and reads its whole answer. Resolves to the answer's fault, or null. */
async function send(origin: string, kind: Kind, n: number): Promise<string | null> {
  const { path, ...init } = kind.ask(n);
  try {
    const response = await fetch(origin + path, { redirect: "manual", ...init });
    const text = await response.text();
    if (response.status !== kind.status) return `status ${response.status}`;
    return text.includes(kind.contains) ? null : `no ${kind.contains}`;
  } catch (error) {
    return errorMessage(error);
  }
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
