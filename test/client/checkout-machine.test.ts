import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Checkout, createCheckout } from "../../client/checkout/machine.ts";
import type { CheckoutEvent, ConfirmAnswer, Effect, OpenAnswer, Question } from "../../client/checkout/protocol.ts";
import type { OtherVisit, Surroundings } from "../../client/checkout/visit.ts";
import type { LeftPayment } from "../../src/shared/payment.ts";

/**
 * The checkout's machine with a small Stripe, in every order of events: tabs open, press, close and come back; answers
 * are late or lost; banks decide at any time.
 */

const COURSE = "KVB1.3900";
const SANNE = `KVB1.3900.${"s".repeat(43)}`;
const PIET = `KVB1.3900.${"p".repeat(43)}`;
const HOUR_MS = 60 * 60_000;

type Status = "open" | "pending" | "processing" | "paid" | "canceled";
type Intent = {
  id: string;
  secret: string;
  key: string;
  contents: string;
  status: Status;
  captures: number;
  buyer?: string;
};

/** A browser with its tabs, our server and Stripe. */
class World {
  shared = new Map<string, string>();
  timeMs = Date.parse("2026-11-22T10:00:00Z");
  intents: Intent[] = [];
  /** Whether a tab has shown a message about an earlier payment. */
  hasToldOfLeft = false;
  private keys = 0;

  surroundings(tab = new Map<string, string>()): Surroundings {
    return {
      shared: this.shared,
      tab,
      now: () => this.timeMs,
      newKey: () => `00000000-0000-4000-8000-${String(++this.keys).padStart(12, "0")}`,
    };
  }

  intent(id: string): Intent {
    const found = this.intents.find((intent) => intent.id === id);
    if (found === undefined) throw new Error(`no ${id}`);
    return found;
  }

  /** Our server: one payment intent for each visit's key and contents, or the known one. */
  open(contents: string, { visit, others }: Extract<Question, { ask: "open" }>): OpenAnswer {
    const isOurs = (intent: Intent) => intent.key === visit.key && intent.contents === contents;
    let found = this.intents.find((intent) => isOurs(intent) && intent.id === visit.intentId);
    found ??= this.intents.find(isOurs);
    if (found === undefined) {
      const id = `pi_${this.intents.length + 1}`;
      found = { id, secret: `${id}_secret_x`, key: visit.key, contents, status: "open", captures: 0 };
      this.intents.push(found);
    }
    return { status: "opened", clientSecret: found.secret, left: this.left(others) };
  }

  left(others: readonly OtherVisit[]): Record<string, LeftPayment> {
    const left: Record<string, LeftPayment> = {};
    for (const { intentId, visitKey } of others) {
      const { key, status } = this.intent(intentId);
      if (key === visitKey && status !== "open" && status !== "canceled") left[intentId] = status;
    }
    return left;
  }

  pay(intent: Intent): void {
    if (intent.status === "paid" || intent.status === "canceled") return;
    intent.status = "paid";
    intent.captures += 1;
  }
}

type HowConfirmed = "paid" | "paid, answer lost" | "declined" | "at the bank" | "processing" | "nothing arrives";

/** One tab with the checkout open. Its questions wait until the test answers them. */
class Tab {
  questions: Question[] = [];
  told: string[] = [];
  left: string | null = null;
  how: HowConfirmed = "paid";
  isReadable = true;
  buyer = "anna@example.nl";
  /** Payments that this tab has confirmed. */
  confirmed: string[] = [];
  private checkout: Checkout;

  readonly world: World;
  readonly contents: string;
  /** Survives a reload. */
  readonly storage: Map<string, string>;

  constructor(world: World, contents: string, storage = new Map<string, string>()) {
    this.world = world;
    this.contents = contents;
    this.storage = storage;
    this.checkout = createCheckout(contents, "none", world.surroundings(storage));
    this.send({ type: "start" });
  }

  get view() {
    return this.checkout.view();
  }

  send(event: CheckoutEvent): void {
    // A page that was left gets no events, unless the browser restores it.
    if (this.left !== null && event.type !== "restored") return;
    if (event.type === "restored") this.left = null;
    for (const effect of this.checkout.send(event)) this.take(effect);
    if (this.view.left !== null) this.world.hasToldOfLeft = true;
  }

  private take(effect: Effect): void {
    if ("ask" in effect) {
      this.questions.push(effect);
      return;
    }
    if (effect.do === "leave") this.left = effect.payment.intentId;
    else if (effect.do === "tell") {
      this.told.push(effect.trouble.kind);
      const { status } = this.world.intent(this.view.payment?.intentId ?? "pi_1");
      // Only this message says 'not paid'. A buyer who has paid may not read it.
      if (effect.trouble.kind === "refused" && this.view.payment !== null) expect(status).not.toBe("paid");
    }
  }

  /** Answers the oldest question by the present state of the world. */
  answer(): boolean {
    const question = this.questions.shift();
    if (question === undefined) return false;
    const answer = this.answerTo(question);
    if (answer !== undefined) this.send({ type: "answer", id: question.id, answer });
    return true;
  }

  private answerTo(question: Question): unknown {
    const { world } = this;
    switch (question.ask) {
      case "open":
        return world.open(this.contents, question);
      case "others":
        return this.isReadable ? world.left(question.others) : null;
      case "read":
        return this.isReadable ? world.intent(question.payment.intentId).status : "unavailable";
      case "mount":
        return true;
      case "submit":
        return { status: "complete" };
      case "send": {
        const intent = world.intent(question.payment.intentId);
        const { status, contents } = intent;
        if (contents !== this.contents || status === "canceled") return { status: "canceled" };
        if (status === "paid" || status === "processing") return { status: "settled" };
        const isUnderWay = status === "pending";
        if (isUnderWay && question.isTold && intent.buyer !== this.buyer) return { status: "other-buyer" };
        if (!isUnderWay || question.isTold) intent.buyer = this.buyer;
        return { status: "written", isUnderWay, accountId: null };
      }
      case "confirm":
        return this.confirm(world.intent(question.payment.intentId));
      default:
        question.ask satisfies "pause";
        return null;
    }
  }

  private confirm(intent: Intent): ConfirmAnswer | undefined {
    const { world, how } = this;
    this.confirmed.push(intent.id);
    // For the same purchase this holds only in tabs that could know about the other payment.
    const others = world.intents.filter(({ id, contents }) => contents === this.contents && id !== intent.id);
    expect(others.filter(({ status, buyer }) => status === "pending" && buyer === this.buyer)).toEqual([]);
    if (others.some(({ status }) => status === "paid" || status === "processing")) {
      expect(world.hasToldOfLeft).toBe(true);
    }
    if (intent.status !== "open" && intent.status !== "pending") return { status: "known", state: intent.status };
    const unsure = { status: "unsure", trouble: { kind: "refused", message: null } } as const;
    switch (how) {
      case "paid":
        world.pay(intent);
        this.left = intent.id;
        return { status: "leaving" };
      case "paid, answer lost":
        world.pay(intent);
        return unsure;
      case "declined":
        intent.status = "open";
        return { status: "refused", message: "Je kaart is geweigerd." };
      case "processing":
        intent.status = "processing";
        this.left = intent.id;
        return { status: "leaving" };
      case "at the bank":
        intent.status = "pending";
        this.left = intent.id;
        return { status: "leaving" };
      default:
        return unsure;
    }
  }

  settle(): this {
    for (let turn = 0; turn < 60 && this.answer(); turn += 1);
    return this;
  }

  press(): this {
    this.send({ type: "press", accountId: null });
    return this.settle();
  }

  /** Opens this purchase in the tab again, as after a reload or another address. */
  reopen(contents = this.contents): Tab {
    return new Tab(this.world, contents, this.storage).settle();
  }
}

const openTab = (world: World, contents = COURSE) => new Tab(world, contents).settle();

describe("two gifts in two tabs", () => {
  const PLANS = ["12ab", "1a2b", "12ba", "21ab", "2b1a", "21ba"];
  const ANSWERS = [
    ["paid", "paid"],
    ["paid", "open"],
    ["open", "paid"],
    ["processing", "paid"],
  ] as const;

  test.each(PLANS.flatMap((plan) => ANSWERS.map(([a, b]) => ({ plan, a, b }))))(
    "pressed and answered in the order $plan, $a and $b: a charge for each that was paid",
    ({ plan, a, b }) => {
      const world = new World();
      const first = openTab(world, SANNE);
      const second = openTab(world, PIET);
      for (const tab of [first, second]) tab.how = "at the bank";
      const ids = [first, second].map((tab) => tab.view.payment?.intentId ?? "");
      /** Presses once more if there was a message to read first. */
      const press = (tab: Tab) => {
        const before = tab.view.left;
        tab.press();
        if (tab.view.left !== before) tab.press();
      };
      const decide = (id: string, status: Status) => {
        if (status === "paid") world.pay(world.intent(id));
        else world.intent(id).status = status;
      };
      for (const step of plan) {
        if (step === "1") press(first);
        if (step === "2") press(second);
        if (step === "a") decide(ids[0] as string, a);
        if (step === "b") decide(ids[1] as string, b);
      }
      expect(world.intents.map(({ contents, status }) => ({ contents, status }))).toEqual([
        { contents: SANNE, status: a },
        { contents: PIET, status: b },
      ]);
    },
  );
});

describe("a payment that was left behind", () => {
  /** A payment that succeeded at the bank. The buyer never came back, and the tab is closed. */
  function paidAndLeft(contents: string): World {
    const world = new World();
    const tab = openTab(world, contents);
    tab.how = "at the bank";
    tab.press();
    world.pay(world.intent("pi_1"));
    return world;
  }

  test.each([
    ["a course, then the same", COURSE, COURSE],
    ["a gift, then the same", SANNE, SANNE],
    ["a gift, then another", SANNE, PIET],
    ["a gift, then a course", SANNE, COURSE],
    ["a course, then a gift", COURSE, PIET],
  ])("%s: nobody is sent to it, a message says so once, and a new payment is ready", (_name, before, next) => {
    const world = paidAndLeft(before);
    const tab = openTab(world, next);
    expect(tab.left).toBeNull();
    expect(tab.view).toMatchObject({ phase: "ready", left: "paid", payment: { intentId: "pi_2" }, isUnderWay: false });
    tab.press();
    expect(world.intents.map(({ captures }) => captures)).toEqual([1, 1]);
    const later = openTab(world, SANNE === next ? PIET : SANNE);
    expect(later.view.payment?.intentId).toBe("pi_3");
    expect(later.reopen().view).toMatchObject({ left: null, payment: { intentId: "pi_3" } });
  });

  test("in the tab that paid it, a reload goes to it", () => {
    const world = new World();
    const tab = openTab(world);
    tab.how = "at the bank";
    tab.press();
    world.pay(world.intent("pi_1"));
    expect(tab.reopen().left).toBe("pi_1");
  });

  test("it ends an hour after it is known to be settled, also there", () => {
    const world = new World();
    const tab = openTab(world);
    tab.how = "processing";
    tab.press();
    const again = tab.reopen();
    expect(again.left).toBe("pi_1");
    world.timeMs += HOUR_MS - 60_000;
    expect(again.reopen().left).toBe("pi_1");
    world.timeMs += 60_000;
    expect(again.reopen().view).toMatchObject({ phase: "ready", payment: { intentId: "pi_2" } });
  });

  test("a payment that is being processed is never called paid", () => {
    const world = new World();
    const tab = openTab(world);
    tab.how = "processing";
    tab.press();
    expect(openTab(world).view).toMatchObject({ phase: "ready", left: "processing" });
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

  test("a clock that was set back does not make a visit longer", () => {
    const world = new World();
    openTab(world);
    world.timeMs -= 25 * HOUR_MS;
    expect(openTab(world).view.payment?.intentId).toBe("pi_2");
  });
});

describe("two tabs with other contents that are both open", () => {
  test.each(["pressed", "looked at"])("the bank is asked in one: the other says so when it is %s", (how) => {
    const world = new World();
    const first = openTab(world, SANNE);
    const second = openTab(world, PIET);
    expect(second.view.left).toBeNull();
    first.how = "at the bank";
    first.press();
    if (how === "looked at") second.send({ type: "seen" });
    else second.press();
    second.settle();
    expect(second.view).toMatchObject({ phase: "ready", left: "pending" });
    expect(second.confirmed).toEqual([]);
    second.press();
    expect(second.confirmed).toEqual(["pi_2"]);
  });

  test("a new state is shown again, and the message about a failed payment disappears", () => {
    const world = new World();
    const first = openTab(world, SANNE);
    const second = openTab(world, PIET);
    first.how = "at the bank";
    first.press();
    const look = () => {
      second.send({ type: "seen" });
      return second.settle().view.left;
    };
    expect(look()).toBe("pending");
    world.intent("pi_1").status = "open";
    expect(look()).toBeNull();
    world.intent("pi_1").status = "processing";
    expect(look()).toBe("processing");
  });

  test("when the others cannot be read, the buyer can go on", () => {
    const world = new World();
    const first = openTab(world, SANNE);
    const second = openTab(world, PIET);
    first.how = "at the bank";
    first.press();
    second.isReadable = false;
    second.press();
    expect(second.confirmed).toEqual(["pi_2"]);
  });
});

describe("two people at one computer", () => {
  /** Anna is at her bank. Ben has the checkout open in another tab. */
  function annaAtBank() {
    const world = new World();
    const anna = openTab(world);
    anna.how = "at the bank";
    anna.press();
    const ben = openTab(world);
    ben.buyer = "ben@example.nl";
    return { world, ben };
  }

  test.each(["seen", "press"] as const)("she approves on her phone: Ben is not sent to her payment (%s)", (event) => {
    const { world, ben } = annaAtBank();
    world.pay(world.intent("pi_1"));
    if (event === "seen") ben.send({ type: event });
    else ben.press();
    ben.settle();
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
    const second = openTab(world);
    second.how = "nothing arrives";
    second.press();
    world.pay(world.intent("pi_1"));
    second.send({ type: "seen" });
    expect(second.settle().left).toBe("pi_1");
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

  test("a second tab shares the payment, shows that a bank was asked, and may confirm the same one", () => {
    const world = new World();
    const first = openTab(world);
    const second = openTab(world);
    first.how = "at the bank";
    first.press();
    second.press();
    expect(second.confirmed).toEqual([]);
    expect(second.view).toMatchObject({ phase: "ready", isUnderWay: true });
    second.press();
    expect(second.confirmed).toEqual(["pi_1"]);
    expect(world.intents).toHaveLength(1);
  });

  test("the machine stops asking in the end, and begins again when the buyer asks", () => {
    const world = new World();
    const tab = openTab(world);
    tab.how = "paid, answer lost";
    tab.isReadable = false;
    tab.press();
    expect(tab.view).toMatchObject({ phase: "unsure", isGivenUp: true });
    tab.isReadable = true;
    tab.send({ type: "ask-again" });
    expect(tab.settle().left).toBe("pi_1");
  });

  test("an answer to an older question is ignored", () => {
    const world = new World();
    const tab = new Tab(world, COURSE);
    const [old] = tab.questions;
    tab.settle();
    tab.send({ type: "answer", id: old?.id ?? 0, answer: { status: "failed", isFinal: true, isLimited: false } });
    expect(tab.view.phase).toBe("ready");
  });
});

describe("in every order", () => {
  const TABS = [0, 1, 2] as const;
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant("answer" as const), tab: fc.constantFrom(...TABS) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("settle" as const), tab: fc.constantFrom(...TABS) }) },
    fc.record({
      do: fc.constant("press" as const),
      tab: fc.constantFrom(...TABS),
      how: fc.constantFrom<HowConfirmed>(
        "paid",
        "paid, answer lost",
        "declined",
        "at the bank",
        "processing",
        "nothing arrives",
      ),
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
      else if (one.do === "reopen")
        tabs[one.tab] = new Tab(world, one.contents, one.isNewTab ? new Map() : tab.storage);
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
      { numRuns: 2_000 },
    );
  });
});
