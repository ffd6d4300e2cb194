import { type ComponentProps, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { Checkout } from "../checkout/checkout.tsx";

type CheckoutProps = ComponentProps<typeof Checkout>;

/**
 * Hydrates the checkout, the only island of React's. Resolves once its effects have run, or once it has failed. If it throws
 * in render or in an effect, at any time, React empties the marker, and `fail` puts the server's markup back. An error in an
 * event handler changes nothing: the browser reports it, and the island stays.
 */
export function enhance(root: HTMLElement, props: CheckoutProps, fail: (error: unknown) => void): Promise<void> {
  return new Promise((resolve) => {
    hydrateRoot(root, <Ready props={props} onReady={resolve} />, {
      onUncaughtError(error) {
        // Also after a second error during unmounting: React empties the marker each time.
        fail(error);
        resolve();
      },
      onRecoverableError(error) {
        root.dataset.mismatch = "";
        console.error(error);
      },
    });
  });
}

function Ready({ props, onReady }: { props: CheckoutProps; onReady: () => void }) {
  // All effects run, even if an earlier one has thrown. By this microtask React has reported the error.
  useEffect(() => queueMicrotask(onReady), [onReady]);
  return <Checkout {...props} />;
}
