import { describe, expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { LIMITERS, limitsOf, realLimiterOf } from "./limits.ts";
import { collectLogs } from "./logs.ts";
import { askWith } from "./shop.ts";

/** The runtime's own limiters, which count by the machine's clock. No other test asks them. */

collectLogs();

/** Repeats some work until it fits into one minute of the machine's clock, with which the limits begin anew. */
async function withinOneMinute<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const minute = Math.floor(Date.now() / 60_000);
    const result = await work();
    if (Math.floor(Date.now() / 60_000) === minute) return result;
  }
}

describe.each(LIMITERS)("%s", (name) => {
  test("is the same in each environment, a minute long", () => {
    const [local, ...others] = limitsOf(name);
    expect(others).toEqual([local, local]);
    expect(local?.period).toBe(60);
  });

  test("lets as many requests of a key through as wrangler.toml says", async () => {
    const limiter = realLimiterOf(name);
    const limit = limitsOf(name)[0]?.limit ?? 0;
    const answers = await withinOneMinute(async () => {
      const key = crypto.randomUUID();
      const all: boolean[] = [];
      for (let n = 0; n <= limit; n += 1) all.push((await limiter.limit({ key })).success);
      return all;
    });
    expect(answers).toEqual([...Array(limit).fill(true), false]);
    expect((await limiter.limit({ key: crypto.randomUUID() })).success).toBe(true);
  });
});

test("a guesser is refused by the real limiter as by a test's own", async () => {
  const statuses = await withinOneMinute(async () => {
    const [group] = crypto.getRandomValues(new Uint16Array(1));
    const headers = { "cf-connecting-ip": `fd01:${group?.toString(16)}::1` };
    const all: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      const path = `${PATHS.giftLookup}-gokje${n}`;
      all.push((await askWith({ GIFT_LIMIT: realLimiterOf("GIFT_LIMIT") }, path, { headers })).status);
    }
    return all;
  });
  expect(statuses).toEqual([...Array(10).fill(404), 429]);
});
