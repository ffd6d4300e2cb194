import { mailsCommand } from "../../kv-seed/commands/mails.ts";
import { reconcileCommand } from "../../kv-seed/commands/reconcile.ts";
import { GIFT_PRODUCTS } from "../../src/content/gift-products.ts";
import { createGiftCode } from "../../src/services/gift-code.ts";
import { readGiftStop } from "../../src/services/kv.ts";
import { createOrderToken } from "../../src/services/order-token.ts";
import { isRepaid, type Order, readOrder } from "../../src/services/orders.ts";
import { isBundle, PRODUCTS, type ProductId } from "../../src/shared/courses.ts";
import { formatGiftCode } from "../../src/shared/gift.ts";
import { orderPath } from "../../src/shared/paths.ts";
import type { PaymentIntent } from "../outside-world/stripe-intents.ts";
import type { Charge, Dispute } from "../outside-world/stripe-sales.ts";
import { now, runUntil } from "./clock.ts";
import { COURSES_AT } from "./cloud.ts";
import { checkDeliveries } from "./delivery-promises.ts";
import { checkLinks } from "./link-promises.ts";
import { runTool } from "./operators.ts";
import { awayUntilMs, isMailHopeless, KV_SHOWS_MS, MAILED_WITHIN_MS, wasEverRepaid } from "./patience.ts";
import { finish } from "./play.ts";
import { isConfirmationOf, isNoticeOf, isToOwner, shortId, type World } from "./world.ts";

/** The shop's promises about every sale, checked at the end of a story. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/**
 * Longer than all delays: Stripe retries an event for three days, and the longest bank, a mail's retries and a
 * Workflow's hours may come before or after that.
 */
const REST_MS = 9 * DAY_MS;

/** Lets all work end, and checks the promises. */
export async function settle(world: World): Promise<void> {
  world.note("All troubles end, and days pass.");
  world.browser.connection = "good";
  world.provider.setTrouble("ok", Number.POSITIVE_INFINITY);
  world.engine.mishaps.length = 0;
  await runUntil(() => false, now() + REST_MS);
  if (world.provider.lost.size > 0) await repair(world);
  await finish(checkAll(world));
  // Waits for gifts whose day is far away.
  const lastMs = Math.max(0, ...world.engine.running().map(({ untilMs }) => untilMs));
  if (lastMs > now()) await runUntil(() => false, lastMs + REST_MS);
  await finish(checkDeliveries(world));
  checkWork(world);
}

/** Does what operators do after events were lost. */
async function repair(world: World): Promise<void> {
  world.note("Operators repair what was lost.");
  await finish(runTool(world, reconcileCommand, [], { write: true, days: "30" }));
  await runUntil(() => false, now() + HOUR_MS);
  for (const what of world.provider.captures.keys()) world.resends.push({ what, atMs: now() });
  await finish(runTool(world, mailsCommand, [], { resend: true }));
  await runUntil(() => false, now() + REST_MS);
}

async function checkAll(world: World): Promise<void> {
  const { provider, engine, fail } = world;
  for (const event of provider.events)
    if (provider.undelivered.has(event.id)) fail(`the shop never took in the event ${event.type}`);
  for (const { instance, untilMs } of engine.running())
    if (untilMs < now()) fail(`the work '${instance.id}' has not ended after nine days`);
  checkCaptures(world);
  checkVisits(world);
  const paid = provider.intents.all().filter(({ id }) => provider.paidAtMs(id) !== null);
  for (const intent of paid) await checkSale(world, intent);
  for (const intent of provider.intents.all()) if (!paid.includes(intent)) checkUnpaid(world, intent);
  for (const reference of world.withdrawn.keys()) await checkWithdrawal(world, reference);
  await checkLinks(world);
  await world.shadow.compare(world);
  const { exitCode, said } = await runTool(world, reconcileCommand, [], { days: "30" });
  if (exitCode !== 0) fail(`reconcile has something to do: ${said}`);
}

/** Checks that all Workflows have ended, and that the data that the platform keeps of them names nobody. */
function checkWork({ engine, secretIn, fail }: World): void {
  for (const { id, status, params, results } of engine.all()) {
    if (status === "running") fail(`the work '${id}' never ends`);
    const kept = [params, ...results.values()].map((one) =>
      one instanceof Object && "error" in one ? String(one.error) : JSON.stringify(one),
    );
    const found = secretIn(kept.join());
    if (found !== null) fail(`the platform keeps '${found}' of the work '${id}'`);
  }
}

function checkCaptures({ provider, confirmed, knowing, fail }: World): void {
  for (const [id, count] of provider.captures) if (count > 1) fail(`${shortId(id)} is captured ${count} times`);
  const captured = [...confirmed].filter(([id]) => provider.captures.has(id));
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

function checkUnpaid({ mails, fail }: World, { id }: PaymentIntent): void {
  if (mails.some((mail) => isConfirmationOf(mail, id))) fail(`${shortId(id)} is confirmed and was never paid`);
}

async function checkSale(world: World, intent: PaymentIntent): Promise<void> {
  const { fail } = world;
  const { id } = intent;
  const read = await readOrder(world.central.ORDERS, id);
  if (read.status !== "found") return fail(`the order of ${shortId(id)} is ${read.status}`);
  const order = read.value;
  checkOrder(world, intent, order);
  checkMails(world, intent, order);
  await checkCourse(world, intent, order);
  if (intent.metadata.gift !== undefined) await checkGift(world, intent);
}

function truthOf({ provider }: World, { id }: PaymentIntent) {
  const charge = provider.account.all("charges").find(({ payment_intent: of }) => of === id) as unknown as Charge;
  const dispute = provider.account.all("disputes").find(({ payment_intent: of }) => of === id) as unknown as
    | Dispute
    | undefined;
  return { refundedCents: charge.amount_refunded, dispute: dispute?.status };
}

/** The event of a payment that went through. */
const PAID_EVENT = "payment_intent.succeeded";

function checkOrder(world: World, intent: PaymentIntent, order: Order): void {
  const { fail } = world;
  const { id, metadata } = intent;
  const { refundedCents, dispute } = truthOf(world, intent);
  if (order.status !== "paid") fail(`the order of ${shortId(id)} is ${order.status}, and it is paid`);
  if (order.amountCents !== intent.amount)
    fail(`the order of ${shortId(id)} is of ${order.amountCents} cents, not ${intent.amount}`);
  if ((order.refundedCents ?? 0) !== refundedCents)
    fail(
      `the order of ${shortId(id)} says that ${order.refundedCents ?? 0} cents went back, and Stripe ${refundedCents}`,
    );
  if (order.productId !== metadata.product)
    fail(`the order of ${shortId(id)} is of ${order.productId}, not ${metadata.product}`);
  const wishes = [...(world.wishes.get(id) ?? [])];
  if (wishes.length > 1 || (wishes[0] !== undefined && wishes[0] !== order.gift?.recipient))
    fail(
      `${shortId(id)} was confirmed as a gift for ${wishes.join(" and for ")}, and the order's is for ${order.gift?.recipient}`,
    );
  // If two tabs press at the same moment, one may write its buyer just after the other's payment. Then both are right.
  const paid = world.provider.events.filter(({ type, data }) => type === PAID_EVENT && data.object.id === id);
  const buyers = [metadata, ...paid.map(({ data }) => (data.object as PaymentIntent).metadata)]
    .map(({ buyer_email }) => buyer_email)
    .filter((email) => email !== undefined);
  if (buyers.length > 0 && !buyers.includes(order.email ?? ""))
    fail(`the order of ${shortId(id)} is ${order.email}'s, not ${buyers.join("'s or ")}'s`);
  if (dispute === "won" && order.dispute !== "won")
    fail(`the dispute of ${shortId(id)} is won, and the order says ${order.dispute}`);
  if (dispute === "lost" && order.dispute !== "lost")
    fail(`the dispute of ${shortId(id)} is lost, and the order says ${order.dispute}`);
}

function checkMails(world: World, intent: PaymentIntent, order: Order): void {
  const { provider, fail } = world;
  const { id } = intent;
  const sent = world.mails.filter((mail) => isConfirmationOf(mail, id));
  const notices = world.mails.filter((mail) => isNoticeOf(mail, id));
  const cutOff = (step: RegExp) => world.cuts.filter((cut) => cut.id.startsWith(id) && step.test(cut.step)).length;
  const resends = world.resends.filter(({ what }) => what === id).length;
  const mostSent = 1 + cutOff(/confirmation/) + resends;
  if (sent.length > mostSent) fail(`${shortId(id)} is confirmed ${sent.length} times`);
  const mostNotices = 1 + cutOff(/notice/) + 2 * resends + (wasSecondNoticeDue(world, id, order) ? 1 : 0);
  if (notices.length > mostNotices) fail(`the owner is told ${notices.length} times of ${shortId(id)}`);
  for (const { to } of sent)
    if (to !== order.email) fail(`the confirmation of ${shortId(id)} goes to ${to}, not to ${order.email}`);
  for (const { atMs } of sent) {
    const paidMs = provider.paidAtMs(id) ?? 0;
    if (atMs < paidMs) fail(`${shortId(id)} is confirmed before it is paid`);
  }
  const refundToldMs = provider.refundToldAtMs(id);
  const isRefundWhole = provider.account
    .all("refunds")
    .every(({ payment_intent: of, status }) => of !== id || status === "succeeded");
  for (const { atMs } of sent)
    if (refundToldMs !== null && isRefundWhole && atMs - refundToldMs > KV_SHOWS_MS)
      fail(`${shortId(id)} is confirmed to its buyer after all of it went back`);
  const wentBack = wasEverRepaid(world, intent);
  if (isMailHopeless(world)) return;
  if (sent.length === 0 && !wentBack) fail(`${shortId(id)} is paid and was never confirmed to its buyer`);
  // An operator who repairs a sale without any fact knows of it already.
  if (notices.length === 0 && !(wentBack && provider.lost.has(id)))
    fail(`${shortId(id)} is paid and the owner never heard of it`);
  const knownMs = provider.toldAtMs(id);
  if (provider.lost.has(id) || resends > 0) return;
  if (knownMs === null || sent[0] === undefined || wentBack) return;
  const mailedMs = Math.max(knownMs, sessionToldMs(world, id), ...awayUntilMs(world));
  if (sent[0].atMs - mailedMs > MAILED_WITHIN_MS)
    fail(
      `the confirmation of ${shortId(id)} came ${Math.round((sent[0].atMs - mailedMs) / MINUTE_MS)} minutes after it could have`,
    );
}

/** Whether the owner should get a second notice, about a buyer who could not be mailed. */
function wasSecondNoticeDue(world: World, intentId: string, order: Order): boolean {
  return world.mailTroubles.length > 0 || order.confirmedAt === undefined || sessionToldMs(world, intentId) > 0;
}

/** When the shop learned that a sale was hosted; 0 for any other. */
function sessionToldMs({ provider }: World, intentId: string): number {
  return provider.sessionToldAtMs(intentId) ?? 0;
}

const COURSE_AT = new RegExp(`${COURSES_AT}[\\w-]+`, "g");

/** The mail and the order page must link to the same course. */
async function checkCourse(world: World, { id }: PaymentIntent, order: Order): Promise<void> {
  const mail = world.mails.find((sent) => isConfirmationOf(sent, id));
  const token = await createOrderToken(world.envAt("AMS"), id);
  if (mail === undefined || token === null || order.gift !== undefined) return;
  world.secrets.add(token);
  const html = await (await world.fromBrowser(new Request(`${world.shopOrigin}${orderPath(token)}`))).text();
  const [mailed = "", shown = ""] = [mail.text, html].map((text) => [...new Set(text.match(COURSE_AT))].sort().join());
  if (shown !== "" && mailed !== shown)
    world.fail(`the mail of ${shortId(id)} leads to ${mailed}, its page to ${shown}`);
  if (isRepaid(order)) return;
  const { productId } = order;
  const courses = productId !== undefined && isBundle(productId) ? PRODUCTS[productId].courseIds.length : 1;
  const ways = shown === "" ? 0 : shown.split(",").length;
  if (ways !== courses) world.fail(`the page of ${shortId(id)} leads to ${ways} courses, and ${courses} were bought`);
}

async function checkGift(world: World, intent: PaymentIntent): Promise<void> {
  const { fail } = world;
  const { id } = intent;
  const code = await createGiftCode(world.envAt("AMS"), id);
  if (code === null) return fail("a gift has no code");
  for (const spelling of [code, formatGiftCode(code)]) world.secrets.add(spelling);
  const response = await world.fromBrowser(new Request(`${world.shopOrigin}/g-${formatGiftCode(code)}`));
  const read = await readOrder(world.central.ORDERS, id);
  const { refundedCents, dispute } = truthOf(world, intent);
  const isGone = isRepaid({ amountCents: intent.amount, refundedCents, ...(dispute === "lost" ? { dispute } : {}) });
  const isStopped = world.operatorStops.get(id) ?? isGone;
  // A dispute that a card scheme settled at once, or an appeal: the order has the status, and reconcile compares it.
  const isUnclear =
    dispute !== undefined && dispute !== "lost" && dispute !== "won" && read.status === "found" && isRepaid(read.value);
  if (isUnclear) return;
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

async function checkWithdrawal(world: World, reference: string): Promise<void> {
  const stored = await world.central.ORDERS.get(`withdrawal:${reference}`);
  if (stored === null) world.fail(`the withdrawal ${reference} was said to be received, and is not there`);
  const sent = world.mails.filter(({ subject }) => subject.includes(reference));
  const cutOff = world.cuts.filter(({ id }) => id === reference).length;
  const [receipts, notices] = [false, true].map((isOwner) => sent.filter((mail) => isToOwner(mail) === isOwner).length);
  if ((receipts ?? 0) > 1 + cutOff) world.fail(`the withdrawal ${reference} has ${receipts} receipts`);
  if ((notices ?? 0) > 1 + cutOff) world.fail(`the owner is told ${notices} times of the withdrawal ${reference}`);
  const isQuiet = world.mailTroubles.length === 0 && world.troubles.workflowsAwayUntilMs === 0;
  if (isQuiet && world.troubles.kvAwayUntilMs === 0 && (receipts !== 1 + cutOff || notices === 0) && cutOff === 0)
    world.fail(`the withdrawal ${reference} has ${receipts} receipts and ${notices} notices`);
}
