import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { NEXT_STEPS } from "../../src/courses/next-steps-copy.ts";
import { labelCourseLink } from "../../src/courses/products-copy.ts";
import { oweMail } from "../../src/ledger/mails.ts";
import { createOrderToken } from "../../src/ledger/order-token.ts";
import { type Order, recordStatements } from "../../src/ledger/orders.ts";
import type { Answer } from "../../src/ledger/withdrawal-life-rules.ts";
import { ORDER_STATUS_COPY as COPY } from "../../src/orders/order-copy.ts";
import type { Bindings } from "../../src/server/env.ts";
import { bridgeKey, IN_PRODUCT_OFFER, type PRODUCT_IDS, priceOf } from "../../src/shared/courses.ts";
import { orderPath, PATHS, withdrawalPath } from "../../src/shared/paths.ts";
import { plainText } from "../../src/shared/running-text.ts";
import { now } from "../clock.ts";
import { createLimiter } from "../limiter.ts";
import { all, changedLines, one, readDocument, texts, transcript } from "./document.ts";
import { emptyLedger, keepOrder, newsOf, paidOrder, row, run, WISH } from "./ledger-rows.ts";
import { runMails } from "./mail-steps.ts";
import { AWAY, answerText, askWith, pageOf, seedTargets, shopOf } from "./shop.ts";
import { keepWithdrawal, send } from "./withdrawing-buyer.ts";

const INTENT = "pi_3QxYzAbCdEfGhIjKlMnOpQr";

const BUYER = { email: "jan@example.nl", buyerName: "Jan <b>de</b> Vries" };
const KVB1_B = priceOf("KVB1", "B").priceCents;
const KVB2_NONE = priceOf("KVB2", "none").priceCents;
const MARIFONIE_A = priceOf("MARIFONIE", "A").priceCents;
const PAID = paidOrder({ intentId: INTENT, productId: "KVB1", createdAt: "2026-06-28T10:00:00.000Z", ...BUYER });

const mailed = (at: string, state = "sent") => row("mails", { about: INTENT, state, due_at: at, ended_at: at });

let token = "";
let path = "";

/** What the order's page says. The next steps, and the form of an invoice, have tests of their own. */
const said = async (address = path) => {
  const main = one(await pageOf(visit(address)), "main");
  for (const part of all(main, ".next-steps li, .order-invoice > *")) part.remove();
  return transcript(main, { most: 250 });
};
const visit = (address = path, bindings: Partial<Bindings> = {}) => askWith(bindings, address);

/** Writes an order down, with its dispute. Nothing else is known of it. */
async function store(order: Order): Promise<void> {
  await emptyLedger();
  const source = order.status === "open" ? "session-open" : order.status === "paid" ? "intent" : order.status;
  await keepOrder(order, source);
  const { dispute: state, paidOtherwiseCents: cents } = order;
  if (cents > 0) await run(row("settlements", { intent_id: INTENT, cents, at: order.updatedAt }));
  if (state === undefined) return;
  await run(...recordStatements({ ...newsOf(order), told: { kind: "dispute", id: "du_page", state } }));
}

beforeEach(async () => {
  await seedTargets();
  await emptyLedger();
  token = (await createOrderToken(shopOf(), INTENT)) ?? "";
  path = orderPath(token);
});

describe("an order", () => {
  // What order is in which state: services/facts.test.ts. `answer` is the shop's to a withdrawal; null while it is open.
  test.each<[string, Partial<Order> | null, Answer | null | undefined]>([
    ["paid", {}, undefined],
    ["partly paid back", { refundedCents: 1250 }, undefined],
    ["partly paid back elsewhere", { paidOtherwiseCents: 1000 }, undefined],
    ["paid back", { refundedCents: 3900 }, undefined],
    ["paid back elsewhere", { paidOtherwiseCents: 3900 }, undefined],
    ["paid back, the rest elsewhere", { refundedCents: 1250, paidOtherwiseCents: 2650 }, undefined],
    ["disputed", { dispute: "open" }, undefined],
    ["disputed, and repaid elsewhere", { dispute: "open", paidOtherwiseCents: 3900 }, undefined],
    ["asked about by the bank", { dispute: "inquiry" }, undefined],
    ["a dispute that we won", { dispute: "won" }, undefined],
    ["a dispute that we lost", { dispute: "lost" }, undefined],
    ["disputed and paid back", { dispute: "open", refundedCents: 3900 }, undefined],
    ["only a failed attempt before it", { status: "failed" }, undefined],
    ["only that it was canceled", { status: "canceled" }, undefined],
    ["on its way to a hosted checkout", { status: "open", source: "hosted" }, undefined],
    ["not recorded yet", null, undefined],
    ["withdrawn from", {}, null],
    ["withdrawn from, and repaid elsewhere", { paidOtherwiseCents: 3900 }, "repaid"],
    ["withdrawn from, and repaid, which came back", {}, "repaid"],
    ["withdrawn from, which was refused", {}, "refused"],
    ["withdrawn from, which nobody could", {}, "no-order"],
    ["withdrawn from, and partly paid back", { refundedCents: 1250 }, null],
    ["partly paid back, and refused", { refundedCents: 1250 }, "refused"],
    ["withdrawn from, and paid back", { refundedCents: 3900 }, "repaid"],
    ["withdrawn from, and disputed", { dispute: "open" }, null],
    ["disputed, and refused", { dispute: "open" }, "refused"],
    ["withdrawn from, and lost", { dispute: "lost" }, null],
    ["a gift that was withdrawn from", { gift: WISH }, null],
    ["of what nobody knows", { productId: undefined } as object, undefined],
    ["paid by nobody who is known", { email: undefined, buyerName: undefined } as object, undefined],
  ])("%s", async (_name, changes, answer) => {
    await store(PAID);
    await run(mailed(PAID.updatedAt));
    const confirmed = await said();
    if (changes === null) await emptyLedger();
    else await store({ ...PAID, ...changes } as Order);
    if (answer !== undefined) await keepWithdrawal(INTENT, answer === null ? {} : { answer });
    const page = await said();
    expect(
      changes !== null && Object.keys(changes).length === 0 && answer === undefined
        ? page
        : changedLines(confirmed, page),
    ).toMatchSnapshot();
    // There is no invoice of what was not paid.
    if (page.includes(COPY.states.awaited.title))
      expect(await said(`${path}?factuur=1`)).toContain(COPY.states.awaited.title);
  });

  test.each([
    ["our own checkout", {}, IN_PRODUCT_OFFER.key],
    ["a hosted checkout", { source: "hosted", amountCents: KVB1_B }, bridgeKey("KVB1", KVB1_B)],
    ["another course", { productId: "MARIFONIE", amountCents: MARIFONIE_A }, bridgeKey("MARIFONIE", MARIFONIE_A)],
    ["a price of before", { productId: "KVB2", amountCents: 4242 }, bridgeKey("KVB2", KVB2_NONE)],
  ] as const)(
    "of %s and its confirmation lead to its own course, with its own next steps",
    async (_name, changes, key) => {
      await env.INTERSTITIALS.put(key, '{"target":"https://leren.example/hier"}');
      const order = { ...PAID, ...changes };
      await store(order);
      const html = await (await visit()).text();
      expect(html).toContain('href="https://leren.example/hier" rel="noreferrer"');
      const steps = NEXT_STEPS[order.productId as keyof typeof NEXT_STEPS].map(({ text }) => plainText(text));
      expect(texts(readDocument(html), ".next-steps li p")).toEqual(steps);
      await run(oweMail({ kind: "confirmation", about: INTENT }, now().toISOString()));
      const { mails } = await runMails(INTENT, { forMs: 0 });
      expect(mails[0]?.html).toContain('href="https://leren.example/hier"');
    },
  );

  // Of which one or both have no address in KV: faults.test.ts.
  test("of KVB1 and KVB2 is one payment, with a way into each course, and its invoice has both parties and the VAT apart", async () => {
    const keyOf = (id: (typeof PRODUCT_IDS)[number]) => bridgeKey(id, priceOf(id, "none").priceCents);
    await env.INTERSTITIALS.put(keyOf("KVB1"), '{"target":"https://leren.example/een"}');
    await env.INTERSTITIALS.put(keyOf("KVB2"), '{"target":"https://leren.example/twee"}');
    const amountCents = priceOf("KVB1_KVB2", "A").priceCents;
    const money = { amountCents, refundedCents: 1250, paidOtherwiseCents: 950 };
    await store({ ...PAID, source: "hosted", productId: "KVB1_KVB2", ...money });
    expect(await said()).toMatchSnapshot();
    expect(transcript(one(await pageOf(visit(`${path}?factuur=1`)), "main"))).toMatchSnapshot("its invoice");
  });

  test.each(["refused", "failed", "withheld"])(
    "whose confirmation was %s does not say that it is on its way",
    async (state) => {
      await store(PAID);
      await run(mailed(PAID.updatedAt, state));
      expect(await said()).toContain("Je bevestiging kon nog niet worden gestuurd naar jan@example.nl");
    },
  );
});

test("the proof of a payment for a gift that the bank took back says so, after what was paid back", async () => {
  await store({ ...PAID, gift: WISH, refundedCents: 1250, dispute: "lost" });
  const proof = await pageOf(visit(`${path}?factuur=1`));
  expect(texts(proof, "td")).toContain("Cadeau: online cursus Klein Vaarbewijs 1");
  expect(texts(proof, "main .screen-only > a")).toEqual([COPY.proof.back]);
  expect(texts(proof, "tr").slice(-2)).toEqual(["Terugbetaald -€12,50", "Teruggehaald door je bank -€26,50"]);
});

test.each([
  ["the ledger is away", { DB: AWAY }, 503],
  ["it is asked for too often", { ORDER_LIMIT: createLimiter(0) }, 429],
])("while %s the order's page says so, with the same address to try again", async (_name, bindings, status) => {
  expect(transcript(one(await pageOf(visit(path, bindings), status), "main"))).toMatchSnapshot();
});

test("an address that is no order: changed, cut or made up: 404 with links, and nothing about any order", async () => {
  await store(PAID);
  for (const wrong of [token.slice(0, -1), `${token}A`, token.replace("pi_3", "pi_4"), "test1234", "%00", "a.b.c"]) {
    const html = await answerText(visit(orderPath(wrong)), 404);
    for (const text of [COPY.notFound.title, `href="${PATHS.home}"`]) expect(html).toContain(text);
    expect(html).not.toMatch(/jan@example|Vries/);
  }
});

test.each([
  ["a slash behind it", (own: string) => `${own}/`],
  ["the folder in capitals", (own: string) => own.replace("/bestelling", "/Bestelling")],
  ["the full stop of a sentence", (own: string) => `${own}.`],
  ["a bracket of a mail", (own: string) => `${own}%3E`],
])("an address that is no order: %s: leads to the order", async (_name, respell) => {
  const response = await visit(respell(path));
  expect([response.status, response.headers.get("location")]).toEqual([308, path]);
  expect(response.headers.get("cache-control")).toBe("no-store");
});

test.each([
  ["before he did so", { receivedAt: "2026-07-01T10:00:00.000Z" }, false],
  ["after it", {}, true],
  ["after it, and was settled without an answer", {}, false, 3900],
  ["after it, and was repaid elsewhere", { answer: "repaid" }, false],
  ["after it, and was refused", { answer: "refused" }, true],
] as const)(
  "an order that was withdrawn from: whose right was given up, withdrawn %s: the course is there: %o",
  async (_when, changes, isThere, cents: number | null = null) => {
    vi.setSystemTime("2026-07-05T10:00:00Z");
    await keepOrder({ ...PAID, consent: "v1", consentAt: PAID.paidAt as string });
    await run(mailed("2026-07-02T10:00:00.000Z"));
    expect(texts(await pageOf(visit()), ".order-card dd")).toContain("Geen recht: ervan afgezien");
    const typed = ["wijzigen", "controleren"].map((stap) => send({ bestelling: token, stap }));
    for (const answer of await Promise.all([askWith({}, withdrawalPath(token)), ...typed]))
      expect(await answer.text()).toContain("Denk je dat dat niet klopt? Dan kun je het formulier toch insturen.");
    await keepWithdrawal(INTENT, changes);
    if (cents !== null) await run(row("settlements", { intent_id: INTENT, cents, at: now().toISOString() }));
    const html = await answerText(visit());
    expect(html.includes(labelCourseLink({ href: "" }, "KVB1"))).toBe(isThere);
    expect(html.includes("je van dat recht af. We kijken wat er geldt en")).toBe(isThere && !("answer" in changes));
  },
);
