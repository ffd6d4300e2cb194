import { PDF_TRADER } from "../client-manifest.ts";
import { type Bindings, readSettings } from "../env.ts";
import { errorMessage, logEvent } from "../log.ts";
import { composeConfirmation } from "../mails/confirmation.ts";
import { plainLegalFile, readLegalPdfs } from "../mails/legal-files.ts";
import { type ConfirmationState, composeNotice } from "../mails/notice.ts";
import { findCourseLinks } from "../services/course-target.ts";
import { noteLostAddress, planFirstDelivery, readDelivery } from "../services/gift-delivery.ts";
import { giftCodeKey, readGiftStop } from "../services/kv.ts";
import { deliverMail, type MailAttachment } from "../services/mail.ts";
import { createOrderToken } from "../services/order-token.ts";
import { confirmationKey, isRepaid, type Order, writeFact } from "../services/orders.ts";
import { giftCodeOf, loadPaidGift, settleGift, storePaidGift } from "../services/paid-gifts.ts";
import type { CourseLink } from "../shared/order.ts";
import type { PaidGift } from "../shared/paid-gift.ts";
import { tellGiver } from "./deliver-gift.ts";
import { loadOrder } from "./load-order.ts";
import { EVERY_PLACE_SHOWS_IT, FOR_A_DAY, type Step, type StepConfig } from "./steps.ts";

/** Ten minutes: Stripe sends a hosted sale's two events at once, and KV may show a write a minute late. */
const FOR_MINUTES = { retries: { limit: 24, delay: "2 seconds", backoff: "linear" }, timeout: "1 minute" } as const;
/** Longer than the three days for which Stripe delivers an event again. */
const FOR_DAYS: StepConfig = { retries: { limit: 192, delay: "30 minutes", backoff: "constant" }, timeout: "1 minute" };

/**
 * About five minutes with the waits of `FOR_A_DAY`. The address was written before its payment, but KV may show it
 * late.
 */
const ADDRESS_ATTEMPTS = 8;

/** `known`: the buyer had the mail before this began. */
type Outcome = ConfirmationState | "known";

/** `aside`: steps that are awaited only at the end. `correctedAt`: as in `AfterSaleParams`. */
type Sale = {
  env: Bindings;
  intentId: string;
  correctedAt: string | undefined;
  step: Step;
  aside: Promise<unknown>[];
};

/**
 * The steps after a sale. A step may run more than once: it reads the order again, and its result has no personal data,
 * because the platform stores it. Each mail has a step of its own. So a mail comes twice only if its step is cut off
 * between sending and its end, or if an operator sends it again within about two minutes, when KV may not show yet that
 * it was sent. The buyer's mail waits for the gift, so that its link opens. The owner's mail waits only minutes. No
 * mail waits for a note, and no failure stops another mail. A sale that is reported again after the platform has
 * forgotten it sends no mail. Rejects at the end if a mail could not be sent, or something not stored, for a day.
 */
export async function followSale(env: Bindings, intentId: string, step: Step, correctedAt?: string): Promise<Outcome> {
  const sale: Sale = { env, intentId, correctedAt, step, aside: [] };
  const [confirmed] = await Promise.allSettled([confirmSale(sale)]);
  const failed = (await Promise.allSettled(sale.aside)).find(({ status }) => status === "rejected");
  if (confirmed.status === "rejected") throw confirmed.reason;
  if (failed?.status === "rejected") throw failed.reason;
  return confirmed.value;
}

async function confirmSale(sale: Sale): Promise<Outcome> {
  const { step } = sale;
  const [isKnown, isStored] = await Promise.all([
    hasSucceeded(
      step.do("find the buyer", FOR_MINUTES, ({ attempt }) => findBuyer(sale, attempt > FOR_MINUTES.retries.limit)),
    ),
    hasSucceeded(keepGift("store the gift", FOR_MINUTES, sale)),
  ]);
  const first = isKnown && isStored ? await confirm("confirmation", FOR_MINUTES, sale) : null;
  if (first === "known") return first;
  const told = first ?? (isKnown ? "delayed" : "waiting");
  startAside(
    sale,
    step.do("notice", FOR_A_DAY, () => sendNotice(sale, told)),
  );
  return first ?? confirmLater(sale, isKnown, isStored);
}

/** Tries the failed steps again for longer, and mails the owner unless the confirmation was sent. */
async function confirmLater(sale: Sale, isKnown: boolean, isStored: boolean): Promise<Outcome> {
  const { step } = sale;
  const [found, stored] = await Promise.allSettled([
    isKnown ? undefined : step.do("find the buyer later", FOR_DAYS, () => findBuyer(sale, true)),
    isStored ? undefined : keepGift("store the gift later", FOR_A_DAY, sale),
  ]);
  if (found.status === "rejected") throw found.reason;
  const state = stored.status === "rejected" ? null : await confirm("confirmation later", FOR_A_DAY, sale);
  const later = state ?? "failed";
  if (later !== "sent" && later !== "known") {
    await step.do("second notice", FOR_A_DAY, () => sendNotice(sale, later));
  }
  return later;
}

/** Sends the confirmation in a step. Returns its outcome, or null if the mail service or KV failed. */
async function confirm(name: string, config: StepConfig, sale: Sale): Promise<Exclude<Outcome, "failed"> | null> {
  const { env, intentId, step } = sale;
  let sent: Awaited<ReturnType<typeof sendConfirmation>>;
  try {
    sent = await step.do(name, config, () => sendConfirmation(sale));
  } catch {
    return null;
  }
  const { state, correctedAt } = sent;
  if (state === "sent") {
    startAside(
      sale,
      step.do("note the confirmation", FOR_A_DAY, () => noteConfirmation(env, intentId, correctedAt)),
    );
  }
  return state;
}

/** Stores the order's gift in a step. Rejects if that fails. Success is noted aside. */
async function keepGift(name: string, config: StepConfig, sale: Sale): Promise<void> {
  const { env, intentId, step } = sale;
  const stored = await step.do(name, config, () => storeGift(env, intentId));
  if (stored === "none") return;
  startAside(
    sale,
    step.do("note the gift", FOR_A_DAY, () => noteGift(env, intentId)),
  );
  if (stored === "to be mailed") startAside(sale, planDelivery(sale));
}

/** Plans the gift's mail for its day. If the address was not kept, asks the giver for it by mail. */
async function planDelivery(sale: Sale): Promise<void> {
  const { env, intentId, step } = sale;
  if ((await plan("plan the delivery", sale, ADDRESS_ATTEMPTS)) === "planned") return;
  // A giver's stop deletes the address before every place shows the stop.
  await step.sleep("until every place shows it", EVERY_PLACE_SHOWS_IT);
  if ((await plan("plan the delivery again", sale, 1)) === "planned") return;
  logEvent("error", "delivery.failed", { intentId, outcome: "lost" });
  await step.do("note the lost address", FOR_A_DAY, () => noteLostAddress(env, intentId));
  await step.do("ask for the address", FOR_A_DAY, () => tellGiver(env, intentId, null, "lost"));
}

/** Makes the first plan in a step. `missing`: after so many attempts KV shows neither an address nor a plan. */
function plan(name: string, { env, intentId, step }: Sale, attempts: number): Promise<"planned" | "missing"> {
  return step.do(name, FOR_A_DAY, async ({ attempt }) => {
    const order = await loadOrder(env, intentId);
    // A giver who got all money back is not asked for an address.
    const { from: day, byMail: draft } = order.gift ?? {};
    if (day === undefined || draft === undefined || isRepaid(order)) return "planned";
    const outcome = await planFirstDelivery(env, intentId, { day, draft }, new Date());
    if (outcome === "missing" && attempt < attempts) throw new Error("no address is known");
    return outcome;
  });
}

function startAside({ aside }: Sale, work: Promise<unknown>): void {
  // A failure is handled at the end; without this the runtime would report an unhandled rejection.
  work.catch(() => undefined);
  aside.push(work);
}

async function hasSucceeded(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch {
    return false;
  }
}

/** Loads the order. Rejects until KV shows the corrected address, or the mail would go to the old one. */
async function loadWithAddress({ env, intentId, correctedAt = "" }: Sale): Promise<Order> {
  const order = await loadOrder(env, intentId);
  if ((order.emailCorrectedAt ?? "") < correctedAt) throw new Error("the corrected address does not show yet");
  return order;
}

/**
 * Rejects until the buyer can be mailed. The session shows that a sale is hosted, and holds the buyer's consent.
 * `isLast`: the session may never come, so a known course is enough. A payment for something else gets no confirmation.
 */
async function findBuyer(sale: Sale, isLast: boolean): Promise<void> {
  const { email, source, productId } = await loadWithAddress(sale);
  if (email === undefined) throw new Error("no e-mail address is known");
  if (source === undefined && !(isLast && productId !== undefined))
    throw new Error("not known to be a sale of the shop");
}

/**
 * Stores the gift that was bought, and stops it again if the money already went back. `none`: there is nothing to
 * store.
 */
async function storeGift(env: Bindings, intentId: string): Promise<"stored" | "to be mailed" | "none"> {
  const order = await loadOrder(env, intentId);
  if (order.gift === undefined) return "none";
  const code = await giftCodeOf(env, order);
  if (code === null) {
    logEvent("error", "gift.unstored", { intentId });
    return "none";
  }
  await storePaidGift(env, code, intentId, order.gift);
  await settleGift(env, order);
  logEvent("info", "gift.stored", { intentId });
  return order.gift.byMail !== undefined && !isRepaid(order) ? "to be mailed" : "stored";
}

/** Stores the gift's code with the order. */
async function noteGift(env: Bindings, intentId: string): Promise<void> {
  const order = await loadOrder(env, intentId);
  const giftCode = await giftCodeOf(env, order);
  if (giftCode === null) throw new Error("no key makes the gift's code any more");
  await writeFact(env.ORDERS, `${intentId}.gift`, { intentId, giftCode, updatedAt: order.createdAt });
}

/**
 * Sends the confirmation from the order as it is now, so a late attempt includes later facts. If the money went back,
 * there is nothing to confirm. `codeless`: the mail was sent without the gift, which the buyer is still owed.
 * `correctedAt`: the correction of the address that was used.
 */
async function sendConfirmation(sale: Sale): Promise<{
  state: "sent" | "codeless" | "unconfigured" | "refused" | "repaid" | "known";
  correctedAt?: string | undefined;
}> {
  const { env, intentId } = sale;
  const order = await loadWithAddress(sale);
  if (order.confirmedAt !== undefined) return { state: "known" };
  if (isRepaid(order)) {
    logEvent("info", "mail.withheld", { intentId, mail: "confirmation", reason: "repaid" });
    return { state: "repaid" };
  }
  const { trader, siteOrigin } = readSettings(env);
  const gift = siteOrigin === null ? null : await findGift(env, order, siteOrigin);
  const mail = composeConfirmation(order, order.email ?? "", {
    trader,
    siteOrigin,
    courses: order.gift === undefined ? await findLinks(env, order) : [],
    orderToken: await createOrderToken(env, intentId),
    gift,
    legalFiles: await findLegalFiles(env, intentId),
  });
  const outcome = await deliverMail(env, mail, { intentId, mail: "confirmation" });
  const isCodeless = outcome === "sent" && order.gift !== undefined && gift === null;
  return { state: isCodeless ? "codeless" : outcome, correctedAt: order.emailCorrectedAt };
}

/** The gift of an order, for its giver, as from `loadPaidGift`. `stopped`: its link does not work any more. */
async function findGift(env: Bindings, order: Order, siteOrigin: string): Promise<PaidGift | "stopped" | null> {
  const gift = await loadPaidGift(env, order, siteOrigin);
  if (gift === null) return null;
  const stop = await readGiftStop(env.GIFTS, giftCodeKey(gift.code));
  if (stop === "unavailable") throw new Error("whether the gift was stopped could not be read");
  if (stop === "stopped") return "stopped";
  return gift.byMail === undefined ? gift : withPlan(env, order.intentId, gift);
}

/** The gift with the plan of its mail that counts now: the giver may have changed or stopped it before a late mail. */
async function withPlan(env: Bindings, intentId: string, gift: PaidGift): Promise<PaidGift> {
  const read = await readDelivery(env, intentId);
  if (read.status === "unavailable") throw new Error("the gift's delivery could not be read");
  const { value } = read;
  if (value.state === "unplanned") return gift;
  if (value.state !== "planned") return { ...gift, byMail: undefined };
  return { ...gift, plan: { day: value.plan.day, at: value.plan.at } };
}

/** The terms as PDFs, or as plain text if those cannot be read: the mail waits for neither. */
async function findLegalFiles(env: Bindings, intentId: string): Promise<readonly MailAttachment[]> {
  const { trader } = readSettings(env);
  try {
    return await readLegalPdfs(env.ASSETS, trader, PDF_TRADER);
  } catch (error) {
    logEvent("error", "mail.pdfless", { intentId, reason: errorMessage(error) });
    return [plainLegalFile(trader)];
  }
}

/** The links to the bought courses. Empty if no address is stored. */
async function findLinks(env: Bindings, order: Order): Promise<readonly CourseLink[]> {
  const read = await findCourseLinks(env.INTERSTITIALS, order);
  if (read.status === "unavailable") throw new Error("the course's address could not be read");
  return read.status === "found" ? read.value : [];
}

async function noteConfirmation(env: Bindings, intentId: string, correctedAt: string | undefined): Promise<void> {
  const now = new Date().toISOString();
  const key = confirmationKey(intentId, correctedAt);
  await writeFact(env.ORDERS, key, { intentId, confirmedAt: now, updatedAt: now });
}

async function sendNotice(sale: Sale, confirmation: ConfirmationState): Promise<"sent" | "unconfigured" | "refused"> {
  const { env, intentId } = sale;
  const { mailOwner } = readSettings(env);
  if (mailOwner === null) return "unconfigured";
  const mail = composeNotice(await loadWithAddress(sale), mailOwner.email, confirmation);
  return deliverMail(env, mail, { intentId, mail: "notice" });
}
