import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { errorMessage } from "../src/server/log.ts";
import { type CloudflareLogin, type KvTarget, PlatformError, readCloudflareLogin } from "./wrangler.ts";

/** Cloudflare's API (https://developers.cloudflare.com/api), called with wrangler's login. */

const TIMEOUT_MS = 60_000;
/** The pauses before retries, if the answer names none, milliseconds. */
const RETRY_DELAYS_MS = [1000, 4000, 15_000];
const MAX_RETRY_AFTER_MS = 300_000;

const envelopeSchema = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ code: z.number().optional(), message: z.string() })).default([]),
  result: z.unknown(),
  result_info: z.object({ cursor: z.string().optional() }).nullish(),
});

export type CloudflareParts = {
  readLogin?: (target: KvTarget) => Promise<CloudflareLogin>;
  fetchApi?: typeof fetch;
  wait?: (ms: number) => Promise<unknown>;
};

export type CloudflareAnswer = z.infer<typeof envelopeSchema>;
/** The result of one attempt; `isPassing`: the next one may succeed. */
type Attempt =
  | { answer: CloudflareAnswer }
  | { failure: CloudflareApiError; isPassing: boolean; retryAfterMs?: number };

/** One call. The path follows the account's: `storage/kv/namespaces`. */
export type CloudflareCall = { method: "GET" | "PUT" | "POST" | "DELETE"; path: string; body?: unknown };

/** The API refused, or could not be reached. */
export class CloudflareApiError extends PlatformError {
  /** The HTTP status of the answer; null if there was none. */
  readonly status: number | null;

  constructor(reason: string, status: number | null) {
    super(`Cloudflare's API: ${reason}`);
    this.status = status;
  }
}

/**
 * The API of a target's account; the login is read at the first call. Every call may be made twice, because one without
 * an answer is made again. It rejects with a `CloudflareApiError`, or a `PlatformError` if there is no login.
 */
export function openCloudflareApi(
  target: KvTarget,
  { readLogin = readCloudflareLogin, fetchApi = fetch, wait = delay }: CloudflareParts = {},
): (call: CloudflareCall) => Promise<CloudflareAnswer> {
  let opening: Promise<CloudflareLogin> | undefined;

  async function ask(url: string, request: RequestInit): Promise<Attempt> {
    let response: Response;
    let text: string;
    try {
      response = await fetchApi(url, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) });
      text = await response.text();
    } catch (error) {
      return { failure: new CloudflareApiError(errorMessage(error), null), isPassing: true };
    }
    const envelope = envelopeSchema.safeParse(parseJson(text));
    if (response.ok && envelope.data?.success === true) return { answer: envelope.data };
    const said = envelope.data?.errors.map(
      ({ code, message }) => `${message}${code === undefined ? "" : ` (${code})`}`,
    );
    const { status } = response;
    const retryAfterS = Number(response.headers.get("retry-after"));
    return {
      failure: new CloudflareApiError(`${status} ${said?.join("; ") || text.slice(0, 200)}`, status),
      isPassing: status === 429 || status >= 500,
      ...(retryAfterS > 0 ? { retryAfterMs: retryAfterS * 1000 } : {}),
    };
  }

  return async ({ method, path, body }) => {
    opening ??= readLogin(target);
    const { accountId, headers, apiBase } = await opening;
    const url = `${apiBase}/accounts/${accountId}/${path}`;
    const request = {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    for (const pauseMs of [...RETRY_DELAYS_MS, null]) {
      const attempt = await ask(url, request);
      if ("answer" in attempt) return attempt.answer;
      if (pauseMs === null || !attempt.isPassing) throw attempt.failure;
      await wait(Math.min(attempt.retryAfterMs ?? pauseMs, MAX_RETRY_AFTER_MS));
    }
    throw new Error("the last attempt neither answered nor failed");
  };
}

/** The result of an answer. Throws a `PlatformError` if its form is not the expected one. */
export function readResult<T>(schema: z.ZodType<T>, { result }: CloudflareAnswer): T {
  const parsed = schema.safeParse(result);
  if (!parsed.success) throw new PlatformError("Cloudflare's API answered in a form that is not known here");
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
