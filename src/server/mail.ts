import { ownersSubject } from "../shared/environment.ts";
import { logEvent } from "./log.ts";
import type { Shop } from "./shop.ts";

/** The only file that sends mail, through Cloudflare's binding. */

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The name of the sender, if it is not the shop's. */
  sender?: string;
  attachments?: readonly MailAttachment[];
};

export type MailAttachment =
  | { filename: string; content: string; type: "text/plain" }
  | { filename: string; content: Uint8Array; type: "application/pdf" };

/** A mail to the owner, which says of which shop it is. Every one of them is made here. */
export function toOwner(shop: Shop, mail: Mail): Mail {
  return { ...mail, subject: ownersSubject(mail.subject, shop.settings.environment) };
}

/** Whether a mail service and a sender are configured. */
export function canSendMail(shop: Shop): boolean {
  return shop.settings.mailFrom !== null && shop.EMAIL !== undefined;
}

/**
 * Passes a mail to the mail service, from the shop's address, with the trader's address for replies. `unconfigured`: no
 * service or sender is configured; nothing was sent, and that is logged. Rejects if the service fails or refuses.
 */
async function sendMail(shop: Shop, mail: Mail): Promise<"sent" | "unconfigured"> {
  const { mailFrom, trader } = shop.settings;
  if (mailFrom === null || shop.EMAIL === undefined) {
    logEvent("error", "mail.unconfigured", { missing: mailFrom === null ? "MAIL_FROM" : "EMAIL" });
    return "unconfigured";
  }
  const { attachments = [], sender, ...message } = mail;
  await shop.EMAIL.send({
    ...message,
    from: sender === undefined ? mailFrom : { ...mailFrom, name: sender },
    ...(trader.email === undefined ? {} : { replyTo: trader.email }),
    attachments: attachments.map(({ filename, content, type }) => ({
      filename,
      type,
      disposition: "attachment" as const,
      // Bytes, because a string would be read as Base64. The byte order mark marks it as UTF-8 for every program.
      content: typeof content === "string" ? new TextEncoder().encode(`\ufeff${content}`) : content,
    })),
  });
  return "sent";
}

/**
 * The mail service's error code, one technical word. Its message stays out of logs and steps, because it may name the
 * address.
 */
function mailErrorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === "string" && /^[A-Z_]{1,60}$/.test(code)) return code;
  return error instanceof Error ? error.name : "unknown";
}

/**
 * Every error that Cloudflare documents for its mail service (Email Service, Workers API, "Error codes"), by its cause.
 * Only an `address` that the service blocked, after a bounce or a complaint, will never get a mail. All other errors
 * are retried, and so is an unknown code.
 */
export const MAIL_ERRORS: Readonly<Record<string, "address" | "account" | "quota" | "mail" | "service">> = {
  E_RECIPIENT_SUPPRESSED: "address",
  // The account may only send to verified addresses, or the binding has a list of allowed addresses.
  E_RECIPIENT_NOT_ALLOWED: "account",
  E_SENDER_NOT_VERIFIED: "account",
  E_SENDER_DOMAIN_NOT_AVAILABLE: "account",
  E_RATE_LIMIT_EXCEEDED: "quota",
  E_DAILY_LIMIT_EXCEEDED: "quota",
  E_VALIDATION_ERROR: "mail",
  E_FIELD_MISSING: "mail",
  E_TOO_MANY_RECIPIENTS: "mail",
  E_CONTENT_TOO_LARGE: "mail",
  E_HEADER_NOT_ALLOWED: "mail",
  E_HEADER_USE_API_FIELD: "mail",
  E_HEADER_VALUE_INVALID: "mail",
  E_HEADER_VALUE_TOO_LONG: "mail",
  E_HEADER_NAME_INVALID: "mail",
  E_HEADERS_TOO_LARGE: "mail",
  E_HEADERS_TOO_MANY: "mail",
  E_DELIVERY_FAILED: "service",
  E_INTERNAL_SERVER_ERROR: "service",
};

/**
 * A Workflow's step that sends a mail, and logs the outcome. Rejects, to be retried, if the service fails. The error
 * has only the code, because the platform stores a step's error.
 */
export async function deliverMail(
  shop: Shop,
  mail: Mail,
  names: Readonly<Record<string, string>>,
): Promise<"sent" | "unconfigured" | "refused"> {
  try {
    const outcome = await sendMail(shop, mail);
    if (outcome === "sent") logEvent("info", "mail.sent", names);
    return outcome;
  } catch (error) {
    const reason = mailErrorCode(error);
    const cause = MAIL_ERRORS[reason] ?? "service";
    logEvent("error", "mail.failed", { ...names, reason, cause });
    if (cause === "address") return "refused";
    throw new Error(`mail: ${reason}`);
  }
}
