import * as z from "zod/mini";
import { apiError, apiHeaders, parseJson, readBody } from "./api.ts";
import { bearerToken, checkAccessToken, type TokenCheck } from "./auth.ts";
import { readSettings } from "./env.ts";
import { createPaymentIntent, readStripeAccess } from "./payments.ts";
import { isWithinLimit, RATE_LIMIT_PERIOD_S } from "./rate-limit.ts";
import type { AppContext } from "./request.ts";
import { IN_PRODUCT_OFFER, parseFlow } from "./shared/courses.ts";
import { VISIT_KEY_HEADER } from "./shared/payment.ts";
import { traced } from "./trace.ts";

/** A request is 35 bytes; nobody needs more than this. */
const BODY_MAX_BYTES = 4 * 1024;

const requestSchema = z.strictObject({ amount: z.number(), currency: z.string() });
const visitKeySchema = z.uuid();

/**
 * `POST /api/create-payment-intent`: `{amount, currency}` in, `{clientSecret}` out. What the client says is only
 * compared with what the catalogue sells here; what is charged comes from the catalogue (decisions, Payment).
 */
export async function handleCreatePaymentIntent(c: AppContext): Promise<Response> {
  if (!isSameOrigin(c)) return apiError(c, "foreign_origin");
  if (!isJson(c.req.header("content-type"))) return apiError(c, "unsupported_media_type");
  const body = await readBody(c.req.raw, BODY_MAX_BYTES);
  if (body === null) return apiError(c, "body_too_large");

  const order = requestSchema.safeParse(parseJson(body));
  // Without a key each call is a visit of its own; the checkout always sends one.
  const visitKey = visitKeySchema.safeParse(c.req.header(VISIT_KEY_HEADER) ?? crypto.randomUUID());
  if (!order.success || !visitKey.success) return apiError(c, "malformed_request");
  if (order.data.amount !== IN_PRODUCT_OFFER.priceCents || order.data.currency !== IN_PRODUCT_OFFER.currency) {
    return apiError(c, "price_not_offered");
  }

  if (!(await isWithinLimit(c, "PAYMENT_LIMIT", "create"))) {
    return apiError(c, "rate_limited", { "retry-after": String(RATE_LIMIT_PERIOD_S) });
  }
  const access = readStripeAccess(c.env);
  if (access === null) return apiError(c, "not_configured");

  const buyer = await checkBuyer(c);
  // Told apart from every other failure, so that the checkout can come back without the token: no sale is lost to one.
  if (buyer.status === "invalid") {
    const challenge = `Bearer error="invalid_token", error_description="${buyer.reason}"`;
    return apiError(c, "invalid_token", { "www-authenticate": challenge });
  }
  const create = createPaymentIntent(access, {
    visitKey: visitKey.data.toLowerCase(),
    flow: parseFlow(c.req.query("flow")),
    userId: buyer.status === "valid" ? buyer.userId : null,
    requestId: c.get("requestId"),
  });
  const clientSecret = await traced(c, "stripe", create, (secret) => (secret === null ? "failed" : "created"));
  if (clientSecret === null) return apiError(c, "payment_provider_failed");
  return c.json({ clientSecret }, 200, apiHeaders());
}

/** Who is buying, if a signed-in person is. When that cannot be found out now, the sale goes on without. */
async function checkBuyer(c: AppContext): Promise<TokenCheck | { status: "anonymous" }> {
  const { auth } = readSettings(c.env);
  const token = bearerToken(c.req.header("authorization"));
  if (auth === null || token === null) return { status: "anonymous" };
  return checkAccessToken(auth.url, token, c.get("requestId"));
}

/**
 * Whether one of our own pages sent this. Browsers name the origin of every POST; when something on the way took it
 * out, Fetch Metadata still tells. Without either it is no page of ours.
 */
function isSameOrigin(c: AppContext): boolean {
  const origin = c.req.header("origin");
  if (origin === undefined) return c.req.header("sec-fetch-site") === "same-origin";
  return origin === new URL(c.req.url).origin || origin === readSettings(c.env).siteOrigin;
}

function isJson(contentType = ""): boolean {
  return contentType.split(";", 1)[0]?.trim().toLowerCase() === "application/json";
}
