import type {
  AvailablePaymentMethods,
  ConfirmPaymentData,
  PaymentIntent,
  StripeElementsOptionsClientSecret,
  StripeError,
  StripeExpressCheckoutElementOptions,
  StripePaymentElementOptions,
} from "@stripe/stripe-js";
import type {
  Collected,
  ExpressFrameConfig,
  FromFrame,
  PaymentFrameConfig,
  ToFrame,
  WalletType,
} from "./frame-messages.ts";
import {
  type Check,
  checkClickDetails,
  checkClientSecret,
  checkConfirmOptions,
  checkConstructorOptions,
  checkElementsOptions,
  checkElementsUpdate,
  checkExpressOptions,
  checkExpressUpdate,
  checkPaymentOptions,
  checkPaymentUpdate,
  IntegrationError,
  type WalletBillingDetails,
} from "./stripe-options.ts";

/**
 * The stand-in for Stripe.js: the part of its surface that a checkout uses, with its checks, events and results. It
 * is served as a classic script, like the real one, and talks to the server that it came from.
 */

const SCRIPT_URL = new URL((document.currentScript as HTMLScriptElement).src);
const ORIGIN = SCRIPT_URL.origin;

/** A click on an express button has to be resolved this soon, or the wallet stays shut. */
const CLICK_RESOLVE_MS = 1000;
/** States of an intent in which it can still be paid. */
const PAYABLE: readonly string[] = ["requires_payment_method", "requires_confirmation", "requires_action"];

type ElementKind = "payment" | "expressCheckout";
type ElementEvent = Readonly<Record<string, unknown>>;
type Listener = { handler: (event: ElementEvent) => unknown; once: boolean };
type ApiResult<T> = { value: T; error?: undefined } | { value?: undefined; error: StripeError };
type LocalIntent = PaymentIntent & { next_action: { redirect_to_url?: { url: string | null } } | null };
type ElementOptions = StripePaymentElementOptions & StripeExpressCheckoutElementOptions;
type AvailableWallets = { applePay: boolean; googlePay: boolean };

const EVENTS: Readonly<Record<ElementKind, readonly string[]>> = {
  payment: [
    "change",
    "ready",
    "focus",
    "blur",
    "escape",
    "loaderror",
    "loaderstart",
    "carddetailschange",
    "savedpaymentmethodupdate",
    "savedpaymentmethodremove",
    "availablepaymentmethodschange",
  ],
  expressCheckout: [
    "ready",
    "click",
    "focus",
    "blur",
    "escape",
    "loaderror",
    "confirm",
    "cancel",
    "shippingaddresschange",
    "shippingratechange",
    "availablepaymentmethodschange",
  ],
};

const OPTION_CHECKS: Readonly<Record<ElementKind, { create: Check; update: Check }>> = {
  payment: { create: checkPaymentOptions, update: checkPaymentUpdate },
  expressCheckout: { create: checkExpressOptions, update: checkExpressUpdate },
};

/** Calls the local API with the publishable key; never rejects. */
async function callApi<T>(method: "GET" | "POST", path: string, parameters: URLSearchParams): Promise<ApiResult<T>> {
  try {
    const url = `${ORIGIN}${path}`;
    const response = await (method === "GET"
      ? fetch(`${url}?${parameters}`)
      : fetch(url, { method, body: parameters }));
    const body = (await response.json()) as T & { error?: StripeError };
    return response.ok ? { value: body } : { error: body.error ?? { type: "api_error" } };
  } catch {
    const message = "Er kon geen verbinding worden gemaakt. Controleer je internetverbinding.";
    return { error: { type: "api_connection_error", message } };
  }
}

/** What one call of `stripe.elements()` shares between its elements. */
class ElementsGroup {
  readonly key: string;
  readonly clientSecret: string;
  options: StripeElementsOptionsClientSecret;
  readonly elements = new Map<ElementKind, StandInElement>();
  /** Set while a wallet's sheet is open and its payer has agreed. */
  wallet: { type: WalletType; outcome: string } | null = null;
  #intent: Promise<ApiResult<LocalIntent>> | null = null;

  constructor(key: string, options: StripeElementsOptionsClientSecret) {
    this.key = key;
    this.options = options;
    this.clientSecret = options.clientSecret ?? "";
  }

  /** The intent, read once; an error when it cannot be paid any more. */
  readIntent(): Promise<ApiResult<LocalIntent>> {
    this.#intent ??= this.#readPayableIntent();
    return this.#intent;
  }

  forgetIntent(): void {
    this.#intent = null;
  }

  async #readPayableIntent(): Promise<ApiResult<LocalIntent>> {
    const result = await retrieve(this.key, this.clientSecret);
    if (result.error !== undefined || PAYABLE.includes(result.value.status)) return result;
    return {
      error: {
        type: "invalid_request_error",
        code: "payment_intent_unexpected_state",
        message: `This PaymentIntent is in a terminal state and cannot be used to initialize Elements: ${result.value.status}.`,
      },
    };
  }
}

/** One element: a frame in the page, its events and its state. */
class StandInElement {
  readonly kind: ElementKind;
  readonly group: ElementsGroup;
  options: ElementOptions;
  #state: "created" | "mounted" | "destroyed" = "created";
  #listeners = new Map<string, Listener[]>();
  #holder: HTMLElement | null = null;
  #port: MessagePort | null = null;
  #waiting = new Map<number, (collected: Collected) => void>();
  #nextId = 1;
  /** Settled once `ready` has been told; changes wait for it. */
  #announced: Promise<void> = Promise.resolve();

  constructor(kind: ElementKind, group: ElementsGroup, options: ElementOptions) {
    this.kind = kind;
    this.group = group;
    this.options = options;
  }

  get ready(): boolean {
    return this.#port !== null;
  }

  on(type: string, handler: Listener["handler"], once = false): this {
    this.#requireAlive();
    if (!EVENTS[this.kind].includes(type)) throw new IntegrationError(`${type} is not an event of ${this.kind}.`);
    if (typeof handler !== "function") throw new IntegrationError(`The handler of ${type} must be a function.`);
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), { handler, once }]);
    return this;
  }

  once(type: string, handler: Listener["handler"]): this {
    return this.on(type, handler, true);
  }

  off(type: string, handler?: Listener["handler"]): this {
    const kept = (this.#listeners.get(type) ?? []).filter((listener) => handler && listener.handler !== handler);
    this.#listeners.set(type, kept);
    return this;
  }

  mount(target: string | HTMLElement): void {
    this.#requireAlive();
    const place = typeof target === "string" ? document.querySelector<HTMLElement>(target) : target;
    if (!(place instanceof HTMLElement)) {
      throw new IntegrationError(
        `The selector you specified (${target}) applies to no DOM elements that are on the page.`,
      );
    }
    if (this.#state === "mounted") {
      if (this.#holder?.parentElement === place) return;
      throw new IntegrationError(
        "This Element is already mounted. Use `unmount()` to unmount it before mounting again.",
      );
    }
    this.#state = "mounted";
    const holder = document.createElement("div");
    holder.className = "__PrivateStripeElement";
    this.#holder = holder;
    place.replaceChildren(holder);
    if (this.kind === "payment") this.#emit("loaderstart", { elementType: this.kind });
    void this.#load(holder);
  }

  unmount(): void {
    this.#requireAlive();
    this.#holder?.remove();
    this.#holder = null;
    this.#port?.close();
    this.#port = null;
    this.#waiting.clear();
    this.#state = "created";
  }

  destroy(): void {
    this.unmount();
    this.#state = "destroyed";
    this.#listeners.clear();
    this.group.elements.delete(this.kind);
  }

  update(options: ElementOptions): this {
    this.#requireAlive();
    OPTION_CHECKS[this.kind].update(options, `${this.kind}Element.update()`);
    this.options = { ...this.options, ...options };
    return this;
  }

  focus(): void {
    this.#requireAlive();
    this.#send({ type: "focus" });
  }

  blur(): void {
    this.#requireAlive();
  }

  clear(): void {
    this.#requireAlive();
  }

  collapse(): this {
    this.#requireAlive();
    return this;
  }

  /** What the payer filled in; rejects like Stripe.js when the element is not on the page. */
  collect(): Promise<Collected> {
    if (this.#port === null) {
      throw new IntegrationError("elements should have a mounted Payment Element or Express Checkout Element.");
    }
    return new Promise((resolve) => {
      const id = this.#nextId++;
      this.#waiting.set(id, resolve);
      this.#send({ type: "collect", id });
    });
  }

  async #load(holder: HTMLElement): Promise<void> {
    const [intent, wallets] = await Promise.all([this.group.readIntent(), readWallets()]);
    if (holder !== this.#holder) return;
    if (intent.error !== undefined) {
      this.#emit("loaderror", { elementType: this.kind, error: intent.error });
      return;
    }
    const config =
      this.kind === "payment" ? this.#paymentConfig(intent.value, wallets) : this.#expressConfig(intent.value, wallets);
    const frame = document.createElement("iframe");
    frame.title = this.kind === "payment" ? "Beveiligd invoerveld voor de betaling" : "Snel betalen met een wallet";
    frame.allow = "payment *";
    Object.assign(frame.style, { display: "block", width: "100%", height: "0", border: "0", colorScheme: "light" });
    frame.addEventListener(
      "load",
      () => {
        const channel = new MessageChannel();
        channel.port1.onmessage = (message: MessageEvent<FromFrame>) => this.#receive(frame, message.data);
        this.#port = channel.port1;
        frame.contentWindow?.postMessage({ type: "init", config } satisfies ToFrame, ORIGIN, [channel.port2]);
      },
      { once: true },
    );
    frame.src = `${ORIGIN}/elements/${this.kind === "payment" ? "payment" : "express-checkout"}`;
    holder.replaceChildren(frame);
  }

  #paymentConfig(intent: LocalIntent, wallets: AvailableWallets): PaymentFrameConfig {
    const methods: string[] = [...intent.payment_method_types];
    if (wallets.applePay && this.options.wallets?.applePay !== "never") methods.push("apple_pay");
    if (wallets.googlePay && this.options.wallets?.googlePay !== "never") methods.push("google_pay");
    const order = this.options.paymentMethodOrder ?? [];
    const rank = (method: string) => (order.includes(method) ? order.indexOf(method) : order.length);
    return {
      kind: "payment",
      methods: methods.toSorted((left, right) => rank(left) - rank(right)),
      variables: this.#variables(),
      readOnly: this.options.readOnly ?? false,
    };
  }

  #expressConfig(intent: LocalIntent, wallets: AvailableWallets): ExpressFrameConfig {
    const shown = this.#availableWallets(wallets);
    return {
      kind: "expressCheckout",
      wallets: [
        ...(shown.applePay ? (["apple_pay"] as const) : []),
        ...(shown.googlePay ? (["google_pay"] as const) : []),
      ],
      amount: intent.amount,
      currency: intent.currency,
      buttonHeight: this.options.buttonHeight ?? 44,
      variables: this.#variables(),
    };
  }

  #availableWallets(wallets: AvailableWallets): AvailableWallets {
    const chosen = { ...this.options.wallets, ...this.options.paymentMethods };
    return {
      applePay: wallets.applePay && chosen.applePay !== "never",
      googlePay: wallets.googlePay && chosen.googlePay !== "never",
    };
  }

  #variables(): Record<string, string> {
    return { ...this.group.options.appearance?.variables };
  }

  #receive(frame: HTMLIFrameElement, message: FromFrame): void {
    switch (message.type) {
      case "resize":
        frame.style.height = `${message.height}px`;
        return;
      case "ready":
        this.#announced = this.#announceReady();
        return;
      case "focus":
      case "blur":
      case "escape":
        this.#emit(message.type, { elementType: this.kind });
        return;
      case "change": {
        const { complete, empty, method } = message;
        const event = { elementType: "payment", complete, empty, collapsed: false, value: { type: method } };
        void this.#announced.then(() => this.#emit("change", event));
        return;
      }
      case "collected":
        this.#waiting.get(message.id)?.(message.collected);
        this.#waiting.delete(message.id);
        return;
      case "wallet-click":
        this.#askToOpen(message.wallet);
        return;
      case "wallet-confirm":
        this.#confirmWallet(message.wallet, message.outcome);
        return;
      case "wallet-cancel":
        this.group.wallet = null;
        this.#emit("cancel", { elementType: this.kind });
    }
  }

  async #announceReady(): Promise<void> {
    const [intent, wallets] = await Promise.all([this.group.readIntent(), readWallets()]);
    if (this.#state !== "mounted") return;
    if (this.kind === "payment") {
      this.#emit("ready", { elementType: this.kind });
      const types = intent.value?.payment_method_types ?? [];
      const paymentMethods = Object.fromEntries(types.map((type) => [type, { available: true }]));
      this.#emit("availablepaymentmethodschange", { elementType: this.kind, paymentMethods });
      return;
    }
    const shown = this.#availableWallets(wallets);
    const any = shown.applePay || shown.googlePay;
    const availablePaymentMethods: AvailablePaymentMethods | undefined = any
      ? { ...shown, amazonPay: false, link: false, paypal: false, klarna: false }
      : undefined;
    const paymentMethods = any
      ? { applePay: { available: shown.applePay }, googlePay: { available: shown.googlePay } }
      : undefined;
    this.#emit("ready", { elementType: this.kind, availablePaymentMethods });
    this.#emit("availablepaymentmethodschange", { elementType: this.kind, paymentMethods });
  }

  #askToOpen(wallet: WalletType): void {
    let decided = false;
    const decide = (open: boolean) => {
      if (decided) return;
      decided = true;
      clearTimeout(timer);
      if (open) this.#send({ type: "open-sheet", wallet });
    };
    const timer = setTimeout(() => {
      if (!decided) console.error("The click event handler must call event.resolve within 1 second.");
      decide(false);
    }, CLICK_RESOLVE_MS);
    if ((this.#listeners.get("click") ?? []).length === 0) {
      decide(true);
      return;
    }
    this.#emit("click", {
      elementType: this.kind,
      expressPaymentType: wallet,
      resolve: (details: unknown = {}) => {
        checkClickDetails(details, "event.resolve()");
        decide(true);
      },
      reject: () => decide(false),
    });
  }

  #confirmWallet(wallet: WalletType, outcome: string): void {
    this.group.wallet = { type: wallet, outcome };
    const billingDetails: WalletBillingDetails = {
      name: "Testkoper",
      ...(this.options.emailRequired ? { email: "testkoper@example.com" } : {}),
      address: { city: "Utrecht", state: "", postal_code: "3511 AA", country: "NL", line1: "Havenkade 1", line2: null },
    };
    this.#emit("confirm", {
      expressPaymentType: wallet,
      billingDetails,
      paymentFailed: (payload: { message?: string } = {}) => {
        this.group.wallet = null;
        this.#send({ type: "close-sheet", message: payload.message ?? "De betaling is niet gelukt." });
      },
    });
  }

  #send(message: ToFrame): void {
    this.#port?.postMessage(message);
  }

  #emit(type: string, event: ElementEvent): void {
    const listeners = this.#listeners.get(type) ?? [];
    this.#listeners.set(
      type,
      listeners.filter((listener) => !listener.once),
    );
    // A handler that throws must not keep the others from hearing, nor be hidden.
    for (const { handler } of listeners) queueMicrotask(() => handler(event));
  }

  #requireAlive(): void {
    if (this.#state === "destroyed") {
      throw new IntegrationError("This Element has already been destroyed. Please create a new one.");
    }
  }
}

/** What pages hold of an element: its public methods only. */
function publicElement(element: StandInElement): object {
  const handle = {
    mount: (target: string | HTMLElement) => element.mount(target),
    unmount: () => element.unmount(),
    destroy: () => element.destroy(),
    focus: () => element.focus(),
    blur: () => element.blur(),
    clear: () => element.clear(),
    collapse: () => {
      element.collapse();
      return handle;
    },
    update: (options: ElementOptions) => {
      element.update(options);
      return handle;
    },
    on: (type: string, handler: Listener["handler"]) => {
      element.on(type, handler);
      return handle;
    },
    once: (type: string, handler: Listener["handler"]) => {
      element.once(type, handler);
      return handle;
    },
    off: (type: string, handler?: Listener["handler"]) => {
      element.off(type, handler);
      return handle;
    },
  };
  return handle;
}

const groups = new WeakMap<object, ElementsGroup>();
const handles = new WeakMap<StandInElement, object>();

function createElements(key: string, options: unknown): object {
  if (typeof options === "object" && options !== null && "paymentMethodTypes" in options) {
    throw new IntegrationError("elements() no longer accepts paymentMethodTypes.");
  }
  checkElementsOptions(options, "elements()");
  const given = options as StripeElementsOptionsClientSecret;
  if (given.clientSecret === undefined) throw new IntegrationError("elements(): clientSecret is missing.");
  const group = new ElementsGroup(key, given);
  const updateListeners: (() => void)[] = [];
  const elements = {
    create(kind: string, elementOptions: unknown = {}): object {
      if (kind !== "payment" && kind !== "expressCheckout") {
        throw new IntegrationError(`A valid Element name must be provided. You provided ${kind}.`);
      }
      if (group.elements.has(kind)) {
        throw new IntegrationError(`Can only create one Element of type ${kind} through elements.create().`);
      }
      OPTION_CHECKS[kind].create(elementOptions, `elements.create('${kind}')`);
      const element = new StandInElement(kind, group, elementOptions as ElementOptions);
      group.elements.set(kind, element);
      const handle = publicElement(element);
      handles.set(element, handle);
      return handle;
    },
    getElement(kind: ElementKind): object | null {
      const element = group.elements.get(kind);
      return element === undefined ? null : (handles.get(element) ?? null);
    },
    async submit() {
      if (group.wallet !== null) return { selectedPaymentMethod: group.wallet.type };
      const payment = group.elements.get("payment");
      if (payment === undefined) return {};
      const { method, problem } = await payment.collect();
      return problem === undefined
        ? { selectedPaymentMethod: method }
        : { error: { type: "validation_error", ...problem } satisfies StripeError };
    },
    async update(changes: unknown) {
      checkElementsUpdate(changes, "elements.update()");
      group.options = { ...group.options, ...(changes as StripeElementsOptionsClientSecret) };
      for (const listener of updateListeners) queueMicrotask(listener);
    },
    async fetchUpdates() {
      group.forgetIntent();
      const { error } = await group.readIntent();
      return error === undefined ? {} : { error: { message: error.message ?? "", status: error.code } };
    },
    on(type: string, listener: () => void) {
      if (type !== "update-end") throw new IntegrationError(`${type} is not an event of elements.`);
      updateListeners.push(listener);
    },
  };
  groups.set(elements, group);
  return elements;
}

type ConfirmOptions = {
  elements?: object;
  clientSecret?: string;
  confirmParams?: Partial<ConfirmPaymentData>;
  redirect?: "always" | "if_required";
};

/** Resolves with an error, or leaves the page; only `if_required` resolves with the paid intent. */
async function confirmPayment(
  key: string,
  options: unknown,
): Promise<{ error: StripeError } | { paymentIntent: LocalIntent }> {
  checkConfirmOptions(options, "stripe.confirmPayment()");
  const { elements, confirmParams = {}, redirect = "always", clientSecret } = options as ConfirmOptions;
  const group = elements === undefined ? undefined : groups.get(elements);
  if (group === undefined) {
    throw new IntegrationError("stripe.confirmPayment(): elements should be what stripe.elements() returned.");
  }
  if (confirmParams.return_url === undefined && redirect === "always") {
    throw new IntegrationError("stripe.confirmPayment(): confirmParams.return_url is missing.");
  }
  const source = await collectSource(group, confirmParams);
  if ("error" in source) return source;
  const secret = clientSecret ?? group.clientSecret;
  const parameters = new URLSearchParams({
    key,
    client_secret: secret,
    "payment_method_data[type]": source.type,
    "payment_method_data[local_outcome]": source.outcome,
  });
  if (confirmParams.return_url !== undefined) parameters.set("return_url", confirmParams.return_url);
  if (confirmParams.receipt_email !== undefined) parameters.set("receipt_email", confirmParams.receipt_email);
  appendNested(parameters, "payment_method_data", confirmParams.payment_method_data ?? {});
  const { value: intent, error } = await callApi<LocalIntent>("POST", `${intentPath(secret)}/confirm`, parameters);
  if (error !== undefined) return { error };
  const bankUrl = intent.next_action?.redirect_to_url?.url;
  if (intent.status === "requires_action" && typeof bankUrl === "string") return leaveFor(bankUrl);
  if (redirect === "if_required") return { paymentIntent: intent };
  const returnUrl = new URL(confirmParams.return_url ?? location.href);
  returnUrl.searchParams.set("payment_intent", intent.id);
  returnUrl.searchParams.set("payment_intent_client_secret", secret);
  returnUrl.searchParams.set("redirect_status", intent.status === "succeeded" ? "succeeded" : "pending");
  return leaveFor(returnUrl.href);
}

/** The wallet whose sheet is open, or else the payment element's form. */
async function collectSource(
  group: ElementsGroup,
  confirmParams: Partial<ConfirmPaymentData>,
): Promise<{ type: string; outcome: string } | { error: StripeError }> {
  if (group.wallet !== null) return group.wallet;
  const payment = group.elements.get("payment");
  if (payment === undefined || !payment.ready) {
    throw new IntegrationError(
      "Invalid value for stripe.confirmPayment(): elements should have a mounted Payment Element or Express Checkout Element.",
    );
  }
  requireHiddenDetails(payment.options, confirmParams);
  const { method, outcome, problem } = await payment.collect();
  return problem === undefined ? { type: method, outcome } : { error: { type: "validation_error", ...problem } };
}

/** A field that the page said never to show has to come with the confirmation. */
function requireHiddenDetails(options: ElementOptions, confirmParams: Partial<ConfirmPaymentData>): void {
  const fields = options.fields?.billingDetails;
  const given = confirmParams.payment_method_data?.billing_details ?? {};
  for (const name of ["name", "email", "phone", "address"] as const) {
    const choice = typeof fields === "object" ? fields[name] : fields;
    if (choice === "never" && given[name] === undefined) {
      throw new IntegrationError(
        `You specified "never" for fields.billing_details.${name} when creating the payment Element, but did not pass confirmParams.payment_method_data.billing_details.${name} when calling stripe.confirmPayment().`,
      );
    }
  }
}

function appendNested(parameters: URLSearchParams, prefix: string, value: object): void {
  for (const [name, part] of Object.entries(value)) {
    const key = `${prefix}[${name}]`;
    if (typeof part === "object" && part !== null) appendNested(parameters, key, part);
    else if (part !== undefined && part !== null) parameters.set(key, String(part));
  }
}

function leaveFor(url: string): Promise<never> {
  location.assign(url);
  return new Promise(() => undefined);
}

function intentPath(clientSecret: string): string {
  return `/v1/payment_intents/${clientSecret.split("_secret_")[0]}`;
}

function retrieve(key: string, clientSecret: string): Promise<ApiResult<LocalIntent>> {
  return callApi("GET", intentPath(clientSecret), new URLSearchParams({ key, client_secret: clientSecret }));
}

/** Which wallets this device has: what the outside world was told, or `?wallets=applePay,googlePay` on the script. */
async function readWallets(): Promise<AvailableWallets> {
  const chosen = SCRIPT_URL.searchParams.get("wallets")?.split(",");
  if (chosen !== undefined) return { applePay: chosen.includes("applePay"), googlePay: chosen.includes("googlePay") };
  const { value } = await callApi<AvailableWallets>("GET", "/elements/wallets.json", new URLSearchParams());
  return value ?? { applePay: false, googlePay: false };
}

function Stripe(key: unknown, options: unknown = {}): object {
  if (typeof key !== "string" || key === "") {
    throw new IntegrationError("Please call Stripe() with your publishable key.");
  }
  if (!key.startsWith("pk_")) throw new IntegrationError("You should not use your secret key with Stripe.js.");
  checkConstructorOptions(options, "Stripe()");
  return {
    elements: (elementsOptions: unknown) => createElements(key, elementsOptions),
    confirmPayment: (confirmOptions: unknown) => confirmPayment(key, confirmOptions),
    async retrievePaymentIntent(clientSecret: unknown) {
      checkClientSecret(clientSecret, "stripe.retrievePaymentIntent()");
      const { value, error } = await retrieve(key, clientSecret as string);
      return error === undefined ? { paymentIntent: value } : { error };
    },
    _registerWrapper: () => undefined,
  };
}

// The loader compares this with the release that it was made for.
Object.assign(window, { Stripe: Object.assign(Stripe, { version: "endive" }) });
