import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, vi } from "vitest";
import type { Bindings } from "../../src/env.ts";
import { WRITE_AGAIN_MS } from "../../src/services/kv.ts";
import { type PlaceOptions, type Places, placesOf } from "../outside-world/kv-places.ts";

type Namespaces = Pick<Bindings, "INTERSTITIALS" | "GIFTS" | "ORDERS">;

/** The shop's namespaces, in several places, on a clock that the test sets. */
export type KvWorld = {
  /** The namespaces as a Worker in this data centre has them. */
  at(place: string): Namespaces;
  /** Lets time pass, milliseconds. */
  pass(ms: number): void;
  /** Moves the clock so far that every place reads and lists all that was written. */
  settle(): void;
};

/** Longer than any place needs: a read is kept for a minute, and may have been a minute old. */
const SETTLED_MS = 121_000;

const KINDS: readonly (readonly [string, PlaceOptions | null])[] = [
  ["on one KV that is always true", null],
  ["on KV as documented", {}],
  ["on KV as documented, each write a minute late elsewhere", { copyAgeMs: 60_000 }],
];

/**
 * Runs the tests of `define` on Miniflare's KV, which has one place, and on KV as Cloudflare documents it
 * (`test/outside-world/kv-places.ts`). There a refused write waits on the test's clock.
 */
export function onEveryKv(define: (world: KvWorld) => void): void {
  describe.each(KINDS)("%s", (_name, options) => {
    let nowMs = 0;
    let places: Readonly<Record<keyof Namespaces, Places>>;
    const pass = (ms: number) => {
      nowMs += ms;
    };

    beforeEach(() => {
      nowMs = Date.now();
      const around = (namespace: Bindings["ORDERS"]): Places =>
        options === null ? { at: () => namespace } : placesOf(namespace, () => nowMs, options);
      places = {
        INTERSTITIALS: around(env.INTERSTITIALS),
        GIFTS: around(env.GIFTS),
        ORDERS: around(env.ORDERS),
      };
      skipWriteWaits(pass);
    });
    afterEach(() => {
      vi.restoreAllMocks();
    });

    define({
      at: (place) => ({
        INTERSTITIALS: places.INTERSTITIALS.at(place),
        GIFTS: places.GIFTS.at(place),
        ORDERS: places.ORDERS.at(place),
      }),
      pass,
      settle: () => pass(SETTLED_MS),
    });
  });
}

/**
 * The wait before a refused write is made again moves the test's clock and takes no time. Undone by
 * `vi.restoreAllMocks`.
 */
export function skipWriteWaits(pass: (ms: number) => void): void {
  const setTimer = globalThis.setTimeout;
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((work: () => void, ms?: number) => {
    if (ms === WRITE_AGAIN_MS) pass(ms);
    return setTimer(work, ms === WRITE_AGAIN_MS ? 0 : ms);
  }) as typeof setTimeout);
}
