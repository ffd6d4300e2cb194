import { describe, expect, test } from "vitest";
import { GIFT_DELIVERY_COPY } from "../../src/gifts/day/gift-delivery-copy.ts";
import { GIVE_GIFT_COPY } from "../../src/gifts/giving/give-gift-copy.ts";
import { INVOICE_COPY } from "../../src/orders/invoice/invoice-copy.ts";
import { MY_COURSE_COPY } from "../../src/orders/my-course/my-course-copy.ts";
import { WITHDRAWAL_COPY } from "../../src/orders/withdrawal/withdrawal-copy.ts";
import type { Bindings } from "../../src/server/env.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { SITE_COPY } from "../../src/ui/site-copy.ts";
import { now } from "../clock.ts";
import { createLimiter } from "../limiter.ts";
import { routes } from "../routes.ts";
import { meta, readDocument } from "./document.ts";
import { keepOrder, paidOrder } from "./ledger-rows.ts";
import { askWith, endlessBody, formOf, ORIGIN, orderPathOf } from "./shop.ts";
import { stubStripe } from "./stripe-stub.ts";

/**
 * What a browser sends to the shop is refused alike, whatever it is for: what another site sends, another media type, a body
 * without end, too many at once. A new form is a new row. The desk's forms stand behind a door of their own (desk-door.test.ts).
 */

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";
const INTENT = "pi_everyForm";

async function orderPath(query = ""): Promise<string> {
  const gift = { productId: "KVB1", recipient: "Noor", giver: "Opa", message: "", from: "2026-12-05" } as const;
  const order = { intentId: INTENT, source: "checkout", productId: "KVB1", email: "jan@example.nl", gift } as const;
  await keepOrder(paidOrder(order, now().toISOString()));
  return `${await orderPathOf(INTENT)}${query}`;
}

type Path = () => string | Promise<string>;
type Row = readonly [name: string, mostKb: number, Path, type: string, limiter: keyof Bindings, unread: string];
/** `unread`: what its answer says of another media type. */
const ROWS: readonly Row[] = [
  ["create-payment-intent", 4, () => PATHS.createPaymentIntent, JSON_TYPE, "PAYMENT_LIMIT", "error"],
  ["payment-details", 64, () => PATHS.paymentDetails, JSON_TYPE, "PAYMENT_LIMIT", "error"],
  ["withdrawal", 48, () => PATHS.withdrawal, FORM, "ORDER_LIMIT", WITHDRAWAL_COPY.problems.unreadable.title],
  ["my-course", 8, () => PATHS.myCourse, FORM, "ORDER_LIMIT", MY_COURSE_COPY.troubles.unreadable.title],
  ["give-gift", 142, () => PATHS.giveGift, FORM, "GIFT_LIMIT", GIVE_GIFT_COPY.unreadable.title],
  ["order-status", 4, () => orderPath(), FORM, "ORDER_LIMIT", GIFT_DELIVERY_COPY.page.unchanged.unreadable],
  ["order-status", 8, () => orderPath("?factuur=aanvragen"), FORM, "ORDER_LIMIT", INVOICE_COPY.unchanged.unreadable],
];
/** Why what is sent there has no row. */
const ELSEWHERE = {
  checkout: "a form of a browser without scripts: below",
  "stripe-webhook": "Stripe's signature is its key (webhook.test.ts)",
  "csp-report": "browsers send it by themselves (csp-report.test.ts)",
};

test("each form and each call of a page's script has a row, or says why not", () => {
  const sent = routes.filter(({ POST }) => POST !== undefined).map(({ name }) => name);
  expect([...new Set([...ROWS.map(([name]) => name), ...Object.keys(ELSEWHERE)])].sort()).toEqual(sent.toSorted());
});

describe.each(ROWS)("%s", (name, mostKb, path, type, limiter, unread) => {
  const send = async (headers: Readonly<Record<string, string>>, bindings: Partial<Bindings> = {}) => {
    const { body, pulls } = endlessBody();
    const init = { method: "POST", headers: { "content-type": type, ...headers }, body, duplex: "half" } as RequestInit;
    return { response: await askWith(bindings, await path(), init), pulls };
  };

  test.each<[what: string, status: number, headers: Record<string, string>]>([
    ["another site", 403, { origin: "https://evil.example" }],
    ["another port", 403, { origin: "http://localhost:9999" }],
    ["a look-alike", 403, { origin: `${ORIGIN}.evil.example` }],
    ["a hidden page", 403, { origin: "null" }],
    ["a hidden page of another site", 403, { origin: "null", "sec-fetch-site": "cross-site" }],
    ["a hidden page beside this site", 403, { origin: "null", "sec-fetch-site": "same-site" }],
    ["nobody knows whom", 403, {}],
    ["another site, by its page alone", 403, { referer: "https://evil.example/herroepen" }],
    ["another type", 415, { origin: ORIGIN, "content-type": type === FORM ? JSON_TYPE : FORM }],
    ["text", 415, { origin: ORIGIN, "content-type": "text/plain" }],
    ["a file", 415, { origin: ORIGIN, "content-type": "multipart/form-data" }],
    ["no type", 415, { origin: ORIGIN, "content-type": "" }],
    ["no end", 413, { origin: ORIGIN }],
    ["no end, from a hidden page of ours", 413, { origin: "null", "sec-fetch-site": "same-origin" }],
    ["no end, from a text browser", 413, { referer: `${ORIGIN}/herroepen` }],
  ])("%s: %i, and no more than fits is read", async (_what, status, headers) => {
    const calls = stubStripe(() => Response.error());
    const { response, pulls } = await send(headers);
    expect([response.status, calls]).toEqual([status, []]);
    // Its stream gives a KB at each pull.
    expect(pulls()).toBeLessThanOrEqual(status === 413 ? mostKb + 2 : 0);
    expect(response.headers.get("cache-control")).toContain("no-store");
    const text = await response.text();
    if (status === 415) expect(text).toContain(unread);
    if (type === JSON_TYPE) expect(JSON.parse(text)).toHaveProperty("error.code");
    else if (name === "withdrawal" || name === "order-status") {
      expect(response.headers.get("referrer-policy")).toBe("no-referrer");
      expect(meta(readDocument(text), "robots")).toBe("noindex, nofollow");
    }
  });

  test("who asks too often is not read", async () => {
    const { response, pulls } = await send({ origin: ORIGIN }, { [limiter]: createLimiter(0) });
    expect([response.status, response.headers.get("retry-after"), pulls()]).toEqual([429, "60", 0]);
    expect(response.headers.get("cache-control")).toContain("no-store");
    if (type === JSON_TYPE || name === "order-status") return;
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    const { heading, again } = SITE_COPY.tooManyForms;
    const html = await response.text();
    for (const said of [heading, again]) expect(html).toContain(said);
  });
});

test("the checkout's form of a browser without scripts leads back to the page, and what was typed stands in no address", async () => {
  const fields = formOf({ name: "Jan de Vries", email: "jan@example.nl" });
  const { status, headers } = await askWith({}, `${PATHS.checkout}?flow=A`, fields);
  expect([status, headers.get("location")]).toEqual([303, `${PATHS.checkout}?flow=A`]);
  expect(headers.get("cache-control")).toBe("no-store");
});
