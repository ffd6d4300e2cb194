import { describe, expect, test } from "vitest";
import { createCheckout } from "../../client/checkout/machine.ts";
import { COURSE, openTab, PIET, SANNE, Tab, World } from "./checkout-world.ts";

/** The checkout's machine in sales with one, two and three tabs; the simulator has every order of events. */

const HOUR_MS = 60 * 60_000;

describe("a payment that was left behind", () => {
  /** A payment that succeeded at the bank. The buyer has not come back. */
  function paidAndLeft(contents: string): Tab {
    const tab = openTab(new World(), contents).press("at the bank");
    tab.world.pay(tab.world.intent("pi_1"));
    return tab;
  }

  test.each([
    ["a course, then the same", COURSE, COURSE],
    ["a gift, then the same", SANNE, SANNE],
    ["a gift, then another", SANNE, PIET],
    ["a gift, then a course", SANNE, COURSE],
    ["a course, then a gift", COURSE, PIET],
  ])("%s: nobody is sent to it, a message says so once, and a new payment is ready", (_name, before, next) => {
    const { world } = paidAndLeft(before);
    const tab = openTab(world, next);
    expect(tab.left).toBeNull();
    expect(tab.view).toMatchObject({ phase: "ready", left: "paid", payment: { intentId: "pi_2" }, isUnderWay: false });
    tab.press();
    expect(world.intents.map(({ captures }) => captures)).toEqual([1, 1]);
    const later = openTab(world, SANNE === next ? PIET : SANNE);
    expect(later.view.payment?.intentId).toBe("pi_3");
    expect(later.reopen().view).toMatchObject({ left: null, payment: { intentId: "pi_3" } });
  });

  test("it ends an hour after it is known to be settled, also there", () => {
    const world = new World();
    const again = openTab(world).press("processing").reopen();
    expect(again.left).toBe("pi_1");
    world.timeMs += HOUR_MS - 60_000;
    expect(again.reopen().left).toBe("pi_1");
    world.timeMs += 60_000;
    expect(again.reopen().view).toMatchObject({ phase: "ready", payment: { intentId: "pi_2" } });
  });

  test("yesterday's visit has ended, whatever its payment's state", () => {
    for (const status of ["open", "pending", "paid"] as const) {
      const world = new World();
      openTab(world);
      world.intent("pi_1").status = status;
      world.timeMs += 24 * HOUR_MS;
      const { view, left } = openTab(world);
      expect(left).toBeNull();
      expect(view).toMatchObject({ phase: "ready", left: null, isUnderWay: false, payment: { intentId: "pi_2" } });
    }
  });

  test("a page that was open since yesterday pays what today's visit pays", () => {
    const world = new World();
    const first = openTab(world);
    world.timeMs += 24 * HOUR_MS;
    openTab(world);
    first.press();
    expect([first.told, first.view.payment?.intentId]).toEqual([["restarted"], "pi_2"]);
    first.press();
    expect(world.intents.map(({ captures }) => captures)).toEqual([0, 1]);
  });

  test("a clock that was set back does not make a visit longer", () => {
    const world = new World();
    openTab(world);
    world.timeMs -= 25 * HOUR_MS;
    expect(openTab(world).view.payment?.intentId).toBe("pi_2");
  });
});

describe("two tabs with other contents that are both open", () => {
  /** The bank is asked in the first. Returns the second. */
  function secondOfTwo(): Tab {
    const world = new World();
    const first = openTab(world, SANNE);
    const second = openTab(world, PIET);
    expect(second.view.left).toBeNull();
    first.press("at the bank");
    return second;
  }

  test.each(["press", "look"] as const)("the bank is asked in one: the other says so at the first %s", (act) => {
    const second = secondOfTwo();
    second[act]();
    expect(second.view).toMatchObject({ phase: "ready", left: "pending" });
    expect(second.confirmed).toEqual([]);
    second.press();
    expect(second.confirmed).toEqual(["pi_2"]);
  });

  test("a new state is shown again, and the message about a failed payment disappears", () => {
    const second = secondOfTwo();
    expect(second.look().view.left).toBe("pending");
    for (const [status, left] of [
      ["open", null],
      ["processing", "processing"],
    ] as const) {
      second.world.intent("pi_1").status = status;
      expect(second.look().view.left).toBe(left);
    }
  });

  test("when the others cannot be read, the buyer can go on", () => {
    const second = secondOfTwo();
    second.isReadable = false;
    second.press();
    expect(second.confirmed).toEqual(["pi_2"]);
  });
});

describe("two people at one computer", () => {
  /** Anna is at her bank. Ben has the checkout open in another tab. */
  function annaAtBank() {
    const world = new World();
    openTab(world).press("at the bank");
    const ben = openTab(world);
    ben.buyer = "ben@example.nl";
    return { world, ben };
  }

  test.each(["look", "press"] as const)("she approves on her phone: Ben is not sent to her payment (%s)", (act) => {
    const { world, ben } = annaAtBank();
    world.pay(world.intent("pi_1"));
    ben[act]();
    expect(ben.left).toBeNull();
    expect(ben.view).toMatchObject({ phase: "ready", left: "paid", payment: { intentId: "pi_2" }, isUnderWay: false });
    ben.press();
    expect(ben.confirmed).toEqual(["pi_2"]);
  });

  test("he goes on: her payment stays hers, and he gets one of his own", () => {
    const { world, ben } = annaAtBank();
    ben.press();
    expect(ben.view).toMatchObject({ phase: "ready", left: "pending", payment: { intentId: "pi_2" } });
    ben.press();
    expect(ben.confirmed).toEqual(["pi_2"]);
    expect(world.intents.map(({ buyer }) => buyer)).toEqual(["anna@example.nl", "ben@example.nl"]);
  });

  test("a tab that has sent its own details goes to the payment", () => {
    const world = new World();
    openTab(world);
    const second = openTab(world).press("nothing arrives");
    world.pay(world.intent("pi_1"));
    expect(second.look().left).toBe("pi_1");
  });
});

describe("one purchase", () => {
  test("in another flow: the same visit, which stays in the flow that it began in", () => {
    const world = new World();
    const [first, second] = (["A", "B"] as const).map((flow) => createCheckout(COURSE, flow, world.surroundings()));
    const begun = first?.send({ type: "start" });
    expect(begun).toMatchObject([{ ask: "open", visit: { flow: "A" } }]);
    expect(second?.send({ type: "start" })).toEqual(begun);
  });

  test("a payment that was canceled meanwhile is replaced when the checkout is opened again", () => {
    const tab = openTab(new World());
    tab.world.intent("pi_1").status = "canceled";
    expect(tab.reopen().view).toMatchObject({ phase: "ready", payment: { intentId: "pi_2" } });
  });

  test("a second tab shares the payment, shows that a bank was asked, and may confirm the same one", () => {
    const world = new World();
    const first = openTab(world);
    const second = openTab(world);
    first.press("at the bank");
    second.press();
    expect(second.confirmed).toEqual([]);
    expect(second.view).toMatchObject({ phase: "ready", isUnderWay: true });
    second.press();
    expect(second.confirmed).toEqual(["pi_1"]);
    expect(world.intents).toHaveLength(1);
  });

  test.each([
    "{",
    "7",
    '{"key":"x","flow":"none","at":AT}',
    '{"key":"3f0c1a52-5f3c-4b6e-9a1e-0d3c9a7b1e55","flow":"none"}',
    '{"key":"3f0c1a52-5f3c-4b6e-9a1e-0d3c9a7b1e55","flow":"x","at":AT}',
    '{"key":"3f0c1a52-5f3c-4b6e-9a1e-0d3c9a7b1e55","flow":"none","at":AT,"intentId":"<script>"}',
  ])("a stored visit that the server would refuse each time is replaced: %s", (stored) => {
    const world = new World();
    world.shared.set(`checkout-visit:${COURSE}`, stored.replace("AT", `${world.timeMs}`));
    openTab(world);
    expect(world.intents.map(({ key }) => key)).toEqual(["00000000-0000-4000-8000-000000000001"]);
  });

  test("the machine stops asking in the end, and begins again when the buyer asks", () => {
    const world = new World();
    const tab = openTab(world);
    tab.isReadable = false;
    tab.press("paid, answer lost");
    expect(tab.view).toMatchObject({ phase: "unsure", isGivenUp: true });
    tab.isReadable = true;
    tab.send({ type: "ask-again" });
    expect(tab.settle().left).toBe("pi_1");
  });

  test("a payment that another tab has just made is told of, and replaced", () => {
    const world = new World();
    const [first, second] = [openTab(world), openTab(world)];
    first.press("processing");
    second.press();
    expect([second.told, second.view.left, second.view.payment?.intentId]).toEqual([[], "processing", "pi_2"]);
  });

  test("two tabs begin at the same moment, each with a visit of its own: the one that was stored last is both's", () => {
    const world = new World();
    const tabs = ["first", "second"].map(() => {
      // Neither sees what the other stores.
      world.shared.clear();
      return new Tab(world, COURSE);
    });
    expect(tabs.map((tab) => tab.settle().view.payment?.intentId)).toEqual(["pi_2", "pi_2"]);
  });

  test("two presses at once are one", () => {
    const tab = openTab(new World());
    for (let press = 0; press < 2; press += 1) tab.send({ type: "press", accountId: null });
    expect(tab.questions.map(({ ask }) => ask)).toEqual(["submit"]);
  });

  test("an answer to an older question is ignored, also while a newer one waits", () => {
    const tab = new Tab(new World(), COURSE);
    const [old] = tab.questions;
    const answerOld = () =>
      tab.send({ type: "answer", id: old?.id ?? 0, answer: { status: "failed", isFinal: true, isLimited: false } });
    tab.settle();
    answerOld();
    expect(tab.view.phase).toBe("ready");
    tab.send({ type: "press", accountId: null });
    answerOld();
    expect(tab.questions.map(({ ask }) => ask)).toEqual(["submit"]);
  });
});
