import { DELIVERY_FIELDS, DELIVERY_STEPS } from "../../src/gifts/day/gift-delivery-rules.ts";
import { createGiftCode } from "../../src/gifts/gift-code.ts";
import { INVOICE_FIELDS, INVOICE_PARAMETER, INVOICE_VALUES } from "../../src/ledger/invoice-rules.ts";
import { createOrderToken } from "../../src/ledger/order-token.ts";
import { openShop } from "../../src/server/shop.ts";
import { formatGiftCode } from "../../src/shared/gift.ts";
import { orderPath } from "../../src/shared/paths.ts";
import { addDays, today } from "../../src/shared/time.ts";
import { now, sleep } from "./clock.ts";
import type { SentMail } from "./cloud.ts";
import { COMPANY, OTHER_COMPANY, RECIPIENT_ADDRESSES } from "./purchases.ts";
import type { Step } from "./story.ts";
import type { World } from "./world.ts";

/** A sale's own pages, and what visitors do on its order page: a giver about the gift's delivery, a company about its invoice. */

/** A payment's name for a reader. */
export function shortId(intentId: string): string {
  return `payment …${intentId.slice(-4)}`;
}

/** The address of a payment's order page, which no log may hold; null if it has none. */
export async function orderUrl(world: World, intentId: string): Promise<string | null> {
  const token = await createOrderToken(openShop(world.envAt("AMS")), intentId);
  if (token === null) return null;
  world.secrets.add(token);
  return `${world.shopOrigin}${orderPath(token)}`;
}

/** The order page itself; null if there is none. */
export async function orderHtml(world: World, intentId: string): Promise<string | null> {
  const url = await orderUrl(world, intentId);
  return url === null ? null : (await world.fromBrowser(new Request(url))).text();
}

/** Opens a gift's page by its code, which no log may hold; null if it has no code. */
export async function openGift(world: World, intentId: string): Promise<{ code: string; answer: Response } | null> {
  const code = await createGiftCode(openShop(world.envAt("AMS")), intentId);
  if (code === null) return null;
  for (const spelling of [code, formatGiftCode(code)]) world.secrets.add(spelling);
  const answer = await world.fromBrowser(new Request(`${world.shopOrigin}/g-${formatGiftCode(code)}`));
  return { code, answer };
}

export function sendForm({ fromBrowser }: World, url: string, fields: Readonly<Record<string, string>>) {
  return fromBrowser(new Request(url, { method: "POST", body: new URLSearchParams(fields) }));
}

/** Does something as often as somebody clicks. */
export function click<T>(act: { clicks: number; apartMs: number }, work: () => Promise<T>): readonly Promise<T>[] {
  return Array.from({ length: act.clicks }, async (_, index) => {
    await sleep(index * act.apartMs);
    return work();
  });
}

export type Decision = {
  intentId: string;
  /** Null: nothing is to be mailed. */
  wanted: { day: string; to: string } | null;
  askedMs: number;
  /** When its answer came, or was lost; infinite until then. */
  answeredMs: number;
  answer: "changed" | "unchanged" | "unknown";
};

const DAYS_AHEAD = { today: 0, tomorrow: 1, "next year": 364 } as const;

/** A giver changes a gift's delivery, or stops it. */
export async function decideDelivery(world: World, act: Extract<Step, { do: "delivery" }>): Promise<void> {
  const { provider } = world;
  const gifts = provider.intents
    .all()
    .filter(({ id, metadata }) => metadata.gift !== undefined && provider.paidAtMs(id) !== null);
  const intent = gifts.toReversed()[act.which];
  const url = intent === undefined ? null : await orderUrl(world, intent.id);
  if (intent === undefined || url === null) return;
  const choice =
    act.wanted === "stop"
      ? null
      : { day: addDays(today(new Date()), DAYS_AHEAD[act.wanted]), to: RECIPIENT_ADDRESSES[act.to] };
  await Promise.all(click(act, () => ask(world, intent.id, url, choice)));
}

async function ask(world: World, intentId: string, url: string, wanted: Decision["wanted"]): Promise<void> {
  const never = Number.POSITIVE_INFINITY;
  const decision: Decision = { intentId, wanted, askedMs: now(), answeredMs: never, answer: "unknown" };
  world.decisions.push(decision);
  const { step, day, to } = DELIVERY_FIELDS;
  const fields =
    wanted === null
      ? { [step]: DELIVERY_STEPS.stop }
      : { [step]: DELIVERY_STEPS.send, [day]: wanted.day, [to]: wanted.to };
  try {
    const { status } = await sendForm(world, url, fields);
    // Of a call whose answer was lost nobody knows.
    decision.answer = status === 303 ? "changed" : status === 503 ? "unknown" : "unchanged";
    world.note(`The page of ${shortId(intentId)} answers the giver ${status}.`);
  } catch {
    world.note("The giver gets no answer.");
  }
  decision.answeredMs = now();
  const isAskedAgain = world.decisions.some(
    (other) =>
      other.intentId === intentId &&
      other.wanted !== null &&
      (other.answeredMs >= decision.askedMs || other.answer === "unknown"),
  );
  if (decision.answer === "changed" && wanted === null && !isAskedAgain)
    expectNoAddress(world, intentId, "its giver stopped it");
}

/** The giver's mail is the only one that still needs the address; the gift's end is noted within this time, milliseconds. */
const FORGOTTEN_WITHIN_MS = 10_000;

/** Fails if the address of a gift is still kept soon after its mail, unless its end could not be noted yet. */
export async function expectForgotten(world: World, { row, begunMs }: SentMail): Promise<void> {
  const before = world.lives.repeatsOf("gift", row.about);
  await sleep(FORGOTTEN_WITHIN_MS);
  if (world.lives.repeatsOf("gift", row.about) > before || world.wasAway("ledger", begunMs)) return;
  expectNoAddress(world, row.about, "it was mailed");
}

/** Fails if the ledger has an address to which this payment's gift is to be mailed. */
function expectNoAddress(world: World, intentId: string, since: string): void {
  const kept = `SELECT address FROM deliveries WHERE intent_id = ?1 AND address IS NOT NULL
    UNION ALL SELECT address FROM delivery_drafts WHERE intent_id = ?1`;
  if (world.database.rows(kept, intentId).length > 0)
    world.fail(`the recipient's address of ${shortId(intentId)} is still kept after ${since}`);
}

/** The number in the page's form, which that form replaces. */
const REPLACES = new RegExp(`name="${INVOICE_FIELDS.replaces}" value="([^"]+)"`);

export async function askForInvoice(
  world: World,
  intentId: string,
  act: Pick<Extract<Step, { do: "invoice" }>, "isOther" | "clicks" | "apartMs">,
): Promise<void> {
  const url = await orderUrl(world, intentId);
  if (url === null) return;
  try {
    const page = await (await world.fromBrowser(new Request(url))).text();
    const { company, address, vatId } = act.isOther ? OTHER_COMPANY : COMPANY;
    const fields = {
      [INVOICE_FIELDS.company]: company,
      [INVOICE_FIELDS.address]: address,
      [INVOICE_FIELDS.vatId]: vatId,
      [INVOICE_FIELDS.replaces]: REPLACES.exec(page)?.[1] ?? "",
    };
    const presses = click(act, async () => {
      const { status } = await sendForm(world, `${url}?${INVOICE_PARAMETER}=${INVOICE_VALUES.form}`, fields);
      world.note(`The page of ${shortId(intentId)} answers the company ${status}.`);
      if (status === 303) world.invoiced.add(intentId);
    });
    await Promise.all(presses);
  } catch {
    world.note("The company gets no answer.");
  }
}
