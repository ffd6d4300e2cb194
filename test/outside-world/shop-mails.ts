import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as z from "zod";

/**
 * The mail that the shop sends on this machine. `wrangler dev` delivers none of it. It shows each mail on its own local
 * pages, which this reads, and writes attachments to files. The Worker has no code for that.
 */

export type ShopMail = {
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: readonly { filename: string }[];
  /** ISO 8601. */
  sentAt: string;
};

const SENT_PATH = "/cdn-cgi/local/explorer/api/local/email/sending";
/** Leaves out the mail of other shops on this machine. */
const OWN_ONLY = { "X-Miniflare-Explorer-No-Aggregate": "true" };
const TIMEOUT_MS = 2000;
const FILES_FOLDER = resolve(import.meta.dirname, "../../.wrangler/tmp/email");

const listSchema = z.object({ result: z.array(z.object({ messageId: z.string() })) });
const mailSchema = z.object({
  result: z.object({
    messageId: z.string(),
    from: z.string(),
    to: z.array(z.string()),
    subject: z.string(),
    text: z.string().optional(),
    html: z.string().optional(),
    attachments: z.array(z.object({ filename: z.string() })),
    sentAt: z.string(),
  }),
});

/** Reads the shop's mails, newest first. Empty if the shop does not run, or runs without `wrangler dev`. */
export function createShopMails(shopOrigin: () => string): { read(): Promise<readonly ShopMail[]> } {
  const known = new Map<string, ShopMail>();

  async function ask(query: Readonly<Record<string, string>>): Promise<unknown> {
    const url = new URL(SENT_PATH, shopOrigin());
    url.search = new URLSearchParams(query).toString();
    const response = await fetch(url, { headers: OWN_ONLY, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.ok ? response.json() : null;
  }

  async function readMail(messageId: string): Promise<ShopMail | null> {
    const earlier = known.get(messageId);
    if (earlier !== undefined) return earlier;
    const parsed = mailSchema.safeParse(await ask({ email_id: messageId }));
    if (!parsed.success) return null;
    const { to, text = "", html = "", ...rest } = parsed.data.result;
    const mail = { ...rest, id: messageId.replace(/[<>]/g, ""), to: to.join(", "), text, html };
    known.set(messageId, mail);
    return mail;
  }

  return {
    async read() {
      try {
        const list = listSchema.safeParse(await ask({ per_page: "100" }));
        if (!list.success) return [];
        const mails = await Promise.all(list.data.result.map(({ messageId }) => readMail(messageId)));
        return mails.filter((mail) => mail !== null);
      } catch {
        return [];
      }
    },
  };
}

/** An attachment's bytes, counted from 1; null if its file is gone. */
export async function readAttachment(mailId: string, number: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const wanted = `${mailId}-${number}.`;
  const files = await readdir(FILES_FOLDER, { recursive: true, withFileTypes: true }).catch(() => []);
  const file = files.find(({ name }) => name.startsWith(wanted));
  return file === undefined ? null : readFile(join(file.parentPath, file.name));
}
