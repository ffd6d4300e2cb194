import type {
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
} from "@stripe/stripe-js";
import { type RefObject, useEffect, useRef, useState } from "react";
import { type PaymentConfig, spellIdentity } from "../../src/paying/payment-rules.ts";
import type { Account } from "../auth/session.ts";
import { checkEmail } from "./buyer.ts";
import type { BuyerDetails } from "./details.ts";
import { createCheckout } from "./machine.ts";
import { createPerformer } from "./perform.ts";
import type { CheckoutEvent, CheckoutView, PaymentTrouble } from "./protocol.ts";
import { surroundings } from "./surroundings.ts";

type PaymentHandlers = {
  /** Whether an express button may go on: the buyer has consented. */
  mayPay(): boolean;
  /** The buyer's own fields; a wallet adds its data. */
  readDetails(): BuyerDetails;
  namedAccount: Account | null;
  readAccount(): Promise<Account | null>;
  onAccountLost(account: Account): void;
  onTrouble(trouble: PaymentTrouble): void;
};

type PaymentView = CheckoutView & {
  expressShown: boolean;
  pay(): void;
  askAgain(): void;
  goToReturnPage(): void;
  /** In phase `failed`: tries again. It reloads the page, unless a typed text would be lost. */
  retry(): void;
};

type Places = { payment: RefObject<HTMLDivElement | null>; express: RefObject<HTMLDivElement | null> };

/** Runs the checkout's machine: shows its state, and sends it the page's events. */
export function usePayment(config: PaymentConfig, places: Places, handlers: PaymentHandlers): PaymentView {
  // Callbacks from outside React use the handlers of the last render.
  const latest = useRef(handlers);
  latest.current = handlers;
  const [expressShown, setExpressShown] = useState(false);
  const [run] = useState(() => runCheckout(config, places, latest, setExpressShown));
  const [view, setView] = useState(run.view);

  useEffect(() => run.listen(setView), [run]);

  return {
    ...view,
    expressShown,
    pay: () => run.press(latest.current.readDetails()),
    askAgain: () => run.send({ type: "ask-again" }),
    goToReturnPage: () => run.send({ type: "to-return-page" }),
    retry() {
      if (view.hasOpened) run.send({ type: "start" });
      else location.reload();
    },
  };
}

/** Connects the machine to its page: performs its effects, and returns the answers. */
function runCheckout(
  config: PaymentConfig,
  places: Places,
  latest: RefObject<PaymentHandlers>,
  onExpress: (isShown: boolean) => void,
) {
  const contents = spellIdentity(config.identity);
  const checkout = createCheckout(contents, config.flow, surroundings);
  let show: ((view: CheckoutView) => void) | undefined;
  let purchaser: BuyerDetails;
  let namedAccount: Account | null = null;
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
        const { name, email } = event.billingDetails ?? {};
        const isWhole = checkEmail(typed.email) === undefined;
        press({ ...typed, name: typed.name.trim() || name || "", email: isWhole ? typed.email : email || typed.email });
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
    // The wallet's request has ended.
    if (checkout.view().phase !== "processing") {
      wallet?.paymentFailed();
      wallet = undefined;
    }
  }

  function press(by: BuyerDetails): void {
    if (!isReady()) return;
    purchaser = by;
    namedAccount = latest.current.namedAccount;
    send({ type: "press", accountId: namedAccount?.userId ?? null });
  }

  return {
    view: checkout.view(),
    send,
    press,
    /** Starts, and calls back with each change. Returns a function that stops it. */
    listen(onView: (view: CheckoutView) => void): () => void {
      show = onView;
      const onStorage = ({ key }: StorageEvent) => send({ type: "stored", name: key });
      const onVisibility = () => document.visibilityState === "visible" && send({ type: "seen" });
      const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && send({ type: "restored" });
      const listening = new AbortController();
      addEventListener("storage", onStorage, listening);
      addEventListener("pageshow", onPageShow, listening);
      document.addEventListener("visibilitychange", onVisibility, listening);
      send({ type: "start" });
      return () => {
        show = undefined;
        performer.unmount();
        listening.abort();
      };
    },
  };
}
