import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import seed from "../../kv-seed/interstitials.json" with { type: "json" };
import { PATHS } from "../../src/shared/paths.ts";
import { type Limit, measureBundle, measureGrowth, measureMemory, measureStart } from "./limits.ts";
import { LOAD_TOOL, type Load, type LoadOptions, putLoad } from "./load.ts";
import { localVars } from "./local-vars.ts";
import { type BenchWorker, bundleShop, cpuMs, ROOT, type Running, serve } from "./workerd.ts";

/**
 * `npm run bench`: the production Worker on raw workerd, measured in one run beside a handler that returns the same
 * page's finished bytes from memory (the limit of the platform). The two take turns; each number is the median of the
 * rounds. A ratio is printed only when both returned the same number of bytes and no response failed. A second table
 * has what a raw handler has no part in: growth, memory, start and size.
 *
 * Options: `--rounds 3`, `--seconds 3` a round, `--only <part of a name>`, `--queries 50000` for the memory.
 */

type Case = {
  name: string;
  path: string;
  uniqueQuery?: boolean;
  conditional?: boolean;
  /** The raw handler's ratio that this case must reach. */
  bar: number;
  /** CPU time a request may take, milliseconds. */
  cpuBarMs?: number;
};

const CASES: readonly Case[] = [
  { name: "home, rendered afresh", path: PATHS.home, uniqueQuery: true, bar: 0.2 },
  { name: "KVB1, rendered afresh", path: PATHS.kvb1, uniqueQuery: true, bar: 0.2, cpuBarMs: 0.35 },
  { name: "FAQ, rendered afresh", path: PATHS.faq, uniqueQuery: true, bar: 0.2 },
  { name: "order, rendered afresh", path: PATHS.order, uniqueQuery: true, bar: 0.2 },
  { name: "home, remembered", path: PATHS.home, bar: 0.8 },
  { name: "KVB1 flow A, remembered", path: `${PATHS.kvb1}?flow=A`, bar: 0.8 },
  { name: "bridge, with its KV read", path: "/bridge-59incl-vb1", bar: 0.12 },
  { name: "304 for an unchanged page", path: PATHS.home, conditional: true, bar: 0.8 },
];

/** The other bars, by the word that `--only` knows them by. */
const LIMITS: readonly { name: string; measure: (shop: BenchWorker) => Limit | Promise<Limit> }[] = [
  { name: "growth", measure: (shop) => measureGrowth(shop, folder, rounds) },
  { name: "memory", measure: (shop) => measureMemory(shop, folder, Number(options.queries)) },
  { name: "start", measure: (shop) => measureStart(shop, folder) },
  { name: "bundle", measure: ({ script }) => measureBundle(script) },
];

type Row = Case & { shop: Load; raw: Load; bytes: number; cpuMsPerRequest: number | null; ratio: number };

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "3" },
    only: { type: "string" },
    queries: { type: "string", default: "50000" },
  },
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);

const folder = mkdtempSync(join(tmpdir(), "vaarkoers-bench-"));
const running: Running[] = [];
try {
  const shopWorker: BenchWorker = {
    name: "shop",
    script: bundleShop(join(folder, "bundle")),
    vars: localVars(),
    kv: { INTERSTITIALS: Object.fromEntries(seed.map(({ key, value }) => [key, value])), GIFTS: {}, ORDERS: {} },
  };
  const shop = await start(shopWorker);

  const isAsked = ({ name }: { name: string }) => options.only === undefined || name.includes(options.only);
  const rows: Row[] = [];
  for (const one of CASES.filter(isAsked)) rows.push(await measure(one, shop));
  const limits: Limit[] = [];
  for (const { measure: measureLimit } of LIMITS.filter(isAsked)) limits.push(await measureLimit(shopWorker));
  report(rows, limits);
} finally {
  await Promise.all(running.map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
}

async function start(worker: BenchWorker): Promise<Running> {
  const server = await serve(worker, folder);
  running.push(server);
  return server;
}

async function measure(one: Case, shop: Running): Promise<Row> {
  const first = await fetch(shop.origin + one.path);
  const body = new Uint8Array(await first.arrayBuffer());
  const etag = first.headers.get("etag");
  if (first.status !== 200) throw new Error(`${one.path} answered ${first.status}`);
  if (one.conditional && etag === null) throw new Error(`${one.path} has no entity tag`);
  const headers: Record<string, string> = one.conditional ? { "if-none-match": etag ?? "" } : {};
  const raw = await start(rawWorker(one, body, [...first.headers]));

  const load: Omit<LoadOptions, "url"> = {
    seconds,
    headers,
    uniqueQuery: one.uniqueQuery ?? false,
    expectStatus: one.conditional ? 304 : 200,
  };
  const samples = { shop: [] as Load[], raw: [] as Load[], cpu: [] as number[] };
  await putLoad({ ...load, url: shop.origin + one.path, seconds: 1 }, folder);
  await putLoad({ ...load, url: raw.origin + one.path, seconds: 1 }, folder);
  for (let round = 0; round < rounds; round++) {
    samples.raw.push(await putLoad({ ...load, url: raw.origin + one.path }, folder));
    const before = cpuMs(shop.pid);
    const measured = await putLoad({ ...load, url: shop.origin + one.path }, folder);
    const after = cpuMs(shop.pid);
    samples.shop.push(measured);
    if (before !== null && after !== null) samples.cpu.push((after - before) / measured.requests);
  }
  await refuseUnequalBytes(one, shop, raw, headers);
  await raw.stop();
  running.splice(running.indexOf(raw), 1);

  const failures = [...samples.shop, ...samples.raw].reduce((sum, { failures: failed }) => sum + failed, 0);
  if (failures > 0) throw new Error(`${one.name}: ${failures} responses failed; no ratio`);
  const shopLoad = medianLoad(samples.shop);
  const rawLoad = medianLoad(samples.raw);
  return {
    ...one,
    shop: shopLoad,
    raw: rawLoad,
    bytes: one.conditional ? 0 : body.byteLength,
    cpuMsPerRequest: samples.cpu.length === 0 ? null : median(samples.cpu),
    ratio: shopLoad.requestsPerSecond / rawLoad.requestsPerSecond,
  };
}

/** Returns one page's bytes and headers from memory, and does nothing else. */
function rawWorker(one: Case, body: Uint8Array, headers: readonly (readonly [string, string])[]): BenchWorker {
  const sent = headers.filter(
    ([name]) => !["content-length", "transfer-encoding", "date", "connection"].includes(name),
  );
  const answer = one.conditional ? "new Response(null, { status: 304, headers })" : "new Response(bytes, { headers })";
  return {
    name: `raw-${running.length}-${one.path.replaceAll(/\W+/g, "-")}`,
    script: `import body from "body.bin";
const bytes = new Uint8Array(body);
const headers = ${JSON.stringify(Object.fromEntries(sent))};
export default { fetch: () => ${answer} };
`,
    data: { "body.bin": body },
  };
}

async function refuseUnequalBytes(one: Case, shop: Running, raw: Running, headers: Record<string, string>) {
  const sizes = await Promise.all(
    [shop, raw].map(
      async ({ origin }) => (await (await fetch(origin + one.path, { headers })).arrayBuffer()).byteLength,
    ),
  );
  if (sizes[0] !== sizes[1]) throw new Error(`${one.name}: ${sizes[0]} bytes against ${sizes[1]}; no ratio`);
}

function medianLoad(loads: readonly Load[]): Load {
  const of = (pick: (load: Load) => number) => median(loads.map(pick));
  return {
    requestsPerSecond: of((load) => load.requestsPerSecond),
    p50Ms: of((load) => load.p50Ms),
    p99Ms: of((load) => load.p99Ms),
    requests: of((load) => load.requests),
    failures: 0,
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function report(rows: readonly Row[], limits: readonly Limit[]): void {
  const machine = `${cpus()[0]?.model ?? "unknown CPU"}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`;
  console.log(`\n${machine}; ${LOAD_TOOL}, ${rounds} rounds of ${seconds} s, medians\n`);
  if (rows.length > 0) {
    console.log("| what | req/s | raw req/s | ratio | bar | p50 ms | p99 ms | CPU ms | bytes |");
    console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
  }
  for (const row of rows) {
    const cells = [
      row.name,
      row.shop.requestsPerSecond.toFixed(0),
      row.raw.requestsPerSecond.toFixed(0),
      row.ratio.toFixed(2),
      `${row.bar.toFixed(2)} ${verdict(row.ratio >= row.bar)}`,
      row.shop.p50Ms.toFixed(2),
      row.shop.p99Ms.toFixed(2),
      formatCpu(row),
      row.bytes,
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
  if (limits.length > 0) console.log("\n| what | measured | bar |\n| --- | --- | --- |");
  for (const { name, measured, bar, isReached } of limits) {
    console.log(`| ${name} | ${measured} | ${bar} ${verdict(isReached)} |`);
  }
  const results = join(ROOT, ".build/bench.json");
  mkdirSync(join(ROOT, ".build"), { recursive: true });
  writeFileSync(results, `${JSON.stringify({ machine, tool: LOAD_TOOL, rounds, seconds, rows, limits }, null, 2)}\n`);
  console.log("\nWritten to .build/bench.json");
}

function formatCpu({ cpuMsPerRequest, cpuBarMs }: Row): string {
  if (cpuMsPerRequest === null) return "?";
  const ms = cpuMsPerRequest.toFixed(3);
  return cpuBarMs === undefined ? ms : `${ms} (bar ${cpuBarMs} ${verdict(cpuMsPerRequest <= cpuBarMs)})`;
}

function verdict(isReached: boolean | null): string {
  if (isReached === null) return "not known";
  return isReached ? "reached" : "NOT reached";
}
