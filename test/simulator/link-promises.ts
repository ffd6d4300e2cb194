import { findCourseLinks } from "../../src/ledger/course-target.ts";
import { createOrderPath } from "../../src/ledger/order-token.ts";
import { type Order, readOrder } from "../../src/ledger/orders.ts";
import { MY_COURSE_COPY } from "../../src/orders/my-course/my-course-copy.ts";
import { LINK_MAILS_A_DAY, LINKS_WINDOW_S } from "../../src/orders/my-course/my-course-rules.ts";
import { openShop } from "../../src/server/shop.ts";
import { orderPath } from "../../src/shared/paths.ts";
import type { PaymentIntent } from "../outside-world/stripe-intents.ts";
import type { SentMail } from "./cloud.ts";
import type { LinkRequest } from "./link-requests.ts";
import { awayUntilMs, isMailGivenUp, MAILED_WITHIN_MS, wasEverRepaid } from "./patience.ts";
import { shortId } from "./words.ts";
import type { World } from "./world.ts";

/**
 * The shop's promises to people who ask for links: a mail only to an order's own address, one for each window of time,
 * with the links to all orders of that address and to no other.
 */

const DAY_MS = 24 * 60 * 60_000;
const WINDOW_MS = LINKS_WINDOW_S * 1000;

type Sale = {
  intent: PaymentIntent;
  order: Order;
  /** When the shop knew all facts of the sale; null if it never did. */
  knownMs: number | null;
  page: string;
  /** In small letters: an operator may have corrected the address. */
  addresses: readonly string[];
};

export async function checkLinks(world: World): Promise<void> {
  const { fail } = world;
  const mails = world.mails.filter(({ subject }) => subject === MY_COURSE_COPY.mail.subject);
  const sales = await readSales(world);
  const addresses = new Set(
    [...world.linkRequests, ...mails.map(({ to }) => ({ email: to.toLowerCase() }))].map(({ email }) => email),
  );
  for (const email of addresses) {
    const own = mails.filter(({ to }) => to.toLowerCase() === email);
    const asked = world.linkRequests.filter((request) => request.email === email);
    const bought = sales.filter(({ addresses }) => addresses.includes(email));
    // Of an order whose address is corrected after somebody asked, the links go to the address of now.
    const its = new Set([email, ...bought.flatMap(({ addresses }) => addresses)]);
    const askedOfThem = world.linkRequests.filter((request) => its.has(request.email));
    checkCount(world, own, askedOfThem, bought);
    for (const mail of own) await checkMail(world, mail, bought, sales);
    for (const request of asked) checkAnswered(world, request, asked, own, bought);
    if (own.some(({ atMs }) => !askedOfThem.some(({ askedMs }) => askedMs <= atMs))) fail("links are mailed unasked");
  }
}

async function readSales(world: World): Promise<readonly Sale[]> {
  const { provider } = world;
  const env = world.envAt("AMS");
  const sales = provider.intents.all().map(async (intent): Promise<Sale[]> => {
    const { id } = intent;
    if (provider.paidAtMs(id) === null) return [];
    const order = await readOrder(world.database.ledger, id);
    const page = await createOrderPath(openShop(env), id);
    if (order === null || page === null) return [];
    const toldMs = provider.toldAtMs(id);
    const isCorrected = world.corrections.some(({ intentId }) => intentId === id);
    const isKnown = toldMs !== null && !provider.lost.has(id) && !isCorrected;
    const knownMs = isKnown ? Math.max(toldMs, provider.sessionToldAtMs(id) ?? 0) : null;
    const addresses = world.addressesOf(intent).map((address) => address.toLowerCase());
    return [{ intent, order, knownMs, page, addresses }];
  });
  return (await Promise.all(sales)).flat();
}

/** The windows of time in which the shop may have counted a request. */
function windowsOf({ askedMs, answeredMs }: LinkRequest): readonly number[] {
  return [askedMs, answeredMs].map((ms) => Math.floor(ms / WINDOW_MS));
}

function checkCount(
  { lives, fail }: World,
  mails: readonly SentMail[],
  asked: readonly LinkRequest[],
  bought: readonly Sale[],
): void {
  const again = bought.reduce((sum, { intent }) => sum + lives.repeatsOf("links", intent.id), 0);
  const windows = new Set(asked.flatMap(windowsOf)).size;
  if (mails.length > windows + again)
    fail(`links are mailed ${mails.length} times to who asked in ${windows} windows of time`);
  for (const { atMs } of mails) {
    const inDay = mails.filter((mail) => mail.atMs <= atMs && mail.atMs > atMs - DAY_MS).length;
    if (inDay > LINK_MAILS_A_DAY + again) fail(`links are mailed ${inDay} times to one address in a day`);
  }
}

const ORDER_PAGE = new RegExp(`${orderPath("")}[\\w.-]+`, "g");

async function checkMail(
  world: World,
  { to, text, atMs, begunMs }: SentMail,
  bought: readonly Sale[],
  sales: readonly Sale[],
): Promise<void> {
  const { fail, provider } = world;
  if (!sales.some(({ intent }) => world.addressesOf(intent).includes(to)))
    return fail("links are mailed to an address that no order has");
  const shown = new Set(text.match(ORDER_PAGE));
  for (const page of shown) world.secrets.add(page);
  for (const { page, intent, order } of sales) {
    if (!shown.has(page)) continue;
    const isTheirs = bought.some((sale) => sale.page === page);
    if (!isTheirs) fail(`links to ${shortId(intent.id)} go to ${to}, and it is ${order.email}'s`);
    if ((provider.paidAtMs(intent.id) ?? 0) > atMs) fail(`links to ${shortId(intent.id)} are mailed before it is paid`);
  }
  if (shown.size !== sales.filter(({ page }) => shown.has(page)).length)
    fail("a mail with links leads to an order that is none");
  for (const { page, intent, order, knownMs } of bought) {
    if (knownMs === null || knownMs > begunMs) continue;
    if (!shown.has(page)) fail(`the links that are mailed lack those to ${shortId(intent.id)}`);
    const isWithdrawn = world.withdrawals.some(({ intentId }) => intentId === intent.id);
    if (order.gift !== undefined || wasEverRepaid(world, intent) || isWithdrawn) continue;
    const courses = await findCourseLinks(world.central.INTERSTITIALS, order);
    if (courses.status === "found" && !courses.value.every(({ href }) => text.includes(href)))
      fail(`the links that are mailed do not lead to the course of ${shortId(intent.id)}`);
  }
}

/** A buyer who asks gets a mail, unless one went just before, or as many as a day allows. */
function checkAnswered(
  world: World,
  request: LinkRequest,
  asked: readonly LinkRequest[],
  mails: readonly SentMail[],
  bought: readonly Sale[],
): void {
  if (!request.isTaken || isMailGivenUp(world)) return;
  const [first = 0] = windowsOf(request);
  // The first request of a window counts, whatever is bought after it.
  const begunMs = Math.min(...asked.filter((other) => windowsOf(other).includes(first)).map(({ askedMs }) => askedMs));
  if (!bought.some(({ knownMs }) => knownMs !== null && knownMs < begunMs)) return;
  const untilMs = Math.max(request.answeredMs, ...awayUntilMs(world)) + MAILED_WITHIN_MS;
  const around = mails.filter(({ atMs }) => atMs >= begunMs && atMs <= untilMs);
  const isEnough = mails.filter(({ atMs }) => atMs <= untilMs && atMs > begunMs - DAY_MS).length >= LINK_MAILS_A_DAY;
  if (around.length === 0 && !isEnough) world.fail("who asks for links and has orders gets no mail");
}
