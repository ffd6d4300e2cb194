import * as z from "zod";
import { errorMessage } from "../src/log.ts";
import {
  type CloudflareLogin,
  chunked,
  inTurns,
  isNamespaceId,
  type KvBinding,
  type KvEntry,
  type KvKey,
  type KvSession,
  type KvStore,
  type KvTarget,
  readCloudflareLogin,
  readWranglerConfig,
  type WranglerConfig,
  WranglerError,
} from "./wrangler.ts";

/**
 * The KV at Cloudflare, through its API (https://developers.cloudflare.com/api, Workers KV namespaces), with wrangler's
 * login. A wrangler process for every hundred keys took seconds each time.
 */

/** Keys that one bulk read takes, and entries that one bulk write or removal takes (API, `bulk_get`, `bulk_update`). */
const READ_CHUNK = 100;
const WRITE_CHUNK = 10_000;
/** Keys of one page of a list, the most that the API gives. */
const LIST_LIMIT = 1000;
/** Calls under way at once. The API allows one user 1,200 in five minutes. */
const LANES = 6;
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
const keyListSchema = z.array(
  z.object({ name: z.string(), expiration: z.number().optional(), metadata: z.unknown().optional() }),
);
const valuesSchema = z.object({ values: z.record(z.string(), z.string().nullable()) });
const writtenSchema = z.object({ unsuccessful_keys: z.array(z.string()).default([]) }).nullish();

/** Parts that tests replace. */
export type CloudflareParts = {
  readLogin?: (target: KvTarget) => Promise<CloudflareLogin>;
  fetchApi?: typeof fetch;
  /** Waits `ms` milliseconds. */
  wait?: (ms: number) => Promise<void>;
};

type Envelope = z.infer<typeof envelopeSchema>;
/** The result of one attempt; `isPassing`: the next one may succeed. */
type Answer = { envelope: Envelope } | { reason: string; isPassing: boolean; retryAfterMs?: number };
type Call = { method: "GET" | "PUT" | "POST" | "DELETE"; path: string; body?: unknown };

/** Opens the namespaces of a target's environment; calls nothing before the first read or write. */
export function openCloudflareKv(
  target: KvTarget,
  { readLogin = readCloudflareLogin, fetchApi = fetch, wait = delay }: CloudflareParts = {},
): KvSession {
  let opening: Promise<readonly [CloudflareLogin, WranglerConfig]> | undefined;

  async function call(binding: KvBinding, { method, path, body }: Call): Promise<Envelope> {
    opening ??= Promise.all([readLogin(target), readWranglerConfig(target)]);
    const [{ accountId, headers, apiBase }, { namespaceIds }] = await opening;
    const id = namespaceIds.get(binding) ?? "";
    if (!isNamespaceId(id)) throw new WranglerError(`wrangler.toml has no id of the namespace ${binding}`);
    const url = `${apiBase}/accounts/${accountId}/storage/kv/namespaces/${id}/${path}`;
    const request = {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    for (const pauseMs of [...RETRY_DELAYS_MS, null]) {
      const answer = await ask(url, request);
      if ("envelope" in answer) return answer.envelope;
      if (pauseMs === null || !answer.isPassing) throw new WranglerError(`Cloudflare's API: ${answer.reason}`);
      await wait(Math.min(answer.retryAfterMs ?? pauseMs, MAX_RETRY_AFTER_MS));
    }
    throw new Error("the last attempt neither answered nor failed");
  }

  async function ask(url: string, request: RequestInit): Promise<Answer> {
    let response: Response;
    let text: string;
    try {
      response = await fetchApi(url, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) });
      text = await response.text();
    } catch (error) {
      // Every call here may be made twice: reads, and writes of whole values.
      return { reason: errorMessage(error), isPassing: true };
    }
    const envelope = envelopeSchema.safeParse(parseJson(text));
    if (response.ok && envelope.data?.success === true) return { envelope: envelope.data };
    const said = envelope.data?.errors.map(
      ({ code, message }) => `${message}${code === undefined ? "" : ` (${code})`}`,
    );
    const retryAfterS = Number(response.headers.get("retry-after"));
    return {
      reason: `${response.status} ${said?.join("; ") || text.slice(0, 200)}`,
      isPassing: response.status === 429 || response.status >= 500,
      ...(retryAfterS > 0 ? { retryAfterMs: retryAfterS * 1000 } : {}),
    };
  }

  function store(binding: KvBinding): KvStore {
    async function write(method: "PUT" | "POST", path: string, items: readonly (KvEntry | string)[]): Promise<void> {
      for (const chunk of chunked(items, WRITE_CHUNK)) {
        const { result } = await call(binding, { method, path, body: chunk });
        const failed = read(writtenSchema, result)?.unsuccessful_keys ?? [];
        if (failed.length > 0) throw new WranglerError(`Cloudflare could not write ${failed.length} of the keys`);
      }
    }
    return {
      async list(prefix) {
        const keys: KvKey[] = [];
        for (let cursor = ""; ; ) {
          const query = new URLSearchParams({ limit: String(LIST_LIMIT), ...(cursor === "" ? {} : { cursor }) });
          if (prefix !== undefined) query.set("prefix", prefix);
          const page = await call(binding, { method: "GET", path: `keys?${query}` });
          keys.push(...read(keyListSchema, page.result));
          cursor = page.result_info?.cursor ?? "";
          if (cursor === "") return keys;
        }
      },
      async get(keys) {
        const values = new Map<string, string>();
        await inTurns(chunked(keys, READ_CHUNK), LANES, async (chunk) => {
          const { result } = await call(binding, { method: "POST", path: "bulk/get", body: { keys: chunk } });
          for (const [key, value] of Object.entries(read(valuesSchema, result).values)) {
            if (value !== null) values.set(key, value);
          }
        });
        return values;
      },
      put: (entries) => write("PUT", "bulk", entries),
      delete: (keys) => write("POST", "bulk/delete", keys),
    };
  }

  return { store, close: async () => {} };
}

function read<T>(schema: z.ZodType<T>, result: unknown): T {
  const parsed = schema.safeParse(result);
  if (!parsed.success) throw new WranglerError("Cloudflare's API answered in a form that is not known here");
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
