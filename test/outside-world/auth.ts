import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import { AUTH_ANON_KEY, createSigningKey, type SigningKey, signToken } from "./auth-keys.ts";
import { createSignInHandler } from "./auth-pages.ts";
import { allowMethods, type Exchange, type Handler, parseFields, RequestError, send, sendJson } from "./http.ts";

/**
 * The sign-in service that the shop shares with the course environment, as far as the client library calls it
 * (specification section 7): one-time codes, refresh with rotating tokens, second factors, and signed access tokens.
 */

/** `unavailable` answers every call with 503, `keys-unavailable` only the public keys; `sign-out-…` refuses a sign-out. */
export const AUTH_MODES = [
  "ok",
  "unavailable",
  "keys-unavailable",
  "sign-out-401",
  "sign-out-403",
  "sign-out-404",
  "sign-out-500",
] as const;
export type AuthMode = (typeof AUTH_MODES)[number];

export type Identity = { id: string; identity_id: string; user_id: string; provider: string; identity_data: object };
export type Factor = {
  id: string;
  factor_type: "totp" | "phone" | "webauthn";
  status: "verified" | "unverified";
  friendly_name: string;
};
export type User = {
  id: string;
  aud: "authenticated";
  role: "authenticated";
  email: string;
  phone: string;
  app_metadata: object;
  user_metadata: Record<string, unknown>;
  identities: Identity[];
  factors: Factor[];
  created_at: string;
};
export type SessionBody = {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  expires_at: number;
  token_type: "bearer";
  user: User;
};

type StoredSession = {
  id: string;
  userId: string;
  refreshToken: string;
  /** The token before it, which still counts for a moment: two tabs may refresh at the same time. */
  spent: { token: string; atMs: number } | null;
  level: "aal1" | "aal2";
};

/** What a test, or a person, can see and change of it. */
export type AuthControls = {
  /** Base address of the API, and the tokens' issuer. */
  readonly url: string;
  readonly mode: AuthMode;
  readonly users: readonly User[];
  readonly sessionCount: number;
  readonly signingKey: SigningKey;
  /** `times` = how many calls it lasts; without it, until it is set again. */
  setMode(mode: AuthMode, times?: number): void;
  /** How long new access tokens live, seconds; may be negative. */
  setLifetime(seconds: number): void;
  /** Signs with a new key from now on; the old one stays in the published set, or is dropped. */
  rotateKey(old: "keep" | "drop"): void;
  /** Ends every session on this side: their refresh tokens are refused. */
  endSessions(): void;
  /** The one-time code that was last "sent" to an address or number. */
  lastCode(recipient: string): string | undefined;
  /** Sends a one-time code. */
  sendCode(recipient: string): string;
  /** Signs a person in without a code. */
  signIn(email: string, now?: number): SessionBody;
  /** A code for the PKCE flow that a verifier redeems. */
  createAuthCode(email: string, challenge: string): string;
  /** Forgets people, sessions and codes, and behaves well again. The keys stay, as callers remember them. */
  reset(): void;
};

const API_PATH = "/auth/v1";
const DEFAULT_LIFETIME_S = 3600;
/** How long a spent refresh token still gets the tokens that replaced it. */
const REUSE_MS = 10_000;
/** The six digits that every local authenticator shows. */
export const FACTOR_CODE = "123456";

const CORS_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, POST, PUT, DELETE",
  "access-control-allow-headers": "apikey, authorization, content-type, x-client-info, x-supabase-api-version",
  "access-control-expose-headers": "x-supabase-api-version",
  "access-control-max-age": "600",
  "x-supabase-api-version": "2024-01-01",
};

type Body = Readonly<Record<string, unknown>>;
type Answer = { status: number; body: unknown };
type Call = { body: Body; query: URLSearchParams; id: string; bearer: string | null };

const done = (body: unknown = {}): Answer => ({ status: 200, body });
const failed = (status: number, code: string, message: string): Answer => ({ status, body: { code, message } });

const NO_SESSION = failed(403, "session_not_found", "Session from session_id claim in JWT does not exist");
const BAD_TOKEN = failed(403, "bad_jwt", "invalid JWT: unable to parse or verify signature");
const NO_RECIPIENT = failed(400, "validation_failed", "One of email or phone must be set");

export function createAuth(options: { origin: () => string; shopOrigin: () => string }): {
  controls: AuthControls;
  handlers: readonly Handler[];
} {
  let keys: SigningKey[] = [createSigningKey()];
  let lifetime = DEFAULT_LIFETIME_S;
  let mode: AuthMode = "ok";
  let remaining = Number.POSITIVE_INFINITY;
  const users = new Map<string, User>();
  const sessions = new Map<string, StoredSession>();
  const codes = new Map<string, string>();
  const authCodes = new Map<string, { userId: string; challenge: string }>();
  const challenges = new Map<string, string>();

  const issuer = () => options.origin() + API_PATH;
  const signingKey = () => keys.at(-1) as SigningKey;

  function takeMode(applies: (mode: AuthMode) => boolean): AuthMode {
    if (mode === "ok" || !applies(mode)) return "ok";
    const taken = mode;
    remaining -= 1;
    if (remaining <= 0) mode = "ok";
    return taken;
  }

  function findOrCreateUser(recipient: string): User {
    for (const user of users.values()) if (user.email === recipient || user.phone === recipient) return user;
    const id = randomUUID();
    const isEmail = recipient.includes("@");
    const provider = isEmail ? "email" : "phone";
    const user: User = {
      id,
      aud: "authenticated",
      role: "authenticated",
      email: isEmail ? recipient : "",
      phone: isEmail ? "" : recipient,
      app_metadata: { provider, providers: [provider] },
      user_metadata: {},
      identities: [{ id, identity_id: randomUUID(), user_id: id, provider, identity_data: { sub: id } }],
      factors: [],
      created_at: new Date().toISOString(),
    };
    users.set(id, user);
    return user;
  }

  function sendCode(recipient: string): string {
    const code = String(randomInt(100_000, 1_000_000));
    codes.set(recipient, code);
    return code;
  }

  function startSession(user: User, level: StoredSession["level"] = "aal1", now = Date.now()): SessionBody {
    const session = { id: randomUUID(), userId: user.id, refreshToken: "", spent: null, level };
    sessions.set(session.id, session);
    return issueTokens(session, user, now);
  }

  /** New tokens for a session; its earlier refresh token is spent. */
  function issueTokens(session: StoredSession, user: User, now = Date.now()): SessionBody {
    session.spent = { token: session.refreshToken, atMs: Date.now() };
    session.refreshToken = randomBytes(9).toString("base64url");
    return tokensOf(session, user, now);
  }

  function tokensOf(session: StoredSession, user: User, now = Date.now()): SessionBody {
    const issuedAt = Math.floor(now / 1000);
    const claims = {
      iss: issuer(),
      sub: user.id,
      aud: "authenticated",
      exp: issuedAt + lifetime,
      iat: issuedAt,
      email: user.email,
      phone: user.phone,
      role: "authenticated",
      aal: session.level,
      session_id: session.id,
      is_anonymous: false,
    };
    return {
      access_token: signToken(signingKey(), claims),
      refresh_token: session.refreshToken,
      expires_in: lifetime,
      expires_at: claims.exp,
      token_type: "bearer",
      user,
    };
  }

  /** The session and person of a bearer token. The signature of our own tokens is not looked at again. */
  function findCaller(bearer: string | null): { session: StoredSession; user: User } | Answer {
    const claims = readClaims(bearer);
    if (claims === null) return BAD_TOKEN;
    const session = sessions.get(String(claims.session_id));
    const user = users.get(String(claims.sub));
    return session === undefined || user === undefined ? NO_SESSION : { session, user };
  }

  /** Answers a call that a signed-in person makes. */
  const signedIn =
    (answer: (caller: { session: StoredSession; user: User }, call: Call) => Answer) =>
    (call: Call): Answer => {
      const caller = findCaller(call.bearer);
      return "status" in caller ? caller : answer(caller, call);
    };

  const CALLS: Readonly<Record<string, (call: Call) => Answer>> = {
    "POST /otp": ({ body }) => {
      const recipient = recipientOf(body);
      if (recipient === null) return NO_RECIPIENT;
      sendCode(recipient);
      return done(recipient.includes("@") ? {} : { message_id: randomUUID() });
    },
    "POST /verify": ({ body }) => {
      const recipient = recipientOf(body);
      if (recipient === null || typeof body.type !== "string") return NO_RECIPIENT;
      if (codes.get(recipient) !== body.token) return failed(403, "otp_expired", "Token has expired or is invalid");
      codes.delete(recipient);
      return done(startSession(findOrCreateUser(recipient)));
    },
    "POST /sso": ({ body }) =>
      typeof body.provider_id === "string" || typeof body.domain === "string"
        ? done({ url: `${options.origin()}/aanmelden` })
        : failed(400, "validation_failed", "A provider_id or domain needs to be provided"),
    "GET /reauthenticate": signedIn(({ user }) => {
      sendCode(user.email || user.phone);
      return done();
    }),
    "POST /resend": ({ body }) => {
      const recipient = recipientOf(body);
      if (recipient === null || typeof body.type !== "string") return NO_RECIPIENT;
      sendCode(recipient);
      return done(recipient.includes("@") ? {} : { message_id: randomUUID() });
    },
    "GET /user": signedIn(({ user }) => done(user)),
    "PUT /user": signedIn(({ user }, { body }) => {
      if (typeof body.email === "string") user.email = body.email;
      if (typeof body.data === "object") Object.assign(user.user_metadata, body.data);
      return done(user);
    }),
    "POST /recover": ({ body }) => {
      if (typeof body.email !== "string") return NO_RECIPIENT;
      sendCode(body.email);
      return done();
    },
    "GET /user/identities/authorize": signedIn((_caller, { query }) =>
      done({ url: `${issuer()}/authorize?${new URLSearchParams({ provider: query.get("provider") ?? "" })}` }),
    ),
    "DELETE /user/identities/:id": signedIn(({ user }, { id }) => {
      if (user.identities.length < 2) {
        return failed(422, "single_identity_not_deletable", "User must have at least 1 identity after unlinking");
      }
      user.identities = user.identities.filter(({ identity_id }) => identity_id !== id);
      return done();
    }),
    "POST /token": ({ body, query }) => {
      switch (query.get("grant_type")) {
        case "refresh_token": {
          const token = body.refresh_token;
          const session = [...sessions.values()].find(
            ({ refreshToken, spent }) =>
              refreshToken === token || (spent !== null && spent.token === token && Date.now() - spent.atMs < REUSE_MS),
          );
          const user = users.get(session?.userId ?? "");
          if (session === undefined || user === undefined) {
            return failed(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
          }
          return done(session.refreshToken === token ? issueTokens(session, user) : tokensOf(session, user));
        }
        case "id_token": {
          const email = readClaims(String(body.id_token))?.email;
          if (typeof email !== "string") return failed(400, "validation_failed", "Bad ID token");
          return done(startSession(findOrCreateUser(email)));
        }
        case "pkce": {
          const started = authCodes.get(String(body.auth_code));
          const user = users.get(started?.userId ?? "");
          if (started === undefined || user === undefined) {
            return failed(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
          }
          const challenge = createHash("sha256").update(String(body.code_verifier)).digest("base64url");
          if (challenge !== started.challenge) {
            return failed(400, "bad_code_verifier", "code challenge does not match previously saved code verifier");
          }
          authCodes.delete(String(body.auth_code));
          return done(startSession(user));
        }
        default:
          return failed(400, "unsupported_grant_type", "unsupported_grant_type");
      }
    },
    "POST /factors": signedIn(({ user }, { body }) => {
      const factor: Factor = {
        id: randomUUID(),
        factor_type: body.factor_type === "phone" || body.factor_type === "webauthn" ? body.factor_type : "totp",
        status: "unverified",
        friendly_name: String(body.friendly_name ?? ""),
      };
      user.factors.push(factor);
      const { id, factor_type: type, friendly_name } = factor;
      const totp = { qr_code: "<svg/>", secret: "LOCAL", uri: "otpauth://totp/lokaal?secret=LOCAL" };
      return done({ id, type, friendly_name, ...(type === "totp" ? { totp } : {}) });
    }),
    "DELETE /factors/:id": signedIn(({ user }, { id }) => {
      user.factors = user.factors.filter((factor) => factor.id !== id);
      return done({ id });
    }),
    "POST /factors/:id/challenge": signedIn(({ user }, { id }) => {
      const factor = user.factors.find((candidate) => candidate.id === id);
      if (factor === undefined) return failed(404, "mfa_factor_not_found", "Factor not found");
      const challengeId = randomUUID();
      challenges.set(challengeId, id);
      return done({ id: challengeId, type: factor.factor_type, expires_at: Math.floor(Date.now() / 1000) + 300 });
    }),
    "POST /factors/:id/verify": signedIn(({ session, user }, { body, id }) => {
      const factor = user.factors.find((candidate) => candidate.id === id);
      if (factor === undefined || challenges.get(String(body.challenge_id)) !== id) {
        return failed(404, "mfa_factor_not_found", "Factor not found");
      }
      if (body.code !== FACTOR_CODE) return failed(422, "mfa_verification_failed", "Invalid TOTP code entered");
      factor.status = "verified";
      session.level = "aal2";
      return done(issueTokens(session, user));
    }),
    "POST /logout": signedIn(({ session, user }, { query }) => {
      const scope = query.get("scope") ?? "global";
      for (const other of [...sessions.values()]) {
        const isOwn = other.id === session.id;
        const ends = scope === "global" || (scope === "others" ? !isOwn : isOwn);
        if (other.userId === user.id && ends) sessions.delete(other.id);
      }
      return { status: 204, body: null };
    }),
  };

  function handleApi(exchange: Exchange): boolean {
    const { method, url, request } = exchange;
    if (url.pathname === API_PATH) return !allowMethods(exchange, ["GET"]) || sendJson(exchange, 200, { name: "auth" });
    if (!url.pathname.startsWith(`${API_PATH}/`)) return false;
    if (method === "OPTIONS") return send(exchange, 204, "text/plain", "", CORS_HEADERS);
    const path = url.pathname.slice(API_PATH.length);
    const reply = ({ status, body }: Answer): true =>
      status === 204
        ? send(exchange, 204, "text/plain", "", CORS_HEADERS)
        : sendJson(exchange, status, body, CORS_HEADERS);

    const failure = takeMode((candidate) => {
      if (candidate === "unavailable") return true;
      if (candidate === "keys-unavailable") return path === "/.well-known/jwks.json";
      return path === "/logout";
    });
    if (failure === "unavailable" || failure === "keys-unavailable") {
      return reply(failed(503, "unexpected_failure", "Service Unavailable"));
    }
    if (failure !== "ok") return reply(failed(Number(failure.slice(-3)), "sign_out_refused", "Refused for the test"));
    if (method === "GET" && path === "/.well-known/jwks.json") return reply(done({ keys: keys.map(({ jwk }) => jwk) }));
    if (method === "GET" && path === "/authorize") {
      const target = new URL("/aanmelden", options.origin());
      target.search = url.search;
      return send(exchange, 302, "text/plain", "", { location: target.href });
    }
    if (request.headers.apikey !== AUTH_ANON_KEY) {
      return reply(failed(401, "no_api_key", "No API key found in request"));
    }
    const id = /^\/(?:factors|user\/identities)\/([0-9a-f-]{36})/.exec(path)?.[1] ?? "";
    const name = `${method} ${id === "" ? path : path.replace(id, ":id")}`;
    const answer = Object.hasOwn(CALLS, name) ? CALLS[name] : undefined;
    if (answer === undefined) return reply(failed(404, "not_found", `No ${name}`));
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? null;
    return reply(answer({ body: parseFields(exchange), query: url.searchParams, id, bearer }));
  }

  function handleControl(exchange: Exchange): boolean {
    if (exchange.url.pathname !== "/_control/auth") return false;
    if (!allowMethods(exchange, ["GET", "POST"])) return true;
    if (exchange.method === "POST") applyChange(parseFields(exchange));
    return sendJson(exchange, 200, {
      mode,
      lifetime,
      keys: keys.map(({ kid }) => kid),
      users: [...users.values()],
      sessions: sessions.size,
    });
  }

  function applyChange(fields: Body): void {
    if (fields.reset === true) controls.reset();
    if (fields.mode !== undefined) {
      const chosen = AUTH_MODES.find((candidate) => candidate === fields.mode);
      if (chosen === undefined) throw new RequestError(400, `mode must be one of ${AUTH_MODES.join(", ")}`);
      controls.setMode(chosen, fields.times === undefined ? undefined : Number(fields.times));
    }
    if (typeof fields.lifetime === "number") controls.setLifetime(fields.lifetime);
    if (fields.rotate === "keep" || fields.rotate === "drop") controls.rotateKey(fields.rotate);
    if (fields.end === true) controls.endSessions();
  }

  const controls: AuthControls = {
    get url() {
      return issuer();
    },
    get mode() {
      return mode;
    },
    get users() {
      return [...users.values()];
    },
    get sessionCount() {
      return sessions.size;
    },
    get signingKey() {
      return signingKey();
    },
    setMode(value, times = Number.POSITIVE_INFINITY) {
      mode = value;
      remaining = times;
    },
    setLifetime(seconds) {
      lifetime = seconds;
    },
    rotateKey(old) {
      keys = [...(old === "keep" ? keys : []), createSigningKey()];
    },
    endSessions() {
      sessions.clear();
    },
    lastCode: (recipient) => codes.get(recipient),
    sendCode,
    signIn: (email, now) => startSession(findOrCreateUser(email), "aal1", now),
    createAuthCode(email, challenge) {
      const code = randomUUID();
      authCodes.set(code, { userId: findOrCreateUser(email).id, challenge });
      return code;
    },
    reset() {
      for (const store of [users, sessions, codes, authCodes, challenges]) store.clear();
      lifetime = DEFAULT_LIFETIME_S;
      mode = "ok";
    },
  };
  return { controls, handlers: [handleApi, handleControl, createSignInHandler(controls, options.shopOrigin)] };
}

function recipientOf(body: Body): string | null {
  const recipient = body.email ?? body.phone;
  return typeof recipient === "string" && recipient !== "" ? recipient : null;
}

function readClaims(token: string | null): Record<string, unknown> | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token?.split(".")[1] ?? "", "base64url").toString("utf8"));
    return typeof claims === "object" && claims !== null ? (claims as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
