import { readErasures } from "../../src/gifts/erasure-marks.ts";
import { giftStopKey, giftStopSchema } from "../../src/gifts/gift-entries.ts";
import { DELIVERY_LIFE, mayHappen, WITHOUT_PLAN } from "../../src/ledger/delivery-life-rules.ts";
import { eraseStatements } from "../../src/ledger/erasure.ts";
import { whyNot } from "../../src/ledger/life-rules.ts";
import { mailMay } from "../../src/ledger/mail-life-rules.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { type Row, type Statement, sql } from "../../src/server/database.ts";
import { checkValue } from "../../src/server/kv.ts";
import type { KvStore } from "../../src/server/kv-store.ts";
import { DAY_MS } from "../../src/shared/time.ts";
import { askAfterPreview, type Command, type CommandContext, countOption, formatTime, labelled } from "../command.ts";
import { compare, MAX_DAYS, writeMissing } from "./reconcile.ts";

/** As far as Time Travel reaches back, and a day, because some events come late. */
const REACH_DAYS = 31;

export const restoredCommand: Command = {
  name: "restored",
  usage: "[--days N] [--dry-run]",
  summary: "Put the ledger right after an older copy took its place",
  help: `The copies themselves are wrangler's: \`npx wrangler d1 export\`, and \`npx wrangler d1 time-travel\` for the last 30 days.
Run this at once after one was put in its place, because the clock sends what is due each ten minutes. It asks first, and prints no
personal data. Mails that are due in the copy are withheld: most of them have gone since. Gifts whose day has passed since, or that
were sold since, are not mailed. What was erased since is erased again. Invoices get a new series of numbers. Then it writes what
Stripe knows and the copy does not, and mails nobody again, and says what is left to do. If Stripe does not answer, run it again:
that withholds what became due meanwhile, too.

  --days N   how old the copy is, and a day more (default ${REACH_DAYS}: as far as Time Travel reaches back)
  --dry-run  shows what it would do

  npm run kv -- restored --dry-run --remote --env production
  npm run kv -- restored --remote --env production`,
  run: putRight,
};

/** The mails that the copy owes. Whoever holds one now finds that it has ended. */
const WITHHOLD = `UPDATE mails SET state = 'withheld', detail = 'restored', ended_at = ?1, claim = NULL, claimed_until = NULL
  WHERE ${mailMay("withhold")}`;
/** The gifts whose moment has passed, or whose address was awaited: perhaps they were mailed. */
const PASSED = `${mayHappen("restore")} AND ifnull(send_at, '') <= ?1`;
const STOP_PASSED = `UPDATE deliveries SET state = 'stopped', stopped_by = 'shop', version = version + 1,
    ${WITHOUT_PLAN}, at = ?1 WHERE ${PASSED}`;
/** The gifts that were stopped or refused since then, by this or by a run that failed half-way, and whose givers may plan them again. */
const UNMAILED = `SELECT intent_id, (SELECT code FROM gifts AS g WHERE g.intent_id = shown_deliveries.intent_id) AS code FROM shown_deliveries
  WHERE (stopped_by = 'shop' OR state = 'refused') AND at >= ?1 AND ${whyNot(DELIVERY_LIFE.change)} IS NULL ORDER BY intent_id`;
/** The gifts that will go as the copy has them, whatever their givers changed since. */
const PLANNED = "SELECT intent_id FROM deliveries WHERE state = 'planned' ORDER BY intent_id";
/** The credit notes that were made since then, by this or by such a run. */
const CREDITED = `SELECT ifnull(group_concat(number, ', '), 'none') AS numbers FROM invoices
  WHERE kind = 'refund' AND issued_at >= ?1 AND length(series) > 4`;
/** Numbers that were given since the copy are not in it, and must not be given again. */
const BEGIN_SERIES = "INSERT OR REPLACE INTO invoice_series (year, series) VALUES (?1, ?2)";

async function putRight(context: CommandContext): Promise<number> {
  const { ledger, openStore, terminal, now } = context;
  const at = now.toISOString();
  const days = countOption(context, "days", REACH_DAYS, MAX_DAYS);
  const [[mails = {}] = [], [gifts = {}] = []] = await ledger([
    sql("SELECT count(*) AS due FROM mails WHERE is_owed"),
    sql(`SELECT count(*) AS passed FROM deliveries WHERE ${PASSED}`, at),
  ]);
  const erasures = await readErasures(openStore("GIFTS"));
  const erased = Object.values(erasures).reduce((sum, ids) => sum + ids.length, 0);
  terminal.out(
    labelled([
      ["Mails", `${mails.due} due: withheld, because they may have gone`],
      ["Gifts", `${gifts.passed} to be mailed since: stopped, because they may have gone`],
      ["Erasures", `${erased} repeated, of all that was ever erased`],
      ["Invoices", "a new series of numbers, because numbers of this one may have gone out"],
      ["Stripe", `what it knows of the last ${days} days is written, and mails nobody`],
    ]),
  );
  const answer = await askAfterPreview(context, "Put the restored ledger right", "Nothing was changed.");
  if (answer !== "yes") return answer === "shown" ? 0 : 1;
  const [year = "", month, day, hour, minute] = formatTime(at).split(/\D/);
  const statements: readonly Statement[] = [
    sql(STOP_PASSED, at),
    ...eraseStatements(erasures, now),
    // Also what an erasure tells givers: they were told before.
    sql(WITHHOLD, at),
    sql(BEGIN_SERIES, year, `${year}-${month}${day}${hour}${minute}`),
  ];
  await ledger(statements);
  const { missing, troubles } = await compare(context, days);
  for (const trouble of troubles) terminal.out(trouble);
  const alsoOf = (intentId: string) => [
    sql(`${WITHHOLD} AND about = ?2`, at, intentId),
    sql(`${STOP_PASSED} AND intent_id = ?2`, at, intentId),
  ];
  if (!(await writeMissing(context, missing, alsoOf))) return 1;
  const since = new Date(now.getTime() - days * DAY_MS).toISOString();
  const asked = [sql(UNMAILED, since), sql(PLANNED), sql(CREDITED, since)];
  const [unmailed = [], planned = [], [credited] = []] = await ledger(asked);
  const numbers = numbersOf(await withoutStopped(openStore("GIFTS"), unmailed));
  terminal.out(
    [
      "\nDone. Then, at the desk:",
      '1. Addresses that were corrected and money that was settled otherwise since the copy: do it again. "Gedaan" forgot them; mailbox and bank have them.',
      '2. "Vandaag" counts the mails that are withheld, and sends them all. Cloudflare\'s log of mails (Email Sending) says which of them went.',
      "3. Withdrawals and answers since the copy are in your own mailbox only.",
      "4. Invoices since the copy: the log names them (invoice.issued). Their buyers have the PDFs, and the page offers a new one.",
      `   Credit notes made now, of refunds since: ${credited?.numbers}. If the log has an earlier one, the bookkeeper counts one.`,
      ...(numbers === ""
        ? []
        : [`5. Gifts that are mailed no more: ${numbers}. Their givers can have them mailed again.`]),
      ...(planned.length === 0
        ? []
        : [
            `6. Gifts that wait for their day as the copy has them: ${numbersOf(planned)}. Ask their givers what they changed.`,
          ]),
    ].join("\n"),
  );
  return 0;
}

const numbersOf = (rows: readonly Row[]) => rows.map((row) => formatOrderNumber(String(row.intent_id))).join(", ");

/** Those whose gift no operator stopped: such a gift goes to nobody. */
async function withoutStopped(gifts: KvStore, rows: readonly Row[]): Promise<readonly Row[]> {
  const keyOf = ({ code }: Row) => giftStopKey(String(code), "operator");
  const stops = await gifts.get(rows.map(keyOf));
  return rows.filter((row) => {
    const stop = checkValue(stops.get(keyOf(row)) ?? "", giftStopSchema);
    return !(stop.ok && stop.value.stopped);
  });
}
