/**
 * Wraps the event handlers and timers of a light island. An error in them ends the island (client/light.ts); after that
 * none of them runs.
 */
export type Guard = <Args extends unknown[]>(act: (...args: Args) => void) => (...args: Args) => void;
