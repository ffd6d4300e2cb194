import { expect, test } from "vitest";
import { type Checkout, createCheckout } from "../../client/checkout/machine.ts";
import type { CheckoutEvent, ConfirmAnswer, Effect, OpenAnswer, Question } from "../../client/checkout/protocol.ts";
import {
  endPaidVisit,
  isReadable,
  type OtherVisit,
  readPaidNote,
  type Surroundings,
} from "../../client/checkout/visit.ts";
import type { LeftPayment } from "../../src/paying/payment-rules.ts";
import { eachRow } from "../table.ts";

/** The checkout's machine with a small Stripe, in sales with one, two and three tabs; the simulator has every order of events. */

const COURSE = "KVB1.3900";
const SANNE = `KVB1.3900.${"s".repeat(43)}`;
const PIET = `KVB1.3900.${"p".repeat(43)}`;

type Status = "open" | "pending" | "processing" | "paid" | "canceled";
type Intent = { id: string; key: string; contents: string; status: Status; captures: number; buyer?: string };

/** A browser with its tabs, our server and Stripe. */
class World {
  shared = new Map<string, string>();
  timeMs = Date.parse("2026-11-22T10:00:00Z");
  intents: Intent[] = [];
  /** Whether a tab has shown a message about an earlier payment. */
  hasToldOfLeft = false;
  private keys = 0;

  surroundings(tab = new Map<string, string>()): Surroundings {
    const newKey = () => `00000000-0000-4000-8000-${String(++this.keys).padStart(12, "0")}`;
    return { shared: this.shared, tab, now: () => this.timeMs, newKey };
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
      found = { id, key: visit.key, contents, status: "open", captures: 0 };
      this.intents.push(found);
    }
    return { status: "opened", clientSecret: `${found.id}_secret_x`, left: this.left(others) };
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

/** How a payment is confirmed: `lost` is paid without an answer, of `silence` nothing arrives. */
type HowConfirmed = "paid" | "lost" | "bank" | "processing" | "silence";

/** One tab with the checkout open. Its questions wait until the test answers them. */
class Tab {
  questions: Question[] = [];
  told: string[] = [];
  left: string | null = null;
  how: HowConfirmed = "paid";
  isReadable = true;
  buyer = "anna@example.nl";
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
    if ("ask" in effect) this.questions.push(effect);
    else if (effect.do === "leave") this.left = effect.payment.intentId;
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
    if (question.ask === "open") return world.open(this.contents, question);
    if (question.ask === "others") return this.isReadable ? world.left(question.others) : null;
    if (question.ask === "mount") return true;
    if (question.ask === "submit") return { status: "complete" };
    if (question.ask === "pause") return null;
    const intent = world.intent(question.payment.intentId);
    if (question.ask === "read") return this.isReadable ? intent.status : "unavailable";
    if (question.ask === "confirm") return this.confirm(intent);
    const { status, contents } = intent;
    if (contents !== this.contents || status === "canceled") return { status: "canceled" };
    if (status === "paid" || status === "processing") return { status: "settled" };
    const isUnderWay = status === "pending";
    if (isUnderWay && question.isTold && intent.buyer !== this.buyer) return { status: "other-buyer" };
    if (!isUnderWay || question.isTold) intent.buyer = this.buyer;
    return { status: "written", isUnderWay, accountId: null };
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
    const unsure = { status: "unsure", trouble: { kind: "refused", message: null, isDeclined: false } } as const;
    if (how === "paid" || how === "lost") world.pay(intent);
    if (how === "processing" || how === "bank") intent.status = how === "processing" ? how : "pending";
    if (how === "lost" || how === "silence") return unsure;
    this.left = intent.id;
    return { status: "leaving" };
  }

  settle(): this {
    for (let turn = 0; turn < 60 && this.answer(); turn += 1);
    return this;
  }

  press(how = this.how): this {
    this.how = how;
    this.send({ type: "press", accountId: null });
    return this.settle();
  }

  look(): this {
    this.send({ type: "seen" });
    return this.settle();
  }

  /** Opens this purchase in the tab again, as after a reload or another address. */
  reopen(contents = this.contents): Tab {
    return new Tab(this.world, contents, this.storage).settle();
  }
}

const openTab = (world: World, contents = COURSE) => new Tab(world, contents).settle();

const PURCHASES: Readonly<Record<string, string>> = { course: COURSE, sanne: SANNE, piet: PIET };
type Step = (world: World, tabs: Map<string, Tab>, ...words: string[]) => void;
const tabOf = (tabs: Map<string, Tab>, name: string): Tab => {
  const tab = tabs.get(name);
  if (tab === undefined) throw new Error(`no tab ${name}`);
  return tab;
};
/** What a tab shows: where it went, or its phase, its payment, what it says of an earlier one, and of its own. */
function shown({ left, view }: Tab): string {
  if (left !== null) return `at ${left}`;
  const ends = [view.left, view.isUnderWay ? "asked" : "", view.isGivenUp ? "given-up" : ""];
  return [view.phase, view.payment?.intentId, ...ends].filter(Boolean).join(" ");
}
/** The steps of the table by their second word. The first is a tab or a payment. */
const STEPS: Readonly<Record<string, Step>> = {
  opens: (world, tabs, tab, _, what = "") => void tabs.set(tab ?? "", openTab(world, PURCHASES[what])),
  reopens: (_, tabs, tab = "") => void tabs.set(tab, tabOf(tabs, tab).reopen()),
  presses: (_, tabs, tab = "", __, how = "paid") => void tabOf(tabs, tab).press(how as HowConfirmed),
  looks: (_, tabs, tab = "") => void tabOf(tabs, tab).look(),
  asks: (_, tabs, tab = "") => {
    tabOf(tabs, tab).send({ type: "ask-again" });
    tabOf(tabs, tab).settle();
  },
  reads: (_, tabs, tab = "", __, what = "") => Object.assign(tabOf(tabs, tab), { isReadable: what === "all" }),
  // Ben has Anna's computer.
  belongs: (_, tabs, tab = "") => Object.assign(tabOf(tabs, tab), { buyer: "ben@example.nl" }),
  pays: (world, _, id = "") => world.pay(world.intent(id)),
  becomes: (world, _, id = "", __, status = "") => Object.assign(world.intent(id), { status }),
  minutes: (world, _, count) => {
    world.timeMs += Number(count) * 60_000;
  },
  is: (_, tabs, tab = "", __, ...words) => expect(shown(tabOf(tabs, tab))).toBe(words.join(" ")),
  confirmed: (_, tabs, tab = "", __, ...ids) => expect(tabOf(tabs, tab).confirmed).toEqual(ids),
  heard: (_, tabs, tab = "", __, ...kinds) => expect(tabOf(tabs, tab).told).toEqual(kinds),
  captured: (world, _, __, ___, ...counts) =>
    expect(world.intents.map(({ captures }) => `${captures}`)).toEqual(counts),
  bought: (world, _, __, ___, ...names) =>
    expect(world.intents.map(({ buyer = "" }) => buyer.split("@")[0])).toEqual(names),
};
const LEFT = (before: string, next: string, last = "sanne") =>
  `1 opens ${before}, 1 presses bank, pi_1 pays, 2 opens ${next}, 2 is ready pi_2 paid, 2 presses, all captured 1 1, \
3 opens ${last}, 3 is ready pi_3 paid, 3 reopens, 3 is ready pi_3`;

eachRow(`
    # A payment that was left at the bank, and paid: nobody is sent to it, a message says so once, and a new one is ready
    a course, then the same     | ${LEFT("course", "course")}
    a gift, then the same       | ${LEFT("sanne", "sanne", "piet")}
    a gift, then another        | ${LEFT("sanne", "piet")}
    # How long it lasts
    it ends an hour after it is known to be settled | 1 opens course, 1 presses processing, 1 reopens, 1 is at pi_1, 59 minutes, 1 reopens, 1 is at pi_1, 1 minutes, 1 reopens, 1 is ready pi_2
    yesterday's visit has ended, whatever its bank does | 1 opens course, pi_1 becomes pending, 1440 minutes, 2 opens course, 2 is ready pi_2
    a page of yesterday pays what today's visit pays | 1 opens course, 1440 minutes, 2 opens course, 1 presses, 1 heard restarted, 1 is ready pi_2, 1 presses, all captured 0 1
    a clock that was set back makes no visit longer  | 1 opens course, -1500 minutes, 2 opens course, 2 is ready pi_2
    # Two tabs with other contents that are both open
    the bank is asked in one: the other says so at a press | 1 opens sanne, 2 opens piet, 2 is ready pi_2, 1 presses bank, 2 presses, 2 is ready pi_2 pending, 2 confirmed, 2 presses, 2 confirmed pi_2
    and at a look               | 1 opens sanne, 2 opens piet, 1 presses bank, 2 looks, 2 is ready pi_2 pending, 2 confirmed, 2 presses, 2 confirmed pi_2
    a new state is shown again, a failed payment is not | 1 opens sanne, 2 opens piet, 1 presses bank, 2 looks, 2 is ready pi_2 pending, pi_1 becomes open, 2 looks, 2 is ready pi_2, pi_1 becomes processing, 2 looks, 2 is ready pi_2 processing
    others that cannot be read  | 1 opens sanne, 2 opens piet, 1 presses bank, 2 reads nothing, 2 presses, 2 confirmed pi_2
    # Two people at one computer. Anna is at her bank; Ben has the checkout open in another tab
    she approves on her phone; he looks     | 1 opens course, 1 presses bank, 2 opens course, 2 belongs ben, pi_1 pays, 2 looks, 2 is ready pi_2 paid, 2 presses, 2 confirmed pi_2
    she approves on her phone; he presses   | 1 opens course, 1 presses bank, 2 opens course, 2 belongs ben, pi_1 pays, 2 presses, 2 is ready pi_2 paid, 2 presses, 2 confirmed pi_2
    he goes on: each has a payment          | 1 opens course, 1 presses bank, 2 opens course, 2 belongs ben, 2 presses, 2 is ready pi_2 pending, 2 presses, 2 confirmed pi_2, all bought anna ben
    a tab that has sent its own details     | 1 opens course, 2 opens course, 2 presses silence, pi_1 pays, 2 looks, 2 is at pi_1
    # One purchase
    a payment that was canceled is replaced | 1 opens course, pi_1 becomes canceled, 1 reopens, 1 is ready pi_2
    canceled before a press: the next press pays another one | 1 opens course, pi_1 becomes canceled, 1 presses, 1 heard restarted, 1 is ready pi_2, 1 presses, all captured 0 1
    a bank has not decided, and no answer comes | 1 opens course, 1 presses bank, 1 reopens, 1 presses silence, 1 heard, 1 is unsure pi_1 asked given-up
    a second tab shares the payment         | 1 opens course, 2 opens course, 1 presses bank, 2 presses, 2 confirmed, 2 is ready pi_1 asked, 2 presses, 2 confirmed pi_1, all captured 1
    the machine stops asking in the end, and begins again when asked | 1 opens course, 1 reads nothing, 1 presses lost, 1 is unsure pi_1 given-up, 1 reads all, 1 asks, 1 is at pi_1
    what another tab has just paid is told of, and replaced | 1 opens course, 2 opens course, 1 presses processing, 2 presses, 2 heard, 2 is ready pi_2 processing
  `)("%s", (_promise, story = "") => {
  const [world, tabs] = [new World(), new Map<string, Tab>()];
  for (const step of story.split(", ")) {
    const words = step.split(" ");
    const act = STEPS[words[1] ?? ""];
    if (act === undefined) throw new Error(`no step is called '${step}'`);
    act(world, tabs, ...words);
  }
});

test("in another flow: the same visit, which stays in the flow that it began in", () => {
  const world = new World();
  const [first, second] = (["A", "B"] as const).map((flow) => createCheckout(COURSE, flow, world.surroundings()));
  const begun = first?.send({ type: "start" });
  expect(begun).toMatchObject([{ ask: "open", visit: { flow: "A" } }]);
  expect(second?.send({ type: "start" })).toEqual(begun);
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

test("two tabs begin at the same moment, each with a visit of its own: the one that was stored last is both's", () => {
  const world = new World();
  const tabs = ["first", "second"].map(() => {
    // Neither sees what the other stores.
    world.shared.clear();
    return new Tab(world, COURSE);
  });
  expect(tabs.map((tab) => tab.settle().view.payment?.intentId)).toEqual(["pi_2", "pi_2"]);
});

test("two presses at once are one, and an answer to an older question is ignored, also while a newer one waits", () => {
  const tab = new Tab(new World(), COURSE);
  const [old] = tab.questions;
  const answer = { status: "failed", isFinal: true, isLimited: false };
  const answerOld = () => tab.send({ type: "answer", id: old?.id ?? 0, answer });
  tab.settle();
  answerOld();
  expect(tab.view.phase).toBe("ready");
  for (let press = 0; press < 2; press += 1) tab.send({ type: "press", accountId: null });
  answerOld();
  expect(tab.questions.map(({ ask }) => ask)).toEqual(["submit"]);
});

test("what was bought is told for a day, with the payment as long as its page can be read, and of those contents alone", () => {
  const world = new World();
  const around = world.surroundings();
  new Tab(world, COURSE).settle();
  endPaidVisit(around, "pi_1");
  const told = (contents = COURSE) => {
    const note = readPaidNote(around, contents);
    return note && [note.intentId, isReadable(around, note)];
  };
  for (const [minutes, says] of [
    [0, ["pi_1", true]],
    [59, ["pi_1", true]],
    [60, ["pi_1", false]],
    [24 * 60 - 1, ["pi_1", false]],
    [24 * 60, null],
  ] as const) {
    world.timeMs = Date.parse("2026-11-22T10:00:00Z") + minutes * 60_000;
    expect([minutes, told(), told(SANNE)]).toEqual([minutes, says, null]);
  }
});
