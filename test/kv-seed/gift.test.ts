import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { createGiftCode, createGiftCodes, validUntil } from "../../kv-seed/gift-code.ts";
import { giftCodeKey, giftCodeSchema } from "../../src/gifts/gift-entries.ts";
import { formatGiftCode } from "../../src/shared/gift.ts";
import { GIFT_CODE_BYTES, readOwnGiftCode, writeGiftCode } from "../../src/shared/gift-code.ts";
import { MemoryStore, reading, runTool, temporaryFolder } from "./tool.ts";

const folder = temporaryFolder();
let kv: MemoryStore;
beforeEach(() => {
  kv = new MemoryStore({
    DEMOVAAR2026: { recipient: "Sanne", giver: "Mark" },
    "cadeau-sanne": { recipient: "Sanne", giver: "de schipper" },
  });
});

const now = new Date("2026-07-15T00:30:00+02:00");
const gift = (...args: readonly string[]) => runTool(["gift", ...args], { stores: { GIFTS: kv }, now });

/** KV's entries, with each code as the tool prints it. */
const stored = () =>
  [...kv.entries.values()].map(({ key, value, metadata }) =>
    [/^\w{20}$/.test(key) ? formatGiftCode(key) : key, value, JSON.stringify(metadata) ?? ""].join(" ").trim(),
  );

/** What a command wrote to a file, of cards the names, messages, links and days; and who may read it. */
async function written(name: string): Promise<string> {
  const path = join(folder, name);
  const text = await readFile(path, "utf8");
  const mode = ((await stat(path)).mode & 0o777).toString(8);
  return `${name} (${mode}): ${name.endsWith(".html") ? text.match(/(?<=<b>|<bdi>|<p>|link">)[^<]+/g)?.join(" | ") : text}`;
}

const NAMES = "--recipient Sanne --giver Mark --origin https://shop.example";
const ACTIVATION = "--activation-url https://course.example/activate";

test.each<[string, string, ...string[]]>([
  [
    "prints the link, writes an entry with its day, and the card",
    `${NAMES} --message Hoi\\nDaar\\nginds ${ACTIVATION}`,
  ],
  ["gives another course, which entry and CSV say", `${NAMES} --product MARIFONIE --count 1 --output one.csv`],
  [
    "a batch is CSV with a row for each code, and one page a card, for this user only",
    `${NAMES} --message "ahoi",a;b --count 3 --output batch.csv`,
  ],
  ["a batch without a file prints the CSV and nothing else", `${NAMES} --count 2 --no-card`],
  ["never writes over a file", `${NAMES} --count 2 --output precious.csv --no-card`],
  ["needs a recipient", "--giver Mark"],
  ["refuses a recipient of which nothing is seen", "--recipient \u00a0\u200b\u2060 --giver Mark"],
  ["refuses an unknown course", `${NAMES} --product KVB3`],
  ["refuses no gifts", `${NAMES} --count 0`],
  ["refuses too many", `${NAMES} --count 1001`],
  ["refuses an address on http", `${NAMES} --activation-url http://elsewhere.example`],
  ["links to the shop of wrangler.toml, a name on one line, no card for git", "--recipient Zoë🎁 --giver Opa\nKees"],
  ["makes no link while the shop's address is a placeholder", "--recipient a --giver b --env production"],
  ["refuses an origin that is none", "--recipient a --giver b --origin shop"],
  ["refuses a word that it does not know", "give"],
  ["refuses an option that it does not know", `${NAMES} --colour red`],
  ["stops a gift, and leaves its entry", "--revoke demo-vaar-2026"],
  ["stops a gift by its name", "--revoke Cadeau-Sanne"],
  ["lets a gift go on", "--restore DEMOVAAR2026"],
  ["stops no gift that nobody has", "--revoke NOPE-NOPE"],
  ["stops nothing without a code", "--revoke !!"],
  ["does not stop and restore at once", "--revoke DEMOVAAR2026 --restore DEMOVAAR2026"],
])("gift %s", async (_title, line) => {
  await writeFile(join(folder, "precious.csv"), "precious");
  const before = await readdir(folder);
  const isMade = line.includes("--origin https") && !line.includes("--no-card");
  const card = `card-${before.length}.html`;
  const words = line.split(" ").map((word) => (word.endsWith(".csv") ? join(folder, word) : word));
  const run = await gift(...words, ...(isMade ? ["--card", join(folder, card)] : []));
  const own = /kv-seed\S+html/.exec(run.notes)?.[0];
  if (own !== undefined) await rm(own);
  const files = (await readdir(folder)).filter((name) => !before.includes(name) || line.includes(name));
  const after = await Promise.all(files.sort().map(written));
  expect(reading(run, ...stored(), ...after).replaceAll(card, "card.html")).toMatchSnapshot();
});

test("a batch that fails half-way lists exactly the codes that are stored", async () => {
  kv = new MemoryStore();
  kv.failFrom(300);
  const output = join(folder, "half.csv");
  const run = await gift(...NAMES.split(" "), "--count", "400", "--output", output, "--card", `${output}.html`);
  expect(run.exitCode).toBe(1);
  expect(run.notes).toMatch(/Wrote 250 of 400.*300 of 400 stored/s);
  expect((await readFile(`${output}.html`, "utf8")).match(/>Voor <bdi>/g)).toHaveLength(300);
  const rows = (await readFile(output, "utf8")).trimEnd().split("\n").slice(1);
  expect(rows.map((row) => giftCodeKey(/^"([^"]*)"/.exec(row)?.[1] ?? "")).sort()).toEqual(kv.keys().sort());
});

test("a code holds at least eighty bits that nobody can guess, and different bytes never make the same one", () => {
  expect(GIFT_CODE_BYTES * 8).toBeGreaterThanOrEqual(80);
  const codes = Array.from({ length: GIFT_CODE_BYTES * 8 }, (_, bit) =>
    writeGiftCode(Uint8Array.from({ length: GIFT_CODE_BYTES }, (_, at) => (at === bit >> 3 ? 1 << (bit & 7) : 0))),
  );
  expect(new Set(codes).size).toBe(codes.length);
});

test("codes have five groups of four, without symbols that are mixed up, and never repeat", () => {
  const codes = createGiftCodes(2000);
  expect(new Set(codes).size).toBe(2000);
  for (const code of codes) {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){4}$/);
    expect(giftCodeSchema.safeParse(code).success).toBe(true);
    expect(readOwnGiftCode(giftCodeKey(code))).toBe(giftCodeKey(code));
  }
});

// How codes are typed: client/typed-values.test.ts.
test("in codes of another form O, I and L stay letters", () => {
  expect(giftCodeKey("DEMO-OPA-2026")).toBe("DEMOOPA2026");
  expect(giftCodeKey("OIL0-OIL0-OIL0-OIL0-OIL1")).toBe("OIL0OIL0OIL0OIL0OIL1");
});

test("one wrong character, or two that changed places, are never a code", () => {
  const whole = giftCodeKey(createGiftCode());
  for (let index = 0; index < whole.length; index += 1) {
    for (const other of "0123456789ABCDEFGHJKMNPQRSTVWXYZ") {
      if (other === whole[index]) continue;
      expect(readOwnGiftCode(whole.slice(0, index) + other + whole.slice(index + 1))).toBeNull();
    }
    const [a = "", b = ""] = [whole[index], whole[index + 1]];
    if (b !== "" && a !== b) expect(readOwnGiftCode(whole.slice(0, index) + b + a + whole.slice(index + 2))).toBeNull();
  }
  expect(readOwnGiftCode("7Z0XK4M19QDBV2TH")).toBeNull();
});

test("a gift is valid for two years from the day it was made", () => {
  expect(validUntil("2026-11-21")).toBe("2028-11-21");
  expect(validUntil("2028-02-29")).toBe("2030-03-01");
});
