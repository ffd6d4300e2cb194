import type Stripe from "stripe";
import { formatOrderNumber } from "../../src/ledger/order-rules.ts";
import { eraseAtStripe, eraseLeftPayment, isCancelable } from "../../src/paying/stripe-erasure.ts";
import { findIntent } from "../../src/server/stripe.ts";
import { isEmailAddress } from "../../src/shared/email-address.ts";
import { replaceAddress } from "../address-correction.ts";
import { deleteKeys, putEntries } from "../changes.ts";
import { askAfterPreview, type Command, type CommandContext, describeTarget, environmentOf } from "../command.ts";
import { UsageError } from "../data-files.ts";
import { markErasure } from "../erasure-marks.ts";
import { readGiftWords } from "../gift-state.ts";
import { findPaymentsOf, type NamedPayment } from "../payments-of.ts";
import {
  erasableOf,
  erasureOf,
  findPerson,
  type Person,
  type PersonOrder,
  planGiftErasure,
  splitPerson,
} from "../person.ts";
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
      terminal.out(`Nothing is known of this address (${describeTarget(target)}).\n\n${ELSEWHERE}`);
      return 1;
    }
    if (values.erase === true) return erase(context, email, person, asked.stripe);
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
async function erase(context: CommandContext, email: string, person: Person, stripe: Stripe | null): Promise<number> {
  const { ledger, target, terminal, now } = context;
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
  const question = `Erase ${email} (${count}) from the shop (${describeTarget(target)})? It cannot be undone.`;
  const answer = await askAfterPreview(context, question, NOTHING);
  if (answer !== "yes") return answer === "shown" ? 0 : 1;

  // Stripe comes first, because it may refuse, and the ledger last: whatever fails, the person is found again by what is left.
  // Payments that only Stripe names come after all, because they can be found only by their address at Stripe.
  const hidden = orders.filter(({ isKnown }) => !isKnown);
  const named = orders.filter(({ isKnown }) => isKnown);
  const isDoneThere =
    (await eraseThere(context, stripe, named, "At Stripe perhaps a part was erased, and nothing here.")) &&
    (await eraseMentions(context, stripe, mentions, email));
  if (!isDoneThere) return 1;
  if (!(await eraseInKv(context, going))) {
    terminal.note("Not all of it was erased. Run this again.");
    return 1;
  }
  await ledger(erasureOf(going, now));
  if (!(await eraseThere(context, stripe, hidden, "It was erased here, and at Stripe not all of it."))) return 1;
  terminal.out("\nErased. The page of a gift may show its names for a minute.");
  return needed.size + open.length === 0 ? 0 : 1;
}

/** Marks what is erased, and takes the names and messages from its gifts. False, after a message, if it could not. */
async function eraseInKv({ openStore, terminal, now }: CommandContext, going: Person): Promise<boolean> {
  const gifts = openStore("GIFTS");
  const marks = markErasure(erasableOf(going), now);
  const isGoing = new Set(going.orders.map(({ intentId }) => intentId));
  const { put, remove } = await planGiftErasure(
    gifts,
    new Map([...going.gifts].filter(([intentId]) => isGoing.has(intentId))),
  );
  return (
    (await putEntries(gifts, [...marks, ...put], terminal, "erased")).ok &&
    (await deleteKeys(gifts, remove, terminal)).ok
  );
}

/** Erases these payments at Stripe. False if Stripe refused, after a message that ends with `state`. */
async function eraseThere(
  context: CommandContext,
  stripe: Stripe | null,
  orders: readonly PersonOrder[],
  state: string,
): Promise<boolean> {
  if (stripe === null) return true;
  return trying(context, state, async () => {
    for (const { intentId, order, payment } of orders) {
      const intent = await findIntent(stripe, intentId);
      if (payment?.state !== "left" || intent === null) {
        await eraseAtStripe(stripe, intent, order?.status === "paid");
        continue;
      }
      if (!isCancelable(intent)) {
        const number = formatOrderNumber(intentId);
        context.terminal.note(
          `${number} cannot be canceled at Stripe any more: it is ${intent.status} now.\n${state} Run this again.`,
        );
        return false;
      }
      await eraseLeftPayment(stripe, intent);
    }
    return true;
  });
}

/** Erases the address from payments of others at Stripe. */
async function eraseMentions(
  context: CommandContext,
  stripe: Stripe | null,
  intentIds: readonly string[],
  email: string,
): Promise<boolean> {
  if (stripe === null) return true;
  return trying(context, "At Stripe perhaps a part was erased, and nothing here.", async () => {
    for (const intentId of intentIds) {
      const intent = await findIntent(stripe, intentId);
      if (intent !== null) await replaceAddress(stripe, intent, "", email);
    }
    return true;
  });
}

/** Does work at Stripe. False if Stripe refused, after a message that ends with `state`. */
async function trying({ terminal }: CommandContext, state: string, work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    const reason = describeStripeError(error);
    if (reason === null) throw error;
    terminal.note(`${reason}\n${state} Run this again.`);
    return false;
  }
}
