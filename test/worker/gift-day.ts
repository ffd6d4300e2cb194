import { env } from "cloudflare:workers";
import { beforeEach, expect, vi } from "vitest";
import { type Delivery, keepDeliveryDraft, planDelivery, readDelivery } from "../../src/gifts/day/gift-delivery.ts";
import { GIFT_DELIVERY_COPY } from "../../src/gifts/day/gift-delivery-copy.ts";
import { DELIVERY_FIELDS, DELIVERY_STEPS } from "../../src/gifts/day/gift-delivery-rules.ts";
import { wishToMetadata } from "../../src/gifts/gift-wish.ts";
import { giftCodeOf } from "../../src/gifts/paid-gifts.ts";
import { type Order, recordStatements } from "../../src/ledger/orders.ts";
import { ORDER_STATUS_COPY } from "../../src/orders/order-copy.ts";
import { answerStatements, recordWithdrawal } from "../../src/orders/withdrawal/withdrawals.ts";
import { recordEvent } from "../../src/paying/webhook/payment-record.ts";
import { ledgerOf } from "../../src/server/database.ts";
import type { Bindings } from "../../src/server/env.ts";
import type { GiftWish } from "../../src/shared/gift.ts";
import { sendMail } from "../../src/upkeep/send-mail-steps.ts";
import { MINUTE_MS, now } from "../clock.ts";
import type { Step } from "../table.ts";
import { all, type PageDocument, readDocument, visibleText } from "./document.ts";
import { emptyLedger, keepOrder, newsOf, paidOrder, rowsOf, run } from "./ledger-rows.ts";
import { type MailRun, type MailWorld, refuseMail, runMails, type SentMail } from "./mail-steps.ts";
import { askWith, formOf, orderPathOf, shopOf } from "./shop.ts";
import { intent } from "./stripe-objects.ts";
import { answerJson, stubStripe } from "./stripe-stub.ts";
import { createIdleWorkflow, type Instance } from "./workflows.ts";

/**
 * Stories of a gift that the shop mails on a day. A story is a list of steps: what its giver does on the order's page,
 * what Stripe, the mail service and the shop's people do. `endsAs` says what became of it, and checks what holds for
 * every story, so that no test says it again: the page tells what the ledger has, the gift goes to the planned address on
 * its day or to nobody, its giver hears of it, the address is kept exactly as long, and no log line and no Workflow has it.
 */

export const NOW = new Date("2026-11-22T10:00:00Z");
export const DAY = "2026-12-05";
export const AT_EIGHT = "2026-12-05T07:00:00.000Z";
export const LATER = "2026-12-24";
export const GIVER = "kees@example.nl";
export const NOOR = "noor@example.nl";
export const OTHER = "noor@elders.example";
export const DRAFT = "0a1b2c3d";
export const WISH: GiftWish = {
  productId: "KVB1",
  recipient: "Noor",
  giver: "Opa Kees",
  message: "Kijk op http://spam.example",
  from: DAY,
  deliveryDraftId: DRAFT,
};

let gifts = 0;
export let intentId = "";
let order: Order;
export let path = "";
/** The instances of Workflows that the giver's forms started. */
export let started: Instance[] = [];

type More = Partial<Bindings>;
export const stateNow = (): Promise<Delivery | null> => readDelivery(ledgerOf(env), intentId);
export const codeNow = async () => (await giftCodeOf(shopOf(), { intentId })) ?? "";

/** Every address of a recipient that the ledger has. */
export async function keptAddresses(): Promise<unknown[]> {
  const rows = await rowsOf(`SELECT address AS kept FROM deliveries UNION ALL SELECT address FROM delivery_drafts
    UNION ALL SELECT detail FROM mails WHERE detail LIKE '%@%'`);
  return rows.flatMap(({ kept }) => kept ?? []);
}

/** Before each test a gift is paid at Stripe, and the shop knows nothing of it. `hasPlan`: it is recorded and planned. */
export function beginGift(hasPlan: boolean): void {
  beforeEach(async () => {
    vi.setSystemTime(NOW);
    gifts += 1;
    intentId = `pi_day${gifts}`;
    path = await orderPathOf(intentId);
    started = [];
    order = paidOrder({ intentId, source: "checkout", buyerName: "Kees", email: GIVER, gift: WISH }, NOW.toISOString());
    stubStripe(() => answerJson(intent({ id: intentId, status: "succeeded", metadata: wishToMetadata(WISH) })));
    await emptyLedger();
    if (!hasPlan) return;
    await address()();
    await run(...recordStatements(newsOf(order)), ...planDelivery(intentId, DAY, now()));
  });
}

/** The order's page as its giver sees it now where a stop led, or after a form, whose redirect is followed as a browser does. */
export async function page(fields?: Readonly<Record<string, string>>, more: More = {}, headers: object = {}) {
  const all = { MAILER: createIdleWorkflow(started), ...more };
  const query = fields ? "" : `?${new URLSearchParams(STOP)}`;
  let response = await askWith(all, `${path}${query}`, fields && formOf(fields, headers));
  const location = response.headers.get("location");
  if (location !== null) expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  if (response.status === 303 && location !== null) response = await askWith({ ...all, DB: env.DB }, location);
  return { status: response.status, headers: response.headers, page: readDocument(await response.text()) };
}

const COPY = GIFT_DELIVERY_COPY.page;
const TOLD: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ ...COPY.done, ...COPY.unchanged }).map(([name, text]) => [text, name] as const),
  [ORDER_STATUS_COPY.unavailable.title, "away"],
]);
/** What a page says of the form that was sent: `planned`, `stopped`, `closed`, `withdrawn`, `too-often`, … */
function toldBy(shown: PageDocument): string | undefined {
  const texts = all(shown, ".order-delivery [role=status], .order-delivery [role=alert], h1").map(visibleText);
  return texts.map((text) => TOLD.get(text)).find((name) => name !== undefined);
}
export const fieldsOf = (day: string, to: string) => ({
  [DELIVERY_FIELDS.day]: day,
  [DELIVERY_FIELDS.to]: to,
  [DELIVERY_FIELDS.step]: DELIVERY_STEPS.send,
});
export const STOP = { [DELIVERY_FIELDS.step]: DELIVERY_STEPS.stop };

/** `more`: the bindings of this step, made when it runs. */
const sent = (fields: Readonly<Record<string, string>>, answer: string, more?: () => More) => async () =>
  expect(toldBy((await page(fields, more?.())).page)).toBe(answer);

/** The giver has it mailed on a day, or stops it, and reads this answer. */
export const asks = (day = DAY, to = OTHER, answer = "planned", more?: () => More): Step =>
  sent(fieldsOf(day, to), answer, more);
export const stops = (answer = "stopped", more?: () => More): Step => sent(STOP, answer, more);

type News = Parameters<typeof recordEvent>[1]["news"];
const record = (news: News, effect: "sale" | "money" | "nothing") => recordEvent(shopOf(), { news, effect });
const money =
  (told: News["told"]): Step =>
  () =>
    record({ intentId, eventId: `evt_${crypto.randomUUID()}`, at: now().toISOString(), told }, "money");
/** Stripe tells of the sale, of money that went back, or of a dispute. */
export const sale =
  (changes: Partial<Order> = {}, source?: "failed"): Step =>
  () =>
    record(newsOf({ ...order, ...changes }, source), source === "failed" ? "nothing" : "sale");
export const refund = (cents = 3900): Step => money({ kind: "refund", id: "re_1", cents, isFailed: false });
export const dispute = (state: "open" | "lost"): Step => money({ kind: "dispute", id: `du_${state}`, state });
/** The order says that all went back, and no event stopped the mail. */
export const refundedUnseen: Step = () => keepOrder({ ...order, refundedCents: 3900 });
export const address =
  (to = NOOR, id = DRAFT, day = DAY): Step =>
  () =>
    keepDeliveryDraft(shopOf(), intentId, { id, to, day });

/** Its giver withdraws by the order's own link, or somebody without one. */
export const withdraws =
  (link: "own" | "none" = "own", more?: More, email = GIVER): Step =>
  async () => {
    const form = { id: crypto.randomUUID(), madeAt: now().toISOString(), isFresh: true };
    const fields = { name: "Kees", contract: "cadeau", email, reason: "" };
    const sent = { form, fields, intentId: link === "own" ? intentId : null };
    expect(await recordWithdrawal(shopOf(more), sent)).toMatchObject({ status: "recorded" });
  };
/** The shop refuses one of the withdrawals, the first is 0, or takes that back. */
export const refuses =
  (which: number, answer: "refused" | null = "refused"): Step =>
  async () => {
    const rows = await rowsOf("SELECT reference FROM withdrawals ORDER BY recorded_at, email");
    await run(...answerStatements(String(rows[which]?.reference), answer, now()));
  };

type Going = More & { version?: number; moment?: string; during?: Step; refused?: string };
/** One attempt to mail the gift: its outcome, and who got it. `during`: what happens while the mail is handed over. */
export async function attempt({ version = 1, moment = AT_EIGHT, during, refused, ...more }: Going = {}) {
  vi.setSystemTime(moment);
  const to: string[] = [];
  const happened: Promise<unknown>[] = [];
  const EMAIL = {
    send: async (mail: SentMail) => {
      if (during !== undefined) happened.push(during());
      if (refused !== undefined) refuseMail(refused);
      to.push((await env.GIFTS.get(await codeNow())) === null ? "whose link opens nothing" : mail.to);
    },
  };
  const name = { kind: "gift", about: intentId, version: String(version) } as const;
  const shop = shopOf({ EMAIL, ...more }, new Date(moment));
  const outcome = await sendMail(shop, name).catch(String);
  await Promise.all(happened);
  return { outcome, to };
}
/** As `attempt`. A mail that went has gone to the address of the plan. */
export const goes =
  (outcome = "sent", going: Going = {}): Step =>
  async () => {
    const plan = await stateNow();
    const address = plan?.state === "planned" ? plan.address : undefined;
    const { outcome: is, to } = await attempt(going);
    expect(outcome.split(" or ")).toContain(is);
    expect(to).toEqual(is === "sent" || is === "Error: binding away" ? [address] : []);
  };

/** Lets the clock and the Workflows run from ten minutes before this moment on, by default for an hour. */
export function runDay(world: MailWorld = {}, moment = AT_EIGHT): Promise<MailRun> {
  vi.setSystemTime(Date.parse(moment) - 10 * MINUTE_MS);
  return runMails(intentId, world);
}
export const mailedTo = ({ mails }: MailRun) => mails.map(({ to }) => to);

/**
 * What became of the gift, now and on its day: `planned {day} {address}` or `stopped by {whom}`, with the version `v1` and
 * the count of changes `c0`; `at once`: at the story's begin. `hidden`: its page has no gift, once the money went back.
 * `withdrawn`: the page says so of a mail that its giver had stopped before.
 */
export async function endsAs(end: string): Promise<void> {
  const read = (pattern: RegExp) => pattern.exec(end)?.[1];
  const plan = await stateNow();
  const wanted = {
    state: read(/^(\w+)/),
    by: read(/by (\w+)/),
    day: read(/(\d{4}-\d\d-\d\d)/),
    address: read(/(\S+@\S+)/),
    version: read(/v(\d+)/),
    changes: read(/c(\d+)/),
    at: end.includes("at once") ? NOW.toISOString() : undefined,
  };
  for (const [name, value] of Object.entries(wanted))
    if (value !== undefined) expect(String(Reflect.get(plan ?? {}, name)), name).toBe(value);
  const shown = all((await page()).page, ".order-delivery-state").map(visibleText);
  expect(shown).toHaveLength(end.endsWith("hidden") ? 0 : 1);
  const isToGo = plan?.state === "planned";
  // How it tells each state is approved (gift-day.test.ts).
  if (isToGo) expect(shown[0]).toContain(plan.address);
  if (end.endsWith("withdrawn")) expect(shown).toEqual([COPY.states.withdrawn]);
  // A gift that was mailed needs the address until its giver's report has gone.
  if (isToGo || plan?.state === "stopped") expect(await keptAddresses()).toEqual(isToGo ? [plan.address] : []);
  const { mails } = await runDay({ forMs: 20 * MINUTE_MS }, isToGo ? plan.sendAt : AT_EIGHT);
  const others = mails.map(({ to }) => to).filter((to) => to !== GIVER && to !== env.MAIL_OWNER);
  expect(others).toEqual(isToGo ? [plan.address] : []);
  const { more } = GIFT_DELIVERY_COPY.report.failed;
  if (/(hidden|withdrawn)$/.test(end)) expect(mails.filter(({ text }) => text.includes(more))).toEqual([]);
  expect(mails.filter(({ subject }) => subject.startsWith("Je cadeau is verstuurd"))).toHaveLength(
    isToGo || plan?.state === "sent" ? 1 : 0,
  );
  expect(await keptAddresses()).toEqual([]);
  expect(JSON.stringify(started)).not.toContain("@");
}

export async function play(story: readonly Step[], end: string): Promise<void> {
  for (const step of story) await step();
  await endsAs(end);
}
