import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PROJECT_ROOT } from "../../kv-seed/wrangler.ts";
import { claimMail, endMail } from "../../src/ledger/mails.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { NOTICE_COPY } from "../../src/orders/order-mail-copy.ts";
import { normaliseGiftCode } from "../../src/shared/gift.ts";
import { declare } from "./declaration.ts";
import { DB, gifts, hear, ledger, openStripeWorld, rows, run, sell } from "./stripe-world.ts";
import { MemoryStore, temporaryFolder } from "./tool.ts";

/**
 * Commands that a manual, a help text, a list or a mail of the shop names. Each is read out of the text itself and run: who
 * types what the shop tells them to is helped.
 */

openStripeWorld();
const folder = temporaryFolder();
// The Worker's functions log.
beforeEach(() => {
  for (const level of ["info", "error"] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

const KV_SEED = join(PROJECT_ROOT, "kv-seed");
const textsOf = (path: string, ending: string) =>
  readdirSync(path)
    .filter((name) => name.endsWith(ending))
    .map((name) => [name, readFileSync(join(path, name), "utf8")] as const);
const TEXTS = [
  ...textsOf(KV_SEED, ".md"),
  ...textsOf(join(KV_SEED, "commands"), ".ts"),
  ["the owner's mail about a sale", Object.values(NOTICE_COPY.confirmation).join("\n")],
] as const;

/** A line that only names a command, or stands for one: `gift`, `refund …`, `${words}`. */
const NAME_ONLY = /^(\w+ )?…$|^gift$|\$\{/;

/** The command lines of a text, as somebody types them. */
const NAMED = TEXTS.flatMap(([name, text]) =>
  [...text.matchAll(/npm run kv -- ([^`#\n]+)/g)]
    // A quotation mark without another one ends a string of the code.
    .map(([, line = ""]) =>
      (line.split('"').length % 2 === 0 ? line.slice(0, line.lastIndexOf('"')) : line).replace(/\\$/, "").trim(),
    )
    .filter((line) => line !== "" && !NAME_ONLY.test(line))
    .map((line) => [name, line] as const),
);

const DAY_MS = 24 * 60 * 60_000;
const EMAIL = "sanne@example.nl";
const CODE = "abcd-efgh-jkmn-pqrs";

/** A sale whose confirmation failed, with a receipt that did, and a gift of an operator's. */
async function prepare() {
  const intentId = await sell({ environment: "local", buyer_name: "Sanne", buyer_email: EMAIL });
  await hear();
  await endAs("confirmation", intentId, "failed");
  const reference = await declare(DB, new Date().toISOString(), { email: EMAIL });
  await endAs("receipt", reference, "failed");
  gifts.set(normaliseGiftCode(CODE), { recipient: "Sanne", giver: "Mark" });
  return { number: formatOrderNumber(intentId), reference };
}

async function endAs(kind: "confirmation" | "receipt", about: string, end: "failed" | "refused") {
  const name = { kind, about, version: await versionOf(kind, about) };
  const now = new Date();
  await ledger([
    { sql: "UPDATE mails SET due_at = ?2 WHERE about = ?1", values: [about, now.toISOString()] },
    claimMail(name, "test", now),
    endMail(name, "test", end, now.toISOString()),
  ]);
}

async function versionOf(kind: string, about: string): Promise<string> {
  const [row] = await rows("SELECT version FROM mails WHERE kind = ?1 AND about = ?2", kind, about);
  return String(row?.version);
}

/** The words of a line; a text in quotes is one. */
const wordsOf = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "");

/** A line as it is typed for what this world has, on this machine. */
function typed(line: string, { number, reference }: Awaited<ReturnType<typeof prepare>>): readonly string[] {
  const meant = line
    .replaceAll("--remote --env production", "")
    .replaceAll(/\{number\}|VK-1A2B3C4D5E|VK-…/g, number)
    .replaceAll(/HR-8K2M-0Q4Z-7VTA|HR-…/g, reference);
  return wordsOf(meant).map((word) => (/^[\w/-]+\.(json|csv)$/.test(word) ? join(folder, basename(word)) : word));
}

describe("each command that is named can be typed", () => {
  test.each(NAMED)("in %s: %s", async (_name, line) => {
    const world = await prepare();
    const INTERSTITIALS = new MemoryStore();
    const stores = { GIFTS: gifts, INTERSTITIALS };
    const args = typed(line, world);
    const file = args.find((word) => word.endsWith(".json"));
    if (file !== undefined && args[0] !== "pull") await run(["pull", file], { stores });
    // Without a file it would write the repository's own.
    if (args[0] === "pull" && file === undefined) return;
    // Nothing is erased while somebody can withdraw, or waits for an answer.
    if (args[0] === "person") await run(["withdrawals", world.reference, "--answer", "refused"]);
    const now = new Date(Date.now() + 20 * DAY_MS);
    const ended = await run(args, { stores, answer: true, ...(args[0] === "person" ? { now } : {}) });
    expect([ended.exitCode, ended.notes]).toEqual([0, expect.any(String)]);
  });
});

describe("each cure that `mails` names works", () => {
  const listed = async () =>
    (await run(["mails"])).out.split("\n").flatMap((row) => /(--resend .*)$/.exec(row)?.slice(1) ?? []);

  test.each([
    ["a confirmation that failed", "confirmation", "failed"],
    ["a confirmation whose address is blocked", "confirmation", "refused"],
    ["a receipt that failed", "receipt", "failed"],
    ["a receipt whose address is blocked", "receipt", "refused"],
  ] as const)("%s", async (_name, kind, end) => {
    const intentId = await sell({ environment: "local", buyer_name: "Sanne", buyer_email: EMAIL });
    await hear();
    const about = kind === "confirmation" ? intentId : await declare(DB, new Date().toISOString(), { email: EMAIL });
    await endAs(kind, about, end);
    const [cure = "", ...others] = await listed();
    expect(others).toEqual([]);
    expect((await run(["mails", ...wordsOf(cure.replace("ADDRESS", "s@example.nl"))], { answer: true })).exitCode).toBe(
      0,
    );
    expect(await listed()).toEqual([]);
    const [last] = await rows(
      "SELECT state FROM mails WHERE kind = ?1 AND about = ?2 ORDER BY version DESC",
      kind,
      about,
    );
    expect(last?.state).toBe("due");
  });

  test("a sale whose buyer's address is not known", async () => {
    await sell({ environment: "local" });
    await hear();
    const [cure = ""] = await listed();
    expect((await run(["mails", ...wordsOf(cure.replace("ADDRESS", EMAIL))], { answer: true })).exitCode).toBe(0);
    expect(await listed()).toEqual([]);
  });

  test("receipts that were held back", async () => {
    for (let form = 0; form < 6; form += 1) await declare(DB, new Date().toISOString(), { email: EMAIL });
    const [cure = ""] = await listed();
    expect((await run(["mails", ...wordsOf(cure)])).exitCode).toBe(0);
    expect(await listed()).toEqual([]);
  });
});
