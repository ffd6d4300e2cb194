import { isFrom, type LifeEvent, whyNot } from "./life-rules.ts";

/** The states of a gift's delivery, a row of `deliveries`. `none`: there is no row. */
export type DeliveryState = "awaited" | "planned" | "sending" | "sent" | "stopped" | "refused" | "failed" | "lost";

/** After this many changes a plan can only be stopped: nobody needs more, and each change of an address costs. */
export const DELIVERY_MAX_CHANGES = 20;

/**
 * The life of a delivery: all events that change its state; nothing else changes it. A guard is SQL for a row of
 * `shown_deliveries`. The statement of an event takes its condition from here (`mayHappen`), a page or a form asks the same
 * (`whyNot`), and a trigger refuses any other change (`migrations/0002_lives.sql`).
 */
export const DELIVERY_LIFE = {
  /** A gift is paid that is to be mailed, or the address that its giver typed has come; stopped if it may not go any more. */
  begin: {
    by: "Stripe",
    from: ["none", "awaited"],
    to: ["awaited", "planned", "stopped"],
    guard: { unpaid: "is_paid", erased: "NOT is_erased" },
  },
  change: {
    by: "giver",
    from: ["none", "awaited", "planned", "stopped", "refused", "failed", "lost"],
    to: ["planned"],
    guard: {
      withdrawn: "NOT is_withdrawn",
      repaid: "NOT is_repaid",
      erased: "NOT is_erased",
      "too-often": `changes < ${DELIVERY_MAX_CHANGES}`,
    },
  },
  stop: { by: "giver", from: ["none", "awaited", "planned", "refused", "failed", "lost"], to: ["stopped"] },
  /** Its giver has withdrawn, or the money went back. */
  revoke: { by: "Stripe", from: ["awaited", "planned"], to: ["stopped"], guard: { kept: "is_withdrawn OR is_repaid" } },
  claim: { by: "clock", from: ["planned", "sending"], to: ["sending"] },
  release: { by: "clock", from: ["sending"], to: ["planned"] },
  end: { by: "clock", from: ["sending"], to: ["sent", "refused", "failed", "stopped"] },
  giveUp: { by: "clock", from: ["awaited"], to: ["lost"] },
  expire: { by: "night", from: ["planned", "sending"], to: ["failed"] },
  eraseGiver: { by: "operator", from: ["awaited", "planned", "sending"], to: ["stopped"] },
  eraseRecipient: { by: "operator", from: ["planned", "sending"], to: ["refused"] },
  /** The ledger was set back, so perhaps the gift was mailed. */
  restore: { by: "operator", from: ["awaited", "planned", "sending"], to: ["stopped"] },
} as const satisfies Record<string, LifeEvent<DeliveryState>>;

/** The end of a plan, as SQL for a row of `deliveries`: its address goes with it, and a sender who holds it finds no row to end. */
export const WITHOUT_PLAN = "day = NULL, address = NULL, send_at = NULL, claim = NULL, claimed_until = NULL";

/** Whether an event may happen, as SQL for a row of `deliveries`. */
export function mayHappen(name: keyof typeof DELIVERY_LIFE): string {
  const event: LifeEvent<DeliveryState> = DELIVERY_LIFE[name];
  if (event.guard === undefined) return isFrom(event);
  return `EXISTS (SELECT 1 FROM shown_deliveries AS s WHERE s.intent_id = deliveries.intent_id AND ${whyNot(event)} IS NULL)`;
}
