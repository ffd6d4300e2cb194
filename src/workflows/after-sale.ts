import { type Bindings, readSettings } from "../env.ts";
import { composeConfirmation } from "../mails/confirmation.ts";
import { type ConfirmationState, composeNotice } from "../mails/notice.ts";
import { readInterstitial } from "../services/kv.ts";
import { deliverMail } from "../services/mail.ts";
import { createOrderToken } from "../services/order-token.ts";
import { type Order, readOrder, writeFact } from "../services/orders.ts";
import { OFFERS } from "../shared/courses.ts";
import { FOR_A_DAY, type Step, type StepConfig } from "./steps.ts";

/** Ten minutes: Stripe sends a hosted sale's two events at once, and KV may show a write a minute late. */
const FOR_MINUTES = { retries: { limit: 24, delay: "2 seconds", backoff: "linear" }, timeout: "1 minute" } as const;
/** Longer than the three days for which Stripe delivers an event again. */
const FOR_DAYS: StepConfig = { retries: { limit: 96, delay: "1 hour", backoff: "constant" }, timeout: "1 minute" };

/**
 * The steps after a sale. Any may run more than once: each reads the order afresh and leaves nothing of a person in what
 * it answers, which the platform keeps. A mail is sent by a step of its own, so that it can come twice only when that
 * step is cut off between the sending and its end.
 */
export async function followSale(env: Bindings, intentId: string, step: Step): Promise<ConfirmationState> {
  const isKnown = await hasSucceeded(
    step.do("find the buyer", FOR_MINUTES, ({ attempt }) =>
      findBuyer(env, intentId, attempt > FOR_MINUTES.retries.limit),
    ),
  );
  const first = isKnown ? await confirm(env, intentId, step) : "waiting";
  await step.do("notice", FOR_A_DAY, () => sendNotice(env, intentId, first));
  if (first !== "waiting") return first;
  await step.do("find the buyer later", FOR_DAYS, () => findBuyer(env, intentId, true));
  const later = await confirm(env, intentId, step);
  if (later !== "sent") await step.do("second notice", FOR_A_DAY, () => sendNotice(env, intentId, later));
  return later;
}

async function confirm(env: Bindings, intentId: string, step: Step): Promise<ConfirmationState> {
  let state: ConfirmationState;
  try {
    state = await step.do("confirmation", FOR_A_DAY, () => sendConfirmation(env, intentId));
  } catch {
    return "failed";
  }
  if (state === "sent") await step.do("note the confirmation", FOR_A_DAY, () => noteConfirmation(env, intentId));
  return state;
}

async function hasSucceeded(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch {
    return false;
  }
}

async function loadOrder(env: Bindings, intentId: string): Promise<Order> {
  const read = await readOrder(env.ORDERS, intentId);
  if (read.status !== "found" || read.value.status !== "paid") throw new Error(`order ${read.status}`);
  return read.value;
}

/**
 * Throws until the buyer can be written to. A hosted sale is known to be one by its session, which also holds what the
 * buyer agreed to; `isLast`: the session may never come, so a course is enough. Money that came for something else
 * stays without a confirmation.
 */
async function findBuyer(env: Bindings, intentId: string, isLast: boolean): Promise<void> {
  const { email, source, courseId } = await loadOrder(env, intentId);
  if (email === undefined) throw new Error("no e-mail address is known");
  if (source === undefined && !(isLast && courseId !== undefined))
    throw new Error("not known to be a sale of the shop");
}

async function sendConfirmation(env: Bindings, intentId: string): Promise<"sent" | "unconfigured" | "refused"> {
  const order = await loadOrder(env, intentId);
  if (order.confirmedAt !== undefined) return "sent";
  const { trader, siteOrigin } = readSettings(env);
  const mail = composeConfirmation(order, order.email ?? "", {
    trader,
    siteOrigin,
    target: await findTarget(env, order),
    orderToken: await createOrderToken(env, intentId),
  });
  return deliverMail(env, mail, { intentId, mail: "confirmation" });
}

/** Where the buyer of this course goes after paying: the offer of that price, or any other of the same course. */
async function findTarget(env: Bindings, order: Order): Promise<string | null> {
  const offers = OFFERS.filter(({ courseId }) => courseId === order.courseId);
  const offer = offers.find(({ priceCents }) => priceCents === order.amountCents) ?? offers[0];
  if (offer === undefined) return null;
  const read = await readInterstitial(env.INTERSTITIALS, offer.key);
  if (read.status === "unavailable") throw new Error("the course's address could not be read");
  return read.status === "found" ? read.value.target : null;
}

async function noteConfirmation(env: Bindings, intentId: string): Promise<void> {
  const now = new Date().toISOString();
  await writeFact(env.ORDERS, `${intentId}.mail`, { intentId, confirmedAt: now, updatedAt: now });
}

async function sendNotice(
  env: Bindings,
  intentId: string,
  confirmation: ConfirmationState,
): Promise<"sent" | "unconfigured" | "refused"> {
  const { mailOwner } = readSettings(env);
  if (mailOwner === null) return "unconfigured";
  const mail = composeNotice(await loadOrder(env, intentId), mailOwner.email, confirmation);
  return deliverMail(env, mail, { intentId, mail: "notice" });
}
