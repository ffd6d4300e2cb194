import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LOCAL_ORDER_TOKEN_KEYS } from "../../kv-seed/order-keys.ts";
import { PROJECT_ROOT } from "../../kv-seed/wrangler.ts";
import { createGiftCode } from "../../src/gifts/gift-code.ts";
import { isGiftStopped } from "../../src/gifts/gift-entries.ts";
import { GIFT_METADATA, wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { claimMail, endMail } from "../../src/ledger/mails.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { findOrdersOf, readOrder } from "../../src/ledger/orders.ts";
import { LINK_CONSENT_VERSIONS } from "../../src/legal/purchase-consent-rules.ts";
import { commandsFor } from "../../src/orders/alarm-mail.ts";
import { NOTICE_COPY } from "../../src/orders/order-mail-copy.ts";
import { ALARM_COPY } from "../../src/orders/owner-mail-copy.ts";
import type { Bindings } from "../../src/server/env.ts";
import { toolCommand } from "../../src/shared/environment.ts";
import { fillIn } from "../../src/shared/fill-in.ts";
import { normaliseGiftCode } from "../../src/shared/gift.ts";
import { declare } from "./declaration.ts";
import { writeProductionConfig } from "./production-config.ts";
import { begin, DB, gifts, hear, LOCAL, ledger, openStripeWorld, rows, run, sell, world } from "./stripe-world.ts";
import { MemoryStore, noted, printed, temporaryFolder } from "./tool.ts";

const folder = temporaryFolder();
openStripeWorld();
// The Worker's functions log.
beforeEach(() => {
  for (const level of ["info", "error"] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

const DAY_MS = 24 * 60 * 60 * 1000;
const reconcile = (...args: string[]) => run(["reconcile", ...args]);
const sale = (more: Readonly<Record<string, string>> = {}) =>
  sell({ flow: "A", buyer_name: "Jan", buyer_email: "jan@example.nl", ...more });

/** Makes a payment ten days older. */
function makeOlder(intentId: string): void {
  const old = world.stripe.intents.find(({ id }) => id === intentId);
  if (old !== undefined) old.created -= 10 * 24 * 60 * 60;
}

/** A hosted sale, partly paid back and disputed. */
function eventfulSale(): string {
  const { stripe: controls } = world;
  const buyer = { name: "Jan", email: "jan@example.nl", hasConsented: true };
  const { payment_intent: id } = controls.buy({ product: "KVB1", flow: "A", amount: 3900, ...buyer, isPaid: "now" });
  controls.refund(id, 1900);
  controls.dispute(id, "needs_response");
  return id;
}

const mailsOf = (id: string) => rows("SELECT kind, state, detail FROM mails WHERE about = ?1 ORDER BY kind", id);

test("what never arrived is missing; --write puts it there as the webhook would have, with the mails that it owes", async () => {
  const id = eventfulSale();
  await begin();
  const seen = await reconcile();
  expect(seen.exitCode).toBe(1);
  expect(seen.out.split("\n")).toEqual([
    expect.stringMatching(new RegExp(`^missing {4}${id} {2}VK-\\w{10} {2}intent {2}39\\.00 {2}KVB1$`)),
    expect.stringMatching(new RegExp(`${id} .* session `)),
    expect.stringMatching(new RegExp(`${id} .*refund 19\\.00 {2}re_1\\w+$`)),
    expect.stringMatching(new RegExp(`${id} .*dispute open {2}du_1\\w+$`)),
  ]);
  expect(seen.notes).toContain(": 4 missing (local).");
  expect(seen.out).not.toContain("jan@");
  expect(await readOrder(ledger, id)).toBeNull();

  const written = await reconcile("--write");
  expect([written.exitCode, written.out]).toEqual([0, expect.stringContaining("4 written.")]);
  expect(written.notes).toContain("The clock mails what is due within ten minutes.");
  expect(await readOrder(ledger, id)).toMatchObject({
    status: "paid",
    productId: "KVB1",
    flow: "A",
    email: "jan@example.nl",
    source: "hosted",
    buyerName: "Jan",
    consent: LINK_CONSENT_VERSIONS.at(-1),
    refundedCents: 1900,
    dispute: "open",
  });
  expect(await mailsOf(id)).toMatchObject([
    { kind: "confirmation", state: "due" },
    { kind: "notice", state: "due" },
  ]);
  expect((await findOrdersOf(ledger, "email", "JAN@example.nl")).map(({ intentId }) => intentId)).toEqual([id]);
  expect(await reconcile()).toEqual(printed(0, "All is as Stripe says: 4 facts"));
});

test("a sale of more than five days ago mails nobody by itself, and is mailed once it is named", async () => {
  const id = await sale();
  const later = { now: new Date(Date.now() + 6 * DAY_MS) };
  await run(["reconcile", "--write"], later);
  expect(await mailsOf(id)).toMatchObject([{ detail: "old" }, { detail: "old" }]);
  expect((await run(["mails"], later)).out).toMatch(/confirmation +withheld \(old\) .* --resend VK-/);
  expect((await run(["mails", "--resend", id], later)).exitCode).toBe(0);
  expect(await mailsOf(id)).toMatchObject([{ kind: "confirmation", state: "due" }, { state: "withheld" }]);
});

test("--unmailed withholds the mails of what is written, and no others", async () => {
  const known = await sale();
  await reconcile("--write");
  const id = await sale({ flow: "B" });
  expect((await reconcile("--write", "--unmailed")).notes).not.toContain("The clock mails");
  expect(await mailsOf(id)).toMatchObject([{ detail: "restored" }, { detail: "restored" }]);
  expect(await mailsOf(known)).toMatchObject([{ state: "due" }, { state: "due" }]);
});

test("a refund that the bank returned: missing as such, and then nothing is paid back", async () => {
  const id = eventfulSale();
  await reconcile("--write");
  world.stripe.failRefund(id);
  expect((await reconcile()).out).toMatch(new RegExp(`^missing {4}${id} .*refund 19\\.00 failed {2}re_1\\w+$`));
  expect((await reconcile("--write")).exitCode).toBe(0);
  expect((await run(["orders"])).out).toContain("paid, refund of 19.00 failed, dispute open");
  expect((await run(["order", id])).out).toMatch(/^Refund failed +19\.00$/m);
  expect((await reconcile()).out).toContain("All is as Stripe says");
});

describe("a gift", () => {
  const wish = { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from: "now" } as const;
  const sellGift = () => sell({ ...GIFT_METADATA, ...wishToMetadata(wish) });
  /** The code that the Worker makes; the tool has no key for it. */
  const codeOf = async (id: string) =>
    (await createGiftCode({ ORDER_TOKEN_KEYS: LOCAL_ORDER_TOKEN_KEYS } as unknown as Bindings, id)) ?? "";
  const word = async (id: string) => gifts.valueOf(`${await codeOf(id)}.refund`);

  /** A gift that was bought, and that the return page has stored. */
  async function storedGift(): Promise<string> {
    const id = await sellGift();
    gifts.set(await codeOf(id), { recipient: "Noor", giver: "Opa" }, { intentId: id });
    await reconcile("--write");
    return id;
  }

  test("whose whole refund never arrived is stopped, and goes on when the refund comes back", async () => {
    const id = await storedGift();
    world.stripe.refund(id, 1000);
    expect((await reconcile("--write")).exitCode).toBe(0);
    expect(await word(id)).toBeNull();
    world.stripe.refund(id);
    const written = await reconcile("--write");
    expect([written.exitCode, written.out]).toEqual([0, expect.stringContaining("1 written, 1 gift settled.")]);
    expect(written.out).toContain(`gift       ${id}`);
    expect(written.out).not.toContain(await codeOf(id));
    expect(await word(id)).toMatchObject({ stopped: true });
    expect((await reconcile()).out).toContain("All is as Stripe says");

    world.stripe.failRefund(id);
    expect((await reconcile("--write")).out).toContain("goes on: the money came back");
    expect(await word(id)).toMatchObject({ stopped: false });
    expect((await reconcile()).out).toContain("All is as Stripe says");
  });

  test("whose refund the ledger knows, and which was never stopped, is told and stopped", async () => {
    const id = await storedGift();
    world.stripe.refund(id);
    await reconcile("--write");
    gifts.entries.delete(`${await codeOf(id)}.refund`);
    expect((await reconcile()).out).toContain("must stop: the money went back");
    expect((await reconcile("--write")).exitCode).toBe(0);
    expect(await word(id)).toMatchObject({ stopped: true });
  });

  test("that an operator restored is stopped by the refund after it", async () => {
    const id = await storedGift();
    const code = await codeOf(id);
    for (const word of ["--revoke", "--restore"])
      await run(["gift", word, code], { now: new Date(Date.now() - 60_000) });
    world.stripe.refund(id);
    await reconcile("--write");
    expect(isGiftStopped([await word(id), gifts.valueOf(`${code}.operator`)])).toBe(true);
    expect((await run(["order", id])).out).toMatch(/^Gift stopped +by refund, /m);
  });

  test("gets the code that KV has it under, and never one of this machine's", async () => {
    const stored = await storedGift();
    const unstored = await sellGift();
    vi.stubEnv("ORDER_TOKEN_KEYS", `9:${"k".repeat(42)}A`);
    await reconcile("--write");
    vi.unstubAllEnvs();
    expect(await rows("SELECT intent_id, code, stored_at IS NOT NULL AS stored FROM gifts")).toEqual([
      { intent_id: stored, code: await codeOf(stored), stored: 1 },
    ]);
    expect((await readOrder(ledger, unstored))?.giftCode).toBeUndefined();
  });
});

test("what differs and what Stripe does not know is told, and never written over", async () => {
  const id = await sale();
  const { payment_intent: stranger } = world.stripe.buy({
    ...{ product: "KVB1", flow: "A", amount: 3900, name: "Jan", email: "jan@example.nl", hasConsented: true },
    isPaid: "now",
  });
  await reconcile("--write");
  await rows("UPDATE payment_reports SET amount_cents = 5900 WHERE intent_id = ?1", id);
  // As if it were an order of another account, and another one of long ago.
  for (const table of ["payment_reports", "orders"])
    await rows(`UPDATE ${table} SET intent_id = 'pi_stranger' WHERE intent_id = ?1`, stranger);
  await rows(
    `INSERT INTO orders (intent_id, status, amount_cents, currency, created_at, updated_at)
      VALUES ('pi_old', 'paid', 1, 'eur', '2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z')`,
  );
  const { exitCode, out } = await reconcile();
  expect(exitCode).toBe(1);
  expect(out).toMatch(new RegExp(`^different {2}${id} .* amountCents: the ledger has 5900, Stripe 3900$`, "m"));
  expect(out).toContain("unknown    pi_stranger");
  expect(out).not.toContain("pi_old");
  await reconcile("--write");
  expect(await rows("SELECT amount_cents FROM payment_reports WHERE intent_id = ?1", id)).toEqual([
    { amount_cents: 5900 },
  ]);
});

test("another environment's sales on the account are no business of this one's, with all that happens to them", async () => {
  const hosted = { product: "KVB1", flow: "A", amount: 3900, name: "Jan", email: "jan@example.nl", hasConsented: true };
  const { payment_intent: link } = world.stripe.buy({ ...hosted, isPaid: "now", environment: "rehearsal" });
  const checkout = await sale({ environment: "rehearsal" });
  for (const id of [link, checkout]) {
    world.stripe.refund(id);
    world.stripe.dispute(id, "lost");
  }
  // Made before the period, and paid back within it.
  makeOlder(checkout);
  const own = await sale({ flow: "B", environment: "local" });
  const written = await reconcile("--write");
  expect([written.exitCode, written.out]).toEqual([0, expect.stringContaining("1 written.")]);
  expect(await rows("SELECT intent_id FROM orders")).toEqual([{ intent_id: own }]);

  for (const table of ["payment_reports", "orders"]) await rows(`UPDATE ${table} SET intent_id = ?1`, link);
  const { exitCode, out } = await reconcile();
  expect(exitCode).toBe(1);
  expect(out).toMatch(/^foreign {4}pi_\w+ {2}VK-\w{10} {2}a sale of rehearsal$/m);
});

test("reads every page, and only the days that are asked for, up to as many as orders are kept", async () => {
  const ids: string[] = [];
  for (let number = 0; number < 101; number += 1) ids.push(await sale());
  makeOlder(ids[0] ?? "");
  expect((await reconcile()).notes).toContain("100 missing");
  expect((await reconcile("--days", "30")).notes).toContain("101 missing");
  expect((await reconcile("--days", "2600")).notes).toContain("101 missing");
  for (const days of ["0", "3000"]) expect((await reconcile("--days", days)).exitCode).toBe(2);
});

test("a write that fails half-way says how much went, and run again writes the rest", async () => {
  for (const flow of ["A", "B", "none"]) await sale({ flow });
  let calls = 0;
  const failing = async (statements: Parameters<typeof ledger>[0]) => {
    calls += 1;
    // The first calls only read.
    if (calls > 4) throw new Error("connection lost");
    return ledger(statements);
  };
  expect(await run(["reconcile", "--write"], { ledger: failing })).toEqual(
    noted(1, "1 of 3 written. Error: connection lost\nRun this again: it writes the rest."),
  );
  expect((await reconcile("--write")).out).toContain("2 written.");
});

test("Stripe's trouble is said in words", async () => {
  world.stripe.setMode("unauthorized", 1);
  expect(await reconcile()).toEqual(noted(1, "Stripe: Invalid API Key"));
});

describe("which account", () => {
  test("locally without a key the outside world, and it says so", async () => {
    expect((await reconcile()).notes).toContain("asking the local outside world at http://localhost:8788");
  });

  test("the real orders need a key, of the mode that they are sold in", async () => {
    const config = await writeProductionConfig(folder);
    const runWith = (key: string | null) =>
      run(["reconcile", "--remote", "--env", "production", "--config", config], {
        stripe: { ...LOCAL, readKey: async () => key },
      });
    expect(await runWith(null)).toEqual(noted(2, "No secret key"));
    expect(await runWith("sk_test_a")).toEqual(noted(2, "of test mode"));
    expect(await runWith("rk_live_a")).toMatchObject({ exitCode: 0 });
  });
});

/**
 * Commands that a manual, a help text, a list or a mail of the shop names. Each is read out of the text itself and run: who
 * types what the shop tells them to is helped.
 */

openStripeWorld();

const KV_SEED = join(PROJECT_ROOT, "kv-seed");
const textsOf = (path: string, ending: string) =>
  readdirSync(path)
    .filter((name) => name.endsWith(ending))
    .map((name) => [name, readFileSync(join(path, name), "utf8")] as const);

/** The commands in the owner's mail about a sale. */
const COMMANDS = {
  resend: toolCommand("mails --resend {number}", "production"),
  mails: toolCommand("mails {number}", "production"),
};

const TEXTS = [
  ...textsOf(KV_SEED, ".md"),
  ...textsOf(join(KV_SEED, "commands"), ".ts"),
  ["the owner's mail about a sale", fillIn(Object.values(NOTICE_COPY.confirmation).join("\n"), COMMANDS)],
  [
    "the owner's mail of alarms",
    [ALARM_COPY.more, ALARM_COPY.night.different, ...Object.values(ALARM_COPY.kinds).map(({ todo }) => todo)]
      .map((text) => fillIn(text, commandsFor("production", { reference: "HR-…" })))
      .join("\n"),
  ],
] as const;

/** A line that only names a command, or stands for one: `gift`, `refund …`, `${words}`. */
const NAME_ONLY = /^([\w-]+ )?…$|^gift$|\$\{/;

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
    .replaceAll(/--remote --env (?:production|staging)/g, "")
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
