import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { SCHEDULES } from "../../src/upkeep/clock-steps.ts";

/**
 * The shop's clock and mail on this machine. `wrangler dev` runs no schedule by itself, and delivers no mail. On its local
 * pages it takes each schedule at any moment, so a gift need not wait for its day; and it shows the ledger and each mail,
 * whose attachments it writes to files. The Worker has no code for that.
 */

/** A gift that the shop mails later. `sendAt` is ISO 8601. */
export type WaitingGift = { intentId: string; sendAt: string };

export type ShopMail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: readonly { filename: string }[];
  /** ISO 8601. */
  sentAt: string;
};

const PAGES = "/cdn-cgi/local/";
/** The database has the id of wrangler.toml. */
const LEDGER_PATH = "explorer/api/d1/database/local-ledger/raw";
const SENT_PATH = "explorer/api/local/email/sending";
/** Leaves out what belongs to other shops on this machine. */
const OWN_ONLY = { "X-Miniflare-Explorer-No-Aggregate": "true", "content-type": "application/json" };
const TIMEOUT_MS = 5000;
const FILES_FOLDER = resolve(import.meta.dirname, "../../.wrangler/tmp/email");

const WAITING = "SELECT intent_id, send_at FROM deliveries WHERE state = 'planned' ORDER BY send_at";
type Rows = { result: [{ results: { rows: [intentId: string, sendAt: string][] } }] };
type Listed = { result: { messageId: string }[] };
type Sent = { result: Omit<ShopMail, "id" | "to"> & { to: string[] } };

export type ShopClock = ReturnType<typeof createShopClock>;

export function createShopClock(shopOrigin: () => string) {
  const known = new Map<string, ShopMail>();

  async function ask(path: string, query: Readonly<Record<string, string>>, init: RequestInit = {}): Promise<Response> {
    const url = new URL(`${PAGES}${path}?${new URLSearchParams(query)}`, shopOrigin());
    const response = await fetch(url, { headers: OWN_ONLY, ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return response;
  }

  async function readMail(messageId: string): Promise<ShopMail> {
    const { result } = (await (await ask(SENT_PATH, { email_id: messageId })).json()) as Sent;
    const { to, ...rest } = result;
    return { ...rest, id: messageId.replace(/[<>]/g, ""), to: to.join(", ") };
  }

  return {
    /** The gifts that wait, the earliest day first. Empty if the shop does not run, or runs without `wrangler dev`. */
    async readGifts(): Promise<readonly WaitingGift[]> {
      try {
        const response = await ask(LEDGER_PATH, {}, { method: "POST", body: JSON.stringify({ sql: WAITING }) });
        const { result } = (await response.json()) as Rows;
        return result[0].results.rows.map(([intentId, sendAt]) => ({ intentId, sendAt }));
      } catch {
        return [];
      }
    },
    /** The shop's mails, newest first. Empty if the shop does not run, or runs without `wrangler dev`. */
    async readMails(): Promise<readonly ShopMail[]> {
      try {
        const { result } = (await (await ask(SENT_PATH, { per_page: "100" })).json()) as Listed;
        for (const { messageId } of result.filter((listed) => !known.has(listed.messageId)))
          known.set(messageId, await readMail(messageId));
        return result.flatMap(({ messageId }) => known.get(messageId) ?? []);
      } catch {
        return [];
      }
    },
    /** Runs a schedule as if it were this moment. Rejects if the shop does not answer. */
    async run(schedule: keyof typeof SCHEDULES, at: Date): Promise<void> {
      await ask("scheduled", { cron: SCHEDULES[schedule], time: String(at.getTime()) });
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
