import * as fc from "fast-check";
import { DISPUTE_STATUSES } from "../../src/paying/webhook/order-events.ts";
import { MAIL_ERRORS } from "../../src/server/mail.ts";
import { FLOWS, PRODUCT_IDS } from "../../src/shared/courses.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/shared/time.ts";
import { OUTCOME_LABELS, type Outcome } from "../outside-world/browser/stripe-calls.ts";

/** The possible acts of a sale, as plain data: fast-check generates and shortens them, and a found story can be stored. */

const SECOND_MS = 1_000;

/**
 * The possible starts of a story: by day, before midnight here and in UTC, before the clocks change, at the end of a
 * year, and just before the hour at which gifts are mailed.
 */
export const STARTS = {
  "an ordinary day": "2026-11-24T10:00:00Z",
  "two minutes before midnight": "2026-11-24T22:58:00Z",
  "two minutes before midnight UTC": "2026-11-24T23:58:00Z",
  "the night in which the clocks go back": "2026-10-25T00:50:00Z",
  "the night in which the clocks go forward": "2026-03-29T00:50:00Z",
  "the last minutes of the year": "2026-12-31T22:57:00Z",
  "ten minutes before gifts are mailed": "2026-11-24T06:50:00Z",
} as const;

const BOUGHT = ["course", "gift", "other gift", "gift of both"] as const;
/** Gifts that the shop mails to their recipient on a day. */
const DELIVERED = [
  "gift for tomorrow",
  "gift for today",
  "gift for tomorrow, mailed to work",
  "gift for next year",
] as const;
export type Bought = (typeof BOUGHT | typeof DELIVERED)[number];
const WHOSE = ["Anna", "Ben", "the hosted buyer", "the recipient", "the corrected address"] as const;
/** Those of whom operators are asked to erase what they can. */
export type Whose = (typeof WHOSE)[number];
/** The recipient's addresses; the giver chooses one. */
export type Address = "home" | "work";

/** The only code after which an address never gets a mail (Email Service, "Error codes"). */
export const STRUCK_OFF = "E_RECIPIENT_SUPPRESSED";

const TAB_COUNT = 3;

const tab = fc.nat({ max: TAB_COUNT - 1 });
/** A payment of the story, counted from the newest. */
const which = fc.constantFrom(0, 0, 0, 1, 2);
/** The simplest value first: fast-check shrinks towards it. */
const oneOf = <const T>(...values: readonly T[]) => fc.constantFrom(...values);
const ms = (...values: number[]) => fc.constantFrom(...values);

const later = fc.record({
  status: oneOf("succeeded", "requires_payment_method"),
  afterMs: ms(20 * SECOND_MS, 5 * MINUTE_MS, 3 * HOUR_MS, 2 * DAY_MS),
});

type Made<Choice> = Choice extends fc.Arbitrary<infer Value> ? Value : never;
/** One of these, each as often as its weight says. */
const weighted = <Choices extends readonly (readonly [number, fc.Arbitrary<unknown>])[]>(...choices: Choices) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary }))) as fc.Arbitrary<Made<Choices[number][1]>>;

const card = fc.constant("card" as const);
const AT_ONCE = (Object.keys(OUTCOME_LABELS) as Outcome[]).filter((outcome) => outcome !== "processing");
const bank = fc.record(
  {
    decides: oneOf("pays", "refuses", "processes", "nothing"),
    afterMs: ms(10 * SECOND_MS, SECOND_MS, 2 * MINUTE_MS, 20 * MINUTE_MS, 30 * HOUR_MS),
    isBack: fc.boolean(),
    later,
  },
  { requiredKeys: ["decides", "afterMs", "isBack"] },
);
const plan = weighted(
  [3, fc.record({ method: card, outcome: fc.constant<Outcome>("succeeded") })],
  [2, fc.record({ method: card, outcome: fc.constantFrom(...AT_ONCE) })],
  [1, fc.record({ method: card, outcome: fc.constant<Outcome>("processing"), later })],
  [4, fc.record({ method: fc.constant("ideal" as const), bank })],
);

type Fields = Readonly<Record<string, fc.Arbitrary<unknown>>>;
type ActsOf<Kinds extends Readonly<Record<string, Fields>>> = {
  [Name in keyof Kinds]: { do: Name } & { [Field in keyof Kinds[Name]]: Made<Kinds[Name][Field]> };
}[keyof Kinds];

/** The buyer's acts at the checkout, which every story has, often. */
const CHECKOUT = {
  open: { tab, bought: oneOf<Bought>(...BOUGHT) },
  press: { tab, by: oneOf("Anna", "Anna", "Anna", "Ben"), isHasty: oneOf(false, false, true), plan },
  close: { tab },
  reload: { tab },
  look: { tab, how: oneOf("seen", "restored", "ask-again", "to-return-page") },
} as const;
const CHECKOUT_WEIGHTS: Readonly<Record<string, number>> = { open: 5, press: 9, close: 1, reload: 1, look: 2 };
/** The weight of all other acts together, like that of the acts above. */
const OTHERS_WEIGHT = 18;

/** All other acts. */
const OTHERS = {
  connection: { is: oneOf("down", "answers lost"), forMs: ms(5 * SECOND_MS, 40 * SECOND_MS, 5 * MINUTE_MS) },
  stripe: { mode: oneOf("cut", "error-500", "rate-limit", "hang", "malformed"), times: fc.integer({ min: 1, max: 4 }) },
  "kv away": { forMs: ms(10 * SECOND_MS, 3 * MINUTE_MS, HOUR_MS), calls: oneOf("all", "writes") },
  "ledger away": { forMs: ms(10 * SECOND_MS, 3 * MINUTE_MS, HOUR_MS), calls: oneOf("all", "writes", "answers") },
  "workflows away": { forMs: ms(10 * SECOND_MS, 3 * MINUTE_MS, HOUR_MS) },
  "mail fails": {
    code: fc.oneof(fc.constantFrom(...Object.keys(MAIL_ERRORS)), fc.constant(STRUCK_OFF)),
    forMs: ms(MINUTE_MS, HOUR_MS, 9 * HOUR_MS, 30 * HOUR_MS),
  },
  webhooks: {
    lateMs: ms(500, 40 * SECOND_MS, 20 * MINUTE_MS, 25 * HOUR_MS),
    shuffleMs: ms(0, 90 * SECOND_MS, 10 * MINUTE_MS),
    copies: oneOf(1, 2, 3, 0),
  },
  hosted: {
    product: fc.constantFrom(...PRODUCT_IDS),
    flow: fc.constantFrom(...FLOWS),
    hasConsented: fc.boolean(),
    later: fc.option(later, { nil: null }),
  },
  /** `returnedMs`: how long after it the bank returns it; null if it does not. */
  refund: { which, cents: oneOf(null, 1000), returnedMs: oneOf(null, null, 300, 5 * MINUTE_MS, 2 * DAY_MS) },
  dispute: { which, status: fc.constantFrom(...DISPUTE_STATUSES), ends: oneOf(null, null, "won", "lost") },
  cancel: { which },
  /** Somebody withdraws by the order's link: its buyer, or another to whom it was forwarded. */
  withdraw: {
    which,
    by: oneOf("its buyer", "its buyer", "another"),
    clicks: fc.integer({ min: 1, max: 3 }),
    apartMs: ms(300, 2 * SECOND_MS, 5 * MINUTE_MS),
  },
  /** The owner answers the withdrawals of a payment. */
  answer: { which, answer: oneOf("refused", "repaid", "no-order") },
  /** The giver changes the delivery of a gift, counted from the newest, or stops it. */
  delivery: {
    which: oneOf(0, 0, 0, 1),
    wanted: oneOf("stop", "today", "tomorrow", "next year"),
    to: oneOf<Address>("work", "home"),
    clicks: fc.integer({ min: 1, max: 2 }),
    apartMs: ms(300, 20 * SECOND_MS),
  },
  /** A company asks for an invoice on the order page, or corrects it. */
  invoice: { which, isOther: oneOf(false, false, true), clicks: oneOf(1, 1, 2), apartMs: ms(300, 20 * SECOND_MS) },
  "order page": { which },
  unwrap: { which },
  resend: { which },
  correct: { which },
  /** An operator erases what may be erased of an address, now or once nobody may withdraw any more. */
  erase: { whose: oneOf<Whose>("Anna", "Anna", ...WHOSE), pauseMs: ms(19 * DAY_MS, 8 * SECOND_MS, 19 * DAY_MS) },
  /** Somebody has Stripe deliver all events of a payment again, in any order. */
  "events again": { which },
  revoke: { which, isRestored: fc.boolean() },
  reconcile: {},
  mishap: {
    kind: oneOf("cut", "dies", "dies", "doubled", "restart"),
    of: oneOf("all", "all", "gifts"),
    count: fc.integer({ min: 1, max: 3 }),
  },
} as const;
type Other = keyof typeof OTHERS;

type Act = ActsOf<typeof CHECKOUT & typeof OTHERS>;
/** `pauseMs`: the pause after the act before. */
export type Step = { pauseMs: number } & Act;

/** Groups of acts that belong together, so that they meet in one story; some stories have none. */
const SALE_THEMES: readonly (readonly Other[])[] = [
  [],
  ["webhooks", "refund"],
  ["webhooks", "refund", "events again"],
  ["webhooks", "hosted"],
  ["erase", "events again", "refund"],
  ["erase", "webhooks", "correct"],
  ["correct", "events again", "webhooks"],
  ["withdraw", "answer", "erase"],
  ["withdraw", "answer", "order page"],
  ["webhooks", "dispute", "revoke", "unwrap"],
  ["webhooks", "refund", "reconcile"],
  ["webhooks"],
  ["mail fails", "mishap", "resend"],
  ["correct", "mail fails"],
  ["correct", "withdraw", "resend"],
  ["mail fails", "refund", "resend", "kv away"],
  ["webhooks", "hosted", "workflows away"],
  ["stripe", "connection", "cancel"],
  ["withdraw", "order page", "kv away"],
  ["webhooks", "order page"],
  ["refund", "unwrap", "mishap"],
  ["withdraw", "mishap", "mail fails"],
  ["hosted", "withdraw", "refund"],
  ["hosted", "mail fails"],
  ["workflows away", "kv away"],
  ["ledger away", "mishap"],
  ["ledger away", "webhooks", "refund"],
  ["ledger away", "withdraw", "order page"],
  ["ledger away", "mishap", "mail fails"],
  ["dispute", "refund", "unwrap"],
  ["invoice", "refund"],
  ["invoice", "ledger away", "webhooks"],
];
/** The same for gifts that are mailed on a day. */
const DELIVERY_THEMES: readonly (readonly Other[])[] = [
  ["delivery", "mishap"],
  ["delivery", "refund", "dispute"],
  ["delivery", "withdraw", "workflows away"],
  ["delivery", "withdraw", "answer"],
  ["delivery", "erase", "events again"],
  ["delivery", "mail fails", "kv away"],
  ["revoke", "webhooks", "refund", "kv away"],
  ["ledger away", "delivery", "mishap"],
  ["ledger away", "delivery", "withdraw"],
];
type Theme = { acts: readonly Other[]; bought: readonly Bought[] };
const THEMES: readonly Theme[] = [
  ...SALE_THEMES.map((acts) => ({ acts, bought: BOUGHT })),
  ...DELIVERY_THEMES.map((acts) => ({ acts, bought: DELIVERED })),
];

function actOf(name: string, fields: Fields): fc.Arbitrary<Act> {
  return fc.record({ do: fc.constant(name), ...fields }) as unknown as fc.Arbitrary<Act>;
}

function stepOf(names: readonly Other[], bought: readonly Bought[]): fc.Arbitrary<Step> {
  const checkout = Object.entries<Fields>({ ...CHECKOUT, open: { tab, bought: oneOf(...bought) } });
  const acts = weighted(
    ...checkout.map(([name, fields]) => [CHECKOUT_WEIGHTS[name] ?? 1, actOf(name, fields)] as const),
    ...names.map((name) => [Math.ceil(OTHERS_WEIGHT / names.length), actOf(name, OTHERS[name])] as const),
  );
  const pauseMs = ms(8 * SECOND_MS, 0, 300, 2 * SECOND_MS, 30 * SECOND_MS, 4 * MINUTE_MS, HOUR_MS, 13 * HOUR_MS);
  return fc.tuple(pauseMs, acts).map(([pauseMs, what]) => ({ pauseMs, ...what }));
}

export type Story = {
  /** The seed of the small delays; 0 is an ordinary seed. */
  chance: number;
  starts: keyof typeof STARTS;
  /** The highest age of a KV place's copy, milliseconds. */
  kvLateMs: number;
  steps: readonly Step[];
};

const DECLINED = { method: "card", outcome: "declined" } as const;

/** Most stories begin with a buyer who opens the checkout and pays, or with a hosted sale. */
function beginningOf(choices: readonly Bought[]): fc.Arbitrary<readonly Step[]> {
  const open = (bought: Bought): Step => ({ pauseMs: 0, do: "open", tab: 0, bought });
  const press = (pauseMs: number, how: Extract<Step, { do: "press" }>["plan"]): Step => {
    return { pauseMs, do: "press", tab: 0, by: "Anna", isHasty: false, plan: how };
  };
  const often = oneOf<Bought>(choices === BOUGHT ? "gift" : "gift for tomorrow", ...choices);
  const once = fc.tuple(often, plan).map(([bought, how]) => [open(bought), press(8 * SECOND_MS, how)]);
  // A second attempt, soon after the first was refused.
  const twice = fc
    .tuple(oneOf(...choices), ms(300, 8 * SECOND_MS, 40 * SECOND_MS), plan)
    .map(([bought, ms, how]) => [open(bought), press(8 * SECOND_MS, DECLINED), press(ms + SECOND_MS, how)]);
  const hosted = actOf("hosted", OTHERS.hosted).map((sale): Step[] => [{ pauseMs: 0, ...sale }]);
  return weighted([6, once], [2, twice], [2, hosted]);
}

export const story: fc.Arbitrary<Story> = fc.record({
  chance: fc.nat({ max: 1_000_000 }),
  starts: fc.constantFrom(...(Object.keys(STARTS) as (keyof typeof STARTS)[])),
  kvLateMs: oneOf(0, 60_000),
  steps: fc
    .tuple(fc.constantFrom(...THEMES), fc.subarray(Object.keys(OTHERS) as Other[], { maxLength: 2 }))
    .chain(([{ acts, bought }, more]) => {
      const step = stepOf([...new Set([...acts, ...more])], bought);
      const before = fc.array(step, { maxLength: 2 });
      return fc.tuple(before, beginningOf(bought), fc.array(step, { maxLength: 12, size: "max" }));
    })
    .map(([before, first, after]) => [...before, ...first, ...after]),
});
