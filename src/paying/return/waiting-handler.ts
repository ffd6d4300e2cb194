import type { AppContext } from "../../server/http/context.ts";
import { fillAround } from "../../server/http/page-memory.ts";
import { sendInOrder } from "../../server/http/render.tsx";
import { recallTemplate, type TextPage } from "../../server/http/templates.ts";
import { traced, traceOf } from "../../server/http/trace.ts";
import type { KvRead } from "../../server/kv.ts";
import { logEvent } from "../../server/log.ts";
import type { Texts } from "../../shared/placeholders.ts";
import type { TargetLookup } from "./interstitial-rules.ts";

/** Shared by the bridge page and the payment return: both send their first part at once and wait for the rest. */

/** The longest wait for KV, milliseconds; after it the browser asks again. */
const TARGET_LIMIT_MS = 5_000;

type WaitingAnswer<T extends Texts> = {
  shell: TextPage<T>;
  late: Promise<Uint8Array>;
  fallback: () => Promise<Uint8Array>;
  status?: number;
  headers: Readonly<Record<string, string>>;
};

/** Sends a page in two parts. Its log line is written after the second. */
export async function sendWaiting<T extends Texts>(
  c: AppContext,
  { shell, late, fallback, status = 200, headers }: WaitingAnswer<T>,
): Promise<Response> {
  // Without this, a failure before the late part is awaited would count as unhandled. It is handled there.
  late.catch(() => undefined);
  const template = await recallTemplate(c, shell, { cache: "private" });
  const sent = new Headers(template.headers);
  for (const [name, value] of Object.entries(headers)) sent.set(name, value);
  const { response, written } = sendInOrder(fillAround(template, shell.texts), late, fallback, {
    status,
    headers: sent,
    requestId: c.get("shop").requestId,
  });
  traceOf(c).written = written;
  return response;
}

/** The outcome of reading an address in KV: a malformed entry counts as not configured. Never rejects. */
export async function askTarget(c: AppContext, reading: Promise<KvRead<string>>): Promise<TargetLookup> {
  const read = await traced(c, "kv", inTime(reading), ({ status }) => status);
  if (read.status === "found") return { status: "found", target: read.value };
  return { status: read.status === "unavailable" ? "unavailable" : "missing" };
}

/** Limits the wait for KV, so that the page ends and its browser can ask again. A read never rejects. */
function inTime<T>(read: Promise<KvRead<T>>): Promise<KvRead<T>> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      logEvent("error", "kv.unavailable", { namespace: "INTERSTITIALS", reason: `no answer in ${TARGET_LIMIT_MS} ms` });
      resolve({ status: "unavailable" });
    }, TARGET_LIMIT_MS);
    read.then((outcome) => {
      clearTimeout(timer);
      resolve(outcome);
    });
  });
}
