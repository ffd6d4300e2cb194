import { type Bindings, readSettings } from "../env.ts";
import { logEvent } from "../log.ts";
import { isEmailAddress } from "../shared/payment.ts";

/** The only file that sends mail, by Cloudflare's binding. */

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Text files; plain text where nothing else is said. */
  attachments?: readonly { filename: string; text: string; type?: "text/html" }[];
};

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
    attachments: attachments.map(({ filename, text, type = "text/plain" }) => ({
      filename,
      type,
      disposition: "attachment" as const,
      // As bytes: a text would be taken for Base64. The mark tells every program that it is UTF-8.
      content: new TextEncoder().encode(`\ufeff${text}`),
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

/** Whether the service will never take a mail for this address, such as one that bounced before. */
export function isRefusedAddress(error: unknown): boolean {
  return mailErrorCode(error).startsWith("E_RECIPIENT_");
}

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
    logEvent("error", "mail.failed", { ...names, reason });
    if (isRefusedAddress(error)) return "refused";
    throw new Error(`mail: ${reason}`);
  }
}
