import { useEffect, useRef, useState } from "react";
import type { AccountCopy } from "../../src/shared/auth.ts";
import type { CheckoutFormCopy, PaymentConfig } from "../../src/shared/payment.ts";
import { readPayingAccount } from "../checkout/account.ts";
import { ACCOUNT_STATE_ID, AccountLine } from "../checkout/account-line.tsx";
import { type Buyer, type BuyerField, type BuyerProblems, checkBuyer } from "../checkout/buyer.ts";
import { BuyerForm, type TermsLinks } from "../checkout/buyer-form.tsx";
import { storeGiftDraft } from "../checkout/gift-draft.ts";
import type { PaymentTrouble } from "../checkout/protocol.ts";
import { useBuyerAccount } from "../checkout/use-buyer-account.ts";
import { usePayment } from "../checkout/use-payment.ts";
import { ToastRegion, useToast } from "../toasts.tsx";

type CheckoutProps = {
  payment: PaymentConfig;
  links: TermsLinks;
  /** The e-mail address for help; null if it is not configured. */
  help: string | null;
  copy: CheckoutFormCopy;
  /** Null if no sign-in service is configured. */
  accountCopy: AccountCopy | null;
};

/** The payment form, with the messages about the payment. */
export function Checkout({ payment: config, links, help, copy, accountCopy }: CheckoutProps) {
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

  const onTrouble = (trouble: PaymentTrouble) => {
    if (trouble.kind === "refused") {
      const text = trouble.message ?? copy.toasts.refusedText;
      setRefusal(text);
      show({ title: copy.toasts.refusedTitle, text });
      return;
    }
    if (trouble.kind === "email-refused") {
      setProblems({ email: "invalid" });
      show(copy.toasts.emailInvalid);
      document.getElementById("checkout-email")?.focus();
      return;
    }
    setFailure(trouble.kind === "limited" ? copy.toasts.limited.text : copy.failed.text);
    show(copy.toasts[trouble.kind]);
  };

  /** Whether an express button may go on. If a required consent is missing, it may not, and the error is shown. */
  const mayPay = (): boolean => {
    if (isGift || buyer.consent) return true;
    setProblems((current) => ({ ...current, consent: "missing" }));
    show(copy.toasts.consentMissing);
    document.getElementById("checkout-consent")?.focus();
    return false;
  };

  const payment = usePayment(
    config,
    { payment: paymentPlace, express: expressPlace },
    {
      mayPay,
      readDetails: () => ({ name: buyer.name.trim(), email: buyer.email.trim(), ...purchase }),
      namedAccount: buyerAccount.isUsed ? buyerAccount.account : null,
      // A buyer who was told that they buy without the account does so, even if the account is back.
      readAccount: async () => (buyerAccount.isLost ? null : readPayingAccount()),
      onAccountLost: buyerAccount.onLost,
      onTrouble,
    },
  );
  const { phase } = payment;
  const notices = [
    ...(payment.left === null ? [] : [copy.left[payment.left]]),
    ...(payment.isUnderWay ? [copy.underWay] : []),
    ...(buyerAccount.isLost && accountCopy !== null ? [accountCopy.lost] : []),
  ];

  const intentId = payment.payment?.intentId;
  useEffect(() => {
    if ("gift" in purchase) storeGiftDraft({ wish: purchase.gift, deliverTo: purchase.deliverTo, intentId });
  }, [purchase, intentId]);

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

  const onChange = <Field extends BuyerField>(field: Field, value: Buyer[Field]) => {
    setBuyer((current) => ({ ...current, [field]: value }));
    if (problems[field] === undefined) return;
    // An error disappears when its field changes.
    setProblems(({ [field]: _solved, ...others }) => others);
    dismiss();
  };

  const onSubmit = () => {
    const found = checkBuyer(buyer, !isGift);
    setProblems(found);
    if (found.name === "missing" || found.email === "missing") show(copy.toasts.fieldsMissing);
    else if (found.email === "invalid") show(copy.toasts.emailInvalid);
    else if (found.consent !== undefined) show(copy.toasts.consentMissing);
    const first = (["name", "email", "consent"] as const).find((field) => found[field] !== undefined);
    if (first !== undefined) {
      document.getElementById(`checkout-${first}`)?.focus();
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
          <p role="alert">{failure}</p>
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

type PaymentUnsureProps = {
  copy: CheckoutFormCopy["unsure"];
  help: string | null;
  isGivenUp: boolean;
  onAskAgain: () => void;
  onReturnPage: () => void;
};

/** Replaces the form while the payment's state is not known. It takes the focus from the button. */
function PaymentUnsure({ copy, help, isGivenUp, onAskAgain, onReturnPage }: PaymentUnsureProps) {
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
          {copy.help} <a href={`mailto:${help}`}>{help}</a>
        </p>
      )}
    </div>
  );
}
