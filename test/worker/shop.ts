import { env, exports } from "cloudflare:workers";
import type { KVNamespace } from "@cloudflare/workers-types";
import { expect, vi } from "vitest";
import { expandCourseKeys } from "../../kv-seed/course-keys.ts";
import gifts from "../../kv-seed/gifts.json";
import targetsFile from "../../kv-seed/interstitials.json";
import { createApp } from "../../src/app.tsx";
import { createOrderPath } from "../../src/ledger/order-token.ts";
import type { Bindings } from "../../src/server/env.ts";
import { listKeys, WRITE_AGAIN_MS } from "../../src/server/kv.ts";
import { openShop } from "../../src/server/shop.ts";
import { type Route, routes } from "../routes.ts";
import { type PageDocument, readDocument, withoutUnbroken } from "./document.ts";

/** Scheme and host of the local shop, as wrangler.toml has it. */
export const ORIGIN = "http://localhost:8787";

export const fail = () => Promise.reject(new Error("binding away"));

/** A binding whose every call fails. D1's statements are made before the call. */
export const AWAY = {
  ...Object.fromEntries(
    ["get", "list", "put", "delete", "limit", "createBatch", "send", "batch"].map((call) => [call, fail]),
  ),
  prepare: () => ({ bind: () => ({}) }),
} as never;

type Calls = Readonly<Record<string, (real: (...args: unknown[]) => unknown) => (...args: never[]) => unknown>>;

/** A binding with these calls changed. Each change gets the real call. */
export function changed<T extends object>(binding: T, calls: Calls): T {
  return new Proxy(binding, {
    get(target, call) {
      const real = (Reflect.get(target, call) as (...args: unknown[]) => unknown).bind(target);
      return calls[String(call)]?.(real) ?? real;
    },
  });
}

/** These bindings, which write their calls down. */
export function watch(bound: Bindings, calls: string[]): Partial<Bindings> {
  const names = ["DB", "GIFTS", "INTERSTITIALS", "EMAIL", "ORDER_LIMIT", "MAILER"] as const;
  const note = (name: string, binding: object) =>
    new Proxy(binding, {
      get(target, call) {
        const value: unknown = Reflect.get(target, call);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          calls.push(`${name}.${String(call)}`);
          return value.apply(target, args);
        };
      },
    });
  return Object.fromEntries(names.map((name) => [name, note(name, bound[name] as object)])) as Partial<Bindings>;
}

/**
 * A ledger with trouble at these calls, the first is 1: they fail, or their answer is lost after the work was done, with
 * D1's error for that. What else `isHit` does comes before its call. The pauses before the shop calls again take no time.
 */
export function troubled(isHit: (call: number) => unknown, kind: "fails" | "unheard" = "unheard"): Bindings["DB"] {
  let call = 0;
  if (!vi.isMockFunction(setTimeout)) skipWaits();
  return changed(env.DB, {
    batch: (real) => async (statements: unknown) => {
      call += 1;
      const hits = (await isHit(call)) === true;
      if (hits && kind === "fails") return fail();
      const answer = await real(statements);
      if (hits) throw new Error("D1_ERROR: Network connection lost.");
      return answer;
    },
  });
}
/** The first answers of the ledger are lost. */
export const unheard = (times = 1) => troubled((call) => call <= times);

/** The waits before the shop writes to KV again, and before it asks the ledger again, milliseconds. */
const WAITS_MS: readonly unknown[] = [WRITE_AGAIN_MS, 100, 500];
const setTimer = globalThis.setTimeout;

/** Makes these waits take a thousandth of their time, until `vi.restoreAllMocks`. `pass` gets each. */
export function skipWaits(
  pass: (ms: number) => void = () => undefined,
  isSkipped = (ms: number) => WAITS_MS.includes(ms),
): void {
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((work: () => void, ms = 0, ...args: unknown[]) => {
    if (!isSkipped(ms)) return setTimer(work, ms, ...args);
    pass(ms);
    return setTimer(work, ms / 1000, ...args);
  }) as typeof setTimeout);
}

/** The targets of bridge and return pages, as `npm start` puts them into KV. */
export const SEED_TARGETS = expandCourseKeys(targetsFile);

export async function seedTargets(): Promise<void> {
  await Promise.all(SEED_TARGETS.map(({ key, value }) => env.INTERSTITIALS.put(key, value)));
}

/** Stores what `npm start` stores: each file begins with it (seed.ts). */
export async function seedKv(): Promise<void> {
  await Promise.all([seedTargets(), ...gifts.map(({ key, value }) => env.GIFTS.put(key, value))]);
}

export function ask(path: string, init?: RequestInit): Promise<Response> {
  return exports.default.fetch(new Request(`${ORIGIN}${path}`, { redirect: "manual", ...init }));
}

const kept: Promise<unknown>[] = [];
const CONTEXT = { waitUntil: (work: Promise<unknown>) => void kept.push(work) } as never;
/** What answers of `askWith` have kept the Worker alive for, since this was asked before. */
export const takeKept = () => kept.splice(0);

/** A request to a new app, which remembers no page, with some bindings replaced, to bring about faults. */
export async function askWith(bindings: object, path: string, init?: RequestInit): Promise<Response> {
  return createApp().request(`${ORIGIN}${path}`, init, { ...env, ...bindings } as Bindings, CONTEXT);
}

/** The shop behind the requests, with keys that sign orders' links, and with some bindings replaced. */
export const shopOf = (more: object = {}, now?: Date) => openShop({ ...env, ...more } as Bindings, now);

export const orderPathOf = async (intentId: string) => (await createOrderPath(shopOf(), intentId)) ?? "";

/** A form as our pages send it. */
export function formOf(fields: Readonly<Record<string, string>>, headers: object = {}): RequestInit {
  const own = { origin: ORIGIN, "content-type": "application/x-www-form-urlencoded" };
  const body = new URLSearchParams(fields).toString();
  return { method: "POST", headers: { ...own, ...headers }, body };
}

/** A body of blanks that never ends, and how often it was read. */
export function endlessBody(): { body: ReadableStream<Uint8Array>; pulls(): number } {
  let pulls = 0;
  const pull = (stream: ReadableStreamDefaultController<Uint8Array>) => {
    pulls += 1;
    stream.enqueue(new Uint8Array(1024).fill(32));
    if (pulls > 1000) stream.close();
  };
  return { body: new ReadableStream({ pull }, { highWaterMark: 0 }), pulls: () => pulls };
}

/** The routes with an answer to GET. The ten bridge pages are one handler. */
export const READABLE_ROUTES = routes.filter(
  (route, index) => route.GET !== undefined && routes.findIndex(({ name }) => name === route.name) === index,
);

/** An address of a route. Its question exists; its code and its name are not in KV. */
export function addressOf({ path }: Pick<Route, "path">): string {
  return path
    .replace(":number", "2")
    .replace(":code", "TEST-1234")
    .replace(":product", "kvb1")
    .replace(/:\w+/, "test1234");
}

export async function answerText(answer: Response | Promise<Response>, status = 200): Promise<string> {
  const response = await answer;
  expect(response.status).toBe(status);
  return withoutUnbroken(await response.text());
}

export async function pageOf(answer: Response | Promise<Response>, status = 200): Promise<PageDocument> {
  return readDocument(await answerText(answer, status));
}

export async function openPage(path: string): Promise<PageDocument> {
  return readDocument(await (await ask(path)).text());
}

/** Removes every entry. Tests of other files share the namespace, and a list shows a thousand names at once. */
export async function emptyKv(namespace: KVNamespace): Promise<void> {
  const keys = await listKeys(namespace, "");
  await Promise.all(keys.map(({ name }) => namespace.delete(name)));
}
