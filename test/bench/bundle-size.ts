import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { BUNDLE_LIMIT_KB, bundleShop } from "./workerd.ts";

/**
 * Builds the production Worker exactly as a deployment would (`wrangler deploy --dry-run --env production`), prints its
 * size, and fails when it is over the limit. Part of `npm test`.
 */

const folder = mkdtempSync(join(tmpdir(), "vaarkoers-bundle-"));
try {
  bundleShop(folder, "--env", "production");
  let totalKb = 0;
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((one) => one.endsWith(".js"))) {
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
