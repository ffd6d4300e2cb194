import type { Stripe, StripeConstructor } from "@stripe/stripe-js";

declare global {
  interface Window {
    Stripe?: StripeConstructor;
  }
}

/** One retry, as Stripe's own loader makes. */
const ATTEMPTS = 2;
/** The timeout for the script, milliseconds. */
const TIMEOUT_MS = 20_000;

/** Loads Stripe.js from the configured address and makes a client in Dutch. Rejects if it cannot be loaded. */
export async function loadStripe(scriptUrl: string, publishableKey: string): Promise<Stripe> {
  for (let attempt = 1; window.Stripe === undefined; attempt += 1) {
    try {
      await addScript(scriptUrl);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
  return window.Stripe(publishableKey, { locale: "nl" });
}

function addScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error("Stripe.js did not load."));
    };
    const timer = setTimeout(fail, TIMEOUT_MS);
    script.src = url;
    script.onerror = fail;
    script.onload = () => {
      clearTimeout(timer);
      if (window.Stripe === undefined) fail();
      else resolve();
    };
    document.head.append(script);
  });
}
