import type Stripe from "stripe";
import { type ErasureOutcome, erasePerson } from "../../src/desk/erase-person.ts";
import { findPerson, type Person, splitPerson } from "../../src/desk/person.ts";
import { readGiftWords } from "../../src/gifts/gift-state.ts";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { findPaymentsOf, type NamedPayment } from "../../src/paying/money/payments-of.ts";
import { isEmailAddress } from "../../src/shared/email-address.ts";
import { askAfterPreview, type Command, type CommandContext, describeAsked, environmentOf } from "../command.ts";
import { UsageError } from "../data-files.ts";
import { describeErasure, describePerson, ELSEWHERE } from "../person-text.ts";
import { describeStripeError } from "../stripe-errors.ts";

const NOTHING = "Nothing was erased.";

export const personCommand: Command = {
  name: "person",
  usage: "ADDRESS [--erase] [--dry-run]",
  summary: "Show everything that the shop holds about an e-mail address, and erase what the law lets go",
  help: `For somebody who asks what you have of them, or to be forgotten (art. 15 and 17 GDPR). Shows orders and attempts, gifts with what was
written and where they are mailed to, gifts that wait to be mailed to it, withdrawals, and what is elsewhere. Searches Stripe for
payments of which no event came. Prints personal data. Be sure that it is they who ask.

  --erase     erases it, here and in what the shop and its checkout wrote at Stripe, after a question. The tax law keeps the sale for
              seven years: number, product, amounts, VAT, day, what was paid back, and the buyer's name; the waiver and a withdrawal
              stay as proof. Says what stays and until when, and what Stripe keeps. What is still needed stays whole: a sale of the last
              14 days, an open dispute or withdrawal, and what may still be paid. A restored ledger is erased again (see "database")
  --dry-run   with --erase: shows what would go and stay

  npm run kv -- person sanne@example.nl --remote --env production
  npm run kv -- person sanne@example.nl --erase --remote --env production`,
  async run(context) {
    const { args, ledger, openStore, target, terminal, values } = context;
    const [email = "", ...others] = args;
    if (!isEmailAddress(email) || others.length > 0) throw new UsageError("Name one e-mail address.");
    const asked = await askStripe(context, email);
    if (asked === null) return 1;
    const gifts = openStore("GIFTS");
    const person = await findPerson(ledger, gifts, email, asked.payments);
    const { orders, mentions, withdrawals, deliveries } = person;
    if ([orders, mentions, withdrawals, deliveries].every(({ length }) => length === 0)) {
      terminal.out(`Nothing is known of this address (${describeAsked(target)}).\n\n${ELSEWHERE}`);
      return 1;
    }
    // Without Stripe, an erasure has ended before.
    if (values.erase === true && asked.stripe !== null) return erase(context, email, person, asked.stripe);
    const codes = [...person.gifts.values()].map(({ code }) => code);
    terminal.out(describePerson(person, await readGiftWords(gifts, codes), context.now));
    terminal.out(`\n${ELSEWHERE}`);
    return 0;
  },
};

type Asked = { stripe: Stripe | null; payments: readonly NamedPayment[] };

/**
 * Asks Stripe for the payments of the address. Without a key or an answer it says so and returns none, because the rest
 * can still be shown; before an erasure it returns null instead, because nothing may be left behind.
 */
async function askStripe(context: CommandContext, email: string): Promise<Asked | null> {
  const { target, terminal, values, now } = context;
  try {
    const stripe = await context.openStripe();
    return { stripe, payments: await findPaymentsOf(stripe, email, environmentOf(target), now) };
  } catch (error) {
    const reason = error instanceof UsageError ? error.message : describeStripeError(error);
    if (reason === null) throw error;
    const isErasure = values.erase === true;
    const follows = isErasure ? NOTHING : "Payments that only Stripe knows are not shown.";
    terminal.note(`${reason}\n${follows}`);
    return isErasure ? null : { stripe: null, payments: [] };
  }
}

/** Shows what goes and stays, asks, and erases. Resolves to the exit code. */
async function erase(context: CommandContext, email: string, person: Person, stripe: Stripe): Promise<number> {
  const { ledger, openStore, terminal, now } = context;
  const split = splitPerson(person, now);
  const { going, needed, open } = split;
  terminal.out(describeErasure(person, split));
  terminal.out(`\n${ELSEWHERE}`);
  const { orders, mentions, withdrawals, deliveries } = going;
  if ([orders, mentions, withdrawals, deliveries].every(({ length }) => length === 0)) {
    terminal.note(NOTHING);
    return 1;
  }
  const count = `${orders.length} ${orders.length === 1 ? "order" : "orders"}`;
  const answer = await askAfterPreview(
    context,
    `Erase ${email} (${count}) from the shop`,
    NOTHING,
    "It cannot be undone.",
  );
  if (answer !== "yes") return answer === "shown" ? 0 : 1;
  const outcome = await erasePerson({ ledger, gifts: openStore("GIFTS"), stripe }, email, going, now);
  if (outcome.status === "stopped") {
    terminal.note(`${sayBecause(outcome.because)}\n${STOPPED[outcome.at]} Run this again.`);
    return 1;
  }
  terminal.out("\nErased. The page of a gift may show its names for a minute.");
  return needed.size + open.length === 0 ? 0 : 1;
}

type Stopped = Extract<ErasureOutcome, { status: "stopped" }>;

const STOPPED = {
  stripe: "At Stripe perhaps a part was erased, and nothing here.",
  gifts: "Not all of it was erased.",
  unrecorded: "It was erased here, and at Stripe not all of it.",
} as const satisfies Record<Stopped["at"], string>;

function sayBecause(because: Stopped["because"]): string {
  if (because instanceof Error) return describeStripeError(because) ?? `Failed: ${because.message}`;
  const { intentId, status } = because;
  return `${formatOrderNumber(intentId)} cannot be canceled at Stripe any more: it is ${status} now.`;
}
