import { expect } from "vitest";
import { type Checkout, createCheckout } from "../../client/checkout/machine.ts";
import type { CheckoutEvent, ConfirmAnswer, Effect, OpenAnswer, Question } from "../../client/checkout/protocol.ts";
import type { OtherVisit, Surroundings } from "../../client/checkout/visit.ts";
import type { LeftPayment } from "../../src/paying/payment-rules.ts";

export const COURSE = "KVB1.3900";
export const SANNE = `KVB1.3900.${"s".repeat(43)}`;
export const PIET = `KVB1.3900.${"p".repeat(43)}`;

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
export class World {
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

type HowConfirmed = "paid" | "paid, answer lost" | "at the bank" | "processing" | "nothing arrives";

/** One tab with the checkout open. Its questions wait until the test answers them. */
export class Tab {
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
    const unsure = { status: "unsure", trouble: { kind: "refused", message: null, isDeclined: false } } as const;
    switch (how) {
      case "paid":
        world.pay(intent);
        this.left = intent.id;
        return { status: "leaving" };
      case "paid, answer lost":
        world.pay(intent);
        return unsure;
      case "processing":
      case "at the bank":
        intent.status = how === "processing" ? how : "pending";
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

export const openTab = (world: World, contents = COURSE) => new Tab(world, contents).settle();
