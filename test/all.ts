import manifest from "../package.json" with { type: "json" };
import { endFailed, runStep, tookLine } from "./steps.ts";

/**
 * `npm test`: the dry run of the deployment, then the build and what needs it, beside the check. Steps that do not wait for
 * each other run side by side, because most of them leave a core idle. The first step that fails ends the others, and
 * gives this process its exit code. Arguments are vitest's.
 */

const { scripts } = manifest;

async function buildAndTest(): Promise<void> {
  await runStep("build", "node client/build/worker.ts");
  await runStep("tests", ["vitest", "run", "--config", "test/vitest.config.ts", ...process.argv.slice(2)], {
    stdio: "inherit",
  });
}

try {
  // This builds the client too, which is the same for all, and the production Worker.
  await Promise.all([
    runStep("dry run of the deployment", scripts["deploy:check"]),
    runStep("licences", scripts.licences),
  ]);
  // The build and the Worker's tests, which come first, leave a part of the processor idle. That is enough for the check.
  await Promise.all([runStep("check", scripts.check, { isPatient: true }), buildAndTest()]);
} catch (error) {
  endFailed(error);
}
console.log(`\n${tookLine()}`);
