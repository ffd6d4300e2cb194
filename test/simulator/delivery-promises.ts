import { GIFT_DELIVERY_COPY } from "../../src/content/gift-delivery.ts";
import { DELIVERY_KEYS, readDeliveryKey } from "../../src/services/delivery-facts.ts";
import { createGiftCode } from "../../src/services/gift-code.ts";
import { createOrderToken } from "../../src/services/order-token.ts";
import { type Order, readOrder } from "../../src/services/orders.ts";
import { formatGiftCode } from "../../src/shared/gift.ts";
import { DELIVERY_HOUR } from "../../src/shared/gift-delivery.ts";
import { orderPath } from "../../src/shared/paths.ts";
import { TIME_ZONE } from "../../src/shared/time.ts";
import type { PaymentIntent } from "../outside-world/stripe-intents.ts";
import type { SentMail } from "./cloud.ts";
import { keptAddresses } from "./deliveries.ts";
import { awayUntilMs, isMailHopeless, KV_SHOWS_MS, MAILED_WITHIN_MS, wasEverRepaid } from "./patience.ts";
import { RECIPIENT_ADDRESSES, WISHES } from "./purchases.ts";
import { isGiftMail, reportIn, shortId, type World } from "./world.ts";

/**
 * The shop's promises about gifts that it mails on a day: one mail, to an address that was asked for, not before its
 * day, and only while the gift is paid and wanted. The giver hears of it, and the address is deleted.
 */

/** A giver's wish for a delivery, from one moment on. An uncertain wish may have reached the shop or not. */
type Wanted = {
  /** Null: nothing is to be mailed. `to`: the addresses of which one was kept. */
  plan: { day: string; to: ReadonlySet<string> } | null;
  fromMs: number;
  untilMs: number;
  isCertain: boolean;
};

/** The Workflow after a withdrawal stops the mail within this time, milliseconds, if it could begin. */
const WITHDRAWAL_STOPS_MS = 20 * 60_000;

export async function checkDeliveries(world: World): Promise<void> {
  const { provider, fail } = world;
  const left = new Set(world.mails.filter(isGiftMail));
  for (const intent of provider.intents.all()) {
    if (intent.metadata.gift === undefined) continue;
    const code = await createGiftCode(world.envAt("AMS"), intent.id);
    const mails = [...left].filter(({ text }) => code !== null && text.includes(formatGiftCode(code)));
    for (const mail of mails) left.delete(mail);
    await checkDelivery(world, intent, mails);
  }
  if (left.size > 0) fail("a mail brings a gift that nobody bought");
  checkTexts(world);
  await checkKept(world);
}

async function checkDelivery(world: World, intent: PaymentIntent, mails: readonly SentMail[]): Promise<void> {
  const { provider, fail } = world;
  const { id } = intent;
  const paidMs = provider.paidAtMs(id);
  for (const { atMs } of mails)
    if (paidMs === null || atMs < paidMs) fail(`the gift of ${shortId(id)} is mailed, and it is not paid`);
  if (paidMs === null) return;
  const read = await readOrder(world.central.ORDERS, id);
  if (read.status !== "found") return;
  const wishes = wishesOf(world, read.value);
  const cuts = cutsOf(world, id, "mail the gift");
  if (mails.length > 1 + cuts) fail(`the gift of ${shortId(id)} is mailed ${mails.length} times`);
  for (const mail of mails) checkMail(world, intent, mail, wishes);
  checkMailed(world, intent, mails, wishes);
  checkReports(world, read.value, mails, wishes);
  if (wishes.length > 0) await checkPage(world, id, mails);
}

/** When all has ended, the order page promises no mail any more, and says that a mail went only if it did. */
async function checkPage(world: World, intentId: string, mails: readonly SentMail[]): Promise<void> {
  const { planned, sending, expected, sent } = GIFT_DELIVERY_COPY.page.states;
  const token = await createOrderToken(world.envAt("AMS"), intentId);
  if (token === null) return;
  world.secrets.add(token);
  const html = await (await world.fromBrowser(new Request(`${world.shopOrigin}${orderPath(token)}`))).text();
  const says = (text: string) => text.split(/\{\w+\}/).every((part) => html.includes(part));
  const promised = Object.entries({ planned, sending, expected }).find(([, text]) => says(text));
  if (promised !== undefined)
    world.fail(`the page of ${shortId(intentId)} says '${promised[0]}' of a gift that nothing will mail`);
  if (says(sent) && mails.length === 0) world.fail(`the page of ${shortId(intentId)} says that the gift was mailed`);
}

function cutsOf(world: World, intentId: string, step: string): number {
  return world.cuts.filter((cut) => cut.id.includes(intentId) && cut.step === step).length;
}

function wishesOf(world: World, { intentId, gift }: Order): readonly Wanted[] {
  const first: Wanted | null =
    gift?.byMail === undefined
      ? null
      : {
          plan: { day: gift.from, to: new Set((world.leftAddresses.get(intentId) ?? []).map(({ to }) => to)) },
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
  return first === null ? later : [first, ...later];
}

/** The wishes that may hold at a moment: those that no certain one has replaced. */
function wishesAt(wishes: readonly Wanted[], atMs: number): readonly Wanted[] {
  const asked = wishes.filter(({ fromMs }) => fromMs <= atMs);
  return asked.filter((wish) => !asked.some(({ isCertain, fromMs }) => isCertain && fromMs > wish.untilMs));
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
  const isLate = (sinceMs: number | null, withinMs: number) => sinceMs !== null && atMs - sinceMs > withinMs;
  const refunds = provider.account.all("refunds").filter(({ payment_intent: of }) => of === id);
  const isRefundWhole = refunds.every(({ status }) => status === "succeeded");
  if (isRefundWhole && isLate(provider.refundToldAtMs(id), KV_SHOWS_MS))
    fail(`${gift} is mailed after all of it went back`);
  const disputes = provider.account.all("disputes").filter(({ payment_intent: of }) => of === id);
  const isLost = disputes.some(({ status }) => status === "lost");
  if (isLost && isLate(provider.disputeLostToldAtMs(id), KV_SHOWS_MS))
    fail(`${gift} is mailed after its dispute was lost`);
  const stoppedMs = world.revoked.findLast(({ intentId }) => intentId === id)?.atMs ?? null;
  if (world.operatorStops.get(id) === true && isLate(stoppedMs, KV_SHOWS_MS))
    fail(`${gift} is mailed after an operator stopped it`);
  for (const { intentId, receivedMs } of world.withdrawals) {
    if (intentId !== id || receivedMs === null) continue;
    if (isLate(Math.max(receivedMs, ...awayUntilMs(world)), WITHDRAWAL_STOPS_MS))
      fail(`${gift} is mailed after its giver withdrew`);
  }
}

/** A paid gift that its giver wants mailed, and that nothing stops, must be mailed on its day. */
function checkMailed(world: World, intent: PaymentIntent, mails: readonly SentMail[], wishes: readonly Wanted[]): void {
  const { provider, fail } = world;
  const { id } = intent;
  const last = wishesAt(wishes, Number.POSITIVE_INFINITY);
  const knownMs = provider.toldAtMs(id);
  const isStopped =
    wasEverRepaid(world, intent) ||
    world.revoked.some(({ intentId }) => intentId === id) ||
    world.withdrawals.some(({ intentId }) => intentId === id);
  if (last.length === 0 || last.some(({ plan }) => plan === null)) return;
  if (isStopped || isMailHopeless(world) || provider.lost.has(id) || knownMs === null) return;
  const reports = world.mails.flatMap((mail) => reportIn(mail, id) ?? []);
  if (mails.length === 0) {
    // The address was left while KV was away, so it was not kept: the giver is asked for it again.
    const isAskedFor = world.troubles.kvAwayUntilMs > 0 && reports.includes("lost");
    if (!isAskedFor) fail(`the gift of ${shortId(id)} is never mailed`);
    return;
  }
  const dueMs = Math.max(
    ...last.map(({ plan, fromMs }) => Math.max(mailingHourMs(plan?.day ?? ""), fromMs, knownMs)),
    ...awayUntilMs(world),
  );
  const lateMs = Math.min(...mails.map(({ atMs }) => atMs)) - dueMs;
  if (lateMs > MAILED_WITHIN_MS)
    fail(`the gift of ${shortId(id)} is mailed ${Math.round(lateMs / 60_000)} minutes late`);
}

function checkReports(
  world: World,
  { intentId, email }: Order,
  mails: readonly SentMail[],
  wishes: readonly Wanted[],
): void {
  const { fail } = world;
  const name = shortId(intentId);
  const reports = world.mails.flatMap((mail) => {
    const kind = reportIn(mail, intentId);
    return kind === null ? [] : [{ kind, mail }];
  });
  for (const { mail } of reports)
    if (mail.to !== email) fail(`what became of the gift of ${name} is told to ${mail.to}, not to ${email}`);
  const told = (wanted: string) => reports.filter(({ kind }) => kind === wanted);
  const again = cutsOf(world, intentId, "tell the giver");
  const [first] = told("sent");
  if (told("sent").length > mails.length + again) fail(`the giver of ${name} hears too often that the gift went`);
  if (first !== undefined && !mails.some(({ atMs }) => atMs <= first.mail.atMs))
    fail(`the giver of ${name} hears that the gift went, and it did not`);
  const isHopeless = isMailHopeless(world);
  if (mails.length > 0 && first === undefined && !isHopeless && email !== undefined)
    fail(`the giver of ${name} never hears that the gift went`);
  if (told("failed").length > 0 && !isHopeless) fail(`the giver of ${name} hears that the gift could not go`);
  const isKept = world.troubles.kvAwayUntilMs === 0 && !world.provider.lost.has(intentId);
  const resends = world.resends.filter(({ what }) => what === intentId).length;
  const asked = told("lost").length;
  if (asked > 0 && (isKept || wishes.length === 0)) fail(`the giver of ${name} is asked again for a known address`);
  if (asked > 1 + resends + cutsOf(world, intentId, "ask for the address"))
    fail(`the giver of ${name} is asked ${asked} times for an address`);
}

/** A recipient gets no mail but a gift's, and no mail holds a name that was not paid for. */
function checkTexts(world: World): void {
  const { fail, mails, provider } = world;
  const paid = provider.intents.all().filter(({ id }) => provider.paidAtMs(id) !== null);
  const bought = new Set(paid.map(({ metadata }) => metadata.gift_recipient));
  const recipients = new Set(Object.values(RECIPIENT_ADDRESSES));
  for (const mail of mails) {
    for (const { recipient } of WISHES)
      if (!bought.has(recipient) && mail.text.includes(recipient))
        fail(`a mail names ${recipient}, for whom nobody paid`);
    if (!recipients.has(mail.to)) continue;
    if (!isGiftMail(mail)) fail(`a recipient gets '${mail.subject}'`);
    const message = WISHES.find((wish) => wish.message !== "" && mail.text.includes(wish.message));
    if (message !== undefined) fail("a recipient's mail holds what the giver wrote");
  }
  for (const { id, metadata } of provider.intents.all())
    for (const value of Object.values(metadata))
      if (recipients.has(value)) fail(`Stripe is told the recipient's address of ${shortId(id)}`);
}

/** When all has ended, no address of a recipient is kept. Those of gifts that were not paid expire. */
async function checkKept(world: World): Promise<void> {
  const { fail, provider } = world;
  const shown = world.kvAt("ORDERS", "the end");
  const { keys } = await world.central.ORDERS.list({ prefix: DELIVERY_KEYS });
  const intentIds = new Set(keys.map(({ name }) => readDeliveryKey(name)?.intentId ?? ""));
  for (const id of intentIds) {
    for (const key of await keptAddresses(world, id)) {
      const isPlanOfSale = provider.paidAtMs(id) !== null && readDeliveryKey(key)?.plan !== null;
      if (isPlanOfSale || (await shown.get(key)) !== null)
        fail(`the recipient's address of ${shortId(id)} is kept for ever`);
    }
  }
}

/** Eight o'clock in Amsterdam on a day, in summer or in winter time, milliseconds since 1970. */
function mailingHourMs(day: string): number {
  const summer = new Date(`${day}T0${DELIVERY_HOUR}:00:00+02:00`);
  const hour = Number(new Intl.DateTimeFormat("en-GB", { hour: "2-digit", timeZone: TIME_ZONE }).format(summer));
  return hour === DELIVERY_HOUR ? summer.getTime() : summer.getTime() + 60 * 60_000;
}
