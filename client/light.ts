import type { Guard } from "./guard.ts";
import type { IslandStatus } from "./islands.ts";
import { keepMarkup, type Replacements } from "./server-markup.ts";

/** The export of a light island's module. It may return a function that undoes its changes outside its marker. */
type Enhance<Props> = (root: HTMLElement, guard: Guard, props: Props) => unknown;

/**
 * Starts a light island on the server's own elements and sets its status; the counterpart of react.ts. If the island
 * throws, at the start or later in its guard, it ends: the server's markup is put back and the console has the error
 * once. At the start it returns a map from old elements to their replacements; later it repeats the press there.
 */
export function startIsland<Props>(root: HTMLElement, enhance: Enhance<Props>, props: Props): Replacements | undefined {
  const putBack = keepMarkup(root);
  let leave: unknown;
  let replacements: Replacements | undefined;
  const setStatus = (status: IslandStatus) => {
    root.dataset.status = status;
  };
  const fail = (error: unknown) => {
    replacements = putBack();
    setStatus("failed");
    console.error(error);
    try {
      if (typeof leave === "function") leave();
    } catch {
      // The first error has been reported.
    }
    return replacements;
  };
  const guard: Guard =
    (act) =>
    (...args) => {
      if (replacements) return;
      try {
        act(...args);
      } catch (error) {
        const [event] = args;
        const pressed = fail(error);
        if (event instanceof MouseEvent) pressed.get(event.target)?.click();
      }
    };
  try {
    leave = enhance(root, guard, props);
    setStatus("ready");
  } catch (error) {
    return fail(error);
  }
}
