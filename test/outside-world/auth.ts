import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import { AUTH_ANON_KEY, createSigningKey, type SigningKey, signToken } from "./auth-keys.ts";
import {
  allowMethods,
  type Exchange,
  type Handler,
  parseFields,
  RequestError,
  send,
  sendJson,
  sendSeeOther,
} from "./http.ts";
import type { Mailbox } from "./mailbox.ts";

/**
 * The sign-in service that the shop shares with the course environment, as far as the client library calls it
 * (specification section 7): links and one-time codes by e-mail, refresh with rotating tokens, second factors, and
 * signed access tokens. A link signs in whoever began (PKCE, RFC 7636): it brings a code that only they can redeem.
 */

/** Somebody who has an account from the start, so that a new machine has one to try. */
export const TEST_ACCOUNT_EMAIL = "testkoper@example.com";

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
  /** The one-time code that was last sent to an address or number. */
  lastCode(recipient: string): string | undefined;
  /** Gives somebody an account, if they have none yet. */
  addAccount(email: string): User;
  /** Signs a person in without a code. */
  signIn(email: string, now?: number): SessionBody;
  /** A code for the PKCE flow that a verifier redeems. */
  createAuthCode(email: string, challenge: string): string;
  /** Forgets people, sessions and codes but the test account, and behaves well. Keys stay: callers remember them. */
  reset(): void;
};

const API_PATH = "/auth/v1";
const DEFAULT_LIFETIME_S = 3600;
/** How long a spent refresh token still gets the tokens that replaced it. */
const REUSE_MS = 10_000;
/** How soon the same address may ask for another e-mail. */
const MAIL_INTERVAL_MS = 60_000;
/** How long a code in an address can be redeemed. */
const AUTH_CODE_MAX_AGE_MS = 5 * 60_000;
/** What the token of a link begins with whose sign-in ends with a code. */
const PKCE_TOKEN_PREFIX = "pkce_";
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

/** What an e-mailed link stands for. Without a challenge it ends with tokens in the hash (the implicit flow). */
type MailedLink = { email: string; challenge: string | null };

/** The hash that an implicit sign-in ends with. The shop must never use one: anybody can make it (session fixation). */
export function tokenHash(session: SessionBody, type = "magiclink"): string {
  const { access_token, refresh_token, expires_in, expires_at, token_type } = session;
  return new URLSearchParams({
    access_token,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
    refresh_token,
    token_type,
    type,
  }).toString();
}

export function createAuth(options: { origin: () => string; shopOrigin: () => string; mailbox: Mailbox }): {
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
  const lastMailMs = new Map<string, number>();
  const links = new Map<string, MailedLink>();
  const authCodes = new Map<string, { userId: string; challenge: string; madeAtMs: number }>();
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

  function findUser(recipient: string): User | undefined {
    return [...users.values()].find((user) => user.email === recipient || user.phone === recipient);
  }

  function findOrCreateUser(recipient: string): User {
    const known = findUser(recipient);
    if (known !== undefined) return known;
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

  /** The e-mail of a one-time code, with a link that does the same. */
  function sendMail({ email, challenge }: MailedLink, redirectTo: string): void {
    const token = `${challenge === null ? "" : PKCE_TOKEN_PREFIX}${randomUUID()}`;
    links.set(token, { email, challenge });
    const query = new URLSearchParams({ token, type: "magiclink", redirect_to: redirectTo });
    options.mailbox.send({
      to: email,
      subject: "Je link om in te loggen",
      text: `Hallo,\n\nMet de knop hieronder log je in. Dat kan één keer, in de browser waarin je de link hebt gevraagd.\n\nWordt er om een code gevraagd? Die is ${sendCode(email)}.`,
      link: { label: "Inloggen", href: `${issuer()}/verify?${query}` },
    });
  }

  /** Where a link leads: to an address of the shop, with what it brings. */
  function followLink(token: string, target: URL): string {
    const link = links.get(token);
    if (link === undefined) {
      const problem = {
        error: "access_denied",
        error_code: "otp_expired",
        error_description: "Email link is invalid or has expired",
      };
      if (token.startsWith(PKCE_TOKEN_PREFIX)) {
        for (const [name, value] of Object.entries(problem)) target.searchParams.set(name, value);
      }
      target.hash = new URLSearchParams(problem).toString();
      return target.href;
    }
    links.delete(token);
    codes.delete(link.email);
    const user = findOrCreateUser(link.email);
    if (link.challenge === null) target.hash = tokenHash(startSession(user));
    else target.searchParams.set("code", createAuthCode(user, link.challenge));
    return target.href;
  }

  function createAuthCode(user: User, challenge: string): string {
    const code = randomUUID();
    authCodes.set(code, { userId: user.id, challenge, madeAtMs: Date.now() });
    return code;
  }

  /** The shop is the one place that the service sends people to. */
  function shopAddress(redirectTo: string | null): URL {
    const asked = URL.parse(redirectTo ?? "");
    return asked?.origin === options.shopOrigin() ? asked : new URL(options.shopOrigin());
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
    "POST /otp": ({ body, query }) => {
      const recipient = recipientOf(body);
      if (recipient === null) return NO_RECIPIENT;
      if (body.create_user === false && findUser(recipient) === undefined) {
        return failed(422, "otp_disabled", "Signups not allowed for otp");
      }
      if (!recipient.includes("@")) {
        sendCode(recipient);
        return done({ message_id: randomUUID() });
      }
      const challenge = typeof body.code_challenge === "string" ? body.code_challenge : null;
      if (challenge !== null && body.code_challenge_method !== "s256") {
        return failed(400, "validation_failed", "Invalid code challenge method");
      }
      const waitMs = (lastMailMs.get(recipient) ?? 0) + MAIL_INTERVAL_MS - Date.now();
      if (waitMs > 0) {
        const text = `For security purposes, you can only request this after ${Math.ceil(waitMs / 1000)} seconds.`;
        return failed(429, "over_email_send_rate_limit", text);
      }
      lastMailMs.set(recipient, Date.now());
      sendMail({ email: recipient, challenge }, query.get("redirect_to") ?? "");
      return done();
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
        ? done({ url: `${issuer()}/authorize?provider=sso` })
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
          if (Date.now() - started.madeAtMs > AUTH_CODE_MAX_AGE_MS) {
            return failed(403, "flow_state_expired", "invalid flow state, flow state has expired");
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
    const { searchParams } = url;
    if (method === "GET" && path === "/verify") {
      const target = shopAddress(searchParams.get("redirect_to"));
      return sendSeeOther(exchange, followLink(searchParams.get("token") ?? "", target));
    }
    // Another provider's page, on which the test account is always signed in.
    if (method === "GET" && path === "/authorize") {
      const challenge = searchParams.get("code_challenge");
      if (challenge === null) return reply(failed(400, "validation_failed", "code_challenge is required"));
      const target = shopAddress(searchParams.get("redirect_to"));
      target.searchParams.set("code", createAuthCode(findOrCreateUser(TEST_ACCOUNT_EMAIL), challenge));
      return sendSeeOther(exchange, target.href);
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
    if (typeof fields.account === "string") controls.addAccount(fields.account);
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
    addAccount: findOrCreateUser,
    signIn: (email, now) => startSession(findOrCreateUser(email), "aal1", now),
    createAuthCode: (email, challenge) => createAuthCode(findOrCreateUser(email), challenge),
    reset() {
      for (const store of [users, sessions, codes, lastMailMs, links, authCodes, challenges]) store.clear();
      findOrCreateUser(TEST_ACCOUNT_EMAIL);
      lifetime = DEFAULT_LIFETIME_S;
      mode = "ok";
    },
  };
  findOrCreateUser(TEST_ACCOUNT_EMAIL);
  return { controls, handlers: [handleApi, handleControl] };
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
