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
