import type { LifeEvent } from "./life-rules.ts";

/** The states of a gift's delivery, a row of `deliveries`. `none`: there is no row. */
export type DeliveryState = "awaited" | "planned" | "sending" | "sent" | "stopped" | "refused" | "failed" | "lost";

/**
 * The life of a delivery: every event that changes its state, and nothing else does. Each is one statement, which takes its
 * states from here (`mayHappen`): in `gifts/day/gift-delivery.ts`, `ledger/erasure.ts`, `ledger/purge.ts`, and the tool's `database`.
 * In tests a trigger refuses any other change (`test/d1-on-node.ts`).
 */
export const DELIVERY_LIFE = {
  /** A gift is paid that is to be mailed, or the address that its giver typed has come. */
  begin: {
    by: "Stripe",
    from: ["none", "awaited"],
    to: ["awaited", "planned", "stopped"],
    guard:
      "awaited without an address; stopped if its money went back or its giver has withdrawn; not if it was erased",
  },
  change: {
    by: "giver",
    from: ["none", "awaited", "planned", "stopped", "refused", "failed", "lost"],
    to: ["planned"],
    guard: "no withdrawal counts, and it was changed less than `DELIVERY_MAX_CHANGES` times",
  },
  stop: {
    by: "giver",
    from: ["none", "awaited", "planned", "refused", "failed", "lost"],
    to: ["stopped"],
  },
  withdraw: {
    by: "giver",
    from: ["awaited", "planned", "stopped", "refused", "failed", "lost"],
    to: ["stopped"],
    guard: "a withdrawal by the order's own link",
  },
  /** A withdrawal is refused: its giver may plan again. */
  refuseWithdrawal: { by: "operator", from: ["stopped"], to: ["stopped"], guard: "no other withdrawal counts" },
  repay: { by: "Stripe", from: ["awaited", "planned"], to: ["stopped"], guard: "the order is repaid" },
  claim: {
    by: "clock",
    from: ["planned", "sending"],
    to: ["sending"],
    guard: "it is this version, and nobody's claim counts",
  },
  release: { by: "clock", from: ["sending"], to: ["planned"], guard: "by its claim" },
  end: { by: "clock", from: ["sending"], to: ["sent", "refused", "failed", "stopped"], guard: "by its claim" },
  giveUp: { by: "clock", from: ["awaited"], to: ["lost"], guard: "for a quarter of an hour" },
  expire: {
    by: "night",
    from: ["planned", "sending"],
    to: ["failed"],
    guard: "`RETENTION.deliveryDays` after its moment",
  },
  eraseGiver: { by: "operator", from: ["awaited", "planned", "sending"], to: ["stopped"] },
  eraseRecipient: { by: "operator", from: ["planned", "sending"], to: ["refused"] },
  /** The ledger was set back, so perhaps the gift was mailed. */
  restore: { by: "operator", from: ["planned", "sending"], to: ["stopped"], guard: "its moment has passed" },
} as const satisfies Record<string, LifeEvent<DeliveryState>>;

/** In which states an event may happen, as SQL for a row of `deliveries`. */
export function mayHappen(event: keyof typeof DELIVERY_LIFE): string {
  const states = DELIVERY_LIFE[event].from.filter((state) => state !== "none");
  return `state IN (${states.map((state) => `'${state}'`).join(", ")})`;
}
