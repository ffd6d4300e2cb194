import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import autocannon from "autocannon";
import { OFFERS } from "../../src/shared/courses.ts";
import { giftCodePath, PATHS } from "../../src/shared/paths.ts";
import {
  type BenchWorker,
  bundleShop,
  prepare,
  type Ready,
  type Running,
  SEEDED_GIFT,
  startProcess,
} from "./workerd.ts";

/**
 * `npm run bench`: the production Worker on raw workerd, measured in one run beside a handler that returns the same
 * page's finished bytes from memory (the limit of the platform). The two take turns; each number is the median of the
 * rounds. A ratio is printed only when both returned the same number of bytes and no response failed. At the end stands the start:
 * how much later a new process's first answer comes than an empty Worker's.
 *
 * Options: `--rounds 3`, `--seconds 3` a round, `--only <part of a name>`.
 */

type Case = {
  name: string;
  path: string;
  /** Whether each request has a query of its own, so that no answer can come from memory. */
  uniqueQuery?: boolean;
  /** The raw handler's ratio that this case must reach. */
  bar: number;
};

const CASES: readonly Case[] = [
  { name: "home, a new query each time", path: PATHS.home, uniqueQuery: true, bar: 0.6 },
  { name: "KVB1, a new query each time", path: PATHS.kvb1, uniqueQuery: true, bar: 0.6 },
  { name: "FAQ, a new query each time", path: PATHS.faq, uniqueQuery: true, bar: 0.6 },
  { name: "order, a new query each time", path: PATHS.order, uniqueQuery: true, bar: 0.6 },
  { name: "home", path: PATHS.home, bar: 0.8 },
  { name: "KVB1, flow A", path: `${PATHS.kvb1}?flow=A`, bar: 0.8 },
  { name: "quiz question, rendered afresh", path: "/quiz-question/1", uniqueQuery: true, bar: 0.2 },
  { name: "checkout, a new query each time", path: PATHS.checkout, uniqueQuery: true, bar: 0.6 },
  { name: "gift, with its three KV reads", path: giftCodePath(SEEDED_GIFT), bar: 0.2 },
  { name: "bridge, with its KV read", path: OFFERS[0]?.path ?? "", bar: 0.12 },
];

const WARM_UP_S = 1;
const CONNECTIONS = 10;
let queries = 0;

/** How much later a new process's first answer may come than an empty Worker's with the same bindings, milliseconds. */
const START_BARS_MS = [
  { path: PATHS.home, barMs: 50 },
  { path: PATHS.health, barMs: 15 },
] as const;
const START_ROUNDS = 9;

type Row = Case & { shop: number; raw: number; bytes: number; ratio: number };

/** The value in the middle. */
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const verdict = (isReached: boolean) => (isReached ? "reached" : "NOT reached");
const THREE = { type: "string", default: "3" } as const;
const { values: options } = parseArgs({ options: { rounds: THREE, seconds: THREE, only: { type: "string" } } });
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);

const folder = mkdtempSync(join(tmpdir(), "vaarkoers-bench-"));
const running = new Set<Running>();
try {
  const shopWorker = await bundleShop(folder);
  const shop = await start(shopWorker);
  const isAsked = ({ name }: { name: string }) => options.only === undefined || name.includes(options.only);
  const rows: Row[] = [];
  for (const one of CASES.filter(isAsked)) rows.push(await measure(one, shop));
  const starts = isAsked({ name: "start" }) ? await measureStart(shopWorker) : [];

  console.log(`\n${cpus()[0]?.model}, ${cpus().length} cores; autocannon, ${rounds} rounds of ${seconds} s, medians`);
  console.table(
    rows.map(({ name, bar, shop, raw, ratio, bytes }) => ({
      ...{ what: name, "requests/s": Math.round(shop), raw: Math.round(raw), bytes },
      ...{ ratio: ratio.toFixed(2), bar: `${bar.toFixed(2)} ${verdict(ratio >= bar)}` },
    })),
  );
  console.table(starts);
} finally {
  await Promise.all([...running].map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
}

async function start(worker: BenchWorker): Promise<Running> {
  const server = await startProcess(await prepare(worker, folder));
  running.add(server);
  return server;
}

async function measure(one: Case, shop: Running): Promise<Row> {
  const first = await fetch(shop.origin + one.path);
  const body = new Uint8Array(await first.arrayBuffer());
  if (first.status !== 200) throw new Error(`${one.path} answered ${first.status}`);
  const raw = await start(rawWorker(one, body, [...first.headers]));

  const samples = { shop: [] as number[], raw: [] as number[] };
  const load = (server: Running, forSeconds = seconds) => putLoad(server, one, forSeconds);
  for (const server of [shop, raw]) await load(server, WARM_UP_S);
  for (let round = 0; round < rounds; round++) {
    samples.raw.push(await load(raw));
    samples.shop.push(await load(shop));
  }
  const [shopBytes, rawBytes] = await Promise.all(
    [shop, raw].map(async ({ origin }) => (await (await fetch(origin + one.path)).bytes()).length),
  );
  if (shopBytes !== rawBytes) throw new Error(`${one.name}: ${shopBytes} bytes against ${rawBytes}; no ratio`);
  await raw.stop();
  running.delete(raw);

  const [ours, limit] = [median(samples.shop), median(samples.raw)];
  return { ...one, shop: ours, raw: limit, bytes: body.byteLength, ratio: ours / limit };
}

async function measureStart(worker: BenchWorker) {
  const modules = { "worker.mjs": "export default { fetch: () => new Response() };" };
  const least = await prepare({ ...worker, name: "least", modules }, folder);
  const ready = await prepare({ ...worker, name: "start" }, folder);
  const samples = START_BARS_MS.map((): number[] => []);
  const leastSamples: number[] = [];
  for (let round = 0; round < START_ROUNDS; round++) {
    leastSamples.push(await timeToFirstAnswer(least, PATHS.home));
    for (const [index, { path }] of START_BARS_MS.entries()) samples[index]?.push(await timeToFirstAnswer(ready, path));
  }
  return START_BARS_MS.map(({ path, barMs }, index) => {
    const laterMs = median(samples[index] ?? []) - median(leastSamples);
    const bar = `${barMs} ms ${verdict(laterMs <= barMs)}`;
    return { "first answer": path, "ms later than an empty Worker": laterMs.toFixed(1), bar };
  });
}

async function timeToFirstAnswer(worker: Ready, path: string): Promise<number> {
  const startMs = performance.now();
  const server = await startProcess(worker, { path, pollMs: 1 });
  const answeredMs = performance.now();
  await server.stop();
  return answeredMs - startMs;
}

/** Returns one page's bytes and headers from memory, and does nothing else. */
function rawWorker(one: Case, body: Uint8Array, headers: readonly (readonly [string, string])[]): BenchWorker {
  const sent = headers.filter(
    ([name]) => !["content-length", "transfer-encoding", "date", "connection"].includes(name),
  );
  return {
    name: `raw-${one.name.replaceAll(/\W+/g, "-")}`,
    modules: {
      "worker.mjs": `import body from "body.bin";
const bytes = new Uint8Array(body);
const headers = ${JSON.stringify(Object.fromEntries(sent))};
export default { fetch: () => new Response(bytes, { headers }) };
`,
    },
    data: { "body.bin": body },
  };
}

/** Puts load on a server. Resolves to its requests a second; rejects when an answer is no success. */
async function putLoad({ origin }: Running, { path, uniqueQuery }: Case, forSeconds: number): Promise<number> {
  const result = await autocannon({
    url: origin + path,
    connections: CONNECTIONS,
    duration: forSeconds,
    requests: [
      {
        setupRequest(request) {
          if (!uniqueQuery) return request;
          queries += 1;
          return { ...request, path: `${path}?u=${queries}` };
        },
      },
    ],
  });
  const { total: requests } = result.requests;
  const stats = result.statusCodeStats as Record<string, { count?: number }> | undefined;
  const asExpected = stats?.[200]?.count ?? 0;
  const failures = requests - asExpected + result.errors + result.timeouts;
  if (failures > 0) throw new Error(`${failures} responses of ${path} failed`);
  return requests / result.duration;
}
