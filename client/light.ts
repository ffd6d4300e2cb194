import type { Guard } from "./guard.ts";
import type { IslandStatus } from "./islands.ts";
import { keepMarkup, type StandIns } from "./server-markup.ts";

/** What a light island's module exports. A function that it returns takes away what it has changed outside its marker. */
type Enhance<Props> = (root: HTMLElement, guard: Guard, props: Props) => unknown;

/**
 * Starts a light island on the server's own elements and says in its status what became of it; the counterpart of
 * react.ts. One that throws, at once or later in something that its guard runs, ends: the server's markup is put back and
 * the error told to the console, once. At once it returns what stands in for what; later, the press that it threw on is
 * the browser's.
 */
export function startIsland<Props>(root: HTMLElement, enhance: Enhance<Props>, props: Props): StandIns | undefined {
  const putBack = keepMarkup(root);
  let leave: unknown;
  let standIns: StandIns | undefined;
  const setStatus = (status: IslandStatus) => {
    root.dataset.status = status;
  };
  const fail = (error: unknown) => {
    standIns = putBack();
    setStatus("failed");
    console.error(error);
    try {
      if (typeof leave === "function") leave();
    } catch {
      // The first error has been told.
    }
    return standIns;
  };
  const guard: Guard =
    (act) =>
    (...args) => {
      if (standIns) return;
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
