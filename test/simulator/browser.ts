import type { BuyerDetails, DetailsOutcome } from "../../client/checkout/details.ts";
import { type Checkout, createCheckout } from "../../client/checkout/machine.ts";
import { createPerformer, type Performer } from "../../client/checkout/perform.ts";
import type { CheckoutEvent, Effect, PaymentTrouble } from "../../client/checkout/protocol.ts";
import { endVisit, type Surroundings } from "../../client/checkout/visit.ts";
import { type PaymentConfig, RETURN_PARAMETERS, spellIdentity } from "../../src/paying/payment-rules.ts";
import type { Outcome } from "../outside-world/browser/stripe-calls.ts";
import { now, sleep } from "./clock.ts";
import { shortId } from "./order-page.ts";
import { readReturnPage } from "./return-page.ts";
import { createStripeJs, type PaymentPlan } from "./stripe-js.ts";
import type { World } from "./world.ts";

/** One browser with its tabs. The checkout's machine and performer are the shop's own; the page around them and Stripe.js are simulated. */

export type Person = { name: string; email: string };

export const createBrowser = () => ({
  shared: new Map<string, string>(),
  cookies: new Map<string, string>(),
  /** All requests arrive, none do, or they arrive and their answers are lost. */
  connection: "good" as "good" | "down" | "answers lost",
  tabs: [] as (Tab | undefined)[],
  /** States that the buyer has read here, by purchase: a buyer who has read 'paid' does not pay again. */
  read: new Map<string, "paid" | "processing">(),
  /** Whether a tab has reported an earlier payment. It reports once, so a reload does not repeat it. */
  hasToldOfLeft: false,
});

/** Within this time a checkout without failures is ready, or has led on. Milliseconds. */
const READY_WITHIN_MS = 60_000;
/** Troubles that only a failure makes. */
const FAULTS: ReadonlySet<PaymentTrouble["kind"]> = new Set(["unavailable", "limited", "unexpected", "email-refused"]);
/** Outcomes of a card that are a bank's answer. */
const PLAIN_OUTCOMES: ReadonlySet<Outcome> = new Set(["succeeded", "declined", "processing"]);

export class Tab {
  readonly name: string;
  readonly config: PaymentConfig;
  readonly contents: string;
  /** Survives a reload. */
  readonly storage: Map<string, string>;
  isGone = false;
  /** The page that the tab shows. */
  place: "checkout" | "bank" | "return page" = "checkout";
  /** The outcome of the next confirmation. */
  plan: PaymentPlan = { method: "card", outcome: "succeeded" };
  readonly world: World;
  private readonly checkout: Checkout;
  private readonly performer: Performer;
  private person: Person | null = null;
  /** When the tab or its buyer last began something, milliseconds since 1970. */
  private begunMs = now();

  constructor(world: World, name: string, config: PaymentConfig, storage = new Map<string, string>()) {
    this.world = world;
    this.name = name;
    this.config = { ...config, publishableKey: `${config.publishableKey}${world.keyOfTab(this)}` };
    this.contents = spellIdentity(config.identity);
    this.storage = storage;
    const surroundings: Surroundings = {
      shared: this.sharedStore(),
      tab: storage,
      now: () => Date.now(),
      newKey: () => crypto.randomUUID(),
    };
    this.checkout = createCheckout(this.contents, config.flow, surroundings);
    const api = (path: string) => `${world.shopOrigin}${path}`;
    this.performer = createPerformer({
      config: { ...this.config, createIntentUrl: api(config.createIntentUrl), detailsUrl: api(config.detailsUrl) },
      places: () => ({ payment: {} as HTMLElement, express: {} as HTMLElement }),
      elementHandlers: { onExpress() {}, onExpressClick() {}, onExpressConfirm() {} },
      purchaser: () => this.purchaser(),
      readAccount: async () => null,
    });
  }

  /** A store that reports its changes to the browser's other tabs. */
  private sharedStore(): Surroundings["shared"] {
    const { shared, tabs } = this.world.browser;
    const tell = (name: string) => {
      for (const tab of tabs) if (tab !== this) setTimeout(() => tab?.send({ type: "stored", name }), 0);
    };
    return {
      get: (name) => shared.get(name),
      keys: () => shared.keys(),
      set(name, text) {
        shared.set(name, text);
        tell(name);
      },
      delete(name) {
        shared.delete(name);
        tell(name);
      },
    };
  }

  get view() {
    return this.checkout.view();
  }

  private purchaser(): BuyerDetails {
    const { name, email } = this.person ?? this.world.buyer;
    return { name, email, ...this.config.purchase };
  }

  send(event: CheckoutEvent): void {
    if (this.isGone || this.place !== "checkout") return;
    const before = this.view;
    // Whoever does something on a page that is still loading waits for what began before.
    const goesOn = event.type !== "start" && before.phase === "loading";
    if (event.type !== "answer" && event.type !== "stored" && !goesOn) this.begin();
    const effects = this.checkout.send(event);
    this.show(before);
    for (const effect of effects) this.take(effect);
  }

  press(person: Person): void {
    this.person = person;
    this.send({ type: "press", accountId: null });
  }

  private take(effect: Effect): void {
    if ("ask" in effect) {
      const { id } = effect;
      if (effect.ask === "open") this.world.onAskedFor(this, effect.visit.key);
      const onSent = effect.ask === "send" ? this.world.onTold(this, effect.payment.intentId) : () => undefined;
      if (effect.ask === "confirm") {
        this.world.onConfirm(this, effect.payment.intentId);
        void this.expectPaid(effect.payment.intentId);
      }
      this.performer[effect.ask](effect as never).then(
        (answer) => {
          const sent = (effect.ask === "send" ? answer : undefined) as DetailsOutcome | undefined;
          onSent(sent?.status === "written" && !sent.isUnderWay);
          this.send({ type: "answer", id, answer });
        },
        (error) => this.world.fail(`the checkout's performer rejected: ${String(error)}`),
      );
    } else if (effect.do === "tell") {
      this.world.note(`${this.name} says '${effect.trouble.kind}'.`);
      if (FAULTS.has(effect.trouble.kind)) this.expectTrouble(`says '${effect.trouble.kind}'`);
      if (effect.trouble.kind === "refused") this.world.onReadUnpaid(this.name, this.view.payment?.intentId ?? null);
    } else if (effect.do === "leave") {
      const { intentId, clientSecret } = effect.payment;
      this.world.onLed(this, intentId);
      const url = new URL(this.config.returnPath, this.world.shopOrigin);
      url.searchParams.set(RETURN_PARAMETERS.intent, intentId);
      url.searchParams.set(RETURN_PARAMETERS.clientSecret, clientSecret);
      this.toReturnPage(url.href);
    } else if (effect.do === "unmount") this.performer.unmount();
  }

  private show(before: Checkout extends { view(): infer View } ? View : never): void {
    const { phase, left, isUnderWay, isGivenUp } = this.view;
    if (phase === "failed" && before.phase !== "failed") this.expectTrouble("does not become ready");
    if (phase !== before.phase || isGivenUp !== before.isGivenUp)
      this.world.note(`${this.name} shows '${phase}'${isGivenUp ? " and asks no more by itself" : ""}.`);
    if (left !== before.left && left !== null) {
      this.world.note(`${this.name} tells that an earlier payment is '${left}'.`);
      const { browser, provider } = this.world;
      browser.hasToldOfLeft = true;
      if (left === "paid" && !provider.intents.all().some(({ id }) => provider.paidAtMs(id) !== null))
        this.world.fail(`${this.name} says that an earlier payment is paid, and none is`);
    }
    if (isUnderWay && !before.isUnderWay) this.world.note(`${this.name} tells that a bank has been asked already.`);
  }

  /** A buyer for whom nothing fails can pay: the checkout is ready, or leads on, soon after they or their tab began. */
  private begin(): void {
    const fromMs = now();
    this.begunMs = fromMs;
    void sleep(READY_WITHIN_MS).then(() => {
      const { phase } = this.view;
      if (this.begunMs !== fromMs || this.isGone || this.place !== "checkout") return;
      if (phase === "loading" || phase === "processing") this.expectTrouble(`is '${phase}' for a minute`);
    });
  }

  /** Fails if nothing stands in the buyer's way. */
  private expectTrouble(what: string): void {
    const { plan } = this;
    if (plan.method === "card" && !PLAIN_OUTCOMES.has(plan.outcome)) return;
    if (!this.world.isHinderedSince(this.begunMs)) this.world.fail(`${this.name} ${what}, and nothing fails`);
  }

  /** A confirmation by a card that the bank accepts is a payment. */
  private async expectPaid(intentId: string): Promise<void> {
    const { provider } = this.world;
    const { plan, begunMs } = this;
    if (plan.method !== "card" || plan.outcome !== "succeeded") return;
    if (provider.intents.get(intentId)?.status !== "requires_payment_method") return;
    await sleep(READY_WITHIN_MS);
    if (provider.paidAtMs(intentId) === null && !this.world.isHinderedSince(begunMs))
      this.world.fail(`${this.name} confirms ${shortId(intentId)}, and nothing is paid`);
  }

  toBank(): void {
    this.place = "bank";
    this.world.note(`${this.name} is at the bank.`);
  }

  toReturnPage(href: string): void {
    if (this.isGone) return;
    this.place = "return page";
    this.performer.unmount();
    void readReturnPage(this.world, this, href).catch((error) =>
      this.world.fail(`the return page broke: ${String(error)}`),
    );
  }

  /** Ends the visit as the return page's script does. */
  endVisit(intentId: string): void {
    endVisit({ shared: this.sharedStore(), tab: this.storage, now: () => Date.now(), newKey: () => "" }, intentId);
  }

  close(): void {
    this.isGone = true;
  }

  stripeJs() {
    return createStripeJs(this.world, this);
  }
}
