import { type Row, sql } from "../../src/ledger/database.ts";
import { type MailRow, toMail } from "../../src/ledger/mails.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { boughtAt, IS_REPAID, isRepaid, type Order } from "../../src/ledger/orders.ts";
import { isEmailAddress } from "../../src/shared/email-address.ts";
import { INTENT_ID } from "../../src/shared/intent-id.ts";
import { MAIL_KINDS } from "../../src/shared/mail-kind.ts";
import { correctAddress, correctAtStripe, maskAddress } from "../address-correction.ts";
import {
  askAfterPreview,
  type Command,
  type CommandContext,
  describeTarget,
  formatTime,
  labelled,
  table,
  textOption,
} from "../command.ts";
import { UsageError } from "../data-files.ts";
import { BOUGHT_AT } from "../order-records.ts";
import { findPaidOrder } from "../paid-order.ts";
import { printable } from "../terminal.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The clock starts what is owed each ten minutes. Then something is wrong. */
const OVERDUE_MS = 60 * MINUTE_MS;
/**
 * A mail that is due again counts as due for so long: what was started before is started again by the clock only once it is
 * half an hour late (`upkeep/clock-steps.ts`).
 */
const DUE_AGAIN_MS = 31 * MINUTE_MS;
/** What nobody can send again is listed for so long. */
const LISTED_DAYS = 30;
/** The most lines of a list. */
const MOST_LINES = 200;

const REFERENCE = /^HR(-[0-9A-Z]{4}){3}$/i;

export const mailsCommand: Command = {
  name: "mails",
  usage: "[--resend] [NUMBER | PAYMENT | REFERENCE ...] [--to ADDRESS]",
  summary: "List the mails that are owed or could not be sent, and send them",
  help: `Oldest first: every mail that is due, and what ended without being sent, each with what can be done. Of an order or a
withdrawal that is named: all its mails. Times are Amsterdam's. Name orders by number (VK-...) or payment (pi_...), withdrawals by
reference (HR-...). The shop itself tries each mail for a week; nothing has to be asked for within that time.

  due           it goes by itself within ten minutes. OVERDUE after an hour: the log says why (mail.failed, clock.failed)
  refused       the mail service blocks the address
  failed        it was tried for a week
  withheld      old: the shop heard of the sale more than five days late. restored: the ledger was restored, and it may have
                gone before
  held          a receipt that nothing proves, and many were sent that day. Compare the withdrawal with its order first, because
                anybody can type any address
  gift          the mail of a gift to its recipient. Its giver was told, and can have it mailed again on the order's page

  --resend      makes the named mails due: the clock sends them within ten minutes. An order's confirmation goes once: a buyer who
                has it gets no other. A receipt goes with all that was declared, also once more
  --to ADDRESS  with --resend and one order: corrects its buyer's address, to which the confirmation then goes, also once more.
                Shows what changes, and asks
  --dry-run     with --to: shows it only

  npm run kv -- mails --remote --env production
  npm run kv -- mails --resend VK-1A2B3C4D5E HR-8K2M-0Q4Z-7VTA --remote --env production
  npm run kv -- mails --resend VK-1A2B3C4D5E --to sanne@example.nl --remote --env production`,
  async run(context) {
    const named = context.args.map((arg) => arg.trim());
    for (const what of named) {
      if (!INTENT_ID.test(what) && !REFERENCE.test(what) && !/^(vk)?[\s-]?[a-z0-9_]{10}$/i.test(what)) {
        throw new UsageError(
          `"${printable(what)}" is no order number (VK-...), payment (pi_...) or reference (HR-...)`,
        );
      }
    }
    const to = textOption(context, "to");
    if (to !== undefined) return resendTo(context, named, to.trim());
    if (context.values.resend === true) return resend(context, named);
    return named.length === 0 ? listOwed(context) : listNamed(context, named);
  },
};

/** What an operator can still send, as SQL for a row `m` of `mails`: of whom there is an address, and money that stayed. */
const CAN_BE_SENT = `CASE m.kind
  WHEN 'confirmation' THEN EXISTS (SELECT 1 FROM orders WHERE intent_id = m.about AND email IS NOT NULL AND ${IS_REPAID} IS NOT TRUE)
  WHEN 'receipt' THEN EXISTS (SELECT 1 FROM withdrawals WHERE reference = m.about AND email <> '') END`;
/**
 * What is owed, and what ended unsent unless a later version of it counts. Nobody can send the other kinds again, so the list
 * forgets them. ?1: what ended before is forgotten.
 */
const OWED = `SELECT * FROM mails AS m WHERE state IN ('due', 'sending')
  OR (state IN ('refused', 'failed') AND kind NOT IN ('confirmation', 'receipt') AND ended_at > ?1)
  OR ((state IN ('refused', 'failed') OR (state = 'withheld' AND detail IN ('old', 'restored'))) AND ${CAN_BE_SENT}
    AND NOT EXISTS (SELECT 1 FROM mails WHERE kind = m.kind AND about = m.about AND version > m.version))
  ORDER BY due_at`;
/** Sales of the shop that never had a confirmation, because their buyer's address is not known. */
const UNADDRESSED = `SELECT intent_id, ${BOUGHT_AT} AS since FROM orders AS o
  WHERE status = 'paid' AND coalesce(source, product_id) IS NOT NULL AND ${IS_REPAID} IS NOT TRUE
    AND NOT EXISTS (SELECT 1 FROM mails WHERE kind = 'confirmation' AND about = o.intent_id)
    AND NOT EXISTS (SELECT 1 FROM erasures WHERE intent_id = o.intent_id) ORDER BY since`;
/** Receipts that were held back, and that nobody sent or answered as no contract of the shop. */
const HELD = `SELECT reference, recorded_at AS since FROM withdrawals AS w
  WHERE receipt = 'held' AND email <> '' AND ifnull(answer, '') <> 'no-order'
    AND NOT EXISTS (SELECT 1 FROM mails WHERE kind = 'receipt' AND about = w.reference) ORDER BY since`;
/** ?1 as above, ?2: what was to go before is late. */
const UNMAILED_GIFTS = `SELECT intent_id, state, at AS since FROM deliveries
    WHERE state IN ('refused', 'failed', 'lost') AND at > ?1
  UNION ALL SELECT intent_id, 'OVERDUE', send_at FROM deliveries WHERE state IN ('planned', 'sending') AND send_at < ?2`;

type Line = { about: string; mail: string; state: string; since: string; next: string };

async function listOwed({ ledger, target, terminal, now }: CommandContext): Promise<number> {
  const listedSince = new Date(now.getTime() - LISTED_DAYS * DAY_MS).toISOString();
  const lateSince = new Date(now.getTime() - OVERDUE_MS).toISOString();
  const [owed = [], unaddressed = [], held = [], gifts = []] = await ledger([
    sql(OWED, listedSince),
    sql(UNADDRESSED),
    sql(HELD),
    sql(UNMAILED_GIFTS, listedSince, lateSince),
  ]);
  const lines: readonly Line[] = [
    ...owed.map((row) => lineOf(toMail(row), now)),
    ...unaddressed.map(unaddressedLine),
    ...held.map(heldLine),
    ...gifts.map(giftLine),
  ].toSorted((a, b) => a.since.localeCompare(b.since));
  if (lines.length === 0) {
    terminal.out(`Every mail that was owed has been sent (${describeTarget(target)}).`);
    return 0;
  }
  terminal.out(table([HEADER, ...lines.slice(0, MOST_LINES).map(cellsOf)]));
  if (lines.length > MOST_LINES) terminal.note(`${lines.length - MOST_LINES} later ones not shown.`);
  const due = owed.filter(({ state }) => state === "due" || state === "sending").length;
  terminal.note(`${due} due, ${lines.length - due} not sent (${describeTarget(target)}).`);
  return 0;
}

const HEADER = ["ABOUT", "MAIL", "STATE", "SINCE", "THEN"];

function cellsOf({ about, mail, state, since, next }: Line): readonly string[] {
  return [about, mail, state, formatTime(since), next];
}

function lineOf(mail: MailRow, now: Date): Line {
  const { kind, about, state, dueAt, endedAt, detail } = mail;
  const lateMs = now.getTime() - Date.parse(dueAt);
  const isOwed = state === "due" || state === "sending";
  const isOverdue = isOwed && lateMs > OVERDUE_MS;
  return {
    about: MAIL_KINDS[kind] === "payment" ? formatOrderNumber(about) : about,
    mail: kind,
    state: isOverdue ? "OVERDUE" : state === "withheld" ? `withheld (${detail})` : state,
    since: endedAt ?? dueAt,
    next: !isOwed
      ? whatHelps(mail)
      : isOverdue
        ? "look in the log"
        : lateMs < 0
          ? "goes by itself then"
          : "goes by itself",
  };
}

/** What an operator can do about a mail that ended without being sent. */
function whatHelps({ kind, about, state, detail }: MailRow): string {
  if (state === "sent" || (state === "withheld" && detail !== "old" && detail !== "restored")) return "";
  if (kind === "receipt") return `--resend ${about}`;
  if (kind === "links") return "who asked can ask again";
  if (kind !== "confirmation") return "";
  const resend = `--resend ${formatOrderNumber(about)}`;
  return state === "refused" ? `${resend} --to ADDRESS` : resend;
}

function unaddressedLine({ intent_id: intentId, since }: Row): Line {
  const about = formatOrderNumber(String(intentId));
  const next = `no address is known: --resend ${about} --to ADDRESS`;
  return { about, mail: "confirmation", state: "none", since: String(since), next };
}

function heldLine({ reference, since }: Row): Line {
  const next = `compare it with its order, then --resend ${reference}`;
  return { about: String(reference), mail: "receipt", state: "held", since: String(since), next };
}

function giftLine({ intent_id: intentId, state, since }: Row): Line {
  const next =
    state === "OVERDUE" ? "is tried for a day" : "its giver was told, and can have it mailed on the order's page";
  return { about: formatOrderNumber(String(intentId)), mail: "gift", state: String(state), since: String(since), next };
}

/** All mails about the named orders and withdrawals. */
async function listNamed(context: CommandContext, named: readonly string[]): Promise<number> {
  const { ledger, target, terminal, now } = context;
  const abouts = await Promise.all(named.map((what) => aboutOf(context, what)));
  const known = abouts.filter((about) => about !== null);
  const [rows = []] = await ledger([
    sql(
      "SELECT * FROM mails WHERE about IN (SELECT value FROM json_each(?1)) ORDER BY due_at, kind, version",
      JSON.stringify(known),
    ),
  ]);
  if (rows.length > 0) {
    const lines = rows.map((row) => lineOf(toMail(row), now));
    terminal.out(table([HEADER, ...lines.map(cellsOf)]));
  } else if (known.length > 0) terminal.out(`No mail was ever owed about it (${describeTarget(target)}).`);
  return known.length === abouts.length && rows.length > 0 ? 0 : 1;
}

/** What mails about a name are about: a payment or a reference. Null, after a message, if there is none. */
async function aboutOf(context: CommandContext, what: string): Promise<string | null> {
  if (!REFERENCE.test(what)) return (await findPaidOrder(context, what))?.intentId ?? null;
  const reference = what.toUpperCase();
  const { ledger, target, terminal } = context;
  const [rows = []] = await ledger([sql("SELECT 1 FROM withdrawals WHERE reference = ?1", reference)]);
  if (rows.length > 0) return reference;
  terminal.note(`No withdrawal ${printable(reference)} (${describeTarget(target)}).`);
  return null;
}

/**
 * Makes a confirmation due again that has ended without being sent, was never owed, or went without the gift's link. One
 * that is due stays as it is.
 */
const OWE_CONFIRMATION = `INSERT INTO mails (kind, about, version, due_at) VALUES ('confirmation', ?1, ?2, ?3)
  ON CONFLICT DO UPDATE SET state = 'due', due_at = excluded.due_at, ended_at = NULL, detail = NULL
  WHERE state IN ('refused', 'withheld', 'failed') OR (state = 'sent' AND detail = 'codeless')
  RETURNING 1`;
/** One more receipt, with all that was declared, unless one is on its way. */
const OWE_RECEIPT = `INSERT INTO mails (kind, about, version, due_at)
  SELECT 'receipt', reference, ?2, ?2 FROM withdrawals AS w WHERE reference = ?1 AND email <> ''
    AND NOT EXISTS (SELECT 1 FROM mails WHERE kind = 'receipt' AND about = w.reference AND state IN ('due', 'sending'))
  RETURNING 1`;

/** Makes the named mails due. Resolves to the exit code: 1 if one of them is not sent. */
async function resend(context: CommandContext, named: readonly string[]): Promise<number> {
  const { terminal } = context;
  if (named.length === 0) throw new UsageError("Name what --resend sends: an order (VK-...) or a withdrawal (HR-...).");
  let count = 0;
  for (const what of named) {
    const name = REFERENCE.test(what) ? await resendReceipt(context, what) : await resendConfirmation(context, what);
    if (name === null) continue;
    count += 1;
    terminal.out(`${name} is due.`);
  }
  if (count > 0) terminal.note(`${SENT_SOON} \`mails NAME\` shows what became of it.`);
  return count === named.length ? 0 : 1;
}

const SENT_SOON = "The clock sends what is due within ten minutes.";

async function resendReceipt(context: CommandContext, what: string): Promise<string | null> {
  const { ledger, terminal, now } = context;
  const reference = await aboutOf(context, what);
  if (reference === null) return null;
  const [owed = []] = await ledger([sql(OWE_RECEIPT, reference, now.toISOString())]);
  if (owed.length > 0) return reference;
  terminal.note(`${reference}: its receipt is on its way already, or its address was erased.`);
  return null;
}

async function resendConfirmation(context: CommandContext, what: string): Promise<string | null> {
  const { ledger, terminal, now } = context;
  const order = await findPaidOrder(context, what);
  if (order === null) return null;
  const { intentId, email, emailCorrectedAt = "", confirmedAt } = order;
  const number = formatOrderNumber(intentId);
  const reason =
    whyNoConfirmation(order) ?? (email === undefined ? "has no address: `--to ADDRESS` gives it one" : null);
  if (reason === null) {
    const dueAt = new Date(now.getTime() - DUE_AGAIN_MS).toISOString();
    const [owed = []] = await ledger([sql(OWE_CONFIRMATION, intentId, emailCorrectedAt, dueAt)]);
    if (owed.length > 0) return number;
  }
  terminal.note(`${number} ${reason ?? (confirmedAt === undefined ? "is due already" : "has its confirmation")}.`);
  return null;
}

/** Why an order gets no confirmation, such as a payment for something else than a course. */
function whyNoConfirmation(order: Order): string | null {
  if (order.productId === undefined && order.source === undefined) return "is no sale of the shop";
  if (order.erasedAt !== undefined) return "has no address: its buyer's data were erased";
  return isRepaid(order) ? "was repaid: there is nothing left to confirm" : null;
}

/** Corrects the address of the one named order, and makes its confirmation due there. */
async function resendTo(context: CommandContext, named: readonly string[], to: string): Promise<number> {
  const { terminal, values } = context;
  const [what = "", ...others] = named;
  if (values.resend !== true || others.length > 0 || REFERENCE.test(what)) {
    throw new UsageError("--to ADDRESS goes with --resend and the one order whose address it is");
  }
  if (!isEmailAddress(to)) throw new UsageError(`"${printable(to)}" is no e-mail address`);
  const order = await findPaidOrder(context, what);
  if (order === null) return 1;
  const { intentId, email, confirmedAt } = order;
  const number = formatOrderNumber(intentId);
  const reason = whyNoConfirmation(order);
  if (reason !== null) {
    terminal.note(`${number} ${reason}.`);
    return 1;
  }
  const isSame = email?.toLowerCase() === to.toLowerCase();
  terminal.out(
    labelled([
      ["Order", number],
      ["Paid", formatTime(boughtAt(order))],
      ["Confirmed", confirmedAt === undefined ? "not yet" : formatTime(confirmedAt)],
      ["Address", isSame ? `is ${to} already` : `${maskAddress(email)} becomes ${to}`],
    ]),
  );
  terminal.out(
    "\nThe confirmation goes there, now and once more if it went before, and so does every later mail.\n" +
      "The order is found by this address only. Who got the mail at another one keeps the link to the order in it.",
  );
  const question = `Give ${number} the address ${to}, and send its confirmation there?`;
  const answer = await askAfterPreview(context, question, "Nothing was changed or sent.");
  if (answer !== "yes") return answer === "shown" ? 0 : 1;
  await correctAddress(context, intentId, to);
  terminal.out(`${number} has the address ${to}, and its confirmation is due. ${SENT_SOON}`);
  const atStripe = await correctAtStripe(context, intentId, to);
  terminal.note(atStripe.said);
  return atStripe.isDone ? 0 : 1;
}
