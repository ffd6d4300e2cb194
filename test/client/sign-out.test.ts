import { expect, test, vi } from "vitest";
import { SESSION_STORAGE_KEY } from "../../src/shared/auth.ts";
import { nowS } from "../clock.ts";

/** Signing out beside another tab, with the real client library in a stubbed browser. */

const NOW_S = nowS();
const session = (name: string, expires_at: number) =>
  JSON.stringify({
    ...{ access_token: `${name}.x.y`, refresh_token: `refresh-${name}`, token_type: "bearer" },
    ...{ expires_in: 3600, expires_at },
    user: {
      id: `00000000-0000-4000-8000-00000000000${name}`,
      aud: "authenticated",
      app_metadata: {},
      user_metadata: {},
    },
  });

/** The storage after somebody signed out. `meanwhile`: what another tab stores while the service is asked. */
async function signOut(kept: string, meanwhile?: string): Promise<string | undefined> {
  const values = new Map([[SESSION_STORAGE_KEY, kept]]);
  const localStorage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  const dataset = { authUrl: "http://auth.example", authKey: "k" };
  const document = Object.assign(new EventTarget(), { documentElement: { dataset }, visibilityState: "visible" });
  vi.stubGlobal("localStorage", localStorage);
  vi.stubGlobal("document", document);
  vi.stubGlobal("window", Object.assign(new EventTarget(), { localStorage, document }));
  vi.stubGlobal("location", new URL("http://shop.example/"));
  vi.stubGlobal("addEventListener", () => undefined);
  // With these the service's client would go on when the test has ended.
  for (const name of ["setInterval", "setTimeout"]) vi.stubGlobal(name, () => undefined);
  vi.stubGlobal("BroadcastChannel", undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", async () => {
    if (meanwhile !== undefined) values.set(SESSION_STORAGE_KEY, meanwhile);
    return Response.json({ code: "refresh_token_not_found", message: "Invalid Refresh Token" }, { status: 400 });
  });
  vi.resetModules();
  const { signOutHere } = await import("../../client/auth/session.ts");
  await signOutHere();
  return values.get(SESSION_STORAGE_KEY);
}

test("an expired session that the service refuses to renew is gone", async () => {
  expect(await signOut(session("1", NOW_S - 60))).toBeUndefined();
});

test("a session that began in another tab while an expired one was renewed stays", async () => {
  const other = session("2", NOW_S + 3600);
  expect(await signOut(session("1", NOW_S - 60), other)).toBe(other);
});
