import { DISPUTE_STATES, type DisputeState } from "../ledger/orders.ts";
import { fromRow, type Ledger, type Statement, sql, type Value } from "../server/database.ts";
import type { Shop } from "../server/shop.ts";
import { addDays, DAY_MS, HOUR_MS, today } from "../shared/time.ts";
import { FACTS } from "./withdrawal/withdrawal-records.ts";
import type { WithdrawalFacts } from "./withdrawal/withdrawal-rules.ts";

/**
 * What the owner must hear of at once. Each kind of alarm is a question to the ledger, which the clock asks every ten minutes.
 * What it finds is a row of `alarms`, once, whatever becomes of it.
 *
 * Not known here: whether a buyer who paid was ever led on to the course. The browser goes there by itself, and no page tells
 * the ledger. Only its confirmation is known, which has the link too.
 */

/** Older facts are no news: a first deployment, or a clock that stood still, does not mail years. */
const NEWS_DAYS = 14;
/** A buyer has the confirmation within minutes, or something is wrong. */
const CONFIRMED_WITHIN_MS = 2 * HOUR_MS;
/** An open withdrawal alarms on the day before its last day, and on that day. */
const WARNED_BEFORE_DAYS = 1;
/** The most new alarms of a kind in ten minutes. Anybody may fill in the form of withdrawal, so those of buyers come first. */
const MOST_NEW = 500;

/** A question, whose rows have `about` and `detail`. Its first value is ?2: ?1 is the moment of the alarm, or of its mail. `days`: how old news may be. */
type Question = (now: Date, days: number) => readonly [text: string, ...values: readonly Value[]];

const since = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
/** The version is a part of an alarm's name: the next version may fail too, and is another alarm. */
const MAIL_NAME = "m.about || iif(m.version = '', '', ' ' || m.version)";

/** When a bank last ended a dispute and left the shop the money of a withdrawal's order, which is owed again. */
const GIVEN_BACK_AT = `ifnull((SELECT max(event_at) FROM disputes AS d WHERE d.intent_id = order_id AND d.stage IN (${DISPUTE_STATES.indexOf("won")}, ${DISPUTE_STATES.indexOf("closed")})), '')`;

function disputesThatAre(state: DisputeState): Question {
  const stage = DISPUTE_STATES.indexOf(state);
  return (now, days) => [
    `SELECT id AS about, intent_id AS detail FROM disputes WHERE event_at >= ?2 AND stage = ${stage}`,
    since(now, days),
  ];
}

/** Found by the clock. A plus keeps the database from an index by a status or a kind that most rows share. */
const FOUND = {
  /** The buyer's bank asks, and no money has moved. */
  inquiry: disputesThatAre("inquiry"),
  /** The bank has taken the money back, also after an inquiry. */
  dispute: disputesThatAre("open"),
  "dispute-lost": disputesThatAre("lost"),
  /** The buyer is owed the money again. */
  "refund-failed": (now, days) => [
    `SELECT id AS about, intent_id AS detail FROM refunds AS r
      WHERE failed_at >= ?2 AND NOT EXISTS (SELECT 1 FROM orders AS o WHERE o.intent_id = r.intent_id AND owed_cents IS NULL)`,
    since(now, days),
  ],
  "gift-unmailed": (now, days) => [
    `SELECT intent_id || ' ' || version AS about, intent_id AS detail FROM deliveries
      WHERE is_unmailed AND at >= ?2`,
    since(now, days),
  ],
  "confirmation-unsent": (now, days) => [
    `SELECT ${MAIL_NAME} AS about, m.about AS detail FROM shown_mails AS m
      WHERE is_unsent AND ended_at >= ?2 AND +kind = 'confirmation' AND is_last AND has_reader`,
    since(now, days),
  ],
  "receipt-unsent": (now, days) => [
    `SELECT ${MAIL_NAME} AS about, w.intent_id AS detail
      FROM shown_mails AS m JOIN withdrawals AS w ON w.reference = m.about
      WHERE m.is_unsent AND m.ended_at >= ?2 AND +m.kind = 'receipt' AND m.is_last AND m.has_reader ORDER BY w.is_proven DESC`,
    since(now, days),
  ],
  /** Something was paid, and its confirmation did not go: it waits, or there is no address, or it is withheld. */
  unconfirmed: (now, days) => [
    `SELECT o.intent_id AS about, o.intent_id AS detail FROM shown_orders AS o
      WHERE bought_at BETWEEN ?2 AND ?3 AND +o.status = 'paid' AND o.unconfirmable IS NULL
        AND NOT EXISTS (SELECT 1 FROM mails AS m WHERE m.kind = 'confirmation' AND m.about = o.intent_id
          AND m.version = ifnull(o.email_corrected_at, '')
          AND (m.state = 'sent' OR m.is_unsent OR (m.is_owed AND m.due_at BETWEEN ?3 AND ?4)))`,
    since(now, days),
    new Date(now.getTime() - CONFIRMED_WITHIN_MS).toISOString(),
    now.toISOString(),
  ],
  /** A confirmation went without a link to the course, because the shop has no address of it. Sent again, it may lack it again. */
  targetless: (now, days) => [
    `SELECT about || ' ' || ended_at AS about, about AS detail FROM shown_mails
      WHERE detail = 'targetless' AND ended_at >= ?2 AND +kind = 'confirmation' AND state = 'sent' AND has_reader`,
    since(now, days),
  ],
  /** It waits for the owner, and its last day is near or past; once more if a bank held it up until that day or longer. */
  "withdrawal-due": (now, days) => [
    `SELECT reference || iif(${GIVEN_BACK_AT} > repay_by, ' ' || ${GIVEN_BACK_AT}, '') AS about, intent_id AS detail FROM shown_withdrawals
      WHERE answer IS NULL AND is_open AND NOT is_disputed AND repay_by <= ?2 AND max(repay_by, ${GIVEN_BACK_AT}) > ?3
      ORDER BY is_proven DESC, repay_by`,
    addDays(today(now), WARNED_BEFORE_DAYS),
    addDays(today(now), WARNED_BEFORE_DAYS - days),
  ],
} as const satisfies Record<string, Question>;

/** `night` is written by the work of the night, `payment-strange` by a trigger (`migrations/0002_lives.sql`). */
export type AlarmKind = keyof typeof FOUND | "payment-strange" | "night";
const KINDS = Object.keys(FOUND) as readonly (keyof typeof FOUND)[];

/** The statements that write what is alarming now. Each returns the alarms that are new. */
export function raiseAlarms(now: Date): readonly Statement[] {
  return KINDS.map((kind) => raise(kind, now, FOUND[kind](now, NEWS_DAYS)));
}

/** Writes the alarms that a question finds, each once. */
function raise(kind: AlarmKind, now: Date, [text, ...values]: ReturnType<Question>): Statement {
  return sql(
    `INSERT INTO alarms (kind, about, at, detail) SELECT '${kind}', about, ?1, detail FROM (${text})
      WHERE about NOT IN (SELECT about FROM alarms WHERE kind = '${kind}') LIMIT ${MOST_NEW}
      ON CONFLICT DO NOTHING RETURNING kind, about`,
    now.toISOString(),
    ...values,
  );
}

/**
 * Writes an alarm of a night, once. `part`: what of its work it is about. `what`: what was wrong, in words for the owner. Rejects
 * if the ledger is away.
 */
export async function keepNightAlarm(shop: Shop, night: Date, part: string, what: string): Promise<void> {
  await shop.ledger([
    sql(
      "INSERT INTO alarms (kind, about, at, detail) VALUES ('night', ?1, ?2, ?3) ON CONFLICT DO NOTHING",
      `${night.toISOString().slice(0, 10)} ${part}`,
      shop.now.toISOString(),
      what,
    ),
  ]);
}

/** The owner gets at most one mail of alarms in this time; later alarms wait for the next one. */
const MAIL_EVERY_MS = HOUR_MS;

/**
 * Makes one mail owed about all alarms that no mail tells yet, unless one was made within the hour, and notes its name
 * in them. Its name is this moment. A second call for this moment adds alarms only while that mail is not being sent.
 */
export function oweAlarmMail(now: Date): readonly Statement[] {
  const at = now.toISOString();
  return [
    sql(
      `INSERT INTO mails (kind, about, due_at) SELECT 'alarm', ?1, ?1
        WHERE EXISTS (SELECT 1 FROM alarms WHERE mail IS NULL)
          AND NOT EXISTS (SELECT 1 FROM mails WHERE kind = 'alarm' AND about > ?2)
        ON CONFLICT DO NOTHING`,
      at,
      new Date(now.getTime() - MAIL_EVERY_MS).toISOString(),
    ),
    sql(
      `UPDATE alarms SET mail = ?1 WHERE mail IS NULL
        AND EXISTS (SELECT 1 FROM mails WHERE kind = 'alarm' AND about = ?1 AND version = '' AND state = 'due')`,
      at,
    ),
  ];
}

export type Alarm = {
  kind: AlarmKind;
  about: string;
  /** The payment of its order; of a night what was wrong. */
  detail?: string;
  /** The money at stake, cents, if it is known: what is owed of the refund that failed, else what was paid. */
  cents?: number;
  currency?: string;
  /** The last moment to answer the bank, ISO 8601. */
  dueBy?: string;
  withdrawal: WithdrawalFacts | null;
};

/** What an alarm is about, without the version or the moment that may follow it. */
const NAMED = "substr(about, 1, instr(about || ' ', ' ') - 1)";

/** Withdrawals of which nobody knows whose they are come last: a mail has room for some (alarm-mail.ts). */
const TOLD = `SELECT a.kind, a.about, a.detail, coalesce(min(r.cents, o.owed_cents), r.cents, o.amount_cents) AS cents, o.currency, d.due_by
  FROM alarms AS a
  LEFT JOIN orders AS o ON o.intent_id = a.detail
  LEFT JOIN refunds AS r ON a.kind = 'refund-failed' AND r.id = a.about
  LEFT JOIN disputes AS d ON a.kind IN ('inquiry', 'dispute') AND d.id = a.about
  LEFT JOIN withdrawals AS w ON w.reference = ${NAMED}
  WHERE a.mail = ?1 ORDER BY w.is_proven IS 0, a.kind, a.at, a.about`;

const WITHDRAWALS = `SELECT reference, ${FACTS} FROM shown_withdrawals
  WHERE reference IN (SELECT ${NAMED} FROM alarms WHERE mail = ?1 AND kind = 'withdrawal-due')`;

/** What its question still finds of a mail's alarms. A day more: they were found up to an hour before the mail. */
function selectStillFound(kind: (typeof KINDS)[number], mail: string): Statement {
  const [text, ...values] = FOUND[kind](new Date(mail), NEWS_DAYS + 1);
  const told = `SELECT about FROM alarms WHERE mail = ?1 AND kind = '${kind}'`;
  return sql(`SELECT '${kind} ' || about AS name FROM (${text}) WHERE about IN (${told})`, mail, ...values);
}

/** The alarms that a mail tells: those that are still so. `mail`: its moment, ISO 8601. Rejects if the ledger is away. */
export async function readAlarms(ledger: Ledger, mail: string): Promise<readonly Alarm[]> {
  const questions = KINDS.map((kind) => selectStillFound(kind, mail));
  const [rows = [], withdrawals = [], ...found] = await ledger([sql(TOLD, mail), sql(WITHDRAWALS, mail), ...questions]);
  const facts = new Map(withdrawals.map((row) => [row.reference, fromRow<WithdrawalFacts>(row)]));
  const names = new Set(found.flat().map(({ name }) => name));
  return rows
    .map((row) => ({ ...fromRow<Alarm>(row), withdrawal: facts.get(String(row.about).split(" ", 1)[0] ?? "") ?? null }))
    .filter(({ kind, about }) => !(kind in FOUND) || names.has(`${kind} ${about}`));
}
