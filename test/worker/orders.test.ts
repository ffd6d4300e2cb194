import { beforeEach, expect, test } from "vitest";
import type { Order } from "../../src/ledger/orders.ts";
import { DISPUTE_STATUSES, ORDER_EVENT_TYPES } from "../../src/paying/webhook/order-events.ts";
import { eachRow } from "../table.ts";
import { at, CONSENT_AT, charge, dispute, type Event, event, METADATA, refund, T } from "./events.ts";
import { orderOf, tracesOf } from "./ledger-rows.ts";
import { logs } from "./logs.ts";
import { balanceTransaction, choice, intent } from "./stripe-objects.ts";
import { answerJson, deliver, stripeEvent, stubStripe } from "./stripe-stub.ts";

// The shop asks Stripe for the payment's metadata if a refund or a dispute comes before its sale.
beforeEach(() => {
  stubStripe(({ url }) => answerJson(intent({ id: url.pathname.split("/").at(-1) })));
});

let payments = 0;
function newIntent(): string {
  payments += 1;
  return `pi_order${payments}`;
}

const session = (intentId: string, changes: object = {}) => ({
  id: "cs_1",
  payment_intent: intentId,
  payment_status: "paid",
  amount_total: 5900,
  created: T,
  metadata: { product: "KVB2", flow: "none", consent: "2026-11-22-link" },
  customer_details: { name: "Els Bos", email: "els@example.nl" },
  consent: { terms_of_service: "accepted" },
  custom_fields: [choice("vaargebied", "vervalt"), choice("herroepingsrecht", "vervalt")],
  ...changes,
});

/** The order after these events, each of which is delivered twice at the same moment. */
async function known(events: (intentId: string) => Event[]): Promise<Order | null> {
  const intentId = newIntent();
  for (const next of events(intentId)) {
    const responses = await Promise.all([deliver(next), deliver(next)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  }
  return orderOf(intentId);
}

const UNPAID = { payment_status: "unpaid" };
const NOBODY = { amount_total: 0, metadata: {}, customer_details: null, custom_fields: [] };

/** The least that an object of Stripe's says, and the status of an order about which nothing else is known. */
const LEAST = {
  "payment_intent.succeeded": [(id) => intent({ id, amount: 0, metadata: {}, receipt_email: null }), "paid"],
  "payment_intent.processing": [(id) => intent({ id, metadata: {}, receipt_email: null }), "open"],
  "payment_intent.payment_failed": [(id) => intent({ id, metadata: {}, receipt_email: null }), "failed"],
  "payment_intent.canceled": [(id) => intent({ id, metadata: {}, receipt_email: null }), "canceled"],
  "checkout.session.completed": [(id) => session(id, { ...UNPAID, ...NOBODY }), "open"],
  "checkout.session.async_payment_succeeded": [(id) => session(id, NOBODY), "paid"],
  "checkout.session.async_payment_failed": [(id) => session(id, { ...UNPAID, ...NOBODY }), "failed"],
  "charge.refunded": [(id) => ({ ...charge(id, 3900, 0, {}), billing_details: { name: null, email: null } }), "paid"],
  "charge.refund.updated": [(id) => refund(id, "re", 0, "pending"), undefined],
  "refund.created": [(id) => refund(id, "re", 0, "requires_action"), undefined],
  "refund.updated": [(id) => ({ ...refund(id, "re", 0), status: null }), undefined],
  "refund.failed": [(id) => refund(id, "re", 0, "failed"), undefined],
  "charge.dispute.created": [(id) => ({ ...dispute(id, "under_review"), balance_transactions: [] }), undefined],
  "charge.dispute.updated": [(id) => dispute(id, "under_review"), undefined],
  "charge.dispute.closed": [(id) => dispute(id, "prevented"), undefined],
} satisfies Record<(typeof ORDER_EVENT_TYPES)[number], [(intentId: string) => object, string | undefined]>;

test.each(ORDER_EVENT_TYPES)("%s is written down, be it without all that may be missing", async (type) => {
  const [object, status] = LEAST[type];
  const intentId = newIntent();
  const response = await deliver(event(type, 60, object(intentId)));
  expect([response.status, await response.json()]).toEqual([200, { received: true }]);
  expect(logs.lines("webhook.recorded")).toMatchObject([{ type, intentId, eventId: expect.stringMatching(/^evt_/) }]);
  const found = await orderOf(intentId);
  expect(found?.status).toBe(status);
  if (status !== "paid") expect(found ?? {}).not.toHaveProperty("paidAt");
  expect(logs.lines("ledger.refused")).toEqual([]);
});

test.each(ORDER_EVENT_TYPES)("%s in another form is refused, and named in the log", async (type) => {
  const object = { id: "pi_1", payment_intent: "pi_1", amount: "5900" };
  const response = await deliver({ ...event(type, 1, object), data: { object } });
  expect(response.status).toBe(400);
  expect(logs.lines("webhook.refused")).toEqual([expect.objectContaining({ type, intentId: "pi_1" })]);
});

test.each(ORDER_EVENT_TYPES)(
  "%s of a payment for another environment is written down by the shop that it was made for",
  async (type) => {
    const [intentId, metadata] = [newIntent(), { ...METADATA, environment: "rehearsal" }];
    stubStripe(() => answerJson(intent({ id: intentId, metadata })));
    const what = event(type, 60, { ...LEAST[type][0](intentId), metadata });
    expect((await deliver(what)).status).toBe(200);
    expect([await tracesOf(intentId), logs.lines("webhook.recorded")]).toEqual([[], []]);
    expect(logs.lines("webhook.foreign")).toMatchObject([{ type, intentId, environment: "rehearsal" }]);
    expect((await deliver(what, { ENVIRONMENT: "rehearsal" })).status).toBe(200);
    expect(await tracesOf(intentId)).not.toEqual([]);
    expect(logs.lines("webhook.foreign")).toHaveLength(1);
  },
);

const BARE = { amount: 5900, metadata: {}, receipt_email: null };
const WORDS: Readonly<Record<string, (id: string, at: number) => Event>> = {
  session: (id, at) => event("checkout.session.completed", at, session(id)),
  "session of müller": (id, at) =>
    event("checkout.session.completed", at, session(id, { customer_details: { email: "Jan@Müller.nl" } })),
  "unpaid session": (id, at) => event("checkout.session.completed", at, session(id, UNPAID)),
  "money came": (id, at) => event("checkout.session.async_payment_succeeded", at, session(id)),
  "no money": (id, at) => event("checkout.session.async_payment_failed", at, session(id, UNPAID)),
  "paid by link": (id, at) => event("payment_intent.succeeded", at, intent({ id, ...BARE })),
  paid: (id, at) => event("payment_intent.succeeded", at, intent({ id, metadata: METADATA })),
  processing: (id, at) => event("payment_intent.processing", at, intent({ id, metadata: METADATA })),
  failed: (id, at) => event("payment_intent.payment_failed", at, intent({ id, metadata: METADATA })),
  canceled: (id, at) => event("payment_intent.canceled", at, intent({ id, metadata: METADATA })),
  "all back": (id, at) => event("charge.refunded", at, charge(id, 3900, 3900, METADATA)),
  "10 back": (id, at) => event("charge.refunded", at, charge(id, 3900, 1000, METADATA)),
  "15 back": (id, at) => event("charge.refunded", at, charge(id, 3900, 1500, METADATA)),
  "19 back": (id, at) => event("charge.refunded", at, charge(id, 3900, 1900, METADATA)),
  "19 of 59 back": (id, at) => event("charge.refunded", at, charge(id, 5900, 1900, {})),
  "refund of 9": (id, at) => event("refund.created", at, refund(id, "re_1", 900)),
  "39 sent": (id, at) => event("refund.created", at, refund(id, "re_1", 3900, "pending")),
  "another of 39": (id, at) => event("refund.created", at, refund(id, "re_2", 3900)),
  "another of 15": (id, at) => event("refund.updated", at, refund(id, "pyr_2", 1500)),
  "39 failed": (id, at) => event("refund.failed", at, refund(id, "re_1", 3900, "failed")),
  "39 updated as failed": (id, at) => event("refund.updated", at, refund(id, "re_1", 3900, "failed")),
  "39 failed, as charges say it": (id, at) => event("charge.refund.updated", at, refund(id, "re_1", 3900, "failed")),
  "9 canceled": (id, at) => event("refund.updated", at, refund(id, "re_1", 900, "canceled")),
};
/** What has become of the money of a dispute that could still be refunded. */
const MOVED = { unmoved: [], taken: [-3900], returned: [-3900, 3900] };
/** Words such as `dispute lost` or `dispute prevented taken`; `other`: the payment's second dispute. */
function disputeIn(text: string): (typeof WORDS)[string] {
  const [which, status = "", money] = text.split(" ");
  const moved = MOVED[money as keyof typeof MOVED]?.map(balanceTransaction);
  const facts = moved === undefined ? {} : { is_charge_refundable: true, balance_transactions: moved };
  const number = which === "other" ? 2 : 1;
  return (id, at) => event("charge.dispute.updated", at, { ...dispute(id, status, number), ...facts });
}
const OURS = `status paid, source checkout, productId KVB1, flow A, amountCents 3900, currency eur, buyerName Jan Jansen, \
email jan@example.nl, consent 2026-11, consentAt ${CONSENT_AT}, userId user-1, createdAt ${at(0)}`;
const HOSTED = `status paid, source hosted, sessionId cs_1, productId KVB2, flow none, amountCents 5900, currency eur, \
buyerName Els Bos, email els@example.nl, consent 2026-11-22-link, createdAt ${at(0)}`;

/**
 * Events, each ten seconds after the one before it, and facts of the order that they make, also if they are told backwards. Each is
 * told twice at the same moment.
 */
eachRow(`
    # Whole sales. A charge's later event with a lower total is older than the refund's failure
    our own checkout                    | failed; paid; 10 back; all back; dispute lost | ${OURS}, refundedCents 3900, dispute lost, paidAt ${at(70)}, updatedAt ${at(100)}
    a hosted sale whose money came late | unpaid session; money came; paid by link; 19 of 59 back; dispute needs_response; dispute won | ${HOSTED}, consentAt ${at(60)}, refundedCents 1900, dispute won, paidAt ${at(80)}, updatedAt ${at(110)}
    a refund that came back, and one that did not | paid; 39 sent; all back; 39 failed; another of 15; 15 back | ${OURS}, refundedCents 1500, failedRefundCents 3900, paidAt ${at(60)}, updatedAt ${at(90)}
    # Whose others never come
    the session alone: everything       | session                            | status paid, productId KVB2, email els@example.nl, consent 2026-11-22-link, paidAt ${at(60)}
    an address in letters that no mail has | session of müller               | email Jan@xn--mller-kva.nl
    an unpaid session tells who bought  | unpaid session; paid by link       | status paid, productId KVB2, buyerName Els Bos, paidAt ${at(70)}
    only a refund: it was paid          | all back                           | status paid, productId KVB1, refundedCents 3900, buyerName J. Jansen
    a dispute alone: no order yet       | dispute needs_response             |
    money that did not come             | unpaid session; no money           | status failed, productId KVB2
    money on its way                    | processing                         | status open, productId KVB1
    that came                           | processing; paid                   | status paid
    that did not                        | processing; failed                 | status failed
    that was called back                | processing; canceled               | status canceled
    another attempt after a failed one  | failed; processing                 | status open
    # A refund that came back: nothing is paid back, and the buyer is owed it
    as Stripe says it now               | paid; all back; 39 failed          | status paid, refundedCents 0, failedRefundCents 3900, isRepaid false
    as an update                        | paid; all back; 39 updated as failed | refundedCents 0, failedRefundCents 3900, isRepaid false
    as older accounts hear it           | paid; all back; 39 failed, as charges say it | refundedCents 0, failedRefundCents 3900, isRepaid false
    canceled before it was sent         | paid; 9 canceled                   | refundedCents 0, failedRefundCents 900
    a second one that arrived           | paid; 9 canceled; another of 39    | refundedCents 3900, failedRefundCents 900
    told by the charge's total alone    | paid; refund of 9; 19 back         | refundedCents 1900
    while a bank asks about it          | paid; dispute warning_needs_response unmoved; 39 sent | money refunded
    # Disputes. Until the money moves the bank asks only
    an appeal that wins what was lost   | paid; dispute lost; dispute appeal_under_review; dispute won | dispute won
    won, and lost in arbitration        | paid; dispute won; dispute lost    | dispute lost
    an inquiry ended, and then a dispute | paid; dispute warning_closed; dispute lost | dispute lost
    an inquiry that becomes a dispute   | paid; dispute warning_needs_response unmoved; dispute needs_response taken | dispute open
    an inquiry                          | paid; dispute warning_needs_response unmoved | dispute inquiry, money disputed, isRepaid false
    an inquiry beside one that was won  | paid; dispute won; other warning_under_review unmoved | dispute inquiry, money disputed, isRepaid false
    a dispute of money that is here     | paid; dispute needs_response unmoved | dispute inquiry, money disputed, isRepaid false
    and under review                    | paid; dispute under_review unmoved | dispute inquiry, money disputed, isRepaid false
    under review of money that is gone  | paid; dispute under_review taken   | dispute open
    an inquiry of money that is gone    | paid; dispute warning_under_review taken | dispute open
    prevented, and its money is gone    | paid; dispute prevented taken      | dispute lost
    prevented, and its money came back  | paid; dispute prevented returned   | dispute closed
    one that is won beside an open one  | paid; dispute won; other needs_response | dispute open
    one that is lost beside an open one | paid; dispute lost; other needs_response | dispute lost
  `)("%s: %s", async (_name, told, facts) => {
  const events = (id: string) =>
    told.split("; ").map((word, index) => (WORDS[word] ?? disputeIn(word))(id, 60 + 10 * index));
  const said = facts.split(", ").map((fact) => fact.split(/ (.*)/));
  for (const found of [await known(events), await known((id) => events(id).toReversed())]) {
    if (facts === "") expect(found).toBeNull();
    else for (const [name, value] of said) expect(String(found?.[name as keyof typeof found]), name).toBe(value);
  }
  // The log says of each refund that came back. Each event was delivered four times.
  const returned = told.match(/\d (failed|updated as failed|canceled)/g) ?? [];
  expect(logs.lines("refund.failed")).toHaveLength(4 * returned.length);
});

test.each<[string, object]>([
  ["an old link, which asked for the terms", { custom_fields: [], metadata: { product: "KVB2", consent: "x" } }],
  ["a link without the text", { metadata: { product: "KVB2" } }],
  ["an event without the answers", { custom_fields: undefined }],
  ["an answer that is none", { custom_fields: [choice("herroepingsrecht", null)] }],
  ["another answer", { custom_fields: [choice("herroepingsrecht", "blijft")] }],
  ["the answer to another question", { custom_fields: [choice("nieuwsbrief", "vervalt")] }],
  ["answers in a form that nobody knows", { custom_fields: { herroepingsrecht: "vervalt" } }],
])("a hosted buyer keeps the right of withdrawal: %s", async (_name, changes) => {
  const found = await known((id) => [event("checkout.session.completed", 60, session(id, changes))]);
  expect(found).toMatchObject({ status: "paid", productId: "KVB2" });
  expect(found).not.toHaveProperty("consent");
  expect(found).not.toHaveProperty("consentAt");
});

test("so does one in our checkout, if the consent has no time", async () => {
  const metadata = { ...METADATA, consent_at: "gisteren" };
  const found = await known((id) => [event("payment_intent.succeeded", 60, intent({ id, metadata }))]);
  expect(found).not.toHaveProperty("consent");
});

test("a name without end is cut, and an address that is none left out: no payment is refused for what was typed", async () => {
  const intentId = newIntent();
  const customer = { name: "x".repeat(5000), email: "geen adres" };
  const response = await deliver(
    event("checkout.session.completed", 60, session(intentId, { customer_details: customer })),
  );
  expect(response.status).toBe(200);
  const found = await orderOf(intentId);
  expect(found).toMatchObject({ status: "paid", buyerName: "x".repeat(512) });
  expect(found).not.toHaveProperty("email");
});

test("the receipt's address at Stripe is the buyer's only where our own checkout asked for none", async () => {
  const { buyer_email: _email, ...without } = METADATA;
  const paid = (id: string, metadata: object) => [
    event("payment_intent.succeeded", 60, intent({ id, metadata, receipt_email: "typed@example.nl" })),
  ];
  expect(await known((id) => paid(id, without))).not.toHaveProperty("email");
  expect(await known((id) => paid(id, METADATA))).toMatchObject({ email: "jan@example.nl" });
  expect(await known((id) => paid(id, { product: "KVB1" }))).toMatchObject({ email: "typed@example.nl" });
});

const NONE = { payment_intent: null };
test.each<readonly [string, Event]>([
  ["a session of a subscription", event("checkout.session.completed", 1, session("", NONE))],
  ["a charge without a payment intent", event("charge.refunded", 1, { ...charge("", 1, 1, {}), ...NONE })],
  ["a dispute without one", event("charge.dispute.created", 1, { ...dispute("", "lost"), ...NONE })],
  ...["charge.succeeded", "toString", "account.updated"].map((type) => [type, stripeEvent(type, intent())] as const),
])("%s is none of ours: 200, nothing recorded", async (_name, what) => {
  expect((await deliver(what)).status).toBe(200);
  expect(logs.lines("webhook.recorded")).toEqual([]);
});

const STATES: Readonly<Record<string, string>> = {
  inquiry: "warning_needs_response warning_under_review",
  closed: "warning_closed prevented",
  open: "needs_response under_review",
  won: "won",
  lost: "lost appeal_needs_response appeal_under_review",
};
const rows = Object.entries(STATES).flatMap(([state, all]) => all.split(" ").map((status) => [status, state]));
test("a dispute: every status that Stripe names is in the table", () => {
  expect([...DISPUTE_STATUSES].sort()).toEqual(rows.map(([status]) => status).sort());
});

test.each(rows)("a dispute: %s is %s", async (status = "", state) => {
  for (const type of ["charge.dispute.created", "charge.dispute.updated", "charge.dispute.closed"] as const) {
    const found = await known((id) => [
      event("payment_intent.succeeded", 60, intent({ id })),
      event(type, 70, dispute(id, status)),
    ]);
    expect(found).toMatchObject({ dispute: state });
  }
});

test("a dispute: an unknown status is refused, so that Stripe sends the event again", async () => {
  const response = await deliver(event("charge.dispute.created", 60, dispute(newIntent(), "new_status")));
  expect(response.status).toBe(400);
});
