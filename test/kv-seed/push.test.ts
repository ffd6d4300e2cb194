import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { readSecretKey } from "../../kv-seed/stripe-key.ts";
import { MemoryStore, noted, printed, runTool, temporaryFolder } from "./tool.ts";

const A = { target: "https://shop.example/a" };
const B = { target: "https://shop.example/b" };

const file = join(temporaryFolder(), "interstitials.json");
let kv: MemoryStore;

beforeEach(async () => {
  // same: equal; changed: another target; added: only here; removed: only in KV.
  await writeEntries({ same: { ...A, price: 1 }, changed: B, added: A });
  kv = MemoryStore.with({ same: { price: 1, ...A }, changed: A, removed: A });
});

async function writeEntries(values: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(values).map(([key, value]) => ({ key, value: JSON.stringify(value) }));
  await writeFile(file, JSON.stringify(entries));
}

const writes = () => kv.calls.filter((call) => !["list", "get"].includes(call));
const keys = () => kv.keys().sort();
const push = (options: readonly string[] = [], answer?: boolean) =>
  runTool(["push", file, ...options], { stores: { INTERSTITIALS: kv }, answer });
const diff = () => runTool(["push", "--dry-run", file], { stores: { INTERSTITIALS: kv } });

describe("push --dry-run", () => {
  test("shows what is added, changed field by field, and removed; the order of fields is no difference", async () => {
    const run = await diff();
    expect(run.exitCode).toBe(0);
    expect(run.out.split("\n")).toEqual([
      "INTERSTITIALS (local)",
      '  + added  {"target":"https://shop.example/a"}',
      "  ~ changed",
      '      target: "https://shop.example/a" -> "https://shop.example/b"',
      "  - removed",
      "  1 unchanged",
    ]);
    expect(writes()).toEqual([]);
  });

  test("a malformed value in KV is a change, and its control characters are made visible", async () => {
    kv.add({ key: "same", value: "\u001b[2Joops" });
    const run = await diff();
    expect(run.out).toContain("\\u001b[2Joops ->");
  });
});

describe("push", () => {
  test("writes only what changed and removes after a yes", async () => {
    expect(await push([], true)).toEqual(noted(0, "Remove 1 entry marked with - from KV (local)?"));
    expect(writes()).toEqual(["put 2", "delete 1"]);
    expect(keys()).toEqual(["added", "changed", "same"]);
    expect(kv.entries.get("changed")?.value).toBe(JSON.stringify(B));
  });

  test("after a no it keeps those keys and does the rest", async () => {
    const run = await push([], false);
    expect(run.exitCode).toBe(0);
    expect(writes()).toEqual(["put 2"]);
    expect(keys()).toEqual(["added", "changed", "removed", "same"]);
  });

  test("without a terminal and without --yes it writes nothing when something would be removed", async () => {
    expect(await push()).toEqual(noted(1, "Nothing was written"));
    expect(writes()).toEqual([]);
  });

  test("--yes removes without asking, --keep never removes", async () => {
    expect((await push(["--keep"])).exitCode).toBe(0);
    expect(keys()).toContain("removed");
    expect((await push(["--yes"])).exitCode).toBe(0);
    expect(keys()).not.toContain("removed");
  });

  test("does nothing when nothing changed", async () => {
    await push(["--yes"]);
    kv.calls.length = 0;
    expect(await push(["--yes"])).toEqual(printed(0, "nothing to change"));
    expect(writes()).toEqual([]);
  });

  test("a file that is not right stops everything", async () => {
    await writeEntries({ good: A, bad: { target: "nowhere" } });
    expect(await push(["--yes"])).toEqual(noted(1, "bad: target"));
    expect(kv.calls).toEqual([]);
  });

  test("shows progress for many entries", async () => {
    await writeEntries(Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`key-${index}`, A])));
    kv.entries.clear();
    expect(await push()).toEqual(noted(0, "Wrote 250 of 600\nWrote 500 of 600\nWrote 600 of 600"));
  });
});

describe("a push that fails", () => {
  test("at once: KV is as it was, and it says so", async () => {
    kv.failAfter = 0;
    const run = await push(["--yes"]);
    expect(run.exitCode).toBe(1);
    expect(run.notes).toContain("connection lost");
    expect(run.notes).toContain("Nothing was written");
    expect(keys()).toEqual(["changed", "removed", "same"]);
  });

  test("half-way: names the keys that went and those that did not, and removes nothing", async () => {
    kv.failAfter = 1;
    expect(await push(["--yes"])).toEqual(noted(1, "\n  written: added\n  not written: changed\n"));
    expect(keys()).toContain("removed");
  });

  test("while removing: names what was written and what was not removed", async () => {
    kv.failAfter = 2;
    const run = await push(["--yes"]);
    expect(run.exitCode).toBe(1);
    expect(run.notes).toContain("written: added");
    expect(run.notes).toContain("written: changed");
    expect(run.notes).toContain("not removed: removed");
  });

  test("and cannot be read back: says that it does not know", async () => {
    kv.failAfter = 1;
    kv.write = async () => {
      kv.failReads = true;
      throw new Error("connection lost");
    };
    const run = await push(["--yes"]);
    expect(run.notes).toContain("perhaps not written: added");
    expect(run.notes).toContain("could not be read again");
  });
});

describe("gifts that were bought", () => {
  const GIFT = { recipient: "Noor", giver: "Opa" };
  const NAMELESS = { recipient: "de ontvanger", giver: "de gever" };
  const bought = { intentId: "pi_1" };
  const stopped = { stopped: true, at: "2026-11-20T10:00:00.000Z" };
  const gifts = join(temporaryFolder(), "gifts.json");
  const pushGifts = (...options: string[]) => runTool(["push", gifts, ...options], { stores: { GIFTS: kv } });

  beforeEach(() => {
    kv = MemoryStore.with({ MADEBYUS: GIFT });
    kv.set("BOUGHT01", GIFT, bought);
    for (const key of ["BOUGHT01.refund", "BOUGHT02.refund", "MADEBYUS.operator"]) kv.set(key, stopped);
  });

  test("their messages, and the marks of erasures, are in no file: neither pulled, shown, removed nor pushed", async () => {
    const before = ["BOUGHT01.message", "erased.payments.pi_1"];
    kv.set("BOUGHT01.message", { message: "Voor jou" });
    kv.set("erased.payments.pi_1", { at: "2026-11-20T10:00:00.000Z" });
    await runTool(["pull", gifts], { stores: { GIFTS: kv } });
    const pulled = await readFile(gifts, "utf8");
    expect(pulled).toContain("BOUGHT01.refund");
    for (const key of before) expect(pulled).not.toContain(key);
    await writeFile(gifts, "[]");
    const { out } = await pushGifts("--yes");
    for (const key of before) expect(out).not.toContain(key);
    expect(keys()).toEqual(expect.arrayContaining(before));
    await writeFile(gifts, JSON.stringify([{ key: "BOUGHT01.message", value: '{"message":"Anders"}' }]));
    expect(await pushGifts("--yes")).toEqual(noted(1, "BOUGHT01.message: no file has such a key"));
    expect(kv.valueOf("BOUGHT01.message")).toEqual({ message: "Voor jou" });
  });

  test("an old file removes none of them, nor what stopped one, whatever is answered", async () => {
    await writeFile(gifts, "[]");
    expect(await pushGifts("--yes")).toEqual(printed(0, "  - MADEBYUS\n  = BOUGHT01  stays as it is in KV"));
    expect(keys()).toEqual(["BOUGHT01", "BOUGHT01.refund", "BOUGHT02.refund", "MADEBYUS.operator"]);
  });

  test("a file from before an erasure does not bring the names back", async () => {
    kv.set("BOUGHT01", NAMELESS, bought);
    await writeFile(gifts, JSON.stringify([{ key: "BOUGHT01", value: JSON.stringify(GIFT), metadata: bought }]));
    const run = await pushGifts("--keep");
    expect(run.out).toContain("  = BOUGHT01  stays as it is in KV");
    expect(kv.entries.get("BOUGHT01")).toEqual({
      key: "BOUGHT01",
      value: JSON.stringify(NAMELESS),
      metadata: bought,
    });
  });

  test("a gift that a person made with such names can be changed", async () => {
    kv.set("MADEBYUS", NAMELESS);
    await writeFile(gifts, JSON.stringify([{ key: "MADEBYUS", value: JSON.stringify(GIFT) }]));
    await pushGifts("--keep");
    expect(kv.entries.get("MADEBYUS")?.value).toBe(JSON.stringify(GIFT));
  });

  test("a file that says less of a payment forgets none, and an older word sets no stop back; a later one does", async () => {
    const entries = (at: string) => [
      { key: "BOUGHT01", value: JSON.stringify({ ...GIFT, giver: "Oma" }) },
      { key: "MADEBYUS", value: JSON.stringify(GIFT) },
      { key: "MADEBYUS.operator", value: JSON.stringify({ stopped: false, at }) },
    ];
    await writeFile(gifts, JSON.stringify(entries("2026-11-19T10:00:00.000Z")));
    expect((await pushGifts()).exitCode).toBe(0);
    expect(kv.entries.get("BOUGHT01")).toMatchObject({ value: expect.stringContaining("Oma"), metadata: bought });
    expect(kv.entries.get("MADEBYUS.operator")?.value).toContain("true");
    await writeFile(gifts, JSON.stringify(entries("2026-11-21T10:00:00.000Z")));
    await pushGifts();
    expect(kv.entries.get("MADEBYUS.operator")?.value).toContain("false");
  });
});

/** The key that the tool finds in the environment and in `.dev.vars` of a folder. */

const root = temporaryFolder();
const emptyFolder = async (name: string) => String(await mkdir(join(root, name), { recursive: true }));

test("Stripe's key comes from the environment, then from .dev.vars.<env>, and never from another environment's", async () => {
  const folder = await emptyFolder("stripe-key");
  expect(await readSecretKey("production", {}, folder)).toBeNull();
  await writeFile(join(folder, ".dev.vars"), 'STRIPE_SECRET_KEY="sk_test_a"\n');
  expect(await readSecretKey(undefined, {}, folder)).toBe("sk_test_a");
  await expect(readSecretKey("production", {}, folder)).rejects.toThrow(/\.dev\.vars is for .*\.dev\.vars\.production/);
  await writeFile(join(folder, ".dev.vars.production"), "STRIPE_SECRET_KEY=rk_live_b\n");
  expect(await readSecretKey("production", {}, folder)).toBe("rk_live_b");
  expect(await readSecretKey("production", { STRIPE_SECRET_KEY: "sk_live_c" }, folder)).toBe("sk_live_c");
  await expect(readSecretKey(undefined, { STRIPE_SECRET_KEY: "pk_live_c" }, folder)).rejects.toThrow("no secret key");
});
