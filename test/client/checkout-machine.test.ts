import { expect } from "vitest";
import { createCheckout } from "../../client/checkout/machine.ts";
import {
  type CheckoutEvent,
  type Effect,
  type OpenAnswer,
  type Question,
  REFUSAL,
} from "../../client/checkout/protocol.ts";
import {
  endPaidVisit,
  endUnpaidVisit,
  isReadable,
  readPaidNote,
  type Surroundings,
  type Visit,
} from "../../client/checkout/visit.ts";
import type { LeftPayment, OtherVisit } from "../../src/paying/payment-rules.ts";
import type { Flow } from "../../src/shared/courses.ts";
import { DAY_MS } from "../../src/shared/time.ts";
import { eachRow } from "../table.ts";

/**
 * The checkout's machine with a small Stripe, in sales with one, two and three tabs: what a form shows in the stories of a
 * table. The simulator plays the same machine in any order of events.
 */

const COURSE = "KVB1.3900";
/** The course, or a gift for somebody of that name. */
const contentsOf = (name = "") => (name === "course" ? COURSE : `${COURSE}.${name.padEnd(43, "-")}`);

/** A tab's own storage, which survives a reload. */
type Storage = Map<string, string>;
type Status = "open" | "pending" | "processing" | "paid" | "canceled";
/** `owners`: the tabs that may be led to it, because they began its visit or have sent it their details. */
type Intent = Visit & { id: string; contents: string; status: Status; owners: (Storage | undefined)[]; buyer?: string };
const isSettled = ({ status }: Intent) => status === "paid" || status === "processing";

/** What the next question of a kind is answered, instead of the truth. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  "open lost": { status: "failed", isFinal: false, isLimited: false },
  "open final": { status: "failed", isFinal: true, isLimited: false },
  "open limited": { status: "failed", isFinal: false, isLimited: true },
  "mount nothing": false,
  "submit broken": { status: "broken" },
  "submit refused": { status: "refused", message: "Vul je kaartnummer in.", isDeclined: false },
  "send lost": { status: "failed" },
  "send limited": { status: "limited" },
  "send canceled": { status: "canceled" },
};

function known<T>(found: T | undefined): T {
  if (found === undefined) throw new Error("a step names what is not there");
  return found;
}

/** A browser with its tabs, our server and Stripe. */
class World {
  shared = new Map<string, string>();
  tabs = new Map<string, Tab>();
  timeMs = Date.parse("2026-11-22T10:00:00Z");
  intents: Intent[] = [];
  answers = new Map<string, unknown>();
  /** Payments that the buyer knows of: a tab has told that there is an earlier one, or shows its own page. */
  known = new Set<string>();
  private begun: Storage[] = [];

  surroundings(tab: Storage = new Map()): Surroundings {
    const newKey = () => `00000000-0000-4000-8000-${String(this.begun.push(tab)).padStart(12, "0")}`;
    return { shared: this.shared, tab, now: () => this.timeMs, newKey };
  }

  intent = (id = ""): Intent => known(this.intents.find((intent) => intent.id === id));
  tab = (name: string): Tab => known(this.tabs.get(name));

  /** Our server: one payment intent for each visit's key and contents, or the known one. */
  open(contents: string, { visit, others }: Extract<Question, { ask: "open" }>): OpenAnswer {
    const isOurs = (intent: Intent) => intent.key === visit.key && intent.contents === contents;
    let found = this.intents.find((intent) => isOurs(intent) && intent.id === visit.intentId);
    found ??= this.intents.find(isOurs);
    if (found === undefined) {
      const owners = [this.begun[Number(visit.key.slice(-12)) - 1]];
      found = { ...visit, id: `pi_${this.intents.length + 1}`, contents, status: "open", owners };
      this.intents.push(found);
    }
    expect(visit.flow, "Stripe refuses a known key with other parameters").toBe(found.flow);
    return { status: "opened", clientSecret: `${found.id}_secret_x`, left: this.left(others) };
  }

  left(others: readonly OtherVisit[]): Record<string, LeftPayment> {
    expect(others.length, "the server takes no more").toBeLessThan(4);
    const left: Record<string, LeftPayment> = {};
    for (const { intentId, visitKey } of others) {
      const { key, status } = this.intent(intentId);
      if (key === visitKey && status !== "open" && status !== "canceled") left[intentId] = status;
    }
    return left;
  }

  /** What is settled or canceled stays so, but what is processing may fail. */
  become(intent: Intent, status: Status): void {
    if (intent.status !== "paid" && intent.status !== "canceled") intent.status = status;
  }
}

/** One tab with the checkout open. Its questions wait until the test answers them. */
class Tab {
  questions: Question[] = [];
  told: string[] = [];
  left: string | null = null;
  /** How its payment is confirmed: `lost` is paid without an answer, `late` is paid after that, of `silence` nothing arrives. */
  how = "paid";
  isReadable = true;
  buyer = "anna@example.nl";
  /** The user whose account the page names, and the one whose account our server writes on the payment. */
  named: string | null = null;
  written: string | null = null;
  confirmed: string[] = [];
  private mounted: string | null = null;
  private onPause = () => {};
  private readonly checkout;

  readonly world: World;
  readonly contents: string;
  readonly storage: Storage;

  constructor(world: World, contents: string, flow = "none", storage: Storage = new Map()) {
    this.world = world;
    this.contents = contents;
    this.storage = storage;
    this.checkout = createCheckout(contents, flow as Flow, world.surroundings(storage));
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
    const { left, payment } = this.view;
    if (left !== null) for (const { id } of this.world.intents) if (id !== payment?.intentId) this.world.known.add(id);
  }

  private take(effect: Effect): void {
    if ("ask" in effect) {
      this.questions.push(effect);
      if (effect.ask === "mount") expect(this.mounted, "the fields of one payment").toBeNull();
    } else if (effect.do === "unmount") this.mounted = null;
    else if (effect.do === "leave") {
      const { id, owners } = this.world.intent(effect.payment.intentId);
      expect(owners.includes(this.storage), "nobody is led to somebody else's payment").toBe(true);
      this.world.known.add(id);
      this.left = id;
    } else {
      const trouble = effect.do === "tell" ? effect.trouble : { kind: effect.do };
      this.told.push(trouble.kind);
      // Only this message says 'not paid', unless it is about what is typed. A buyer who has paid may not read it.
      if ("message" in trouble && trouble.message === null)
        expect(isSettled(this.world.intent(this.view.payment?.intentId))).toBe(false);
    }
  }

  /** Answers the oldest question by the present state of the world. */
  answer(): boolean {
    const question = this.questions.shift();
    if (question === undefined) return false;
    const { answers } = this.world;
    const answer = answers.get(question.ask) ?? this.answerTo(question);
    answers.delete(question.ask);
    if (question.ask === "mount" && answer) this.mounted = question.payment.intentId;
    if (answer !== undefined) this.send({ type: "answer", id: question.id, answer });
    return true;
  }

  private answerTo(question: Question): unknown {
    const { world } = this;
    if (question.ask === "open") return world.open(this.contents, question);
    if (question.ask === "others") return this.isReadable ? world.left(question.others) : null;
    if (question.ask === "mount") return true;
    if (question.ask === "submit") return { status: "complete" };
    if (question.ask === "pause") return this.onPause() ?? null;
    const intent = world.intent(question.payment.intentId);
    if (question.ask === "read") return this.isReadable ? intent.status : "unavailable";
    if (question.ask === "confirm") return this.confirm(intent);
    const { status, contents } = intent;
    if (contents !== this.contents || status === "canceled") return { status: "canceled" };
    if (isSettled(intent)) return { status: "settled" };
    const isUnderWay = status === "pending";
    if (isUnderWay && question.isTold && intent.buyer !== this.buyer) return { status: "other-buyer" };
    if (!isUnderWay || question.isTold) {
      intent.buyer = this.buyer;
      intent.owners.push(this.storage);
    }
    return { status: "written", isUnderWay, accountId: this.written };
  }

  private confirm(intent: Intent): unknown {
    const { world, how, contents } = this;
    this.confirmed.push(intent.id);
    expect(this.mounted, "it is paid by its own fields").toBe(intent.id);
    // Nobody pays for the same again unawares, in a tab that can know of it.
    for (const other of world.intents) {
      const isSame = other.contents === contents && other.id !== intent.id && world.timeMs - other.at < DAY_MS;
      const isBought = isSettled(other) || (other.status === "pending" && other.buyer === this.buyer);
      if (isSame && isBought && this.isReadable) expect([...world.known]).toContain(other.id);
    }
    if (intent.status !== "open" && intent.status !== "pending") return { status: "known", state: intent.status };
    if (how === "refused" || how === "email-refused") return { ...REFUSAL, status: how };
    this.onPause = () => how === "late" && world.become(intent, "paid");
    if (how === "paid" || how === "lost") world.become(intent, "paid");
    if (how === "processing" || how === "bank") world.become(intent, how === "bank" ? "pending" : how);
    if (how === "lost" || how === "late" || how === "silence") return { status: "unsure", trouble: REFUSAL };
    if (how !== "bank") world.known.add(intent.id);
    this.left = intent.id;
    return { status: "leaving" };
  }

  settle(): this {
    for (let turn = 0; turn < 60 && this.answer(); turn += 1);
    return this;
  }

  click(how: string): this {
    this.how = how || "paid";
    this.send({ type: "press", accountId: this.named });
    return this;
  }

  /** An event of the page, and all that it asks. A form that was looked at says how its payment stands. */
  act(event: CheckoutEvent): void {
    const isLook = event.type === "seen" && this.view.phase === "ready" && this.questions.length === 0;
    this.send(event);
    this.settle();
    const { phase, payment, isUnderWay } = this.view;
    if (isLook && phase === "ready" && this.left === null && this.isReadable)
      expect(this.world.intent(payment?.intentId).status).toBe(isUnderWay ? "pending" : "open");
  }

  /** Who goes on when nothing fails any more can pay, or is led to what is paid. */
  goOn(): void {
    Object.assign(this, { isReadable: true, named: null, how: "paid" });
    for (let turn = 0; turn < 6 && this.left === null; turn += 1) {
      this.settle();
      if (this.view.phase === "ready") this.click("paid");
      else this.act({ type: this.view.phase === "failed" ? "start" : "ask-again" });
    }
    expect(this.left, "who goes on can pay").not.toBeNull();
  }
}

/** What a tab shows: where it went, or its phase, its payment, what it says of an earlier one, and of its own. */
function shown({ left, view }: Tab): string {
  if (left !== null) return `at ${left}`;
  const isKept = view.phase === "failed" && view.hasOpened;
  const ends = [view.left, view.isUnderWay && "asked", view.isGivenUp && "given-up", isKept && "with-texts"];
  return [view.phase, view.payment?.intentId, ...ends].filter(Boolean).join(" ");
}

/** Events by the second word of their step. */
const EVENTS: Readonly<Record<string, CheckoutEvent["type"]>> = {
  looks: "seen",
  hears: "stored",
  returns: "restored",
  starts: "start",
  asks: "ask-again",
  leaves: "to-return-page",
};
type Step = (world: World, name: string, what: string, ...more: string[]) => unknown;
/** The steps by their second word. The first is a tab, a payment or a question. */
const STEPS: Readonly<Record<string, Step>> = {
  /** Opens, and answers nothing yet. */
  begins: (world, tab, what) => world.tabs.set(tab, new Tab(world, contentsOf(what))),
  opens: (world, tab, what, flow) => world.tabs.set(tab, new Tab(world, contentsOf(what), flow).settle()),
  reopens(world, tab, what) {
    const { contents, storage } = world.tab(tab);
    world.tabs.set(tab, new Tab(world, what === "" ? contents : contentsOf(what), "none", storage).settle());
  },
  presses: (world, tab, how) => world.tab(tab).click(how).settle(),
  /** Presses, and answers nothing yet. */
  clicks: (world, tab, how) => world.tab(tab).click(how),
  answers: (world, tab) => world.tab(tab).answer(),
  /** The page of the payment to which it was led, or of another one. */
  ends: (world, tab, id) => endPaidVisit(world.surroundings(world.tab(tab).storage), id || (world.tab(tab).left ?? "")),
  /** The page of a payment that went back. */
  refunded: (world, id) => endUnpaidVisit(world.surroundings(), id),
  reads: (world, tab, what) => Object.assign(world.tab(tab), { isReadable: what === "all" }),
  // Ben has Anna's computer, or Anna writes another address.
  belongs: (world, tab, who) => Object.assign(world.tab(tab), { buyer: `${who}@example.nl` }),
  signs: (world, tab, how) => Object.assign(world.tab(tab), { named: "anna", written: how === "in" ? "anna" : null }),
  /** Another tab has not seen what this one has stored. */
  forgets: ({ shared }) => shared.clear(),
  holds: ({ shared, timeMs }, _, text) => shared.set(`checkout-visit:${COURSE}`, text.replace("AT", `${timeMs}`)),
  gets: ({ answers }, ask, what) => answers.set(ask, ANSWERS[`${ask} ${what}`]),
  becomes: (world, id, status) => world.become(world.intent(id), status as Status),
  minutes: (world, count) => Object.assign(world, { timeMs: world.timeMs + Number(count) * 60_000 }),
  is: (world, tab, ...words) => expect(shown(world.tab(tab))).toBe(words.join(" ")),
  confirmed: (world, tab, ...ids) => expect(world.tab(tab).confirmed).toEqual(ids.filter(Boolean)),
  told: (world, tab, ...kinds) => expect(world.tab(tab).told).toEqual(kinds.filter(Boolean)),
  noted(world, what, ...words) {
    const note = readPaidNote(world.surroundings(), contentsOf(what));
    expect(note === null ? "" : `${note.intentId} ${isReadable(world.surroundings(), note)}`).toBe(words.join(" "));
  },
  notes: ({ shared }, _, count) =>
    expect([...shared.keys()].filter((name) => name.startsWith("checkout-paid:")).length).toBe(Number(count)),
  captured: ({ intents }, _, ...counts) =>
    expect(intents.map(({ status }) => (status === "paid" ? "1" : "0"))).toEqual(counts),
  begun: ({ intents }, _, ...keys) => expect(intents.map(({ key }) => `${Number(key.slice(-12))}`)).toEqual(keys),
  bought: ({ intents }, _, ...names) => expect(intents.map(({ buyer = "" }) => buyer.split("@")[0])).toEqual(names),
};

/** Tells a story, at whose end whoever goes on can pay. */
function tell(steps: readonly string[]): void {
  const world = new World();
  for (const step of steps) {
    const [name = "", verb = "", what = "", ...more] = step.split(" ");
    const type = EVENTS[verb];
    if (type !== undefined) world.tab(name).act({ type, name: null } as CheckoutEvent);
    else if (STEPS[verb] === undefined) throw new Error(`no step is called '${step}'`);
    else STEPS[verb](world, name, what, ...more);
  }
  world.answers.clear();
  for (const intent of world.intents) if (intent.status === "pending") world.become(intent, "open");
  for (const tab of world.tabs.values()) tab.goOn();
}

const LEFT = (before: string, next: string, last = "sanne") =>
  `1 opens ${before}, 1 presses bank, pi_1 becomes paid, 2 opens ${next}, 2 told, 2 is ready pi_2 paid, 2 presses, \
all captured 1 1, 3 opens ${last}, 3 is ready pi_3 paid, 3 reopens, 3 is ready pi_3`;

eachRow(`
    # A payment that was left at the bank, and paid: nobody is sent to it, a message says so once, and a new one is ready
    a course, then the same     | ${LEFT("course", "course")}
    a gift, then the same       | ${LEFT("sanne", "sanne", "piet")}
    a gift, then another        | ${LEFT("sanne", "piet")}
    # How long it lasts
    it ends an hour after it is known to be settled | 1 opens course, 1 presses processing, 1 reopens, 1 is at pi_1, 1 returns, 1 is at pi_1, 59 minutes, 1 reopens, 1 is at pi_1, 1 minutes, 1 reopens, 1 is ready pi_2
    a form that is looked at a day later stays while nobody can say | 1 opens course, 1440 minutes, 1 reads nothing, 1 looks, 1 is ready pi_1
    a page of yesterday pays what today's visit pays | 1 opens course, 1440 minutes, 2 opens course, 1 presses, 1 told restarted, 1 is ready pi_2, 1 presses, all captured 0 1
    a clock that was set back makes no visit longer  | 1 opens course, -1500 minutes, 2 opens course, 2 is ready pi_2
    # Two tabs with other contents that are both open
    the bank is asked in one: the other says so at a press | 1 opens sanne, 2 opens piet, 2 is ready pi_2, 1 presses bank, 2 presses, 2 is ready pi_2 pending, 2 told news, 2 confirmed, 2 presses, 2 confirmed pi_2
    a third at its bank is no news for who has read it | 1 opens sanne, 2 opens piet, 3 opens kees, 1 presses bank, 2 looks, 3 looks, 2 presses bank, 3 presses, 3 told, 3 confirmed pi_3
    a new state is shown again, a failed payment is not | 1 opens sanne, 2 opens piet, 1 presses bank, 2 looks, 2 is ready pi_2 pending, pi_1 becomes open, 2 looks, 2 is ready pi_2, pi_1 becomes processing, 2 looks, 2 is ready pi_2 processing
    others that cannot be read  | 1 opens sanne, 2 opens piet, 1 presses bank, 2 reads nothing, 2 presses, 2 confirmed pi_2
    # Two people at one computer. Anna is at her bank; Ben has the checkout open in another tab
    she approves on her phone; he looks     | 1 opens course, 1 presses bank, 2 opens course, 2 belongs ben, pi_1 becomes paid, 2 looks, 2 is ready pi_2 paid, 2 presses, 2 confirmed pi_2
    she approves on her phone; he presses   | 1 opens course, 1 presses bank, 2 opens course, 2 belongs ben, pi_1 becomes paid, 2 presses, 2 is ready pi_2 paid, 2 presses, 2 confirmed pi_2
    he goes on: each has a payment          | 1 opens course, 1 presses bank, 2 opens course, 2 belongs ben, 2 presses, 2 is ready pi_2 pending, 1 reopens, 1 is ready pi_2 pending, 2 presses, 2 confirmed pi_2, all bought anna ben
    she had a typo in her address, and approves the first payment too | 1 opens course, 1 presses bank, 1 returns, 1 belongs ann, 1 presses, 1 is ready pi_2 pending, 1 reopens, 1 is ready pi_2 pending, pi_1 becomes paid, 1 presses, 1 is ready pi_2 paid, 1 confirmed, 1 ends pi_1, course noted pi_1 true, 1 reopens, 1 is ready pi_2
    a tab that has sent its own details     | 1 opens course, 2 opens course, 2 presses silence, pi_1 becomes paid, 2 looks, 2 is at pi_1
    the tab that began it, whoever pays     | 1 opens course, 2 opens course, 2 presses processing, 1 looks, 1 is at pi_1
    # What was bought, and what was left
    it is told once, also in the tab that left it | 1 opens sanne, 1 presses bank, pi_1 becomes paid, 1 reopens piet, 1 is ready pi_2 paid, 1 reopens, 1 is ready pi_2
    who has read that it is paid hears no more of it | 1 opens sanne, 1 presses, 1 ends, 1 reopens piet, 1 is ready pi_2
    of many the latest three are asked for | 1 opens a, 1 minutes, 1 opens b, 1 opens c, 1 opens d, pi_1 becomes paid, 1 opens e, 1 is ready pi_5, pi_4 becomes paid, 1 looks, 1 is ready pi_5 paid
    for a day, with the payment as long as its page can be read | 1 opens course, 1 presses, 1 ends, course noted pi_1 true, sanne noted, 59 minutes, course noted pi_1 true, 1 minutes, course noted pi_1 false, 1379 minutes, course noted pi_1 false, 1 minutes, course noted
    none of a gift, and none that is older, of anything | 1 opens sanne, 1 presses, 1 ends, all notes 0, 2 opens course, 2 presses, 2 ends, all notes 1, 1440 minutes, sanne noted, all notes 0
    none of what went back, and of nothing else | 1 opens course, 1 presses, 1 ends, pi_2 refunded, course noted pi_1 true, pi_1 refunded, course noted
    # What is stored
    a visit stays in the flow that it began in | 1 opens course A, 2 opens course B, 2 is ready pi_1
    two tabs begin at one moment: the visit that was stored last is both's | 1 begins course, all forgets, 2 begins course, 1 looks, 2 looks, 1 is ready pi_2, 2 is ready pi_2
    what this tab alone knows of is asked for too | 1 opens sanne, 1 presses bank, all forgets, pi_1 becomes paid, 1 reopens piet, 1 is ready pi_2 paid
    a visit that the server would refuse is replaced: no JSON | all holds {, 1 opens course, all begun 1
    no visit                                | all holds 7, 1 opens course, all begun 1
    no key                                  | all holds {"key":"x","flow":"none","at":AT}, 1 opens course, all begun 1
    no moment                               | all holds {"key":"3f0c1a52-5f3c-4b6e-9a1e-0d3c9a7b1e55","flow":"none"}, 1 opens course, all begun 1
    no flow                                 | all holds {"key":"3f0c1a52-5f3c-4b6e-9a1e-0d3c9a7b1e55","flow":"x","at":AT}, 1 opens course, all begun 1
    no payment                              | all holds {"key":"3f0c1a52-5f3c-4b6e-9a1e-0d3c9a7b1e55","flow":"none","at":AT,"intentId":"<script>"}, 1 opens course, all begun 1
    # What fails
    a key that would fail again is dropped  | open gets final, 1 opens course, 1 is failed, 1 told unavailable, 1 starts, 1 is ready pi_1, all begun 2
    any other is kept                       | open gets limited, 1 opens course, 1 told limited, open gets lost, 1 starts, 1 is failed, 1 starts, all begun 1
    what was typed is kept in the same page | 1 opens course, pi_1 becomes canceled, open gets lost, 1 looks, 1 is failed with-texts
    but not in one whose offer has ended    | 1 opens course, pi_1 becomes canceled, open gets final, 1 looks, 1 is failed
    fields that do not load stay away       | mount gets nothing, 1 opens course, 1 is failed pi_1, 1 returns, 1 is failed pi_1
    because it is paid                      | 1 begins course, 1 answers, pi_1 becomes paid, mount gets nothing, 1 answers, 1 answers, 1 is at pi_1
    before anything is paid                 | 1 opens course, submit gets broken, 1 presses, submit gets refused, 1 presses, send gets limited, 1 presses, send gets lost, 1 presses, 1 told unexpected refused limited unexpected, 1 confirmed
    an account that is not written, of which the page speaks | 1 opens course, 1 signs out, 1 presses, 1 told lose-account, 1 is ready pi_1, 1 confirmed
    our server does not know the payment    | 1 opens course, send gets canceled, 1 presses, 1 told restarted, 1 is ready pi_2
    refused by a bank, also for who looks at it meanwhile; the address by Stripe | 1 opens course, 1 clicks refused, 1 looks, 1 presses email-refused, 1 told refused email-refused, 1 is ready pi_1
    two presses are one                     | 1 opens course, 1 clicks paid, 1 is processing pi_1, 1 clicks paid, 1 answers, 1 answers, 1 answers, 1 is at pi_1
    an answer to an older question is none  | 1 opens course, 1 clicks paid, 1 answers, pi_1 becomes paid, 1 returns, 1 is at pi_1
    paid before it was confirmed            | 1 opens course, 1 clicks paid, 1 answers, 1 answers, pi_1 becomes paid, 1 answers, 1 is at pi_1
    paid a moment after the answer got lost | 1 opens course, 1 presses late, 1 told, 1 is at pi_1
    # One purchase
    back by the browser: asked, also while nobody can say; ended meanwhile | 1 opens course, 1 presses bank, 1 returns, 1 is ready pi_1 asked, 1 reads nothing, 1 looks, 1 is ready pi_1 asked, 1 reads all, pi_1 becomes canceled, 1 looks, 1 told restarted, 1 is ready pi_2
    not known, and back by the browser      | 1 opens course, 1 reads nothing, 1 presses lost, 1 is unsure pi_1 given-up, 1 reads all, 1 returns, 1 is at pi_1
    another tab has replaced it             | 1 opens course, 1440 minutes, 2 opens course, 1 hears, 1 told restarted, 1 is ready pi_2
    nobody is led to what another tab began | 1 opens course, 2 opens course, 1440 minutes, 1 opens course, 2 reads nothing, 2 presses, 2 leaves, 2 is unsure pi_1 given-up
    a payment that was canceled is replaced | 1 opens course, pi_1 becomes canceled, 1 reopens, 1 is ready pi_2
    a bank has not decided, and no answer comes | 1 opens course, 1 presses bank, 1 reopens, 1 presses silence, 1 told, 1 is unsure pi_1 asked given-up, 1 leaves, 1 is at pi_1
    a second tab shares the payment         | 1 opens course, 2 opens course, 1 presses bank, 2 presses, 2 told news, 2 confirmed, 2 is ready pi_1 asked, 2 presses, 2 confirmed pi_1, all captured 1
    the machine stops asking in the end, and begins again when asked | 1 opens course, 1 reads nothing, 1 presses lost, 1 is unsure pi_1 given-up, 1 reads all, 1 asks, 1 is at pi_1
    what another tab has just paid is told of, and replaced | 1 opens course, 2 opens course, 1 presses processing, 2 presses, 2 told news, 2 is ready pi_2 processing
  `)("%s", (_promise, story = "") => tell(story.split(", ")));
