import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import type { AccountCopy } from "../../src/paying/checkout/account-copy.ts";
import { fillIn } from "../../src/shared/fill-in.ts";
import { readEmailText } from "../../src/shared/typed-values.ts";
import type { Account, SignInBegun } from "../auth/session.ts";
import { checkEmail } from "./buyer.ts";
import { EMAIL_INPUT, TextField } from "./buyer-form.tsx";

type AccountLineProps = {
  /** Null: nobody is signed in. */
  account: Account | null;
  /** Whether the buyer buys on that account. */
  isUsed: boolean;
  /** Null if no sign-in service is configured: nothing is shown. */
  copy: AccountCopy | null;
  /** Whether a payment is under way: then nothing can be changed. */
  busy: boolean;
  /** The value of the payment form's e-mail field. */
  email: string;
  onUse: (isUsed: boolean) => void;
  onBegin: (email: string) => Promise<SignInBegun>;
  onSignOut: () => void;
};

/** Id of the element that names the buyer's account. */
export const ACCOUNT_STATE_ID = "account-state";

/**
 * The line that names the buyer's account, with a button to buy without it; or a way to sign in. It must not be inside
 * a form.
 */
export function AccountLine({ copy, ...props }: AccountLineProps) {
  return copy === null ? null : <Line copy={copy} {...props} />;
}

function Line(props: AccountLineProps & { copy: AccountCopy }) {
  const { account, isUsed, copy, busy } = props;
  const isSignedIn = account !== null;
  const line = useRef<HTMLElement>(null);
  const hasFocus = useRef(false);

  // After signing in or out the focused element is gone: the focus goes to its replacement.
  useEffect(() => {
    if (!hasFocus.current || line.current?.contains(document.activeElement)) return;
    line.current?.querySelector<HTMLElement>("button, summary")?.focus({ preventScroll: true });
  }, [isSignedIn]);

  return (
    <section
      ref={line}
      className="account-line"
      aria-label={copy.label}
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={() => {
        // A visitor who signs in in another tab comes back to the same focus.
        hasFocus.current = line.current?.contains(document.activeElement) === true;
      }}
    >
      <p className="account-state" id={ACCOUNT_STATE_ID} role="status">
        {account === null ? null : <AccountState account={account} isUsed={isUsed} copy={copy} />}
      </p>
      {account === null ? (
        <SignIn {...props} />
      ) : (
        <p className="account-choices links">
          <button type="button" className="text-button" disabled={busy} onClick={() => props.onUse(!isUsed)}>
            {isUsed
              ? copy.buyWithout
              : fillIn(account.email === null ? copy.buyWithNameless : copy.buyWith, { email: account.email ?? "" })}
          </button>
          <button type="button" className="text-button" disabled={busy} onClick={props.onSignOut}>
            {copy.signOut}
          </button>
        </p>
      )}
    </section>
  );
}

function AccountState({ account, isUsed, copy }: { account: Account; isUsed: boolean; copy: AccountCopy }) {
  const text = isUsed ? (account.email === null ? copy.usedNameless : copy.used) : copy.unused;
  const [before, after] = text.split("{email}");
  return (
    <>
      <span>{before}</span>
      {after === undefined ? null : <b>{account.email}</b>}
      <span>{after}</span>
    </>
  );
}

/** Asks for the account's e-mail address; the service mails the link. */
function SignIn({ copy: { begin: copy }, busy, email, onBegin }: AccountLineProps & { copy: AccountCopy }) {
  /** Null until the visitor types here: it shows the payment form's address. */
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<"missing" | "invalid">();
  const [status, setStatus] = useState<SignInBegun | "idle" | "sending">("idle");
  const [sentTo, setSentTo] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const isSending = status === "sending";
  const value = typed ?? email;

  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy || isSending) return;
    const found = checkEmail(value);
    setProblem(found);
    if (found !== undefined) {
      setStatus("idle");
      // After the error is rendered: a screen reader then says both, once.
      queueMicrotask(() => input.current?.focus());
      return;
    }
    setStatus("sending");
    const address = readEmailText(value);
    setSentTo(address);
    setStatus(await onBegin(address));
  };

  return (
    <details className="account-sign-in">
      <summary>{copy.label}</summary>
      <form method="post" noValidate onSubmit={onSubmit}>
        <p>{copy.text}</p>
        <TextField
          id="account-email"
          label={copy.email.label}
          error={problem && copy.email[problem]}
          ref={input}
          name="account-email"
          {...EMAIL_INPUT}
          value={value}
          readOnly={isSending}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(undefined);
          }}
        />
        {/* Not `disabled` while it sends: it would lose the focus. */}
        <button type="submit" className="button button-small button-quiet" disabled={busy} aria-disabled={isSending}>
          {isSending ? copy.sending : status === "idle" ? copy.send : copy.sendAgain}
        </button>
        <p className="account-result" data-status={status} role="status">
          {isSending ? <span className="visually-hidden">{copy.sending}</span> : null}
          {status === "idle" || isSending ? null : <span>{fillIn(copy[status], { email: sentTo })}</span>}
        </p>
      </form>
    </details>
  );
}
