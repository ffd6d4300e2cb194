import { beforeEach, expect, test } from "vitest";
import { labelCourseLink } from "../../src/courses/products-copy.ts";
import { createOrderToken } from "../../src/ledger/order-token.ts";
import { recordStatements } from "../../src/ledger/orders.ts";
import { ORDER_STATUS_COPY as COPY } from "../../src/orders/order-copy.ts";
import type { Bindings } from "../../src/server/env.ts";
import { orderPath, withdrawalPath } from "../../src/shared/paths.ts";
import { freshAddress } from "../client-address.ts";
import { attributes, linksNamed, readDocument, texts } from "./document.ts";
import { emptyLedger, keepOrder, newsOf, run } from "./ledger-rows.ts";
import { collectLogs } from "./logs.ts";
import { paidOrder } from "./paid-order.ts";
import { answerText, askWith, ORDER_KEYS, seedTargets } from "./shop.ts";
import { INTENT, keepWithdrawal } from "./withdrawing-buyer.ts";

/** The page of an order that its buyer withdrew from, by the order's own link. */

collectLogs();

const REFERENCE = "HR-AAAA-BBBB-CCCC";
const TO_COURSE = labelCourseLink({ href: "" }, "KVB1");
const PAID = paidOrder({ intentId: INTENT, productId: "KVB1", email: "jan@example.nl" });

let token = "";
let path = "";
beforeEach(async () => {
  await seedTargets();
  await emptyLedger();
  token = (await createOrderToken(ORDER_KEYS as Bindings, INTENT)) ?? "";
  path = orderPath(token);
});

const visit = () => askWith(ORDER_KEYS, path, { headers: { "cf-connecting-ip": freshAddress() } });

test("says so, with its reference, and leads to no course and no next step", async () => {
  await keepOrder(PAID);
  await keepWithdrawal(INTENT);
  const html = await answerText(visit());
  const { title, text } = COPY.states.withdrawn;
  expect(html).toContain(title);
  expect(html).toContain(text.replace("{moment}", "4 juli 2026 om 00:10"));
  expect(html).not.toContain(TO_COURSE);
  const page = readDocument(html);
  expect(texts(page, ".next-steps h3")).toEqual([]);
  expect(texts(page, ".order-card dd")).toContain(`4 juli 2026 (${REFERENCE})`);
  expect(html).toContain(`href="${path}?factuur=1"`);
  // It leads to what was received.
  expect(html).toContain(`href="${withdrawalPath(token)}"`);
});

test("says so if it was refused, and is the order's page again", async () => {
  await keepOrder(PAID);
  await keepWithdrawal(INTENT, { answer: "refused" });
  const html = await answerText(visit());
  expect(html).toContain(COPY.states.paid.title);
  expect(html).toContain(TO_COURSE);
  const refused = COPY.details.refused.replace("{withdrawal}", `4 juli 2026 (${REFERENCE})`);
  expect(texts(readDocument(html), ".order-card dd")).toContain(refused);
});

test("of a gift it does not ask to hand it over, and has its link all the same", async () => {
  const gift = { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from: "now" } as const;
  await keepOrder({ ...PAID, gift });
  await keepWithdrawal(INTENT);
  const page = readDocument(await answerText(visit()));
  expect(linksNamed(page, COPY.more.gift)).toHaveLength(1);
  expect(attributes(page, ".page-head a", "href")).toEqual([]);
  expect(texts(page, ".next-steps h3")).toEqual([]);
});

test.each([
  [null, {}, "withdrawn"],
  ["repaid", {}, "withdrawn"],
  ["refused", {}, "paid"],
  ["no-order", {}, "paid"],
  [null, { refundedCents: 1250 }, "withdrawn"],
  ["refused", { refundedCents: 1250 }, "partlyRefunded"],
  ["repaid", { refundedCents: 3900 }, "refunded"],
  [null, { dispute: "open" }, "disputed"],
  [null, { dispute: "lost" }, "reversed"],
] as const)("answered %o, with %o: it is %s", async (answer, changes, state) => {
  await keepOrder({ ...PAID, ...changes });
  const told = "dispute" in changes ? ({ kind: "dispute", id: "du_page", state: changes.dispute } as const) : null;
  if (told !== null) await run(...recordStatements({ ...newsOf(PAID), told }));
  await keepWithdrawal(INTENT, answer === null ? {} : { answer });
  const html = await answerText(visit());
  expect(html).toContain(COPY.states[state].title);
  expect(html.includes(TO_COURSE)).toBe(["paid", "partlyRefunded", "disputed"].includes(state));
  expect(html).toContain(REFERENCE);
});

test("twice, from two mailboxes: the first counts", async () => {
  await keepOrder(PAID);
  await keepWithdrawal(INTENT, { reference: "HR-LATER", receivedAt: "2026-07-05T10:00:00.000Z" });
  await keepWithdrawal(INTENT);
  const html = await answerText(visit());
  expect(html).toContain(REFERENCE);
  expect(html).not.toContain("HR-LATER");
});

test("before its payment is recorded: it is being processed, and then withdrawn", async () => {
  await keepWithdrawal(INTENT);
  expect(await answerText(visit())).toContain(COPY.states.awaited.title);
  await keepOrder(PAID);
  expect(await answerText(visit())).toContain(COPY.states.withdrawn.title);
});
