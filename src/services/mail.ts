import { type Bindings, readSettings } from "../env.ts";
import { logEvent } from "../log.ts";
import { isEmailAddress } from "../shared/email-address.ts";

/** The only file that sends mail, by Cloudflare's binding. */

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: readonly MailAttachment[];
};

/** A file that goes with a mail: text, or bytes as they are. */
export type MailAttachment =
  | { filename: string; content: string; type: "text/plain" }
  | { filename: string; content: Uint8Array; type: "application/pdf" };

/** Whether there is a mail service and a sender. */
export function canSendMail(env: Bindings): boolean {
  return readSettings(env).mailFrom !== null && env.EMAIL !== undefined;
}

/**
 * Hands a mail to the mail service, from the shop's address, with answers to the trader's. `unconfigured`: there is no
 * service or no sender yet; it has been logged, and nothing was sent. Rejects when the service fails or refuses.
 */
export async function sendMail(env: Bindings, mail: Mail): Promise<"sent" | "unconfigured"> {
  const { mailFrom, trader } = readSettings(env);
  if (mailFrom === null || env.EMAIL === undefined) {
    logEvent("error", "mail.unconfigured", { missing: mailFrom === null ? "MAIL_FROM" : "EMAIL" });
    return "unconfigured";
  }
  const { attachments = [], ...message } = mail;
  await env.EMAIL.send({
    ...message,
    from: mailFrom,
    ...(trader.email !== undefined && isEmailAddress(trader.email) ? { replyTo: trader.email } : {}),
    attachments: attachments.map(({ filename, content, type }) => ({
      filename,
      type,
      disposition: "attachment" as const,
      // As bytes: a text would be taken for Base64. The mark tells every program that it is UTF-8.
      content: typeof content === "string" ? new TextEncoder().encode(`\ufeff${content}`) : content,
    })),
  });
  return "sent";
}

/**
 * What the mail service answered, in one technical word. Its own message stays out of logs and steps: it may name the
 * address.
 */
export function mailErrorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === "string" && /^[A-Z_]{1,60}$/.test(code)) return code;
  return error instanceof Error ? error.name : "unknown";
}

/**
 * Every error that Cloudflare documents for its mail service (Email Service, Workers API, "Error codes"), by who can mend
 * it. Only an address that the service has struck off, after a bounce or a complaint, will never get a mail; all else is
 * tried again, and so is a code that is not here.
 */
export const MAIL_ERRORS: Readonly<Record<string, "address" | "account" | "quota" | "mail" | "service">> = {
  E_RECIPIENT_SUPPRESSED: "address",
  // An account that may send to verified addresses only, or a list of allowed addresses at the binding.
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
 * A Workflow's step that sends a mail, and logs what became of it. Rejects, to be tried again, when the service fails:
 * with its code only, because the platform keeps what a step rejected with.
 */
export async function deliverMail(
  env: Bindings,
  mail: Mail,
  names: Readonly<Record<string, string>>,
): Promise<"sent" | "unconfigured" | "refused"> {
  try {
    const outcome = await sendMail(env, mail);
    if (outcome === "sent") logEvent("info", "mail.sent", names);
    return outcome;
  } catch (error) {
    const reason = mailErrorCode(error);
    const lies = MAIL_ERRORS[reason] ?? "service";
    logEvent("error", "mail.failed", { ...names, reason, lies });
    if (lies === "address") return "refused";
    throw new Error(`mail: ${reason}`);
  }
}
