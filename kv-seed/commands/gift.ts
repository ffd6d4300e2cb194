import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { GiftCard } from "../../src/gifts/gift-card-markup.ts";
import { type GiftEntry, giftCodeKey, giftCodeSchema, giftNameKey, giftSchema } from "../../src/gifts/gift-entries.ts";
import { storeOperatorStop } from "../../src/gifts/gift-state.ts";
import type { KvEntry, KvStore } from "../../src/server/kv-store.ts";
import { PRODUCT_IDS } from "../../src/shared/courses.ts";
import { formatCsvFile, formatCsvRow } from "../../src/shared/csv.ts";
import { DEFAULT_GIFT, formatGiftCode } from "../../src/shared/gift.ts";
import { giftCodePath } from "../../src/shared/paths.ts";
import { printable } from "../../src/shared/printable.ts";
import { isoDateOf } from "../../src/shared/time.ts";
import { putEntries } from "../changes.ts";
import {
  askIfRemote,
  type Command,
  type CommandContext,
  countOption,
  describeAsked,
  describeTarget,
  labelled,
  textOption,
} from "../command.ts";
import { DATA_FOLDER, displayPath, remoteUrlError, UsageError } from "../data-files.ts";
import { renderGiftCards } from "../gift-card.ts";
import { createGiftCodes, validUntil } from "../gift-code.ts";

/** The most cards of one batch: a larger file is unpleasant to open and print. */
const MAX_COUNT = 1000;
const CARD_FOLDER = join(DATA_FOLDER, "gift-cards");
const CSV_HEADER = ["code", "link", "recipient", "giver", "message", "valid_until", "product"];

export const giftCommand: Command = {
  name: "gift",
  usage: "--recipient NAME --giver NAME [options]  |  gift --revoke CODE  |  gift --restore CODE",
  summary: "Make a gift: an unguessable code, its link, the KV entry and a card to print",
  help: `Make:
  --recipient NAME       who gets it (required)
  --giver NAME           who gives it (required)
  --product ID           ${PRODUCT_IDS.join(", ")} (default ${DEFAULT_GIFT})
  --message TEXT         shown after unwrapping; \\n starts a new line
  --activation-url URL   where 'Cadeau Innen' leads; without it the shop's own ACTIVATION_URL
  --count N              a batch of N codes with the same texts, as CSV (at most ${MAX_COUNT})
  --output FILE          write the CSV to a new file instead of the screen
  --card FILE            where the printable card goes (default kv-seed/gift-cards/CODE.html)
  --no-card              no card

The card is one HTML file: open it in a browser and print it, or save it as PDF, on A5. A batch is one card a page.
Gifts that were bought are at the desk. Those that were made here are in the file that "pull" writes, with their codes and names.

Take back:
  --revoke CODE          the gift stops: its page says kindly that it was taken back. The gift itself is kept
  --restore CODE         undoes that, and the stop that a refund made before it. Money that goes back later stops the gift again
  --yes                  with --revoke or --restore, and --remote: don't ask (for scripts)

  npm run kv -- gift --recipient Sanne --giver Mark --message "Gefeliciteerd!\\nTot op het water."
  npm run kv -- gift --remote --env production --count 50 --recipient "Schipper in spe" --giver "Vaarkoers" --output batch.csv
  npm run kv -- gift --revoke abcd-efgh-jkmn-pqrs --remote --env production`,
  async run(context) {
    const revoked = textOption(context, "revoke");
    const restored = textOption(context, "restore");
    if (revoked !== undefined && restored !== undefined) throw new UsageError("Use --revoke or --restore, not both.");
    if (revoked !== undefined) return sayOfGift(context, revoked, true);
    return restored === undefined ? makeGifts(context) : sayOfGift(context, restored, false);
  },
};

async function makeGifts(context: CommandContext): Promise<number> {
  const { target, terminal } = context;
  const gift = readGiftOptions(context);
  const count = countOption(context, "count", 1, MAX_COUNT);
  const output = textOption(context, "output");
  const asCsv = output !== undefined || textOption(context, "count") !== undefined;
  const origin = await context.readOrigin();

  const issued = isoDateOf(context.now);
  const cards: readonly GiftCard[] = createGiftCodes(count).map((code) => ({
    code,
    link: `${origin}${giftCodePath(code)}`,
    productId: gift.product ?? DEFAULT_GIFT,
    recipient: gift.recipient,
    giver: gift.giver,
    message: gift.message ?? "",
    validUntil: validUntil(issued),
  }));
  const cardsByKey = new Map(cards.map((card) => [giftCodeKey(card.code), card]));
  const value = JSON.stringify(gift);
  // The date is metadata: the value holds only what the page shows.
  const entries: readonly KvEntry[] = [...cardsByKey.keys()].map((key) => ({ key, value, metadata: { issued } }));

  // The file comes first: codes without a list are lost.
  if (output !== undefined) await createCsv(output);
  else if (asCsv) terminal.data(formatCsvFile(CSV_HEADER));

  const stored: GiftCard[] = [];
  const outcome = await putEntries(context.openStore("GIFTS"), entries, terminal, "stored", async (keys) => {
    const written = keys.flatMap((key) => cardsByKey.get(key) ?? []);
    stored.push(...written);
    const rows = asCsv ? written.map((card) => formatCsvRow(csvCells(card, gift))) : [];
    if (output !== undefined) await appendFile(output, rows.join(""));
    else terminal.data(rows.join(""));
  });

  const single = stored[0];
  if (!asCsv && single !== undefined) {
    const valid = `until ${single.validUntil} (printed on the card)`;
    terminal.out(
      labelled([
        ["Code", single.code],
        ["Link", single.link],
        ["Valid", valid],
      ]),
    );
  }
  if (stored.length > 0) await writeCards(context, stored);
  const where = output === undefined ? "" : `, listed in ${displayPath(resolve(output))}`;
  terminal.note(`${stored.length} of ${count} stored in GIFTS (${describeTarget(target)})${where}`);
  return outcome.ok ? 0 : 1;
}

function readGiftOptions(context: CommandContext): GiftEntry {
  const message = textOption(context, "message")?.replaceAll("\\n", "\n").trim();
  const activationUrl = textOption(context, "activation-url");
  const product = textOption(context, "product");
  const parsed = giftSchema.safeParse({
    ...(product === undefined ? {} : { product }),
    recipient: textOption(context, "recipient"),
    giver: textOption(context, "giver"),
    ...(message === undefined || message === "" ? {} : { message }),
    ...(activationUrl === undefined ? {} : { activationUrl }),
  });
  if (!parsed.success) {
    const options: Record<string, string> = { activationUrl: "activation-url" };
    const problems = parsed.error.issues.map((issue) => {
      const field = String(issue.path[0]);
      const missing = textOption(context, options[field] ?? field) === undefined;
      return `--${options[field] ?? field} ${missing ? "is required" : `is not right: ${issue.message}`}`;
    });
    throw new UsageError(problems.join("\n"));
  }
  const remoteProblem = context.target.remote && activationUrl !== undefined ? remoteUrlError(activationUrl) : null;
  if (remoteProblem !== null) throw new UsageError(`--activation-url ${remoteProblem}`);
  return parsed.data;
}

async function createCsv(path: string): Promise<void> {
  try {
    await writeFile(path, formatCsvFile(CSV_HEADER), { flag: "wx", mode: 0o600 });
  } catch (error) {
    const exists = error instanceof Error && "code" in error && error.code === "EEXIST";
    throw new UsageError(
      exists
        ? `--output ${path} exists already; codes in it would be lost. Choose another name.`
        : `--output ${path} cannot be written: ${(error as Error).message}`,
    );
  }
}

function csvCells(card: GiftCard, gift: GiftEntry): readonly string[] {
  return [card.code, card.link, gift.recipient, gift.giver, gift.message ?? "", card.validUntil ?? "", card.productId];
}

async function writeCards(context: CommandContext, cards: readonly GiftCard[]): Promise<void> {
  if (context.values["no-card"] === true) return;
  const first = cards[0]?.code ?? "";
  const name = cards.length === 1 ? `${first}.html` : `${first}-and-${cards.length - 1}-more.html`;
  const path = resolve(textOption(context, "card") ?? join(CARD_FOLDER, name));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, await renderGiftCards(cards), { mode: 0o600 });
  context.terminal.note(`Card   ${displayPath(path)}`);
}

/** Stores an operator's stop or release of a gift, which counts before any other. Resolves to the exit code. */
async function sayOfGift(context: CommandContext, typed: string, stopped: boolean): Promise<number> {
  const { target, terminal } = context;
  const found = await findGift(context, typed);
  if (found === null) return 1;
  const { key, store } = found;
  const act = `${stopped ? "Stop" : "Restore"} the gift ${nameOfKey(key)}`;
  if ((await askIfRemote(context, act, "Nothing was changed.")) !== "yes") return 1;
  await storeOperatorStop(store, key, stopped, context.now);
  terminal.out(`${stopped ? "Stopped" : "Goes on"}: ${nameOfKey(key)} (${describeTarget(target)}), within a minute`);
  return 0;
}

/** A gift's code as people read it; the key of a gift with a name. */
function nameOfKey(key: string): string {
  return key === giftCodeKey(key) ? formatGiftCode(key) : key;
}

/** Finds the gift of a code or of `cadeau-name` in KV. Null, after a message, if there is none. */
async function findGift(context: CommandContext, typed: string): Promise<{ key: string; store: KvStore } | null> {
  const { target, terminal } = context;
  const checkedCode = giftCodeSchema.safeParse(typed);
  if (!checkedCode.success) {
    throw new UsageError(`"${printable(typed)}" is no gift code: ${checkedCode.error.issues[0]?.message ?? ""}`);
  }
  const name = typed.toLowerCase().startsWith("cadeau-") ? typed.slice("cadeau-".length) : "";
  const codeKey = giftCodeKey(typed);
  const wanted = name === "" ? [codeKey] : [giftNameKey(name), codeKey];
  const store = context.openStore("GIFTS");
  const values = await store.get(wanted);
  const key = wanted.find((candidate) => values.has(candidate));
  if (key !== undefined) return { key, store };
  terminal.out(`No gift has the code ${formatGiftCode(typed)} (${describeAsked(target)}).`);
  return null;
}
