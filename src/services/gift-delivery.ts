import type { Bindings } from "../env.ts";
import { errorMessage, logEvent } from "../log.ts";
import { DELIVERY_MAX_CHANGES, isDeliveryClosed, sendMoment, shownEverywhereAt } from "../shared/gift-delivery.ts";
import { DELIVERY_DRAFT_TTL_S, deliveryTtl, orderExpiration } from "../shared/retention.ts";
import {
  addressIn,
  type Delivery,
  type DeliveryOutcome,
  type DeliveryPlan,
  deliveryPrefix,
  draftPrefix,
  draftSchema,
  FIRST_PLAN,
  joinDelivery,
  KEY_END,
  outcomeSchema,
  type PlanFact,
  planSchema,
  type StoppedBy,
  WITHDRAWN,
} from "./delivery-facts.ts";
import { type KvRead, listNames, readEntry, writeKv } from "./kv.ts";
import { startOnce } from "./workflow-start.ts";

/**
 * Stores the recipient's address of a gift that is about to be paid, under the draft's name in its wish. Rejects if KV
 * cannot be written.
 */
export async function keepDeliveryDraft(env: Bindings, intentId: string, draft: string, to: string): Promise<void> {
  const value = JSON.stringify(draftSchema.parse({ to }));
  await writeKv(env.ORDERS, draftPrefix(intentId) + draft, value, { expirationTtl: DELIVERY_DRAFT_TTL_S });
}

/** A gift's delivery as KV shows it, up to a minute late. Never throws. */
export async function readDelivery(
  env: Bindings,
  intentId: string,
): Promise<Exclude<KvRead<Delivery>, { status: "missing" | "malformed" }>> {
  try {
    return { status: "found", value: joinDelivery(intentId, await readFacts(env, intentId)) };
  } catch (error) {
    logEvent("error", "kv.unavailable", { namespace: "ORDERS", reason: errorMessage(error) });
    return { status: "unavailable" };
  }
}

/** The values of a delivery's facts, by their keys. Rejects if KV cannot be read. */
async function readFacts(env: Bindings, intentId: string): Promise<ReadonlyMap<string, string>> {
  const names = await listNames(env.ORDERS, deliveryPrefix(intentId));
  const values = await Promise.all(names.map(async (name) => [name, await env.ORDERS.get(name, "text")] as const));
  return new Map(values.flatMap(([name, text]) => (text === null ? [] : [[name, text] as const])));
}

/** The address of a plan. Null if it has been deleted. Rejects if KV cannot be read. */
export async function readDeliveryAddress(env: Bindings, intentId: string, plan: string): Promise<string | null> {
  const read = await readEntry(env.ORDERS, "ORDERS", deliveryPrefix(intentId) + plan, planSchema);
  if (read.status === "unavailable") throw new Error("the plan could not be read");
  return read.status === "found" && "to" in read.value ? read.value.to : null;
}

/**
 * Makes the first plan of a gift from the draft that its payment names, and starts its Workflow. A repeated call changes
 * nothing. `missing`: KV shows neither that draft nor a plan. Rejects if KV cannot be read or written.
 */
export async function planFirstDelivery(
  env: Bindings,
  intentId: string,
  { day, draft: name }: { day: string; draft: string },
  now: Date,
): Promise<"planned" | "missing"> {
  const delivery = await readDelivery(env, intentId);
  if (delivery.status === "unavailable") throw new Error("the gift's delivery could not be read");
  if (delivery.value.state !== "unplanned" && delivery.value.lastId !== FIRST_PLAN) return "planned";
  const draft = await readEntry(env.ORDERS, "ORDERS", draftPrefix(intentId) + name, draftSchema);
  if (draft.status === "unavailable") throw new Error("the gift's address could not be read");
  if (draft.status !== "found") return delivery.value.state === "unplanned" ? "missing" : "planned";
  await startPlan(env, intentId, FIRST_PLAN, { day, to: draft.value.to, changes: 0 }, now);
  await env.ORDERS.delete(draftPrefix(intentId) + name);
  return "planned";
}

type Wanted = { day: string; to: string; changes: number };

/**
 * Starts the Workflow that waits for a plan's day, then stores the plan. In this order, because a Workflow without a
 * plan ends by itself, but a plan without a Workflow is never mailed. Rejects if one of them fails.
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
  return writeKv(env.ORDERS, deliveryPrefix(intentId) + id, JSON.stringify(planSchema.parse(fact)), lifetime);
}

/** Cloudflare Workflows, "Limits". */
const INSTANCE_ID_MAX_LENGTH = 100;

function instanceOf(intentId: string, plan: string): string {
  return `gift-${plan}-${intentId}`.slice(0, INSTANCE_ID_MAX_LENGTH);
}

/** The reason why a delivery was not changed. `closed`: it is being sent, or was sent. */
export type UnchangedReason = "closed" | "withdrawn" | "too-often" | "unavailable";

/**
 * Replaces a gift's plan with the giver's new wish; `null`: mail nothing. Returns the new delivery, which KV shows
 * everywhere within a minute, or the reason why nothing changed. Never rejects.
 */
export async function changeDelivery(
  env: Bindings,
  intentId: string,
  wanted: { day: string; to: string } | null,
  now: Date,
): Promise<{ status: "changed"; delivery: Delivery } | { status: UnchangedReason }> {
  const read = await readDelivery(env, intentId);
  if (read.status === "unavailable") return { status: "unavailable" };
  const reason = whyUnchanged(read.value, now, wanted === null);
  if (reason !== null) return { status: reason };
  // After the last allowed change no newer plan is possible. Before it there may be one that KV does not show here yet.
  if (wanted === null && read.value.state === "stopped" && read.value.changes >= DELIVERY_MAX_CHANGES) {
    return { status: "changed", delivery: read.value };
  }
  const changes = read.value.changes + 1;
  const id = `${now.getTime()}-${crypto.randomUUID().slice(0, 8)}`;
  try {
    const plan = wanted === null ? null : await startPlan(env, intentId, id, { ...wanted, changes }, now);
    if (plan === null) await writeStop(env, intentId, id, { stoppedBy: "giver", changes }, now);
    else await forgetPlans(env, intentId, id);
    const state =
      plan === null
        ? ({ state: "stopped", by: "giver", at: now.toISOString() } as const)
        : ({ state: "planned", plan } as const);
    return { status: "changed", delivery: { changes, lastId: id, ...state } };
  } catch (error) {
    logEvent("error", "delivery.unchanged", { intentId, reason: errorMessage(error) });
    return { status: "unavailable" };
  }
}

/** The reason why the giver cannot change a delivery now; null if they can. A stop has no limit of changes. */
export function whyUnchanged(
  delivery: Delivery,
  now: Date,
  isStop = false,
): Exclude<UnchangedReason, "unavailable"> | null {
  if (delivery.state === "sent") return "closed";
  if (delivery.state === "planned" && isDeliveryClosed(delivery.plan.sendAt, now)) return "closed";
  if (delivery.state === "stopped" && delivery.by === "withdrawal") return "withdrawn";
  return !isStop && delivery.changes >= DELIVERY_MAX_CHANGES ? "too-often" : null;
}

/**
 * Stops a delivery, because the money went back, the giver has withdrawn or the gift does not work. The fact's key
 * follows from `at`, so a repeated call writes the same fact. If the giver made a plan after `at`, the stop still counts
 * more. Rejects if KV cannot be read or written.
 */
export async function stopDelivery(env: Bindings, intentId: string, by: StoppedBy, at: Date): Promise<void> {
  const read = await readDelivery(env, intentId);
  if (read.status === "unavailable") throw new Error("the gift's delivery could not be read");
  const { state, changes, lastId } = read.value;
  // A withdrawal is stored even without a plan, so that no plan can be made later. Other stops need a plan to stop.
  if (state === "sent" || (by !== "withdrawal" && state !== "planned")) return;
  const after = by === "withdrawal" ? 0 : planTime(lastId) + 1;
  await writeStop(env, intentId, `${Math.max(at.getTime(), after)}-${by}`, { stoppedBy: by, changes }, at);
}

/** The time in a plan's name, milliseconds; 0 for the first plan and for none. */
function planTime(id: string | null): number {
  return Number.parseInt(id ?? FIRST_PLAN, 10);
}

/** Stores that nothing is mailed any more, and deletes the addresses. Rejects if the stop cannot be stored. */
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
  await forgetPlans(env, intentId, id);
  try {
    // KV may not show a plan of the last minutes yet. The Workflow that starts here deletes its address.
    const sendAt = shownEverywhereAt(new Date()).toISOString();
    const name = `forget-${id}-${intentId}`.slice(0, INSTANCE_ID_MAX_LENGTH);
    await startOnce(env.AFTER_SALE, name, { intentId, about: "forget", plan: id, sendAt });
  } catch (error) {
    logEvent("error", "workflow.unavailable", { intentId, reason: errorMessage(error) });
  }
}

/** Stores the outcome of a plan. Rejects if KV cannot be written. */
export async function noteDelivery(
  env: Bindings,
  intentId: string,
  plan: string,
  outcome: DeliveryOutcome,
): Promise<void> {
  const at = new Date().toISOString();
  const read = await readDelivery(env, intentId);
  // The plan itself is deleted after this, but its changes still count.
  const changes = read.status === "found" ? read.value.changes : 0;
  const fact = JSON.stringify(outcomeSchema.parse({ at, changes }));
  await writeKv(env.ORDERS, `${deliveryPrefix(intentId)}${plan}.${outcome}`, fact, { expiration: orderExpiration(at) });
}

/** Stores that the address of a gift was not kept, and deletes older drafts. Rejects if KV cannot be written. */
export async function noteLostAddress(env: Bindings, intentId: string): Promise<void> {
  await noteDelivery(env, intentId, FIRST_PLAN, "lost");
  await forgetPlans(env, intentId, FIRST_PLAN);
}

/** Deletes the drafts and all plans before `upTo`. If that fails, the keys expire later. Never rejects. */
export async function forgetPlans(env: Bindings, intentId: string, upTo: string): Promise<void> {
  try {
    const prefix = deliveryPrefix(intentId);
    const names = await listNames(env.ORDERS, prefix);
    const drafts = await listNames(env.ORDERS, draftPrefix(intentId));
    const old = names.filter((name) => {
      const [, id, end] = KEY_END.exec(name.slice(prefix.length)) ?? [];
      // A withdrawal has no address, and always counts.
      return id !== undefined && end === undefined && id < upTo && !id.endsWith(WITHDRAWN);
    });
    await Promise.all([...old, ...drafts].map((name) => env.ORDERS.delete(name)));
  } catch (error) {
    logEvent("error", "kv.unavailable", { namespace: "ORDERS", reason: errorMessage(error) });
  }
}

/**
 * Deletes the address of a plan that has ended, the drafts, and the addresses of earlier plans, which KV may not have
 * shown when they were replaced; after a withdrawal, the addresses of all plans. Never that of another plan that counts.
 * Rejects if KV cannot be read or written.
 */
export async function forgetAddresses(env: Bindings, intentId: string, upTo: string): Promise<void> {
  const prefix = deliveryPrefix(intentId);
  const values = await readFacts(env, intentId);
  const delivery = joinDelivery(intentId, values);
  // A change that could not be stored has replaced no plan: the earlier one is still to be mailed.
  const waiting = delivery.state === "planned" && delivery.plan.id !== upTo ? prefix + delivery.plan.id : null;
  const ended = [...values].filter(
    ([name, value]) =>
      name !== waiting && (name <= prefix + upTo || upTo.endsWith(WITHDRAWN)) && addressIn(value) !== null,
  );
  const drafts = await listNames(env.ORDERS, draftPrefix(intentId));
  await Promise.all([...ended.map(([name]) => name), ...drafts].map((name) => env.ORDERS.delete(name)));
}
