import { addressIn, DELIVERY_KEYS, readDeliveryKey } from "../../src/services/delivery-facts.ts";
import { createGiftCode } from "../../src/services/gift-code.ts";
import { createOrderToken } from "../../src/services/order-token.ts";
import { formatGiftCode } from "../../src/shared/gift.ts";
import { DELIVERY_FIELDS, DELIVERY_STEPS } from "../../src/shared/gift-delivery.ts";
import { orderPath } from "../../src/shared/paths.ts";
import { addDays, today } from "../../src/shared/time.ts";
import type { PaymentIntent } from "../outside-world/stripe-intents.ts";
import { now, sleep } from "./clock.ts";
import type { SentMail } from "./cloud.ts";
import { RECIPIENT_ADDRESSES } from "./purchases.ts";
import type { Step } from "./story.ts";
import { shortId, type World } from "./world.ts";

/** A giver's changes of a gift's delivery on the order page, and the deletion of the recipient's address. */

export type Decision = {
  intentId: string;
  /** Null: nothing is to be mailed. */
  wanted: { day: string; to: string } | null;
  askedMs: number;
  /** When its answer came, or was lost. */
  answeredMs: number;
  answer: "changed" | "unchanged" | "unknown";
};

type Act = Extract<Step, { do: "delivery" }>;

const DAYS_AHEAD = { today: 0, tomorrow: 1, "next year": 364 } as const;

export async function decideDelivery(world: World, { which, wanted, to, clicks, apartMs }: Act): Promise<void> {
  const intent = paidGifts(world).toReversed()[which];
  const token = intent === undefined ? null : await createOrderToken(world.envAt("AMS"), intent.id);
  if (intent === undefined || token === null) return;
  world.secrets.add(token);
  const choice = wanted === "stop" ? null : { day: addDays(today(), DAYS_AHEAD[wanted]), to: RECIPIENT_ADDRESSES[to] };
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
  const decision: Decision = { intentId, wanted, askedMs: now(), answeredMs: now(), answer: "unknown" };
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
    decision.answer = status === 200 ? "changed" : "unchanged";
    world.note(`The page of ${shortId(intentId)} answers the giver ${status}.`);
  } catch {
    world.note("The giver gets no answer.");
  }
  decision.answeredMs = now();
  if (decision.answer === "changed" && wanted === null) void expectNoAddress(world, intentId, "its giver stopped it");
}

/** An address that is not needed any more must be gone after so long, milliseconds, if nothing fails. */
const FORGOTTEN_WITHIN_MS = 15 * 60_000;

/** Fails if the address of a gift is still kept some time after its mail. */
export async function expectForgotten(world: World, { text }: SentMail): Promise<void> {
  for (const { id } of paidGifts(world)) {
    const code = await createGiftCode(world.envAt("AMS"), id);
    if (code !== null && text.includes(formatGiftCode(code))) return expectNoAddress(world, id, "it was mailed");
  }
}

async function expectNoAddress(world: World, intentId: string, since: string): Promise<void> {
  const fromMs = now();
  await sleep(FORGOTTEN_WITHIN_MS);
  const { troubles, mailTroubles } = world;
  // A late Workflow deletes late. The giver's mail holds the address, so it is kept until that mail went.
  const troubledMs = [
    troubles.kvAwayUntilMs,
    troubles.workflowsAwayUntilMs,
    ...mailTroubles.map(({ untilMs }) => untilMs),
  ];
  if (troubledMs.some((untilMs) => untilMs >= fromMs)) return;
  const isAskedAgain = world.decisions.some(
    (decision) => decision.intentId === intentId && decision.wanted !== null && decision.answeredMs >= fromMs,
  );
  if (isAskedAgain) return;
  if ((await keptAddresses(world, intentId)).length > 0)
    world.fail(`the recipient's address of ${shortId(intentId)} is still kept, long after ${since}`);
}

/** The keys with an address to which this payment's gift was to be mailed. */
export async function keptAddresses({ central }: World, intentId: string): Promise<readonly string[]> {
  const { keys } = await central.ORDERS.list({ prefix: DELIVERY_KEYS });
  // The central store keeps what has expired; no place shows it.
  const live = keys.filter(({ expiration = Number.POSITIVE_INFINITY }) => expiration * 1000 > now());
  const names = live.map(({ name }) => name).filter((name) => readDeliveryKey(name)?.intentId === intentId);
  const values = await Promise.all(names.map(async (name) => [name, await central.ORDERS.get(name)] as const));
  return values.filter(([, value]) => value !== null && addressIn(value) !== null).map(([name]) => name);
}
