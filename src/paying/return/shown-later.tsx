import { createContext, type ReactNode, use } from "react";
import type { ShownLaterName } from "./interstitial-rules.ts";

const IsShownLater = createContext(false);

/**
 * Markup in a template, inert and hidden until the bridge script shows it (`show` in client/bridge.ts). Its texts are
 * `LaterText`, because a text browser knows no templates and shows what is in them.
 */
export function ShownLater({ name, children }: { name: ShownLaterName; children: ReactNode }) {
  return (
    <IsShownLater value={true}>
      <template data-shown-later={name}>{children}</template>
    </IsShownLater>
  );
}

/** A text that may be in a template: it is then an attribute, which the bridge script writes out. */
export function LaterText({ children }: { children: string }) {
  return use(IsShownLater) ? <span data-say={children} /> : children;
}
