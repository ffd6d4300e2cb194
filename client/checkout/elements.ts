import type {
  Stripe,
  StripeElements,
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
} from "@stripe/stripe-js";

/** Look of Stripe's fields and height of the express buttons (given 9.8). */
const PRIMARY_COLOUR = "#0066cc";
const BORDER_RADIUS = "8px";
const EXPRESS_BUTTON_HEIGHT_PX = 48;

/**
 * How long the form waits for the express buttons after the fields are ready, so that the layout does not jump;
 * milliseconds.
 */
const EXPRESS_GRACE_MS = 1_000;
/** Stripe's fields count as failed after this long, milliseconds. */
const READY_TIMEOUT_MS = 20_000;

export type ElementHandlers = {
  /** Called with whether an express button is visible; may be called again. */
  onExpress(shown: boolean): void;
  onExpressClick(event: StripeExpressCheckoutElementClickEvent): void;
  onExpressConfirm(event: StripeExpressCheckoutElementConfirmEvent): void;
};

/** Stripe's part of the form, and a function that removes it. */
export type MountedElements = { elements: StripeElements; destroy(): void };

/** Mounts Stripe's fields and express buttons. Resolves when the fields can be used; rejects if they fail. */
export async function mountElements(
  stripe: Stripe,
  clientSecret: string,
  places: { payment: HTMLElement; express: HTMLElement },
  handlers: ElementHandlers,
): Promise<MountedElements> {
  const elements = stripe.elements({
    clientSecret,
    locale: "nl",
    appearance: { variables: { colorPrimary: PRIMARY_COLOUR, borderRadius: BORDER_RADIUS } },
  });
  const payment = elements.create("payment", {
    layout: "tabs",
    // The method of most buyers here; the others follow in Stripe's order.
    paymentMethodOrder: ["ideal"],
    fields: { billingDetails: { name: "never", email: "never" } },
    // They are express buttons already.
    wallets: { applePay: "never", googlePay: "never", link: "never" },
  });
  const express = elements.create("expressCheckout", {
    buttonHeight: EXPRESS_BUTTON_HEIGHT_PX,
    // The button itself must say that ordering means paying (art. 6:230v lid 3 BW).
    buttonType: { applePay: "buy", googlePay: "pay" },
    emailRequired: true,
    paymentMethods: {
      applePay: "always",
      googlePay: "always",
      link: "never",
      amazonPay: "never",
      paypal: "never",
      klarna: "never",
    },
  });
  const mounted: MountedElements = {
    elements,
    destroy() {
      payment.destroy();
      express.destroy();
    },
  };

  const paymentReady = new Promise<void>((resolve, reject) => {
    payment.on("ready", () => resolve());
    payment.on("loaderror", ({ error }) => reject(new Error(`Payment Element: ${error.code ?? error.type}`)));
    setTimeout(reject, READY_TIMEOUT_MS, new Error("Payment Element: not ready in time"));
  });
  const expressKnown = new Promise<void>((resolve) => {
    express.on("availablepaymentmethodschange", ({ paymentMethods }) => {
      const { applePay, googlePay } = paymentMethods ?? {};
      handlers.onExpress(applePay?.available === true || googlePay?.available === true);
      resolve();
    });
    express.on("loaderror", () => {
      handlers.onExpress(false);
      resolve();
    });
  });
  express.on("click", handlers.onExpressClick);
  express.on("confirm", handlers.onExpressConfirm);
  payment.mount(places.payment);
  express.mount(places.express);

  try {
    await paymentReady;
  } catch (error) {
    mounted.destroy();
    throw error;
  }
  await Promise.race([expressKnown, new Promise((resolve) => setTimeout(resolve, EXPRESS_GRACE_MS))]);
  return mounted;
}
