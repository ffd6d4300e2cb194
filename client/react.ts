import { type ComponentType, useEffect } from "react";
import { jsx } from "react/jsx-runtime";
import { hydrateRoot } from "react-dom/client";
import type { IslandStatus } from "./islands.ts";
import { keepMarkup, type Replacements } from "./server-markup.ts";

/** React for the islands: the build makes them import it from this file. */
export { Fragment, useCallback, useEffect, useRef, useState } from "react";
export { jsx, jsxs } from "react/jsx-runtime";

type Props = Record<string, unknown>;

/**
 * Hydrates one island and sets its status. Resolves with undefined once its effects have run. If the island throws in
 * render or in an effect, at any time, React unmounts it: the server's markup is put back and the console has the error
 * once. If that happens before it works, resolves with a map from each old element to its replacement. An error in an
 * event handler changes nothing: the browser reports it, and the island stays.
 */
export function startIsland(
  root: HTMLElement,
  component: ComponentType<Props>,
  props: Props,
): Promise<Replacements | undefined> {
  const putBack = keepMarkup(root);
  const setStatus = (status: IslandStatus) => {
    root.dataset.status = status;
  };
  return new Promise((resolve) => {
    let hasFailed = false;
    const onReady = () => {
      if (hasFailed) return;
      setStatus("ready");
      resolve(undefined);
    };
    hydrateRoot(root, jsx(Ready, { component, props, onReady }), {
      onUncaughtError(error) {
        // Also after a second error during unmounting: React empties the marker each time.
        const replacements = putBack();
        if (hasFailed) return;
        hasFailed = true;
        setStatus("failed");
        console.error(error);
        resolve(replacements);
      },
      onRecoverableError(error) {
        root.dataset.mismatch = "";
        console.error(error);
      },
    });
  });
}

function Ready({ component, props, onReady }: { component: ComponentType<Props>; props: Props; onReady: () => void }) {
  // All effects run, even if an earlier one has thrown. By this microtask React has reported the error.
  useEffect(() => queueMicrotask(onReady), [onReady]);
  return jsx(component, props);
}
