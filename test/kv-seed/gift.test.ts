import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { giftCodeKey, giftSchema, isGiftStopped } from "../../src/gifts/gift-entries.ts";
import { checkValue } from "../../src/server/kv.ts";
import { MemoryStore, noted, runTool, temporaryFolder } from "./tool.ts";

const NAMES = ["--recipient", "Sanne", "--giver", "Mark", "--origin", "https://shop.example"];

const folder = temporaryFolder();
let kv: MemoryStore;
beforeEach(() => {
  kv = new MemoryStore();
});

const gift = (...args: string[]) => runTool(["gift", ...args], { stores: { GIFTS: kv } });

describe("gift", () => {
  test("prints the link, writes an entry that the shop can read, and the card", async () => {
    const card = join(folder, "one.html");
    const url = "https://course.example/activate";
    const run = await gift(...NAMES, "--message", "Hoi\\nDaar", "--activation-url", url, "--card", card);
    expect(run.exitCode).toBe(0);

    const [entry] = kv.entries.values();
    expect(checkValue(entry?.value ?? "", giftSchema)).toEqual({
      ok: true,
      value: { recipient: "Sanne", giver: "Mark", message: "Hoi\nDaar", activationUrl: url },
    });
    expect(entry?.metadata).toEqual({ issued: "2026-07-15" });
    const code = /^Code {3}(\S+)$/m.exec(run.out)?.[1] ?? "";
    expect(giftCodeKey(code)).toBe(entry?.key);
    expect(run.out).toContain(`Link   https://shop.example/g-${code}`);

    const html = await readFile(card, "utf8");
    expect(html).toContain(`shop.example/g-${code}`);
    expect(html).toContain("<b>15 juli 2028</b>");
  });

  test("a batch is CSV with a row for each stored code, and one page a card", async () => {
    const [output, card] = [join(folder, "batch.csv"), join(folder, "batch.html")];
    expect(
      await gift(...NAMES, "--message", 'Zeg "ahoi", a', "--count", "3", "--output", output, "--card", card),
    ).toEqual(noted(0, "3 of 3 stored in GIFTS (local)"));

    const [header, ...rows] = (await readFile(output, "utf8")).split("\r\n").slice(0, -1);
    expect(header).toBe('\ufeff"code";"link";"recipient";"giver";"message";"valid_until";"product"');
    expect(rows).toHaveLength(3);
    expect(rows.map(codeKeyOf).sort()).toEqual(kv.keys().sort());
    for (const row of rows) expect(row).toMatch(/;"Sanne";"Mark";"Zeg ""ahoi"", a";"2028-07-15";"KVB1"$/);
    expect((await readFile(card, "utf8")).split('<section class="gift-card ')).toHaveLength(4);
    // Names and codes are worth money, so only this user may read the file.
    expect((await stat(output)).mode & 0o077).toBe(0);
    expect((await stat(card)).mode & 0o077).toBe(0);
  });

  test("--product gives another course, which entry, card and CSV say", async () => {
    const [output, card] = [join(folder, "marifonie.csv"), join(folder, "marifonie.html")];
    const run = await gift(...NAMES, "--product", "MARIFONIE", "--output", output, "--card", card);
    expect(run.exitCode).toBe(0);
    const [entry] = kv.entries.values();
    expect(JSON.parse(entry?.value ?? "")).toEqual({ product: "MARIFONIE", recipient: "Sanne", giver: "Mark" });
    expect(await readFile(output, "utf8")).toContain(';"MARIFONIE"');
    expect(await readFile(card, "utf8")).toContain(">Marifonie Cursus<");
  });

  test("a batch without --output prints the CSV and nothing else on standard output", async () => {
    const run = await gift(...NAMES, "--count", "2", "--no-card");
    expect(run.out.split("\n")).toHaveLength(3);
    expect(run.out.startsWith('\ufeff"code";"link";')).toBe(true);
  });

  test("never writes over an existing CSV", async () => {
    const output = join(folder, "precious.csv");
    await writeFile(output, "precious");
    expect(await gift(...NAMES, "--count", "2", "--output", output, "--no-card")).toEqual(noted(2, "exists already"));
    expect(await readFile(output, "utf8")).toBe("precious");
    expect(kv.calls).toEqual([]);
  });

  test("a batch that fails half-way lists exactly the codes that are stored", async () => {
    kv.failFrom(300);
    const output = join(folder, "half.csv");
    const run = await gift(...NAMES, "--count", "400", "--output", output, "--no-card");
    expect(run.exitCode).toBe(1);
    expect(run.notes).toContain("Wrote 250 of 400");
    expect(run.notes).toContain("300 of 400 stored");
    const rows = (await readFile(output, "utf8")).trimEnd().split("\n").slice(1);
    expect(rows.map(codeKeyOf).sort()).toEqual(kv.keys().sort());
  });

  test.each([
    [["--giver", "Mark"], "--recipient is required"],
    [["--recipient", " ", "--giver", "Mark"], "--recipient is not right"],
    [[...NAMES, "--product", "KVB3"], "--product is not right"],
    [[...NAMES, "--count", "0"], "--count must be"],
    [[...NAMES, "--count", "1001"], "--count must be"],
    [[...NAMES, "--activation-url", "http://elsewhere.example"], "--activation-url is not right"],
    [["--recipient", "a", "--giver", "b", "--origin", "shop"], "--origin must be"],
    [["give"], "Use `gift --recipient NAME --giver NAME`."],
    [[...NAMES, "--colour", "red"], "--colour"],
  ])("refuses %j", async (args, reason) => {
    expect(await gift(...args)).toEqual(noted(2, reason));
    expect(kv.calls).toEqual([]);
  });

  test("cards go to files only when asked for", async () => {
    const before = await readdir(folder);
    await gift(...NAMES, "--no-card");
    expect(await readdir(folder)).toEqual(before);
  });
});

describe("gift --revoke and --restore", () => {
  beforeEach(() => {
    kv = MemoryStore.with({
      DEMOVAAR2026: { recipient: "Sanne", giver: "Mark" },
      "cadeau-sanne": { recipient: "Sanne", giver: "de schipper" },
    });
  });
  test.each([
    ["demo-vaar-2026", "DEMOVAAR2026.operator", "DEMO-VAAR-2026"],
    ["Cadeau-Sanne", "cadeau-sanne.operator", "cadeau-sanne"],
  ])("%s stops, is shown so, and goes on again; the gift itself is never changed", async (typed, key, name) => {
    const before = new Map(kv.entries);
    const revoked = await gift("--revoke", typed);
    expect([revoked.exitCode, revoked.out]).toEqual([0, `Stopped: ${name} (local), within a minute`]);
    expect(kv.valueOf(key)).toMatchObject({ stopped: true });
    const restored = await gift("--restore", typed);
    expect([restored.exitCode, restored.out]).toEqual([0, `Goes on: ${name} (local), within a minute`]);
    expect(kv.valueOf(key)).toMatchObject({ stopped: false });
    for (const [known, entry] of before) expect(kv.entries.get(known)).toEqual(entry);
  });

  test("undoes the stop of a refund before it, and no later one", async () => {
    const isStopped = () =>
      isGiftStopped([kv.valueOf("DEMOVAAR2026.refund"), kv.valueOf("DEMOVAAR2026.operator") ?? undefined]);
    kv.set("DEMOVAAR2026.refund", { stopped: true, at: "2026-07-14T10:00:00.000Z" });
    expect(isStopped()).toBe(true);
    await gift("--restore", "DEMOVAAR2026");
    expect(isStopped()).toBe(false);
    kv.set("DEMOVAAR2026.refund", { stopped: true, at: "2026-07-16T10:00:00.000Z" });
    expect(isStopped()).toBe(true);
  });

  test("writes nothing for a code that nobody has, for no code, and for both at once", async () => {
    const unknown = await gift("--revoke", "NOPE-NOPE");
    expect([unknown.exitCode, unknown.out]).toEqual([
      1,
      "No gift has the code NOPE-NOPE (local; the real shop: --remote --env NAME).",
    ]);
    expect((await gift("--revoke", "!!")).exitCode).toBe(2);
    expect((await gift("--revoke", "DEMOVAAR2026", "--restore", "DEMOVAAR2026")).exitCode).toBe(2);
    expect(kv.keys()).toEqual(["DEMOVAAR2026", "cadeau-sanne"]);
  });
});

/** The KV key of the code in a row's first cell. */
function codeKeyOf(row: string): string {
  return giftCodeKey(/^"([^"]*)"/.exec(row)?.[1] ?? "");
}
