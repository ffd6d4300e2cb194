import type { ReactNode } from "react";
import type { ShownLaterName } from "../shared/interstitial.ts";

/** Markup that waits, inert and unseen, for the bridge script to put it in its place (`show` in client/bridge.ts). */
export function ShownLater({ name, children }: { name: ShownLaterName; children: ReactNode }) {
  return <template data-shown-later={name}>{children}</template>;
}
