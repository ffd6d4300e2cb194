import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { isYes } from "../../kv-seed/terminal.ts";
import { gifts, LOCAL, openStripeWorld, rows, run, sell, stripe } from "../services/stripe-world.ts";
import { writeProductionConfig } from "./production-config.ts";
import { MemoryStore, noted, runTool, temporaryFolder } from "./tool.ts";

/** Before a command changes the real shop it asks: what, how many, which shop. */

openStripeWorld();
const folder = temporaryFolder();
const file = join(folder, "interstitials.json");
const SHOP = "(remote, environment production)";

let targets: MemoryStore;
beforeEach(() => {
  targets = MemoryStore.with({ "bridge-39incl-vb1": { target: "https://cursus.example/live" } });
});

/** Runs a command on the real shop. */
async function remote(args: readonly string[], answer?: boolean) {
  const config = await writeProductionConfig(folder);
  return run([...args, "--remote", "--env", "production", "--config", config], {
    stores: { GIFTS: gifts, INTERSTITIALS: targets },
    stripe: { ...LOCAL, readKey: async () => "rk_live_a" },
    answer,
  });
}

/** A gift, a sale that the ledger does not know, and a file with other targets. */
async function prepare() {
  gifts.set("ABCDEFGH", { recipient: "Noor", giver: "Opa" });
  await sell({ environment: "production", buyer_email: "jan@example.nl" });
  const entry = (name: string) => ({ key: name, value: JSON.stringify({ target: "https://cursus.example/new" }) });
  await writeFile(file, JSON.stringify([entry("bridge-39incl-vb1"), entry("bridge-19incl-vb1")]));
}

/** All that a command could have changed. */
const state = async () => [
  await Promise.all(["orders", "mails"].map((name) => rows(`SELECT * FROM ${name} `))),
  [...gifts.entries],
  [...targets.entries],
];

const COMMANDS: readonly [string, readonly string[], string][] = [
  ["push", ["push", file], "Add 1 entry and replace 1 entry"],
  ["gift --revoke", ["gift", "--revoke", "abcd-efgh"], "Stop the gift ABCD-EFGH"],
  ["gift --restore", ["gift", "--restore", "abcd-efgh"], "Restore the gift ABCD-EFGH"],
  ["reconcile", ["reconcile", "--write"], "Write 1 missing fact"],
];

describe.each(COMMANDS)("%s", (_name, args, act) => {
  test("asks what, how many and which shop; a no, and nobody to ask, change nothing", async () => {
    await prepare();
    const before = await state();
    expect(await remote(args, false)).toEqual(noted(1, `${act} ${SHOP}?\nNothing was `));
    expect(await remote(args)).toEqual(noted(1, "Nobody is here to ask. Nothing was "));
    expect(await state()).toEqual(before);
  });

  test("does it after a yes", async () => {
    await prepare();
    const before = JSON.stringify(await state());
    await remote(args, true);
    expect(JSON.stringify(await state())).not.toBe(before);
  });

  test("with --yes nobody is asked", async () => {
    await prepare();
    const before = JSON.stringify(await state());
    const { notes } = await remote([...args, "--yes"]);
    expect(notes).not.toMatch(/Nobody is here|\?$/m);
    expect(JSON.stringify(await state())).not.toBe(before);
  });
});

test("what is only to be removed is asked about once", async () => {
  await writeFile(file, "[]");
  const { notes } = await remote(["push", file], false);
  const said = notes.split("\n").filter((line) => !line.startsWith("warning "));
  expect(said).toEqual([`Remove 1 entry marked with - from KV ${SHOP}?`, "Keeping them; the rest goes ahead."]);
});

test("who answers in Dutch agrees too", () => {
  expect(["y", "Yes", "j", "JA ", " ja"].map(isYes)).not.toContain(false);
  expect(["", "n", "nee", "jammer", "yep"].map(isYes)).not.toContain(true);
});

describe("--outside-port", () => {
  const asking = (...args: string[]) => {
    const asked: string[] = [];
    const connect = async ({ apiBase }: { apiBase: string }) => {
      asked.push(apiBase);
      return stripe;
    };
    const done = runTool(["reconcile", ...args], {
      stores: {},
      stripe: { readKey: async () => "sk_test_a", connect },
    });
    return done.then((ended) => ({ ...ended, asked }));
  };

  test("names the local shop's own Stripe, also on a machine that has a key", async () => {
    expect(await asking("--outside-port", "8791")).toMatchObject({ asked: ["http://localhost:8791"] });
    expect((await asking()).asked).toEqual(["https://api.stripe.com"]);
  });

  test("must be a port, and is none of the real shop", async () => {
    for (const port of ["0", "x", "70000"])
      expect(await asking("--outside-port", port)).toMatchObject({ exitCode: 2, asked: [] });
    expect(await asking("--outside-port", "8791", "--remote", "--env", "production")).toEqual(
      noted(2, "--outside-port is for the shop of this machine only."),
    );
  });
});
