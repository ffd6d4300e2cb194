import { describe, expect, test } from "vitest";
import { PATHS } from "../../src/shared/paths.ts";
import { LIMITERS, limitsOf, realLimiterOf } from "./limits.ts";
import { collectLogs } from "./logs.ts";
import { askWith } from "./shop.ts";

/** The runtime's own limiters, which count by the machine's minutes. No other test asks them. */

collectLogs();

/** Rounds that follow one another. The limits begin anew with the machine's minute, which falls into one of them at most. */
const ROUNDS = 2;

/** How many asks go through before one is refused: the fewest of the rounds. */
async function passedOf(most: number, ask: (round: number) => Promise<boolean>): Promise<number> {
  const passed: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    let count = 0;
    while (count <= most && (await ask(round))) count += 1;
    passed.push(count);
  }
  return Math.min(...passed);
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
    const keys = Array.from({ length: ROUNDS }, () => crypto.randomUUID());
    const passed = await passedOf(limit, async (round) => (await limiter.limit({ key: keys[round] ?? "" })).success);
    expect(passed).toBe(limit);
    expect((await limiter.limit({ key: crypto.randomUUID() })).success).toBe(true);
  });
});

test("a guesser is refused by the real limiter as by a test's own", async () => {
  const groups = [...crypto.getRandomValues(new Uint16Array(ROUNDS))];
  const statuses: number[] = [];
  const passed = await passedOf(10, async (round) => {
    const headers = { "cf-connecting-ip": `fd01:${groups[round]?.toString(16)}::1` };
    const bindings = { GIFT_LIMIT: realLimiterOf("GIFT_LIMIT") };
    const { status } = await askWith(bindings, `${PATHS.giftLookup}-gokje${statuses.length}`, { headers });
    statuses.push(status);
    return status !== 429;
  });
  expect(passed).toBe(10);
  expect(new Set(statuses)).toEqual(new Set([404, 429]));
});
