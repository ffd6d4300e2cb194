import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe } from "vitest";
import type { Bindings } from "../../src/server/env.ts";
import { now } from "../clock.ts";
import { FULL } from "../full.ts";
import { type CopyAge, type Places, placesOf } from "../outside-world/kv-places.ts";
import { skipWaits } from "./shop.ts";

type Namespaces = Pick<Bindings, "INTERSTITIALS" | "GIFTS">;

/** The shop's namespaces, in several places, on a clock that the test sets. */
export type KvWorld = {
  /** The namespaces as a Worker in this data centre has them. Pass them on as bindings: they replace those of `env`. */
  at(place: string): Namespaces;
  pass(ms: number): void;
  /** Moves the clock so far that every place reads and lists all that was written. */
  settle(): void;
};

/** Longer than any place needs: a read is kept for a minute, and may have been a minute old. */
const SETTLED_MS = 121_000;

let reads = 0;
/** The tiers between a place and the central store have no copy for one read, and a minute-old copy for the next. */
const everyOtherMs = () => {
  reads += 1;
  return reads % 2 === 0 ? 0 : 60_000;
};

/** Late by turns, the first kind finds what the others do. The full run also has those: never late, or always as much. */
const KINDS: readonly (readonly [string, CopyAge | null])[] = [
  ["on KV as documented", everyOtherMs],
  ...(FULL
    ? ([
        ["on one KV that is always true", null],
        ["on KV as documented, each write seen at once where nobody has read", () => 0],
        ["on KV as documented, each write a minute late elsewhere", () => 60_000],
      ] as const)
    : []),
];

let nowMs = 0;
/** The places around each namespace in a test of `onEveryKv`. */
let places: Readonly<Record<keyof Namespaces, Places>> | null = null;

/** The KV of the test that runs, for helpers that tests inside and outside `onEveryKv` share. Outside it every place is Miniflare's KV. */
export const kvWorld: KvWorld = {
  at: (place) => {
    const { INTERSTITIALS, GIFTS } = env;
    if (places === null) return { INTERSTITIALS, GIFTS };
    return { INTERSTITIALS: places.INTERSTITIALS.at(place), GIFTS: places.GIFTS.at(place) };
  },
  pass: (ms) => {
    nowMs += ms;
  },
  settle: () => {
    nowMs += SETTLED_MS;
  },
};

/**
 * Runs the tests of `define` on KV as Cloudflare documents it (`test/outside-world/kv-places.ts`), where a refused write
 * waits on the test's clock; in a full run also on Miniflare's KV, which has one place.
 */
export function onEveryKv(define: (world: KvWorld) => void): void {
  describe.each(KINDS)("%s", (_name, copyAge) => {
    beforeEach(() => {
      reads = 0;
      nowMs = now().getTime();
      const around = (namespace: Bindings["GIFTS"]): Places =>
        copyAge === null ? { at: () => namespace } : placesOf(namespace, () => nowMs, copyAge);
      places = { INTERSTITIALS: around(env.INTERSTITIALS), GIFTS: around(env.GIFTS) };
      skipWaits(kvWorld.pass);
    });
    afterEach(() => {
      places = null;
    });

    define(kvWorld);
  });
}
