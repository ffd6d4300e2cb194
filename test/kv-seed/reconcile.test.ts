import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { PROJECT_ROOT } from "../../kv-seed/wrangler.ts";
import { GIFT_METADATA, wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { readOrder } from "../../src/ledger/orders.ts";
import { normaliseGiftCode } from "../../src/shared/gift.ts";
import { DAY_MS, now } from "../clock.ts";
import { ledger, rows } from "../services/ledger.ts";
import { begin, buyHosted, gifts, hear, LOCAL, openStripeWorld, run, sell, world } from "../services/stripe-world.ts";
import { writeProductionConfig } from "./production-config.ts";
import { MemoryStore, noted, type RunOptions, reading, temporaryFolder } from "./tool.ts";

const folder = temporaryFolder();
openStripeWorld();

const reconcile = (...args: string[]) => run(["reconcile", ...args]);
const sale = (more: Readonly<Record<string, string>> = {}) =>
  sell({ flow: "A", buyer_name: "Jan", buyer_email: "jan@example.nl", ...more });

function makeOlder(intentId: string): void {
  const old = world.stripe.intents.find(({ id }) => id === intentId);
  if (old !== undefined) old.created -= 10 * 24 * 60 * 60;
}

/** A hosted sale, partly paid back and disputed. */
function eventfulSale(): string {
  const id = buyHosted({ name: "Jan" });
  world.stripe.refund(id, 1900);
  world.stripe.dispute(id, "needs_response");
  return id;
}

/** The orders, and the mails that they owe. */
const written = async (): Promise<readonly string[]> =>
  [
    ...(await rows("SELECT intent_id, email, source, buyer_name, dispute FROM orders")),
    ...(await rows("SELECT amount_cents, flow, consent, refunded_cents, failed_refund_cents FROM orders")),
    ...(await rows("SELECT kind, state, detail, about FROM mails ORDER BY about, kind")),
  ].map((row) => Object.values(row).join(" "));

/** What `reconcile` says, then with `--write`, then again, and what is written down. */
async function threeTimes(options: RunOptions): Promise<string> {
  const first = await run(["reconcile"], options);
  const second = await run(["reconcile", "--write"], options);
  const third = await run(["reconcile"], options);
  const said = [first, second].map((one) => `${one.said}\n[${one.exitCode}]\n`).join("") + third.said;
  return reading({ ...third, said }, ...(await written()));
}

/** What has happened at Stripe, or is asked: before the command, its day if it is not now. */
test.each<[string, () => Promise<unknown>, number?]>([
  [
    "what never arrived is missing, and put there with the mails that it owes",
    async () => [eventfulSale(), await begin()],
  ],
  ["what the webhook would refuse is told", async () => buyHosted({ amount: -1 })],
  ["a sale of more than five days ago mails nobody by itself", () => sale(), 6 * DAY_MS],
  [
    "a refund that the bank returned is missing as such, and then nothing is paid back",
    async () => {
      const id = eventfulSale();
      await reconcile("--write");
      world.stripe.failRefund(id);
    },
  ],
  [
    "what differs is told, and never written over, also beside what is missing",
    async () => {
      const id = await sale();
      await reconcile("--write");
      await rows("UPDATE payment_reports SET amount_cents = 5900, flow = 'B' WHERE intent_id = ?1", id);
      world.stripe.refund(id, 1900);
    },
  ],
  [
    "another environment's sales on the account are no business of this one's, with all that happens to them",
    async () => {
      const link = buyHosted({ name: "Jan", environment: "rehearsal" });
      const checkout = await sale({ environment: "rehearsal" });
      for (const id of [link, checkout]) {
        world.stripe.refund(id);
        world.stripe.dispute(id, "lost");
      }
      // Made before the period, and paid back within it.
      makeOlder(checkout);
      await sale({ flow: "B", environment: "local" });
    },
  ],
  ["Stripe's trouble is said in words", async () => world.stripe.setMode("unauthorized", 3)],
])("%s", async (_title, happens, laterMs = 0) => {
  await happens();
  expect(await threeTimes({ now: now(laterMs) })).toMatchSnapshot();
});

test("a write that fails half-way says how much went, and run again writes the rest", async () => {
  for (const flow of ["A", "B", "none"]) await sale({ flow });
  let calls = 0;
  const failing = async (statements: Parameters<typeof ledger>[0]) => {
    calls += 1;
    // The first call only reads.
    if (calls > 2) throw new Error("connection lost");
    return ledger(statements);
  };
  expect(await run(["reconcile", "--write"], { ledger: failing })).toEqual(
    noted(1, "1 of 3 written. Error: connection lost\nRun this again: it writes the rest."),
  );
  expect((await reconcile("--write")).out).toContain("2 written.");
});

test("a gift gets no code of this machine's: the Worker alone has the key", async () => {
  const wish = { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from: "now" } as const;
  const id = await sell({ ...GIFT_METADATA, ...wishToMetadata(wish) });
  vi.stubEnv("ORDER_TOKEN_KEYS", `9:${"k".repeat(42)}A`);
  await reconcile("--write");
  expect(await rows("SELECT code FROM gifts")).toEqual([]);
  expect((await readOrder(ledger, id))?.giftCode).toBeUndefined();
});

test("reads every page, and only the days that are asked for, up to as many as orders are kept", async () => {
  const ids: string[] = [];
  for (let number = 0; number < 101; number += 1) ids.push(await sale());
  makeOlder(ids[0] ?? "");
  expect((await reconcile()).notes).toContain("100 missing");
  for (const days of ["30", "2600"]) expect((await reconcile("--days", days)).notes).toContain("101 missing");
  for (const days of ["0", "3000"]) expect((await reconcile("--days", days)).exitCode).toBe(2);
});

test("locally without a key the outside world is asked; the real orders need a key of the mode that they are sold in", async () => {
  expect((await reconcile()).notes).toContain("asking the local outside world at http://localhost:8788");
  const words = ["reconcile", "--remote", "--env", "production", "--config", await writeProductionConfig(folder)];
  const runWith = (key: string | null) => run(words, { stripe: { ...LOCAL, readKey: async () => key } });
  expect(await runWith(null)).toEqual(noted(2, "No secret key"));
  expect(await runWith("sk_test_a")).toEqual(noted(2, "of test mode"));
  expect(await runWith("rk_live_a")).toMatchObject({ exitCode: 0 });
});

/**
 * Commands that a manual, a help text, a list or a mail of the shop names. Each is read out of the text itself and run: who
 * types what the shop tells them to is helped.
 */

const KV_SEED = join(PROJECT_ROOT, "kv-seed");
const textsOf = (path: string, ending: string) =>
  readdirSync(path)
    .filter((name) => name.endsWith(ending))
    .map((name) => [name, readFileSync(join(path, name), "utf8")] as const);

const TEXTS = [...textsOf(KV_SEED, ".md"), ...textsOf(join(KV_SEED, "commands"), ".ts")] as const;

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

const CODE = "abcd-efgh-jkmn-pqrs";

const wordsOf = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "");

function typed(line: string): readonly string[] {
  const meant = line.replaceAll(/--remote --env (?:production|staging)/g, "");
  return wordsOf(meant).map((word) => (/^[\w/-]+\.(json|csv)$/.test(word) ? join(folder, basename(word)) : word));
}

describe("each command that is named can be typed", () => {
  test.each(NAMED)("in %s: %s", async (_name, line) => {
    await hear();
    gifts.set(normaliseGiftCode(CODE), { recipient: "Sanne", giver: "Mark" });
    const stores = { GIFTS: gifts, INTERSTITIALS: new MemoryStore() };
    const args = typed(line);
    const file = args.find((word) => word.endsWith(".json"));
    if (file !== undefined && args[0] !== "pull") await run(["pull", file], { stores });
    // Without a file it would write the repository's own.
    if (args[0] === "pull" && file === undefined) return;
    const ended = await run(args, { stores, answer: true });
    expect([ended.exitCode, ended.notes]).toEqual([0, expect.any(String)]);
  });
});
