import { expect, test, vi } from "vitest";
import { FLOW_ID_PARAMETER, SESSION_STORAGE_KEY } from "../../src/shared/auth.ts";
import { nowS } from "../clock.ts";
import { eachRow } from "../table.ts";

/** Sessions that begin, end and fail, with the real client library in a stubbed browser. Walks: test/browser/account.test.ts. */

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
const OWN = session("1", NOW_S + 3600);

/** The number of a sign-in that this browser has begun, and of one that it has not. */
const [OWN_FLOW, NO_FLOW] = ["a".repeat(32), "0123456789abcdef0123456789abcdef"];
const VERIFIER = `${SESSION_STORAGE_KEY}-flow-${OWN_FLOW}-code-verifier`;
const REFUSAL = { code: "bad_code_verifier", message: "It was used" };

/** A browser with this session at this address. `answer`: what the service says to each call; by default it refuses. */
async function openBrowser(
  kept?: string,
  path = "/",
  values = new Map<string, string>(),
  answer: () => Response = () => Response.json(REFUSAL, { status: 400 }),
) {
  values.set(VERIFIER, '"v"');
  if (kept !== undefined) values.set(SESSION_STORAGE_KEY, kept);
  const localStorage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  const dataset: Record<string, string> = { authUrl: "http://auth.example", authKey: "k" };
  const document = Object.assign(new EventTarget(), { documentElement: { dataset }, visibilityState: "visible" });
  const asked: string[] = [];
  const location = new URL(path, "http://shop.example");
  vi.stubGlobal("localStorage", localStorage);
  vi.stubGlobal("document", document);
  vi.stubGlobal("window", Object.assign(new EventTarget(), { localStorage, document }));
  vi.stubGlobal("location", location);
  vi.stubGlobal("history", { replaceState: (_state: unknown, _title: string, url: URL) => (location.href = url.href) });
  vi.stubGlobal("addEventListener", () => undefined);
  // Otherwise the service's client would go on when the test has ended.
  vi.useFakeTimers({ toFake: ["setInterval", "setTimeout", "Date"] });
  vi.stubGlobal("BroadcastChannel", undefined);
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", async (url: string) => {
    const { pathname, search } = new URL(url);
    asked.push(pathname + search);
    return answer();
  });
  vi.resetModules();
  const browser = await import("../../client/auth/session.ts");
  return { browser, values, dataset, location, asked, localStorage, said: () => warn.mock.calls.join() };
}

const AGO = session("1", NOW_S - 60);

const RENEWAL = "/token?grant_type=refresh_token";
test.each([
  ["signed out of, and refused to be renewed", "signOutHere", AGO, 400, RENEWAL, 0, undefined],
  ["signed out of, and renewed first", "signOutHere", AGO, 200, RENEWAL, 0, undefined],
  ["signed out of, three seconds later, while it cannot be renewed", "signOutHere", AGO, 503, RENEWAL, 3, undefined],
  ["signed out of, whose end the service cannot note", "signOutHere", OWN, 500, "/logout?scope=local", 0, undefined],
  ["refused by the shop, and by the service", "renewRefusedSession", OWN, 401, RENEWAL, 0, undefined],
  ["refused by the shop while the service is away", "renewRefusedSession", OWN, 503, RENEWAL, 30, OWN],
] as const)(
  "a session, %s: it is gone, or left if it can still be renewed; one that began in another tab meanwhile stays",
  async (_name, act, kept, status, call, seconds, left) => {
    for (const other of [undefined, session("2", NOW_S + 3600)]) {
      const values = new Map<string, string>();
      const begun = [other];
      const { browser, asked } = await openBrowser(kept, "/", values, () => {
        for (const text of begun.splice(0)) if (text !== undefined) values.set(SESSION_STORAGE_KEY, text);
        return Response.json(status === 200 ? JSON.parse(OWN) : REFUSAL, { status });
      });
      const done = vi.fn();
      browser[act]().then(done);
      // Other devices stay signed in.
      await expect.poll(() => asked).toContain(call);
      await vi.advanceTimersByTimeAsync(seconds * 1000);
      await new Promise(setImmediate);
      expect(done).toHaveBeenCalled();
      expect(values.get(SESSION_STORAGE_KEY)).toBe(other ?? left);
    }
  },
);

test.each(["nonsense", '{"access_token":"x"}', "null", AGO])(
  "what is no session, and what the service knows no longer, is removed: %s",
  async (kept) => {
    const { browser, values, dataset } = await openBrowser(kept);
    await browser.restoreSession();
    await expect.poll(() => dataset.account).toBe("signed-out");
    expect(values.get(SESSION_STORAGE_KEY)).toBeUndefined();
  },
);

/** Session fixation: anybody can make an address with a code of their own account. */
eachRow(`
    code=x&${FLOW_ID_PARAMETER}=${NO_FLOW}   | it did not begin in this browser |
    ${FLOW_ID_PARAMETER}=${OWN_FLOW}         | it did not begin in this browser |
    error_description=Link+verlopen          | Link verlopen                    |
    code=x&${FLOW_ID_PARAMETER}=${OWN_FLOW}  | It was used                      | /token?grant_type=pkce
    code=x                                   |                                  |
    flow=A                                   |                                  |`)(
  "'?%s' signs nobody in, and leaves who is signed in: '%s', asked '%s'",
  async (query = "", reason = "", call = "") => {
    for (const kept of [undefined, OWN]) {
      const { browser, values, dataset, location, asked, said } = await openBrowser(kept, `/betalen?${query}`);
      await browser.restoreSession();
      await expect.poll(() => dataset.account).toBe(kept === undefined ? "signed-out" : "signed-in");
      expect(values.get(SESSION_STORAGE_KEY)).toBe(kept);
      expect([dataset.signIn, asked.join()]).toEqual([reason === "" ? undefined : "failed", call]);
      expect(said()).toContain(reason);
      expect(location.search).toBe(reason === "" ? `?${query}` : "");
      vi.restoreAllMocks();
    }
  },
);

test("no link is asked for where storage is forbidden, because it could not work", async () => {
  const { browser, localStorage, asked, said } = await openBrowser();
  localStorage.setItem = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  expect([await browser.beginSignIn("jan@example.nl", "/betalen"), asked, said()]).toEqual(["failed", [], ""]);
});
