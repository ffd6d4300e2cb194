import { useEffect, useRef, useState } from "react";
import type { AccountCopy } from "../../src/paying/checkout/account-copy.ts";
import type { CheckoutFormCopy } from "../../src/paying/checkout/checkout-copy.ts";
import type { PaymentConfig, PaymentNotice } from "../../src/paying/payment-rules.ts";
import { readEmailText } from "../../src/shared/typed-values.ts";
import { ToastRegion, useToast } from "../toasts.tsx";
import { readPayingAccount } from "./account.ts";
import { ACCOUNT_STATE_ID, AccountLine } from "./account-line.tsx";
import { type Buyer, type BuyerField, type BuyerProblems, checkBuyer, isUnnamed } from "./buyer.ts";
import { BuyerForm, type PaymentLogos, type TermsLinks } from "./buyer-form.tsx";
import { storeGiftDraft } from "./gift-draft.ts";
import { type KeptBuyer, keepBuyer, readKeptBuyer } from "./kept-buyer.ts";
import type { PaymentTrouble } from "./protocol.ts";
import { useBought } from "./use-bought.ts";
import { useBuyerAccount } from "./use-buyer-account.ts";
import { usePayment } from "./use-payment.ts";

type CheckoutProps = {
  payment: PaymentConfig;
  links: TermsLinks;
  /** The e-mail address for help; null if it is not configured. */
  help: string | null;
  logos: PaymentLogos;
  copy: CheckoutFormCopy;
  /** Null if no sign-in service is configured. */
  accountCopy: AccountCopy | null;
};

export function Checkout({ payment: config, links, help, logos, copy, accountCopy }: CheckoutProps) {
  const [buyer, setBuyer] = useState<Buyer>({ name: "", email: "", consent: false });
  const [problems, setProblems] = useState<BuyerProblems>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [failure, setFailure] = useState(copy.failed.text);
  const { toast, show, dismiss } = useToast();
  const buyerAccount = useBuyerAccount();
  const { purchase } = config;
  const isGift = "gift" in purchase;
  const expressPlace = useRef<HTMLDivElement>(null);
  const paymentPlace = useRef<HTMLDivElement>(null);
  /** What stands in the server's fields before React empties them: a browser or a password manager has put it there. */
  const [found] = useState(readFields);
  /** The field to focus once its error is rendered, or the notices: a screen reader then says them, once. */
  const focusNext = useRef<BuyerField | "notices">(null);
  useEffect(() => {
    if (focusNext.current !== null) document.getElementById(`checkout-${focusNext.current}`)?.focus();
    focusNext.current = null;
  });

  const onTrouble = (trouble: PaymentTrouble) => {
    if (trouble.kind === "refused") {
      const text = trouble.message ?? copy.toasts.refusedText;
      setRefusal(trouble.isDeclined ? `${text} ${copy.declined}` : text);
      show({ title: copy.toasts.refusedTitle, text });
      return;
    }
    if (trouble.kind === "email-refused") {
      focusNext.current = "email";
      setProblems({ email: "invalid" });
      show(copy.toasts.emailInvalid);
      return;
    }
    if (trouble.kind === "news") {
      focusNext.current = "notices";
      return;
    }
    setFailure(trouble.kind === "limited" ? copy.toasts.limited.text : copy.failed.text);
    show(copy.toasts[trouble.kind]);
  };

  /** Whether an express button may go on. If a required consent is missing, it may not, and the error is shown. */
  const mayPay = (): boolean => {
    if (isGift || buyer.consent) return true;
    focusNext.current = "consent";
    setProblems((current) => ({ ...current, consent: "missing" }));
    show(copy.toasts.consentMissing);
    return false;
  };

  const payment = usePayment(
    config,
    { payment: paymentPlace, express: expressPlace },
    {
      mayPay,
      readDetails: () => ({ name: buyer.name.trim(), email: readEmailText(buyer.email), ...purchase }),
      namedAccount: buyerAccount.isUsed ? buyerAccount.account : null,
      // A buyer who was told that they buy without the account does so, even if the account is back.
      readAccount: async () => (buyerAccount.isLost ? null : readPayingAccount()),
      onAccountLost: buyerAccount.onLost,
      onTrouble,
    },
  );
  const { phase } = payment;
  const bought = useBought(config, links.myCourse, copy.bought);
  const notices: readonly PaymentNotice[] = [
    ...bought,
    // One message about a payment that was made is enough.
    ...(payment.left === null || (payment.left === "paid" && bought.length > 0) ? [] : [copy.left[payment.left]]),
    ...(payment.isUnderWay ? [copy.underWay] : []),
    ...(buyerAccount.isLost && accountCopy !== null ? [accountCopy.lost] : []),
  ];

  // Whoever was in a form or a box that is gone goes on from the title.
  const before = useRef(payment);
  useEffect(() => {
    const { hasOpened, phase: left } = before.current;
    before.current = payment;
    if (!hasOpened || left === "processing" || phase === "processing" || document.activeElement !== document.body)
      return;
    document.getElementById("betalen")?.focus({ preventScroll: true });
  }, [phase]);

  const intentId = payment.payment?.intentId;
  useEffect(() => {
    const { giftDigest: digest } = config.identity;
    if ("gift" in purchase && digest !== null)
      storeGiftDraft({ wish: purchase.gift, digest, deliverTo: purchase.deliverTo, intentId });
  }, [purchase, config.identity, intentId]);

  // Fills in the signed-in buyer's address, and that of the next one who signs in. A typed address stays, and so does
  // the paying buyer's if the session ends.
  const { isLost } = buyerAccount;
  const accountEmail = buyerAccount.account?.email ?? "";
  const filledIn = useRef("");
  useEffect(() => {
    if (accountEmail === "" && (isLost || phase === "processing")) return;
    const before = filledIn.current;
    filledIn.current = accountEmail;
    setBuyer((current) => (current.email === before ? { ...current, email: accountEmail } : current));
  }, [accountEmail, isLost, phase]);

  useEffect(() => {
    const kept = readKeptBuyer();
    setBuyer((current) => ({ ...current, name: found.name || kept.name, email: found.email || kept.email }));
    // A tick that a browser has put back was given for nothing that is on the page now.
    const consent = document.getElementById("checkout-consent") as HTMLInputElement | null;
    if (consent !== null) consent.checked = false;
  }, [found]);
  const { name, email } = buyer;
  useEffect(() => {
    // The account's address is not kept: it goes when the buyer signs out.
    keepBuyer({ name, email: email === filledIn.current ? "" : email });
  }, [name, email]);

  const onChange = <Field extends BuyerField>(field: Field, value: Buyer[Field]) => {
    setBuyer((current) => ({ ...current, [field]: value }));
    if (problems[field] === undefined) return;
    // An error disappears when its field changes.
    setProblems(({ [field]: _solved, ...others }) => others);
    dismiss();
  };

  const onSubmit = () => {
    if (phase !== "ready") return;
    const wrong = checkBuyer(buyer, !isGift);
    setProblems(wrong);
    if (isUnnamed(buyer)) show(copy.toasts.fieldsMissing);
    else if (wrong.email === "invalid") show(copy.toasts.emailInvalid);
    else if (wrong.consent !== undefined) show(copy.toasts.consentMissing);
    const first = (["name", "email", "consent"] as const).find((field) => wrong[field] !== undefined);
    if (first !== undefined) {
      focusNext.current = first;
      return;
    }
    setRefusal(null);
    dismiss();
    payment.pay();
  };

  return (
    <div className="pay" data-phase={phase}>
      <ToastRegion toast={toast} onDismiss={dismiss} copy={copy.toasts} />
      {phase === "unsure" ? (
        <PaymentUnsure
          copy={copy.unsure}
          help={help}
          isGivenUp={payment.isGivenUp}
          onAskAgain={payment.askAgain}
          onReturnPage={payment.goToReturnPage}
        />
      ) : null}
      {phase === "failed" ? (
        <div className="pay-failed">
          {/* The toast says the limit in the same words. */}
          <p role={failure === copy.failed.text ? "alert" : undefined}>{failure}</p>
          <button type="button" className="button" onClick={payment.retry}>
            {copy.failed.retry}
          </button>
        </div>
      ) : (
        <>
          {phase === "loading" ? (
            <p className="pay-loading" role="status">
              {copy.loading}
            </p>
          ) : null}
          {accountCopy === null ? null : (
            <p className="account-failed" role="status">
              {buyerAccount.hasFailed ? accountCopy.signInFailed : ""}
            </p>
          )}
          <BuyerForm
            copy={copy}
            links={links}
            logos={logos}
            buyer={buyer}
            problems={problems}
            refusal={refusal}
            phase={phase}
            notices={notices}
            accountStateId={buyerAccount.account === null ? "" : ACCOUNT_STATE_ID}
            expressShown={payment.expressShown}
            expressRef={expressPlace}
            paymentRef={paymentPlace}
            onChange={onChange}
            onSubmit={onSubmit}
          />
          <AccountLine
            {...buyerAccount}
            copy={accountCopy}
            busy={phase === "processing" || phase === "unsure"}
            email={buyer.email}
          />
        </>
      )}
    </div>
  );
}

function readFields(): KeptBuyer {
  const text = (field: keyof KeptBuyer) =>
    typeof document === "undefined"
      ? ""
      : ((document.getElementById(`checkout-${field}`) as HTMLInputElement | null)?.value ?? "");
  return { name: text("name"), email: text("email") };
}

type PaymentUnsureProps = {
  copy: CheckoutFormCopy["unsure"];
  help: string | null;
  isGivenUp: boolean;
  onAskAgain: () => void;
  onReturnPage: () => void;
};

/** Replaces the form while the payment's state is not known. It takes the focus from the button. */
export function PaymentUnsure({ copy, help, isGivenUp, onAskAgain, onReturnPage }: PaymentUnsureProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="pay-unsure">
      <h3 ref={title} tabIndex={-1}>
        {copy.title}
      </h3>
      <p role="status">{isGivenUp ? copy.later : copy.text}</p>
      {isGivenUp ? (
        <div className="buttons">
          <button type="button" className="button" onClick={onAskAgain}>
            {copy.again}
          </button>
          <button type="button" className="button button-quiet" onClick={onReturnPage}>
            {copy.toPayment}
          </button>
        </div>
      ) : null}
      {help === null ? null : (
        <p>
          <span>{`${copy.help} `}</span>
          <a href={`mailto:${help}`}>{help}</a>
        </p>
      )}
    </div>
  );
}
