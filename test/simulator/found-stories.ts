import type { Bought, Step, Story } from "./story.ts";

type PaymentPlan = Extract<Step, { do: "press" }>["plan"];

const open = (bought: Bought, pauseMs = 0): Step => ({ pauseMs, do: "open", tab: 0, bought });

/** Anna presses 'Betaal'. */
export function press(plan: PaymentPlan, pauseMs = 8_000): Step {
  return { pauseMs, do: "press", tab: 0, by: "Anna", isHasty: false, plan };
}
export const BY_CARD = { method: "card", outcome: "succeeded" } as const;

const ORDINARY = { chance: 0, starts: "an ordinary day", kvLateMs: 0 } as const;
const GIVEN_FOR_TOMORROW: readonly Step[] = [open("gift for tomorrow"), press(BY_CARD)];

/** Stories in which a promise was once broken, each as short as it was found. Every run plays them again. */
export const FOUND_STORIES: readonly { broke: string; story: Story }[] = [
  {
    broke: "an order's page said that nothing was paid, because KV showed the first attempt only",
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
        { pauseMs: 8_000, do: "webhooks", lateMs: 500, shuffleMs: 0, copies: 0 },
        open("gift"),
        press(BY_CARD),
        open("course", 8_000),
        { pauseMs: 8_000, do: "dispute", which: 1, status: "lost" },
      ],
    },
  },
  {
    broke: "a gift was mailed after its giver withdrew, because KV did not show the order yet",
    story: {
      ...ORDINARY,
      steps: [...GIVEN_FOR_TOMORROW, { pauseMs: 2_000, do: "withdraw", which: 0, clicks: 1 }],
    },
  },
  {
    broke: "a giver who withdrew was asked for an address, because a place of KV did not show the withdrawal yet",
    story: {
      ...ORDINARY,
      steps: [
        ...GIVEN_FOR_TOMORROW,
        { pauseMs: 8_000, do: "workflows away", forMs: 3_600_000 },
        { pauseMs: 300_000, do: "withdraw", which: 0, clicks: 1 },
      ],
    },
  },
  {
    broke: "a change of a gift's plan that KV did not store deleted the address of the plan that counts",
    story: {
      ...ORDINARY,
      starts: "ten minutes before gifts are mailed",
      steps: [
        open("gift for tomorrow"),
        press({ method: "ideal", bank: { decides: "pays", afterMs: 10_000, isBack: false } }),
        { pauseMs: 46_800_000, do: "kv away", forMs: 10_000, calls: "writes" },
        { pauseMs: 8_000, do: "delivery", which: 0, wanted: "today", to: "work", clicks: 1, apartMs: 300 },
      ],
    },
  },
];
