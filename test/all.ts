import manifest from "../package.json" with { type: "json" };
import { endSteps, runStep, tookLine } from "./steps.ts";

/**
 * `npm test`: the dry run of the deployment and the build, then everything that needs one. Steps that do not wait for
 * each other run side by side, because most of them leave a core idle. The first step that fails ends the others, and
 * gives this process its exit code. A full run ends with other days (days.ts). Arguments are vitest's.
 */

const { scripts } = manifest;

async function build(): Promise<void> {
  await runStep("dry run of the deployment", scripts["deploy:check"]);
  // That has built the client, which is the same for all, and the production Worker.
  await runStep("build", "node client/build/worker.ts");
}

try {
  await Promise.all([build(), runStep("licences", scripts.licences)]);
  const vitest = ["vitest", "run", "--config", "test/vitest.config.ts", ...process.argv.slice(2)];
  // The Worker's tests come first. They leave a part of the processor idle, which is enough for the check.
  await Promise.all([
    runStep("check", scripts.check, { isPatient: true }),
    runStep("tests", vitest, { stdio: "inherit" }),
  ]);
  if (process.env.TEST_FULL === "1") await runStep("days", scripts["test:days"], { stdio: "inherit" });
} catch (error) {
  endSteps();
  if (typeof error !== "number") console.error(error);
  process.exitCode = typeof error === "number" ? error : 1;
}
console.log(`\n${tookLine()}`);
