import { hasStoredSession, onAccountMayHaveChanged } from "../auth/account-state.ts";

/**
 * Follows a visitor who signs in while the page is open, in another tab or while the browser kept the page: from then on
 * the page is that of a signed-in visitor. Who was signed in before is followed by the parts that show it.
 */
export function enhance(): void {
  const { dataset } = document.documentElement;
  onAccountMayHaveChanged(() => {
    if (dataset.account !== undefined || !hasStoredSession()) return;
    dataset.account = "restoring";
    import("../auth/session.ts").then((auth) => auth.restoreSession(), console.error);
  });
}
