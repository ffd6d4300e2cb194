import { DELIVERY_LIFE } from "../src/ledger/delivery-life-rules.ts";
import { isFrom, type LifeEvent } from "../src/ledger/life-rules.ts";
import { PAYMENT_LIFE } from "../src/ledger/payment-life-rules.ts";
import { WITHDRAWAL_LIFE } from "../src/ledger/withdrawal-life-rules.ts";

/**
 * The triggers that refuse what no life allows, as a migration: `npm run lives > src/ledger/migrations/000N_lives.sql` after a life
 * has changed. `test/services/lives.test.ts` holds the last such migration to the tables.
 */

type Life = Readonly<Record<string, LifeEvent<string>>>;

const listed = (texts: Iterable<string>) => [...texts].map((text) => `'${text}'`).join(", ");

/** The changes that no guard decides on: `'open paid'`, each state before and after an event. */
const changesOf = (life: Life, events = Object.values(life)) =>
  listed(new Set(events.flatMap(({ from, to }) => from.flatMap((before) => to.map((after) => `${before} ${after}`)))));

/** The changes that a guard decides on, as SQL for a row of the life's view. */
const guarded = (events: readonly LifeEvent<string>[]) =>
  events
    .map((event) =>
      [
        isFrom(event),
        `NEW.state IN (${listed(event.to)})`,
        ...Object.values(event.guard ?? {}).map((holds) => `(${holds})`),
      ].join(" AND "),
    )
    .join("\n    OR ");

const refuse = (name: string, on: string, when: string, what: string) => `DROP TRIGGER IF EXISTS ${name}_life;
CREATE TRIGGER ${name}_life BEFORE ${on} WHEN ${when}
BEGIN SELECT RAISE(ABORT, 'no event of a ${what} makes this change'); END;
`;

const [free, asked] = [false, true].map((isAsked) =>
  Object.values<LifeEvent<string>>(DELIVERY_LIFE).filter(({ guard }) => (guard !== undefined) === isAsked),
) as [LifeEvent<string>[], LifeEvent<string>[]];

export const LIFE_TRIGGERS = `-- Made by kv-seed/life-triggers.ts of the tables of the lives: not written by hand.
${refuse(
  "delivery",
  "UPDATE OF state ON deliveries",
  `OLD.state || ' ' || NEW.state NOT IN (${changesOf(DELIVERY_LIFE, free)})
  AND NOT EXISTS (SELECT 1 FROM shown_deliveries WHERE intent_id = OLD.intent_id AND (${guarded(asked)}))`,
  "delivery",
)}
${refuse(
  "withdrawal",
  "UPDATE OF answer ON withdrawals",
  `NEW.answer IS NOT OLD.answer AND OLD.state || ' ' || NEW.state NOT IN (${changesOf(WITHDRAWAL_LIFE)})`,
  "withdrawal",
)}
${refuse(
  "payment",
  "INSERT ON orders",
  `ifnull((SELECT money FROM orders WHERE intent_id = NEW.intent_id), 'none') <> NEW.money
  AND ifnull((SELECT money FROM orders WHERE intent_id = NEW.intent_id), 'none') || ' ' || NEW.money
    NOT IN (${changesOf(PAYMENT_LIFE)})`,
  "payment",
)}`;

if (import.meta.main) process.stdout.write(LIFE_TRIGGERS);
