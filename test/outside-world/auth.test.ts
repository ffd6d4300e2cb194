import { type AuthChangeEvent, AuthClient, type GoTrueClient } from "@supabase/auth-js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AUTH_ANON_KEY } from "./auth-keys.ts";
import type { Mail } from "./mailbox.ts";
import { type OutsideWorld, startOutsideWorld } from "./server.ts";

/**
 * Tests the sign-in service through the client library, for everything that the shop needs of both and no visitor sees.
 * test/browser/auth.test.ts tests the visible part.
 */

const SHOP_ORIGIN = "http://localhost:9";
const EMAIL = "jan@example.nl";

let world: OutsideWorld;
let clients: GoTrueClient[] = [];
/** Each test has a storage key of its own: the library counts clients that share one. */
let key = "";

beforeEach(async ({ task }) => {
  key = task.id;
  world = await startOutsideWorld({ port: 0, shopOrigin: SHOP_ORIGIN });
});

afterEach(async () => {
  await Promise.all(clients.map((client) => client.dispose()));
  clients = [];
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await world.close();
});

/** A browser's storage, with a session in it. */
function signedIn() {
  const entries = new Map([[key, JSON.stringify(world.auth.signIn(EMAIL))]]);
  return {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
  };
}

function connect(options: NonNullable<ConstructorParameters<typeof AuthClient>[0]>) {
  const client = new AuthClient({
    url: world.auth.url,
    headers: { apikey: AUTH_ANON_KEY },
    storageKey: key,
    flowType: "pkce",
    ...options,
  });
  clients.push(client);
  const events: AuthChangeEvent[] = [];
  client.onAuthStateChange((event) => void events.push(event));
  return { client, events };
}

test.each([401, 403, 404, 500] as const)(
  "a sign-out here ends the session, also one that is answered with %i",
  async (status) => {
    const storage = signedIn();
    const { client, events } = connect({ storage, autoRefreshToken: false });
    world.auth.setMode(`sign-out-${status}`);
    await client.signOut({ scope: "local" });
    expect([events.at(-1), storage.getItem(key)]).toEqual(["SIGNED_OUT", null]);
  },
);

test("a session is kept fresh while the page is visible, and not while it is hidden", async () => {
  vi.useFakeTimers();
  const listeners = new Map<string, () => void>();
  const document = { visibilityState: "visible" };
  vi.stubGlobal("document", document);
  vi.stubGlobal("window", {
    location: new URL(SHOP_ORIGIN),
    addEventListener: (type: string, listener: () => void) => void listeners.set(type, listener),
    removeEventListener: (type: string) => void listeners.delete(type),
  });
  const show = (visibility: string) => {
    document.visibilityState = visibility;
    listeners.get("visibilitychange")?.();
  };
  // A token of a minute is always about to expire, so each tick refreshes.
  world.auth.setLifetime(60);
  const refresh = vi.fn(async () => Response.json(world.auth.signIn(EMAIL)));
  connect({ storage: signedIn(), fetch: refresh });
  const refreshesWithin = async (ms: number) => {
    refresh.mockClear();
    await vi.advanceTimersByTimeAsync(ms);
    return refresh.mock.calls.length;
  };
  expect(await refreshesWithin(1)).toBeGreaterThan(0);
  expect(await refreshesWithin(30_000)).toBeGreaterThan(0);
  show("hidden");
  expect(await refreshesWithin(600_000)).toBe(0);
  show("visible");
  expect(await refreshesWithin(1)).toBeGreaterThan(0);
});

test("the mailbox: a page for people, JSON for tests, and it can be emptied", async () => {
  await connect({ autoRefreshToken: false }).client.signInWithOtp({ email: EMAIL });
  const control = `${world.origin}/_control/mails`;
  const [mail] = (await (await fetch(control)).json()) as [Mail];
  expect(mail.to).toBe(EMAIL);
  const page = await (await fetch(`${world.origin}/postvak`)).text();
  expect(page).toContain(EMAIL);
  expect(page).toContain(mail.link.href.replaceAll("&", "&amp;"));
  await fetch(control, { method: "POST", body: JSON.stringify({ reset: true }) });
  expect(await (await fetch(control)).json()).toEqual([]);
});
