import { expect, test } from "vitest";
import { DELIVERY_LIFE, type DeliveryState } from "../../src/ledger/delivery-life-rules.ts";
import { openD1 } from "../d1-on-node.ts";

/** The states that the schema knows, with what a row in them has. */
const ROWS: Readonly<Record<DeliveryState, string>> = {
  awaited: "NULL, NULL, NULL, NULL, NULL, NULL",
  planned: "NULL, '2026-12-05', 'noor@example.nl', '2026-12-05T07:00:00.000Z', NULL, NULL",
  sending: "NULL, '2026-12-05', 'noor@example.nl', '2026-12-05T07:00:00.000Z', 'c', '2026-12-05T07:10:00.000Z'",
  sent: "NULL, NULL, NULL, NULL, NULL, NULL",
  stopped: "'giver', NULL, NULL, NULL, NULL, NULL",
  refused: "NULL, NULL, NULL, NULL, NULL, NULL",
  failed: "NULL, NULL, NULL, NULL, NULL, NULL",
  lost: "NULL, NULL, NULL, NULL, NULL, NULL",
};
const STATES = Object.keys(ROWS) as DeliveryState[];
const COLUMNS = "stopped_by, day, address, send_at, claim, claimed_until";

test.each(STATES)("no statement leads a delivery out of '%s' but by an event of its life", (from) => {
  const { sqlite } = openD1();
  // A paid gift, of which no fact stands in the way of any event.
  sqlite.exec(`INSERT INTO orders (intent_id, status, gift, amount_cents, currency, created_at, updated_at)
    VALUES ('pi_1', 'paid', '{}', 3900, 'eur', '2026-12-01', '2026-12-01')`);
  const reached = STATES.filter((to) => {
    sqlite.exec(`DELETE FROM deliveries;
      INSERT INTO deliveries (intent_id, state, ${COLUMNS}, at) VALUES ('pi_1', '${from}', ${ROWS[from]}, '2026-12-01')`);
    try {
      sqlite.exec(`UPDATE deliveries SET state = '${to}', (${COLUMNS}) = (${ROWS[to]})`);
      return true;
    } catch (error) {
      expect(String(error)).toContain("no event of a delivery makes this change");
      return false;
    }
  });
  const events: readonly { from: readonly string[]; to: readonly DeliveryState[] }[] = Object.values(DELIVERY_LIFE);
  const expected = STATES.filter((to) => events.some((event) => event.from.includes(from) && event.to.includes(to)));
  expect(reached).toEqual(expected);
});

test("a mailed gift is mailed for good, and whoever is mailing it cannot be stopped by its giver", () => {
  const { change, stop, revoke } = DELIVERY_LIFE;
  for (const event of [change, stop, revoke]) {
    expect(event.from).not.toContain("sent");
    expect(event.from).not.toContain("sending");
  }
});
