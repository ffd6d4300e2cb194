import { spawn } from "node:child_process";
import { resolve } from "node:path";

/**
 * `npm run looks`: takes a picture of every screen and compares it with the approved one. `-- --approve` approves all
 * screens as they are now, `-- --approve NAME` one of them, at every width.
 */

const [option, name, ...more] = process.argv.slice(2);
if ((option !== undefined && option !== "--approve") || more.length > 0) {
  console.error("Usage: npm run looks [-- --approve [NAME]]");
  process.exit(2);
}
const vitest = resolve(import.meta.dirname, "../../node_modules/vitest/vitest.mjs");
const child = spawn(process.execPath, [vitest, "run", "--config", "test/vitest.config.ts", "--project", "looks"], {
  cwd: resolve(import.meta.dirname, "../.."),
  stdio: "inherit",
  env: { ...process.env, TEST_LOOKS: "1", ...(option === undefined ? {} : { LOOKS_APPROVE: name ?? "*" }) },
});
child.once("exit", (code) => process.exit(code ?? 1));
