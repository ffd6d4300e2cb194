import { DELIVERY_FIELDS, DELIVERY_STEPS } from "../../src/gifts/day/gift-delivery-rules.ts";
import { createOrderToken } from "../../src/ledger/order-token.ts";
import { openShop } from "../../src/server/shop.ts";
import { orderPath } from "../../src/shared/paths.ts";
import { addDays, today } from "../../src/shared/time.ts";
import type { PaymentIntent } from "../outside-world/stripe-objects.ts";
import { now, sleep } from "./clock.ts";
import type { SentMail } from "./cloud.ts";
import { RECIPIENT_ADDRESSES } from "./purchases.ts";
import type { Step } from "./story.ts";
import { shortId } from "./words.ts";
import type { World } from "./world.ts";

/** A giver's changes of a gift's delivery on the order page, and the deletion of the recipient's address. */

export type Decision = {
  intentId: string;
  /** Null: nothing is to be mailed. */
  wanted: { day: string; to: string } | null;
  askedMs: number;
  /** When its answer came, or was lost. */
  answeredMs: number;
  answer: "changed" | "unchanged" | "unknown";
  isAnswered: boolean;
};

type Act = Extract<Step, { do: "delivery" }>;

const DAYS_AHEAD = { today: 0, tomorrow: 1, "next year": 364 } as const;

export async function decideDelivery(world: World, { which, wanted, to, clicks, apartMs }: Act): Promise<void> {
  const intent = paidGifts(world).toReversed()[which];
  const token = intent === undefined ? null : await createOrderToken(openShop(world.envAt("AMS")), intent.id);
  if (intent === undefined || token === null) return;
  world.secrets.add(token);
  const choice =
    wanted === "stop" ? null : { day: addDays(today(new Date()), DAYS_AHEAD[wanted]), to: RECIPIENT_ADDRESSES[to] };
  await Promise.all(
    Array.from({ length: clicks }, async (_, index) => {
      await sleep(index * apartMs);
      await ask(world, intent.id, token, choice);
    }),
  );
}

function paidGifts({ provider }: World): readonly PaymentIntent[] {
  return provider.intents
    .all()
    .filter(({ id, metadata }) => metadata.gift !== undefined && provider.paidAtMs(id) !== null);
}

async function ask(world: World, intentId: string, token: string, wanted: Decision["wanted"]): Promise<void> {
  const decision: Decision = {
    intentId,
    wanted,
    askedMs: now(),
    answeredMs: now(),
    answer: "unknown",
    isAnswered: false,
  };
  world.decisions.push(decision);
  const fields =
    wanted === null
      ? { [DELIVERY_FIELDS.step]: DELIVERY_STEPS.stop }
      : {
          [DELIVERY_FIELDS.step]: DELIVERY_STEPS.send,
          [DELIVERY_FIELDS.day]: wanted.day,
          [DELIVERY_FIELDS.to]: wanted.to,
        };
  const request = new Request(`${world.shopOrigin}${orderPath(token)}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: String(new URLSearchParams(fields)),
  });
  try {
    const { status } = await world.fromBrowser(request);
    // Of a call whose answer was lost nobody knows.
    decision.answer = status === 303 ? "changed" : status === 503 ? "unknown" : "unchanged";
    world.note(`The page of ${shortId(intentId)} answers the giver ${status}.`);
  } catch {
    world.note("The giver gets no answer.");
  }
  decision.answeredMs = now();
  decision.isAnswered = true;
  const isAskedAgain = world.decisions.some(
    (other) =>
      other.intentId === intentId &&
      other.wanted !== null &&
      (!other.isAnswered || other.answeredMs >= decision.askedMs || other.answer === "unknown"),
  );
  if (decision.answer === "changed" && wanted === null && !isAskedAgain)
    expectNoAddress(world, intentId, "its giver stopped it");
}

/**
 * The giver's mail is the only one that still needs the address; the gift's end is noted within this time,
 * milliseconds.
 */
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
  if (keptAddresses(world, intentId) > 0)
    world.fail(`the recipient's address of ${shortId(intentId)} is still kept after ${since}`);
}

/** How many addresses the ledger has to which this payment's gift is to be mailed. */
function keptAddresses({ database }: World, intentId: string): number {
  const kept = `SELECT address FROM deliveries WHERE intent_id = ?1 AND address IS NOT NULL
    UNION ALL SELECT address FROM delivery_drafts WHERE intent_id = ?1`;
  return database.rows(kept, intentId).length;
}
