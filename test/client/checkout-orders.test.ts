import fc from "fast-check";
import { expect, test } from "vitest";
import type { CheckoutEvent } from "../../client/checkout/protocol.ts";
import { FULL } from "../full.ts";
import { COURSE, HOW_CONFIRMED, PIET, SANNE, type Status, Tab, World } from "./checkout-world.ts";

/**
 * The checkout's machine in every order of events: tabs open, press, close and come back; answers are late or lost;
 * banks decide at any time.
 */

const TABS = [0, 1, 2] as const;
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("answer" as const), tab: fc.constantFrom(...TABS) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("settle" as const), tab: fc.constantFrom(...TABS) }) },
  fc.record({
    do: fc.constant("press" as const),
    tab: fc.constantFrom(...TABS),
    how: fc.constantFrom(...HOW_CONFIRMED),
  }),
  fc.record({
    do: fc.constant("tell" as const),
    tab: fc.constantFrom(...TABS),
    event: fc.constantFrom<CheckoutEvent>(
      { type: "seen" },
      { type: "restored" },
      { type: "stored", name: null },
      { type: "ask-again" },
    ),
  }),
  fc.record({
    do: fc.constant("reopen" as const),
    tab: fc.constantFrom(...TABS),
    contents: fc.constantFrom(COURSE, SANNE, PIET),
    isNewTab: fc.boolean(),
  }),
  fc.record({ do: fc.constant("network" as const), tab: fc.constantFrom(...TABS), isReadable: fc.boolean() }),
  fc.record({
    do: fc.constant("bank" as const),
    tab: fc.constantFrom(...TABS),
    status: fc.constantFrom<Status>("paid", "open", "processing", "canceled"),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function walk(steps: readonly Step[]): World {
  const world = new World();
  const tabs = [new Tab(world, COURSE), new Tab(world, SANNE), new Tab(world, SANNE)];
  for (const one of steps) {
    const tab = tabs[one.tab] as Tab;
    if (one.do === "answer") tab.answer();
    else if (one.do === "settle") tab.settle();
    else if (one.do === "press") {
      tab.how = one.how;
      tab.send({ type: "press", accountId: null });
    } else if (one.do === "tell") tab.send(one.event);
    else if (one.do === "network") tab.isReadable = one.isReadable;
    else if (one.do === "reopen") tabs[one.tab] = new Tab(world, one.contents, one.isNewTab ? new Map() : tab.storage);
    else if (one.do === "bank") {
      // A bank decides only on a payment that it was asked for.
      const intent = world.intents.at(one.tab);
      if (intent?.status !== "pending" && intent?.status !== "processing") continue;
      if (one.status === "paid") world.pay(intent);
      else intent.status = one.status;
    }
    for (const each of tabs) check(each);
  }
  return world;
}

/** Checks the rules that hold after every step. */
function check({ view, world, left, contents }: Tab): void {
  if (left !== null) expect(world.intent(left).contents).toBe(contents);
  if (view.payment !== null) expect(world.intent(view.payment.intentId).contents).toBe(contents);
  // Nobody reads 'paid' about a payment that is not.
  if (view.left === "paid") expect(world.intents.some(({ status }) => status === "paid")).toBe(true);
}

test("no payment is captured twice, each has the data that its buyer saw, and no buyer who has paid reads 'not paid'", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: "max" }), (steps) => {
      const world = walk(steps);
      for (const { captures } of world.intents) expect(captures).toBeLessThanOrEqual(1);
    }),
    { numRuns: FULL ? 5_000 : 700 },
  );
});
