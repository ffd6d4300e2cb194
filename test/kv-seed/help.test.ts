import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PROJECT_ROOT } from "../../kv-seed/wrangler.ts";
import { DATABASE_ID, writeProductionConfig } from "./production-config.ts";
import { noted, runTool, temporaryFolder } from "./tool.ts";

const folder = temporaryFolder();

const COMMANDS = [
  "check",
  "diff",
  "push",
  "pull",
  "gift",
  "orders",
  "ledger",
  "invoices",
  "sales",
  "order",
  "refund",
  "reconcile",
  "withdrawals",
  "mails",
  "person",
  "database",
];

test("the entry runs as a program and explains itself", () => {
  const run = spawnSync(process.execPath, [join(PROJECT_ROOT, "kv-seed", "kv.ts"), "--help"], { encoding: "utf8" });
  expect(run.status).toBe(0);
  for (const command of COMMANDS) expect(run.stdout).toMatch(new RegExp(`^  ${command} `, "m"));
});

describe("help", () => {
  test.each(COMMANDS)("%s has its own, with an example", async (command) => {
    const run = await runTool([command, "--help"], { stores: {} });
    expect(run.exitCode).toBe(0);
    expect(run.out).toContain(`Usage: npm run kv -- ${command}`);
    expect(run.out).toMatch(new RegExp(`^  npm run kv -- ${command}`, "m"));
    expect(run.out).toContain("--persist-to");
  });

  test("no command, an unknown command and an unknown option end with exit code 2", async () => {
    expect((await runTool([])).exitCode).toBe(2);
    const unknown = await runTool(["psuh"]);
    expect([unknown.exitCode, unknown.notes]).toEqual([
      2,
      `There is no command "psuh". Commands: ${COMMANDS.join(", ")}.`,
    ]);
    expect((await runTool(["diff", "--force"])).notes).toContain("See: npm run kv -- diff --help");
  });
});

describe("--remote", () => {
  test("needs an environment, and takes no local folder", async () => {
    expect((await runTool(["diff", "--remote"])).notes).toContain("--remote needs --env NAME");
    const run = await runTool(["diff", "--remote", "--env", "production", "--persist-to", "x"]);
    expect(run.notes).toContain("--persist-to is for local KV only");
  });

  test("asks nobody before every id is filled in, and says how", async () => {
    const config = await writeProductionConfig(folder);
    const whole = await readFile(config, "utf8");
    const diff = () => runTool(["diff", "--remote", "--env", "production", "--config", config], { stores: {} });
    await writeFile(config, whole.replace(DATABASE_ID, "fill-in-database-id"));
    expect(await diff()).toEqual(noted(2, "npx wrangler d1 create vaarkoers --jurisdiction eu"));
    await writeFile(config, whole.replace("0".repeat(32), "fill-in-namespace-id"));
    expect(await diff()).toEqual(noted(2, "npx wrangler kv namespace create INTERSTITIALS --env production"));
  });
});
