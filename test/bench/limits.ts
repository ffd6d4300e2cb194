import { join } from "node:path";
import { PATHS } from "../../src/shared/paths.ts";
import { putLoad } from "./load.ts";
import { median } from "./report.ts";
import {
  type BenchWorker,
  bundleWorker,
  CONFIG,
  cpuMs,
  LIMITS_KB,
  memoryMb,
  prepare,
  type Ready,
  type Running,
  serve,
  start,
  weigh,
} from "./workerd.ts";

/** Measurements that are not compared with a raw handler: growth, memory, start and size. */

type Measured = { measured: string; isReached: boolean | null };
type LimitContext = { shop: BenchWorker; folder: string; rounds: number; queries: number };
/** `name`: the value of `--only` for it. */
export type Limit = {
  name: string;
  what: string;
  bar: string;
  measure(context: LimitContext): Measured | Promise<Measured>;
};

/** With a hundred times the questions, each question may cost this much more than with ten times. */
const GROWTH_TOLERANCE = 0.15;
/**
 * Memory after all queries, compared with memory after the first tenth. V8 lets its heap grow to a size of its choice.
 */
const MEMORY_GROWTH_MAX = 1.1;
/** How much later a new process's first answer comes than an empty Worker's, milliseconds. */
const START_BARS_MS = [
  { path: PATHS.home, barMs: 50 },
  { path: PATHS.health, barMs: 15 },
] as const;
const START_ROUNDS = 9;

export const LIMITS: readonly Limit[] = [
  {
    name: "growth",
    what: "FAQ questions x1, x10, x100: CPU ms a request",
    bar: `linear within ${GROWTH_TOLERANCE * 100}%`,
    measure: measureGrowth,
  },
  { name: "memory", what: "memory after different queries", bar: "flat", measure: measureMemory },
  {
    name: "start",
    what: "start: home page and health check as first answers, later than an empty Worker's",
    bar: START_BARS_MS.map(({ barMs }) => `${barMs} ms`).join(", "),
    measure: measureStart,
  },
  {
    name: "bundle",
    what: "Worker code, gzip, with Stripe; of it at the start; questions of the mock exam",
    bar: `${LIMITS_KB.code} KB, ${LIMITS_KB.start} KB, ${LIMITS_KB.bank} KB`,
    measure: measureBundle,
  },
];

/**
 * The cost of more questions on the FAQ page, rendered each time: between its own number and ten times as many, and
 * between ten and a hundred times as many. CPU time, so other load on the machine matters less.
 */
async function measureGrowth({ shop, folder, rounds }: LimitContext): Promise<Measured> {
  const sizes = [1, 10, 100];
  const servers: Running[] = [];
  try {
    for (const times of sizes) {
      const name = `faq-x${times}`;
      const define = { VARS: JSON.stringify(CONFIG.vars), TIMES: String(times) };
      const modules = await bundleWorker("test/bench/faq-worker.tsx", join(folder, `bundle-${name}`), define);
      servers.push(await serve({ ...shop, name, modules }, folder));
    }
    const samples = sizes.map((): number[] => []);
    for (let round = -1; round < rounds; round++) {
      for (const [index, server] of servers.entries()) {
        const cost = await cpuMsPerRequest(server);
        // The first round warms up.
        if (round >= 0) samples[index]?.push(cost);
      }
    }
    const [one = Number.NaN, ten = Number.NaN, hundred = Number.NaN] = samples.map(median);
    const [near, far] = [(ten - one) / 9, (hundred - ten) / 90];
    return {
      measured: `${one.toFixed(2)}, ${ten.toFixed(2)}, ${hundred.toFixed(1)}; from x10 on each costs ${((far / near) * 100).toFixed(0)}% of before`,
      isReached: Math.abs(far / near - 1) <= GROWTH_TOLERANCE,
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function cpuMsPerRequest({ origin, pid }: Running): Promise<number> {
  const before = cpuMs(pid);
  const load = { url: origin + PATHS.faq, uniqueQuery: true, seconds: 3, expectStatus: 200 };
  const { requests } = await putLoad(load);
  const after = cpuMs(pid);
  if (before === null || after === null) throw new Error("CPU time is known on Linux only");
  return (after - before) / requests;
}

/** Memory of the process after many different queries. */
async function measureMemory({ shop, folder, queries }: LimitContext): Promise<Measured> {
  const server = await serve({ ...shop, name: "memory" }, folder);
  try {
    const samples: (number | null)[] = [];
    let sent = 0;
    while (sent < queries) {
      const load = { url: server.origin + PATHS.privacy, uniqueQuery: true, seconds: 5, expectStatus: 200 };
      const { requests } = await putLoad(load);
      sent += requests;
      while (samples.length < 10 && sent >= (queries * (samples.length + 1)) / 10) samples.push(memoryMb(server.pid));
      console.error(`${sent} different queries: ${memoryMb(server.pid)?.toFixed(0) ?? "?"} MB`);
    }
    const [first = null, last = null] = [samples[0], samples.at(-1)];
    const isKnown = first !== null && last !== null;
    return {
      measured: `${sent.toLocaleString("en")} of them: ${samples.map((mb) => mb?.toFixed(0) ?? "?").join(", ")} MB after each tenth`,
      isReached: isKnown ? last <= first * MEMORY_GROWTH_MAX : null,
    };
  } finally {
    await server.stop();
  }
}

/**
 * How much later the first answer comes than from an empty Worker with the same bindings. Most of the time is compiling
 * and evaluating.
 */
async function measureStart({ shop, folder }: LimitContext): Promise<Measured> {
  const modules = { "worker.mjs": "export default { fetch: () => new Response() };" };
  const least = await prepare({ ...shop, name: "least", modules }, folder);
  const ready = await prepare({ ...shop, name: "start" }, folder);
  const samples = START_BARS_MS.map((): number[] => []);
  const leastSamples: number[] = [];
  for (let round = 0; round < START_ROUNDS; round++) {
    leastSamples.push(await timeToFirstAnswer(least, PATHS.home));
    for (const [index, { path }] of START_BARS_MS.entries()) {
      samples[index]?.push(await timeToFirstAnswer(ready, path));
    }
  }
  const later = samples.map((ms) => median(ms) - median(leastSamples));
  return {
    measured: `${later.map((ms) => `${ms.toFixed(1)} ms`).join(", ")} (after ${median(leastSamples).toFixed(1)})`,
    isReached: later.every((ms, index) => ms <= (START_BARS_MS[index]?.barMs ?? 0)),
  };
}

/** Milliseconds from the start of a process to its first answer. */
async function timeToFirstAnswer(worker: Ready, path: string): Promise<number> {
  const startMs = performance.now();
  const server = await start(worker, { path, pollMs: 1 });
  const answeredMs = performance.now();
  await server.stop();
  return answeredMs - startMs;
}

/** The bundle as it is uploaded, compressed. */
function measureBundle({ shop }: LimitContext): Measured {
  const { startKb, codeKb, bankKb } = weigh(shop.modules);
  return {
    measured: `${codeKb.toFixed(1)} KB, ${startKb.toFixed(1)} KB of it at the start, ${bankKb.toFixed(1)} KB of questions`,
    isReached: codeKb <= LIMITS_KB.code && startKb <= LIMITS_KB.start && bankKb <= LIMITS_KB.bank,
  };
}
