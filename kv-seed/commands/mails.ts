import { sql } from "../../src/ledger/database.ts";
import { type MailRow, toMail } from "../../src/ledger/mails.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { boughtAt } from "../../src/ledger/orders.ts";
import { correctAddress, correctAtStripe } from "../../src/orders/address-correction.ts";
import {
  type ConfirmationAgain,
  resendConfirmation,
  resendReceipt,
  whyNoConfirmation,
} from "../../src/orders/resend.ts";
import { isMailOverdue, isOwed, readUnsentMails, remedyOf, type UnsentMail } from "../../src/orders/unsent-mails.ts";
import { dashboardPage } from "../../src/server/stripe.ts";
import { isEmailAddress } from "../../src/shared/email-address.ts";
import { INTENT_ID } from "../../src/shared/intent-id.ts";
import { MAIL_KINDS } from "../../src/shared/mail-kind.ts";
import { printable } from "../../src/shared/printable.ts";
import {
  askAfterPreview,
  askIfRemote,
  type Command,
  type CommandContext,
  describeAsked,
  describeTarget,
  formatTime,
  labelled,
  table,
  textOption,
} from "../command.ts";
import { UsageError } from "../data-files.ts";
import { findPaidOrder } from "../paid-order.ts";
import { readReference } from "../reference.ts";
import { describeStripeError } from "../stripe-errors.ts";

const MOST_LINES = 200;

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

  --resend      makes the named mails due, after a question with --remote: the clock sends them within ten minutes. An order's confirmation goes once: a buyer who
                has it gets no other. A receipt goes with all that was declared, also once more
  --to ADDRESS  with --resend and one order: corrects its buyer's address, to which the confirmation then goes, also once more.
                Shows what changes, and asks
  --dry-run     with --resend: changes nothing
  --yes         with --resend and --remote: don't ask (for scripts); with --to it is asked all the same

  npm run kv -- mails --remote --env production
  npm run kv -- mails --resend VK-1A2B3C4D5E HR-8K2M-0Q4Z-7VTA --remote --env production
  npm run kv -- mails --resend VK-1A2B3C4D5E --to sanne@example.nl --remote --env production`,
  async run(context) {
    const named = context.args.map((arg) => arg.trim());
    for (const what of named) {
      if (!INTENT_ID.test(what) && readReference(what) === null && !/^(vk)?[\s-]?[a-z0-9_]{10}$/i.test(what)) {
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

type Line = { about: string; mail: string; state: string; since: string; next: string };

async function listOwed({ ledger, target, terminal, now }: CommandContext): Promise<number> {
  const unsent = await readUnsentMails(ledger, now);
  if (unsent.length === 0) {
    terminal.out(`Every mail that was owed has been sent (${describeTarget(target)}).`);
    return 0;
  }
  const lines = unsent.slice(0, MOST_LINES).map((one) => lineOf(one, now));
  terminal.out(table([HEADER, ...lines.map(cellsOf)]));
  if (unsent.length > MOST_LINES) terminal.note(`${unsent.length - MOST_LINES} later ones not shown.`);
  const due = unsent.filter((one) => one.is === "mail" && isOwed(one.mail)).length;
  terminal.note(`${due} due, ${unsent.length - due} not sent (${describeTarget(target)}).`);
  return 0;
}

const HEADER = ["ABOUT", "MAIL", "STATE", "SINCE", "THEN"];

function cellsOf({ about, mail, state, since, next }: Line): readonly string[] {
  return [about, mail, state, formatTime(since), next];
}

function lineOf(unsent: UnsentMail, now: Date): Line {
  const { since } = unsent;
  switch (unsent.is) {
    case "mail":
      return mailLine(unsent.mail, now);
    case "unaddressed": {
      const about = formatOrderNumber(unsent.intentId);
      const next = `no address is known: --resend ${about} --to ADDRESS`;
      return { about, mail: "confirmation", state: "none", since, next };
    }
    case "held": {
      const { reference: about } = unsent;
      const next = `compare it with its order, then --resend ${about}`;
      return { about, mail: "receipt", state: "held", since, next };
    }
    case "gift": {
      const isLate = unsent.state === "overdue";
      const next = isLate ? "is tried for a day" : "its giver was told, and can have it mailed on the order's page";
      const about = formatOrderNumber(unsent.intentId);
      return { about, mail: "gift", state: isLate ? "OVERDUE" : unsent.state, since, next };
    }
  }
}

function mailLine(mail: MailRow, now: Date): Line {
  const { kind, state, dueAt, endedAt, detail } = mail;
  const isOverdue = isMailOverdue(mail, now);
  return {
    about: nameOf(mail),
    mail: kind,
    state: isOverdue ? "OVERDUE" : state === "withheld" ? `withheld (${detail})` : state,
    since: endedAt ?? dueAt,
    next: !isOwed(mail)
      ? whatHelps(mail)
      : isOverdue
        ? "look in the log"
        : Date.parse(dueAt) > now.getTime()
          ? "goes by itself then"
          : "goes by itself",
  };
}

/** What a mail is about, as an operator names it. */
function nameOf({ kind, about }: MailRow): string {
  return MAIL_KINDS[kind] === "payment" ? formatOrderNumber(about) : about;
}

/** What an operator can do about a mail that ended without being sent. */
function whatHelps(mail: MailRow): string {
  switch (remedyOf(mail)) {
    case "resend":
      return `--resend ${nameOf(mail)}`;
    case "correct":
      return `--resend ${nameOf(mail)} --to ADDRESS`;
    case "ask-again":
      return "who asked can ask again";
    case null:
      return "";
  }
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
    const lines = rows.map((row) => mailLine(toMail(row), now));
    terminal.out(table([HEADER, ...lines.map(cellsOf)]));
  } else if (known.length > 0) terminal.out(`No mail was ever owed about it (${describeTarget(target)}).`);
  return known.length === abouts.length && rows.length > 0 ? 0 : 1;
}

/**
 * The payment or the reference that a typed name means: mails are about those. Null, after a message, if there is none.
 */
async function aboutOf(context: CommandContext, what: string): Promise<string | null> {
  const reference = readReference(what);
  if (reference === null) return (await findPaidOrder(context, what))?.intentId ?? null;
  const { ledger, target, terminal } = context;
  const [rows = []] = await ledger([sql("SELECT 1 FROM withdrawals WHERE reference = ?1", reference)]);
  if (rows.length > 0) return reference;
  terminal.note(`No withdrawal ${printable(reference)} (${describeAsked(target)}).`);
  return null;
}

/** Makes the named mails due. Resolves to the exit code: 1 if one of them is not sent. */
async function resend(context: CommandContext, named: readonly string[]): Promise<number> {
  const { terminal } = context;
  if (named.length === 0) throw new UsageError("Name what --resend sends: an order (VK-...) or a withdrawal (HR-...).");
  const [only = ""] = named;
  const which = named.length === 1 ? only : `these ${named.length}`;
  const answer = await askIfRemote(context, `Mail ${which} again`, "Nothing was made due.");
  if (answer !== "yes") return answer === "shown" ? 0 : 1;
  let count = 0;
  for (const [index, what] of named.entries()) {
    const again = readReference(what) !== null ? receiptAgain(context, what) : confirmationAgain(context, what);
    const name = await again.catch((error: unknown) => {
      terminal.note(`Stopped at ${printable(what)}: ${index} of ${named.length} were dealt with. Run this again.`);
      throw error;
    });
    if (name === null) continue;
    count += 1;
    terminal.out(`${name} is due.`);
  }
  if (count > 0) terminal.note(`${SENT_SOON} \`mails NAME\` shows what became of it.`);
  return count === named.length ? 0 : 1;
}

const SENT_SOON = "The clock sends what is due within ten minutes.";

async function receiptAgain(context: CommandContext, what: string): Promise<string | null> {
  const { ledger, terminal, now } = context;
  const reference = await aboutOf(context, what);
  if (reference === null) return null;
  const outcome = await resendReceipt(ledger, reference, now);
  if (outcome === "due") return reference;
  const reason = outcome === "is-due" ? "its receipt is on its way already" : "its address was erased";
  terminal.note(`${reference}: ${reason}.`);
  return null;
}

async function confirmationAgain(context: CommandContext, what: string): Promise<string | null> {
  const { ledger, terminal, now } = context;
  const order = await findPaidOrder(context, what);
  if (order === null) return null;
  const number = formatOrderNumber(order.intentId);
  const outcome = await resendConfirmation(ledger, order, now);
  if (outcome === "due") return number;
  terminal.note(`${number} ${NOT_RESENT[outcome]}.`);
  return null;
}

/** Why an order gets no confirmation, after its number. */
const NOT_RESENT = {
  "no-sale": "is no sale of the shop",
  erased: "has no address: its buyer's data were erased",
  repaid: "was repaid: there is nothing left to confirm",
  "no-address": "has no address: `--to ADDRESS` gives it one",
  "is-due": "is due already",
  "has-one": "has its confirmation",
} as const satisfies Record<Exclude<ConfirmationAgain, "due">, string>;

/** Corrects the address of the one named order, and makes its confirmation due there. */
async function resendTo(context: CommandContext, named: readonly string[], to: string): Promise<number> {
  const { terminal, values } = context;
  const [what = "", ...others] = named;
  if (values.resend !== true || others.length > 0 || readReference(what) !== null) {
    throw new UsageError("--to ADDRESS goes with --resend and the one order whose address it is");
  }
  if (!isEmailAddress(to)) throw new UsageError(`"${printable(to)}" is no e-mail address`);
  const order = await findPaidOrder(context, what);
  if (order === null) return 1;
  const { intentId, email, confirmedAt } = order;
  const number = formatOrderNumber(intentId);
  const reason = whyNoConfirmation(order);
  if (reason !== null) {
    terminal.note(`${number} ${NOT_RESENT[reason]}.`);
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
  const act = `Give ${number} the address ${to}, and send its confirmation there`;
  const answer = await askAfterPreview(context, act, "Nothing was changed or sent.");
  if (answer !== "yes") return answer === "shown" ? 0 : 1;
  await correctAddress(context.ledger, intentId, to, context.now);
  terminal.out(`${number} has the address ${to}, and its confirmation is due. ${SENT_SOON}`);
  return correctThere(context, intentId, to);
}

const AT_STRIPE = {
  replaced:
    "The payment at Stripe has the new address too. The billing details of its attempts keep the one that was typed.",
  hosted: "Stripe keeps the address that the buyer typed on its own page.",
  unknown: "That Stripe account does not know the payment: nothing was changed there.",
} as const;

/** Corrects the address at Stripe, and says what became of it. Resolves to the exit code. */
async function correctThere({ openStripe, terminal }: CommandContext, intentId: string, to: string): Promise<number> {
  try {
    const outcome = await correctAtStripe(await openStripe(), intentId, to);
    terminal.note(AT_STRIPE[outcome]);
    return outcome === "unknown" ? 1 : 0;
  } catch (error) {
    const reason = error instanceof UsageError ? error.message : describeStripeError(error);
    if (reason === null) throw error;
    const page = dashboardPage(`payments/${intentId}`);
    terminal.note(
      `The payment at Stripe keeps the address before, perhaps in a part: change buyer_email in its metadata at ${page}\n${reason}`,
    );
    return 1;
  }
}

/** An address as a preview shows it: `j…@example.nl`. */
function maskAddress(email: string | undefined): string {
  return email === undefined ? "none" : email.replace(/^(.)[^@]*/u, "$1…");
}
