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
CREATE INDEX deliveries_unmailed ON deliveries (at) WHERE state IN ('refused', 'failed', 'lost');
CREATE INDEX mails_alarming ON mails (ended_at) WHERE state IN ('refused', 'failed') OR detail = 'targetless';
