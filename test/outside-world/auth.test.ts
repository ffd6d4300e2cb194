import { createHash, randomUUID } from "node:crypto";
import { type AuthChangeEvent, AuthClient, type GoTrueClient, type Session } from "@supabase/auth-js";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FACTOR_CODE, TEST_ACCOUNT_EMAIL, tokenHash } from "./auth.ts";
import { AUTH_ANON_KEY, createSigningKey, signToken } from "./auth-keys.ts";
import { type OutsideWorld, startOutsideWorld } from "./server.ts";

/**
 * What the specification says of the sign-in service (sections 4, 5, 7, 8 and 9), seen through the client library that
 * the shop uses. Where the library of today differs from the specification's text, the test's name says so.
 */

const SHOP_ORIGIN = "http://localhost:9";
const EMAIL = "jan@example.nl";

let world: OutsideWorld;
let clients: GoTrueClient[] = [];
/** Each test has a storage key of its own: the library counts clients that share one. */
let tests = 0;
let key = "";

beforeEach(async () => {
  tests += 1;
  key = `session-${tests}`;
  world = await startOutsideWorld({ port: 0, shopOrigin: SHOP_ORIGIN });
});

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(clients.map((client) => client.dispose()));
  clients = [];
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await world.close();
});

/** Storage as a browser has it. */
function memory(content: Record<string, string> = {}) {
  const entries = new Map(Object.entries(content));
  return {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
  };
}

type Told = { event: AuthChangeEvent; session: Session | null };
type Options = NonNullable<ConstructorParameters<typeof AuthClient>[0]>;

function connect(options: Options = {}): { client: GoTrueClient; told: Told[]; events(): AuthChangeEvent[] } {
  const client = new AuthClient({
    url: world.auth.url,
    headers: { apikey: AUTH_ANON_KEY },
    storageKey: key,
    storage: memory(),
    autoRefreshToken: false,
    ...options,
  });
  clients.push(client);
  const told: Told[] = [];
  client.onAuthStateChange((event, session) => void told.push({ event, session }));
  return { client, told, events: () => told.map(({ event }) => event) };
}

async function signIn(options: Options = {}) {
  const connected = connect(options);
  await connected.client.signInWithOtp({ email: EMAIL });
  const token = world.auth.lastCode(EMAIL) ?? "";
  const { data, error } = await connected.client.verifyOtp({ email: EMAIL, token, type: "email" });
  expect(error).toBeNull();
  return { ...connected, session: data.session as Session };
}

/** A browser's window and document at an address, as far as the library looks at them. */
function stubBrowser(href: string, visibility: "visible" | "hidden" = "visible") {
  const listeners = new Map<string, () => void>();
  const location = new URL(href);
  const document = { visibilityState: visibility };
  const window = {
    location,
    history: {
      state: null,
      replaceState(_state: unknown, _title: string, url: string) {
        location.href = url;
      },
    },
    addEventListener: (type: string, listener: () => void) => void listeners.set(type, listener),
    removeEventListener: (type: string) => void listeners.delete(type),
  };
  vi.stubGlobal("window", window);
  vi.stubGlobal("document", document);
  return {
    location,
    setVisibility(value: "visible" | "hidden") {
      document.visibilityState = value;
      listeners.get("visibilitychange")?.();
    },
  };
}

const calls = (path: string) => world.requests.filter(({ url }) => url.startsWith(`/auth/v1${path}`));

describe("session events (specification section 4)", () => {
  test("INITIAL_SESSION comes first, without a session for somebody new", async () => {
    const { told } = connect();
    await vi.waitFor(() => expect(told).toEqual([{ event: "INITIAL_SESSION", session: null }]));
  });

  test("SIGNED_IN after a one-time code; the session has the fields of section 3", async () => {
    const { events, session } = await signIn();
    expect(events()).toEqual(["INITIAL_SESSION", "SIGNED_IN"]);
    expect(session).toMatchObject({ token_type: "bearer", expires_in: 3600, user: { email: EMAIL, factors: [] } });
    expect(session.expires_at).toBeGreaterThan(Date.now() / 1000);
    expect(session.user.identities).toHaveLength(1);
  });

  test("TOKEN_REFRESHED with new tokens", async () => {
    const { client, events, session } = await signIn();
    const { data } = await client.refreshSession();
    expect(events().at(-1)).toBe("TOKEN_REFRESHED");
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
  });

  test("USER_UPDATED after a change of the person's data", async () => {
    const { client, told } = await signIn();
    await client.updateUser({ data: { boat: "sloep" } });
    expect(told.at(-1)).toMatchObject({
      event: "USER_UPDATED",
      session: { user: { user_metadata: { boat: "sloep" } } },
    });
  });

  test("PASSWORD_RECOVERY after a recovery code", async () => {
    const { client, events } = connect();
    await client.resetPasswordForEmail(EMAIL);
    await client.verifyOtp({ email: EMAIL, token: world.auth.lastCode(EMAIL) ?? "", type: "recovery" });
    expect(events()).toEqual(["INITIAL_SESSION", "PASSWORD_RECOVERY"]);
  });

  test("MFA_CHALLENGE_VERIFIED after a second factor, which is verified from then on", async () => {
    const { client, events } = await signIn();
    const { data: factor } = await client.mfa.enroll({ factorType: "totp", friendlyName: "Telefoon" });
    const factorId = factor?.id ?? "";
    const { error } = await client.mfa.challengeAndVerify({ factorId, code: FACTOR_CODE });
    expect(error).toBeNull();
    expect(events().at(-1)).toBe("MFA_CHALLENGE_VERIFIED");
    const { data } = await client.mfa.listFactors();
    expect(data?.totp).toMatchObject([{ factor_type: "totp", status: "verified", friendly_name: "Telefoon" }]);
    expect((await client.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
  });

  test.each([401, 403, 404] as const)("SIGNED_OUT though the server answers a sign-out with %i", async (status) => {
    const storage = memory();
    const { client, events } = await signIn({ storage });
    world.auth.setMode(`sign-out-${status}`);
    expect((await client.signOut()).error).toBeNull();
    expect(events().at(-1)).toBe("SIGNED_OUT");
    expect(storage.getItem(key)).toBeNull();
  });

  test("any other failure of a sign-out everywhere is told, and the session stays", async () => {
    const { client, events } = await signIn();
    world.auth.setMode("sign-out-500");
    expect((await client.signOut()).error?.status).toBe(500);
    expect(events()).not.toContain("SIGNED_OUT");
  });

  test("an expired session whose refresh is refused is removed: SIGNED_OUT", async () => {
    const session = world.auth.signIn(EMAIL, Date.now() - 2 * 3_600_000);
    world.auth.endSessions();
    const storage = memory({ [key]: JSON.stringify(session) });
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { client, events } = connect({ storage, autoRefreshToken: true });
    expect((await client.getSession()).data.session).toBeNull();
    await vi.waitFor(() => expect(events()).toContain("SIGNED_OUT"));
    expect(storage.getItem(key)).toBeNull();
  });

  test("what is no session is removed: SIGNED_OUT", async () => {
    const storage = memory({ [key]: JSON.stringify({ access_token: "x" }) });
    const { events } = connect({ storage });
    await vi.waitFor(() => expect(events()).toContain("SIGNED_OUT"));
    expect(storage.getItem(key)).toBeNull();
  });

  test("a service that cannot be reached removes nothing", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
    const session = world.auth.signIn(EMAIL, Date.now() - 2 * 3_600_000);
    world.auth.setMode("unavailable");
    const storage = memory({ [key]: JSON.stringify(session) });
    let now = Date.now();
    vi.spyOn(Date, "now").mockImplementation(() => now);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { client, events } = connect({ storage });
    const reading = client.getSession();
    while ((await Promise.race([reading, pause()])) === undefined) {
      now += 5_000;
      await vi.advanceTimersByTimeAsync(30_000);
    }
    expect((await reading).error?.name).toBe("AuthRetryableFetchError");
    expect(events()).not.toContain("SIGNED_OUT");
    expect(storage.getItem(key)).not.toBeNull();
  });
});

/** A turn of the event loop, in real time. */
const realSetTimeout = globalThis.setTimeout;
const pause = (): Promise<undefined> => new Promise((resolve) => realSetTimeout(resolve, 5, undefined));

describe("refreshing (specification sections 4 and 9)", () => {
  test("retries back off from 200 ms, doubling, for as long as a tick of 30 seconds lasts", async () => {
    const { session } = await signIn();
    const times: number[] = [];
    vi.useFakeTimers();
    const { client } = connect({
      storage: memory(),
      fetch: async () => {
        times.push(Date.now());
        return Response.json({ message: "down" }, { status: 503 });
      },
    });
    const refreshing = client.refreshSession({ refresh_token: session.refresh_token });
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await refreshing).error?.name).toBe("AuthRetryableFetchError");
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(waits).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800]);
  });

  test("one call refreshes for everybody who asks at the same time", async () => {
    const { client } = await signIn();
    await Promise.all([client.refreshSession(), client.refreshSession(), client.refreshSession()]);
    expect(calls("/token?grant_type=refresh_token")).toHaveLength(1);
  });

  test("the timer runs while the page is visible and stops when it is hidden", async () => {
    vi.useFakeTimers();
    const browser = stubBrowser(SHOP_ORIGIN);
    let refreshes = 0;
    world.auth.setLifetime(60);
    const storage = memory({ [key]: JSON.stringify(world.auth.signIn(EMAIL)) });
    connect({
      storage,
      autoRefreshToken: true,
      // A token of a minute is always about to expire, so each tick refreshes.
      fetch: async () => {
        refreshes += 1;
        return Response.json(world.auth.signIn(EMAIL));
      },
    });
    await vi.advanceTimersByTimeAsync(1);
    const atStart = refreshes;
    expect(atStart).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(30_000);
    const afterTick = refreshes;
    expect(afterTick).toBeGreaterThan(atStart);
    browser.setVisibility("hidden");
    await vi.advanceTimersByTimeAsync(600_000);
    expect(refreshes).toBe(afterTick);
    browser.setVisibility("visible");
    await vi.advanceTimersByTimeAsync(1);
    expect(refreshes).toBeGreaterThan(afterTick);
  });
});

describe("what a sign-in needs (specification section 5)", () => {
  test("an email or phone", async () => {
    await expect(connect().client.signInWithOtp({} as never)).resolves.toMatchObject({
      error: { message: "You must provide either an email or phone number." },
    });
  });

  test("resend: an email or phone and a type (the library's text goes on with 'and a type')", async () => {
    await expect(connect().client.resend({} as never)).resolves.toMatchObject({
      error: { message: "You must provide either an email or phone number and a type" },
    });
  });
});

describe("error texts (specification section 8)", () => {
  const messageOf = async (result: Promise<{ error: { message: string } | null }>) => (await result).error?.message;
  /** Steps inside the library that no public call reaches in this version. */
  type Inside = {
    _getSessionFromURL(params: object, type: string): Promise<{ error: { message: string } | null }>;
  };
  const inside = (client: GoTrueClient) => client as unknown as Inside;

  test("missing session", async () => {
    const { client } = connect();
    expect(await messageOf(client.getUser())).toBe("Auth session missing!");
    expect(await messageOf(client.updateUser({ data: {} }))).toBe("Auth session missing!");
    expect(await messageOf(client.refreshSession())).toBe("Auth session missing!");
  });

  test("'No browser detected.' (the library looks at an address only in a browser, so only inside)", async () => {
    expect(await messageOf(inside(connect().client)._getSessionFromURL({}, "implicit"))).toBe("No browser detected.");
  });

  test("'No session defined in URL'", async () => {
    stubBrowser(`${SHOP_ORIGIN}/#access_token=only`);
    expect(await messageOf(connect({ skipAutoInitialize: true }).client.initialize())).toBe(
      "No session defined in URL",
    );
  });

  test("'Not a valid PKCE flow url.'", async () => {
    stubBrowser(`${SHOP_ORIGIN}/#access_token=a&refresh_token=b&expires_in=1&token_type=bearer`);
    const { client } = connect({ flowType: "pkce", skipAutoInitialize: true });
    expect(await messageOf(client.initialize())).toBe("Not a valid PKCE flow url.");
  });

  test("'No code detected.' (an address without a code is no callback to the library, so only inside)", async () => {
    stubBrowser(SHOP_ORIGIN);
    const { client } = connect({ flowType: "pkce" });
    expect(await messageOf(inside(client)._getSessionFromURL({}, "pkce"))).toBe("No code detected.");
  });

  test("'Invalid JWT signature'", async () => {
    const { client } = connect();
    const forged = signToken(
      createSigningKey(),
      { sub: randomUUID(), exp: Date.now() / 1000 + 60 },
      {
        kid: world.auth.signingKey.kid,
      },
    );
    expect(await messageOf(client.getClaims(forged))).toBe("Invalid JWT signature");
  });

  test("'An error occurred on token verification.' is unreachable in this version: a bad code says what the service says", async () => {
    const { client } = connect();
    await client.signInWithOtp({ email: EMAIL });
    const wrong = client.verifyOtp({ email: EMAIL, token: "000000", type: "email" });
    expect(await messageOf(wrong)).toBe("Token has expired or is invalid");
  });

  test("the service's own words, when the address brings an error; the session that is there stays", async () => {
    const storage = memory({ [key]: JSON.stringify(world.auth.signIn(EMAIL)) });
    stubBrowser(`${SHOP_ORIGIN}/#error=access_denied&error_code=otp_expired&error_description=Link+is+verlopen`);
    const { client } = connect({ storage, skipAutoInitialize: true });
    expect(await messageOf(client.initialize())).toBe("Link is verlopen");
    expect((await client.getSession()).data.session).not.toBeNull();
  });
});

describe("coming back with a session in the address", () => {
  test("tokens in the hash sign in", async () => {
    stubBrowser(`${SHOP_ORIGIN}/#${tokenHash(world.auth.signIn(EMAIL))}`);
    const { events } = connect();
    await vi.waitFor(() => expect(events()).toContain("SIGNED_IN"));
  });

  test("a recovery link is PASSWORD_RECOVERY", async () => {
    stubBrowser(`${SHOP_ORIGIN}/#${tokenHash(world.auth.signIn(EMAIL), "recovery")}`);
    const { events } = connect();
    await vi.waitFor(() => expect(events()).toContain("PASSWORD_RECOVERY"));
  });

  test("tokens that were made over 120 seconds ago get a warning", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    stubBrowser(`${SHOP_ORIGIN}/#${tokenHash(world.auth.signIn(EMAIL, Date.now() - 121_000))}`);
    const { events } = connect();
    await vi.waitFor(() => expect(events()).toContain("SIGNED_IN"));
    expect(String(warn.mock.calls[0])).toContain("issued over 120s ago");
  });

  test("a code is redeemed with the verifier that this browser kept", async () => {
    const verifier = "a".repeat(64);
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const storage = memory({ [`${key}-code-verifier`]: JSON.stringify(verifier) });
    const browser = stubBrowser(`${SHOP_ORIGIN}/?flow=A&code=${world.auth.createAuthCode(EMAIL, challenge)}`);
    const { events } = connect({ storage, flowType: "pkce" });
    await vi.waitFor(() => expect(events()).toContain("SIGNED_IN"));
    await vi.waitFor(() => expect(browser.location.search).toBe("?flow=A"));
  });
});

describe("a link by e-mail (PKCE)", () => {
  const BACK = `${SHOP_ORIGIN}/betalen-klein-vaarbewijs-1?flow=A`;

  /** Asks for a link as the shop does. */
  async function askForLink({ email = EMAIL, redirectTo = BACK, storage = memory() } = {}) {
    const connected = connect({ flowType: "pkce", storage });
    const { error } = await connected.client.signInWithOtp({
      email,
      options: { shouldCreateUser: false, emailRedirectTo: redirectTo },
    });
    return { ...connected, error, link: world.mailbox.mails[0]?.link?.href ?? "" };
  }

  async function follow(link: string): Promise<URL> {
    const response = await fetch(link, { redirect: "manual" });
    expect(response.status).toBe(303);
    return new URL(response.headers.get("location") ?? "");
  }

  beforeEach(() => void world.auth.addAccount(EMAIL));

  test("the mail's link brings a code to where the sign-in began, and the browser that began redeems it", async () => {
    const { client, events, link } = await askForLink();
    expect(world.mailbox.mails).toMatchObject([{ to: EMAIL, subject: "Je link om in te loggen" }]);
    const target = await follow(link);
    expect(target.href).toMatch(/^http:\/\/localhost:9\/betalen-klein-vaarbewijs-1\?flow=A&code=[\da-f-]{36}$/);
    const code = target.searchParams.get("code") ?? "";
    expect((await client.exchangeCodeForSession(code)).error).toBeNull();
    expect(events()).toEqual(["INITIAL_SESSION", "SIGNED_IN"]);
    // Nobody redeems it twice.
    expect(
      (await connect({ flowType: "pkce", storage: withVerifier() }).client.exchangeCodeForSession(code)).error,
    ).toMatchObject({ code: "flow_state_not_found" });
  });

  const withVerifier = () => memory({ [`${key}-code-verifier`]: JSON.stringify("x".repeat(64)) });

  test("another browser's verifier redeems nothing", async () => {
    const { link } = await askForLink();
    const code = (await follow(link)).searchParams.get("code") ?? "";
    const { error } = await connect({ flowType: "pkce", storage: withVerifier() }).client.exchangeCodeForSession(code);
    expect(error?.code).toBe("bad_code_verifier");
  });

  test("a code is good for five minutes", async () => {
    const { client, link } = await askForLink();
    const code = (await follow(link)).searchParams.get("code") ?? "";
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 301_000);
    expect((await client.exchangeCodeForSession(code)).error?.code).toBe("flow_state_expired");
  });

  test("a link works once; then it brings the error, in the query and in the hash", async () => {
    const { link } = await askForLink();
    await follow(link);
    const target = await follow(link);
    expect(target.searchParams.get("flow")).toBe("A");
    for (const params of [target.searchParams, new URLSearchParams(target.hash.slice(1))]) {
      expect(params.get("error_code")).toBe("otp_expired");
    }
  });

  test("nobody is sent to an address that is not the shop's", async () => {
    const { link } = await askForLink({ redirectTo: "https://evil.example/" });
    expect((await follow(link)).origin).toBe(SHOP_ORIGIN);
  });

  test("who has no account gets no mail", async () => {
    const { error } = await askForLink({ email: "niemand@example.nl" });
    expect(error).toMatchObject({ status: 422, code: "otp_disabled" });
    expect(world.mailbox.mails).toEqual([]);
    expect(world.auth.users.map(({ email }) => email)).toEqual([TEST_ACCOUNT_EMAIL, EMAIL]);
  });

  test("the same address gets one mail a minute", async () => {
    await askForLink();
    expect((await askForLink()).error).toMatchObject({ status: 429, code: "over_email_send_rate_limit" });
    expect(world.mailbox.mails).toHaveLength(1);
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60_000);
    expect((await askForLink()).error).toBeNull();
  });

  test("a link that was asked for without a challenge ends with tokens in the hash: what an attacker sends", async () => {
    await connect().client.signInWithOtp({ email: EMAIL, options: { emailRedirectTo: `${SHOP_ORIGIN}/` } });
    const { hash } = await follow(world.mailbox.mails[0]?.link?.href ?? "");
    expect(hash).toMatch(/^#access_token=ey/);
  });

  test("another provider brings a code too, and needs a challenge", async () => {
    const { client } = connect({ flowType: "pkce" });
    const { data } = await client.signInWithOAuth({
      provider: "google",
      options: { redirectTo: BACK, skipBrowserRedirect: true },
    });
    const code = (await follow(data.url ?? "")).searchParams.get("code") ?? "";
    expect((await client.exchangeCodeForSession(code)).data.user?.email).toBe(TEST_ACCOUNT_EMAIL);
    expect((await fetch(`${world.auth.url}/authorize?provider=google`)).status).toBe(400);
  });

  test("the mailbox: a page for people, JSON for tests, and it can be emptied", async () => {
    const { link } = await askForLink();
    const html = await (await fetch(`${world.origin}/postvak`)).text();
    expect(html).toContain(EMAIL);
    expect(html).toContain(link.replaceAll("&", "&amp;"));
    const control = `${world.origin}/_control/mails`;
    expect(await (await fetch(control)).json()).toMatchObject([{ to: EMAIL, link: { href: link } }]);
    await fetch(control, { method: "POST", body: JSON.stringify({ reset: true }) });
    expect(await (await fetch(control)).json()).toEqual([]);
  });
});

describe("the endpoints (specification section 7)", () => {
  test("phone: a code by text message, and once more", async () => {
    const { client } = connect();
    const phone = "31612345678";
    const first = await client.signInWithOtp({ phone });
    expect(first.data.messageId).toBeTypeOf("string");
    expect(JSON.parse(calls("/otp")[0]?.body ?? "{}")).toMatchObject({ phone, channel: "sms", create_user: true });
    await client.resend({ phone, type: "sms" });
    const { data } = await client.verifyOtp({ phone, token: world.auth.lastCode(phone) ?? "", type: "sms" });
    expect(data.user?.phone).toBe(phone);
  });

  test("single sign-on by domain", async () => {
    const { data } = await connect().client.signInWithSSO({ domain: "vaarschool.example" });
    expect(data?.url).toBe(`${world.auth.url}/authorize?provider=sso`);
  });

  test("an identity token of another provider", async () => {
    const token = signToken(createSigningKey(), { email: EMAIL });
    const { data } = await connect().client.signInWithIdToken({ provider: "google", token });
    expect(data.user?.email).toBe(EMAIL);
  });

  test("reauthentication sends a code", async () => {
    const { client } = await signIn();
    expect(world.auth.lastCode(EMAIL)).toBeUndefined();
    expect((await client.reauthenticate()).error).toBeNull();
    expect(world.auth.lastCode(EMAIL)).toMatch(/^\d{6}$/);
  });

  test("identities: another one can be asked for, the last one stays", async () => {
    const { client, session } = await signIn();
    const { data } = await client.linkIdentity({ provider: "google", options: { skipBrowserRedirect: true } });
    expect(data?.url).toContain("/authorize?provider=google");
    const [identity] = session.user.identities ?? [];
    const { error } = await client.unlinkIdentity(identity as NonNullable<typeof identity>);
    expect(error?.code).toBe("single_identity_not_deletable");
  });

  test("the published keys verify a token, also one that was signed before they changed", async () => {
    const { client, session } = await signIn();
    world.auth.rotateKey("keep");
    const { data } = await client.getClaims(session.access_token);
    expect(data?.claims).toMatchObject({ iss: world.auth.url, aud: "authenticated", email: EMAIL });
    expect(calls("/.well-known/jwks.json")).toHaveLength(1);
  });

  test("without the public key nothing is answered", async () => {
    const { client } = connect({ headers: {} });
    expect((await client.signInWithOtp({ email: EMAIL })).error?.code).toBe("no_api_key");
  });
});
