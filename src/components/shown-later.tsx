import type { ReactNode } from "react";
import type { ShownLaterName } from "../shared/interstitial.ts";

/** Markup in a template, inert and hidden until the bridge script shows it (`show` in client/bridge.ts). */
export function ShownLater({ name, children }: { name: ShownLaterName; children: ReactNode }) {
  return <template data-shown-later={name}>{children}</template>;
}
