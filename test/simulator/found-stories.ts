import type { Bought, Step, Story } from "./story.ts";

type PaymentPlan = Extract<Step, { do: "press" }>["plan"];

const open = (bought: Bought, pauseMs = 0): Step => ({ pauseMs, do: "open", tab: 0, bought });

/** Anna presses 'Betaal'. */
export function press(plan: PaymentPlan, pauseMs = 8_000): Step {
  return { pauseMs, do: "press", tab: 0, by: "Anna", isHasty: false, plan };
}
export const BY_CARD = { method: "card", outcome: "succeeded" } as const;

const ORDINARY = { chance: 0, starts: "an ordinary day", kvLateMs: 0 } as const;
/** From now on no event arrives. */
const LOST: Step = { pauseMs: 8_000, do: "webhooks", lateMs: 500, shuffleMs: 0, copies: 0 };
const GIVEN_FOR_TOMORROW: readonly Step[] = [open("gift for tomorrow"), press(BY_CARD)];

/**
 * Stories in which a promise was once broken, or is by a mistake that few random sales find; each as short as it was found.
 * Every run plays them again.
 */
export const FOUND_STORIES: readonly { broke: string; story: Story }[] = [
  {
    broke: "an order's page said that nothing was paid, because only the first attempt was known",
    story: {
      ...ORDINARY,
      steps: [
        open("course"),
        press({ method: "card", outcome: "declined" }),
        press(BY_CARD, 9_000),
        { pauseMs: 55_000, do: "order page", which: 0 },
      ],
    },
  },
  {
    broke: "a gift whose every event was lost was repaid, and reconcile left it alive",
    story: {
      ...ORDINARY,
      steps: [
        LOST,
        open("gift"),
        press(BY_CARD),
        open("course", 8_000),
        { pauseMs: 8_000, do: "dispute", which: 1, status: "lost", ends: null },
      ],
    },
  },
  {
    broke: "a gift was mailed after its giver withdrew, because the order was not known yet",
    story: {
      ...ORDINARY,
      steps: [
        ...GIVEN_FOR_TOMORROW,
        { pauseMs: 2_000, do: "withdraw", which: 0, by: "its buyer", clicks: 1, apartMs: 300 },
      ],
    },
  },
  {
    broke: "a giver who withdrew was asked for an address",
    story: {
      ...ORDINARY,
      steps: [
        ...GIVEN_FOR_TOMORROW,
        { pauseMs: 8_000, do: "workflows away", forMs: 3_600_000 },
        { pauseMs: 300_000, do: "withdraw", which: 0, by: "its buyer", clicks: 1, apartMs: 300 },
      ],
    },
  },
  {
    broke: "a change of a gift's plan that was not stored deleted the address of the plan that counts",
    story: {
      ...ORDINARY,
      starts: "ten minutes before gifts are mailed",
      steps: [
        open("gift for tomorrow"),
        press({ method: "ideal", bank: { decides: "pays", afterMs: 10_000, isBack: false } }),
        { pauseMs: 46_800_000, do: "ledger away", forMs: 10_000, calls: "writes" },
        { pauseMs: 8_000, do: "delivery", which: 0, wanted: "today", to: "work", clicks: 1, apartMs: 300 },
      ],
    },
  },
  {
    broke:
      "a giver stopped a gift's mail and it went, because a change that nobody waited for any more was tried again",
    story: {
      ...ORDINARY,
      chance: 6,
      steps: [
        ...GIVEN_FOR_TOMORROW,
        { pauseMs: 80_000, do: "ledger away", forMs: 5_000, calls: "writes" },
        { pauseMs: 3_000, do: "delivery", which: 0, wanted: "tomorrow", to: "work", clicks: 1, apartMs: 300 },
        { pauseMs: 4_000, do: "delivery", which: 0, wanted: "stop", to: "home", clicks: 1, apartMs: 300 },
      ],
    },
  },
  {
    broke: "a sale whose bank took days, and whose every event was lost, was found by no night",
    story: {
      ...ORDINARY,
      starts: "two minutes before midnight",
      steps: [
        LOST,
        open("gift"),
        press({
          method: "ideal",
          bank: {
            decides: "processes",
            afterMs: 108_000_000,
            isBack: false,
            later: { status: "succeeded", afterMs: 172_800_000 },
          },
        }),
      ],
    },
  },
  {
    broke: "nobody took over the claim of a mail whose holder had died",
    story: {
      ...ORDINARY,
      steps: [
        open("course"),
        press(BY_CARD),
        { pauseMs: 0, do: "mishap", kind: "dies", of: "all", count: 1 },
        { pauseMs: 8_000, do: "order page", which: 0 },
      ],
    },
  },
  {
    broke: "an order's page said that nothing was paid while the bank asked its buyer",
    story: {
      ...ORDINARY,
      steps: [
        open("gift"),
        press({ method: "ideal", bank: { decides: "pays", afterMs: 10_000, isBack: false } }),
        { pauseMs: 8_000, do: "order page", which: 0 },
      ],
    },
  },
];
