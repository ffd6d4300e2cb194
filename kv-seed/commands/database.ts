import { readErasures } from "../../src/gifts/erasure-marks.ts";
import { type Row, type Statement, sql } from "../../src/ledger/database.ts";
import { mayHappen } from "../../src/ledger/delivery-life-rules.ts";
import { eraseStatements } from "../../src/ledger/erasure.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import {
  askAfterPreview,
  type Command,
  type CommandContext,
  describeTarget,
  formatTime,
  labelled,
} from "../command.ts";

const HOUR_MS = 60 * 60_000;

export const databaseCommand: Command = {
  name: "database",
  usage: "[--restored] [--dry-run]",
  summary: "Say what is in the ledger, and put it right after it was restored",
  help: `Counts what the database holds, and says when Stripe last told of something and whether mails are late. Prints no personal data.
The copies themselves are wrangler's: \`npx wrangler d1 export\`, and \`npx wrangler d1 time-travel\` for the last 30 days.

  --restored  after an older copy was put in its place, at once, because the clock sends what is due each ten minutes. Asks first.
              Mails that are due in the copy are withheld: most of them have gone since. Gifts whose day has passed since are not
              mailed. What was erased since is erased again. Invoices get a new series of numbers. Then it says what is left to do
  --dry-run   with --restored: shows what it would do

  npm run kv -- database --remote --env production
  npm run kv -- database --restored --remote --env production`,
  run: (context) => (context.values.restored === true ? putRight(context) : describeLedger(context)),
};

const COUNT_ORDERS = "SELECT status, count(*) AS n FROM orders GROUP BY status";
/** ?1: what was due before is late. */
const COUNT_OTHERS = `SELECT
  (SELECT count(*) FROM gifts) AS gifts,
  (SELECT count(*) FROM deliveries WHERE state IN ('awaited', 'planned', 'sending')) AS deliveries,
  (SELECT count(*) FROM withdrawals) AS withdrawals,
  (SELECT count(*) FROM erasures) AS erasures,
  (SELECT count(*) FROM invoices) AS invoices,
  (SELECT count(*) FROM mails) AS mails,
  (SELECT count(*) FROM mails WHERE state IN ('due', 'sending')) AS due,
  (SELECT count(*) FROM mails WHERE state IN ('due', 'sending') AND due_at < ?1) AS late,
  (SELECT max(ended_at) FROM mails WHERE state = 'sent') AS sent_at,
  (SELECT max(updated_at) FROM orders) AS told_at`;

async function describeLedger({ ledger, target, terminal, now }: CommandContext): Promise<number> {
  const lateSince = new Date(now.getTime() - HOUR_MS).toISOString();
  const [orders = [], [others = {}] = []] = await ledger([sql(COUNT_ORDERS), sql(COUNT_OTHERS, lateSince)]);
  const countOf = (status: string) => String(orders.find((row) => row.status === status)?.n ?? 0);
  const timeOf = (field: string) => (typeof others[field] === "string" ? formatTime(others[field]) : "never");
  terminal.out(
    labelled([
      ["Orders", `${countOf("paid")} paid, ${countOf("open")} on their way`],
      ["Attempts", `${countOf("failed")} failed, ${countOf("canceled")} canceled`],
      ["Gifts", `${others.gifts} bought, ${others.deliveries} to be mailed`],
      ["Withdrawals", String(others.withdrawals)],
      ["Erasures", String(others.erasures)],
      ["Invoices", `${others.invoices}, with credit notes`],
      ["Mails", `${others.mails}, of which ${others.due} are due`],
      ["Last mail", timeOf("sent_at")],
      ["Last event", `${timeOf("told_at")}, by Stripe's clock`],
    ]),
  );
  const late = Number(others.late ?? 0);
  if (late > 0) terminal.note(`${late} ${late === 1 ? "mail is" : "mails are"} OVERDUE: see \`mails\``);
  terminal.note(
    `The ledger (${describeTarget(target)}). The log says each night what was compared and deleted (night.done).`,
  );
  return 0;
}

/** The mails that the copy owes. Whoever holds one now finds that it has ended. */
const WITHHOLD = `UPDATE mails SET state = 'withheld', detail = 'restored', ended_at = ?1, claim = NULL, claimed_until = NULL
  WHERE state IN ('due', 'sending')`;
const PASSED = `${mayHappen("restore")} AND send_at <= ?1`;
/** The gifts whose moment has passed: perhaps they were mailed. */
const STOP_PASSED = `UPDATE deliveries SET state = 'stopped', stopped_by = 'shop', version = version + 1, day = NULL,
    address = NULL, send_at = NULL, claim = NULL, claimed_until = NULL, at = ?1 WHERE ${PASSED}`;

/** Numbers that were given since the copy are not in it, and must not be given again. */
const BEGIN_SERIES = "INSERT OR REPLACE INTO invoice_series (year, series) VALUES (?1, ?2)";

async function putRight(context: CommandContext): Promise<number> {
  const { ledger, openStore, terminal, now } = context;
  const at = now.toISOString();
  const [[counts = {}] = [], passed = []] = await ledger([
    sql(
      "SELECT count(*) AS due, (SELECT max(updated_at) FROM orders) AS told_at FROM mails WHERE state IN ('due', 'sending')",
    ),
    sql(`SELECT intent_id FROM deliveries WHERE ${PASSED} ORDER BY send_at`, at),
  ]);
  const erasures = await readErasures(openStore("GIFTS"));
  const erased = Object.values(erasures).reduce((sum, ids) => sum + ids.length, 0);
  const toldAt = typeof counts.told_at === "string" ? counts.told_at : null;
  terminal.out(
    labelled([
      ["Last event", toldAt === null ? "none" : formatTime(toldAt)],
      ["Mails", `${counts.due} due: withheld, because they may have gone`],
      ["Gifts", `${passed.length} to be mailed since: stopped, because they may have gone`],
      ["Erasures", `${erased} repeated, of all that was ever erased`],
      ["Invoices", "a new series of numbers, because numbers of this one may have gone out"],
    ]),
  );
  const answer = await askAfterPreview(context, "Put the restored ledger right", "Nothing was changed.");
  if (answer !== "yes") return answer === "shown" ? 0 : 1;
  const [year = "", month, day, hour, minute] = formatTime(at).split(/\D/);
  const statements: readonly Statement[] = [
    sql(WITHHOLD, at),
    sql(STOP_PASSED, at),
    ...eraseStatements(erasures, now),
    sql(BEGIN_SERIES, year, `${year}-${month}${day}${hour}${minute}`),
  ];
  await ledger(statements);
  terminal.out(`\nDone. ${nextSteps(toldAt, passed, now)}`);
  return 0;
}

/** What is left to an operator: only Stripe, the log of mails and their own mailbox know what happened since the copy. */
function nextSteps(toldAt: string | null, passed: readonly Row[], now: Date): string {
  const days = toldAt === null ? null : Math.ceil((now.getTime() - Date.parse(toldAt)) / (24 * HOUR_MS)) + 1;
  const gifts = passed.map(({ intent_id: intentId }) => formatOrderNumber(String(intentId)));
  return [
    "Then:",
    `1. \`reconcile --days ${days ?? "N"} --write --unmailed\`: writes what Stripe knows since the copy, and mails nobody again.`,
    "2. `mails`: what is withheld (restored). Cloudflare's log of mails (Email Sending) says which of them went; `--resend` the others.",
    "3. Withdrawals and answers since the copy are in your own mailbox only (`withdrawals`).",
    "4. Invoices since the copy: the log names them (invoice.issued). Their buyers have the PDFs, and the page offers a new one.",
    ...(gifts.length === 0
      ? []
      : [`5. Gifts that were to be mailed since: ${gifts.join(", ")}. Their givers can have them mailed again.`]),
  ].join("\n");
}
