import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import {
  checkValue,
  type GiftEntry,
  giftCodeKey,
  giftCodeSchema,
  giftNameKey,
  giftSchema,
} from "../../src/services/kv.ts";
import { formatGiftCode } from "../../src/shared/gift.ts";
import { putEntries, reportFailure } from "../changes.ts";
import { type Command, type CommandContext, describeTarget, textOption } from "../command.ts";
import { formatCsvRow } from "../csv.ts";
import { DATA_FOLDER, displayPath, remoteUrlError, UsageError } from "../data-files.ts";
import { type GiftCard, renderGiftCards } from "../gift-card.ts";
import { createGiftCodes, formatIsoDate, giftLink, validUntil } from "../gift-code.ts";
import { printable } from "../terminal.ts";
import type { KvEntry } from "../wrangler.ts";

/** A sheet of more cards than this is no longer pleasant to open or print. */
const MAX_COUNT = 1000;
const CARD_FOLDER = join(DATA_FOLDER, "gift-cards");
const CSV_HEADER = ["code", "link", "recipient", "giver", "message", "valid_until"];

export const giftCommand: Command = {
  name: "gift",
  usage: "--recipient NAME --giver NAME [options]  |  gift show CODE",
  summary: "Make a gift: an unguessable code, its link, the KV entry and a card to print",
  help: `Make:
  --recipient NAME       who gets it (required)
  --giver NAME           who gives it (required)
  --message TEXT         shown after unwrapping; \\n starts a new line
  --activation-url URL   where 'Cadeau Innen' leads; without it the shop's own ACTIVATION_URL
  --count N              a batch of N codes with the same texts, as CSV (at most ${MAX_COUNT})
  --output FILE          write the CSV to a new file instead of the screen
  --card FILE            where the printable card goes (default kv-seed/gift-cards/CODE.html)
  --no-card              no card

The card is one HTML file: open it in a browser and print it, or save it as PDF, on A5. A batch is one card a page.

Show:
  gift show CODE         what KV holds for a code (any case, hyphens optional) or for cadeau-name; --card prints it again

  npm run kv -- gift --recipient Sanne --giver Mark --message "Gefeliciteerd!\\nTot op het water."
  npm run kv -- gift --remote --env production --count 50 --recipient "Schipper in spe" --giver "Vaarkoers" --output batch.csv
  npm run kv -- gift show abcd-efgh-jkmn-pqrs`,
  options: {
    recipient: { type: "string" },
    giver: { type: "string" },
    message: { type: "string" },
    "activation-url": { type: "string" },
    count: { type: "string" },
    output: { type: "string" },
    card: { type: "string" },
    "no-card": { type: "boolean" },
  },
  async run(context) {
    const [action, code, ...rest] = context.args;
    if (action === undefined) return makeGifts(context);
    if (action === "show" && code !== undefined && rest.length === 0) return showGift(context, code);
    throw new UsageError("Use `gift --recipient NAME --giver NAME` or `gift show CODE`.");
  },
};

async function makeGifts(context: CommandContext): Promise<number> {
  const { target, terminal } = context;
  const gift = readGiftOptions(context);
  const count = readCount(context);
  const output = textOption(context, "output");
  const asCsv = output !== undefined || textOption(context, "count") !== undefined;
  const origin = await context.readOrigin();

  const issued = formatIsoDate(context.now);
  const cards: readonly GiftCard[] = createGiftCodes(count).map((code) => ({
    code,
    link: giftLink(origin, code),
    recipient: gift.recipient,
    giver: gift.giver,
    validUntil: validUntil(issued),
  }));
  const cardsByKey = new Map(cards.map((card) => [giftCodeKey(card.code), card]));
  const value = JSON.stringify(gift);
  // The date goes beside the value, which holds only what the page shows.
  const entries: readonly KvEntry[] = [...cardsByKey.keys()].map((key) => ({ key, value, metadata: { issued } }));

  // The file comes first: codes that nobody has a list of are lost.
  if (output !== undefined) await createCsv(output);
  else if (asCsv) terminal.out(formatCsvRow(CSV_HEADER));

  const stored: GiftCard[] = [];
  const outcome = await putEntries(context.openStore("GIFTS"), entries, terminal, async (keys) => {
    const written = keys.flatMap((key) => cardsByKey.get(key) ?? []);
    stored.push(...written);
    const rows = asCsv ? written.map((card) => formatCsvRow(csvCells(card, gift))) : [];
    if (output !== undefined) await appendFile(output, rows.map((row) => `${row}\n`).join(""));
    else for (const row of rows) terminal.out(row);
  });
  if (!outcome.ok) reportFailure(outcome, "stored", terminal);

  const single = stored[0];
  if (!asCsv && single !== undefined) {
    terminal.out(`Code   ${single.code}`);
    terminal.out(`Link   ${single.link}`);
    terminal.out(`Valid  until ${single.validUntil} (printed on the card)`);
  }
  if (stored.length > 0) await writeCards(context, stored);
  const where = output === undefined ? "" : `, listed in ${displayPath(resolve(output))}`;
  terminal.note(`${stored.length} of ${count} stored in GIFTS (${describeTarget(target)})${where}`);
  return outcome.ok ? 0 : 1;
}

function readGiftOptions(context: CommandContext): GiftEntry {
  const message = textOption(context, "message")?.replaceAll("\\n", "\n").trim();
  const activationUrl = textOption(context, "activation-url");
  const parsed = giftSchema.safeParse({
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

function readCount(context: CommandContext): number {
  const text = textOption(context, "count") ?? "1";
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > MAX_COUNT) throw new UsageError(`--count must be a number from 1 to ${MAX_COUNT}`);
  return count;
}

async function createCsv(path: string): Promise<void> {
  try {
    await writeFile(path, `${formatCsvRow(CSV_HEADER)}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    const exists = error instanceof Error && "code" in error && error.code === "EEXIST";
    throw new UsageError(
      exists
        ? `--output ${path} exists already; codes in it would be lost. Choose another name.`
        : `--output ${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function csvCells(card: GiftCard, gift: GiftEntry): readonly string[] {
  return [card.code, card.link, gift.recipient, gift.giver, gift.message ?? "", card.validUntil ?? ""];
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

async function showGift(context: CommandContext, typed: string): Promise<number> {
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
  if (key === undefined) {
    terminal.out(`No gift has the code ${formatGiftCode(typed)} (${describeTarget(target)}).`);
    return 1;
  }

  const [origin, listed] = await Promise.all([context.readOrigin(), store.list(key)]);
  const issued = readIssued(listed.find((candidate) => candidate.name === key)?.metadata);
  const code = key === codeKey ? formatGiftCode(key) : key;
  const link = key === codeKey ? giftLink(origin, key) : `${origin}/${key}`;
  terminal.out(`Code        ${code}`);
  terminal.out(`Link        ${link}`);
  const checked = checkValue(values.get(key) ?? "", giftSchema);
  if (!checked.ok) {
    terminal.out(`Unreadable  ${checked.reason}`);
    terminal.out("            The shop treats this gift as unknown. Repair it with `pull` and `push`.");
    return 1;
  }
  const { recipient, giver, message, activationUrl } = checked.value;
  terminal.out(`Recipient   ${printable(recipient)}`);
  terminal.out(`Giver       ${printable(giver)}`);
  terminal.out(`Message     ${(message ?? "(none)").split("\n").map(printable).join("\n            ")}`);
  terminal.out(`Activation  ${activationUrl ?? "(the shop's ACTIVATION_URL)"}`);
  terminal.out(
    issued === null ? "Issued      (not recorded)" : `Issued      ${issued}, valid until ${validUntil(issued)}`,
  );
  if (textOption(context, "card") !== undefined) {
    const card = { code, link, recipient, giver, ...(issued === null ? {} : { validUntil: validUntil(issued) }) };
    await writeCards(context, [card]);
  }
  return 0;
}

function readIssued(metadata: unknown): string | null {
  if (metadata === null || typeof metadata !== "object" || !("issued" in metadata)) return null;
  const { issued } = metadata;
  return typeof issued === "string" && /^\d{4}-\d{2}-\d{2}$/.test(issued) ? issued : null;
}
