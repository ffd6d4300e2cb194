import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT } from "./workerd.ts";

/**
 * Builds the production Worker exactly as a deployment would (`wrangler deploy --dry-run --env production`), prints its
 * size, and fails when it is over the limit. Part of `npm test`.
 */

/**
 * Limits of the Worker's code, with Stripe; of the part of it that isolates compile first; and of the questions of the mock
 * exam, which are counted apart; gzip, kilobytes.
 */
const LIMITS_KB = { code: 352, start: 20, bank: 30 } as const;

/** The size of a Worker, gzip, kilobytes. */
function weigh(modules: Readonly<Record<string, string>>) {
  const kb = (names: Iterable<string>) =>
    gzipSync(Array.from(names, (name) => modules[name] ?? "").join("\n")).length / 1024;
  // Every isolate compiles the entry and its static imports before its first answer.
  const start = new Set(["worker.mjs"]);
  // The loop also visits names that are added on the way.
  for (const name of start) {
    for (const [, imported = ""] of (modules[name] ?? "").matchAll(/\b(?:from|import)\s*"\.\/([^"]+)"/g))
      start.add(imported);
  }
  const isPage = (name: string) => /^page-\d/.test(name);
  const isBank = (name: string) =>
    /^(?:(?:rules|engine|water|handling)-(?:questions|answers)|drawings-copy)\.mjs$/.test(name);
  const names = Object.keys(modules);
  return {
    startKb: kb(start),
    codeKb: kb(names.filter((name) => !isPage(name) && !isBank(name))),
    bankKb: kb(names.filter(isBank)),
    pagesKb: kb(names.filter(isPage)),
  };
}

const folder = mkdtempSync(join(tmpdir(), "vaarkoers-bundle-"));
try {
  const wrangler = join(dirname(createRequire(import.meta.url).resolve("wrangler/package.json")), "bin/wrangler.js");
  const dryRun = [wrangler, "deploy", "--dry-run", "--outdir", folder, "--env", "production"];
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" };
  const run = spawnSync(process.execPath, dryRun, { cwd: ROOT, encoding: "utf8", env });
  if (run.status !== 0) throw new Error(`wrangler deploy --dry-run failed:\n${run.stdout}\n${run.stderr}`);
  const names = readdirSync(folder).filter((name) => name.endsWith(".mjs"));
  const modules = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  const { startKb, codeKb, bankKb, pagesKb } = weigh(modules);
  console.log(`Worker, gzip: ${codeKb.toFixed(1)} KB of code (limit ${LIMITS_KB.code} KB)`);
  console.log(`              ${startKb.toFixed(1)} KB of it compiled at the start (limit ${LIMITS_KB.start} KB)`);
  console.log(`              ${bankKb.toFixed(1)} KB of questions of the mock exam (limit ${LIMITS_KB.bank} KB)`);
  console.log(`              ${pagesKb.toFixed(1)} KB of finished pages`);
  if (codeKb > LIMITS_KB.code || startKb > LIMITS_KB.start || bankKb > LIMITS_KB.bank) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
