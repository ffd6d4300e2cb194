import { spawn } from "node:child_process";
import { resolve } from "node:path";

/** `npm run test:orca`: compares what the screen reader Orca says with what was approved. `-- --approve` approves it. */

const [option, ...more] = process.argv.slice(2);
if ((option !== undefined && option !== "--approve") || more.length > 0) {
  console.error("Usage: npm run test:orca [-- --approve]");
  process.exit(2);
}
const vitest = resolve(import.meta.dirname, "../../node_modules/vitest/vitest.mjs");
const flags = ["--config", "test/vitest.config.ts", "--project", "orca", ...(option === undefined ? [] : ["--update"])];
const child = spawn(process.execPath, [vitest, "run", ...flags], {
  cwd: resolve(import.meta.dirname, "../.."),
  stdio: "inherit",
  env: { ...process.env, TEST_ORCA: "1" },
});
child.once("exit", (code) => process.exit(code ?? 1));
