import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { isYes } from "../../kv-seed/terminal.ts";
import { GIFT_METADATA, wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { declare } from "./declaration.ts";
import { writeProductionConfig } from "./production-config.ts";
import { DB, gifts, hear, LOCAL, ledger, openStripeWorld, rows, run, sell, stripe, world } from "./stripe-world.ts";
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

/** A sale with a confirmation that failed, a withdrawal, a gift, and a sale that the ledger does not know. */
async function prepare() {
  const mark = { environment: "production", buyer_email: "jan@example.nl" };
  const known = await sell(mark);
  await run(["reconcile", "--write"], { now: new Date() });
  await remote(["reconcile", "--write", "--yes"]);
  await rows("UPDATE mails SET state = 'failed', ended_at = due_at WHERE kind = 'confirmation'");
  const reference = await declare(DB, new Date().toISOString(), { email: "jan@example.nl" });
  gifts.set("ABCDEFGH", { recipient: "Noor", giver: "Opa" });
  await sell(mark);
  const entry = (name: string) => ({ key: name, value: JSON.stringify({ target: "https://cursus.example/new" }) });
  await writeFile(file, JSON.stringify([entry("bridge-39incl-vb1"), entry("bridge-19incl-vb1")]));
  return { number: formatOrderNumber(known), reference };
}

/** All that a command could have changed. */
const state = async () => [
  await Promise.all(["orders", "mails", "withdrawals"].map((name) => rows(`SELECT * FROM ${name} `))),
  [...gifts.entries],
  [...targets.entries],
];

type Prepared = Awaited<ReturnType<typeof prepare>>;
const COMMANDS: readonly [string, (prepared: Prepared) => readonly string[], (prepared: Prepared) => string][] = [
  ["push", () => ["push", file], () => "Add 1 entry and replace 1 entry"],
  ["mails", ({ number }) => ["mails", "--resend", number], ({ number }) => `Mail ${number} again`],
  ["mails of several", ({ number, reference }) => ["mails", "--resend", number, reference], () => "Mail these 2 again"],
  ["gift --revoke", () => ["gift", "--revoke", "abcd-efgh"], () => "Stop the gift ABCD-EFGH"],
  ["gift --restore", () => ["gift", "--restore", "abcd-efgh"], () => "Restore the gift ABCD-EFGH"],
  ["reconcile", () => ["reconcile", "--write"], () => "Write 1 missing fact, and settle the gifts of them"],
  [
    "withdrawals",
    ({ reference }) => ["withdrawals", reference, "--answer", "refused"],
    ({ reference }) => `Note ${reference} as refused`,
  ],
];

describe.each(COMMANDS)("%s", (_name, argsOf, actOf) => {
  test("asks what, how many and which shop; a no, and nobody to ask, change nothing", async () => {
    const prepared = await prepare();
    const before = await state();
    expect(await remote(argsOf(prepared), false)).toEqual(noted(1, `${actOf(prepared)} ${SHOP}?\nNothing was `));
    expect(await remote(argsOf(prepared))).toEqual(noted(1, "Nobody is here to ask. Nothing was "));
    expect(await state()).toEqual(before);
  });

  test("does it after a yes", async () => {
    const prepared = await prepare();
    const before = JSON.stringify(await state());
    await remote(argsOf(prepared), true);
    const after = JSON.stringify(await state());
    expect(after).not.toBe(before);
  });

  test("with --yes nobody is asked", async () => {
    const prepared = await prepare();
    const before = JSON.stringify(await state());
    const { notes } = await remote([...argsOf(prepared), "--yes"]);
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

test("a gift whose money went back is asked about although nothing is missing", async () => {
  const wish = { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from: "now" } as const;
  const id = await sell({ environment: "production", ...GIFT_METADATA, ...wishToMetadata(wish) });
  world.stripe.refund(id);
  await remote(["reconcile", "--write", "--yes"]);
  gifts.set("ABCDEFGH", { recipient: "Noor", giver: "Opa" }, { intentId: id });
  const asked = await remote(["reconcile", "--write"], false);
  expect(asked).toEqual(noted(1, `Settle 1 gift ${SHOP}?\nNothing was written.`));
  expect(gifts.valueOf("ABCDEFGH.refund")).toBeNull();
  expect((await remote(["reconcile", "--write"], true)).out).toContain("1 gift settled.");
  expect(gifts.valueOf("ABCDEFGH.refund")).toMatchObject({ stopped: true });
});

test("a gift that cannot be stopped: says what was done, and what to do", async () => {
  const wish = { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from: "now" } as const;
  const id = await sell({ ...GIFT_METADATA, ...wishToMetadata(wish) });
  world.stripe.refund(id);
  await hear();
  gifts.set("ABCDEFGH", { recipient: "Noor", giver: "Opa" }, { intentId: id });
  gifts.failAfter = 0;
  const { exitCode, notes } = await run(["reconcile", "--write"]);
  expect([exitCode, notes]).toEqual([
    1,
    expect.stringMatching(/0 of 1 gifts settled\. .*connection lost\nRun this again/),
  ]);
});

test("mails that stop half-way: says how many were dealt with", async () => {
  const { number, reference } = await prepare();
  const failing: typeof ledger = async (statements) => {
    if (statements.some(({ sql }) => sql.includes("'receipt', reference"))) throw new Error("connection lost");
    return ledger(statements);
  };
  const { exitCode, out, notes } = await run(["mails", "--resend", number, reference], { ledger: failing });
  expect([exitCode, out]).toEqual([1, `${number} is due.`]);
  expect(notes).toContain(`Stopped at ${reference}: 1 of 2 were dealt with. Run this again.`);
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
