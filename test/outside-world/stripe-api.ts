import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type Stripe from "stripe";
import * as z from "zod";
import { OUTCOME_LABELS, type Outcome } from "./browser/stripe-calls.ts";
import { NO_ANSWER, type World } from "./http.ts";
import { listPage, type StripeAccountStore, searchPage } from "./stripe-account.ts";
import { type IntentStore, publicIntent } from "./stripe-intents.ts";
import { STRIPE_API_VERSION } from "./stripe-keys.ts";
import type { PaymentIntent } from "./stripe-objects.ts";
import {
  ApiError,
  boolean,
  email,
  emptyableEmail,
  type FormObject,
  integer,
  metadata,
  type Names,
  parseForm,
  readParameters,
  text,
} from "./stripe-parameters.ts";
import type { SaleStore } from "./stripe-sales.ts";
import type { StripeEvent } from "./stripe-webhooks.ts";

/** What secret-key calls meet: `cut` does the work, then drops the connection; `hang` never answers; `malformed` answers 200 with HTML. */
export const STRIPE_MODES = ["ok", "rate-limit", "error-500", "hang", "cut", "malformed", "unauthorized"] as const;
export type StripeMode = (typeof STRIPE_MODES)[number];

/** `isKept`: the same idempotency key gets it again. */
type Answer = { status: number; body: unknown; isKept: boolean };
type Caller = { key: "secret" | "publishable"; value: string };
type Call = { method: string; path: string; caller: Caller; form: FormObject; mode: StripeMode };

const CREATE_SHAPE = {
  amount: integer.pipe(z.number().min(50)),
  currency: z.literal("eur"),
  automatic_payment_methods: z.strictObject({ enabled: boolean }).optional(),
  metadata: metadata.default({}),
} satisfies Names<Stripe.PaymentIntentCreateParams>;
const REFUND_SHAPE = {
  payment_intent: text,
  amount: integer.pipe(z.number().min(1)).optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
} satisfies Names<Stripe.RefundCreateParams>;

/**
 * The changes of a payment, and of a charge, that the shop makes. A charge's address cannot be taken away. A new address
 * would send a mail at Stripe, and nothing else changes: the copies in a payment's charges stay.
 */
const CHANGES = { metadata: metadata.optional(), description: text.optional() };
const INTENT_SHAPE = {
  ...CHANGES,
  receipt_email: emptyableEmail.optional(),
} satisfies Names<Stripe.PaymentIntentUpdateParams>;
const CHARGE_SHAPE = { ...CHANGES, receipt_email: email.optional() } satisfies Names<Stripe.ChargeUpdateParams>;

/** The parameters of a confirmation by the stand-in Stripe.js; `local_outcome` decides what a card or bank would. */
const CONFIRM_SHAPE = {
  client_secret: text,
  key: text,
  return_url: text,
  receipt_email: email.optional(),
  payment_method_data: z.strictObject({
    type: text,
    billing_details: z.strictObject({ name: text, email }).partial().optional(),
    local_outcome: z.enum(Object.keys(OUTCOME_LABELS) as [Outcome]),
  }),
};

/** The part of Stripe's API that the shop, the stand-in Stripe.js and the operators' tools use. */
export function createStripeApi(
  intents: IntentStore,
  account: StripeAccountStore,
  events: () => readonly StripeEvent[],
  refund: SaleStore["refund"],
) {
  const saved = new Map<string, { called: string; answer: Answer }>();
  const requests: { method: string; path: string }[] = [];
  /** `left`: the number of calls for which the mode still lasts. */
  const behaviour = { mode: "ok" as StripeMode, left: 0 };
  const app = new Hono<World>();
  app.use("/v1/*", cors());

  app.all("/v1/*", async (c) => {
    const { method, path } = c.req;
    const body = await c.req.text();
    const form = parseForm(method === "POST" ? body : new URL(c.req.url).search);
    const idempotencyKey = c.req.header("idempotency-key") ?? null;
    requests.push({ method, path });
    const reply = ({ status, body }: Answer, headers = HEADERS) =>
      c.json(body as object, status as ContentfulStatusCode, headers);

    try {
      const caller = readCaller(c, form);
      const mode = caller.key === "secret" ? behaviour.mode : "ok";
      if (caller.key === "secret" && --behaviour.left <= 0) behaviour.mode = "ok";
      if (mode === "hang") return NO_ANSWER;
      if (mode === "unauthorized") throw invalidKey(caller.value);
      if (mode === "rate-limit") throw rateLimited();
      if (mode === "malformed") return c.html("<!doctype html><title>Even geduld</title>");
      // Stripe.js chooses its own version. The shop's server must ask for its package's version.
      if (caller.key === "secret" && c.req.header("stripe-version") !== STRIPE_API_VERSION)
        throw new ApiError(`Stripe-Version must be ${STRIPE_API_VERSION}.`);
      // https://docs.stripe.com/api/idempotent_requests
      if ((idempotencyKey?.length ?? 0) > 255) throw new ApiError("Idempotency keys have 255 characters at most.");
      const called = [path, caller.value, body].join("\n");
      const earlier = idempotencyKey === null ? undefined : saved.get(idempotencyKey);
      if (earlier !== undefined) {
        if (earlier.called !== called) {
          const message = `Keys for idempotent requests can only be used with the same parameters as the first time. Use another key than '${idempotencyKey}' for another request.`;
          throw new ApiError(message, { type: "idempotency_error" });
        }
        return reply(earlier.answer, { ...HEADERS, "idempotent-replayed": "true" });
      }
      // Synchronous from reading the body to the answer, so calls with the same key cannot overlap.
      const answer = answerOf({ method, path, caller, form, mode });
      if (idempotencyKey !== null && answer.isKept)
        saved.set(idempotencyKey, { called, answer: structuredClone(answer) });
      if (mode === "cut" || answer.status === 0) {
        c.env.outgoing.destroy();
        return NO_ANSWER;
      }
      return reply(answer);
    } catch (error) {
      return reply(errorAnswer(error));
    }
  });

  function answerOf(call: Call): Answer {
    try {
      if (call.mode === "error-500") throw serverFailed();
      return { status: 200, body: answerCall(call), isKept: true };
    } catch (error) {
      return errorAnswer(error);
    }
  }

  /** The result of a call; throws its refusal. */
  function answerCall(call: Call): unknown {
    const { method, path, caller, form } = call;
    const [, , ...segments] = path.split("/");
    const [resource, id, verb] = segments;
    const isSearch = resource === "payment_intents" && id === "search" && method === "GET";
    const intent = resource === "payment_intents" && id !== undefined && !isSearch ? intents.require(id) : undefined;
    if (intent !== undefined) {
      if (caller.key === "publishable" && form.client_secret !== intent.client_secret)
        throw new ApiError("The client_secret provided does not match the client_secret of the PaymentIntent.");
      if (verb === "confirm") return confirm(intent, call);
      if (method === "GET") return visibleTo(caller, intent);
    }
    if (caller.key === "publishable") {
      const message = "This API call cannot be made with a publishable API key. Use a secret API key.";
      throw new ApiError(message, { code: "secret_key_required" }, 403);
    }
    if (verb === "cancel" && intent !== undefined) intents.cancel(intent);
    if (intent !== undefined) return verb === "cancel" ? intent : update(intent, readParameters(form, INTENT_SHAPE));
    if (isSearch) return searchPage(path, intents.all(), form, account.expandFields);
    if (resource === "events") return listPage("/v1/events", events(), form, undefined, ["type"]);
    if (resource === "charges" && method === "POST") {
      const charge = account.all("charges").find((one) => one.id === id);
      if (charge !== undefined) return update(charge as unknown as Updated, readParameters(form, CHARGE_SHAPE));
    }
    if (resource === "refunds" && method === "POST") {
      const { payment_intent: of, amount, reason } = readParameters(form, REFUND_SHAPE);
      return refund(intents.require(of), amount, reason);
    }
    if (resource === "payment_intents" && method === "POST") return intents.create(readParameters(form, CREATE_SHAPE));
    const body = account.answer(method, segments, form);
    if (body === null) throw new ApiError(`Unrecognized request URL (${method}: ${path}).`, {}, 404);
    return body;
  }

  type Updated = Pick<PaymentIntent, "metadata" | "receipt_email" | "description">;
  type Changes = { [name in keyof Updated]?: Updated[name] | undefined };
  /** Metadata is merged: the given names are added or replaced, and empty ones removed. */
  function update(object: Updated, { metadata: given = {}, ...changes }: Changes): Updated {
    const kept = Object.entries({ ...object.metadata, ...given }).filter(([, value]) => value !== "");
    if (changes.receipt_email !== undefined && "status" in object && /canceled|processing/.test(String(object.status)))
      throw new ApiError("You may only update the receipt_email of a PaymentIntent that waits or has succeeded.");
    if (changes.receipt_email === "") changes.receipt_email = null;
    return Object.assign(object, changes, { metadata: Object.fromEntries(kept) });
  }

  function confirm(intent: PaymentIntent, { caller, form }: Call): unknown {
    const { return_url, receipt_email, payment_method_data: source } = readParameters(form, CONFIRM_SHAPE);
    const way = { type: source.type, returnUrl: return_url, receiptEmail: receipt_email };
    const outcome = source.local_outcome;
    if (outcome === "connection-lost") throw new Unanswered();
    if (outcome === "api-error") throw serverFailed();
    if (outcome === "rate-limit") throw rateLimited();
    const { name = null, email: address = null } = source.billing_details ?? {};
    intents.confirm(intent, { ...way, name, email: address, outcome });
    if (outcome === "connection-lost-after-payment") throw new Unanswered();
    return visibleTo(caller, intent);
  }

  return {
    app,
    requests,
    behaviour,
    /** `times`: for this many calls; without it, until it is set again. */
    setMode: (mode: StripeMode, times = Number.POSITIVE_INFINITY) =>
      void Object.assign(behaviour, { mode, left: times }),
    clear() {
      saved.clear();
      requests.length = 0;
      behaviour.mode = "ok";
    },
  };
}

/** Without it the package asks again after a failure. */
const HEADERS: Readonly<Record<string, string>> = { "stripe-should-retry": "false" };

/** Thrown for a call that never gets an answer. */
class Unanswered extends Error {}

function errorAnswer(error: unknown): Answer {
  if (error instanceof Unanswered) return { status: 0, body: null, isKept: true };
  if (!(error instanceof ApiError)) throw error;
  const { status, fields, message } = error;
  return { status, body: { error: { ...fields, message } }, isKept: error.isKept || status === 402 || status >= 500 };
}

function visibleTo(caller: Caller, intent: PaymentIntent): Partial<PaymentIntent> {
  return caller.key === "secret" ? intent : publicIntent(intent);
}

/** The key from the header or, for a publishable one, a parameter. */
function readCaller(c: Context, form: FormObject): Caller {
  const header = c.req.header("authorization")?.replace(/^Bearer /, "");
  const value = header ?? String(form.key ?? "");
  if (/^(sk|rk)_test_[A-Za-z0-9]+$/.test(header ?? "")) return { key: "secret", value };
  if (/^pk_test_[A-Za-z0-9]+$/.test(value)) return { key: "publishable", value };
  throw invalidKey(value);
}

function invalidKey(value: string): ApiError {
  return new ApiError(`Invalid API Key provided: ${value.slice(0, 8)}****`, {}, 401);
}

function rateLimited(): ApiError {
  const fields = { type: "rate_limit_error", code: "rate_limit" };
  return new ApiError("Too many requests made to the API too quickly.", fields, 429);
}

function serverFailed(): ApiError {
  return new ApiError("An unknown error occurred (lokale testomgeving).", { type: "api_error" }, 500);
}
