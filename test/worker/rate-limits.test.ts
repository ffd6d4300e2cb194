import type { env } from "cloudflare:workers";
import { expect, vi } from "vitest";
import { GIFT_DELIVERY_COPY } from "../../src/gifts/day/gift-delivery-copy.ts";
import { DELIVERY_FIELDS, DELIVERY_STEPS } from "../../src/gifts/day/gift-delivery-rules.ts";
import { INVOICE_COPY } from "../../src/orders/invoice/invoice-copy.ts";
import { MY_COURSE_COPY } from "../../src/orders/my-course/my-course-copy.ts";
import { ORDER_STATUS_COPY } from "../../src/orders/order-copy.ts";
import { WITHDRAWAL_COPY } from "../../src/orders/withdrawal/withdrawal-copy.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { addDays, today } from "../../src/shared/time.ts";
import { now } from "../clock.ts";
import { eachRow } from "../table.ts";
import { emptyLedger, keepOrder, paidOrder, WISH } from "./ledger-rows.ts";
import { inTurn, type LimiterName, limiterOf } from "./limits.ts";
import { askWith, formOf, ORIGIN, orderPathOf } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerJson, stubStripe } from "./stripe-stub.ts";
import { newForm, TYPED } from "./withdrawing-buyer.ts";

/** How often a minute a client is answered, by the limits of wrangler.toml. */

const JSON_TYPE = { "content-type": "application/json", origin: ORIGIN };
const PRICE = { method: "POST", headers: JSON_TYPE, body: '{"amount":1,"currency":"eur"}' };
const REPORT = { "content-type": "application/csp-report" };
const ACCEPT_JSON = { headers: { accept: "application/json", cookie: "payment_pi_1=pi_1_secret_a" } };
const COMPANY = { bedrijf: "Jansen BV", bedrijfsadres: "Dijk 2\n2345 CD Dorp", "btw-nummer": "NL123456789B01" };
const RETURN = `${PATHS.interstitial}?payment_type=klein-vaarbewijs-1&payment_intent=pi_1`;
const ON_DAY = { datum: addDays(today(now()), 2), [DELIVERY_FIELDS.step]: DELIVERY_STEPS.send };
const order = () => orderPathOf("pi_limits");
type Asking = () => Promise<readonly [path: string, init?: RequestInit]>;
const ASKED: Readonly<Record<string, Asking>> = {
  "a payment, also a malformed one": async () => [PATHS.createPaymentIntent, PRICE],
  "how a payment stands": async () => [RETURN, ACCEPT_JSON],
  "an account's orders": async () => [PATHS.myOrders, { headers: { authorization: "Bearer abc" } }],
  "an order": async () => [await order()],
  "a link to no order": async () => [(await order()).replace("limits", "others")],
  "an invoice": async () => [`${await order()}?factuur=aanvragen`, formOf(COMPANY)],
  "a gift's day": async () => [
    await orderPathOf("pi_limitsGift"),
    formOf({ ...ON_DAY, "ontvanger-email": `${crypto.randomUUID()}@x.nl` }),
  ],
  "a browser's report": async () => [PATHS.cspReport, { method: "POST", headers: REPORT, body: "{" }],
  "a withdrawal": async () => [PATHS.withdrawal, formOf({ ...TYPED, formulier: await newForm(), stap: "bevestigen" })],
  "one's links": async () => [PATHS.myCourse, formOf({ email: TYPED.email })],
};

// How often a minute it is answered so, and what who asks once more reads. What was typed is there still.
eachRow(`
    a payment, also a malformed one | PAYMENT_LIMIT | 10 | 422 | rate_limited
    how a payment stands            | PAYMENT_LIMIT | 10 | 200 | {"status":"limited"}
    an account's orders             | ORDER_LIMIT   | 20 | 401 | rate_limited
    an order                        | ORDER_LIMIT   | 60 | 200 | ${ORDER_STATUS_COPY.tooMany.title}
    a link to no order              | ORDER_LIMIT   | 10 | 404 | ${ORDER_STATUS_COPY.tooMany.title}
    an invoice                      | ORDER_LIMIT   | 6  | 303 | ${INVOICE_COPY.unchanged.tooMany} | ${COMPANY.bedrijf}
    a gift's day                    | ORDER_LIMIT   | 6  | 303 | ${GIFT_DELIVERY_COPY.page.unchanged.tooMany}
    a browser's report              | REPORT_LIMIT  | 20 | 400 |
    a withdrawal                    | ORDER_LIMIT   | 6  | 200 | ${WITHDRAWAL_COPY.problems.tooMany.title} | ${TYPED.naam}
    one's links                     | ORDER_LIMIT   | 6  | 200 | ${MY_COURSE_COPY.troubles.tooMany.title} | ${TYPED.email} | in korte tijd vaak om links gevraagd`)(
  "%s: %s, %i times a minute",
  async (what, name, most, status, ...said) => {
    await emptyLedger();
    await keepOrder(paidOrder({ intentId: "pi_limits", source: "checkout", productId: "KVB1" }));
    await keepOrder(
      paidOrder({ intentId: "pi_limitsGift", source: "checkout", gift: { ...WISH, from: ON_DAY.datum } }),
    );
    stubStripe(() => answerJson(intent({ status: "succeeded" })));
    const limiter = limiterOf(name as LimiterName);
    const counts = vi.spyOn(limiter[name as LimiterName] as typeof env.ORDER_LIMIT, "limit");
    const answers = await inTurn(Number(most) + 1, async () => {
      const [path, { headers, ...init } = {}] = (await ASKED[what]?.()) ?? [""];
      const client = { ...headers, "cf-connecting-ip": "198.51.100.7" };
      return askWith({ AUTH_URL: "https://auth.example", ...limiter }, path, { ...init, headers: client });
    });
    const statuses = answers.map((answer) => answer.status);
    expect(statuses).toEqual([...Array(Number(most)).fill(Number(status)), 429]);
    expect(answers.at(-1)?.headers.get("retry-after")).toBe("60");
    expect(new Set(counts.mock.calls.map(([{ key }]) => key))).toMatchSnapshot("counted as");
    const text = await answers.at(-1)?.text();
    for (const words of said) expect(text).toContain(words);
  },
);
