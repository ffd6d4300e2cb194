import type Stripe from "stripe";
import { findIntent } from "../../src/services/stripe.ts";
import { isEmailAddress } from "../../src/shared/email-address.ts";
import { formatOrderNumber } from "../../src/shared/order.ts";
import { readKeysHere } from "../buyer-entries.ts";
import { deleteKeys, putEntries } from "../changes.ts";
import { askAfterPreview, type Command, type CommandContext, describeTarget, environmentOf } from "../command.ts";
import { UsageError } from "../data-files.ts";
import { readDeliveries } from "../deliveries.ts";
import { findPaymentsOf, isCancelable } from "../payments-of.ts";
import {
  type Elsewhere,
  findPerson,
  markErasure,
  type Person,
  type PersonOrder,
  planErasure,
  whyStillNeeded,
} from "../person.ts";
import { describeErasure, describePerson, ELSEWHERE } from "../person-text.ts";
import { eraseAtStripe } from "../stripe-erasure.ts";
import { describeStripeError } from "../stripe-errors.ts";
import { isOpen } from "../withdrawal-records.ts";

const NOTHING = "Nothing was erased.";

export const personCommand: Command = {
  name: "person",
  usage: "ADDRESS [--erase] [--dry-run]",
  summary: "Show everything that the shop holds about an e-mail address, and erase what the law lets go",
  help: `For somebody who asks what you have of them, or to be forgotten (art. 15 and 17 GDPR). Shows orders and attempts, gifts with what was
written and where they are mailed to, gifts that wait to be mailed to it, withdrawals, and what is elsewhere. Reads every order, and
searches Stripe for payments of which no event came. Prints personal data. Be sure that it is they who ask.

  --erase     erases it, here and in what the shop wrote at Stripe, after a question. The tax law keeps the sale for seven years: number,
              product, amounts, VAT, day, what was paid back, and the buyer's name; the waiver and a withdrawal stay as proof. Says what
              stays and until when. What is still needed stays whole: a sale of the last 14 days, an open dispute or withdrawal.
              Of the real shop it takes three minutes
  --dry-run   with --erase: shows what would go and stay

  npm run kv -- person sanne@example.nl --remote --env production
  npm run kv -- person sanne@example.nl --erase --remote --env production`,
  async run(context) {
    const { args, openStore, target, terminal, values } = context;
    const [email = "", ...others] = args;
    if (!isEmailAddress(email) || others.length > 0) throw new UsageError("Name one e-mail address.");
    const store = openStore("ORDERS");
    const asked = await askStripe(context, email);
    if (asked === null) return 1;
    const elsewhere = { payments: asked.payments, keys: await readKeysHere(context) };
    terminal.note("Reading every order.");
    const find = () => findPerson(store, openStore("GIFTS"), email, elsewhere);
    const person = await find();
    const { orders, mentions, withdrawals, deliveries, counts } = person;
    if ([orders, mentions, withdrawals, deliveries, counts].every(({ length }) => length === 0)) {
      terminal.out(`Nothing is known of this address (${describeTarget(target)}).\n\n${ELSEWHERE}`);
      return 1;
    }
    if (values.erase === true) return erase(context, person, find, asked.stripe);
    terminal.out(describePerson(person, await readDeliveries(store, orders), context.now));
    terminal.out(`\n${ELSEWHERE}`);
    return 0;
  },
};

type Asked = Pick<Elsewhere, "payments"> & { stripe: Stripe | null };

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

/**
 * A place that began to handle an event before it saw the marks may write data back. It sees the marks within two
 * minutes, and KV lists its writes a minute later; milliseconds.
 */
const EVENTS_END_MS = 200_000;

/** Shows what goes and stays, asks, and erases. `find` reads the data again. Resolves to the exit code. */
async function erase(
  context: CommandContext,
  person: Person,
  find: () => Promise<Person>,
  stripe: Stripe | null,
): Promise<number> {
  const { terminal, now } = context;
  const open = person.withdrawals.filter(isOpen);
  const needed = new Map(
    person.orders.flatMap(({ intentId, order }) => {
      const reason = whyStillNeeded(order, open, now);
      return reason === null ? [] : [[intentId, reason] as const];
    }),
  );
  const going: Person = {
    ...person,
    orders: person.orders.filter(({ intentId }) => !needed.has(intentId)),
    withdrawals: person.withdrawals.filter(
      (record) => !needed.has(record.withdrawal.intentId ?? "") && !open.includes(record),
    ),
  };
  terminal.out(describeErasure(person, going, needed, open));
  terminal.out(`\n${ELSEWHERE}`);
  if ([going.orders, going.mentions, going.withdrawals, going.deliveries].every(({ length }) => length === 0)) {
    terminal.note(NOTHING);
    return 1;
  }
  const answer = await askAfterPreview(context, "Erase this? It cannot be undone.", NOTHING);
  if (answer !== "yes") return answer === "shown" ? 0 : 1;

  // Stripe comes first, because it may refuse: once the address is gone from KV, these payments cannot be found by it.
  // Payments that only Stripe names come last, because they can be found only by their address at Stripe.
  const hidden = going.orders.filter(({ isNamedHere }) => !isNamedHere);
  const named = going.orders.filter(({ isNamedHere }) => isNamedHere);
  if (!(await eraseThere(context, stripe, named, "At Stripe perhaps a part was erased, and nothing here."))) return 1;
  if (!(await eraseHere(context, going, find))) {
    terminal.note("Not all of it was erased. Run this again.");
    return 1;
  }
  if (!(await eraseThere(context, stripe, hidden, "It was erased here, and at Stripe not all of it."))) return 1;
  terminal.out("\nErased. Places that have read it before may show it for a minute.");
  return needed.size + open.length === 0 ? 0 : 1;
}

/** Erases these orders and withdrawals in KV. False, after a message, if not all of it could be written. */
async function eraseHere(
  { openStore, target, terminal, pause, now }: CommandContext,
  going: Person,
  find: () => Promise<Person>,
): Promise<boolean> {
  const [store, gifts] = [openStore("ORDERS"), openStore("GIFTS")];
  const marks = await markErasure(going, now);
  if (!(await putEntries(store, marks, terminal, "marked")).ok) return false;
  if (target.remote && marks.length > 0) {
    terminal.note("Marked. Erasing in three minutes, so that no event of Stripe's brings anything back: wait for it.");
    await pause(EVENTS_END_MS);
  }
  const found = await find();
  const isGoing = new Set([
    ...going.orders.map(({ intentId }) => intentId),
    ...going.withdrawals.map(({ key }) => key),
  ]);
  const planned = await planErasure(
    store,
    gifts,
    {
      ...found,
      orders: found.orders.filter(({ intentId }) => isGoing.has(intentId)),
      withdrawals: found.withdrawals.filter(({ key }) => isGoing.has(key)),
    },
    now,
  );
  return (
    (await putEntries(gifts, planned.gifts.put, terminal, "erased")).ok &&
    (await deleteKeys(store, planned.orders.remove, terminal)).ok &&
    (await putEntries(store, planned.orders.put, terminal, "erased")).ok
  );
}

/** Erases these payments at Stripe. False if Stripe refused, after a message that ends with `state`. */
async function eraseThere(
  { terminal }: CommandContext,
  stripe: Stripe | null,
  orders: readonly PersonOrder[],
  state: string,
): Promise<boolean> {
  if (stripe === null) return true;
  try {
    for (const { intentId, order, isLeft } of orders) {
      const intent = await findIntent(stripe, intentId);
      if (isLeft && intent !== null && !isCancelable(intent)) {
        const number = formatOrderNumber(intentId);
        terminal.note(
          `${number} cannot be canceled at Stripe any more: it is ${intent.status} now.\n${state} Run this again.`,
        );
        return false;
      }
      await eraseAtStripe(stripe, intent, order?.status === "paid");
      // Only after the erasure: the event of the cancellation repeats the metadata.
      if (isLeft) await stripe.paymentIntents.cancel(intentId);
    }
    return true;
  } catch (error) {
    const reason = describeStripeError(error);
    if (reason === null) throw error;
    terminal.note(`${reason}\n${state} Run this again.`);
    return false;
  }
}
