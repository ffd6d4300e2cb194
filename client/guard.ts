/**
 * What a light island does later, when an event or a timer asks for it, goes through its guard: what throws in it ends
 * the island (client/light.ts), and once that has ended nothing of it runs any more.
 */
export type Guard = <Args extends unknown[]>(act: (...args: Args) => void) => (...args: Args) => void;
