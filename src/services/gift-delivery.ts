import * as z from "zod/mini";
import type { Bindings } from "../env.ts";
import { errorMessage, logEvent } from "../log.ts";
import { isEmailAddress } from "../shared/email-address.ts";
import { DELIVERY_MAX_CHANGES, isDeliveryClosed, sendMoment } from "../shared/gift-delivery.ts";
import { DELIVERY_DRAFT_TTL_S, deliveryTtl, orderExpiration } from "../shared/retention.ts";
import { checkValue, type KvRead, readEntry, writeKv } from "./kv.ts";
import { listNames } from "./orders.ts";
import { startOnce } from "./workflow-start.ts";

/**
 * When and where a gift is mailed to its recipient: facts under keys of their own in `ORDERS`, of which the last counts.
 *
 *   delivery-draft:pi_1          the address that the giver filled in, until the payment is known
 *   delivery:pi_1:{plan}         a plan: day and address, or that nothing is to be mailed any more
 *   delivery:pi_1:{plan}.sent    what became of it (`DELIVERY_OUTCOMES`)
 *
 * A plan's name begins with the milliseconds of its making, so that names sort by time; the first is `0`. The address
 * stands nowhere else, and goes when the plan has been replaced or has ended; each key expires by itself too.
 */

const DRAFT_PREFIX = "delivery-draft:";
export const DELIVERY_PREFIX = "delivery:";
const FIRST_PLAN = "0";
/** The plan in a key and, of what became of it, the outcome. */
const KEY_END = /^(0|\d{13}-[a-z0-9]{1,16})(?:\.([a-z]+))?$/;

/** `lost`: the address was not kept. `refused`: the mail service has struck it off. `failed`: no mail for a day. */
export const DELIVERY_OUTCOMES = ["sent", "refused", "failed", "lost"] as const;
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

const addressSchema = z.string().check(z.refine(isEmailAddress, "must be an e-mail address"));
const draftSchema = z.strictObject({ to: addressSchema });
const planFields = {
  at: z.iso.datetime(),
  /** How often the plan has been changed before. */
  changes: z.int().check(z.nonnegative()),
};
const stoppedBySchema = z.enum(["giver", "withdrawal", "money"]);
const planSchema = z.union([
  z.strictObject({ ...planFields, day: z.iso.date(), to: addressSchema, sendAt: z.iso.datetime() }),
  z.strictObject({ ...planFields, stoppedBy: stoppedBySchema }),
]);
const outcomeSchema = z.strictObject({ at: z.iso.datetime() });

type PlanFact = z.infer<typeof planSchema>;
export type DeliveryPlan = Extract<PlanFact, { to: string }> & { id: string };
type StoppedBy = z.infer<typeof stoppedBySchema>;

/** What the facts of a gift's delivery come to. `null` beside `unplanned`: nothing was ever asked for. */
export type Delivery = { changes: number; lastId: string | null } & (
  | { state: "unplanned" }
  | { state: "planned"; plan: DeliveryPlan }
  | { state: "stopped"; by: StoppedBy }
  | { state: DeliveryOutcome; at: string }
);

/** Keeps the address of a gift that is about to be paid. Rejects when KV cannot be written. */
export async function keepDeliveryDraft(env: Bindings, intentId: string, to: string): Promise<void> {
  const draft = JSON.stringify(draftSchema.parse({ to }));
  await writeKv(env.ORDERS, DRAFT_PREFIX + intentId, draft, { expirationTtl: DELIVERY_DRAFT_TTL_S });
}

/** What is known of a gift's delivery, up to a minute late. Never throws. */
export async function readDelivery(
  env: Bindings,
  intentId: string,
): Promise<Exclude<KvRead<Delivery>, { status: "missing" | "malformed" }>> {
  try {
    const prefix = prefixOf(intentId);
    const names = await listNames(env.ORDERS, prefix);
    const values = await Promise.all(names.map(async (name) => [name, await env.ORDERS.get(name, "text")] as const));
    const known = new Map(values.flatMap(([name, text]) => (text === null ? [] : [[name, text] as const])));
    return { status: "found", value: joinDelivery(prefix, known) };
  } catch (error) {
    logEvent("error", "kv.unavailable", { namespace: "ORDERS", reason: errorMessage(error) });
    return { status: "unavailable" };
  }
}

/** The address of a plan; null when it is not kept any more. Rejects when KV cannot be read. */
export async function readDeliveryAddress(env: Bindings, intentId: string, plan: string): Promise<string | null> {
  const read = await readEntry(env.ORDERS, "ORDERS", prefixOf(intentId) + plan, planSchema);
  if (read.status === "unavailable") throw new Error("the plan could not be read");
  return read.status === "found" && "to" in read.value ? read.value.to : null;
}

/** The beginning of every key that a delivery has. */
export const DELIVERY_KEYS = "delivery";

/** The delivery that a key belongs to, for the operators' tool; null for a key of another kind. */
export function readDeliveryKey(key: string): { intentId: string; plan: string | null } | null {
  if (key.startsWith(DRAFT_PREFIX)) return { intentId: key.slice(DRAFT_PREFIX.length), plan: null };
  const [, intentId, plan] = /^delivery:(\w+):([^.]+)/.exec(key) ?? [];
  return intentId === undefined || plan === undefined ? null : { intentId, plan };
}

/** The recipient's address in the value of such a key; null if it holds none. */
export function addressIn(value: string): string | null {
  const draft = checkValue(value, draftSchema);
  if (draft.ok) return draft.value.to;
  const plan = checkValue(value, planSchema);
  return plan.ok && "to" in plan.value ? plan.value.to : null;
}

/** The note that a plan's recipient wants no mail: its giver reads that it could not go there. */
export function refusedEntry(intentId: string, plan: string, now: Date) {
  const at = now.toISOString();
  const key = `${prefixOf(intentId)}${plan}.${"refused" satisfies DeliveryOutcome}`;
  return { key, value: JSON.stringify({ at }), expiration: orderExpiration(at) };
}

/** A gift that was sent stays sent; else the last plan counts. What is malformed is logged and counts as absent. */
function joinDelivery(prefix: string, values: ReadonlyMap<string, string>): Delivery {
  let last: { id: string; fact: PlanFact | null } | null = null;
  let ended: { id: string; outcome: DeliveryOutcome; at: string } | null = null;
  let sentAt: string | null = null;
  for (const key of [...values.keys()].sort()) {
    const [, id, end] = KEY_END.exec(key.slice(prefix.length)) ?? [];
    if (id === undefined) continue;
    const outcome = DELIVERY_OUTCOMES.find((known) => known === end);
    const text = values.get(key) ?? "";
    if (outcome !== undefined) {
      const at = read(key, text, outcomeSchema)?.at;
      if (at === undefined) continue;
      if (outcome === "sent") sentAt = at;
      ended = { id, outcome, at };
      if (last === null || last.id < id) last = { id, fact: null };
    } else if (end === undefined) {
      const fact = read(key, text, planSchema);
      if (fact !== null) last = { id, fact };
    }
  }
  const known = { changes: last?.fact?.changes ?? 0, lastId: last?.id ?? null };
  if (sentAt !== null) return { ...known, state: "sent", at: sentAt };
  if (last === null) return { ...known, state: "unplanned" };
  if (ended?.id === last.id) return { ...known, state: ended.outcome, at: ended.at };
  if (last.fact === null) return { ...known, state: "unplanned" };
  if ("stoppedBy" in last.fact) return { ...known, state: "stopped", by: last.fact.stoppedBy };
  return { ...known, state: "planned", plan: { ...last.fact, id: last.id } };
}

function read<T>(key: string, text: string, schema: z.ZodMiniType<T>): T | null {
  const checked = checkValue(text, schema);
  if (checked.ok) return checked.value;
  logEvent("error", "kv.malformed", { namespace: "ORDERS", key, reason: checked.reason });
  return null;
}

/**
 * Makes the first plan of a gift from what its giver filled in, and starts its work. Doing it again changes nothing.
 * `missing`: KV shows neither an address nor a plan. Rejects when KV cannot be read or written.
 */
export async function planFirstDelivery(
  env: Bindings,
  intentId: string,
  day: string,
  now: Date,
): Promise<"planned" | "missing"> {
  const delivery = await readDelivery(env, intentId);
  if (delivery.status === "unavailable") throw new Error("the gift's delivery could not be read");
  if (delivery.value.state !== "unplanned" && delivery.value.lastId !== FIRST_PLAN) return "planned";
  const draft = await readEntry(env.ORDERS, "ORDERS", DRAFT_PREFIX + intentId, draftSchema);
  if (draft.status === "unavailable") throw new Error("the gift's address could not be read");
  if (draft.status !== "found") return delivery.value.state === "unplanned" ? "missing" : "planned";
  await startPlan(env, intentId, FIRST_PLAN, { day, to: draft.value.to, changes: 0 }, now);
  await env.ORDERS.delete(DRAFT_PREFIX + intentId);
  return "planned";
}

type Wanted = { day: string; to: string; changes: number };

/**
 * Starts the work that waits for a plan's day, then stores the plan: work without a plan ends by itself, a plan without
 * work would be a mail that never goes. Rejects when one of them fails.
 */
async function startPlan(
  env: Bindings,
  intentId: string,
  id: string,
  wanted: Wanted,
  now: Date,
): Promise<DeliveryPlan> {
  const sendAt = sendMoment(wanted.day, now).toISOString();
  const plan = { ...wanted, sendAt, at: now.toISOString() };
  await startOnce(env.AFTER_SALE, instanceOf(intentId, id), { intentId, about: "delivery", plan: id, sendAt });
  await writePlan(env, intentId, id, plan, { expirationTtl: deliveryTtl(sendAt, now) });
  logEvent("info", "delivery.planned", { intentId });
  return { ...plan, id };
}

function writePlan(
  env: Bindings,
  intentId: string,
  id: string,
  fact: PlanFact,
  lifetime: { expirationTtl: number } | { expiration: number },
): Promise<void> {
  return writeKv(env.ORDERS, prefixOf(intentId) + id, JSON.stringify(planSchema.parse(fact)), lifetime);
}

/** Cloudflare Workflows, "Limits". */
const INSTANCE_ID_MAX_LENGTH = 100;

function instanceOf(intentId: string, plan: string): string {
  return `gift-${plan}-${intentId}`.slice(0, INSTANCE_ID_MAX_LENGTH);
}

/** Why a delivery stays as it is. `closed`: it is being sent, or has been. */
export type UnchangedReason = "closed" | "withdrawn" | "too-often" | "unavailable";

/**
 * What the giver wants from now on; `null`: nothing is to be mailed. Returns the delivery as it is then, which KV shows
 * everywhere within a minute. Never rejects.
 */
export async function changeDelivery(
  env: Bindings,
  intentId: string,
  wanted: { day: string; to: string } | null,
  now: Date,
): Promise<{ status: "changed"; delivery: Delivery } | { status: UnchangedReason }> {
  const read = await readDelivery(env, intentId);
  if (read.status === "unavailable") return { status: "unavailable" };
  const reason = whyUnchanged(read.value, now);
  if (reason !== null) return { status: reason };
  const changes = read.value.changes + 1;
  const id = `${now.getTime()}-${crypto.randomUUID().slice(0, 8)}`;
  try {
    const plan = wanted === null ? null : await startPlan(env, intentId, id, { ...wanted, changes }, now);
    if (plan === null) await writeStop(env, intentId, id, { stoppedBy: "giver", changes }, now);
    await forgetPlans(env, intentId, id);
    const state = plan === null ? ({ state: "stopped", by: "giver" } as const) : ({ state: "planned", plan } as const);
    return { status: "changed", delivery: { changes, lastId: id, ...state } };
  } catch (error) {
    logEvent("error", "delivery.unchanged", { intentId, reason: errorMessage(error) });
    return { status: "unavailable" };
  }
}

/** Why the giver cannot change it now; null: they can. */
export function whyUnchanged(delivery: Delivery, now: Date): Exclude<UnchangedReason, "unavailable"> | null {
  if (delivery.state === "sent") return "closed";
  if (delivery.state === "planned" && isDeliveryClosed(delivery.plan.sendAt, now)) return "closed";
  if (delivery.state === "stopped" && delivery.by === "withdrawal") return "withdrawn";
  return delivery.changes >= DELIVERY_MAX_CHANGES ? "too-often" : null;
}

/**
 * Nothing is mailed any more, because the money went back or the giver has withdrawn. `at` makes the fact: asked for
 * again, it is the same. Rejects when KV cannot be read or written.
 */
export async function stopDelivery(env: Bindings, intentId: string, by: StoppedBy, at: Date): Promise<void> {
  const read = await readDelivery(env, intentId);
  if (read.status === "unavailable") throw new Error("the gift's delivery could not be read");
  const { state, changes } = read.value;
  // Who withdrew mails it no more, whatever was planned; where money went back there may be nothing to stop.
  if (state === "sent" || (by === "money" && state !== "planned")) return;
  const id = `${at.getTime()}-${by}`;
  await writeStop(env, intentId, id, { stoppedBy: by, changes }, at);
  await forgetPlans(env, intentId, id);
}

async function writeStop(
  env: Bindings,
  intentId: string,
  id: string,
  stop: { stoppedBy: StoppedBy; changes: number },
  time: Date,
): Promise<void> {
  const at = time.toISOString();
  await writePlan(env, intentId, id, { ...stop, at }, { expiration: orderExpiration(at) });
  logEvent("info", "delivery.stopped", { intentId, by: stop.stoppedBy });
}

/** Notes what became of a plan. Rejects when KV cannot be written. */
export async function noteDelivery(
  env: Bindings,
  intentId: string,
  plan: string,
  outcome: DeliveryOutcome,
): Promise<void> {
  const at = new Date().toISOString();
  const fact = JSON.stringify(outcomeSchema.parse({ at }));
  await writeKv(env.ORDERS, `${prefixOf(intentId)}${plan}.${outcome}`, fact, { expiration: orderExpiration(at) });
}

/** Notes that the address of a gift was not kept. Rejects when KV cannot be written. */
export function noteLostAddress(env: Bindings, intentId: string): Promise<void> {
  return noteDelivery(env, intentId, FIRST_PLAN, "lost");
}

/** Forgets the addresses of a plan and of those before it. What cannot be deleted now expires by itself. Never rejects. */
export async function forgetPlans(env: Bindings, intentId: string, upTo: string): Promise<void> {
  try {
    const prefix = prefixOf(intentId);
    const names = [...(await listNames(env.ORDERS, prefix)), DRAFT_PREFIX + intentId];
    const old = names.filter((name) => {
      if (!name.startsWith(prefix)) return true;
      const [, id, end] = KEY_END.exec(name.slice(prefix.length)) ?? [];
      return id !== undefined && end === undefined && id < upTo;
    });
    await Promise.all(old.map((name) => env.ORDERS.delete(name)));
  } catch (error) {
    logEvent("error", "kv.unavailable", { namespace: "ORDERS", reason: errorMessage(error) });
  }
}

/** Forgets the address of a plan that has ended. Rejects when KV cannot be written. */
export async function forgetPlan(env: Bindings, intentId: string, plan: string): Promise<void> {
  await env.ORDERS.delete(prefixOf(intentId) + plan);
}

function prefixOf(intentId: string): string {
  return `${DELIVERY_PREFIX}${intentId}:`;
}
