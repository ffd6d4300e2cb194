import { type ComponentType, createElement, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";

type Props = Record<string, unknown>;

/** Hydrates one island. `onReady` runs once its effects have run; React's own recoverable errors go to the console. */
export function hydrateIsland(
  root: HTMLElement,
  component: ComponentType<Props>,
  props: Props,
  onReady: () => void,
): void {
  hydrateRoot(root, createElement(Ready, { component, props, onReady }), {
    onRecoverableError(error) {
      root.dataset.mismatch = "";
      console.error(error);
    },
  });
}

function Ready({ component, props, onReady }: { component: ComponentType<Props>; props: Props; onReady: () => void }) {
  useEffect(onReady, [onReady]);
  return createElement(component, props);
}
