import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { readSecretKey } from "../../kv-seed/stripe-key.ts";
import { MemoryStore, reading, runTool, temporaryFolder } from "./tool.ts";

const A = { target: "https://shop.example/a" };

const folder = temporaryFolder();
const [file, gifts] = [join(folder, "interstitials.json"), join(folder, "gifts.json")];
let kv: MemoryStore;

beforeEach(async () => {
  // same: equal; changed: another target; added: only here; removed: only in KV.
  await writeEntries({ same: { ...A, price: 1 }, changed: { target: "https://shop.example/b" }, added: A });
  kv = new MemoryStore({ same: { price: 1, ...A }, changed: A, removed: A });
});

async function writeEntries(values: Readonly<Record<string, unknown>>, path = file) {
  const entries = Object.entries(values).map(([key, value]) => ({ key, value: JSON.stringify(value) }));
  await writeFile(path, JSON.stringify(entries));
}

test.each<[string, string, (() => unknown)?]>([
  ["shows what changes, field by field; the order of fields is no difference", "--dry-run"],
  ["shows what no longer ends", "--dry-run", () => Object.assign(kv.entries.get("same") ?? {}, { expiration: 2e9 })],
  ["shows a malformed value in KV, with its control characters", "--dry-run", () => kv.set("same", "\u001b[2Joops")],
  ["writes only what changed, and removes after a yes", "yes"],
  ["keeps after a no what it would remove, and does the rest", "no"],
  ["writes nothing if something would be removed and nobody is there to ask", ""],
  ["--yes removes without asking; metadata count", "--yes", () => kv.set("same", { ...A, price: 1 }, { paid: "pi_1" })],
  ["--keep never removes", "--yes --keep"],
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
  const args = ["push", file, ...(typed.startsWith("--") ? typed.split(" ") : [])];
  const run = await runTool(args, { stores: { INTERSTITIALS: kv }, answer });
  // What no page reads is the check's subject.
  run.said = run.said.replaceAll(/^! warning .*\n/gm, "");
  expect(reading(run, kv.calls.join(", "), `KV has ${kv.keys().sort().join(", ")}`)).toMatchSnapshot();
});

/** Gifts that were bought, and what a file of gifts may change of them. */
const GIFT = { recipient: "Noor", giver: "Opa" };
const NAMELESS = { recipient: "de ontvanger", giver: "de gever" };
const bought = { intentId: "pi_1" };
const stopped = (at: string) => ({ stopped: true, at: `2026-11-${at}T10:00:00.000Z` });
const works = (at: string) => ({ stopped: false, at: `2026-11-${at}T10:00:00.000Z` });
const OTHERS = { BOUGHT01: { ...GIFT, giver: "Oma" }, MADEBYUS: GIFT };

test.each<[string, Readonly<Record<string, unknown>>, string[], object?]>([
  ["an old file removes none, nor what stopped one, whatever is answered", {}, ["--yes"]],
  [
    "a file from before an erasure does not bring the names back",
    { BOUGHT01: GIFT },
    ["--keep"],
    { BOUGHT01: NAMELESS },
  ],
  ["a gift that a person made with such names can be changed", { MADEBYUS: GIFT }, ["--keep"], { MADEBYUS: NAMELESS }],
  [
    "says less of a payment, which stays; an older word sets no stop back",
    { ...OTHERS, "MADEBYUS.operator": works("19") },
    [],
  ],
  [
    "a word comes in the place of one that cannot be read",
    { ...OTHERS, "MADEBYUS.operator": works("19") },
    [],
    { "MADEBYUS.operator": {} },
  ],
  ["a later word does", { ...OTHERS, "MADEBYUS.operator": works("21") }, []],
  ["a message is in no file", { "BOUGHT01.message": { message: "Anders" } }, ["--yes"]],
])("gifts that were bought: %s", async (_title, values, options, changes = {}) => {
  const stops = {
    "BOUGHT01.refund": stopped("20"),
    "BOUGHT02.refund": stopped("20"),
    "MADEBYUS.operator": stopped("20"),
  };
  const unseen = { "BOUGHT01.message": { message: "Voor jou" }, "erased.payments.pi_1": { at: "2026-11-20" } };
  const all = { MADEBYUS: GIFT, BOUGHT01: GIFT, ...stops, ...unseen, ...changes };
  kv = new MemoryStore(all);
  kv.set("BOUGHT01", all.BOUGHT01, bought);
  await writeEntries(values, gifts);
  const run = await runTool(["push", gifts, ...options], { stores: { GIFTS: kv } });
  const kept = [...kv.entries.values()].map(
    ({ key, value, metadata }) => `${key} ${value} ${JSON.stringify(metadata)}`,
  );
  expect(reading(run, ...kept)).toMatchSnapshot();
  // Messages, and the marks of erasures, are pulled into no file either.
  await runTool(["pull", gifts], { stores: { GIFTS: kv } });
  const pulled = await readFile(gifts, "utf8");
  expect([/BOUGHT01\.refund/.test(pulled), /\.message|erased/.test(pulled)]).toEqual([true, false]);
});

test("Stripe's key comes from the environment, then from .dev.vars.<env>, and never from another environment's", async () => {
  const folder = await mkdtemp(join(file, "..", "stripe-key-"));
  expect(await readSecretKey("production", {}, folder)).toBeNull();
  await writeFile(join(folder, ".dev.vars"), 'STRIPE_SECRET_KEY="sk_test_a"\n');
  expect(await readSecretKey(undefined, {}, folder)).toBe("sk_test_a");
  await expect(readSecretKey("production", {}, folder)).rejects.toThrow(/\.dev\.vars is for .*\.dev\.vars\.production/);
  await writeFile(join(folder, ".dev.vars.production"), "STRIPE_SECRET_KEY=rk_live_b\n");
  expect(await readSecretKey("production", {}, folder)).toBe("rk_live_b");
  expect(await readSecretKey("production", { STRIPE_SECRET_KEY: "sk_live_c" }, folder)).toBe("sk_live_c");
  for (const key of ["pk_live_c", "sk_live", "sk_live_a b"])
    await expect(readSecretKey(undefined, { STRIPE_SECRET_KEY: key }, folder)).rejects.toThrow("no secret key");
});
