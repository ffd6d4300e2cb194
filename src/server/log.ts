/** Log events, by the names that alarms use. kv-seed/README.md explains each. */
export type LogEvent =
  | "alarm.raised"
  | "clock.failed"
  | "config.invalid"
  | "invoice.issued"
  | "invoice.unissued"
  | "kv.malformed"
  | "kv.unavailable"
  | "ledger.refused"
  | "ledger.unavailable"
  | "limit.unavailable"
  | "links.unavailable"
  | "mail.failed"
  | "mail.given-up"
  | "mail.overdue"
  | "mail.pdfless"
  | "mail.sent"
  | "mail.unconfigured"
  | "mail.withheld"
  | "render.failed"
  | "night.different"
  | "night.done"
  | "night.healed"
  | "refund.failed"
  | "request.failed"
  | "request.handled"
  | "stripe.failed"
  | "auth.refused"
  | "auth.unavailable"
  | "desk.acted"
  | "desk.failed"
  | "desk.refused"
  | "desk.unavailable"
  | "gift.stored"
  | "gift.resumed"
  | "gift.stopped"
  | "gift.unstored"
  | "delivery.planned"
  | "delivery.stopped"
  | "delivery.unchanged"
  | "delivery.unkept"
  | "delivery.failed"
  | "webhook.foreign"
  | "webhook.postponed"
  | "webhook.refused"
  | "webhook.recorded"
  | "workflow.unavailable"
  | "withdrawal.recorded"
  | "csp.report";

type Level = "info" | "warn" | "error";

/**
 * Writes one structured line (JSON) to the Worker's log. Fields hold technical facts only: never a name, an e-mail
 * address, a secret or a query value.
 */
export function logEvent(level: Level, event: LogEvent, fields: Readonly<Record<string, unknown>> = {}): void {
  console[level](JSON.stringify({ level, event, ...fields }));
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
