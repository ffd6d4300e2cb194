import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** One measurement of a path under load. */
export type Load = { requestsPerSecond: number; p50Ms: number; p99Ms: number; requests: number; failures: number };

export type LoadOptions = {
  url: string;
  seconds: number;
  headers?: Readonly<Record<string, string>>;
  /** Adds a query that no other request has, so that nothing can be remembered. */
  uniqueQuery?: boolean;
  /** A status that counts as a success. */
  expectStatus: number;
};

const CONNECTIONS = 10;

export const LOAD_TOOL = spawnSync("wrk", ["-v"]).error === undefined ? "wrk" : "autocannon";

let runNumber = 0;

/** Puts load on an address, with wrk when this machine has it and autocannon otherwise. Only loopback addresses. */
export function putLoad(options: LoadOptions, folder: string): Promise<Load> {
  if (!["127.0.0.1", "localhost"].includes(new URL(options.url).hostname)) throw new Error("Only this machine.");
  runNumber += 1;
  return LOAD_TOOL === "wrk" ? runWrk(options, folder) : runAutocannon(options);
}

async function runWrk({ url, seconds, headers = {}, uniqueQuery, expectStatus }: LoadOptions, folder: string) {
  const { pathname, search } = new URL(url);
  const script = join(folder, "load.lua");
  const separator = search === "" ? "?" : "&";
  writeFileSync(
    script,
    `local n = 0
local headers = { ${Object.entries(headers)
      .map(([name, value]) => `["${name}"] = ${JSON.stringify(value)}`)
      .join(", ")} }
local failures = 0
function request()
  n = n + 1
  return wrk.format("GET", "${pathname}${search}"${uniqueQuery ? ` .. "${separator}u=${runNumber}x" .. n` : ""}, headers)
end
function response(status) if status ~= ${expectStatus} then failures = failures + 1; wrk.thread:set("failures", failures) end end
local threads = {}
function setup(thread) thread:set("failures", 0); table.insert(threads, thread) end
function done(summary, latency)
  local failed = 0
  for _, thread in ipairs(threads) do failed = failed + thread:get("failures") end
  local e = summary.errors
  io.write(string.format("RESULT %d %d %f %f %d\\n", summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), failed + e.connect + e.read + e.write + e.timeout))
end
`,
  );
  const output = await run("wrk", ["-t1", `-c${CONNECTIONS}`, `-d${seconds}s`, "-s", script, url]);
  const [, requests, micros, p50, p99, failures] =
    /RESULT (\d+) (\d+) ([\d.]+) ([\d.]+) (\d+)/.exec(output)?.map(Number) ?? [];
  if (requests === undefined || micros === undefined) throw new Error(`wrk said: ${output}`);
  return {
    requestsPerSecond: requests / (micros / 1e6),
    p50Ms: (p50 ?? 0) / 1000,
    p99Ms: (p99 ?? 0) / 1000,
    requests,
    failures: failures ?? 0,
  };
}

async function runAutocannon({ url, seconds, headers = {}, uniqueQuery, expectStatus }: LoadOptions): Promise<Load> {
  const { default: autocannon } = await import("autocannon");
  const { pathname, search } = new URL(url);
  let n = 0;
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers,
    requests: [
      {
        setupRequest: (request) => {
          if (!uniqueQuery) return request;
          n += 1;
          return { ...request, path: `${pathname}${search === "" ? "?" : `${search}&`}u=${runNumber}x${n}` };
        },
      },
    ],
  });
  const asExpected = Number((result.statusCodeStats as Record<string, { count?: number }>)?.[expectStatus]?.count ?? 0);
  return {
    requestsPerSecond: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    requests: result.requests.total,
    failures: result.requests.total - asExpected + result.errors + result.timeouts,
  };
}

function run(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve(output) : reject(new Error(`${command} ended with ${code}`))));
  });
}
