import { readGiftStop } from "../../src/gifts/gift-entries.ts";
import { GIFT_PRODUCTS } from "../../src/gifts/gift-products-copy.ts";
import { type Order, readOrder } from "../../src/ledger/orders.ts";
import { ORDER_STATUS_COPY } from "../../src/orders/order-copy.ts";
import { isBundle, PRODUCTS, type ProductId } from "../../src/shared/courses.ts";
import { DAY_MS, MINUTE_MS } from "../../src/shared/time.ts";
import type { PaymentIntent } from "../outside-world/stripe-objects.ts";
import { now, runUntil } from "./clock.ts";
import { COURSES_AT } from "./cloud.ts";
import { checkDeliveries } from "./delivery-promises.ts";
import { checkInvoices } from "./invoice-promises.ts";
import { checkLedger, checkOwed, refusedOf } from "./ledger-promises.ts";
import { mailsOf } from "./mails.ts";
import { reconcile } from "./operators.ts";
import { openGift, orderHtml, shortId } from "./order-page.ts";
import { checkOrder, isRepaidAtStripe } from "./order-promises.ts";
import { awayUntilMs, heardOfSaleMs, isMailHopeless, MAILED_WITHIN_MS, wasEverRepaid } from "./patience.ts";
import { finish } from "./play.ts";
import type { World } from "./world.ts";

/** The shop's promises about every sale, checked at the end of a story. */

/** Longer than all delays: Stripe retries an event for three days, a sale waits four for its session, a mail is tried for seven. */
const REST_MS = 9 * DAY_MS;
/** How far back operators compare with Stripe. */
const COMPARED_DAYS = 30;

/** Lets all work end, and checks the promises. */
export async function settle(world: World): Promise<void> {
  world.note("All troubles end, and days pass.");
  world.browser.connection = "good";
  world.provider.setTrouble("ok");
  // What waits for a gift's day happens on it.
  const { mishaps } = world.engine;
  mishaps.splice(0, mishaps.length, ...mishaps.filter(({ of }) => of === "gifts"));
  await runUntil(() => false, now() + REST_MS);
  world.database.own.losesAnswers = false;
  checkHealed(world);
  if (world.provider.lost.size > 0) await repair(world);
  if (world.erasures.length + world.corrections.length > 0) {
    for (const { id } of world.provider.intents.all()) world.provider.deliverAgain(id);
    await runUntil(() => false, now() + 60 * MINUTE_MS);
  }
  world.crons.endNights();
  await finish(checkAll(world));
  // What is owed for ever would be asked for at each of a year's ten minutes.
  if (world.broken.length > 0) return;
  // Waits for gifts whose day is far away.
  const { last } = world.database.rows("SELECT max(send_at) AS last FROM deliveries")[0] ?? {};
  if (typeof last === "string") await runUntil(() => false, Date.parse(last) + 2 * DAY_MS);
  await finish(checkDeliveries(world));
  checkOwed(world);
  checkWork(world);
}

/** Does what operators do after events were lost: a night compares only the objects of some days. It settles the gifts of all. */
async function repair(world: World): Promise<void> {
  world.note("Operators repair what was lost.");
  await finish(reconcile(world, { isWriting: true, days: COMPARED_DAYS }));
  await runUntil(() => false, now() + DAY_MS);
}

/** The nights find each sale whose events were lost, without operators. */
function checkHealed({ provider, database, fail }: World): void {
  for (const id of provider.lost) {
    if (provider.paidAtMs(id) === null) continue;
    const [order] = database.rows("SELECT status FROM orders WHERE intent_id = ?1", id);
    if (order?.status !== "paid") fail(`no night finds that ${shortId(id)} is paid`);
  }
}

async function checkAll(world: World): Promise<void> {
  const { provider, fail } = world;
  for (const event of provider.events)
    if (provider.undelivered.has(event.id)) fail(`the shop never took in the event ${event.type}`);
  checkCaptures(world);
  checkVisits(world);
  checkLedger(world);
  for (const intent of provider.intents.all()) {
    const { id } = intent;
    const paidMs = provider.paidAtMs(id);
    if (mailsOf(world.mails, "confirmation", id).some(({ atMs }) => paidMs === null || atMs < paidMs))
      fail(`${shortId(id)} is confirmed before it is paid`);
    if (paidMs !== null) await checkSale(world, intent);
  }
  for (const reference of world.withdrawn.keys()) checkWithdrawal(world, reference);
  checkInvoices(world);
  const left = await reconcile(world, { isWriting: false, days: COMPARED_DAYS });
  if (left !== null) fail(`reconcile has something to do: ${left}`);
}

/** Checks that all Workflows have ended, and that the data that the platform keeps of them names nobody. */
function checkWork({ engine, secretIn, fail }: World): void {
  for (const { id, status, params, results } of engine.all()) {
    if (status === "running") fail(`the work '${id}' never ends`);
    const kept = [id, params, ...results.values()].map((one) =>
      one instanceof Object && "error" in one ? String(one.error) : JSON.stringify(one),
    );
    const found = secretIn(kept.join());
    if (found !== null) fail(`the platform keeps '${found}' of the work '${id}'`);
  }
}

function checkCaptures({ provider, confirmed, knowing, fail }: World): void {
  const captured = [...confirmed].filter(([id]) => provider.paidAtMs(id) !== null);
  captured.forEach(([id, { contents, atMs }], index) => {
    const before = captured
      .slice(0, index)
      .find(([, earlier]) => earlier.contents === contents && atMs - earlier.atMs < DAY_MS);
    if (before !== undefined && !knowing.has(id))
      fail(`what was bought once is paid twice, by ${shortId(before[0])} and ${shortId(id)}`);
  });
}

/** The same visit with the same contents is one payment, however often and wherever it was opened. */
function checkVisits({ provider, fail }: World): void {
  const known = new Map<string, string>();
  for (const { id, metadata } of provider.intents.all()) {
    const { visit, contents } = metadata;
    if (visit === undefined) continue;
    const name = `${visit} ${contents}`;
    const before = known.get(name);
    if (before !== undefined) fail(`one visit has two payments, ${shortId(before)} and ${shortId(id)}`);
    known.set(name, id);
  }
}

async function checkSale(world: World, intent: PaymentIntent): Promise<void> {
  const order = await readOrder(world.database.ledger, intent.id);
  if (order === null) return world.fail(`the order of ${shortId(intent.id)} is not there`);
  checkOrder(world, intent, order);
  checkMails(world, intent, order);
  await checkCourse(world, intent, order);
  await checkWithdrawn(world, intent);
  if (intent.metadata.gift !== undefined) await checkGift(world, intent);
}

function checkMails(world: World, intent: PaymentIntent, order: Order): void {
  const { provider, lives, fail } = world;
  const { id } = intent;
  const sent = mailsOf(world.mails, "confirmation", id);
  const notices = mailsOf(world.mails, "notice", id);
  const addresses = world.addressesOf(intent);
  const corrections = world.corrections.filter(({ intentId }) => intentId === id);
  if (sent.length > 1 + corrections.length + lives.repeatsOf("confirmation", id))
    fail(`${shortId(id)} is confirmed ${sent.length} times`);
  const mostNotices = 1 + lives.repeatsOf("notice", id) + (wasSecondNoticeDue(world, id, order) ? 1 : 0);
  if (notices.length > mostNotices) fail(`the owner is told ${notices.length} times of ${shortId(id)}`);
  for (const { to } of sent)
    if (!addresses.includes(to)) fail(`the confirmation of ${shortId(id)} goes to ${to}, not to ${order.email}`);
  const refundToldMs = provider.refundToldAtMs(id);
  const isRefundWhole = provider.account.of("refunds", id).every(({ status }) => status === "succeeded");
  for (const { begunMs } of sent)
    if (refundToldMs !== null && isRefundWhole && begunMs > refundToldMs)
      fail(`${shortId(id)} is confirmed to its buyer after all of it went back`);
  const withdrawn = world.withdrawals.filter(({ intentId }) => intentId === id);
  const isRefused = refusedOf(world, id).length > 0;
  for (const { begunMs } of sent)
    if (!isRefused && withdrawn.some(({ receivedMs }) => receivedMs !== null && begunMs > receivedMs))
      fail(`${shortId(id)} is confirmed to its buyer after they withdrew`);
  if (isMailHopeless(world)) return;
  const wentBack = wasEverRepaid(world, intent) || order.erasedAt !== undefined || withdrawn.length > 0;
  if (sent.length === 0 && !wentBack) fail(`${shortId(id)} is paid and was never confirmed to its buyer`);
  const corrected = corrections.findLast(({ isDone }) => isDone);
  if (corrected !== undefined && !wentBack && !sent.some(({ to }) => to === corrected.email))
    fail(`${shortId(id)} is not confirmed to its corrected address`);
  if (notices.length === 0) fail(`${shortId(id)} is paid and the owner never heard of it`);
  const knownMs = Math.max(heardOfSaleMs(world, id), ...awayUntilMs(world));
  const isLate = (atMs: number, sinceMs: number, what: string) => {
    const minutes = Math.round((atMs - sinceMs) / MINUTE_MS);
    if (atMs - sinceMs > MAILED_WITHIN_MS)
      fail(`${what} of ${shortId(id)} came ${minutes} minutes after it could have`);
  };
  if (notices[0] !== undefined) isLate(notices[0].atMs, knownMs, "the notice");
  if (sent[0] !== undefined && !wentBack)
    isLate(sent[0].atMs, Math.max(knownMs, sessionToldMs(world, id)), "the confirmation");
}

/** Whether the owner should get a second notice, about a buyer who could not be mailed. */
function wasSecondNoticeDue({ outages, provider }: World, intentId: string, order: Order): boolean {
  return (
    outages.some(({ of }) => of === "mail") ||
    order.confirmedAt === undefined ||
    provider.sessionOf(intentId) !== undefined
  );
}

/** When the shop learned that a sale was hosted; 0 for any other. If that was lost, a night finds it. */
function sessionToldMs(world: World, intentId: string): number {
  const { provider } = world;
  if (provider.sessionOf(intentId) === undefined) return 0;
  return provider.sessionToldAtMs(intentId) ?? heardOfSaleMs(world, intentId) + DAY_MS;
}

const COURSE_AT = new RegExp(`${COURSES_AT}[\\w-]+`, "g");

/** The mail and the order page must link to the same course. */
async function checkCourse(world: World, { id }: PaymentIntent, order: Order): Promise<void> {
  const [mail] = mailsOf(world.mails, "confirmation", id);
  if (mail === undefined || order.gift !== undefined) return;
  const html = await orderHtml(world, id);
  if (html === null) return;
  const [mailed = "", shown = ""] = [mail.text, html].map((text) => [...new Set(text.match(COURSE_AT))].sort().join());
  if (shown !== "" && mailed !== shown)
    world.fail(`the mail of ${shortId(id)} leads to ${mailed}, its page to ${shown}`);
  if (order.isRepaid || order.withdrawal !== undefined) return;
  const { productId } = order;
  const courses = productId !== undefined && isBundle(productId) ? PRODUCTS[productId].courseIds.length : 1;
  const ways = shown === "" ? 0 : shown.split(",").length;
  if (ways !== courses) world.fail(`the page of ${shortId(id)} leads to ${ways} courses, and ${courses} were bought`);
}

/**
 * The order's page says that it was withdrawn from as long as one who did so by its link was not refused, and that the money
 * is back once the owner has answered that.
 */
async function checkWithdrawn(world: World, { id }: PaymentIntent): Promise<void> {
  const declared = world.database.rows("SELECT answer FROM withdrawals WHERE intent_id = ?1", id);
  const { account } = world.provider;
  const isMoved = account.of("refunds", id).length + account.of("disputes", id).length > 0;
  if (declared.length === 0 || isMoved) return;
  const html = await orderHtml(world, id);
  if (html === null) return;
  const { withdrawn, refunded, paid } = ORDER_STATUS_COPY.states;
  const isBack = declared.some(({ answer }) => answer === "repaid");
  const { title } = isBack ? refunded : declared.length > refusedOf(world, id).length ? withdrawn : paid;
  if (!html.includes(title)) world.fail(`the page of ${shortId(id)} does not say '${title}'`);
}

async function checkGift(world: World, intent: PaymentIntent): Promise<void> {
  const { fail } = world;
  const { id } = intent;
  const gift = await openGift(world, id);
  if (gift === null) return fail("a gift has no code");
  const { code, answer: response } = gift;
  const isStopped = isStoppedAtLast(world, intent);
  if (isStopped === null) return;
  const { title } = GIFT_PRODUCTS[intent.metadata.product as ProductId];
  if (response.status === 200 && !(await response.text()).includes(`>${title}<`))
    fail(`the gift of ${shortId(id)} is unwrapped as something else than ${title}`);
  if ((response.status === 200) === isStopped) {
    const stop = await readGiftStop(world.central.GIFTS, code);
    fail(
      `the gift of ${shortId(id)} is answered ${response.status}, and it is ${isStopped ? "stopped" : "paid"} (stop: ${stop})`,
    );
  }
}

/**
 * Whether a gift must not open at the end: an operator's stop counts always, their word that it works only against what was
 * before. Null if Stripe has said something of the money after that word.
 */
function isStoppedAtLast({ operatorStops, provider }: World, intent: PaymentIntent): boolean | null {
  const decided = operatorStops.get(intent.id);
  const isGone = isRepaidAtStripe(provider, intent);
  if (decided === undefined) return isGone;
  if (decided.isStopped || !isGone) return decided.isStopped;
  return provider.lastEventMs(intent.id) < decided.atMs - 1_000 ? false : null;
}

function checkWithdrawal(world: World, reference: string): void {
  const { database, lives, fail } = world;
  const [row] = database.rows("SELECT * FROM withdrawals WHERE reference = ?1", reference);
  if (row === undefined) {
    fail(`the withdrawal ${reference} was said to be received, and is not there`);
    return;
  }
  const receipts = mailsOf(world.mails, "receipt", reference);
  const notices = mailsOf(world.mails, "withdrawal-notice", reference).length;
  const resends = world.resends.filter((of) => of === reference).length;
  const forms = world.withdrawals.filter(({ intentId }) => intentId === row.intent_id).length;
  if (receipts.length > forms + lives.repeatsOf("receipt", reference) + resends)
    fail(`the withdrawal ${reference} has ${receipts.length} receipts`);
  for (const { to } of receipts)
    if (to !== row.email && to !== row.mailbox && row.email !== "")
      fail(`the receipt of ${reference} goes to ${to}, and it is ${row.email}'s`);
  // A second one says that a later form proved it, another that the receipt could not be sent.
  const mostNotices =
    1 +
    lives.repeatsOf("withdrawal-notice", reference) +
    (row.is_proven && forms > 1 ? 1 : 0) +
    (isMailHopeless(world) ? 1 : 0);
  if (notices > mostNotices) fail(`the owner is told ${notices} times of the withdrawal ${reference}`);
  if (!isMailHopeless(world) && (receipts.length === 0 || notices === 0))
    fail(`the withdrawal ${reference} has ${receipts.length} receipts and ${notices} notices`);
}
