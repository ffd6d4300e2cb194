import { createHash, randomBytes, randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { AUTH_ANON_KEY, createSigningKey, signToken } from "./auth-keys.ts";
import type { World } from "./http.ts";
import type { Mailbox } from "./mailbox.ts";

/**
 * A local copy of the sign-in service that the shop shares with the course environment, limited to the shop's calls:
 * links by e-mail, refresh with rotating tokens, and signed access tokens. A link signs in only the browser that asked
 * for it (PKCE, RFC 7636): only that browser can exchange its code.
 */

/** An account that exists from the start, so that a new machine has one to try. */
export const TEST_ACCOUNT_EMAIL = "testkoper@example.com";

/** A user, as the client library expects it. */
const newUser = (email: string) => ({
  ...{ id: randomUUID(), aud: "authenticated", email, created_at: new Date().toISOString() },
  ...{ app_metadata: { provider: "email", providers: ["email"] }, user_metadata: {} },
});
type User = ReturnType<typeof newUser>;

type Session = {
  id: string;
  user: User;
  refreshToken: string;
  /** The previous token, which is valid for a moment longer, because two tabs may refresh at the same time. */
  spent: { token: string; atMs: number };
};

/** The sign-in behind a mailed link and its code. */
type SignIn = { email: string; challenge: string };

const API_PATH = "/auth/v1";
const LIFETIME_S = 3600;
/** How long a used refresh token still returns the tokens that replaced it. */
const REUSE_MS = 10_000;
/** The shortest time between two e-mails to the same address. */
const MAIL_INTERVAL_MS = 60_000;

export function createAuth(options: { origin: () => string; shopOrigin: () => string; mailbox: Mailbox }) {
  const key = createSigningKey();
  let isAvailable = true;
  const users = new Map<string, User>();
  const sessions = new Map<string, Session>();
  const lastMailMs = new Map<string, number>();
  const links = new Map<string, SignIn>();
  const codes = new Map<string, SignIn>();
  const issuer = () => options.origin() + API_PATH;

  function findOrCreateUser(email: string): User {
    const user = users.get(email) ?? newUser(email);
    users.set(email, user);
    return user;
  }

  /** Creates an account if there is none yet, and signs the user in. */
  function startSession(email: string) {
    const user = findOrCreateUser(email);
    const session = { id: randomUUID(), user, refreshToken: "", spent: { token: "", atMs: 0 } };
    sessions.set(session.id, session);
    return renew(session);
  }

  function renew(session: Session) {
    session.spent = { token: session.refreshToken, atMs: Date.now() };
    session.refreshToken = randomBytes(9).toString("base64url");
    return tokensOf(session);
  }

  function tokensOf({ id, user, refreshToken }: Session) {
    const iat = Math.floor(Date.now() / 1000);
    const exp = iat + LIFETIME_S;
    const claims = { iss: issuer(), sub: user.id, aud: user.aud, exp, iat, email: user.email, session_id: id };
    const times = { expires_in: LIFETIME_S, expires_at: exp };
    return { access_token: signToken(key, claims), refresh_token: refreshToken, ...times, token_type: "bearer", user };
  }

  function reset(): void {
    for (const store of [users, sessions, lastMailMs, links, codes]) store.clear();
    findOrCreateUser(TEST_ACCOUNT_EMAIL);
    isAvailable = true;
  }
  reset();

  const app = new Hono<World>();
  const api = new Hono<World>();
  const failed = (c: Context, status: ContentfulStatusCode, code: string, message: string) =>
    c.json({ code, message }, status);

  api.use(cors({ exposeHeaders: ["x-supabase-api-version"] }), async (c, next) => {
    // The client library reads an error's `code` only with this header.
    c.header("x-supabase-api-version", "2024-01-01");
    if (isAvailable) return next();
    return failed(c, 503, "unexpected_failure", "Service Unavailable");
  });

  api.get("/.well-known/jwks.json", (c) => c.json({ keys: [key.publicJwk] }));
  /** The target of a mailed link: redirects to the shop with the code. */
  api.get("/verify", (c) => {
    const asked = URL.parse(c.req.query("redirect_to") ?? "");
    // It leads to the shop alone.
    const target = asked?.origin === options.shopOrigin() ? asked : new URL(options.shopOrigin());
    const token = c.req.query("token") ?? "";
    const link = links.get(token);
    links.delete(token);
    if (link === undefined) {
      const problem = { error_code: "otp_expired", error_description: "Email link is invalid or has expired" };
      for (const [name, value] of Object.entries(problem)) target.searchParams.set(name, value);
      target.hash = new URLSearchParams(problem).toString();
    } else {
      const code = randomUUID();
      codes.set(code, link);
      target.searchParams.set("code", code);
    }
    return c.redirect(target.href, 303);
  });

  api.use(async (c, next) => {
    if (c.req.header("apikey") === AUTH_ANON_KEY) return next();
    return failed(c, 401, "no_api_key", "No API key found in request");
  });

  api.post("/otp", async (c) => {
    const { email, create_user: mayCreate, code_challenge: challenge } = await c.req.json();
    if (mayCreate === false && !users.has(email)) return failed(c, 422, "otp_disabled", "Signups not allowed for otp");
    const waitMs = (lastMailMs.get(email) ?? 0) + MAIL_INTERVAL_MS - Date.now();
    if (waitMs > 0) {
      const text = `For security purposes, you can only request this after ${Math.ceil(waitMs / 1000)} seconds.`;
      return failed(c, 429, "over_email_send_rate_limit", text);
    }
    lastMailMs.set(email, Date.now());
    const token = randomUUID();
    links.set(token, { email, challenge });
    const query = new URLSearchParams({ token, type: "magiclink", redirect_to: c.req.query("redirect_to") ?? "" });
    options.mailbox.send({
      to: email,
      subject: "Je link om in te loggen",
      text: "Hallo,\n\nMet de knop hieronder log je in. Dat kan één keer, in de browser waarin je de link hebt gevraagd.",
      link: { label: "Inloggen", href: `${issuer()}/verify?${query}` },
    });
    return c.json({});
  });

  api.post("/token", async (c) => {
    const { refresh_token: token, auth_code: code, code_verifier: verifier } = await c.req.json();
    if (c.req.query("grant_type") === "refresh_token") {
      const session = [...sessions.values()].find(
        ({ refreshToken, spent }) =>
          refreshToken === token || (spent.token === token && Date.now() - spent.atMs < REUSE_MS),
      );
      if (session === undefined)
        return failed(c, 400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
      return c.json(session.refreshToken === token ? renew(session) : tokensOf(session));
    }
    const begun = codes.get(code);
    if (begun === undefined)
      return failed(c, 404, "flow_state_not_found", "invalid flow state, no valid flow state found");
    if (createHash("sha256").update(verifier).digest("base64url") !== begun.challenge)
      return failed(c, 400, "bad_code_verifier", "code challenge does not match previously saved code verifier");
    codes.delete(code);
    return c.json(startSession(begun.email));
  });

  /** Ends the caller's session: the shop signs out in one browser only. */
  api.post("/logout", (c) => {
    const [, claims = ""] = (c.req.header("authorization") ?? "").split(".");
    const { session_id: id } = JSON.parse(Buffer.from(claims, "base64url").toString() || "{}");
    if (sessions.delete(id)) return c.body(null, 204);
    return failed(c, 403, "session_not_found", "Session from session_id claim in JWT does not exist");
  });
  app.route(API_PATH, api);

  const controls = {
    get users() {
      return [...users.values()];
    },
    get sessionCount() {
      return sessions.size;
    },
    /** `unavailable` answers every call with 503. */
    setMode(mode: "ok" | "unavailable") {
      isAvailable = mode === "ok";
    },
    signIn: startSession,
    addAccount: findOrCreateUser,
    /** Ends every session on the service's side: their refresh tokens are refused. */
    endSessions: () => sessions.clear(),
    reset,
  };
  return { controls, app };
}
