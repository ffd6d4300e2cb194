import { setTimeout as delay } from "node:timers/promises";
import type Stripe from "stripe";
import * as z from "zod";
import { errorMessage } from "../../src/server/log.ts";
import { dashboardPage } from "../../src/server/stripe.ts";
import { IN_PRODUCT_OFFER } from "../../src/shared/courses.ts";
import { CLIENT_SECRET, intentIdOf } from "../../src/shared/intent-id.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { describeStripeError } from "../stripe-errors.ts";
import { PlatformError } from "../wrangler.ts";
import { advice, type Finding, missing, ok } from "./findings.ts";
import type { StripeConnection } from "./stripe.ts";
import { deployCommand, type Site } from "./wishes.ts";

/**
 * Checks that need a trial: whether the live Worker's keys are the account's, whether Stripe's events are accepted, and
 * whether mail is sent. Makes one payment that nobody pays, cancels it, and sends one mail.
 */

const TIMEOUT_MS = 30_000;
/** Stripe delivers an event within seconds; the event says how many endpoints have not accepted it yet. */
const DELIVERY_TRIES = 15;
const DELIVERY_PAUSE_MS = 2_000;

const createdSchema = z.object({ clientSecret: z.string().regex(CLIENT_SECRET) });
const refusedSchema = z.object({ error: z.object({ code: z.string() }) });

export type DeepParts = { fetchPage: typeof fetch; pauseMs?: number };

/** Starts one payment through the live site, cancels it, and waits until the shop has accepted Stripe's event. */
export async function checkPayment(
  connection: StripeConnection | null,
  site: Site,
  { fetchPage, pauseMs = DELIVERY_PAUSE_MS }: DeepParts,
): Promise<readonly Finding[]> {
  const started = await startPayment(site, fetchPage);
  if (typeof started !== "string") return [started];
  const made = ok(`${started}: the live site's secret key starts payments`);
  if (connection === null)
    return [made, missing(`${started} could not be canceled: no secret key here`, "it is unpaid")];
  try {
    const { stripe } = connection;
    const intent = await stripe.paymentIntents.retrieve(started);
    const since = intent.created;
    await stripe.paymentIntents.cancel(started);
    return [
      made,
      ok(`${started} is of this account, and canceled`),
      await checkDelivery(stripe, started, since, pauseMs),
    ];
  } catch (error) {
    const reason = describeStripeError(error);
    if (reason === null) throw error;
    const fix = `the live secret key may be of another account or mode, or the key here may not cancel: ${dashboardPage("apikeys")}`;
    return [made, missing(`${started} (unpaid) could not be canceled: ${reason}`, fix)];
  }
}

/** Starts a payment at the live Worker. Resolves to its id, or to a finding that says why it could not. */
async function startPayment(site: Site, fetchPage: typeof fetch): Promise<string | Finding> {
  const { origin, environment } = site;
  const what = `${origin}${PATHS.createPaymentIntent}`;
  try {
    const { priceCents: amount, currency } = IN_PRODUCT_OFFER;
    const response = await fetchPage(what, {
      method: "POST",
      headers: { origin, "content-type": "application/json" },
      body: JSON.stringify({ amount, currency }),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body: unknown = await response.json().catch(() => null);
    const created = createdSchema.safeParse(body);
    if (created.success) return intentIdOf(created.data.clientSecret);
    const code = refusedSchema.safeParse(body).data?.error.code ?? "no JSON";
    const fix = `npx wrangler secret put STRIPE_SECRET_KEY --env ${environment}; stripe.failed in the log says why`;
    return missing(`no payment can be started: ${what} answers ${response.status} (${code})`, fix);
  } catch (error) {
    return missing(`${what} does not answer: ${errorMessage(error)}`, deployCommand(site));
  }
}

/** Whether every endpoint has answered the cancellation's event with a 2xx. A wrong webhook secret prevents that. */
async function checkDelivery(stripe: Stripe, intentId: string, since: number, pauseMs: number): Promise<Finding> {
  let pending: number | undefined;
  for (let attempt = 0; attempt < DELIVERY_TRIES; attempt += 1) {
    if (attempt > 0) await delay(pauseMs);
    const query = { type: "payment_intent.canceled", created: { gte: since }, limit: 100 } as const;
    const { data } = await stripe.events.list(query);
    pending = data.find(({ data: { object } }) => "id" in object && object.id === intentId)?.pending_webhooks;
    if (pending === 0) return ok("Stripe's event about it was taken: every endpoint answered 2xx");
  }
  const what =
    pending === undefined
      ? "Stripe shows no event of the cancellation"
      : `${pending} endpoint(s) of the account have not taken the event of the cancellation`;
  const fix =
    `webhook.refused in the log = STRIPE_WEBHOOK_SECRET is of another endpoint; attempts at ${dashboardPage("webhooks")}.\n` +
    "From outside nobody can say which endpoint it is when the account has several.";
  return missing(what, fix);
}

/** Sends a mail from MAIL_FROM to MAIL_OWNER with the account of the Worker. */
export async function checkMail(
  vars: Readonly<Record<string, unknown>>,
  send: (from: string, to: string) => Promise<void>,
): Promise<readonly Finding[]> {
  const [from, to] = [vars.MAIL_FROM, vars.MAIL_OWNER].map((value) => /[^\s<>]+@[^\s<>]+/.exec(String(value))?.[0]);
  if (from === undefined || to === undefined) return [missing("no test mail", "fill in MAIL_FROM and MAIL_OWNER")];
  try {
    await send(from, to);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const domain = from.split("@")[1];
    const fix = `npx wrangler email sending settings ${domain}; kv-seed/README.md, step 4`;
    return [missing(`no mail goes out from ${from}: ${error.message}`, fix)];
  }
  const read = "it was taken, not yet read: look into the mailbox, spam too";
  return [ok(`a test mail went from ${from} to ${to}`), advice("whether it arrives nobody can see from here", read)];
}
