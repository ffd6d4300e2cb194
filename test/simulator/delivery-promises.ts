import { GIFT_DELIVERY_COPY } from "../../src/gifts/day/gift-delivery-copy.ts";
import { DELIVERY_HOUR } from "../../src/gifts/day/gift-delivery-rules.ts";
import { createGiftCode } from "../../src/gifts/gift-code.ts";
import { type Order, readOrder } from "../../src/ledger/orders.ts";
import { openShop } from "../../src/server/shop.ts";
import { formatGiftCode } from "../../src/shared/gift.ts";
import { TIME_ZONE } from "../../src/shared/time.ts";
import type { PaymentIntent } from "../outside-world/stripe-objects.ts";
import type { SentMail } from "./cloud.ts";
import { refusedOf } from "./ledger-promises.ts";
import { mailsOf, reportIn } from "./mails.ts";
import { orderHtml, shortId } from "./order-page.ts";
import { awayUntilMs, heardOfSaleMs, isMailGivenUp, KV_SHOWS_MS, MAILED_WITHIN_MS, wasEverRepaid } from "./patience.ts";
import { RECIPIENT_ADDRESSES, WISHES } from "./purchases.ts";
import type { World } from "./world.ts";

/**
 * The shop's promises about gifts that it mails on a day: one mail, to an address that was asked for, not before its
 * day, and only while the gift is paid and wanted. The giver hears of it, and the address is deleted.
 */

/** A giver's wish for a delivery, from one moment on. An uncertain wish may have reached the shop or not. */
type Wanted = {
  /** Null: nothing is to be mailed. `to`: the addresses, one of which was kept. */
  plan: { day: string; to: ReadonlySet<string> } | null;
  fromMs: number;
  untilMs: number;
  isCertain: boolean;
};

/** An address that was left at the checkout is kept within this time, milliseconds, if the ledger is there. */
const KEPT_WITHIN_MS = 15_000;

export async function checkDeliveries(world: World): Promise<void> {
  const { provider, fail } = world;
  for (const intent of provider.intents.all()) {
    const mails = mailsOf(world.mails, "gift", intent.id);
    const code = await createGiftCode(openShop(world.envAt("AMS")), intent.id);
    if (mails.some(({ text }) => code === null || !text.includes(formatGiftCode(code))))
      fail(`the mail of the gift of ${shortId(intent.id)} brings another`);
    if (intent.metadata.gift !== undefined || mails.length > 0) await checkDelivery(world, intent, mails);
  }
  checkTexts(world);
  checkKept(world);
}

async function checkDelivery(world: World, intent: PaymentIntent, mails: readonly SentMail[]): Promise<void> {
  const { provider, fail } = world;
  const { id } = intent;
  const paidMs = provider.paidAtMs(id);
  for (const { atMs } of mails)
    if (paidMs === null || atMs < paidMs) fail(`the gift of ${shortId(id)} is mailed, and it is not paid`);
  if (paidMs === null) return;
  const order = await readOrder(world.database.ledger, id);
  if (order === null) return;
  const wishes = wishesOf(world, order);
  if (mails.length > 1 + world.lives.repeatsOf("gift", id))
    fail(`the gift of ${shortId(id)} is mailed ${mails.length} times`);
  for (const mail of mails) checkMail(world, intent, mail, wishes);
  const isErased =
    order.erasedAt !== undefined || world.erasures.some(({ email }) => wishes.some(({ plan }) => plan?.to.has(email)));
  checkMailed(world, intent, mails, wishes, isErased);
  checkReports(world, order, mails, isErased);
  await checkPage(world, id, mails);
}

/** When all has ended, the order page promises no mail any more, and says that a mail went only if it did. */
async function checkPage(world: World, intentId: string, mails: readonly SentMail[]): Promise<void> {
  const { planned, sending, expected, sent } = GIFT_DELIVERY_COPY.page.states;
  const html = await orderHtml(world, intentId);
  if (html === null) return;
  const says = (text: string) => text.split(/\{\w+\}/).every((part) => html.includes(part));
  const promised = Object.entries({ planned, sending, expected }).find(([, text]) => says(text));
  if (promised !== undefined)
    world.fail(`the page of ${shortId(intentId)} says '${promised[0]}' of a gift that nothing will mail`);
  if (says(sent) && mails.length === 0) world.fail(`the page of ${shortId(intentId)} says that the gift was mailed`);
}

function wishesOf(world: World, { intentId, gift }: Order): readonly Wanted[] {
  // Without a day at the checkout nothing is to be mailed, until a change surely reached the shop.
  const first: Wanted = {
    plan:
      gift?.deliveryDraftId === undefined
        ? null
        : { day: gift.from, to: new Set((world.leftAddresses.get(intentId) ?? []).map(({ to }) => to)) },
    fromMs: Number.NEGATIVE_INFINITY,
    untilMs: Number.NEGATIVE_INFINITY,
    isCertain: true,
  };
  const later = world.decisions
    .filter((decision) => decision.intentId === intentId && decision.answer !== "unchanged")
    .map(
      ({ wanted, askedMs, answeredMs, answer }): Wanted => ({
        plan: wanted === null ? null : { day: wanted.day, to: new Set([wanted.to]) },
        fromMs: askedMs,
        untilMs: answeredMs,
        isCertain: answer === "changed",
      }),
    );
  return [first, ...later];
}

/** The wishes that may hold at a moment: those that no certain one has replaced, whose answer has come. */
function wishesAt(wishes: readonly Wanted[], atMs: number): readonly Wanted[] {
  const answered = wishes.filter(({ isCertain, untilMs }) => isCertain && untilMs <= atMs);
  return wishes.filter((wish) => wish.fromMs <= atMs && !answered.some(({ fromMs }) => fromMs > wish.untilMs));
}

function checkMail(world: World, intent: PaymentIntent, mail: SentMail, wishes: readonly Wanted[]): void {
  const { provider, fail } = world;
  const { id } = intent;
  const gift = `the gift of ${shortId(id)}`;
  const { atMs, to } = mail;
  const held = wishesAt(wishes, atMs).flatMap(({ plan }) => plan ?? []);
  const meant = held.filter((plan) => plan.to.has(to));
  if (held.length === 0) fail(`${gift} is mailed, and its giver wants no mail`);
  else if (meant.length === 0) fail(`${gift} is mailed to an address that its giver has not asked for last`);
  else if (meant.every(({ day }) => atMs < mailingHourMs(day))) fail(`${gift} is mailed before its day`);
  // An attempt that had begun before may still end.
  const isAfter = (sinceMs: number | null) => sinceMs !== null && mail.begunMs > sinceMs;
  const isRefundWhole = provider.account.of("refunds", id).every(({ status }) => status === "succeeded");
  if (isRefundWhole && isAfter(provider.refundToldAtMs(id))) fail(`${gift} is mailed after all of it went back`);
  const isLost = provider.account.of("disputes", id).some(({ status }) => status === "lost");
  if (isLost && isAfter(provider.disputeLostToldAtMs(id))) fail(`${gift} is mailed after its dispute was lost`);
  const decided = world.operatorStops.get(id);
  if (decided?.isStopped === true && isAfter(decided.atMs + KV_SHOWS_MS))
    fail(`${gift} is mailed after an operator stopped it`);
  const isRefused = refusedOf(world, id).length > 0;
  for (const { intentId, receivedMs } of world.withdrawals)
    if (intentId === id && isAfter(receivedMs) && !isRefused) fail(`${gift} is mailed after its giver withdrew`);
}

/** A paid gift that its giver wants mailed, and that nothing stops, must be mailed on its day. */
function checkMailed(
  world: World,
  intent: PaymentIntent,
  mails: readonly SentMail[],
  wishes: readonly Wanted[],
  isErased: boolean,
): void {
  const { fail } = world;
  const { id } = intent;
  const last = wishesAt(wishes, Number.POSITIVE_INFINITY);
  const isStopped =
    wasEverRepaid(world, intent) ||
    world.revoked.has(id) ||
    world.withdrawals.some(({ intentId }) => intentId === id) ||
    isErased;
  if (last.some(({ plan }) => plan === null) || isStopped || isMailGivenUp(world)) return;
  if (mails.length === 0) {
    // The address was left while the ledger was away, so it was not kept: the giver is asked for it again.
    const isAskedFor = wasUnkept(world, id) && world.mails.some((mail) => reportIn(mail, id) === "lost");
    if (!isAskedFor) fail(`the gift of ${shortId(id)} is never mailed`);
    return;
  }
  const dueMs = Math.max(
    ...last.map(({ plan, fromMs }) => Math.max(mailingHourMs(plan?.day ?? ""), fromMs, heardOfSaleMs(world, id))),
    ...awayUntilMs(world),
  );
  const lateMs = Math.min(...mails.map(({ atMs }) => atMs)) - dueMs;
  if (lateMs > MAILED_WITHIN_MS)
    fail(`the gift of ${shortId(id)} is mailed ${Math.round(lateMs / 60_000)} minutes late`);
}

/** Whether the address that was left at the checkout may not have been kept, or was erased before it was needed. */
function wasUnkept({ leftAddresses, outages, erasures }: World, intentId: string): boolean {
  const left = leftAddresses.get(intentId) ?? [];
  return (
    erasures.some(({ email }) => left.some(({ to }) => to === email)) ||
    outages.some(
      ({ of, fromMs, untilMs }) =>
        of === "ledger" && left.some(({ atMs }) => fromMs <= atMs + KEPT_WITHIN_MS && untilMs >= atMs),
    )
  );
}

function checkReports(world: World, { intentId, email }: Order, mails: readonly SentMail[], isErased: boolean): void {
  const { fail } = world;
  const name = shortId(intentId);
  const reports = world.mails.flatMap((mail) => {
    const kind = reportIn(mail, intentId);
    return kind === null ? [] : [{ kind, mail }];
  });
  for (const { mail } of reports)
    if (mail.to !== email && !isErased && !world.corrections.some((one) => one.intentId === intentId))
      fail(`what became of the gift of ${name} is told to ${mail.to}, not to ${email}`);
  const told = (wanted: string) => reports.filter(({ kind }) => kind === wanted);
  const again = world.lives.repeatsOf("delivery-report", intentId);
  const [first] = told("sent");
  if (told("sent").length > mails.length + again) fail(`the giver of ${name} hears too often that the gift went`);
  if (first !== undefined && !mails.some(({ atMs }) => atMs <= first.mail.atMs))
    fail(`the giver of ${name} hears that the gift went, and it did not`);
  const isHopeless = isMailGivenUp(world) || isErased;
  if (mails.length > 0 && first === undefined && !isHopeless && email !== undefined)
    fail(`the giver of ${name} never hears that the gift went`);
  if (told("failed").length > 0 && !isHopeless) fail(`the giver of ${name} hears that the gift could not go`);
  if (told("stopped").length > 0 && !world.revoked.has(intentId))
    fail(`the giver of ${name} hears that the gift was stopped, which nobody did`);
  const asked = told("lost").length;
  if (asked > 0 && !wasUnkept(world, intentId)) fail(`the giver of ${name} is asked again for a known address`);
  if (asked > 1 + again) fail(`the giver of ${name} is asked ${asked} times for an address`);
}

/** A recipient gets no mail but a gift's, and no mail holds a name that was not paid for. */
function checkTexts(world: World): void {
  const { fail, mails, provider } = world;
  // As it was when it was paid: an erasure takes the names from Stripe.
  const paid = provider.events.filter(({ type }) => type === "payment_intent.succeeded");
  const bought = new Set(paid.map(({ data }) => (data.object as PaymentIntent).metadata.gift_recipient));
  const recipients = new Set(Object.values(RECIPIENT_ADDRESSES));
  for (const mail of mails) {
    for (const { recipient } of WISHES)
      if (!bought.has(recipient) && mail.text.includes(recipient))
        fail(`a mail names ${recipient}, for whom nobody paid`);
    if (!recipients.has(mail.to)) continue;
    if (mail.row.kind !== "gift") fail(`a recipient gets '${mail.subject}'`);
    const message = WISHES.find((wish) => wish.message !== "" && mail.text.includes(wish.message));
    if (message !== undefined) fail("a recipient's mail holds what the giver wrote");
  }
  for (const { id, metadata } of provider.intents.all())
    for (const value of Object.values(metadata))
      if (recipients.has(value)) fail(`Stripe is told the recipient's address of ${shortId(id)}`);
}

function checkKept({ database, fail }: World): void {
  const kept = `SELECT intent_id FROM deliveries WHERE address IS NOT NULL UNION SELECT intent_id FROM delivery_drafts
    UNION SELECT about FROM mails WHERE detail LIKE '%@%'`;
  for (const { intent_id: id } of database.rows(kept)) fail(`the recipient's address of ${id} is kept for ever`);
}

/** Eight o'clock in Amsterdam on a day, in summer or in winter time, milliseconds since 1970. */
function mailingHourMs(day: string): number {
  const summer = new Date(`${day}T0${DELIVERY_HOUR}:00:00+02:00`);
  const hour = Number(new Intl.DateTimeFormat("en-GB", { hour: "2-digit", timeZone: TIME_ZONE }).format(summer));
  return hour === DELIVERY_HOUR ? summer.getTime() : summer.getTime() + 60 * 60_000;
}
