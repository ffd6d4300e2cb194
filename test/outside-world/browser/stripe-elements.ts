import type {
  BillingDetails,
  StripeElementsOptionsClientSecret,
  StripeError,
  StripeExpressCheckoutElementOptions,
  StripePaymentElementOptions,
} from "@stripe/stripe-js";
import type { Collected, FrameConfig, FromFrame, ToFrame, WalletType } from "./frame-messages.ts";
import type { ApiResult, createCalls, LocalIntent } from "./stripe-calls.ts";

/** The elements of the stand-in Stripe.js, with their events. */

/** The error that Stripe.js throws when it is called wrongly. */
export class IntegrationError extends Error {
  override name = "IntegrationError";
}

/** A click on an express button must be resolved within this time, or the wallet does not open. */
const CLICK_RESOLVE_MS = 1000;

/** The server that served this script. */
export const ORIGIN = new URL((document.currentScript as HTMLScriptElement).src).origin;

export type Calls = ReturnType<typeof createCalls>;
/** The wallets of this device, as the outside world was told. */
type AvailableWallets = { applePay: boolean; googlePay: boolean };

type ElementKind = "payment" | "expressCheckout";
type ElementEvent = Readonly<Record<string, unknown>>;
type Handler = (event: ElementEvent) => unknown;
export type ElementOptions = StripePaymentElementOptions & StripeExpressCheckoutElementOptions;

/** The result of `stripe.elements()`, shared by its elements. */
export class Elements {
  readonly calls: Calls;
  readonly clientSecret: string;
  readonly variables: FrameConfig["variables"];
  readonly created = new Map<ElementKind, StandInElement>();
  /** Set while a wallet's sheet is open and its payer has agreed. */
  wallet: { type: WalletType; outcome: string } | null = null;
  #intent: Promise<ApiResult<LocalIntent>> | null = null;

  constructor(calls: Calls, { clientSecret, appearance }: StripeElementsOptionsClientSecret) {
    this.calls = calls;
    this.clientSecret = clientSecret ?? "";
    this.variables = { ...appearance?.variables };
  }

  create(kind: ElementKind, options: ElementOptions): StandInElement {
    if (this.created.has(kind)) {
      throw new IntegrationError(`Can only create one Element of type ${kind} through elements.create().`);
    }
    const element = new StandInElement(kind, this, options);
    this.created.set(kind, element);
    return element;
  }

  async submit(): Promise<{ selectedPaymentMethod: string } | { error: StripeError }> {
    if (this.wallet !== null) return { selectedPaymentMethod: this.wallet.type };
    const { method, problem } = await this.payment().collect();
    return problem === undefined
      ? { selectedPaymentMethod: method }
      : { error: { type: "validation_error", ...problem } satisfies StripeError };
  }

  payment(): StandInElement {
    const payment = this.created.get("payment");
    if (payment?.isReady) return payment;
    throw new IntegrationError("elements should have a mounted Payment Element or Express Checkout Element.");
  }

  /** The intent, read once; an error if it can no longer be paid. */
  readIntent(): Promise<ApiResult<LocalIntent>> {
    this.#intent ??= this.calls.retrievePayable(this.clientSecret);
    return this.#intent;
  }
}

/** One element: a frame in the page, its events and its state. */
class StandInElement {
  readonly kind: ElementKind;
  readonly group: Elements;
  readonly options: ElementOptions;
  #listeners = new Map<string, Handler[]>();
  #holder: HTMLElement | null = null;
  #port: MessagePort | null = null;
  #collected: ((collected: Collected) => void)[] = [];

  constructor(kind: ElementKind, group: Elements, options: ElementOptions) {
    this.kind = kind;
    this.group = group;
    this.options = options;
  }

  get isReady(): boolean {
    return this.#port !== null;
  }

  on(type: string, handler: Handler): void {
    this.#requireAlive();
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), handler]);
  }

  mount(place: HTMLElement): void {
    this.#requireAlive();
    if (this.#holder !== null) throw new IntegrationError("This Element is already mounted.");
    this.#holder = document.createElement("div");
    place.replaceChildren(this.#holder);
    void this.#load(this.#holder);
  }

  destroy(): void {
    this.#requireAlive();
    this.#holder?.remove();
    this.#holder = null;
    this.#port?.close();
    this.#port = null;
    this.#listeners.clear();
    this.group.created.delete(this.kind);
  }

  collect(): Promise<Collected> {
    return new Promise((resolve) => {
      this.#collected.push(resolve);
      this.#send({ type: "collect" });
    });
  }

  async #load(holder: HTMLElement): Promise<void> {
    const asked = this.group.calls.call<AvailableWallets>("/elements/wallets.json", new URLSearchParams());
    const [intent, { value: wallets = { applePay: false, googlePay: false } }] = await Promise.all([
      this.group.readIntent(),
      asked,
    ]);
    if (holder !== this.#holder) return;
    if (intent.error !== undefined) {
      this.#emit("loaderror", { elementType: this.kind, error: intent.error });
      return;
    }
    const config = this.#configOf(intent.value, wallets);
    const frame = document.createElement("iframe");
    frame.title = this.kind === "payment" ? "Beveiligd invoerveld voor de betaling" : "Snel betalen met een wallet";
    frame.allow = "payment *";
    Object.assign(frame.style, { display: "block", width: "100%", height: "0", border: "0", colorScheme: "light" });
    frame.addEventListener(
      "load",
      () => {
        const channel = new MessageChannel();
        channel.port1.onmessage = (message: MessageEvent<FromFrame>) => this.#receive(frame, message.data, wallets);
        this.#port = channel.port1;
        frame.contentWindow?.postMessage({ type: "init", config } satisfies ToFrame, ORIGIN, [channel.port2]);
      },
      { once: true },
    );
    frame.src = `${ORIGIN}/elements/${this.kind === "payment" ? "payment" : "express-checkout"}`;
    holder.replaceChildren(frame);
  }

  #configOf({ amount, currency, payment_method_types: types }: LocalIntent, here: AvailableWallets): FrameConfig {
    const { paymentMethodOrder: first = [], buttonHeight = 44 } = this.options;
    // In Stripe's order: the named methods first, then the others.
    const methods = [...first.filter((type) => types.includes(type)), ...types.filter((type) => !first.includes(type))];
    const wallets: WalletType[] = [];
    if (here.applePay) wallets.push("apple_pay");
    if (here.googlePay) wallets.push("google_pay");
    return { methods, wallets, amount, currency, buttonHeight, variables: this.group.variables };
  }

  #receive(frame: HTMLIFrameElement, message: FromFrame, { applePay, googlePay }: AvailableWallets): void {
    switch (message.type) {
      case "resize":
        frame.style.height = `${message.height}px`;
        return;
      case "ready":
        this.#emit("ready", { elementType: this.kind });
        if (this.kind === "expressCheckout") {
          const known = { applePay: { available: applePay }, googlePay: { available: googlePay } };
          const paymentMethods = applePay || googlePay ? known : undefined;
          this.#emit("availablepaymentmethodschange", { elementType: this.kind, paymentMethods });
        }
        return;
      case "collected":
        this.#collected.shift()?.(message.collected);
        return;
      case "wallet-click":
        this.#askToOpen(message.wallet);
        return;
      case "wallet-confirm":
        this.#confirmWallet(message.wallet, message.outcome);
    }
  }

  #askToOpen(wallet: WalletType): void {
    const timer = setTimeout(() => {
      isLate = true;
      console.error("The click event handler must call event.resolve within 1 second.");
    }, CLICK_RESOLVE_MS);
    let isLate = false;
    const reject = () => clearTimeout(timer);
    const resolve = () => {
      clearTimeout(timer);
      if (!isLate) this.#send({ type: "open-sheet", wallet });
    };
    this.#emit("click", { elementType: this.kind, expressPaymentType: wallet, resolve, reject });
  }

  #confirmWallet(wallet: WalletType, outcome: string): void {
    this.group.wallet = { type: wallet, outcome };
    const billingDetails: BillingDetails = {
      name: "Testkoper",
      ...(this.options.emailRequired ? { email: "testkoper@example.com" } : {}),
      address: { city: "Utrecht", state: "", postal_code: "3511 AA", country: "NL", line1: "Havenkade 1", line2: null },
    };
    const paymentFailed = () => {
      this.group.wallet = null;
      this.#send({ type: "close-sheet" });
    };
    this.#emit("confirm", { expressPaymentType: wallet, billingDetails, paymentFailed });
  }

  #send(message: ToFrame): void {
    this.#port?.postMessage(message);
  }

  #emit(type: string, event: ElementEvent): void {
    // A handler that throws must not stop the others, and its error must show.
    for (const handler of this.#listeners.get(type) ?? []) queueMicrotask(() => handler(event));
  }

  #requireAlive(): void {
    if (this.group.created.get(this.kind) !== this) {
      throw new IntegrationError("This Element has already been destroyed. Please create a new one.");
    }
  }
}
