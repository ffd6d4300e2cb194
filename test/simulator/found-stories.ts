import type { Step, Story } from "./story.ts";

/** Anna gives a gift for tomorrow, and pays it by card. */
const GIVEN_FOR_TOMORROW: readonly Step[] = [
  { pauseMs: 0, do: "open", tab: 0, bought: "gift for tomorrow" },
  {
    pauseMs: 8_000,
    do: "press",
    tab: 0,
    by: "Anna",
    isHasty: false,
    plan: { method: "card", outcome: "succeeded" },
  },
];

/** Stories in which a promise was once broken, each as short as it was found. Every run plays them again. */
export const FOUND_STORIES: readonly { broke: string; story: Story }[] = [
  {
    broke: "an order's page said that nothing was paid, because KV showed the first attempt only",
    story: {
      chance: 0,
      starts: "an ordinary day",
      kvLateMs: 0,
      steps: [
        { pauseMs: 0, do: "open", tab: 0, bought: "course" },
        {
          pauseMs: 8_000,
          do: "press",
          tab: 0,
          by: "Anna",
          isHasty: false,
          plan: { method: "card", outcome: "declined" },
        },
        {
          pauseMs: 9_000,
          do: "press",
          tab: 0,
          by: "Anna",
          isHasty: false,
          plan: { method: "card", outcome: "succeeded" },
        },
        { pauseMs: 55_000, do: "order page", which: 0 },
      ],
    },
  },
  {
    broke: "a gift whose every event was lost was repaid, and reconcile left it alive",
    story: {
      chance: 0,
      starts: "an ordinary day",
      kvLateMs: 0,
      steps: [
        { pauseMs: 8_000, do: "webhooks", lateMs: 500, shuffleMs: 0, copies: 0 },
        { pauseMs: 0, do: "open", tab: 0, bought: "gift" },
        {
          pauseMs: 8_000,
          do: "press",
          tab: 0,
          by: "Anna",
          isHasty: false,
          plan: { method: "card", outcome: "succeeded" },
        },
        { pauseMs: 8_000, do: "open", tab: 0, bought: "course" },
        { pauseMs: 8_000, do: "dispute", which: 1, status: "lost" },
      ],
    },
  },
  {
    broke: "a gift was mailed after its giver withdrew, because KV did not show the order yet",
    story: {
      chance: 0,
      starts: "an ordinary day",
      kvLateMs: 0,
      steps: [...GIVEN_FOR_TOMORROW, { pauseMs: 2_000, do: "withdraw", which: 0, clicks: 1 }],
    },
  },
  {
    broke: "a giver who withdrew was asked for an address, because a place of KV did not show the withdrawal yet",
    story: {
      chance: 0,
      starts: "an ordinary day",
      kvLateMs: 0,
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
      chance: 0,
      starts: "ten minutes before gifts are mailed",
      kvLateMs: 0,
      steps: [
        { pauseMs: 0, do: "open", tab: 0, bought: "gift for tomorrow" },
        {
          pauseMs: 8_000,
          do: "press",
          tab: 0,
          by: "Anna",
          isHasty: false,
          plan: { method: "ideal", bank: { decides: "pays", afterMs: 10_000, isBack: false } },
        },
        { pauseMs: 46_800_000, do: "kv away", forMs: 10_000, calls: "writes" },
        { pauseMs: 8_000, do: "delivery", which: 0, wanted: "today", to: "work", clicks: 1, apartMs: 300 },
      ],
    },
  },
];
