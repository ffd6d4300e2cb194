import type {
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
} from "@stripe/stripe-js";
import { type RefObject, useEffect, useRef, useState } from "react";
import { type PaymentConfig, spellIdentity } from "../../src/shared/payment.ts";
import type { Account } from "../auth/session.ts";
import type { BuyerDetails } from "./details.ts";
import { createCheckout } from "./machine.ts";
import { createPerformer, type Purchaser } from "./perform.ts";
import type { CheckoutEvent, CheckoutView, PaymentTrouble } from "./protocol.ts";
import { surroundings } from "./surroundings.ts";

type PaymentHandlers = {
  /** Whether an express button may go on: consent is given. */
  mayPay(): boolean;
  /** What the buyer has filled in, beside what a wallet tells. */
  readDetails(): BuyerDetails;
  /** On whose account the buyer reads that they buy. */
  namedAccount: Account | null;
  /** On whose account is bought, as things stand now. */
  readAccount(): Promise<Account | null>;
  /** The purchase is not on the account that was named. */
  onAccountLost(account: Account): void;
  onTrouble(trouble: PaymentTrouble): void;
};

export type Payment = CheckoutView & {
  expressShown: boolean;
  pay(): void;
  /** In phase `unknown`: asks again. */
  askAgain(): void;
  /** To the page that tells how this payment stands. */
  goToReturnPage(): void;
  /** In phase `failed`: tries again, with a fresh page unless there is something typed to lose. */
  retry(): void;
};

type Places = { payment: RefObject<HTMLDivElement | null>; express: RefObject<HTMLDivElement | null> };

/** Shows the checkout's machine, and tells it what happens in the page. */
export function usePayment(config: PaymentConfig, places: Places, handlers: PaymentHandlers): Payment {
  // What comes from outside React uses what the last render knew.
  const latest = useRef(handlers);
  latest.current = handlers;
  const [expressShown, setExpressShown] = useState(false);
  const [run] = useState(() => runCheckout(config, places, latest, setExpressShown));
  const [view, setView] = useState(run.view);

  useEffect(() => run.listen(setView), [run]);

  return {
    ...view,
    expressShown,
    pay() {
      const details = latest.current.readDetails();
      const { name, email } = details;
      run.press({
        details,
        confirmParams: { receipt_email: email, payment_method_data: { billing_details: { name, email } } },
      });
    },
    askAgain: () => run.send({ type: "ask-again" }),
    goToReturnPage: () => run.send({ type: "to-return-page" }),
    retry() {
      // The page of a gift is the answer to a form, which a browser asks about before it sends it again.
      if (view.hasOpened || "gift" in config.purchase) run.send({ type: "start" });
      else location.reload();
    },
  };
}

/** The machine in its page: does what comes out of it, and hands it the answers. */
function runCheckout(
  config: PaymentConfig,
  places: Places,
  latest: RefObject<PaymentHandlers>,
  onExpress: (isShown: boolean) => void,
) {
  const contents = spellIdentity(config.identity);
  const checkout = createCheckout(contents, config.flow, surroundings);
  let show: ((view: CheckoutView) => void) | undefined;
  let purchaser: Purchaser;
  let namedAccount: Account | null = null;
  /** The wallet's sheet that is open. */
  let wallet: StripeExpressCheckoutElementConfirmEvent | undefined;
  const isReady = () => checkout.view().phase === "ready";

  const performer = createPerformer({
    config,
    places() {
      const [payment, express] = [places.payment.current, places.express.current];
      return payment && express && { payment, express };
    },
    elementHandlers: {
      onExpress,
      onExpressClick(event: StripeExpressCheckoutElementClickEvent) {
        if (!isReady() || !latest.current.mayPay()) event.reject();
        else event.resolve();
      },
      onExpressConfirm(event) {
        if (!isReady()) return event.paymentFailed();
        wallet = event;
        const typed = latest.current.readDetails();
        const name = event.billingDetails?.name || typed.name;
        const email = event.billingDetails?.email || typed.email;
        press({
          details: { ...typed, name, email },
          confirmParams: {
            ...(email === "" ? {} : { receipt_email: email }),
            payment_method_data: { billing_details: { name: name || null, email: email || null } },
          },
        });
      },
    },
    purchaser: () => purchaser,
    readAccount: () => latest.current.readAccount(),
  });

  function send(event: CheckoutEvent): void {
    const effects = checkout.send(event);
    show?.(checkout.view());
    for (const effect of effects) {
      if ("ask" in effect) {
        const { id } = effect;
        performer[effect.ask](effect as never).then((answer) => send({ type: "answer", id, answer }));
      } else if (effect.do === "tell") latest.current.onTrouble(effect.trouble);
      else if (effect.do === "leave") performer.leave(effect.payment);
      else if (effect.do === "unmount") performer.unmount();
      else if (namedAccount !== null) latest.current.onAccountLost(namedAccount);
    }
    // Nothing more will come of what a wallet asked for.
    if (checkout.view().phase !== "processing") {
      wallet?.paymentFailed();
      wallet = undefined;
    }
  }

  function press(by: Purchaser): void {
    if (!isReady()) return;
    purchaser = by;
    namedAccount = latest.current.namedAccount;
    send({ type: "press", accountId: namedAccount?.userId ?? null });
  }

  return {
    view: checkout.view(),
    send,
    press,
    /** Starts, and calls back with each change; returns what stops that. */
    listen(onView: (view: CheckoutView) => void): () => void {
      show = onView;
      const onStorage = ({ key }: StorageEvent) => send({ type: "stored", name: key });
      const onVisibility = () => document.visibilityState === "visible" && send({ type: "seen" });
      const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && send({ type: "restored" });
      addEventListener("storage", onStorage);
      addEventListener("pageshow", onPageShow);
      document.addEventListener("visibilitychange", onVisibility);
      send({ type: "start" });
      return () => {
        show = undefined;
        performer.unmount();
        removeEventListener("storage", onStorage);
        removeEventListener("pageshow", onPageShow);
        document.removeEventListener("visibilitychange", onVisibility);
      };
    },
  };
}
