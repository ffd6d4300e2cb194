import { expect, test, vi } from "vitest";
import { digestOfWish } from "../../src/paying/purchase-identity.ts";
import { type GiftWish, MESSAGE_MAX_LENGTH } from "../../src/shared/gift.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { beginAt } from "./clock-ticks.ts";
import { rowsOf } from "./ledger-rows.ts";
import { logs } from "./logs.ts";
import { takeKept } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerError, answerJson, postJson, stubStripe } from "./stripe-stub.ts";

const DEADLINE_MS = 3000; // the longest that a buyer waits: not read from the shop
const BODY = { clientSecret: "pi_1_secret_a", name: "Jan de Vries", email: "jan@example.nl", isTold: false };
const GOOD = { ...BODY, consent: "2026-11" };

const send = (body: unknown, bindings = {}) => postJson(PATHS.paymentDetails, body, { bindings });

const underWay = (buyer: Record<string, string>) =>
  intent({ status: "requires_action", metadata: { product: "KVB1", price: "3900", flow: "none", ...buyer } });

const codeOf = async (response: Response) => ((await response.json()) as { error: { code: string } }).error.code;

test("writes buyer and consent on the payment, with our own time, and removes an account", async () => {
  const calls = stubStripe(() => answerJson(intent()));
  const response = await send({ ...GOOD, name: "  Jan de Vries " });
  expect([response.status, await response.json()]).toEqual([200, { isUnderWay: false, account: "none" }]);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(calls.map(({ method, url, form }) => [method, url.pathname, ...form])).toMatchSnapshot();
});

test.each([
  ["VK-PI_1", "of ours, because the buyer was at the bank before"],
  ["Groepskorting", "of somebody else"],
])("a payment keeps its description '%s', %s", async (description) => {
  const calls = stubStripe(() => answerJson(intent({ description })));
  expect((await send(GOOD)).status).toBe(200);
  expect(calls[1]?.form.has("description")).toBe(false);
  expect(calls[1]?.form.get("metadata[buyer_email]")).toBe(GOOD.email);
});

test("says when a bank has been asked already", async () => {
  const calls = stubStripe(() => answerJson(underWay({ buyer_email: GOOD.email })));
  expect(await (await send(GOOD)).json()).toEqual({ isUnderWay: true, account: "none" });
  // The buyer in the other tab may still pay. Their name stays until this buyer has read about it.
  expect(calls.map(({ method }) => method)).toEqual(["GET"]);
  expect(await (await send({ ...GOOD, isTold: true })).json()).toEqual({ isUnderWay: true, account: "none" });
  expect(calls.map(({ method }) => method)).toEqual(["GET", "GET", "POST"]);
});

const ACCOUNT = { buyer_email: GOOD.email, user_id: "0d4b7d1c-6f5e-4a3b-9c2d-1e0f9a8b7c6d" };
const GIFT = { gift: "1", contents: `KVB1.3900.${"d".repeat(43)}`, buyer_email: GOOD.email };
const ANNA = { buyer_email: "anna@example.nl" };
const settled = (status: string) => () => answerJson(intent({ status }));
test.each<[string, () => Response, string]>([
  ["one that a bank decides on for another address", () => answerJson(underWay(ANNA)), "409 payment_of_other_buyer"],
  ["one that it decides on for an account", () => answerJson(underWay(ACCOUNT)), "409 payment_of_other_buyer"],
  ["one that it decides on for nobody", () => answerJson(underWay({})), "409 payment_of_other_buyer"],
  ["one that succeeded", settled("succeeded"), "409 payment_settled"],
  ["one that is being processed", settled("processing"), "409 payment_settled"],
  ["one to be captured", settled("requires_capture"), "409 payment_settled"],
  ["one that was canceled", settled("canceled"), "409 payment_canceled"],
  ["one of another secret", () => answerJson(intent({ client_secret: "pi_1_secret_b" })), "404 payment_unknown"],
  ["one that Stripe does not know", () => answerError(404, { type: "invalid_request_error" }), "404 payment_unknown"],
  ["one of a gift", () => answerJson(underWay(GIFT)), "404 payment_unknown"],
  ["one that our checkout did not start", () => answerJson(intent({ metadata: {} })), "404 payment_unknown"],
])("on %s nothing is written, and nothing is canceled", async (_name, answer, expected) => {
  const calls = stubStripe(answer);
  const response = await send({ ...GOOD, isTold: true });
  expect(`${response.status} ${await codeOf(response)}`).toBe(expected);
  expect(calls.map(({ method }) => method)).toEqual(["GET"]);
});

test.each<[string, object | string]>([
  ["no secret", { clientSecret: "pi_1" }],
  ["a secret with a path in it", { clientSecret: "pi_1/../2_secret_a" }],
  ["a consent that we never asked for", { consent: "yes" }],
  ["no consent", { consent: undefined }],
  ["an address that cannot be one", { email: "jan@" }],
  ["no address", { email: "" }],
  ["a name that is too long", { name: "x".repeat(201) }],
  ["a field of its own", { user_id: "a" }],
  ["no JSON", "clientSecret=pi_1_secret_a"],
])("%s is malformed: no call to Stripe", async (_name, body) => {
  const calls = stubStripe(() => answerJson(intent()));
  const response = await send(typeof body === "string" ? body : { ...GOOD, ...body });
  expect([response.status, await codeOf(response), calls]).toEqual([400, "malformed_request", []]);
});

test("when Stripe fails in reading or in writing, the checkout gets an error, and the log says where", async () => {
  for (const failing of ["GET", "POST"]) {
    stubStripe(({ method }) => (method === failing ? answerError(500, { type: "api_error" }) : answerJson(intent())));
    const response = await send(GOOD);
    expect(response.status).toBe(502);
    expect(await codeOf(response)).toBe("payment_provider_unreachable");
  }
  expect(logs.lines("stripe.failed").map(({ call }) => call)).toEqual(["update", "update"]);
});

const WISH: GiftWish = {
  productId: "KVB1",
  recipient: "Noor",
  giver: "Opa",
  message: "Hoi!\nVeel plezier.",
  // The last day of the form.
  from: "2027-11-21",
};
/** A gift's payment as it was begun. */
const begun = async (wish = WISH) => {
  const contents = `KVB1.3900.${await digestOfWish(wish)}`;
  const metadata = { product: "KVB1", price: "3900", flow: "none", gift: "1", contents, buyer_email: BODY.email };
  return intent({ metadata });
};
beginAt("2026-11-22T10:00:00Z");
/** What the ledger keeps; the checkout's answer does not wait for it. */
const drafts = () => rowsOf("SELECT * FROM delivery_drafts");

const AT_BANK = { status: "requires_action" };
/** A gift has no account, whatever token comes with it. */
async function sendGift(body: object, bindings: object = {}, payment: object = {}) {
  const paid = { ...(await begun()), ...payment };
  const calls = stubStripe(() => answerJson(paid));
  const headers = { authorization: "Bearer of-no-account" };
  takeKept();
  const response = await postJson(PATHS.paymentDetails, { ...BODY, gift: WISH, ...body }, { bindings, headers });
  return { response, calls, kept: takeKept() };
}

test("the details of a gift hold the wish, and no consent or account; no address takes the mark of one away again", async () => {
  const { response, calls } = await sendGift({ gift: { ...WISH, recipient: " Noor " } });
  expect(response.status).toBe(200);
  expect(Object.fromEntries(calls[1]?.form ?? [])).toMatchSnapshot();
});

test("the details of a gift: the longest message gets through, also once the day of it has passed", async () => {
  const gift = { ...WISH, message: "👩‍🚀".repeat(MESSAGE_MAX_LENGTH), from: "2026-11-21" };
  expect((await sendGift({ gift, deliverTo: "noor@example.nl" }, {}, await begun(gift))).response.status).toBe(200);
});

test("the details of a gift for a day keep the recipient's address apart from the payment: Stripe hears that there is one, not which", async () => {
  // One that the giver corrects has a name of its own: the payment names the one that counts.
  await sendGift({ deliverTo: "fout@example.nl" });
  const { response, calls, kept } = await sendGift({ deliverTo: "noor@example.nl" });
  expect([response.status, kept.length]).toEqual([200, 1]);
  const id = calls[1]?.form.get("metadata[gift_by_mail]");
  expect(id).toMatch(/^[0-9a-f]{8}$/);
  expect(String(calls[1]?.form)).not.toContain("noor");
  const draft = { intent_id: "pi_1", id, address: "noor@example.nl", kept_at: "2026-11-22T10:00:00.000Z" };
  await expect.poll(drafts).toHaveLength(2);
  expect((await drafts()).filter((one) => one.id === id)).toEqual([draft]);
});

test("the details of a gift for a day: while a bank was asked, the address is kept once the giver knows it", async () => {
  await sendGift({ deliverTo: "fout@example.nl" }, {}, AT_BANK);
  await sendGift({ deliverTo: "noor@example.nl", isTold: true }, {}, AT_BANK);
  await expect.poll(async () => (await drafts()).map(({ address }) => address)).toEqual(["noor@example.nl"]);
});

test.each<[string, object, 400 | 404, object?]>([
  ["no address", { deliverTo: "noor" }, 400],
  ["a gift for now", { gift: { ...WISH, from: "now" }, deliverTo: "noor@example.nl" }, 400],
  ["a day that is too far", { gift: { ...WISH, from: "2027-11-22" }, deliverTo: "noor@example.nl" }, 400],
  ["a day of another age", { gift: { ...WISH, from: "0999-12-05" }, deliverTo: "noor@example.nl" }, 400],
  ["a card for such a day", { gift: { ...WISH, from: "0999-12-05" } }, 400],
  ["a product that nobody sells", { gift: { ...WISH, productId: "KVB3" } }, 400],
  ["a wish for nobody", { gift: { ...WISH, recipient: "" } }, 400],
  ["a wish with consent", { consent: "2026-11" }, 400],
  ["neither wish nor consent", { gift: undefined }, 400],
  ["a wish for an own course", {}, 404, intent()],
  ["another wish than the payment's", { gift: { ...WISH, message: "Korter." } }, 404],
  ["another wish, told, at the bank", { gift: { ...WISH, giver: "Piet" }, isTold: true }, 404, AT_BANK],
  ["another product than the payment's", { gift: { ...WISH, productId: "KVB1_KVB2" } }, 404],
])(
  "the details of a gift: %s: nothing is written or kept, so nothing is confirmed",
  async (_name, body, status, paid) => {
    const { response, calls } = await sendGift(body, {}, paid);
    expect([response.status, calls.map(({ method }) => method)]).toEqual([status, status === 400 ? [] : ["GET"]]);
    expect(await drafts()).toEqual([]);
  },
);

test("the details of a gift for a day do not make the checkout wait for a ledger that does not answer: no sale is lost, it is logged, and what nobody waits for is not tried again", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  const lost = new Error("Network connection lost.");
  const batch = vi.fn(() => new Promise((_, reject) => setTimeout(reject, DEADLINE_MS - 1, lost)));
  const DB = { prepare: () => ({ bind: () => ({}) }), batch };
  const { response } = await sendGift({ deliverTo: "noor@example.nl" }, { DB });
  expect(response.status).toBe(200);
  expect(logs.lines("delivery.unkept")).toEqual([]);
  await vi.advanceTimersByTimeAsync(DEADLINE_MS);
  expect(logs.lines("delivery.unkept")).toMatchObject([{ intentId: "pi_1" }]);
  await vi.advanceTimersByTimeAsync(DEADLINE_MS);
  expect(batch).toHaveBeenCalledTimes(1);
});
