/** Letters and digits of a payment's id that its order number shows: 36^10 of them are enough to tell orders apart. */
const ORDER_NUMBER_LENGTH = 10;

/**
 * The order number that buyers and operators see: `VK-` and the end of the payment intent's id, in capitals. Nothing is
 * looked up by it alone, so two ids that differ in case only may share one.
 */
export function formatOrderNumber(intentId: string): string {
  return `VK-${intentId.slice(-ORDER_NUMBER_LENGTH).toUpperCase()}`;
}
