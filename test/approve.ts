import manifest from "../package.json" with { type: "json" };
import { endFailed, runStep } from "./steps.ts";

/**
 * `npm run looks` compares a picture of every screen with the approved one, and `npm run test:orca` what the screen reader Orca says,
 * after a build: of an old one nobody approves anything.
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
try {
  await runStep("build", manifest.scripts.build);
  const update = option === undefined ? [] : ["--update"];
  await runStep(project, ["vitest", "run", "--config", "test/vitest.config.ts", "--project", project, ...update], {
    stdio: "inherit",
    env: { [`TEST_${project.toUpperCase()}`]: "1", ...(option === undefined ? {} : { LOOKS_APPROVE: name ?? "*" }) },
  });
} catch (error) {
  endFailed(error);
}
