import * as z from "zod/mini";
import { keepDeliveryDraft } from "../../gifts/day/gift-delivery.ts";
import { lastDeliveryDay } from "../../gifts/day/gift-delivery-rules.ts";
import { giftWishSchema, newDraftId } from "../../gifts/gift-wish.ts";
import { CONSENT_VERSIONS } from "../../legal/purchase-consent-rules.ts";
import { bearerToken, checkAccessToken, type TokenCheck } from "../../server/accounts.ts";
import type { AppContext } from "../../server/http/context.ts";
import { mediaType, readHeader } from "../../server/http/header.ts";
import { apiError, apiHeaders, parseJson, readBody, refuseToken, tooManyRequests } from "../../server/http/json.ts";
import { flowAt, keepAlive } from "../../server/http/page-context.ts";
import { isWithinLimit } from "../../server/http/rate-limit.ts";
import { isSameOrigin } from "../../server/http/same-origin.ts";
import { traced } from "../../server/http/trace.ts";
import { errorMessage, logEvent } from "../../server/log.ts";
import type { Shop } from "../../server/shop.ts";
import { IN_PRODUCT_OFFER, isOffered, ownCheckoutPrice, PRODUCT_IDS } from "../../shared/courses.ts";
import { isEmailAddress } from "../../shared/email-address.ts";
import { CLIENT_SECRET, INTENT_ID, intentIdOf } from "../../shared/intent-id.ts";
import { addDays } from "../../shared/time.ts";
import { cleanLine } from "../../shared/typed-text.ts";
import { readEmailText } from "../../shared/typed-values.ts";
import { findLeftPayments, openPaymentIntent, writePaymentDetails } from "../intents.ts";
import { DETAILS_REFUSALS, MAX_OTHER_VISITS, VISIT_KEY_HEADER, type WrittenAccount } from "../payment-rules.ts";
import { GIFT_DIGEST } from "../purchase-identity.ts";

/** The checkout's calls: creating a payment, and writing its buyer and consent on it. */

/** A request for a payment is at most a kilobyte. */
const BODY_MAX_BYTES = 4 * 1024;
/** The longest message of a gift is 15,000 UTF-16 units, of at most three bytes each. */
const DETAILS_MAX_BYTES = 64 * 1024;

const intentIdSchema = z.string().check(z.regex(INTENT_ID));
const clientSecretSchema = z.string().check(z.regex(CLIENT_SECRET));

const visitKeySchema = z.uuid();

const createSchema = z.strictObject({
  amount: z.number(),
  currency: z.string(),
  /** The product; by default the course that this checkout sells for oneself. */
  product: z._default(z.enum(PRODUCT_IDS), IN_PRODUCT_OFFER.productId),
  intent: z.exactOptional(intentIdSchema),
  gift: z.exactOptional(z.string().check(z.regex(GIFT_DIGEST))),
  /** Other visits of this browser, whose payments may have succeeded without a page that showed it. */
  others: z.exactOptional(
    z
      .array(z.strictObject({ intentId: intentIdSchema, visitKey: visitKeySchema }))
      .check(z.maxLength(MAX_OTHER_VISITS)),
  ),
});

/**
 * `POST /api/create-payment-intent`: `{amount, currency}` in, `{clientSecret}` out, with `left` if another visit's
 * payment succeeded, or still may. The client's amount is only compared with the offers in the flow of the address; the
 * charged amount comes from the price table (given 6.6).
 */
export async function handleCreatePaymentIntent(c: AppContext): Promise<Response> {
  const order = await readRequest(c, "create", createSchema, BODY_MAX_BYTES);
  if (order instanceof Response) return order;
  // Without a key each call is a visit of its own; the checkout always sends one.
  const visitKey = visitKeySchema.safeParse(readHeader(c, VISIT_KEY_HEADER) ?? crypto.randomUUID());
  if (!visitKey.success) return apiError(c, "malformed_request");
  const flow = flowAt(c, c.req.query("flow"));
  const priceCents = ownCheckoutPrice(order.product, flow, order.gift !== undefined);
  const shop = c.get("shop");
  const { checkoutLinks } = shop.settings;
  const isSold = isOffered(order.product, checkoutLinks[order.product][flow]);
  if (!isSold || priceCents === null || order.amount !== priceCents || order.currency !== IN_PRODUCT_OFFER.currency) {
    return apiError(c, "price_not_offered");
  }
  if (order.gift !== undefined && !shop.sellsGifts) return apiError(c, "gifts_not_sold");
  if (shop.stripe === null) return apiError(c, "not_configured");

  const open = openPaymentIntent(shop, {
    visitKey: visitKey.data.toLowerCase(),
    identity: { productId: order.product, priceCents, giftDigest: order.gift ?? null },
    flow,
    knownIntentId: order.intent ?? null,
  });
  const [outcome, left] = await Promise.all([
    traced(c, "stripe", open, ({ status }) => status),
    findLeftPayments(shop, order.others ?? []),
  ]);
  if (outcome.status === "created") {
    const { clientSecret } = outcome;
    return c.json({ clientSecret, ...(Object.keys(left).length === 0 ? {} : { left }) }, 200, apiHeaders());
  }
  return apiError(c, outcome.status === "failed" ? "payment_provider_failed" : "payment_provider_unreachable");
}

const buyerFields = {
  clientSecret: clientSecretSchema,
  /** Some wallets give none. */
  name: z.string().check(z.overwrite(cleanLine), z.maxLength(200)),
  email: z.string().check(z.overwrite(readEmailText), z.refine(isEmailAddress)),
  isTold: z.boolean(),
};
/** A buyer who starts at once consents to that. A giver needs no consent. */
const detailsSchema = z.union([
  z.strictObject({ ...buyerFields, consent: z.enum(CONSENT_VERSIONS) }),
  z.strictObject({
    ...buyerFields,
    gift: giftWishSchema,
    /** The address to which the shop mails the gift on its day. It is in the ledger only, and never sent to Stripe. */
    deliverTo: z.exactOptional(z.string().check(z.overwrite(readEmailText), z.refine(isEmailAddress))),
  }),
]);

/**
 * `POST /api/payment-details`: writes buyer, consent and account on a payment, just before it is confirmed. Only the
 * holder of its client secret may do that. Without a 2xx the checkout does not confirm. The account is that of the
 * request's token, or none. The answer tells which, so that the checkout can tell the buyer. A gift has no account.
 */
export async function handlePaymentDetails(c: AppContext): Promise<Response> {
  const details = await readRequest(c, "details", detailsSchema, DETAILS_MAX_BYTES);
  if (details instanceof Response) return details;
  // Refuses even a gift whose payment began while gifts were sold.
  const shop = c.get("shop");
  if ("gift" in details && !shop.sellsGifts) return apiError(c, "gifts_not_sold");
  if ("gift" in details && details.deliverTo !== undefined && !isDeliverable(details.gift.from, shop.now)) {
    return apiError(c, "malformed_request");
  }
  if (shop.stripe === null) return apiError(c, "not_configured");
  const buyer = "gift" in details ? ({ status: "anonymous" } as const) : await checkBuyer(c);
  // A code of its own, so that the checkout can send the details again without the token. No sale is lost to a token.
  if (buyer.status === "invalid") return refuseToken(c, buyer.reason);

  const { clientSecret, name, email, isTold } = details;
  const deliverTo = "gift" in details ? details.deliverTo : undefined;
  const draft = deliverTo === undefined ? undefined : { id: newDraftId(), to: deliverTo };
  const intentId = intentIdOf(clientSecret);
  const write = writePaymentDetails(
    shop,
    { intentId, clientSecret },
    {
      name,
      email,
      isTold,
      ...("gift" in details
        ? { gift: { ...details.gift, deliveryDraftId: draft?.id } }
        : {
            consentVersion: details.consent,
            consentAt: shop.now.toISOString(),
            userId: buyer.status === "valid" ? buyer.userId : null,
          }),
    },
  );
  const outcome = await traced(c, "stripe", write, ({ status }) => status);
  if (outcome.status !== "written") return apiError(c, DETAILS_REFUSALS[outcome.status]);
  const { isUnderWay } = outcome;
  if (draft !== undefined && "gift" in details && (!isUnderWay || isTold))
    keepAlive(c, keepAddress(shop, intentId, { ...draft, day: details.gift.from }));
  const account: WrittenAccount = isUnderWay && !isTold ? "none" : ACCOUNT_WRITTEN[buyer.status];
  return c.json({ isUnderWay, account }, 200, apiHeaders());
}

/** Whether the shop mails a gift for that day. A past day may have been in the future when the payment began, not long ago. */
function isDeliverable(from: string, now: Date): boolean {
  const last = lastDeliveryDay(now);
  return from !== "now" && from > addDays(last, -2 * 364) && from <= last;
}

/**
 * Stores the recipient's address. No sale waits for the ledger: if that fails, a mail asks the giver for it again. Never
 * rejects.
 */
async function keepAddress(
  shop: Shop,
  intentId: string,
  draft: { id: string; to: string; day: string },
): Promise<void> {
  try {
    await keepDeliveryDraft(shop, intentId, draft);
  } catch (error) {
    logEvent("error", "delivery.unkept", { requestId: shop.requestId, intentId, reason: errorMessage(error) });
  }
}

const ACCOUNT_WRITTEN = { valid: "written", anonymous: "none", unavailable: "unavailable" } as const;

/**
 * Returns the checked body of a request, or the answer to a request that is refused: from another site, beyond the
 * limit, or malformed. The body is read last, so a refused request costs little.
 */
async function readRequest<T>(
  c: AppContext,
  purpose: string,
  schema: z.ZodMiniType<T>,
  maxBytes: number,
): Promise<T | Response> {
  if (!isSameOrigin(c)) return apiError(c, "foreign_origin");
  if (mediaType(c) !== "application/json") return apiError(c, "unsupported_media_type");
  if (!(await isWithinLimit(c, "PAYMENT_LIMIT", purpose))) return tooManyRequests(c);
  const body = await readBody(c.req.raw, maxBytes);
  if (body === null) return apiError(c, "body_too_large");
  const request = schema.safeParse(parseJson(body));
  return request.success ? request.data : apiError(c, "malformed_request");
}

/** The signed-in buyer's account, if there is one. If it cannot be verified now, the sale goes on without it. */
async function checkBuyer(c: AppContext): Promise<TokenCheck | { status: "anonymous" }> {
  const { auth } = c.get("shop").settings;
  const token = bearerToken(readHeader(c, "authorization"));
  if (auth === null || token === null) return { status: "anonymous" };
  return checkAccessToken(auth.url, token, c.get("shop").requestId);
}
