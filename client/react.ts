import { type ComponentType, useEffect } from "react";
import { jsx } from "react/jsx-runtime";
import { hydrateRoot } from "react-dom/client";
import type { IslandStatus } from "./islands.ts";
import { keepMarkup, type StandIns } from "./server-markup.ts";

/** What islands import from React: the build has them import it from this file, where all of React is. */
export { Fragment, useCallback, useEffect, useRef, useState } from "react";
export { jsx, jsxs } from "react/jsx-runtime";

type Props = Record<string, unknown>;

/**
 * Hydrates one island and says in its status what became of it. Resolves with nothing once its effects have run. An
 * island that throws, now or at any later time, in render or in an effect, is unmounted by React: the server's markup is
 * put back and the error told to the console, once; before the island works it resolves with what stands in for what.
 * An error in an event handler changes nothing: the browser reports it, and the island stays.
 */
export function startIsland(
  root: HTMLElement,
  component: ComponentType<Props>,
  props: Props,
): Promise<StandIns | undefined> {
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
        // Also after a second error, on the way out: React empties the marker each time.
        const standIns = putBack();
        if (hasFailed) return;
        hasFailed = true;
        setStatus("failed");
        console.error(error);
        resolve(standIns);
      },
      onRecoverableError(error) {
        root.dataset.mismatch = "";
        console.error(error);
      },
    });
  });
}

function Ready({ component, props, onReady }: { component: ComponentType<Props>; props: Props; onReady: () => void }) {
  // All effects run, also when one before them has thrown; by the microtask React has told of that.
  useEffect(() => queueMicrotask(onReady), [onReady]);
  return jsx(component, props);
}
