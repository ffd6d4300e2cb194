import { DELIVERY_LIFE } from "../src/ledger/delivery-life-rules.ts";
import { isFrom, type LifeEvent, sqlList } from "../src/ledger/life-rules.ts";
import { MAIL_LIFE } from "../src/ledger/mail-life-rules.ts";
import { PAYMENT_LIFE } from "../src/ledger/payment-life-rules.ts";
import { WITHDRAWAL_LIFE } from "../src/ledger/withdrawal-life-rules.ts";

/**
 * The triggers of the lives, as a migration: `npm run lives > src/ledger/migrations/000N_lives.sql` after a life has changed. They refuse
 * what no life allows, except of a payment: what a bank tells is true, so it is written down, and an alarm says that it is strange.
 * `test/services/lives.test.ts` holds the last such migration to the tables.
 */

type Life = Readonly<Record<string, LifeEvent<string>>>;

/** The changes that events make: `'open paid'`, each state before and after. */
const changesOf = (events: readonly LifeEvent<string>[]) =>
  sqlList([
    ...new Set(events.flatMap(({ from, to }) => from.flatMap((before) => to.map((after) => `${before} ${after}`)))),
  ]);

/** The changes on which a guard decides, as SQL for a row of the life's view. */
const guarded = (events: readonly LifeEvent<string>[]) =>
  events
    .map((event) =>
      [
        isFrom(event),
        `NEW.state IN (${sqlList(event.to)})`,
        ...Object.values(event.guard ?? {}).map((holds) => `(${holds})`),
      ].join(" AND "),
    )
    .join("\n    OR ");

const trigger = (name: string, on: string, when: string, then: string) => `DROP TRIGGER IF EXISTS ${name}_life;
CREATE TRIGGER ${name}_life BEFORE ${on} WHEN ${when}
BEGIN ${then}; END;
`;

/** Refuses a change of `state` that no event makes, or whose guard does not hold in the life's view. */
function refuse(name: string, life: Life, table: string, view: string, row: string): string {
  const events = Object.values(life);
  const free = events.filter(({ guard }) => guard === undefined);
  const asked = events.filter(({ guard }) => guard !== undefined);
  return trigger(
    name,
    `UPDATE OF state ON ${table}`,
    `OLD.state || ' ' || NEW.state NOT IN (${changesOf(free)})
  AND NOT EXISTS (SELECT 1 FROM ${view} WHERE ${row} AND (${guarded(asked)}))`,
    `SELECT RAISE(ABORT, 'no event of a ${name} makes this change')`,
  );
}

const BEFORE = "ifnull((SELECT money FROM orders WHERE intent_id = NEW.intent_id), 'none')";

export const LIFE_TRIGGERS = [
  "-- Made by kv-seed/life-triggers.ts of the tables of the lives: not written by hand.\n",
  refuse("delivery", DELIVERY_LIFE, "deliveries", "shown_deliveries", "intent_id = OLD.intent_id"),
  refuse("mail", MAIL_LIFE, "mails", "shown_mails", "kind = OLD.kind AND about = OLD.about AND version = OLD.version"),
  trigger(
    "withdrawal",
    "UPDATE OF answer ON withdrawals",
    `NEW.answer IS NOT OLD.answer
  AND OLD.state || ' ' || NEW.state NOT IN (${changesOf(Object.values<LifeEvent<string>>(WITHDRAWAL_LIFE))})`,
    "SELECT RAISE(ABORT, 'no event of a withdrawal makes this change')",
  ),
  trigger(
    "payment",
    "INSERT ON orders",
    `${BEFORE} <> NEW.money
  AND ${BEFORE} || ' ' || NEW.money NOT IN (${changesOf(Object.values<LifeEvent<string>>(PAYMENT_LIFE))})`,
    // A conflict clause here would be that of the statement that fires it.
    `INSERT INTO alarms (kind, about, at, detail)
  SELECT 'payment-strange', about, NEW.updated_at, NEW.intent_id
  FROM (SELECT NEW.intent_id || ' ' || ${BEFORE} || ' ' || NEW.money AS about) AS a
  WHERE NOT EXISTS (SELECT 1 FROM alarms WHERE kind = 'payment-strange' AND about = a.about)`,
  ),
].join("\n");

if (import.meta.main) process.stdout.write(LIFE_TRIGGERS);
