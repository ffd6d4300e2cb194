-- Sales and what follows them. Money is in cents. A moment is ISO 8601 in UTC, as Date.toISOString() writes it, so that
-- text sorts by time. STRICT: a value of another type is an error. An address is compared in any case (NOCASE).
--
-- What follows from rows is said here, once: in a generated column if it follows from one row, else in a view `shown_...`.
-- A column `is_...` is 1 or 0. Code asks these columns. It has two rules of its own beside them: before there is a withdrawal, `rightAt`
-- (src/orders/withdrawal/withdrawal-rules.ts) is what `has_right` will say, and a test compares them; `stateForBuyer`
-- (src/ledger/order-rules.ts) says a `state` in the words of its buyer.

-- What Stripe said of a payment: one row for each kind of report. A row holds only what its own event says, so events may
-- come late, twice and in any order. `joined_orders` joins them: of two reports that name a field, the lower rank counts.
CREATE TABLE payment_reports (
  intent_id      TEXT NOT NULL CHECK (intent_id GLOB 'pi_*'),
  source         TEXT NOT NULL,
  rank           INTEGER NOT NULL GENERATED ALWAYS AS (CASE source
    WHEN 'intent' THEN 1 WHEN 'session' THEN 2 WHEN 'session-open' THEN 3 WHEN 'processing' THEN 4
    WHEN 'session-failed' THEN 5 WHEN 'charge' THEN 6 WHEN 'canceled' THEN 7 WHEN 'failed' THEN 8 END) STORED,
  event_id       TEXT NOT NULL,
  event_at       TEXT NOT NULL,
  status         TEXT NOT NULL CHECK (status IN ('open', 'failed', 'canceled', 'paid')),
  checkout       TEXT CHECK (checkout IN ('checkout', 'hosted')),
  session_id     TEXT,
  product_id     TEXT,
  flow           TEXT,
  buyer_name     TEXT,
  email          TEXT,
  user_id        TEXT,
  consent        TEXT,
  consent_at     TEXT,
  gift           TEXT CHECK (json_valid(gift)), -- the wish, without its message, which only KV has
  amount_cents   INTEGER NOT NULL CHECK (amount_cents >= 0),
  currency       TEXT NOT NULL,
  created_at     TEXT NOT NULL,
  paid_at        TEXT,
  refunded_cents INTEGER CHECK (refunded_cents >= 0),
  names          TEXT, -- of the buyer, and behind a bar of recipient and giver, as the desk's search compares them (shared/folded-text.ts)
  PRIMARY KEY (intent_id, source),
  CHECK ((consent IS NULL) = (consent_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX reports_by_email ON payment_reports (email COLLATE NOCASE) WHERE email IS NOT NULL;

CREATE TABLE refunds (
  id         TEXT PRIMARY KEY,
  intent_id  TEXT NOT NULL,
  cents      INTEGER NOT NULL CHECK (cents >= 0),
  created_at TEXT NOT NULL,
  failed_at  TEXT -- the bank returned it, or it was canceled: never forgotten again
) STRICT, WITHOUT ROWID;
CREATE INDEX refunds_of ON refunds (intent_id);

CREATE TABLE disputes (
  id         TEXT PRIMARY KEY,
  intent_id  TEXT NOT NULL,
  stage      INTEGER NOT NULL CHECK (stage BETWEEN 0 AND 4), -- inquiry, open, closed, lost, won
  event_at   TEXT NOT NULL, -- since when
  due_by     TEXT, -- the last moment to answer the bank
  is_at_bank INTEGER NOT NULL GENERATED ALWAYS AS (stage IN (0, 1)) VIRTUAL -- the bank still waits or decides
) STRICT, WITHOUT ROWID;
CREATE INDEX disputes_of ON disputes (intent_id);

-- When a night last asked Stripe about a refund or a dispute that may still change, or erased the texts of a gift there.
CREATE TABLE asked (id TEXT PRIMARY KEY, at TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- What was paid back otherwise than through Stripe, such as by a bank transfer: what a refund that failed left owed, or, if it
-- names a `withdrawal`, all that its answer says.
CREATE TABLE settlements (
  intent_id TEXT NOT NULL, cents INTEGER NOT NULL CHECK (cents > 0), at TEXT NOT NULL, withdrawal TEXT, PRIMARY KEY (intent_id, at)
) STRICT, WITHOUT ROWID;
CREATE INDEX settlements_of ON settlements (withdrawal) WHERE withdrawal IS NOT NULL;
CREATE INDEX settlements_by_time ON settlements (at);

-- What the owner wants to remember of an order.
CREATE TABLE notes (intent_id TEXT PRIMARY KEY, text TEXT NOT NULL, at TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- What operators corrected or erased. It counts before everything that Stripe says. `erased_mentions`: of somebody else in the
-- reports of a payment; from then on these keep the address of its order only.
CREATE TABLE corrections (
  intent_id    TEXT PRIMARY KEY,
  email        TEXT NOT NULL, -- empty once it was erased
  corrected_at TEXT NOT NULL, -- when its confirmation became due again, also at the same address
  changed_at   TEXT -- when another address became this one
) STRICT, WITHOUT ROWID;
CREATE TABLE erasures (intent_id TEXT PRIMARY KEY, erased_at TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE erased_mentions (intent_id TEXT PRIMARY KEY, erased_at TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- The code under which KV has a bought gift. `stored_at`: KV has it.
CREATE TABLE gifts (intent_id TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, stored_at TEXT) STRICT, WITHOUT ROWID;

-- The mail of a gift on its day. The address is there exactly as long as it is needed. `awaited`: the gift is paid, and
-- the address that its giver typed is not here yet. `claim`, `claimed_until`: who is mailing it now, as in `mails`.
CREATE TABLE deliveries (
  intent_id     TEXT PRIMARY KEY,
  version       INTEGER NOT NULL DEFAULT 1,
  changes       INTEGER NOT NULL DEFAULT 0,
  state         TEXT NOT NULL CHECK (state IN ('awaited', 'planned', 'sending', 'sent', 'stopped', 'refused', 'failed', 'lost')),
  stopped_by    TEXT CHECK (stopped_by IN ('giver', 'withdrawal', 'money', 'shop')),
  day           TEXT,
  address       TEXT,
  send_at       TEXT,
  claim         TEXT,
  claimed_until TEXT,
  at            TEXT NOT NULL,
  is_unmailed   INTEGER NOT NULL GENERATED ALWAYS AS (state IN ('refused', 'failed', 'lost')) VIRTUAL, -- it was to go, and could not
  CHECK ((state = 'stopped') = (stopped_by IS NOT NULL)),
  CHECK ((state = 'sending') = (claim IS NOT NULL)),
  CHECK ((claim IS NULL) = (claimed_until IS NULL)),
  CHECK (state NOT IN ('planned', 'sending') OR (address IS NOT NULL AND day IS NOT NULL AND send_at IS NOT NULL)),
  CHECK (state IN ('planned', 'sending') OR coalesce(address, day, send_at) IS NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX deliveries_due ON deliveries (send_at) WHERE state IN ('planned', 'sending');
CREATE INDEX deliveries_awaited ON deliveries (at) WHERE state = 'awaited';
CREATE INDEX deliveries_by_address ON deliveries (address COLLATE NOCASE) WHERE address IS NOT NULL;

-- An address that a giver typed, until the gift is paid. The payment names the draft that counts (record 0054).
CREATE TABLE delivery_drafts (
  intent_id TEXT NOT NULL, id TEXT NOT NULL, address TEXT NOT NULL, kept_at TEXT NOT NULL, PRIMARY KEY (intent_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX drafts_by_time ON delivery_drafts (kept_at);

CREATE TABLE withdrawals (
  reference   TEXT PRIMARY KEY,
  received_at TEXT NOT NULL, -- when the first form came
  recorded_at TEXT NOT NULL, -- when its button was pressed: the day by which mails are counted
  name        TEXT NOT NULL,
  contract    TEXT NOT NULL,
  email       TEXT NOT NULL, -- empty once it was erased
  mailbox     TEXT NOT NULL, -- the address without label and dots, to count by
  reason      TEXT,
  intent_id   TEXT, -- the payment whose signed link filled in the form, or a later one that proved it
  is_proven   INTEGER NOT NULL CHECK (is_proven IN (0, 1)), -- by that link, with the address of the order
  receipt     TEXT NOT NULL CHECK (receipt IN ('full', 'facts', 'held')),
  notice      TEXT NOT NULL CHECK (notice IN ('now', 'digest')),
  answer      TEXT CHECK (answer IN ('repaid', 'refused', 'no-order')),
  answered_at TEXT,
  numbers     TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(numbers)), -- the order numbers that `contract` may name
  state       TEXT NOT NULL GENERATED ALWAYS AS (ifnull(answer, 'open')) VIRTUAL,
  is_refused  INTEGER NOT NULL GENERATED ALWAYS AS (ifnull(answer, '') IN ('refused', 'no-order')) VIRTUAL,
  received_on TEXT NOT NULL GENERATED ALWAYS AS (date(received_at, iif(received_at >= date(received_at, 'start of year', '+2 months', '+24 days', 'weekday 0') || 'T01'
    AND received_at < date(received_at, 'start of year', '+9 months', '+24 days', 'weekday 0') || 'T01', '+2 hours', '+1 hours'))) VIRTUAL, -- by the shop's clock
  repay_by    TEXT NOT NULL GENERATED ALWAYS AS (date(received_on, '+14 days')) VIRTUAL, -- art. 6:230r BW
  CHECK ((answer IS NULL) = (answered_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX withdrawals_by_day ON withdrawals (substr(recorded_at, 1, 10));
CREATE INDEX withdrawals_of ON withdrawals (intent_id) WHERE intent_id IS NOT NULL;
CREATE INDEX withdrawals_by_time ON withdrawals (received_at);
CREATE INDEX withdrawals_unanswered ON withdrawals (repay_by, received_at) WHERE answer IS NULL;

-- Every mail that is owed, was sent, or will not be sent. Its row is made in the transaction that makes it owed.
CREATE TABLE mails (
  kind          TEXT NOT NULL,
  about         TEXT NOT NULL, -- a payment, a withdrawal, or a day
  version       TEXT NOT NULL DEFAULT '',
  state         TEXT NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'sending', 'sent', 'refused', 'withheld', 'failed')),
  due_at        TEXT NOT NULL,
  claim         TEXT, -- who is sending it now
  claimed_until TEXT, -- from then on another may send it
  attempts      INTEGER NOT NULL DEFAULT 0,
  ended_at      TEXT,
  detail        TEXT, -- the reason of its end, or what the mail needs to say
  is_owed       INTEGER NOT NULL GENERATED ALWAYS AS (state IN ('due', 'sending')) VIRTUAL,
  is_unsent     INTEGER NOT NULL GENERATED ALWAYS AS (state IN ('refused', 'failed')) VIRTUAL, -- it was to go, and could not
  PRIMARY KEY (kind, about, version),
  CHECK ((state = 'sending') = (claim IS NOT NULL)),
  CHECK ((claim IS NULL) = (claimed_until IS NULL)),
  CHECK ((state IN ('due', 'sending')) = (ended_at IS NULL)),
  CHECK (ended_at IS NULL OR ifnull(detail, '') NOT LIKE '%@%') -- no address outlives its mail
) STRICT, WITHOUT ROWID;
CREATE INDEX mails_due ON mails (due_at) WHERE is_owed;
CREATE INDEX mails_about ON mails (about);

-- An order, as its reports, refunds, disputes and corrections make it together. Each transaction that changes one of
-- these ends with the statement REFRESH of orders.ts.
CREATE TABLE orders (
  intent_id           TEXT PRIMARY KEY,
  status              TEXT NOT NULL CHECK (status IN ('open', 'failed', 'canceled', 'paid')),
  source              TEXT,
  session_id          TEXT,
  product_id          TEXT,
  flow                TEXT,
  buyer_name          TEXT,
  email               TEXT,
  email_corrected_at  TEXT,
  user_id             TEXT,
  consent             TEXT,
  consent_at          TEXT,
  gift                TEXT,
  amount_cents        INTEGER NOT NULL,
  currency            TEXT NOT NULL,
  created_at          TEXT NOT NULL,
  paid_at             TEXT,
  updated_at          TEXT NOT NULL,
  refunded_cents      INTEGER,
  failed_refund_cents INTEGER,
  unreturned_cents    INTEGER, -- of these, what no later refund brought back and nothing else settled
  dispute             TEXT,
  money_moved_at      TEXT, -- the last time after it was paid
  number TEXT NOT NULL GENERATED ALWAYS AS (upper(substr(intent_id, -10))) VIRTUAL, -- behind VK-
  -- The payment's state: before it is paid its status, then that of its money (`PAYMENT_LIFE`).
  money TEXT NOT NULL GENERATED ALWAYS AS (CASE WHEN status <> 'paid' THEN status
    WHEN ifnull(refunded_cents, 0) >= amount_cents AND refunded_cents > 0 THEN 'refunded'
    WHEN dispute = 'lost' THEN 'reversed' WHEN dispute IN ('open', 'inquiry') THEN 'disputed'
    WHEN refunded_cents > 0 THEN 'partlyRefunded' ELSE 'paid' END) VIRTUAL,
  is_repaid INTEGER NOT NULL GENERATED ALWAYS AS (money IN ('refunded', 'reversed')) VIRTUAL, -- all of its money went back
  -- For something of the shop: others may share the Stripe account.
  is_sale INTEGER NOT NULL GENERATED ALWAYS AS (coalesce(source, product_id) IS NOT NULL) VIRTUAL,
  -- To the buyer, since a refund failed; not while the bank has the money, or it would go back twice.
  owed_cents INTEGER GENERATED ALWAYS AS (iif(is_repaid OR dispute IS 'open', NULL, unreturned_cents)) VIRTUAL,
  bought_at TEXT NOT NULL GENERATED ALWAYS AS (ifnull(paid_at, created_at)) VIRTUAL,
  bought_on TEXT NOT NULL GENERATED ALWAYS AS (date(bought_at, iif(bought_at >= date(bought_at, 'start of year', '+2 months', '+24 days', 'weekday 0') || 'T01'
    AND bought_at < date(bought_at, 'start of year', '+9 months', '+24 days', 'weekday 0') || 'T01', '+2 hours', '+1 hours'))) VIRTUAL -- by the shop's clock
) STRICT, WITHOUT ROWID;
CREATE INDEX orders_by_number ON orders (number);
CREATE INDEX orders_by_email ON orders (email COLLATE NOCASE) WHERE email IS NOT NULL;
CREATE INDEX orders_by_account ON orders (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX orders_by_age ON orders (status, updated_at);
CREATE INDEX orders_by_time ON orders (bought_at);
CREATE INDEX orders_owed ON orders (updated_at) WHERE owed_cents > 0;
CREATE INDEX orders_disputed ON orders (dispute) WHERE dispute IS NOT NULL;

-- Once a payment is paid, its attempts that failed count no more: another buyer may have made them. They may have been on their way
-- first, and what the intent says of the payment is whole.
CREATE VIEW counting_reports AS
SELECT * FROM payment_reports AS r
WHERE NOT EXISTS (SELECT 1 FROM payment_reports AS p WHERE p.intent_id = r.intent_id AND p.status = 'paid'
  AND (r.status IN ('failed', 'canceled') OR (r.source = 'processing' AND p.source = 'intent')));

-- `max((9 - rank) || x)` is the x of the lowest rank that has one. A paid report decides the status, then a canceled
-- one, then the latest. Of several disputes a lost one counts first, then an open one, then others. The charge's total
-- counts if it is higher than its refunds, because an event may be missing. What is owed is a balance that never goes below
-- zero: a refund that fails adds to it, one that is made and what is settled take off. So it is the highest sum of all since a moment.
-- A refund that failed, and of which nobody told that it was made, was made then.
CREATE VIEW joined_orders (intent_id, status, source, session_id, product_id, flow, buyer_name, email, email_corrected_at, user_id,
  consent, consent_at, gift, amount_cents, currency, created_at, paid_at, updated_at, refunded_cents, failed_refund_cents,
  unreturned_cents, dispute, money_moved_at) AS
SELECT
  r.intent_id,
  CASE max(CASE r.status WHEN 'paid' THEN 3 WHEN 'canceled' THEN 2 ELSE 1 END) WHEN 3 THEN 'paid' WHEN 2 THEN 'canceled'
    ELSE substr(max(r.event_at || iif(r.status = 'failed', 1, 0) || r.status), 26) END AS status,
  substr(max((9 - r.rank) || r.checkout), 2),
  substr(max((9 - r.rank) || r.session_id), 2),
  substr(max((9 - r.rank) || r.product_id), 2),
  substr(max((9 - r.rank) || r.flow), 2),
  substr(max((9 - r.rank) || r.buyer_name), 2),
  coalesce(nullif(c.email, ''), substr(max((9 - r.rank) || r.email), 2)),
  c.corrected_at,
  substr(max((9 - r.rank) || r.user_id), 2),
  substr(max((9 - r.rank) || r.consent), 2),
  min(r.consent_at), -- of money that came later, the report that says so has its own time
  substr(max((9 - r.rank) || r.gift), 2),
  CAST(substr(max((9 - r.rank) || r.amount_cents), 2) AS INTEGER),
  substr(max((9 - r.rank) || r.currency), 2),
  substr(max((9 - r.rank) || r.created_at), 2),
  substr(max((9 - r.rank) || r.paid_at), 2),
  max(max(r.event_at),
    ifnull((SELECT max(max(created_at, ifnull(failed_at, ''))) FROM refunds WHERE intent_id = r.intent_id), ''),
    ifnull((SELECT max(event_at) FROM disputes WHERE intent_id = r.intent_id), '')),
  iif(max(r.refunded_cents) IS NULL AND NOT EXISTS (SELECT 1 FROM refunds WHERE intent_id = r.intent_id), NULL,
    max(0, ifnull((SELECT sum(cents) FROM refunds WHERE intent_id = r.intent_id AND failed_at IS NULL), 0),
      ifnull(max(r.refunded_cents), 0)
        - ifnull((SELECT sum(cents) FROM refunds WHERE intent_id = r.intent_id AND failed_at IS NOT NULL), 0))),
  (SELECT nullif(sum(cents), 0) FROM refunds WHERE intent_id = r.intent_id AND failed_at IS NOT NULL),
  (SELECT nullif(max(0, max(since)), 0) FROM (SELECT sum(cents) OVER (ORDER BY at DESC, turn DESC) AS since FROM (
     SELECT ifnull(nullif(created_at, ''), failed_at) AS at, 1 AS turn, -cents AS cents FROM refunds WHERE intent_id = r.intent_id
     UNION ALL SELECT failed_at, 2, cents FROM refunds WHERE intent_id = r.intent_id AND failed_at IS NOT NULL
     UNION ALL SELECT at, 3, -cents FROM settlements WHERE intent_id = r.intent_id))),
  (SELECT CASE max(instr('24013', stage)) WHEN 5 THEN 'lost' WHEN 4 THEN 'open' WHEN 3 THEN 'inquiry' WHEN 2 THEN 'won'
     WHEN 1 THEN 'closed' END
     FROM disputes WHERE intent_id = r.intent_id),
  nullif(max(ifnull(max(iif(r.refunded_cents > 0, r.event_at, NULL)), ''),
    ifnull((SELECT max(max(created_at, ifnull(failed_at, ''))) FROM refunds WHERE intent_id = r.intent_id), ''),
    ifnull((SELECT max(event_at) FROM disputes WHERE intent_id = r.intent_id AND stage IN (1, 3, 4)), '')), '') -- the end of an inquiry stops no gift
FROM counting_reports AS r LEFT JOIN corrections AS c ON c.intent_id = r.intent_id
GROUP BY r.intent_id;

-- The public holidays that move a last day (Algemene termijnenwet, art. 3), with Good Friday, to 2099. Easter is Gauss's, which holds
-- until then. Not STRICT: it is no data of the shop.
CREATE TABLE holidays (day TEXT PRIMARY KEY) WITHOUT ROWID;
INSERT INTO holidays
WITH years (year) AS (SELECT 2020 UNION ALL SELECT year + 1 FROM years WHERE year < 2099),
  moons AS (SELECT year, (19 * (year % 19) + 24) % 30 AS moon FROM years),
  sundays AS (SELECT year, moon, (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7 AS rest FROM moons),
  easter (day) AS (SELECT date(year || '-03-22',
    (moon + rest - iif(rest = 6 AND (moon = 29 OR (moon = 28 AND year % 19 > 10)), 7, 0)) || ' days') FROM sundays)
SELECT date(day, value) FROM easter, json_each('["-2 days", "+1 day", "+39 days", "+50 days"]')
UNION SELECT substr(day, 1, 4) || value FROM easter, json_each('["-01-01", "-04-27", "-05-05", "-12-25", "-12-26"]');

-- What pages and commands read of an order. Of the withdrawals by its own link the first that was not refused counts.
CREATE VIEW shown_orders AS
SELECT *,
  max(0, amount_cents - ifnull(refunded_cents, 0) - paid_otherwise_cents) AS kept_cents, -- what the shop keeps of what was paid
  -- Its buyer has what was bought: the course, or the gift to hand over. Who gave up the right keeps it until an answer takes it.
  status = 'paid' AND NOT is_repaid AND (NOT is_withdrawn OR (ifnull(waived_at <= withdrawn_at, 0)
    AND EXISTS (SELECT 1 FROM withdrawals AS a WHERE a.reference = withdrawal AND a.answer IS NULL))) AS is_usable,
  status = 'paid' AND unconfirmable IS NULL AND confirmed_at IS NULL AS is_unconfirmed -- its confirmation is still to go
FROM (SELECT
  o.*,
  iif(m.state = 'sent', m.ended_at, NULL) AS confirmed_at,
  m.ended_at IS NOT NULL AND m.state <> 'sent' AS is_unsent, -- its confirmation was to go, and did not
  g.code AS gift_code,
  g.stored_at AS gift_stored_at,
  e.erased_at,
  w.reference AS withdrawal,
  w.received_at AS withdrawn_at,
  ifnull(NOT w.is_refused, 0) AS is_withdrawn,
  -- 'awaited': its link was signed for a payment that was made, so a failed attempt, recorded before it, does not say that nothing was paid.
  iif(o.status <> 'paid', 'awaited', iif(w.is_refused IS FALSE AND o.money IN ('paid', 'partlyRefunded'), 'withdrawn', o.money)) AS state,
  -- The right ended here: the buyer asked for delivery at once, and was sent the confirmation that repeats it, with the way to
  -- the course. If it is sent to this address again, the first one counts, unless the address refused one after it: then it may have bounced.
  iif(o.consent IS NOT NULL AND o.gift IS NULL, (SELECT min(f.ended_at) FROM mails AS f WHERE f.kind = 'confirmation'
    AND f.about = o.intent_id AND f.state = 'sent' AND f.detail IS NULL AND f.version >= ifnull(c.changed_at, '')
    AND NOT EXISTS (SELECT 1 FROM mails AS g WHERE g.kind = f.kind AND g.about = f.about AND g.state = 'refused' AND g.version > f.version)),
    NULL) AS waived_at,
  -- The last day to withdraw (art. 6:230o BW): the 14th, or the next working day.
  (SELECT date(o.bought_on, value) AS day FROM json_each('["14 days", "15 days", "16 days", "17 days", "18 days", "19 days"]')
     WHERE strftime('%w', day) NOT IN ('0', '6') AND day NOT IN (SELECT h.day FROM holidays AS h) LIMIT 1) AS withdraw_until,
  -- Why it gets no confirmation, whatever its address.
  CASE WHEN NOT o.is_sale THEN 'no-sale' WHEN e.erased_at IS NOT NULL THEN 'erased' WHEN o.is_repaid THEN 'repaid'
    WHEN w.is_refused IS FALSE THEN 'withdrawn' END AS unconfirmable,
  (SELECT max(event_at) FROM disputes AS d WHERE d.intent_id = o.intent_id) AS disputed_at,
  (SELECT min(due_by) FROM disputes AS d WHERE d.intent_id = o.intent_id AND d.is_at_bank) AS answer_bank_by,
  EXISTS (SELECT 1 FROM disputes AS d WHERE d.intent_id = o.intent_id AND d.is_at_bank) AS is_at_bank,
  c.changed_at AS email_changed_at,
  (SELECT n.text FROM notes AS n WHERE n.intent_id = o.intent_id) AS note,
  (SELECT ifnull(sum(s.cents), 0) FROM settlements AS s WHERE s.intent_id = o.intent_id) AS paid_otherwise_cents,
  (SELECT max(s.at) FROM settlements AS s WHERE s.intent_id = o.intent_id AND s.withdrawal IS NULL) AS settled_at,
  (SELECT s.cents FROM settlements AS s WHERE s.intent_id = o.intent_id AND s.withdrawal IS NULL ORDER BY s.at DESC LIMIT 1) AS settled_cents
FROM orders AS o
LEFT JOIN mails AS m ON m.kind = 'confirmation' AND m.about = o.intent_id AND m.version = ifnull(o.email_corrected_at, '')
LEFT JOIN corrections AS c ON c.intent_id = o.intent_id
LEFT JOIN gifts AS g ON g.intent_id = o.intent_id
LEFT JOIN erasures AS e ON e.intent_id = o.intent_id
LEFT JOIN withdrawals AS w ON w.reference = (
  SELECT reference FROM withdrawals WHERE intent_id = o.intent_id ORDER BY is_refused, received_at, reference LIMIT 1));

-- A gift's mail with the facts of its order that decide on it; also of a gift that has none yet: then `state` is 'none'.
CREATE VIEW shown_deliveries AS
SELECT o.intent_id, ifnull(d.version, 0) AS version, ifnull(d.changes, 0) AS changes, ifnull(d.state, 'none') AS state, d.is_unmailed,
  d.stopped_by, d.day, d.address, d.send_at, d.claim, d.claimed_until, d.at,
  o.is_withdrawn, o.is_repaid, o.erased_at IS NOT NULL AS is_erased, o.status = 'paid' AS is_paid
FROM shown_orders AS o LEFT JOIN deliveries AS d ON d.intent_id = o.intent_id WHERE o.gift IS NOT NULL;

-- A withdrawal with the orders that it may mean: by their own link any, else what its answer settled, else the paid ones whose number
-- was typed, else those that the address had then. If it is one, what follows from its order. Only one that is proven has a last day to repay.
CREATE VIEW shown_withdrawals AS
SELECT *, iif(is_proven AND is_payable, repay_by, NULL) AS pay_by
FROM (SELECT *, outcome IN ('open', 'part') AND NOT is_void AS is_open,
  outcome IN ('open', 'part') AND NOT is_disputed AND has_right = 'exists' AS is_payable -- its money is to go back, if it is its buyer's
FROM (SELECT
  w.*,
  CASE WHEN w.orders ->> 0 = w.intent_id THEN 'link'
    WHEN (SELECT number FROM orders WHERE intent_id = w.orders ->> 0) IN (SELECT value FROM json_each(w.numbers)) THEN 'number'
    WHEN w.orders <> '[]' THEN 'address' END AS meant_by,
  CASE WHEN w.is_proven THEN 'link' WHEN w.orders = '[]' THEN 'none' WHEN o.intent_id IS NULL THEN 'several'
    WHEN o.email = w.email COLLATE NOCASE THEN 'typed' ELSE 'other-address' END AS proof,
  substr(o.email, 1, 1) || '…@…' AS order_hint,
  o.intent_id AS order_id,
  o.amount_cents,
  o.refunded_cents,
  (SELECT s.paid_otherwise_cents FROM shown_orders AS s WHERE s.intent_id = o.intent_id) AS paid_otherwise_cents,
  -- What the answer that it was repaid says was paid otherwise, besides.
  iif(o.status = 'paid' AND NOT o.is_repaid, (SELECT s.kept_cents FROM shown_orders AS s WHERE s.intent_id = o.intent_id), 0) AS left_cents,
  ifnull(w.answered_at, max(o.updated_at, ifnull((SELECT max(at) FROM settlements WHERE intent_id = o.intent_id), ''))) AS news_at,
  CASE WHEN w.answer IS NOT NULL THEN w.answer WHEN (SELECT s.is_repaid OR s.kept_cents = 0 FROM shown_orders AS s WHERE s.intent_id = o.intent_id)
    THEN 'repaid' WHEN o.refunded_cents > 0 THEN 'part' ELSE 'open' END AS outcome,
  -- The bank decides on the money, and may have taken it back. An inquiry has taken nothing.
  ifnull(o.dispute = 'open', 0) AS is_disputed,
  -- It was given up while there was one (by UTC, so up to two hours longer: then there is none either way), or it ended with its last day.
  iif(o.status = 'paid', (SELECT CASE WHEN s.waived_at <= w.received_at AND date(s.waived_at) <= s.withdraw_until THEN 'waived'
    WHEN w.received_on > s.withdraw_until THEN 'late' ELSE 'exists' END FROM shown_orders AS s WHERE s.intent_id = o.intent_id),
    iif(o.intent_id IS NULL, 'unknown', 'unpaid')) AS has_right,
  ifnull(o.status IN ('failed', 'canceled'), 0) AS is_void, -- nothing was paid, so there is nothing to do
  CASE WHEN o.gift IS NOT NULL THEN 'gift' WHEN o.consent IS NULL THEN 'no-waiver' ELSE 'unconfirmed' END AS kept,
  (SELECT s.withdraw_until FROM shown_orders AS s WHERE s.intent_id = o.intent_id) AS withdraw_until,
  max(0, CAST(julianday(w.received_on) - julianday(o.bought_on) AS INTEGER)) AS days -- after the sale; it may be paid after it
FROM (
  SELECT *, coalesce((SELECT json_array(intent_id) FROM orders WHERE intent_id = withdrawals.intent_id),
      (SELECT json_array(intent_id) FROM settlements WHERE withdrawal = withdrawals.reference),
      (SELECT nullif(json_group_array(intent_id), '[]') FROM orders
         WHERE number IN (SELECT value FROM json_each(withdrawals.numbers)) AND +status = 'paid'),
      (SELECT nullif(json_group_array(intent_id), '[]') FROM orders
         WHERE withdrawals.email <> '' AND email = withdrawals.email COLLATE NOCASE AND +status = 'paid'
           AND created_at <= withdrawals.recorded_at),
      '[]') AS orders
  FROM withdrawals) AS w
LEFT JOIN orders AS o ON o.intent_id = iif(json_array_length(w.orders) = 1, w.orders ->> 0, NULL)));

-- A mail, with what decides on sending it again: whether it is the last of its kind, and whether there is something to tell, to a
-- known address.
CREATE VIEW shown_mails AS
SELECT m.*,
  NOT EXISTS (SELECT 1 FROM mails AS n WHERE n.kind = m.kind AND n.about = m.about AND n.version > m.version) AS is_last,
  CASE m.kind
    WHEN 'confirmation' THEN EXISTS (SELECT 1 FROM shown_orders WHERE intent_id = m.about AND email IS NOT NULL AND unconfirmable IS NULL)
    WHEN 'receipt' THEN EXISTS (SELECT 1 FROM withdrawals WHERE reference = m.about AND email <> '' AND answer IS NOT 'no-order')
    WHEN 'invoice' THEN EXISTS (SELECT 1 FROM orders WHERE intent_id = m.about AND email IS NOT NULL)
    ELSE 0 END AS has_reader
FROM mails AS m;

-- Invoices and credit notes, numbered together. A row has all that its PDF says, as it was when it was made, and never
-- changes. The sum of an order's rows is what was paid less what was paid back.
CREATE TABLE invoices (
  series       TEXT NOT NULL,
  serial       INTEGER NOT NULL CHECK (serial > 0), -- without gaps in its series
  number       TEXT NOT NULL UNIQUE GENERATED ALWAYS AS (series || '-' || printf('%04d', serial)) STORED,
  intent_id    TEXT NOT NULL,
  turn         INTEGER NOT NULL CHECK (turn > 0), -- of the order: 1 is its first invoice
  kind         TEXT NOT NULL CHECK (kind IN ('invoice', 'refund', 'correction')), -- the last two are credit notes
  about        TEXT, -- the number of the invoice that a credit note is about, or that an invoice replaces
  issued_at    TEXT NOT NULL,
  supplied_at  TEXT NOT NULL, -- its day is the day of supply
  seller       TEXT NOT NULL CHECK (json_valid(seller)),
  company      TEXT NOT NULL,
  names        TEXT, -- the company, as the desk's search compares it
  address      TEXT NOT NULL, -- in lines
  vat_id       TEXT,
  description  TEXT NOT NULL,
  incl_cents   INTEGER NOT NULL, -- of a credit note below zero, as its VAT
  vat_cents    INTEGER NOT NULL,
  vat_percent  INTEGER NOT NULL,
  PRIMARY KEY (series, serial),
  UNIQUE (intent_id, turn),
  CHECK ((kind = 'invoice') = (incl_cents > 0)),
  CHECK (incl_cents <> 0 AND vat_cents * sign(incl_cents) >= 0),
  CHECK ((turn = 1) = (about IS NULL))
) STRICT, WITHOUT ROWID;

-- The series of a year, if it is not the year itself: numbers of that one were lost with a database that was restored.
CREATE TABLE invoice_series (year TEXT PRIMARY KEY, series TEXT NOT NULL UNIQUE) STRICT, WITHOUT ROWID;

-- What the owner hears of at once: each fact once, found by the clock or written by the night. A row names nobody.
CREATE TABLE alarms (
  kind   TEXT NOT NULL,
  about  TEXT NOT NULL, -- a dispute, a refund, a payment, a withdrawal, or a night
  at     TEXT NOT NULL, -- when it was found
  detail TEXT, -- the payment of its order; of a night what was wrong, in words
  mail   TEXT, -- the `about` of the mail that told it
  PRIMARY KEY (kind, about),
  CHECK (about || ifnull(detail, '') NOT LIKE '%@%')
) STRICT, WITHOUT ROWID;
CREATE INDEX alarms_told ON alarms (mail);

-- The clock asks each ten minutes for what alarms, and each evening for what the day brought.
CREATE INDEX disputes_by_time ON disputes (event_at);
CREATE INDEX refunds_by_time ON refunds (created_at);
CREATE INDEX refunds_failed ON refunds (failed_at) WHERE failed_at IS NOT NULL;
CREATE INDEX deliveries_unmailed ON deliveries (at) WHERE is_unmailed;
CREATE INDEX mails_alarming ON mails (ended_at) WHERE is_unsent OR detail = 'targetless';

-- What an operator did on the desk: each confirmed act is one row, made before the act is done. `id` is the form's own name,
-- so that a second press finds the first. A buyer's address stands nowhere in it.
CREATE TABLE acts (
  id       TEXT PRIMARY KEY,
  at       TEXT NOT NULL,
  actor    TEXT NOT NULL, -- the address with which Cloudflare Access let the operator in
  act      TEXT NOT NULL,
  about    TEXT NOT NULL, -- a payment, a withdrawal, a key in KV; of a person the number of orders
  what     TEXT NOT NULL CHECK (what NOT LIKE '%@%'), -- as the preview said it
  before   TEXT NOT NULL CHECK (act = 'target' OR before NOT LIKE '%@%'), -- of a target its address, to go back to
  after    TEXT CHECK (ifnull(after, '') NOT LIKE '%@%'), -- what became of it; null until it has ended
  press    TEXT NOT NULL, -- the press of the button that does it; a second one has another
  state    TEXT NOT NULL DEFAULT 'begun' CHECK (state IN ('begun', 'done', 'refused', 'unknown')),
  CHECK ((state = 'begun') = (after IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX acts_about ON acts (about);
CREATE INDEX acts_by_time ON acts (at);

-- The act that takes an act back, with its fields: for some days, since an address or a text that was replaced may be among them.
CREATE TABLE undos (
  id TEXT PRIMARY KEY, at TEXT NOT NULL, about TEXT NOT NULL, undo TEXT NOT NULL CHECK (json_valid(undo)),
  address TEXT GENERATED ALWAYS AS (undo ->> '$.fields.adres') VIRTUAL
) STRICT, WITHOUT ROWID;
CREATE INDEX undos_by_address ON undos (address COLLATE NOCASE) WHERE address IS NOT NULL;
CREATE INDEX undos_about ON undos (about);
