import { beforeEach, expect, test, vi } from "vitest";
import { createPerformer } from "../../client/checkout/perform.ts";
import type { QuestionName } from "../../client/checkout/protocol.ts";
import type { PaymentConfig } from "../../src/paying/payment-rules.ts";
import { MINUTE_MS } from "../../src/shared/time.ts";
import { eachRow } from "../table.ts";

/** What the checkout asks of Stripe.js and of our server, and what it makes of each answer. */

const CONFIG: PaymentConfig = {
  ...{ stripeJsUrl: "https://js.example/", publishableKey: "pk_1", createIntentUrl: "/open", detailsUrl: "/details" },
  ...{ identity: { productId: "KVB1", priceCents: 3900, giftDigest: null }, flow: "A" },
  ...{ purchase: { consent: "2026-11-22" }, returnPath: "/back?type=x", currency: "eur", asksReceipt: true },
};
const PAYMENT = { intentId: "pi_1", clientSecret: "pi_1_secret_2" };
const VISIT = { key: "k", at: 0, flow: "A" };
const OTHERS = [{ intentId: "pi_0", visitKey: "j" }];

/** What was asked and done, in order. */
let asked: unknown[] = [];
/** What Stripe.js and our server answer, one after the other; nothing else ever comes. A function may throw. */
let answers: unknown[] = [];
const answer = async () => {
  const next = answers.shift();
  if (next instanceof Error) throw next;
  return next ?? new Promise(() => undefined);
};
/** What Stripe's fields (`payment`) and express buttons (`expressCheckout`) tell once they are mounted. */
let events: Readonly<Record<string, unknown>> = {};

const element = (name: string) => {
  const handlers = new Map<string, (event: unknown) => void>();
  return {
    on: (type: string, handler: (event: unknown) => void) => handlers.set(type, handler),
    destroy: () => asked.push(`destroy ${name}`),
    mount(place: unknown) {
      asked.push(`mount ${name} in ${place}`);
      for (const [key, event] of Object.entries(events)) {
        const [of, type = ""] = key.split(" ");
        if (of === name) handlers.get(type)?.(event);
      }
    },
  };
};
const ask = (name: string) => (given: unknown) => {
  asked.push([name, given]);
  return answer();
};
const stripe = {
  elements(options: object) {
    asked.push(["elements", options]);
    const create = (name: string, more: object) => {
      asked.push(["create", name, more]);
      return element(name);
    };
    return { create, submit: () => answer() };
  },
  confirmPayment: ({ elements: _, ...given }: Record<string, unknown>) => ask("confirm")(given),
  retrievePaymentIntent: ask("retrieve"),
};

/** Our server's answer. Without JSON it is a page. */
const response = (status: number, json = "") => new Response(json || "<h1>Fout</h1>", { status });

const shown: boolean[] = [];
const performer = (config: PaymentConfig, name = "Anna") =>
  createPerformer({
    config,
    places: () => ({ payment: "fields", express: "buttons" }) as never,
    elementHandlers: { onExpress: (isShown) => shown.push(isShown), onExpressClick() {}, onExpressConfirm() {} },
    purchaser: () => ({ name, email: "anna@example.nl", ...CONFIG.purchase }),
    readAccount: async () => ({ accessToken: "a.b.c", email: null, userId: "anna" }),
  });
/** Asks one question of a form that has opened, and lets three minutes pass: nothing is waited for any longer. */
async function perform(name: QuestionName, question: object = {}, config = CONFIG, buyer?: string) {
  const form = performer(config, buyer);
  const waiting = answers;
  const put = async (ask: QuestionName, more: object = {}) => {
    let told: unknown = "never told";
    void form[ask]({ ask, id: 1, payment: PAYMENT, visit: VISIT, others: [], ...more } as never).then((it) => {
      told = it;
    });
    await vi.advanceTimersByTimeAsync(3 * MINUTE_MS);
    return told;
  };
  if (name !== "open") {
    answers = [response(200, JSON.stringify(PAYMENT))];
    await put("open");
    if (name === "submit" || name === "confirm") await put("mount");
    [asked, answers] = [[], waiting];
  }
  return put(name, question);
}

beforeEach(() => {
  [asked, answers, events, shown.length] = [[], [], { "payment ready": {} }, 0];
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubGlobal("window", { Stripe: (...given: unknown[]) => asked.push(["Stripe", ...given]) && stripe });
  vi.stubGlobal("document", { documentElement: { dataset: { authKey: "anon" } } });
  vi.stubGlobal("location", { origin: "https://shop.example", replace: (url: URL) => asked.push(url.href) });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("fetch", (url: string, { method, headers, body }: RequestInit) =>
    ask(`${method} ${url}`)({ headers, body: JSON.parse(String(body)) }),
  );
});

const GIFT = {
  ...CONFIG,
  flow: "none",
  identity: { ...CONFIG.identity, giftDigest: "d" },
  asksReceipt: false,
} as const;
const KNOWN = { ...VISIT, flow: "none", intentId: "pi_1" };
const REFUSED = '401 {"error":{"code":"invalid_token"}}';
test.each([
  ["a payment is opened", "200 {}", () => perform("open")],
  ["a gift's that is known, beside others", "200 {}", () => perform("open", { visit: KNOWN, others: OTHERS }, GIFT)],
  ["the fields are mounted", "", () => perform("mount")],
  ["the buyer is written, whose token is refused", `${REFUSED}; 200 {}`, () => perform("send", { isTold: true })],
  ["it is confirmed", "{}", () => perform("confirm")],
  ["it is confirmed by a wallet without a name, without a receipt", "{}", () => perform("confirm", {}, GIFT, "")],
  ["it is left", "", async () => performer(CONFIG).leave(PAYMENT)],
] as const)("what is asked when %s", async (_, given, act) => {
  answers = given.split("; ").filter(Boolean).map(readAnswer);
  await act();
  expect(asked.map((one) => JSON.stringify(one)).join("\n")).toMatchSnapshot();
});

/** An answer as a table has it: `lost`, `silence`, our server's status with its JSON, or what Stripe.js resolves to. */
function readAnswer(text: string): unknown {
  const [, status, json] = /^(\d{3}) ?(.*)$/.exec(text) ?? [];
  if (text === "lost") return new Error("lost");
  if (text === "silence") return undefined;
  return status === undefined ? JSON.parse(text) : response(Number(status), json);
}

eachRow(`
    # The question, the answers to it, and what the machine is told
    open    | 200 {"clientSecret":"pi_1_s","left":{"pi_0":"paid"}} | {"status":"opened","clientSecret":"pi_1_s","left":{"pi_0":"paid"}}
    open    | lost; 200 {"clientSecret":"pi_1_s"}                  | {"status":"opened","clientSecret":"pi_1_s","left":{}}
    open    | silence; 200 {"clientSecret":"pi_1_s"}               | {"status":"opened","clientSecret":"pi_1_s","left":{}}
    open    | 200; 200 {"clientSecret":"pi_1_s"}                   | {"status":"opened","clientSecret":"pi_1_s","left":{}}
    open    | lost; lost                                           | {"status":"failed","isFinal":false,"isLimited":false}
    open    | 200 {}                                               | {"status":"failed","isFinal":false,"isLimited":false}
    open    | 502                                                  | {"status":"failed","isFinal":false,"isLimited":false}
    open    | 429 {"error":{"code":"rate_limited"}}                | {"status":"failed","isFinal":false,"isLimited":true}
    open    | 502 {"error":{"code":"payment_provider_failed"}}     | {"status":"failed","isFinal":true,"isLimited":false}
    open    | 400 {"error":{"code":"malformed_request"}}           | {"status":"failed","isFinal":true,"isLimited":false}
    open    | 409 {"error":{"code":"price_not_offered"}}           | {"status":"failed","isFinal":true,"isLimited":false}
    open    | 409 {"error":{"code":"gifts_not_sold"}}              | {"status":"failed","isFinal":true,"isLimited":false}
    others  | 200 {"clientSecret":"pi_1_s","left":{"pi_0":"paid"}} | {"pi_0":"paid"}
    others  | 502                                                  | null
    read    | {"paymentIntent":{"status":"succeeded"}}             | "paid"
    read    | {"paymentIntent":{"status":"requires_action"}}       | "pending"
    read    | {"error":{"code":"resource_missing"}}                | "unknown"
    read    | {"error":{}}; {"paymentIntent":{"status":"canceled"}}| "canceled"
    read    | silence; {"paymentIntent":{"status":"processing"}}   | "processing"
    read    | lost; lost                                           | "unavailable"
    submit  | {}                                                   | {"status":"complete"}
    submit  | {"error":{"type":"validation_error","message":"m"}}  | {"status":"refused","message":"m","isDeclined":false}
    submit  | lost                                                 | {"status":"broken"}
    submit  | silence                                              | {"status":"broken"}
    send    | 200 {"account":"written"}                            | {"status":"written","isUnderWay":false,"accountId":"anna"}
    send    | 200 {"account":"unavailable","isUnderWay":true}      | {"status":"written","isUnderWay":true,"accountId":null}
    send    | 401 {"error":{"code":"invalid_token"}}; 200 {"account":"none"} | {"status":"written","isUnderWay":false,"accountId":null}
    send    | 409 {"error":{"code":"payment_settled"}}             | {"status":"settled"}
    send    | 409 {"error":{"code":"payment_canceled"}}            | {"status":"canceled"}
    send    | 404 {"error":{"code":"payment_unknown"}}             | {"status":"canceled"}
    send    | 409 {"error":{"code":"payment_of_other_buyer"}}      | {"status":"other-buyer"}
    send    | 429 {"error":{"code":"rate_limited"}}                | {"status":"limited"}
    send    | 500                                                  | {"status":"failed"}
    send    | lost; lost                                           | {"status":"failed"}
    # Of a bank's refusal the buyer reads Stripe's words only if they are about what the buyer has typed
    confirm | {}                                                   | {"status":"leaving"}
    confirm | {"error":{"type":"card_error","message":"m"}}        | {"status":"refused","message":"m","isDeclined":true}
    confirm | {"error":{"type":"card_error","message":"m","payment_method":{"type":"card"}}}  | {"status":"refused","message":"m","isDeclined":true}
    confirm | {"error":{"type":"card_error","message":"m","payment_method":{"type":"ideal"}}} | {"status":"refused","message":null,"isDeclined":false}
    confirm | {"error":{"type":"validation_error","message":"m"}}  | {"status":"refused","message":"m","isDeclined":false}
    confirm | {"error":{"type":"card_error","payment_intent":{"status":"succeeded"}}}         | {"status":"known","state":"paid"}
    confirm | {"error":{"type":"card_error","payment_intent":{"status":"canceled"}}}          | {"status":"known","state":"canceled"}
    confirm | {"error":{"type":"invalid_request_error","code":"email_invalid"}}               | {"status":"email-refused"}
    confirm | {"error":{"type":"api_error"}}                       | {"status":"unsure","trouble":{"kind":"refused","message":null,"isDeclined":false}}
    confirm | silence                                              | {"status":"unsure","trouble":{"kind":"refused","message":null,"isDeclined":false}}
    confirm | lost                                                 | {"status":"unsure","trouble":{"kind":"unexpected"}}
  `)("%s, answered with %s: %s", async (name = "", given = "", told = "") => {
  answers = given.split("; ").map(readAnswer);
  expect(JSON.stringify(await perform(name as QuestionName, { isTold: false }))).toBe(told);
  expect(answers, "each was asked for").toEqual([]);
});

eachRow(`
    # What Stripe's parts tell, whether the form can be used, and whether an express button is shown
    payment ready, expressCheckout availablepaymentmethodschange applePay  | true  | true
    payment ready, expressCheckout availablepaymentmethodschange googlePay | true  | true
    payment ready, expressCheckout availablepaymentmethodschange link      | true  | false
    payment ready, expressCheckout loaderror                               | true  | false
    payment ready                                                          | true  |
    payment loaderror                                                      | false |
    expressCheckout loaderror                                              | false | false
  `)("%s: the form is ready: %s, a wallet: %s", async (told = "", isReady = "", wallet = "") => {
  const facts = told.split(", ").map((one) => one.split(" "));
  events = Object.fromEntries(
    facts.map(([of, type, method = ""]) => [
      `${of} ${type}`,
      { error: {}, paymentMethods: { [method]: { available: true } } },
    ]),
  );
  expect([await perform("mount"), ...shown].join(" ")).toBe(`${isReady} ${wallet}`.trim());
  expect(asked.includes("destroy payment"), "what failed is taken away").toBe(isReady === "false");
});

test.each(["onerror", "onload", "silence"])("Stripe.js, twice: %s; nothing opens, or is given up", async (told) => {
  const made: { src: string; remove: () => void }[] = [];
  vi.stubGlobal("window", {});
  const createElement = () => made[made.push({ src: "", remove: () => asked.push("removed") }) - 1];
  // Nothing is told of a third.
  const head = { append: (script: Record<string, () => void>) => made.length > 2 || script[told]?.() };
  vi.stubGlobal("document", { documentElement: { dataset: {} }, createElement, head });
  answers = [response(200, '{"clientSecret":"pi_1_s"}')];
  expect(await perform("open")).toEqual({ status: "failed", isFinal: false, isLimited: false });
  expect(made.map(({ src }) => src)).toEqual([CONFIG.stripeJsUrl, CONFIG.stripeJsUrl]);
  expect(asked.filter((one) => one === "removed")).toHaveLength(2);
});
