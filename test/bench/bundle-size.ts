import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { BUNDLE_LIMIT_KB } from "./workerd.ts";

/**
 * Builds the production Worker exactly as a deployment would (`wrangler deploy --dry-run --env production`), prints its
 * size, and fails when it is over the limit. Part of `npm test`.
 */

const ROOT = resolve(import.meta.dirname, "../..");

const folder = mkdtempSync(join(tmpdir(), "vaarkoers-bundle-"));
try {
  const wrangler = join(dirname(createRequire(import.meta.url).resolve("wrangler/package.json")), "bin/wrangler.js");
  const run = spawnSync(
    process.execPath,
    [wrangler, "deploy", "--dry-run", "--env", "production", "--outdir", folder],
    {
      cwd: ROOT,
      encoding: "utf8",
      env: { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" },
    },
  );
  if (run.status !== 0) throw new Error(`wrangler deploy --dry-run failed:\n${run.stdout}\n${run.stderr}`);

  const modules = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"));
  let totalKb = 0;
  for (const file of modules) {
    const bytes = readFileSync(join(folder, file));
    const gzipKb = gzipSync(bytes).length / 1024;
    totalKb += gzipKb;
    console.log(`${file}: ${(bytes.length / 1024).toFixed(1)} KB, ${gzipKb.toFixed(1)} KB gzip`);
  }
  console.log(`Worker bundle: ${totalKb.toFixed(1)} KB gzip (limit ${BUNDLE_LIMIT_KB} KB)`);
  if (totalKb > BUNDLE_LIMIT_KB) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
