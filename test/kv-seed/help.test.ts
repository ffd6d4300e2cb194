import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTerminal } from "../../kv-seed/terminal.ts";
import { PROJECT_ROOT } from "../../kv-seed/wrangler.ts";
import { formatCsvFile, formatCsvRow } from "../../src/shared/csv.ts";
import { printable } from "../../src/shared/printable.ts";
import { DATABASE_ID, writeProductionConfig } from "./production-config.ts";
import { MemoryStore, noted, runTool, temporaryFolder } from "./tool.ts";

const folder = temporaryFolder();

const COMMANDS = ["check", "push", "pull", "gift", "reconcile", "restored", "go-live"];

test.each(COMMANDS)("%s has its own help, with an example", async (command) => {
  const run = await runTool([command, "--help"], { stores: {} });
  expect(run.exitCode).toBe(0);
  expect(run.out).toContain(`Usage: npm run kv -- ${command}`);
  expect(run.out).toMatch(new RegExp(`^  npm run kv -- ${command}`, "m"));
  expect(run.out).toContain("--persist-to");
});

test("help of all names each command", async () => {
  const { out, exitCode } = await runTool(["--help"]);
  expect([exitCode, out.match(/^ {2}[a-z-]+(?= {2,}[A-Z])/gm)]).toEqual([0, COMMANDS.map((name) => `  ${name}`)]);
});

test.each([
  ["", ""],
  ["psuh", `There is no command "psuh". Commands: ${COMMANDS.join(", ")}.`],
  ["push --force", "See: npm run kv -- push --help"],
  ["reconcile 30 --write", "Unexpected argument '30'"],
  ["restored 30", "Unexpected argument '30'"],
  ["go-live check", "--env NAME is needed"],
  ["go-live deploy --env production", 'go-live takes one of the words check and stripe, not "deploy".'],
  ["push --remote", "--remote needs --env NAME"],
  ["push --remote --env production --persist-to x", "--persist-to is for local KV only"],
  ["reconcile --outside-port 0", "--outside-port"],
  ["reconcile --outside-port x", "--outside-port"],
  ["reconcile --outside-port 70000", "--outside-port"],
  ["reconcile --outside-port 8791 --remote --env production", "--outside-port is for the shop of this machine only."],
])("what makes no sense ends with exit code 2: %s", async (line, said) => {
  expect(await runTool(line.split(" ").filter(Boolean))).toEqual(noted(2, said));
});

test("--remote asks nobody before every id is filled in, and says how; then it takes no file or address of this machine", async () => {
  const config = await writeProductionConfig(folder);
  const whole = await readFile(config, "utf8");
  const run = (...args: readonly string[]) =>
    runTool([...args, "--remote", "--env", "production", "--config", config], { stores: { INTERSTITIALS } });
  const INTERSTITIALS = new MemoryStore({ a: { target: "http://localhost:8788/a" } });
  await writeFile(config, whole.replace(DATABASE_ID, "fill-in-database-id"));
  expect(await run("push")).toEqual(noted(2, "npx wrangler d1 create vaarkoers --jurisdiction eu"));
  await writeFile(config, whole.replace("0".repeat(32), "fill-in-namespace-id"));
  expect(await run("push")).toEqual(noted(2, "npx wrangler kv namespace create INTERSTITIALS --env production"));
  await writeFile(config, whole);
  expect(await run("push")).toEqual(noted(1, "kv-seed/production/interstitials.json"));
  expect(await run("pull", join(folder, "interstitials.json"))).toEqual(noted(0, "warning  INTERSTITIALS: a: "));
  const gift = "gift --recipient Noor --giver Opa --activation-url http://localhost:8788/activeren";
  expect(await run(...gift.split(" "))).toEqual(noted(2, "--activation-url"));
});

/** Characters that move a cursor, end a line, reverse text or are half a character. */
const HOSTILE = ["\u001b[2J", "\r", "\u0085", "\u2028", "\u061c", "\u200e", "\u200f", "\u202e", "\u2066", "\ud800"];

test("nothing that is printed holds a control character or a mark of direction", () => {
  const seen: string[] = [];
  const terminal = createTerminal({ out: (text) => void seen.push(text), note: (text) => void seen.push(text) });
  for (const hostile of HOSTILE) {
    terminal.out(`Jan${hostile}Bakker`);
    terminal.note(`Jan${hostile}Bakker`);
    expect(printable(`a${hostile}\nb`)).not.toContain("\n");
  }
  for (const text of seen) expect(text).toMatch(/^Jan(\\u[0-9a-f]{4}|\ufffd)(\[2J)?Bakker\n$/);
  terminal.out("two\nlines of Zoë 👩‍👧");
  expect(seen.at(-1)).toBe("two\nlines of Zoë 👩‍👧\n");
});

test("every CSV cell is quoted, and a text never runs as a formula", () => {
  expect(formatCsvRow(["=1+1", "+x", "@x", "-", "\tx", "\rx", 'a "b", c;d'])).toBe(
    '"\'=1+1";"\'+x";"\'@x";"\'-";"\'\\u0009x";"\'\\u000dx";"a ""b"", c;d"\r\n',
  );
  // Dutch Excel begins a new cell after a semicolon, unless the text is quoted.
  expect(formatCsvRow(["Jan;=cmd|'/C calc'!A0"])).toBe("\"Jan;=cmd|'/C calc'!A0\"\r\n");
  expect(formatCsvRow(["Jan\u202e\u001b[2J", "two\nlines"])).toBe('"Jan\\u202e\\u001b[2J";"two\nlines"\r\n');
});

test("amounts stay numbers, below zero too, and a file says that it is UTF-8", () => {
  const file = formatCsvFile(["date", "gross"], [["2026-07-01", { cents: -3900 }]]);
  expect(file).toBe('\ufeff"date";"gross"\r\n"2026-07-01";"-39,00"\r\n');
});

test("it runs as a program, and a reader that stops early, such as head, ends in no stack trace", async () => {
  const tool = spawn(process.execPath, [join(PROJECT_ROOT, "kv-seed", "kv.ts"), "--help"]);
  tool.stdout.destroy();
  let said = "";
  tool.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const [exitCode] = await once(tool, "close");
  expect([exitCode, said]).toEqual([0, ""]);
});
