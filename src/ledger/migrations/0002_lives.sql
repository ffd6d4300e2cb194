-- Made by kv-seed/life-triggers.ts of the tables of the lives: not written by hand.

DROP TRIGGER IF EXISTS delivery_life;
CREATE TRIGGER delivery_life BEFORE UPDATE OF state ON deliveries WHEN OLD.state || ' ' || NEW.state NOT IN ('none stopped', 'awaited stopped', 'planned stopped', 'refused stopped', 'failed stopped', 'lost stopped', 'planned sending', 'sending sending', 'sending planned', 'sending sent', 'sending refused', 'sending failed', 'sending stopped', 'awaited lost', 'planned failed', 'planned refused')
  AND NOT EXISTS (SELECT 1 FROM shown_deliveries WHERE intent_id = OLD.intent_id AND (state IN ('none', 'awaited') AND NEW.state IN ('awaited', 'planned', 'stopped') AND (is_paid) AND (NOT is_erased)
    OR state IN ('none', 'awaited', 'planned', 'stopped', 'refused', 'failed', 'lost') AND NEW.state IN ('planned') AND (NOT is_withdrawn) AND (NOT is_repaid) AND (NOT is_erased) AND (changes < 20)
    OR state IN ('awaited', 'planned') AND NEW.state IN ('stopped') AND (is_withdrawn OR is_repaid)))
BEGIN SELECT RAISE(ABORT, 'no event of a delivery makes this change'); END;

DROP TRIGGER IF EXISTS mail_life;
CREATE TRIGGER mail_life BEFORE UPDATE OF state ON mails WHEN OLD.state || ' ' || NEW.state NOT IN ('none due', 'none withheld', 'due sending', 'sending sending', 'sending due', 'sending sent', 'sending refused', 'sending withheld', 'sending failed', 'due withheld', 'due failed')
  AND NOT EXISTS (SELECT 1 FROM shown_mails WHERE kind = OLD.kind AND about = OLD.about AND version = OLD.version AND (state IN ('sent', 'refused', 'withheld', 'failed') AND NEW.state IN ('due') AND (is_last) AND (has_reader) AND (state <> 'sent' OR detail IN ('codeless', 'targetless'))))
BEGIN SELECT RAISE(ABORT, 'no event of a mail makes this change'); END;

DROP TRIGGER IF EXISTS withdrawal_life;
CREATE TRIGGER withdrawal_life BEFORE UPDATE OF answer ON withdrawals WHEN NEW.answer IS NOT OLD.answer
  AND OLD.state || ' ' || NEW.state NOT IN ('none open', 'open repaid', 'open refused', 'open no-order', 'repaid repaid', 'repaid refused', 'repaid no-order', 'refused repaid', 'refused refused', 'refused no-order', 'no-order repaid', 'no-order refused', 'no-order no-order', 'repaid open', 'refused open', 'no-order open')
BEGIN SELECT RAISE(ABORT, 'no event of a withdrawal makes this change'); END;

DROP TRIGGER IF EXISTS payment_life;
CREATE TRIGGER payment_life BEFORE INSERT ON orders WHEN ifnull((SELECT money FROM orders WHERE intent_id = NEW.intent_id), 'none') <> NEW.money
  AND ifnull((SELECT money FROM orders WHERE intent_id = NEW.intent_id), 'none') || ' ' || NEW.money NOT IN ('none open', 'open open', 'failed open', 'none failed', 'open failed', 'failed failed', 'none canceled', 'open canceled', 'failed canceled', 'none paid', 'none partlyRefunded', 'none refunded', 'none disputed', 'none reversed', 'open paid', 'open partlyRefunded', 'open refunded', 'open disputed', 'open reversed', 'failed paid', 'failed partlyRefunded', 'failed refunded', 'failed disputed', 'failed reversed', 'canceled paid', 'canceled partlyRefunded', 'canceled refunded', 'canceled disputed', 'canceled reversed', 'paid partlyRefunded', 'paid refunded', 'paid disputed', 'partlyRefunded partlyRefunded', 'partlyRefunded refunded', 'partlyRefunded disputed', 'disputed partlyRefunded', 'disputed refunded', 'disputed disputed', 'paid paid', 'paid reversed', 'partlyRefunded paid', 'partlyRefunded reversed', 'disputed paid', 'disputed reversed', 'refunded paid', 'refunded partlyRefunded', 'refunded disputed', 'refunded reversed', 'reversed paid', 'reversed partlyRefunded', 'reversed disputed', 'reversed refunded')
BEGIN INSERT INTO alarms (kind, about, at, detail)
  SELECT 'payment-strange', about, NEW.updated_at, NEW.intent_id
  FROM (SELECT NEW.intent_id || ' ' || ifnull((SELECT money FROM orders WHERE intent_id = NEW.intent_id), 'none') || ' ' || NEW.money AS about) AS a
  WHERE NOT EXISTS (SELECT 1 FROM alarms WHERE kind = 'payment-strange' AND about = a.about); END;
