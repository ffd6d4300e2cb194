import type {
  BillingDetails,
  StripeElementsOptionsClientSecret,
  StripeError,
  StripeExpressCheckoutElementOptions,
  StripePaymentElementOptions,
} from "@stripe/stripe-js";
import type { ApiResult, createCalls, LocalIntent } from "./stripe-calls.ts";
import {
  type Collected,
  openExpress,
  openPayment,
  type Sheet,
  type Variables,
  type WalletType,
} from "./stripe-frames.ts";

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
  readonly variables: Variables;
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
    if (this.created.has(kind))
      throw new IntegrationError(`Can only create one Element of type ${kind} through elements.create().`);
    const element = new StandInElement(kind, this, options);
    this.created.set(kind, element);
    return element;
  }

  async submit(): Promise<{ selectedPaymentMethod: string } | { error: StripeError }> {
    if (this.wallet !== null) return { selectedPaymentMethod: this.wallet.type };
    const { method, problem } = this.payment().collect();
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
  isReady = false;
  collect = (): Collected => ({ method: "", outcome: "" });
  #listeners = new Map<string, Handler[]>();
  #holder: HTMLElement | null = null;
  #sheet: Sheet | null = null;

  constructor(kind: ElementKind, group: Elements, options: ElementOptions) {
    this.kind = kind;
    this.group = group;
    this.options = options;
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
    this.isReady = false;
    this.#listeners.clear();
    this.group.created.delete(this.kind);
  }

  async #load(holder: HTMLElement): Promise<void> {
    const asked = this.group.calls.call<AvailableWallets>("/elements/wallets.json", new URLSearchParams());
    const [intent, { value: here = { applePay: false, googlePay: false } }] = await Promise.all([
      this.group.readIntent(),
      asked,
    ]);
    if (holder !== this.#holder) return;
    if (intent.error !== undefined) {
      this.#emit("loaderror", { elementType: this.kind, error: intent.error });
      return;
    }
    const { amount, currency, payment_method_types: types } = intent.value;
    const { paymentMethodOrder: first = [], buttonHeight = 44 } = this.options;
    const { variables } = this.group;
    if (this.kind === "payment") {
      // In Stripe's order: the named methods first, then the others.
      const named = first.filter((type) => types.includes(type));
      this.collect = await openPayment(holder, [...named, ...types.filter((type) => !first.includes(type))], variables);
    } else {
      const wallets: WalletType[] = [];
      if (here.applePay) wallets.push("apple_pay");
      if (here.googlePay) wallets.push("google_pay");
      this.#sheet = await openExpress(
        holder,
        wallets,
        { amount, currency, buttonHeight, variables },
        {
          click: (wallet) => this.#askToOpen(wallet),
          confirm: (wallet, outcome) => this.#confirmWallet(wallet, outcome),
        },
      );
    }
    if (holder !== this.#holder) return;
    this.isReady = true;
    this.#emit("ready", { elementType: this.kind });
    if (this.kind === "payment") return;
    const known = { applePay: { available: here.applePay }, googlePay: { available: here.googlePay } };
    const paymentMethods = here.applePay || here.googlePay ? known : undefined;
    this.#emit("availablepaymentmethodschange", { elementType: this.kind, paymentMethods });
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
      if (!isLate) this.#sheet?.open(wallet);
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
      this.#sheet?.close();
    };
    this.#emit("confirm", { expressPaymentType: wallet, billingDetails, paymentFailed });
  }

  #emit(type: string, event: ElementEvent): void {
    // A handler that throws must not stop the others, and its error must show.
    for (const handler of this.#listeners.get(type) ?? []) queueMicrotask(() => handler(event));
  }

  #requireAlive(): void {
    if (this.group.created.get(this.kind) !== this)
      throw new IntegrationError("This Element has already been destroyed. Please create a new one.");
  }
}
