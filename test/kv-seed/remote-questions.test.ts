import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { beforeEach, expect, test, vi } from "vitest";
import { processTerminal } from "../../kv-seed/terminal.ts";
import { rows } from "../services/ledger.ts";
import { gifts, LOCAL, openStripeWorld, run, sell, stripe } from "../services/stripe-world.ts";
import { writeProductionConfig } from "./production-config.ts";
import { MemoryStore, reading, temporaryFolder } from "./tool.ts";

/** Before a command changes the real shop it asks: what, how many, which shop. */

openStripeWorld();
const folder = temporaryFolder();
const file = join(folder, "interstitials.json");
let targets: MemoryStore;

/** A gift, a sale that the ledger does not know, a target, and a file with others. */
beforeEach(async () => {
  targets = new MemoryStore({ "bridge-39incl-vb1": { target: "https://cursus.example/live" } });
  gifts.set("ABCDEFGH", { recipient: "Noor", giver: "Opa" });
  await sell({ environment: "production", buyer_email: "jan@example.nl" });
  const entry = (name: string) => ({ key: name, value: JSON.stringify({ target: "https://cursus.example/new" }) });
  await writeFile(file, JSON.stringify([entry("bridge-39incl-vb1"), entry("bridge-19incl-vb1")]));
  await writeFile(join(folder, "interstitials-empty.json"), "[]");
});

/** All that a command could have changed. */
const state = async () =>
  JSON.stringify([
    await Promise.all(["orders", "mails"].map((name) => rows(`SELECT * FROM ${name}`))),
    [...gifts.entries],
    [...targets.entries],
  ]);

test.each(
  [
    `push ${file}`,
    `push ${join(folder, "interstitials-empty.json")}`,
    "gift --revoke abcd-efgh",
    "gift --restore abcd-efgh",
    "reconcile --write",
  ].flatMap((line) => ["yes", "no", "nobody", "--yes"].map((answer) => [line.replace(folder, ""), answer, line])),
)("%s, answered by %s", async (_title, answer, line) => {
  const before = await state();
  const config = await writeProductionConfig(folder);
  const words = [...line.split(" "), ...(answer === "--yes" ? [answer] : [])];
  const ended = await run([...words, "--remote", "--env", "production", "--config", config], {
    stores: { GIFTS: gifts, INTERSTITIALS: targets },
    stripe: { ...LOCAL, readKey: async () => "rk_live_a" },
    answer: { yes: true, no: false }[answer],
  });
  // What no page reads is the check's subject.
  ended.said = ended.said.replaceAll(/^! warning .*\n/gm, "");
  expect(reading(ended, (await state()) === before ? "nothing changed" : "changed")).toMatchSnapshot();
});

test("who answers at a terminal agrees by a yes, in Dutch too; a file that is read or written there answers nothing", async () => {
  const output = Object.assign(new PassThrough(), { isTTY: true });
  vi.spyOn(process, "stdout", "get").mockReturnValue(output as never);
  const stdin = vi.spyOn(process, "stdin", "get");
  const type = (line: string, isTTY: boolean) =>
    stdin.mockReturnValue(Object.assign(Readable.from([`${line}\n`]), { isTTY }) as never);
  type("ja", false);
  expect(processTerminal().confirm).toBeUndefined();
  type("ja", true);
  const { confirm } = processTerminal();
  const agreed: string[] = [];
  for (const line of ["y", "Yes", "j", "JA ", " ja", "", "n", "nee", "jammer", "yep"]) {
    type(line, true);
    if ((await confirm?.("Change it?")) === true) agreed.push(line);
  }
  output.isTTY = false;
  expect([agreed, processTerminal().confirm]).toEqual([["y", "Yes", "j", "JA ", " ja"], undefined]);
});

test("--outside-port names the local shop's own Stripe, also on a machine that has a key", async () => {
  const asked: string[] = [];
  const connect = async ({ apiBase }: { apiBase: string }) => {
    asked.push(apiBase);
    return stripe;
  };
  for (const port of [["--outside-port", "8791"], []])
    await run(["reconcile", ...port], { stripe: { readKey: async () => "sk_test_a", connect } });
  expect(asked).toEqual(["http://localhost:8791", "https://api.stripe.com"]);
});
