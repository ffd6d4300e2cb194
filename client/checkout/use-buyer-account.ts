import { useCallback, useEffect, useState } from "react";
import type { Account, SignInBegun } from "../auth/session.ts";
import { hasSignInFailed, isDeclined, loseAccount, onAccountChange, setDeclined } from "./account.ts";

/** Who is signed in, whether the buyer buys on that account, and what they can do about both. */
export type BuyerAccount = {
  account: Account | null;
  isUsed: boolean;
  /** The visitor opened a link that signed nobody in. */
  hasFailed: boolean;
  /** The purchase could not be put on the account that stood here. */
  isLost: boolean;
  onUse(isUsed: boolean): void;
  onBegin(email: string): Promise<SignInBegun>;
  onSignOut(): void;
  onLost(account: Account): void;
};

/** Keeps up with the visitor's session. Nobody is signed in at first, as on the server. */
export function useBuyerAccount(): BuyerAccount {
  const [state, setState] = useState({
    account: null as Account | null,
    isUsed: false,
    hasFailed: false,
    isLost: false,
  });

  const show = useCallback((account: Account | null) => {
    const isUsed = account !== null && !isDeclined(account);
    const hasFailed = account === null && hasSignInFailed();
    setState((before) => ({ account, isUsed, hasFailed, isLost: before.isLost && !isUsed }));
  }, []);
  useEffect(() => onAccountChange(show), [show]);

  return {
    ...state,
    onUse(isUsed) {
      if (state.account === null) return;
      setDeclined(state.account, !isUsed);
      show(state.account);
    },
    async onBegin(email) {
      try {
        const { beginSignIn } = await import("../auth/session.ts");
        return await beginSignIn(email, location.pathname + location.search);
      } catch (error) {
        console.warn(error);
        return "failed";
      }
    },
    onSignOut() {
      setState((before) => ({ ...before, isLost: false }));
      import("../auth/session.ts").then((auth) => auth.signOutHere()).catch(console.warn);
    },
    onLost(account) {
      loseAccount(account);
      setState((before) => ({ ...before, isUsed: false, isLost: true }));
    },
  };
}
