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
