import type Stripe from "stripe";
import { findIntent } from "../../server/stripe.ts";
import { inTurns } from "../../shared/batches.ts";
import { DAY_S, type Days, isDay, isoDateOf } from "../../shared/time.ts";

/**
 * The movements of the account's money, from Stripe's balance transactions. Each keeps its amount, fee and day,
 * whatever happens to the sale later.
 */

/** Calls under way at once. */
const LANES = 4;

export type Movement = Stripe.BalanceTransaction;

/** A charge with everything that ever moved money for it, oldest first. */
export type ChargeHistory = {
  charge: Stripe.Charge;
  movements: readonly Movement[];
  disputes: readonly Stripe.Dispute[];
};

export type MoneyOfPeriod = {
  charges: readonly ChargeHistory[];
  /** The movements of the period that no history has: payouts, Stripe's own invoices, fees that it bills by themselves. */
  others: readonly Movement[];
};

/** What was paid back otherwise than through Stripe (`settlements`). `at`: ISO 8601. */
export type Settled = { intentId: string; cents: number; at: string };

/** Among the movements of its charge; it moved nothing at Stripe. */
function movementOf({ cents, at }: Settled): Movement {
  const made = { created: Date.parse(at) / 1000, reporting_category: "settled", currency: "eur", source: null };
  return { ...made, id: "", amount: -cents, fee: 0, net: 0 } as unknown as Movement;
}

/** Reads the movements of these days, and the whole history of their charges. Rejects with Stripe's error. */
export async function readMoney(stripe: Stripe, days: Days, settled: readonly Settled[]): Promise<MoneyOfPeriod> {
  const moved: Movement[] = [];
  /** Charges of the period. A charge without other movements needs no call of its own. */
  const sales = new Map<string, { charge: Stripe.Charge; movement: Movement }>();
  const touched = new Set<string>();
  for await (const movement of stripe.balanceTransactions.list({
    limit: 100,
    ...createdWithin(days),
    expand: ["data.source"],
  })) {
    if (!isWithinDays(movement, days)) continue;
    moved.push(movement);
    const { source } = movement;
    if (source === null || typeof source === "string") continue;
    if (source.object === "charge" && movement.reporting_category === "charge") {
      sales.set(source.id, { charge: source, movement });
    } else if (source.object === "charge") touched.add(source.id);
    else if (source.object === "refund" || source.object === "dispute") {
      const chargeId = idOf(source.charge);
      if (chargeId !== null) touched.add(chargeId);
    }
  }
  for (const { intentId } of settled.filter((one) => isWithinDays(movementOf(one), days))) {
    const chargeId = idOf((await findIntent(stripe, intentId))?.latest_charge ?? null);
    if (chargeId !== null) touched.add(chargeId);
  }
  const charges: ChargeHistory[] = [...sales]
    .filter(([id]) => !touched.has(id))
    .map(([, { charge, movement }]) => ({ charge, movements: [movement], disputes: [] }));
  await inTurns([...touched], LANES, async (id) => charges.push(await readHistory(stripe, id, settled)));
  const claimed = new Set(charges.flatMap(({ movements }) => movements.map(({ id }) => id)));
  return { charges, others: moved.filter(({ id }) => !claimed.has(id)) };
}

/** Whether a movement is of these days in the shop's time zone. */
export function isWithinDays({ created }: Pick<Movement, "created">, { from, to }: Days): boolean {
  const day = dayOf(created);
  return day >= from && day <= to;
}

/** The shop's day of a time of Stripe's, seconds since 1970. */
export function dayOf(created: number): string {
  return isoDateOf(new Date(created * 1000));
}

async function readHistory(stripe: Stripe, chargeId: string, settled: readonly Settled[]): Promise<ChargeHistory> {
  const charge = await stripe.charges.retrieve(chargeId, { expand: ["balance_transaction"] });
  const movements: (string | Movement | null | undefined)[] = [
    charge.balance_transaction,
    charge.failure_balance_transaction,
  ];
  const refunds = stripe.refunds.list({
    charge: chargeId,
    limit: 100,
    expand: ["data.balance_transaction", "data.failure_balance_transaction"],
  });
  for await (const refund of refunds) movements.push(refund.balance_transaction, refund.failure_balance_transaction);
  const disputes: Stripe.Dispute[] = [];
  for await (const dispute of stripe.disputes.list({ charge: chargeId, limit: 100 })) disputes.push(dispute);
  movements.push(...disputes.flatMap((dispute) => dispute.balance_transactions));
  const known = await Promise.all(
    movements
      .filter((movement) => movement !== null && movement !== undefined)
      .map((movement) => (typeof movement === "string" ? stripe.balanceTransactions.retrieve(movement) : movement)),
  );
  const byId = new Map(known.map((movement) => [movement.id, movement]));
  const others = settled.filter(({ intentId }) => intentId === idOf(charge.payment_intent)).map(movementOf);
  return { charge, movements: [...byId.values(), ...others].sort(byTime), disputes };
}

/** In the same second a sale comes first, and what comes back comes last. */
const RANKS: Readonly<Record<string, number>> = {
  charge: 0,
  charge_failure: 2,
  refund_failure: 2,
  dispute_reversal: 2,
};

export function byTime(a: Movement, b: Movement): number {
  const rank = ({ reporting_category: category }: Movement) => RANKS[category] ?? 1;
  return a.created - b.created || rank(a) - rank(b) || a.id.localeCompare(b.id);
}

/** A day more at each end: Stripe counts in UTC. */
function createdWithin({ from, to }: Days): Pick<Stripe.BalanceTransactionListParams, "created"> {
  const seconds = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;
  const isOpen = { from: !isDay(from) || from < "1971", to: to > "9000" };
  const created = {
    ...(isOpen.from ? {} : { gte: seconds(from) - DAY_S }),
    ...(isOpen.to ? {} : { lt: seconds(to) + 2 * DAY_S }),
  };
  return Object.keys(created).length === 0 ? {} : { created };
}

function idOf(value: string | { id: string } | null): string | null {
  return value === null || typeof value === "string" ? value : value.id;
}
