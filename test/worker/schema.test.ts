import { beforeEach, describe, expect, test } from "vitest";
import { type Delivery, toDelivery } from "../../src/gifts/day/gift-delivery.ts";
import type { Invoice } from "../../src/ledger/invoice-rules.ts";
import { toInvoice } from "../../src/ledger/invoices.ts";
import { type MailRow, toMail } from "../../src/ledger/mails.ts";
import { type Order, toOrder } from "../../src/ledger/orders.ts";
import { toWithdrawal, type Withdrawal } from "../../src/orders/withdrawal/withdrawals.ts";
import { sql, type Value } from "../../src/server/database.ts";
import { emptyLedger, rowsOf, run } from "./ledger-rows.ts";
import { collectLogs } from "./logs.ts";

/** The ledger's schema: its columns are the fields of the code's types, and it refuses rows that make no sense. */

collectLogs();
beforeEach(emptyLedger);

async function columnsOf(table: string): Promise<readonly string[]> {
  return (await rowsOf("SELECT name FROM pragma_table_xinfo(?1)", table)).map(({ name }) => String(name)).sort();
}
/** The columns of these fields, `paidAt` as `paid_at`. */
const spell = (fields: object, ...others: readonly string[]) =>
  [
    ...Object.keys(fields).map((field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
    ...others,
  ].sort();

type Fields<T> = Readonly<Record<T extends T ? keyof T : never, unknown>>;

const AT = "2026-11-22T10:00:00.000Z";

describe("each column is a field of the type that its rows are read as, and each field a column", () => {
  test("an order, from shown_orders", async () => {
    const ORDER = {
      intentId: "pi_1",
      status: "paid",
      source: "hosted",
      sessionId: "cs_1",
      productId: "KVB1",
      flow: "none",
      buyerName: "Jan",
      email: "jan@example.nl",
      emailCorrectedAt: AT,
      userId: "user-1",
      consent: "2026-11",
      consentAt: AT,
      gift: { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from: "now" },
      amountCents: 3900,
      currency: "eur",
      createdAt: AT,
      paidAt: AT,
      updatedAt: AT,
      refundedCents: 100,
      failedRefundCents: 100,
      dispute: "won",
      erasedAt: AT,
      confirmedAt: AT,
      giftCode: "ABCD",
      giftStoredAt: AT,
      withdrawal: "HR-1",
      withdrawnAt: AT,
      money: "partlyRefunded",
      state: "withdrawn",
      isRepaid: false,
      isUsable: true,
      isWithdrawn: true,
      isUnconfirmed: false,
      owedCents: 100,
      waivedAt: AT,
      withdrawUntil: "2026-12-07",
      unconfirmable: "erased",
      boughtAt: AT,
      moneyMovedAt: AT,
      disputedAt: AT,
      answerBankBy: AT,
      note: "Belt terug",
    } as const satisfies Fields<Order>;
    const columns = await columnsOf("shown_orders");
    // What is only counted by is not a field.
    expect(columns).toEqual(spell(ORDER, "unreturned_cents", "is_sale", "bought_on", "number"));
    const row = Object.fromEntries(
      spell(ORDER).map((column) => {
        const field = Object.keys(ORDER).find((name) => spell({ [name]: 1 })[0] === column) as keyof typeof ORDER;
        const value = ORDER[field];
        return [
          column,
          typeof value === "object" ? JSON.stringify(value) : typeof value === "boolean" ? Number(value) : value,
        ];
      }),
    );
    expect(toOrder(row)).toEqual(ORDER);
    expect(toOrder({ ...row, paid_at: null, gift: null })).not.toHaveProperty("paidAt");
  });

  test("a delivery", async () => {
    const PLANNED = {
      version: 2,
      changes: 1,
      at: AT,
      state: "planned",
      day: "2026-12-05",
      address: "a@b.nl",
      sendAt: AT,
    };
    const DELIVERY = { ...PLANNED, by: "giver" } satisfies Fields<Delivery>;
    const { by: _by, ...fields } = DELIVERY;
    expect(await columnsOf("deliveries")).toEqual(
      spell(fields, "stopped_by", "intent_id", "claim", "claimed_until", "is_unmailed"),
    );
    const insert = (...values: readonly Value[]) =>
      sql(
        `INSERT INTO deliveries (intent_id, version, changes, state, stopped_by, day, address, send_at, at)
          VALUES ('pi_1', 2, 1, ?1, ?2, ?3, ?4, ?5, ?6) RETURNING *`,
        ...values,
      );
    const read = async (...values: readonly Value[]) => {
      const [rows = []] = await run(insert(...values), sql("DELETE FROM deliveries"));
      return toDelivery(rows[0] ?? null);
    };
    expect(await read("planned", null, "2026-12-05", "a@b.nl", AT, AT)).toEqual(PLANNED);
    expect(await read("stopped", "giver", null, null, null, AT)).toEqual({
      version: 2,
      changes: 1,
      at: AT,
      state: "stopped",
      by: "giver",
    });
  });

  test("a withdrawal", async () => {
    const WITHDRAWAL = {
      reference: "HR-1",
      receivedAt: AT,
      name: "Jan",
      contract: "KVB1",
      email: "jan@example.nl",
      reason: "Geen boot.",
      intentId: "pi_1",
      isProven: true,
      receipt: "full",
      notice: "now",
      answer: "repaid",
      answeredAt: AT,
    } as const satisfies Fields<Withdrawal>;
    // What is only counted by is not read.
    const follows = ["numbers", "state", "is_refused", "received_on", "repay_by"];
    expect(await columnsOf("withdrawals")).toEqual(spell(WITHDRAWAL, "recorded_at", "mailbox", ...follows));
    const [rows = []] = await run(
      sql(
        `INSERT INTO withdrawals VALUES ('HR-1', ?1, ?1, 'Jan', 'KVB1', 'jan@example.nl', 'jan@example.nl', 'Geen boot.',
          'pi_1', 1, 'full', 'now', 'repaid', ?1, '[]') RETURNING *`,
        AT,
      ),
    );
    expect(toWithdrawal(rows[0] ?? null)).toMatchObject(WITHDRAWAL);
  });

  test("an invoice", async () => {
    const INVOICE = {
      number: "2026-0002",
      intentId: "pi_1",
      kind: "refund",
      about: "2026-0001",
      issuedAt: AT,
      suppliedAt: AT,
      seller: { legalName: "Vaarkoers BV" },
      company: "Jansen BV",
      address: "Dijk 2",
      vatId: "NL123456789B01",
      description: "Online cursus",
      inclCents: -3900,
      vatCents: -677,
      vatPercent: 21,
    } as const satisfies Fields<Invoice>;
    expect(await columnsOf("invoices")).toEqual(spell(INVOICE, "series", "serial", "turn", "names"));
    const [rows = []] = await run(
      sql(
        `INSERT INTO invoices VALUES ('2026', 2, 'pi_1', 2, 'refund', '2026-0001', ?1, ?1, '{"legalName":"Vaarkoers BV"}',
          'Jansen BV', NULL, 'Dijk 2', 'NL123456789B01', 'Online cursus', -3900, -677, 21) RETURNING *`,
        AT,
      ),
    );
    expect(rows.map(toInvoice)).toMatchObject([INVOICE]);
  });

  test("a mail", async () => {
    const MAIL = {
      kind: "notice",
      about: "pi_1",
      version: "",
      state: "sending",
      dueAt: AT,
      claim: "a",
      claimedUntil: AT,
      attempts: 1,
      endedAt: AT,
      detail: "old",
      isOwed: true,
      isUnsent: false,
    } satisfies Fields<MailRow>;
    expect(await columnsOf("mails")).toEqual(spell(MAIL));
    const row = {
      kind: "notice",
      about: "pi_1",
      version: "",
      state: "sending",
      due_at: AT,
      claim: "a",
      attempts: 1,
      is_owed: 1,
      is_unsent: 0,
    };
    expect(toMail({ ...row, claimed_until: AT, ended_at: AT, detail: "old" })).toEqual(MAIL);
    const { claim: _claim, claimedUntil: _until, endedAt: _ended, detail: _detail, ...rest } = MAIL;
    expect(toMail({ ...row, claim: null, claimed_until: null, ended_at: null, detail: null })).toEqual(rest);
  });
});

test("the view that makes an order has the order's columns, in their order: a statement copies them by position", async () => {
  const names = async (table: string) =>
    (await rowsOf("SELECT name FROM pragma_table_xinfo(?1) WHERE hidden = 0 ORDER BY cid", table)).map(
      ({ name }) => name,
    );
  expect(await names("joined_orders")).toEqual(await names("orders"));
});

describe("a row that makes no sense is refused", () => {
  const MAIL = { kind: "notice", about: "pi_1", state: "due", due_at: AT };
  const DELIVERY = { intent_id: "pi_1", state: "awaited", at: AT };
  const PLAN = { day: "2026-12-05", address: "noor@example.nl", send_at: AT };
  const REPORT = {
    intent_id: "pi_1",
    source: "intent",
    event_id: "evt_1",
    event_at: AT,
    status: "paid",
    amount_cents: 3900,
    currency: "eur",
    created_at: AT,
  };
  const WITHDRAWAL = {
    reference: "HR-1",
    received_at: AT,
    recorded_at: AT,
    name: "Jan",
    contract: "KVB1",
    email: "jan@example.nl",
    mailbox: "jan@example.nl",
    is_proven: 0,
    receipt: "facts",
    notice: "now",
  };
  const INVOICE = {
    series: "2026",
    serial: 1,
    intent_id: "pi_1",
    turn: 1,
    kind: "invoice",
    issued_at: AT,
    supplied_at: AT,
    seller: "{}",
    company: "Jansen BV",
    address: "Dijk 2",
    description: "Online cursus",
    incl_cents: 3900,
    vat_cents: 677,
    vat_percent: 21,
  };
  const CLAIM = { claim: "a", claimed_until: AT };
  const put = (table: string, row: Readonly<Record<string, Value>>) => {
    const names = Object.keys(row);
    return run(
      sql(
        `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
        ...Object.values(row),
      ),
    );
  };

  test.each<[string, string, Readonly<Record<string, Value>>]>([
    ["an invoice", "invoices", INVOICE],
    ["a mail that waits", "mails", MAIL],
    ["a mail that is being sent", "mails", { ...MAIL, state: "sending", ...CLAIM }],
    ["a report to a giver, with the address that its mail needs", "mails", { ...MAIL, detail: "noor@example.nl" }],
    ["a mail that went", "mails", { ...MAIL, state: "sent", ended_at: AT, detail: "full" }],
    ["a gift whose address is awaited", "deliveries", DELIVERY],
    ["a gift whose mail is planned", "deliveries", { ...DELIVERY, ...PLAN, state: "planned" }],
    ["a gift that is being mailed", "deliveries", { ...DELIVERY, ...PLAN, ...CLAIM, state: "sending" }],
    ["a gift whose mail was stopped", "deliveries", { ...DELIVERY, state: "stopped", stopped_by: "money" }],
    ["a report of a payment", "payment_reports", { ...REPORT, consent: "2026-11", consent_at: AT, gift: "{}" }],
    ["a withdrawal", "withdrawals", WITHDRAWAL],
  ])("but not %s", async (_name, table, row) => {
    await put(table, row);
    expect(await rowsOf(`SELECT * FROM ${table}`)).toMatchObject([row]);
  });

  test.each<[string, string, Readonly<Record<string, Value>>]>([
    ["an invoice of less than nothing", "invoices", { ...INVOICE, incl_cents: -3900, vat_cents: -677 }],
    ["an invoice whose VAT is less than nothing", "invoices", { ...INVOICE, vat_cents: -677 }],
    ["a credit note of more than nothing", "invoices", { ...INVOICE, turn: 2, kind: "refund", about: "2026-0001" }],
    ["a first invoice that replaces another", "invoices", { ...INVOICE, about: "2026-0001" }],
    ["a mail with an address after its end", "mails", { ...MAIL, state: "sent", ended_at: AT, detail: "to a@b.nl" }],
    ["a mail that ended without a time", "mails", { ...MAIL, state: "sent" }],
    ["a mail that waits and has ended", "mails", { ...MAIL, ended_at: AT }],
    ["a mail that nobody sends", "mails", { ...MAIL, state: "sending" }],
    ["a mail that waits and is held", "mails", { ...MAIL, ...CLAIM }],
    ["a claim without an end", "mails", { ...MAIL, state: "sending", claim: "a" }],
    ["a mail in a state that nobody knows", "mails", { ...MAIL, state: "lost" }],
    ["a plan without an address", "deliveries", { ...DELIVERY, ...PLAN, address: null, state: "planned" }],
    ["a plan without a moment", "deliveries", { ...DELIVERY, ...PLAN, send_at: null, state: "planned" }],
    ["an address that is awaited and there", "deliveries", { ...DELIVERY, address: "noor@example.nl" }],
    ["an address after the mail", "deliveries", { ...DELIVERY, address: "noor@example.nl", state: "sent" }],
    ["a day after a stop", "deliveries", { ...DELIVERY, day: "2026-12-05", state: "stopped", stopped_by: "giver" }],
    ["a stop by nobody", "deliveries", { ...DELIVERY, state: "stopped" }],
    ["a plan that somebody stopped", "deliveries", { ...DELIVERY, ...PLAN, state: "planned", stopped_by: "giver" }],
    ["a gift that nobody mails", "deliveries", { ...DELIVERY, ...PLAN, state: "sending" }],
    ["a report of what is no payment", "payment_reports", { ...REPORT, intent_id: "cs_1" }],
    ["a report of an unknown kind", "payment_reports", { ...REPORT, source: "rumour" }],
    ["a payment of less than nothing", "payment_reports", { ...REPORT, amount_cents: -1 }],
    ["a consent without its time", "payment_reports", { ...REPORT, consent: "2026-11" }],
    ["a wish that is no JSON", "payment_reports", { ...REPORT, gift: "{" }],
    ["an answer without its time", "withdrawals", { ...WITHDRAWAL, answer: "repaid" }],
    ["an answer that nobody gives", "withdrawals", { ...WITHDRAWAL, answer: "maybe", answered_at: AT }],
  ])("%s", async (_name, table, row) => {
    await expect(put(table, row)).rejects.toThrow("SQLITE_CONSTRAINT");
  });
});
