import { useCallback, useEffect, useState } from "react";
import type { Account, SignInBegun } from "../auth/session.ts";
import { hasSignInFailed, isDeclined, loseAccount, onAccountChange, setDeclined } from "./account.ts";

/** The signed-in visitor, whether the buyer uses that account, and the actions for both. */
export type BuyerAccount = {
  account: Account | null;
  isUsed: boolean;
  /** The visitor opened a link that did not sign them in. */
  hasFailed: boolean;
  /** The purchase could not be written on the named account. */
  isLost: boolean;
  onUse(isUsed: boolean): void;
  onBegin(email: string): Promise<SignInBegun>;
  onSignOut(): void;
  onLost(account: Account): void;
};

/** Follows the visitor's session. At first nobody is signed in, as on the server. */
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
