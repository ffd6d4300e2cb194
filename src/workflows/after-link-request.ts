import { type Bindings, readSettings } from "../env.ts";
import { logEvent } from "../log.ts";
import { composeOrderLinks, type OrderLinks } from "../mails/order-links.ts";
import { findOrdersOf } from "../services/buyer-index.ts";
import { findCourseLinks } from "../services/course-target.ts";
import { noteLinkMail, readLinkMails } from "../services/link-requests.ts";
import { deliverMail } from "../services/mail.ts";
import { createOrderPath } from "../services/order-token.ts";
import { isRepaid, type Order } from "../services/orders.ts";
import { LINK_MAILS_A_DAY } from "../shared/my-course.ts";
import type { CourseLink } from "../shared/order.ts";
import { FOR_A_DAY, type Step } from "./steps.ts";

/** The most orders in a mail. Of the others it has only the number. */
const MOST_ORDERS = 20;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Mails a buyer the links to all orders of one address. `buyer` is the keyed hash of that address. The mail goes to the
 * address of the newest order, never to a typed one. Without orders nothing is sent. The results of the steps, which
 * the platform stores, have no personal data.
 */
export async function mailLinks(env: Bindings, buyer: string, askedAt: Date, step: Step): Promise<void> {
  const { sentAt } = await step.do("links", FOR_A_DAY, () => sendLinks(env, buyer, askedAt));
  if (sentAt !== null) await step.do("note the links", FOR_A_DAY, () => noteLinkMail(env, buyer, sentAt));
}

type Outcome = Awaited<ReturnType<typeof deliverMail>> | "known" | "tooMany" | "none";

async function sendLinks(
  env: Bindings,
  buyer: string,
  askedAt: Date,
): Promise<{ outcome: Outcome; sentAt: string | null }> {
  const outcome = await sendUnlessTooMany(env, buyer, askedAt);
  return { outcome, sentAt: outcome === "sent" ? new Date().toISOString() : null };
}

async function sendUnlessTooMany(env: Bindings, buyer: string, askedAt: Date): Promise<Outcome> {
  const earlier = (await readLinkMails(env, buyer)).map(Date.parse);
  // While mail or KV was down, several requests may have waited. One mail is enough.
  if (earlier.some((sentMs) => sentMs >= askedAt.getTime())) return "known";
  if (earlier.filter((sentMs) => sentMs > Date.now() - DAY_MS).length >= LINK_MAILS_A_DAY) {
    logEvent("info", "mail.withheld", { mail: "links", reason: "too many" });
    return "tooMany";
  }
  const orders = await findOrdersOf(env, buyer);
  const to = orders[0]?.email;
  if (to === undefined) return "none";
  const { siteOrigin, trader } = readSettings(env);
  if (siteOrigin === null) return "unconfigured";
  const shown = await Promise.all(orders.slice(0, MOST_ORDERS).map((order) => linksOf(env, order, siteOrigin)));
  const mail = composeOrderLinks(shown, to, { trader, more: orders.length - shown.length });
  return deliverMail(env, mail, { mail: "links" });
}

async function linksOf(env: Bindings, order: Order, siteOrigin: string): Promise<OrderLinks> {
  const path = await createOrderPath(env, order.intentId);
  const hasCourse = order.gift === undefined && !isRepaid(order);
  return {
    order,
    page: path === null ? null : siteOrigin + path,
    courses: hasCourse ? await findCourses(env, order) : [],
  };
}

/** The links to the bought courses. Empty if no address is stored. Rejects if KV cannot be read. */
async function findCourses(env: Bindings, order: Order): Promise<readonly CourseLink[]> {
  const read = await findCourseLinks(env.INTERSTITIALS, order);
  if (read.status === "unavailable") throw new Error("the course's address could not be read");
  return read.status === "found" ? read.value : [];
}
