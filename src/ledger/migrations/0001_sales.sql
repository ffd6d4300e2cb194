-- Sales and what follows them. Money is in cents. A moment is ISO 8601 in UTC, as Date.toISOString() writes it, so that
-- text sorts by time. STRICT: a value of another type is an error. An address is compared in any case (NOCASE).

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
  id        TEXT PRIMARY KEY,
  intent_id TEXT NOT NULL,
  stage     INTEGER NOT NULL CHECK (stage BETWEEN 0 AND 4), -- inquiry, open, closed, lost, won: only grows
  event_at  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX disputes_of ON disputes (intent_id);

-- What operators corrected or erased. It counts before everything that Stripe says.
CREATE TABLE corrections (
  intent_id TEXT PRIMARY KEY, email TEXT NOT NULL, corrected_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE erasures (intent_id TEXT PRIMARY KEY, erased_at TEXT NOT NULL) STRICT, WITHOUT ROWID;

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
  intent_id   TEXT, -- the payment whose signed link filled in the form
  is_proven   INTEGER NOT NULL CHECK (is_proven IN (0, 1)), -- by that link, with the address of the order
  receipt     TEXT NOT NULL CHECK (receipt IN ('full', 'facts', 'held')),
  notice      TEXT NOT NULL CHECK (notice IN ('now', 'digest')),
  answer      TEXT CHECK (answer IN ('repaid', 'refused', 'no-order')),
  answered_at TEXT,
  CHECK ((answer IS NULL) = (answered_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX withdrawals_by_day ON withdrawals (substr(recorded_at, 1, 10));
CREATE INDEX withdrawals_of ON withdrawals (intent_id) WHERE intent_id IS NOT NULL;

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
  PRIMARY KEY (kind, about, version),
  CHECK ((state = 'sending') = (claim IS NOT NULL)),
  CHECK ((claim IS NULL) = (claimed_until IS NULL)),
  CHECK ((state IN ('due', 'sending')) = (ended_at IS NULL)),
  CHECK (ended_at IS NULL OR ifnull(detail, '') NOT LIKE '%@%') -- no address outlives its mail
) STRICT, WITHOUT ROWID;
CREATE INDEX mails_due ON mails (due_at) WHERE state IN ('due', 'sending');
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
  dispute             TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX orders_by_number ON orders (upper(substr(intent_id, -10)));
CREATE INDEX orders_by_email ON orders (email COLLATE NOCASE) WHERE email IS NOT NULL;
CREATE INDEX orders_by_account ON orders (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX orders_by_age ON orders (status, updated_at);
CREATE INDEX orders_by_time ON orders (ifnull(paid_at, created_at));

-- Once a payment is paid, its attempts that failed count no more: another buyer may have made them.
CREATE VIEW counting_reports AS
SELECT * FROM payment_reports AS r
WHERE status NOT IN ('failed', 'canceled')
  OR NOT EXISTS (SELECT 1 FROM payment_reports WHERE intent_id = r.intent_id AND status = 'paid');

-- `max((9 - rank) || x)` is the x of the lowest rank that has one. A paid report decides the status, then a canceled
-- one, then the latest. Of several disputes a lost one counts first, then an open one, then others. The charge's total
-- counts if it is higher than its refunds, because an event may be missing.
CREATE VIEW joined_orders AS
SELECT
  r.intent_id,
  CASE max(CASE r.status WHEN 'paid' THEN 3 WHEN 'canceled' THEN 2 ELSE 1 END) WHEN 3 THEN 'paid' WHEN 2 THEN 'canceled'
    ELSE substr(max(r.event_at || iif(r.status = 'failed', 1, 0) || r.status), 26) END AS status,
  substr(max((9 - r.rank) || r.checkout), 2),
  substr(max((9 - r.rank) || r.session_id), 2),
  substr(max((9 - r.rank) || r.product_id), 2),
  substr(max((9 - r.rank) || r.flow), 2),
  substr(max((9 - r.rank) || r.buyer_name), 2),
  coalesce(c.email, substr(max((9 - r.rank) || r.email), 2)),
  c.corrected_at,
  substr(max((9 - r.rank) || r.user_id), 2),
  substr(max((9 - r.rank) || r.consent), 2),
  substr(max((9 - r.rank) || r.consent_at), 2),
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
  (SELECT CASE max(instr('24013', stage)) WHEN 5 THEN 'lost' WHEN 4 THEN 'open' WHEN 3 THEN 'inquiry' WHEN 2 THEN 'won'
     WHEN 1 THEN 'closed' END
     FROM disputes WHERE intent_id = r.intent_id)
FROM counting_reports AS r LEFT JOIN corrections AS c ON c.intent_id = r.intent_id
GROUP BY r.intent_id;

-- What pages and commands read of an order. Its withdrawal is the first by the order's own link.
CREATE VIEW shown_orders AS
SELECT
  o.*,
  (SELECT ended_at FROM mails WHERE kind = 'confirmation' AND about = o.intent_id
     AND version = ifnull(o.email_corrected_at, '') AND state = 'sent') AS confirmed_at,
  g.code AS gift_code,
  g.stored_at AS gift_stored_at,
  e.erased_at,
  w.reference AS withdrawal,
  w.received_at AS withdrawn_at,
  w.answer AS withdrawal_answer
FROM orders AS o
LEFT JOIN gifts AS g ON g.intent_id = o.intent_id
LEFT JOIN erasures AS e ON e.intent_id = o.intent_id
LEFT JOIN withdrawals AS w ON w.reference = (
  SELECT reference FROM withdrawals WHERE intent_id = o.intent_id ORDER BY received_at, reference LIMIT 1);
