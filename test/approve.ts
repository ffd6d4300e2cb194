import { spawn } from "node:child_process";
import { resolve } from "node:path";

/**
 * `npm run looks` compares a picture of every screen with the approved one, and `npm run test:orca` what the screen reader Orca says.
 * `-- --approve` approves all as it is now; of the looks `-- --approve NAME` one screen, at every width.
 */

const [project = "", option, name, ...more] = process.argv.slice(2);
if (
  (option !== undefined && option !== "--approve") ||
  more.length > 0 ||
  (name !== undefined && project !== "looks")
) {
  console.error("Usage: npm run looks [-- --approve [NAME]], npm run test:orca [-- --approve]");
  process.exit(2);
}
const vitest = resolve(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
const flags = [
  "--config",
  "test/vitest.config.ts",
  "--project",
  project,
  ...(option === undefined ? [] : ["--update"]),
];
const child = spawn(process.execPath, [vitest, "run", ...flags], {
  cwd: resolve(import.meta.dirname, ".."),
  stdio: "inherit",
  env: {
    ...process.env,
    [`TEST_${project.toUpperCase()}`]: "1",
    ...(option === undefined ? {} : { LOOKS_APPROVE: name ?? "*" }),
  },
});
child.once("exit", (code) => process.exit(code ?? 1));
