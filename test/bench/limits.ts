import { gzipSync } from "node:zlib";
import { PATHS } from "../../src/shared/paths.ts";
import { putLoad } from "./load.ts";
import {
  type BenchWorker,
  BUNDLE_LIMIT_KB,
  bundleShopWith,
  cpuMs,
  memoryMb,
  type Running,
  serve,
  timeToFirstAnswer,
} from "./workerd.ts";

/** What does not compare with a raw handler: growth, memory, start and size. Each measures one bar of `npm run bench`. */

export type Limit = { name: string; measured: string; bar: string; isReached: boolean | null };

/** Pages that grow may cost this much more for each question at a hundred times the questions than at ten times. */
const GROWTH_TOLERANCE = 0.15;
/** Memory after all queries against memory after the first tenth: V8 lets its heap grow to a size that it likes. */
const MEMORY_GROWTH_MAX = 1.1;
const START_BAR_MS = 20;
const START_ROUNDS = 9;

/**
 * What one more question costs on the FAQ page, rendered afresh: between its own number and ten times as many, and
 * between ten and a hundred times as many. CPU time, so other load on the machine matters less.
 */
export async function measureGrowth(shop: BenchWorker, folder: string, rounds: number): Promise<Limit> {
  const sizes = [1, 10, 100];
  const servers: Running[] = [];
  try {
    for (const times of sizes) {
      const script = await bundleShopWith("src/content/faq.ts", (original) => repeatQuestions(original, times));
      servers.push(await serve({ ...shop, name: `faq-x${times}`, script }, folder));
    }
    const samples = sizes.map((): number[] => []);
    for (let round = -1; round < rounds; round++) {
      for (const [index, server] of servers.entries()) {
        const cost = await cpuMsPerRequest(server, folder);
        // The first round warms up.
        if (round >= 0) samples[index]?.push(cost);
      }
    }
    const [one = Number.NaN, ten = Number.NaN, hundred = Number.NaN] = samples.map(median);
    const [near, far] = [(ten - one) / 9, (hundred - ten) / 90];
    return {
      name: "FAQ questions x1, x10, x100: CPU ms a request",
      measured: `${one.toFixed(2)}, ${ten.toFixed(2)}, ${hundred.toFixed(1)}; from x10 on each costs ${((far / near) * 100).toFixed(0)}% of before`,
      bar: `linear within ${GROWTH_TOLERANCE * 100}%`,
      isReached: Math.abs(far / near - 1) <= GROWTH_TOLERANCE,
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** Ids are made unique, as real questions' would be. */
function repeatQuestions(original: string, times: number): string {
  return `import { FAQ_COPY as copy } from ${JSON.stringify(original)};
const repeat = (items) => Array.from({ length: ${times} }, (_, n) => items.map((item) => ({ ...item, id: n === 0 ? item.id : item.id + "-" + n }))).flat();
export const FAQ_COPY = { ...copy, groups: copy.groups.map((group) => ({ ...group, items: repeat(group.items) })) };
`;
}

async function cpuMsPerRequest({ origin, pid }: Running, folder: string): Promise<number> {
  const before = cpuMs(pid);
  const load = { url: origin + PATHS.faq, uniqueQuery: true, seconds: 3, expectStatus: 200 };
  const { requests, failures } = await putLoad(load, folder);
  const after = cpuMs(pid);
  if (failures > 0) throw new Error(`${failures} responses of ${PATHS.faq} failed`);
  if (before === null || after === null) throw new Error("CPU time is known on Linux only");
  return (after - before) / requests;
}

/** Memory of the process after many queries of which no two are the same. */
export async function measureMemory(shop: BenchWorker, folder: string, queries: number): Promise<Limit> {
  const server = await serve({ ...shop, name: "memory" }, folder);
  try {
    const samples: (number | null)[] = [];
    let sent = 0;
    while (sent < queries) {
      const load = { url: server.origin + PATHS.privacy, uniqueQuery: true, seconds: 5, expectStatus: 200 };
      const { requests, failures } = await putLoad(load, folder);
      if (failures > 0) throw new Error(`${failures} responses of ${PATHS.privacy} failed`);
      sent += requests;
      while (samples.length < 10 && sent >= (queries * (samples.length + 1)) / 10) samples.push(memoryMb(server.pid));
      console.error(`${sent} different queries: ${memoryMb(server.pid)?.toFixed(0) ?? "?"} MB`);
    }
    const [first = null, last = null] = [samples[0], samples.at(-1)];
    const isKnown = first !== null && last !== null;
    return {
      name: `memory after ${sent.toLocaleString("en")} different queries`,
      measured: `${samples.map((mb) => mb?.toFixed(0) ?? "?").join(", ")} MB after each tenth`,
      bar: "flat",
      isReached: isKnown ? last <= first * MEMORY_GROWTH_MAX : null,
    };
  } finally {
    await server.stop();
  }
}

/** How much later the first answer comes than from a Worker that is nothing but an answer: most of it is evaluation. */
export async function measureStart(shop: BenchWorker, folder: string): Promise<Limit> {
  const least: BenchWorker = { name: "least", script: "export default { fetch: () => new Response() };" };
  const samples = { shop: [] as number[], least: [] as number[] };
  for (let round = 0; round < START_ROUNDS; round++) {
    samples.least.push(await timeToFirstAnswer(least, folder, PATHS.health));
    samples.shop.push(await timeToFirstAnswer({ ...shop, name: "start" }, folder, PATHS.health));
  }
  const ms = median(samples.shop) - median(samples.least);
  return {
    name: "start: first answer, later than an empty Worker's",
    measured: `${ms.toFixed(1)} ms (${median(samples.shop).toFixed(1)} against ${median(samples.least).toFixed(1)})`,
    bar: `${START_BAR_MS} ms`,
    isReached: ms <= START_BAR_MS,
  };
}

/** The bundle as it is uploaded, compressed. */
export function measureBundle(script: string): Limit {
  const kb = gzipSync(script).length / 1024;
  return {
    name: "Worker bundle, gzip, with Stripe",
    measured: `${kb.toFixed(1)} KB`,
    bar: `${BUNDLE_LIMIT_KB} KB`,
    isReached: kb <= BUNDLE_LIMIT_KB,
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
