import { type Bindings, readSettings } from "../env.ts";
import { logEvent } from "../log.ts";
import { composeDeliveryReport, composeGiftMail, type DeliveryReport } from "../mails/gift-delivery.ts";
import { FIRST_PLAN } from "../services/delivery-facts.ts";
import {
  forgetAddresses,
  noteDelivery,
  readDelivery,
  readDeliveryAddress,
  stopDelivery,
} from "../services/gift-delivery.ts";
import { giftCodeKey, readGiftStop } from "../services/kv.ts";
import { deliverMail } from "../services/mail.ts";
import { createOrderToken } from "../services/order-token.ts";
import { isRepaid } from "../services/orders.ts";
import { loadPaidGift } from "../services/paid-gifts.ts";
import { loadOrder } from "./load-order.ts";
import { FOR_A_DAY, type Step, sleepUntil } from "./steps.ts";

/** `superseded`: another plan counts, or none. `known`: the gift was sent before. `stopped`: it cannot be opened. */
type Outcome = "sent" | "refused" | "failed" | "superseded" | "known" | "stopped";
type Asked = Readonly<{ intentId: string; plan: string; sendAt: string }>;

/**
 * Waits for a gift's day, then mails it to its recipient, if its plan is still the last and the gift is paid and works.
 * Tells the giver the outcome. The mail is a step of its own, so it can go twice only if that step is cut off between
 * sending and its end. No step returns an address, because the platform stores results. Steps keep their names: a plan
 * may sleep for a year, and wakes in a later version of the shop.
 */
export async function deliverGift(env: Bindings, asked: Asked, step: Step): Promise<Outcome> {
  const { intentId, plan, sendAt } = asked;
  await sleepUntil(step, "the day", new Date(sendAt));
  const outcome = await attempt(() => step.do("mail the gift", FOR_A_DAY, () => mailGift(env, intentId, plan)));
  const work: Promise<unknown>[] = [];
  if (outcome === "sent" || outcome === "refused" || outcome === "failed") {
    if (outcome !== "sent") logEvent("error", "delivery.failed", { intentId, outcome });
    const kind = outcome === "sent" ? "sent" : "failed";
    work.push(step.do("note the delivery", FOR_A_DAY, () => noteDelivery(env, intentId, plan, outcome)));
    work.push(step.do("tell the giver", FOR_A_DAY, () => tellGiver(env, intentId, plan, kind)));
  }
  // Without this stop the order page would promise a mail for ever, once the gift works again.
  if (outcome === "stopped") {
    work.push(step.do("note the stop", FOR_A_DAY, () => stopDelivery(env, intentId, "shop", new Date(sendAt))));
  }
  const failed = (await Promise.allSettled(work)).find(({ status }) => status === "rejected");
  await forget(env, asked, step);
  if (failed?.status === "rejected") throw failed.reason;
  return outcome;
}

/**
 * Deletes the addresses of a gift whose mail was stopped, once every place shows the stop. Mails nobody and notes
 * nothing, also if it fails.
 */
export async function forgetGift(env: Bindings, asked: Asked, step: Step): Promise<"forgotten"> {
  await sleepUntil(step, "until every place shows it", new Date(asked.sendAt));
  await forget(env, asked, step);
  return "forgotten";
}

function forget(env: Bindings, { intentId, plan }: Asked, step: Step): Promise<void> {
  return step.do("forget the address", FOR_A_DAY, () => forgetAddresses(env, intentId, plan));
}

async function attempt(mail: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await mail();
  } catch {
    return "failed";
  }
}

async function mailGift(env: Bindings, intentId: string, plan: string): Promise<Outcome> {
  const delivery = await readDelivery(env, intentId);
  if (delivery.status === "unavailable") throw new Error("the plan could not be read");
  const { value } = delivery;
  if (value.state === "sent") return "known";
  // The first plan is stored after its Workflow has started, and the attempts to store it last a day.
  if (plan === FIRST_PLAN && value.lastId === null) throw new Error("the plan does not show yet");
  if (value.state !== "planned" || value.plan.id !== plan) return "superseded";
  const order = await loadOrder(env, intentId);
  if (isRepaid(order)) return "stopped";
  const { trader, siteOrigin } = readSettings(env);
  const gift = siteOrigin === null ? null : await loadPaidGift(env, order, siteOrigin);
  if (gift === null) throw new Error("nothing makes the gift's link");
  const stop = await readGiftStop(env.GIFTS, giftCodeKey(gift.code));
  if (stop === "unavailable") throw new Error("whether the gift was stopped could not be read");
  if (stop === "stopped") return "stopped";
  const { to } = value.plan;
  const outcome = await deliverMail(env, composeGiftMail(gift, to, trader), { intentId, mail: "gift" });
  return outcome === "unconfigured" ? "failed" : outcome;
}

/** Mails the giver the outcome of a delivery, if their address is known. Rejects if the mail could not be sent. */
export async function tellGiver(
  env: Bindings,
  intentId: string,
  plan: string | null,
  kind: DeliveryReport["kind"],
): Promise<"sent" | "unconfigured" | "refused" | "unaddressed"> {
  const order = await loadOrder(env, intentId);
  if (order.email === undefined || order.gift === undefined) return "unaddressed";
  const { trader, siteOrigin } = readSettings(env);
  const mail = composeDeliveryReport(
    {
      intentId,
      to: order.email,
      name: order.buyerName ?? "",
      kind,
      recipient: order.gift.recipient,
      address: plan === null ? null : await readDeliveryAddress(env, intentId, plan),
      gift: siteOrigin === null ? null : await loadPaidGift(env, order, siteOrigin),
      orderToken: await createOrderToken(env, intentId),
      siteOrigin,
    },
    trader,
  );
  return deliverMail(env, mail, { intentId, mail: "delivery report" });
}
