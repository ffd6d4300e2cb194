import { describe, expect, test } from "vitest";
import { isRepaid, moneyOf, type Order } from "../../src/ledger/orders.ts";
import { DISPUTE_STATUSES } from "../../src/paying/webhook/order-events.ts";
import { takeFaults } from "../outside-world/stripe-watch.ts";
import { charge, deliver, dispute, event, known, METADATA, newIntent, order, refund, withStripe } from "./events.ts";
import { balanceTransaction, intent } from "./stripe-objects.ts";
import { turnsOf } from "./turns.ts";

const logs = withStripe();

const paid = (id: string) => event("payment_intent.succeeded", 60, intent({ id, metadata: METADATA }));

describe("a refund that came back", () => {
  test.each(["refund.failed", "refund.updated", "charge.refund.updated"] as const)(
    "as %s says it: nothing is paid back, and the buyer is owed it",
    async (type) => {
      const found = await known((id) => [
        paid(id),
        event("charge.refunded", 70, charge(id, 3900, 3900, {})),
        event(type, 80, refund(id, "re_1", 3900, "failed")),
      ]);
      expect(found).toMatchObject({ status: "paid", refundedCents: 0, failedRefundCents: 3900 });
      expect(isRepaid(found as Order)).toBe(false);
    },
  );

  test("a refund that was canceled before it was sent does not count either", async () => {
    const found = await known((id) => [paid(id), event("refund.updated", 80, refund(id, "re_1", 900, "canceled"))]);
    expect(found).toMatchObject({ refundedCents: 0, failedRefundCents: 900 });
  });

  test("a second refund that arrived counts, even if only the charge's total has it", async () => {
    const first = (id: string) => [paid(id), event("refund.failed", 80, refund(id, "re_1", 900, "failed"))];
    const second = await known((id) => [...first(id), event("refund.created", 90, refund(id, "re_2", 3900))]);
    expect(second).toMatchObject({ refundedCents: 3900, failedRefundCents: 900 });
    const two = await known((id) => [
      paid(id),
      event("refund.created", 70, refund(id, "re_1", 900)),
      event("charge.refunded", 90, charge(id, 3900, 1900, {})),
    ]);
    expect(two).toMatchObject({ refundedCents: 1900 });
  });

  test("the log says so", async () => {
    await known((id) => [paid(id), event("refund.failed", 80, refund(id, "re_1", 900, "failed"))]);
    expect(logs.lines("refund.failed")).toHaveLength(2);
  });
});

describe("a dispute's state follows its status, whatever the event's type", () => {
  const STATES = {
    warning_needs_response: "inquiry",
    warning_under_review: "inquiry",
    warning_closed: "closed",
    prevented: "closed",
    needs_response: "open",
    under_review: "open",
    won: "won",
    lost: "lost",
    appeal_needs_response: "lost",
    appeal_under_review: "lost",
  };
  const TYPES = ["charge.dispute.created", "charge.dispute.updated", "charge.dispute.closed"] as const;
  /** Marks an event as one of the payment's second dispute. */
  const OTHER = { isOther: true };
  type Told = readonly [(typeof TYPES)[number], string, object?];
  const disputed = async (...objects: readonly Told[]) => {
    const intentId = newIntent();
    await deliver(event("payment_intent.succeeded", 60, intent({ id: intentId })));
    for (const [index, [type, status, more]] of objects.entries()) {
      const object = more === OTHER ? dispute(intentId, status, 2) : { ...dispute(intentId, status), ...more };
      await deliver(event(type, 70 + index, object));
    }
    return order(intentId);
  };

  test("every status that Stripe names is in the table", () => {
    expect([...DISPUTE_STATUSES].sort()).toEqual(Object.keys(STATES).sort());
  });

  test.each(Object.entries(STATES))("%s is %s", async (status, dispute) => {
    for (const type of TYPES) expect(await disputed([type, status])).toMatchObject({ dispute });
  });

  test("an appeal may win what was lost, in any order; an inquiry that ended may become a dispute", async () => {
    const lost = ["charge.dispute.closed", "lost"] as const;
    const appeal = ["charge.dispute.updated", "appeal_under_review"] as const;
    const won = ["charge.dispute.closed", "won"] as const;
    for (const turns of turnsOf([lost, appeal, won])) {
      expect(await disputed(...turns)).toMatchObject({ dispute: "won" });
    }
    expect(await disputed(["charge.dispute.closed", "warning_closed"], lost)).toMatchObject({ dispute: "lost" });
  });

  const inquiry = { is_charge_refundable: true, balance_transactions: [] };

  test.each(["warning_needs_response", "warning_under_review", "needs_response", "under_review"])(
    "%s of money that has not moved and may be refunded: the bank only asks",
    async (status) => {
      const found = await disputed([TYPES[0], status, inquiry]);
      expect(found).toMatchObject({ dispute: "inquiry" });
      expect([moneyOf(found as Order), isRepaid(found as Order)]).toEqual(["disputed", false]);
      const taken = { ...inquiry, balance_transactions: [balanceTransaction(-3900)] };
      expect(await disputed([TYPES[0], status, taken])).toMatchObject({ dispute: "open" });
    },
  );

  test("an inquiry that becomes a dispute, told in any order: a dispute; one that is refunded: refunded", async () => {
    const asked = [TYPES[0], "warning_needs_response", inquiry] as const;
    const escalated = [TYPES[1], "needs_response", { balance_transactions: [balanceTransaction(-3900)] }] as const;
    for (const turns of turnsOf([asked, escalated]))
      expect(await disputed(...turns)).toMatchObject({ dispute: "open" });
    const found = await known((id) => [
      paid(id),
      event(TYPES[0], 70, { ...dispute(id, "warning_needs_response"), ...inquiry }),
      event("refund.created", 80, refund(id, "re_1", 3900)),
    ]);
    expect(moneyOf(found as Order)).toBe("refunded");
  });

  test("a prevented dispute is lost if its money is gone", async () => {
    const movements = (...cents: number[]) => ({ balance_transactions: cents.map(balanceTransaction) });
    const created = TYPES[0];
    expect(await disputed([created, "prevented", movements(-3900)])).toMatchObject({ dispute: "lost" });
    expect(await disputed([created, "prevented", movements(-3900, 3900)])).toMatchObject({ dispute: "closed" });
  });

  test("a dispute that is won, and another that is open: open", async () => {
    const open = [TYPES[0], "needs_response", OTHER] as const;
    expect(await disputed(["charge.dispute.closed", "won"], open)).toMatchObject({ dispute: "open" });
  });

  test("a lost dispute counts before an open one", async () => {
    const found = await disputed(["charge.dispute.closed", "lost"], [TYPES[0], "needs_response", OTHER]);
    expect(found).toMatchObject({ dispute: "lost" });
  });

  test("an unknown status is refused, so that Stripe sends the event again", async () => {
    const [response] = await deliver(event(TYPES[0], 60, dispute(newIntent(), "new_status")));
    expect(response?.status).toBe(400);
    expect(takeFaults()).toHaveLength(1);
  });
});
