import * as z from "zod/mini";
import { logEvent } from "../log.ts";
import { isEmailAddress } from "../shared/email-address.ts";
import { orderExpiration } from "../shared/retention.ts";
import { checkValue } from "./kv.ts";

/**
 * The day and the address of a gift's mail to its recipient. Each plan is a fact in `ORDERS` under its own key. The
 * last plan counts.
 *
 *   delivery-draft:pi_1:{draft}  an address that the giver filled in, until the payment is known
 *   delivery:pi_1:{plan}         a plan: day and address, or the wish to mail nothing
 *   delivery:pi_1:{plan}.sent    its outcome (`DELIVERY_OUTCOMES`)
 *
 * A plan's name begins with the time at which it was made, milliseconds, so that names sort by time. The first is `0`.
 * A giver may correct the address at the checkout, so each writing of the details has a draft of its own, and the
 * payment names the one that counts (`byMail`): an older one is never planned. The address is stored nowhere else. It is deleted once its plan is replaced or has ended, and each key also expires.
 */

const DRAFT_PREFIX = "delivery-draft:";
export const DELIVERY_PREFIX = "delivery:";
/** The name of the first plan, which is made from the giver's input at the checkout. */
export const FIRST_PLAN = "0";
/** The end of the name of a stop that a withdrawal caused. */
export const WITHDRAWN = "-withdrawal" satisfies `-${StoppedBy}`;
/** The plan in a key, and the outcome in the key of an outcome. */
export const KEY_END = /^(0|\d{13}-[a-z0-9]{1,16})(?:\.([a-z]+))?$/;

/**
 * `lost`: the address was not kept. `refused`: the mail service blocks it. `failed`: no mail could be sent for a day.
 */
export const DELIVERY_OUTCOMES = ["sent", "refused", "failed", "lost"] as const;
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

const addressSchema = z.string().check(z.refine(isEmailAddress, "must be an e-mail address"));
export const draftSchema = z.strictObject({ to: addressSchema });
const planFields = {
  at: z.iso.datetime(),
  /** How often the plan has been changed before. */
  changes: z.int().check(z.nonnegative()),
};
/** The cause of a stop. `shop`: the gift could not be unwrapped on its day, or its giver's data were erased. */
const stoppedBySchema = z.enum(["giver", "withdrawal", "money", "shop"]);
export const planSchema = z.union([
  z.strictObject({ ...planFields, day: z.iso.date(), to: addressSchema, sendAt: z.iso.datetime() }),
  z.strictObject({ ...planFields, stoppedBy: stoppedBySchema }),
]);
/** Older outcomes have no `changes`. */
export const outcomeSchema = z.strictObject({ at: planFields.at, changes: z.optional(planFields.changes) });

export type PlanFact = z.infer<typeof planSchema>;
export type DeliveryPlan = Extract<PlanFact, { to: string }> & { id: string };
export type StoppedBy = z.infer<typeof stoppedBySchema>;

/** The joined facts of a gift's delivery. `lastId`: the name of the last plan; null: KV shows none. */
export type Delivery = { changes: number; lastId: string | null } & (
  | { state: "unplanned" }
  | { state: "planned"; plan: DeliveryPlan }
  | { state: "stopped"; by: StoppedBy; at: string }
  | { state: DeliveryOutcome; at: string }
);

/** The prefix of every key of a delivery. */
export const DELIVERY_KEYS = "delivery";

/** The delivery of a key, for the operators' tool. Null for another kind of key. */
export function readDeliveryKey(key: string): { intentId: string; plan: string | null } | null {
  const [, draft, intentId, plan] = /^delivery(-draft)?:(\w+):([^.]+)/.exec(key) ?? [];
  if (intentId === undefined || plan === undefined) return null;
  return { intentId, plan: draft === undefined ? plan : null };
}

/** The recipient's address in the value of a delivery's key. Null if there is none. */
export function addressIn(value: string): string | null {
  const draft = checkValue(value, draftSchema);
  if (draft.ok) return draft.value.to;
  const plan = checkValue(value, planSchema);
  return plan.ok && "to" in plan.value ? plan.value.to : null;
}

/** The outcome of a plan whose recipient wants no mail. Its giver reads that the gift could not be mailed there. */
export function refusedEntry(intentId: string, plan: string, now: Date) {
  const at = now.toISOString();
  const key = `${deliveryPrefix(intentId)}${plan}.${"refused" satisfies DeliveryOutcome}`;
  return { key, value: JSON.stringify({ at }), expiration: orderExpiration(at) };
}

/** The stop of a gift whose giver's data are erased. Its Workflow still wakes on the day, and ends without a mail. */
export function erasedEntry(intentId: string, now: Date) {
  const at = now.toISOString();
  const stop: z.infer<typeof planSchema> = { stoppedBy: "shop", changes: 0, at };
  return {
    key: `${deliveryPrefix(intentId)}${now.getTime()}-${stop.stoppedBy}`,
    value: JSON.stringify(stop),
    expiration: orderExpiration(at),
  };
}

/**
 * Joins facts, by their keys, to a delivery. A sent gift stays sent. A withdrawal counts more than a later plan, which
 * was made where KV did not show the withdrawal. Else the last plan counts. A malformed fact is logged and ignored.
 */
export function joinDelivery(intentId: string, values: ReadonlyMap<string, string>): Delivery {
  const prefix = deliveryPrefix(intentId);
  let last: { id: string; fact: PlanFact | null } | null = null;
  let ended: { id: string; outcome: DeliveryOutcome; at: string } | null = null;
  let changes = 0;
  let sentAt: string | null = null;
  let withdrawnAt: string | null = null;
  for (const key of [...values.keys()].sort()) {
    const [, id, end] = KEY_END.exec(key.slice(prefix.length)) ?? [];
    if (id === undefined) continue;
    const outcome = DELIVERY_OUTCOMES.find((known) => known === end);
    const text = values.get(key) ?? "";
    if (outcome !== undefined) {
      const fact = read(key, text, outcomeSchema);
      if (fact === null) continue;
      const { at } = fact;
      changes = Math.max(changes, fact.changes ?? 0);
      if (outcome === "sent") sentAt = at;
      ended = { id, outcome, at };
      if (last === null || last.id < id) last = { id, fact: null };
    } else if (end === undefined) {
      const fact = read(key, text, planSchema);
      if (fact === null) continue;
      last = { id, fact };
      changes = Math.max(changes, fact.changes);
      if ("stoppedBy" in fact && fact.stoppedBy === "withdrawal") withdrawnAt = fact.at;
    }
  }
  const known = { changes, lastId: last?.id ?? null };
  if (sentAt !== null) return { ...known, state: "sent", at: sentAt };
  if (withdrawnAt !== null) return { ...known, state: "stopped", by: "withdrawal", at: withdrawnAt };
  if (last === null) return { ...known, state: "unplanned" };
  if (ended?.id === last.id) return { ...known, state: ended.outcome, at: ended.at };
  if (last.fact === null) return { ...known, state: "unplanned" };
  if ("stoppedBy" in last.fact) return { ...known, state: "stopped", by: last.fact.stoppedBy, at: last.fact.at };
  return { ...known, state: "planned", plan: { ...last.fact, id: last.id } };
}

function read<T>(key: string, text: string, schema: z.ZodMiniType<T>): T | null {
  const checked = checkValue(text, schema);
  if (checked.ok) return checked.value;
  logEvent("error", "kv.malformed", { namespace: "ORDERS", key, reason: checked.reason });
  return null;
}

/** The prefix of the keys of a gift's drafts. */
export function draftPrefix(intentId: string): string {
  return `${DRAFT_PREFIX}${intentId}:`;
}

/** The prefix of the keys of a gift's plans and their outcomes. */
export function deliveryPrefix(intentId: string): string {
  return `${DELIVERY_PREFIX}${intentId}:`;
}
