import { createHash } from "node:crypto";
import { type Exchange, send, sendJson } from "./http.ts";
import { randomId } from "./identifiers.ts";
import type { StripeAccountStore } from "./stripe-account.ts";
import { type IntentStore, OUTCOMES, type Outcome, type PaymentIntent, publicIntent } from "./stripe-intents.ts";
import { STRIPE_API_VERSION } from "./stripe-keys.ts";
import { expanded, LIST_PARAMETERS, listPage } from "./stripe-lists.ts";
import {
  type ApiError,
  CONFIRM_PARAMETERS,
  checkCreate,
  checkMetadata,
  type FormObject,
  firstUnknown,
  invalid,
  invalidEmail,
  isEmail,
  missingParameter,
  parseForm,
  textOf,
  unknownParameter,
} from "./stripe-parameters.ts";

/**
 * How Stripe behaves. `decline` refuses every confirmation; the others hit the calls made with the secret key:
 * `cut` does the work and then drops the connection, `hang` never answers, `malformed` answers 200 with HTML.
 */
export const STRIPE_MODES = [
  "ok",
  "decline",
  "rate-limit",
  "error-500",
  "hang",
  "cut",
  "malformed",
  "unauthorized",
] as const;
export type StripeMode = (typeof STRIPE_MODES)[number];

/** One call of the API, for assertions. `status` is 0 when it was never answered. */
export type StripeRequestRecord = {
  method: string;
  path: string;
  parameters: FormObject;
  key: "secret" | "publishable" | "none";
  idempotencyKey: string | null;
  replayed: boolean;
  status: number;
};

export type StripeApi = {
  handle(exchange: Exchange): boolean;
  requests: StripeRequestRecord[];
  mode(): { mode: StripeMode; times: number };
  /** `times` = how many calls it lasts; without it, until it is set again. */
  setMode(mode: StripeMode, times?: number): void;
  clear(): void;
};

type Answer = { status: number; body: unknown };
type SavedAnswer = { fingerprint: string; requestId: string; answer: Answer };
type Caller = { key: "secret" | "publishable"; value: string };

const CORS_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "request-id",
};
const IDEMPOTENCY_KEY_MAX_LENGTH = 255;

/** The part of Stripe's API that the shop, the stand-in Stripe.js and the operators' tools call. */
export function createStripeApi(intents: IntentStore, account: StripeAccountStore): StripeApi {
  const saved = new Map<string, SavedAnswer>();
  const requests: StripeRequestRecord[] = [];
  let mode: StripeMode = "ok";
  let remaining = Number.POSITIVE_INFINITY;

  function takeMode(applies: (mode: StripeMode) => boolean): StripeMode {
    if (mode === "ok" || !applies(mode)) return "ok";
    const taken = mode;
    remaining -= 1;
    if (remaining <= 0) mode = "ok";
    return taken;
  }

  function handle(exchange: Exchange): boolean {
    const { method, url, body, response, request } = exchange;
    if (!url.pathname.startsWith("/v1/")) return false;
    if (method === "OPTIONS") return sendPreflight(exchange);
    const parameters = parseForm(method === "POST" ? body : url.search.slice(1));
    const caller = readCaller(exchange, parameters);
    const idempotencyHeader = request.headers["idempotency-key"];
    const idempotencyKey = method === "POST" && typeof idempotencyHeader === "string" ? idempotencyHeader : null;
    const record: StripeRequestRecord = {
      method,
      path: url.pathname,
      parameters,
      key: "key" in caller ? caller.key : "none",
      idempotencyKey,
      replayed: false,
      status: 0,
    };
    requests.push(record);
    const requestId = randomId("req_", 14);

    function reply(answer: Answer, headers: Readonly<Record<string, string>> = {}): true {
      record.status = answer.status;
      return sendJson(exchange, answer.status, answer.body, {
        "request-id": requestId,
        "stripe-version": STRIPE_API_VERSION,
        ...(idempotencyKey === null ? {} : { "idempotency-key": idempotencyKey }),
        ...CORS_HEADERS,
        ...headers,
      });
    }

    if ("error" in caller) return reply(errorAnswer(caller));
    const failure = takeMode((candidate) => (candidate === "decline" ? isConfirm(exchange) : caller.key === "secret"));
    if (failure === "hang") return true;
    if (failure === "unauthorized") return reply(errorAnswer(invalidKey(caller.value)));
    if (failure === "rate-limit") return reply(errorAnswer(RATE_LIMITED));
    if (failure === "malformed") {
      record.status = 200;
      return send(exchange, 200, "text/html; charset=utf-8", "<!doctype html><title>Even geduld</title>", {
        "request-id": requestId,
      });
    }
    const refused = checkHeaders(exchange, caller, idempotencyKey);
    if (refused !== null) return reply(errorAnswer(refused));

    const fingerprint = createHash("sha256").update(`${url.pathname}\n${caller.value}\n${body}`).digest("hex");
    const earlier = idempotencyKey === null ? undefined : saved.get(`${caller.value} ${idempotencyKey}`);
    if (earlier !== undefined) {
      if (earlier.fingerprint !== fingerprint) return reply(errorAnswer(keyReused(idempotencyKey ?? "")));
      record.replayed = true;
      return reply(earlier.answer, { "idempotent-replayed": "true", "original-request": earlier.requestId });
    }
    // Everything up to here and from here to the answer is synchronous: calls with the same key cannot overlap.
    const answer =
      failure === "error-500" ? errorAnswer(SERVER_FAILED) : answerCall(exchange, caller, parameters, failure);
    if (idempotencyKey !== null && isSaved(answer)) {
      saved.set(`${caller.value} ${idempotencyKey}`, { fingerprint, requestId, answer: structuredClone(answer) });
    }
    if (failure === "cut" || answer.status === 0) {
      response.destroy();
      return true;
    }
    return reply(answer, answer.status >= 500 ? { "stripe-should-retry": "false" } : {});
  }

  function answerCall(exchange: Exchange, caller: Caller, parameters: FormObject, failure: StripeMode): Answer {
    const [, , ...segments] = exchange.url.pathname.split("/");
    const [resource, id, verb, ...rest] = segments;
    if (resource !== "payment_intents") return answerAccount(exchange, caller, segments, parameters);
    if (rest.length > 0) return errorAnswer(unknownUrl(exchange));
    if (exchange.method === "POST" && id === undefined) return answerCreate(caller, parameters);
    if (id === undefined) return answerList(caller, parameters);
    const intent = intents.get(id);
    if (intent === undefined) return errorAnswer(noSuchIntent(id));
    const secret = textOf(parameters.client_secret);
    if (caller.key === "publishable" && secret === undefined) return errorAnswer(missingParameter("client_secret"));
    if (secret !== undefined && secret !== intent.client_secret) return errorAnswer(SECRET_MISMATCH);
    if (exchange.method === "GET" && verb === undefined) {
      const unknown = firstUnknown(parameters, ["client_secret", "key", "expand"]);
      return unknown === null
        ? { status: 200, body: visibleTo(caller, intent) }
        : errorAnswer(unknownParameter(unknown));
    }
    if (exchange.method === "POST" && verb === undefined) return answerUpdate(intent, caller, parameters);
    if (exchange.method === "POST" && verb === "confirm") return answerConfirm(intent, caller, parameters, failure);
    if (exchange.method === "POST" && verb === "cancel") return answerCancel(intent, caller, parameters);
    return errorAnswer(unknownUrl(exchange));
  }

  function answerAccount(
    exchange: Exchange,
    caller: Caller,
    segments: readonly string[],
    parameters: FormObject,
  ): Answer {
    if (caller.key === "publishable") return errorAnswer(SECRET_KEY_REQUIRED);
    const body = account.answer(exchange.method, segments, parameters);
    if (body === null) return errorAnswer(unknownUrl(exchange));
    return isApiError(body) ? errorAnswer(body) : { status: 200, body };
  }

  function answerList(caller: Caller, parameters: FormObject): Answer {
    if (caller.key === "publishable") return errorAnswer(SECRET_KEY_REQUIRED);
    const unknown = firstUnknown(parameters, LIST_PARAMETERS);
    if (unknown !== null) return errorAnswer(unknownParameter(unknown));
    const page = listPage("/v1/payment_intents", intents.all(), parameters);
    if ("error" in page) return errorAnswer(page);
    const isExpanded = expanded(parameters).includes("data.latest_charge");
    const data = page.data.map((intent) =>
      isExpanded && intent.latest_charge !== null
        ? { ...intent, latest_charge: { id: intent.latest_charge, object: "charge", created: intent.created } }
        : intent,
    );
    return { status: 200, body: { ...page, data } };
  }

  function answerCreate(caller: Caller, parameters: FormObject): Answer {
    if (caller.key === "publishable") return errorAnswer(SECRET_KEY_REQUIRED);
    const checked = checkCreate(parameters);
    if ("error" in checked) return errorAnswer(checked);
    return { status: 200, body: intents.create(checked.parameters) };
  }

  /** Of an intent that exists, the shop changes metadata only: given names are added or replaced, empty ones removed. */
  function answerUpdate(intent: PaymentIntent, caller: Caller, parameters: FormObject): Answer {
    if (caller.key === "publishable") return errorAnswer(SECRET_KEY_REQUIRED);
    const unknown = firstUnknown(parameters, ["metadata", "expand"]);
    if (unknown !== null) return errorAnswer(unknownParameter(unknown));
    const checked = checkMetadata(parameters.metadata);
    if ("error" in checked) return errorAnswer(checked);
    const kept = Object.entries({ ...intent.metadata, ...checked.metadata }).filter(([, value]) => value !== "");
    intent.metadata = Object.fromEntries(kept);
    return { status: 200, body: intent };
  }

  function answerConfirm(intent: PaymentIntent, caller: Caller, parameters: FormObject, failure: StripeMode): Answer {
    const confirmation = readConfirmation(parameters);
    if ("error" in confirmation) return errorAnswer(confirmation);
    const outcome = failure === "decline" ? "declined" : confirmation.outcome;
    if (outcome === "connection-lost") return UNANSWERED;
    if (outcome === "api-error") return errorAnswer(SERVER_FAILED);
    if (outcome === "rate-limit") return errorAnswer(RATE_LIMITED);
    const refused = intents.confirm(intent, { ...confirmation, outcome });
    if (refused !== null) return errorAnswer(refused);
    return outcome === "connection-lost-after-payment" ? UNANSWERED : { status: 200, body: visibleTo(caller, intent) };
  }

  function answerCancel(intent: PaymentIntent, caller: Caller, parameters: FormObject): Answer {
    if (caller.key === "publishable") return errorAnswer(SECRET_KEY_REQUIRED);
    const unknown = firstUnknown(parameters, ["cancellation_reason", "client_secret", "expand"]);
    if (unknown !== null) return errorAnswer(unknownParameter(unknown));
    const refused = intents.cancel(intent, textOf(parameters.cancellation_reason) ?? null);
    return refused === null ? { status: 200, body: intent } : errorAnswer(refused);
  }

  return {
    handle,
    requests,
    mode: () => ({ mode, times: remaining }),
    setMode(value, times = Number.POSITIVE_INFINITY) {
      mode = value;
      remaining = times;
    },
    clear() {
      saved.clear();
      requests.length = 0;
      mode = "ok";
    },
  };
}

/** An answer that the caller never gets. */
const UNANSWERED: Answer = { status: 0, body: null };

/** Results and server failures are kept under their key; refusals before the work began are not. */
function isSaved({ status }: Answer): boolean {
  return status === 0 || status === 200 || status === 402 || status >= 500;
}

function isConfirm({ method, url }: Exchange): boolean {
  return method === "POST" && url.pathname.endsWith("/confirm");
}

function visibleTo(caller: Caller, intent: PaymentIntent): Partial<PaymentIntent> {
  return caller.key === "secret" ? intent : publicIntent(intent);
}

function sendPreflight(exchange: Exchange): true {
  return send(exchange, 204, "text/plain", "", {
    ...CORS_HEADERS,
    "access-control-allow-methods": "GET, POST",
    "access-control-allow-headers": "authorization, content-type, stripe-version",
    "access-control-max-age": "600",
  });
}

/** The key from the header (Bearer, or Basic with the key as user name) or, for a publishable one, a parameter. */
function readCaller(exchange: Exchange, parameters: FormObject): Caller | ApiError {
  const header = exchange.request.headers.authorization ?? "";
  const [scheme, credentials = ""] = header.split(" ");
  let value = textOf(parameters.key) ?? "";
  if (scheme?.toLowerCase() === "bearer") value = credentials;
  if (scheme?.toLowerCase() === "basic") {
    value = Buffer.from(credentials, "base64").toString("utf8").split(":")[0] ?? "";
  }
  if (value === "") return NO_KEY;
  if (/^(sk|rk)_test_[A-Za-z0-9]+$/.test(value) && header !== "") return { key: "secret", value };
  if (/^pk_test_[A-Za-z0-9]+$/.test(value)) return { key: "publishable", value };
  return invalidKey(value);
}

function checkHeaders(exchange: Exchange, caller: Caller, idempotencyKey: string | null): ApiError | null {
  const { headers } = exchange.request;
  // Stripe.js chooses its own version; the shop's server has to ask for the one that its package was made for.
  if (caller.key === "secret" && headers["stripe-version"] !== STRIPE_API_VERSION) {
    return invalid(`Stripe-Version must be ${STRIPE_API_VERSION}, got ${headers["stripe-version"] ?? "none"}.`);
  }
  const contentType = headers["content-type"] ?? "";
  if (exchange.body !== "" && !contentType.startsWith("application/x-www-form-urlencoded")) {
    return invalid(`Invalid request: Content-Type must be application/x-www-form-urlencoded, got ${contentType}.`);
  }
  if (idempotencyKey !== null && idempotencyKey.length > IDEMPOTENCY_KEY_MAX_LENGTH) {
    return invalid("Idempotency keys can be at most 255 characters.");
  }
  return null;
}

function readConfirmation(
  parameters: FormObject,
): ApiError | { type: string; outcome: Outcome; returnUrl: string | null; receiptEmail: string | null } {
  const unknown = firstUnknown(parameters, CONFIRM_PARAMETERS);
  if (unknown !== null) return unknownParameter(unknown);
  const method = parameters.payment_method_data;
  if (typeof method !== "object") return missingParameter("payment_method_data");
  const allowed = ["type", "billing_details", "allow_redisplay", "metadata", "local_outcome"];
  const unknownInMethod = firstUnknown(method, allowed, "payment_method_data");
  if (unknownInMethod !== null) return unknownParameter(unknownInMethod);
  const type = textOf(method.type);
  if (type === undefined) return missingParameter("payment_method_data[type]");
  const receiptEmail = textOf(parameters.receipt_email) ?? null;
  if (receiptEmail !== null && !isEmail(receiptEmail)) return invalidEmail(receiptEmail, "receipt_email");
  const details = method.billing_details;
  const billingEmail = typeof details === "object" ? textOf(details.email) : undefined;
  if (billingEmail !== undefined && !isEmail(billingEmail)) {
    return invalidEmail(billingEmail, "payment_method_data[billing_details][email]");
  }
  const chosen = textOf(method.local_outcome) ?? "succeeded";
  const outcome = OUTCOMES.find((candidate) => candidate === chosen);
  if (outcome === undefined)
    return invalid(`Unknown outcome ${chosen}`, { param: "payment_method_data[local_outcome]" });
  return { type, outcome, returnUrl: textOf(parameters.return_url) ?? null, receiptEmail };
}

function isApiError(body: unknown): body is ApiError {
  return typeof body === "object" && body !== null && "error" in body;
}

function errorAnswer({ status, error }: ApiError): Answer {
  const docUrl =
    error.code === undefined
      ? {}
      : { doc_url: `https://stripe.com/docs/error-codes/${error.code.replaceAll("_", "-")}` };
  return { status, body: { error: { ...error, ...docUrl } } };
}

const NO_KEY: ApiError = invalid(
  "You did not provide an API key. Provide it in the Authorization header, with Bearer auth.",
  {},
  401,
);
const SECRET_KEY_REQUIRED: ApiError = invalid(
  "This API call cannot be made with a publishable API key. Use a secret API key.",
  { code: "secret_key_required" },
  403,
);
const SECRET_MISMATCH: ApiError = invalid(
  "The client_secret provided does not match the client_secret associated with the PaymentIntent.",
  { param: "client_secret" },
);
const RATE_LIMITED: ApiError = {
  status: 429,
  error: { type: "rate_limit_error", code: "rate_limit", message: "Too many requests made to the API too quickly." },
};
const SERVER_FAILED: ApiError = {
  status: 500,
  error: { type: "api_error", message: "An unknown error occurred (lokale testomgeving)." },
};

function invalidKey(value: string): ApiError {
  return invalid(`Invalid API Key provided: ${value.slice(0, 8)}****`, {}, 401);
}

function keyReused(idempotencyKey: string): ApiError {
  const message = `Keys for idempotent requests can only be used with the same parameters as the first time. Use another key than '${idempotencyKey}' for another request.`;
  return { status: 400, error: { type: "idempotency_error", message } };
}

function noSuchIntent(id: string): ApiError {
  return invalid(`No such payment_intent: '${id}'`, { code: "resource_missing", param: "intent" }, 404);
}

function unknownUrl({ method, url }: Exchange): ApiError {
  return invalid(`Unrecognized request URL (${method}: ${url.pathname}).`, {}, 404);
}
