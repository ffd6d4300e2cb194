import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { readSecretKey } from "../../kv-seed/stripe-key.ts";
import { MemoryStore, noted, printed, reading, runTool, temporaryFolder } from "./tool.ts";

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

test.each<[string, string, (() => unknown)?]>([
  ["shows what changes, field by field; the order of fields is no difference", "--dry-run"],
  ["shows a malformed value in KV, with its control characters", "--dry-run", () => kv.set("same", "\u001b[2Joops")],
  ["writes only what changed, and removes after a yes", "yes"],
  ["keeps after a no what it would remove, and does the rest", "no"],
  ["writes nothing if something would be removed and nobody is there to ask", ""],
  ["--yes removes without asking", "--yes"],
  ["--keep never removes", "--keep"],
  [
    "does nothing if nothing changed",
    "--yes",
    () => writeEntries({ same: { ...A, price: 1 }, changed: A, removed: A }),
  ],
  ["a file that is not right stops everything", "--yes", () => writeEntries({ good: A, bad: { target: "nowhere" } })],
  ["fails at once: KV is as it was", "--yes", () => kv.failFrom(0)],
  ["fails half-way: says what went, and removes nothing", "--yes", () => kv.failFrom(1)],
  ["fails while it removes: says what went", "--yes", () => kv.failFrom(2)],
  ["fails, and KV cannot be read back: says that it does not know", "--yes", () => kv.failFrom(1, { reads: true })],
])("push %s", async (_title, typed, before) => {
  await before?.();
  const answer = { yes: true, no: false }[typed];
  const args = ["push", file, ...(typed.startsWith("--") ? [typed] : [])];
  const run = await runTool(args, { stores: { INTERSTITIALS: kv }, answer });
  // What no page reads is the check's subject.
  run.said = run.said.replaceAll(/^! warning .*\n/gm, "");
  expect(reading(run, kv.calls.join(", "), `KV has ${kv.keys().sort().join(", ")}`)).toMatchSnapshot();
});

test("many entries are written part by part", async () => {
  await writeEntries(Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`key-${index}`, A])));
  const run = await runTool(["push", file], { stores: { INTERSTITIALS: new MemoryStore() } });
  expect(run.notes).toContain("Wrote 250 of 600\nWrote 500 of 600\nWrote 600 of 600");
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
    expect(kv.keys().sort()).toEqual(expect.arrayContaining(before));
    await writeFile(gifts, JSON.stringify([{ key: "BOUGHT01.message", value: '{"message":"Anders"}' }]));
    expect(await pushGifts("--yes")).toEqual(noted(1, "BOUGHT01.message: no file has such a key"));
    expect(kv.valueOf("BOUGHT01.message")).toEqual({ message: "Voor jou" });
  });

  test("an old file removes none of them, nor what stopped one, whatever is answered", async () => {
    await writeFile(gifts, "[]");
    expect(await pushGifts("--yes")).toEqual(printed(0, "  - MADEBYUS\n  = BOUGHT01  stays as it is in KV"));
    expect(kv.keys().sort()).toEqual(["BOUGHT01", "BOUGHT01.refund", "BOUGHT02.refund", "MADEBYUS.operator"]);
  });

  test("a file from before an erasure does not bring the names back", async () => {
    kv.set("BOUGHT01", NAMELESS, bought);
    await writeFile(gifts, JSON.stringify([{ key: "BOUGHT01", value: JSON.stringify(GIFT), metadata: bought }]));
    const run = await pushGifts("--keep");
    expect(run.out).toContain("  = BOUGHT01  stays as it is in KV");
    expect(kv.entries.get("BOUGHT01")).toEqual({ key: "BOUGHT01", value: JSON.stringify(NAMELESS), metadata: bought });
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
