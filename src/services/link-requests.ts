import { type Bindings, readSettings } from "../env.ts";
import { errorMessage, logEvent } from "../log.ts";
import { LINKS_WINDOW_S } from "../shared/my-course.ts";
import { TALLY_TTL_S } from "../shared/retention.ts";
import { buyerHash } from "./buyer-index.ts";
import { listNames, writeKv } from "./kv.ts";
import { canSendMail } from "./mail.ts";
import { TALLY_PREFIX } from "./receipts.ts";
import { readTokenKeys } from "./token-keys.ts";
import { startOnce } from "./workflow-start.ts";

/** Starts the mail with the links of an address, and counts such mails. */

/**
 * Starts the Workflow that mails the links of an address, once in each window of time. It does the same for every
 * address, and does not read whether there are orders. `unavailable`: no mail can be started now; that is logged. Never
 * rejects.
 */
export async function requestLinks(env: Bindings, email: string): Promise<"asked" | "unavailable"> {
  try {
    const buyer = await buyerHash(readTokenKeys(env), email);
    if (buyer === null) throw new Error("no key finds or signs orders");
    if (readSettings(env).siteOrigin === null || !canSendMail(env))
      throw new Error("mail or the site is not configured");
    const window = Math.floor(Date.now() / 1000 / LINKS_WINDOW_S);
    await startOnce(env.AFTER_LINK_REQUEST, `links-${window}-${buyer}`, { buyer });
    return "asked";
  } catch (error) {
    logEvent("error", "links.unavailable", { reason: errorMessage(error) });
    return "unavailable";
  }
}

/** The key in `ORDERS` that counts a mail with links: `tally:links:{keyed hash}:{time of sending}`. */
export function linkTallyPrefix(buyer: string): string {
  return `${TALLY_PREFIX}links:${buyer}:`;
}

/**
 * The times of this buyer's mails with links in the last days, ISO 8601, up to a minute late. Rejects if KV cannot be
 * read.
 */
export async function readLinkMails(env: Bindings, buyer: string): Promise<readonly string[]> {
  const prefix = linkTallyPrefix(buyer);
  return (await listNames(env.ORDERS, prefix)).map((name) => name.slice(prefix.length));
}

/** Counts a mail that was sent. Rejects if KV cannot be written. */
export async function noteLinkMail(env: Bindings, buyer: string, sentAt: string): Promise<void> {
  await writeKv(env.ORDERS, linkTallyPrefix(buyer) + sentAt, "", { expirationTtl: TALLY_TTL_S });
}
