import * as z from "zod";
import type { KvEntry, KvKey, KvStore } from "../src/server/kv-store.ts";
import { chunked, inTurns } from "../src/shared/batches.ts";
import {
  type CloudflareAnswer,
  type CloudflareCall,
  type CloudflareParts,
  openCloudflareApi,
  readResult,
} from "./cloudflare-api.ts";
import {
  isNamespaceId,
  type KvBinding,
  type KvSession,
  type KvTarget,
  PlatformError,
  readWranglerConfig,
  type WranglerConfig,
} from "./wrangler.ts";

/**
 * The KV at Cloudflare, through its API (Workers KV namespaces). A wrangler process for every hundred keys took seconds
 * each time.
 */

/** Keys that one bulk read takes, and entries that one bulk write or removal takes (API, `bulk_get`, `bulk_update`). */
const READ_CHUNK = 100;
const WRITE_CHUNK = 10_000;
/** Keys of one page of a list, the most that the API gives. */
const LIST_LIMIT = 1000;
/** Calls under way at once. The API allows one user 1,200 in five minutes. */
const LANES = 6;

const keyListSchema = z.array(
  z.object({ name: z.string(), expiration: z.number().optional(), metadata: z.unknown().optional() }),
);
const valuesSchema = z.object({ values: z.record(z.string(), z.string().nullable()) });
const writtenSchema = z.object({ unsuccessful_keys: z.array(z.string()).default([]) }).nullish();

/** Opens the namespaces of a target's environment; calls nothing before the first read or write. */
export function openCloudflareKv(target: KvTarget, parts?: CloudflareParts): KvSession {
  const callApi = openCloudflareApi(target, parts);
  let opening: Promise<WranglerConfig> | undefined;

  async function call(binding: KvBinding, { path, ...rest }: CloudflareCall): Promise<CloudflareAnswer> {
    opening ??= readWranglerConfig(target);
    const id = (await opening).namespaceIds.get(binding) ?? "";
    if (!isNamespaceId(id)) throw new PlatformError(`wrangler.toml has no id of the namespace ${binding}`);
    return callApi({ path: `storage/kv/namespaces/${id}/${path}`, ...rest });
  }

  function store(binding: KvBinding): KvStore {
    async function write(method: "PUT" | "POST", path: string, items: readonly (KvEntry | string)[]): Promise<void> {
      for (const chunk of chunked(items, WRITE_CHUNK)) {
        const answer = await call(binding, { method, path, body: chunk });
        const failed = readResult(writtenSchema, answer)?.unsuccessful_keys ?? [];
        if (failed.length > 0) throw new PlatformError(`Cloudflare could not write ${failed.length} of the keys`);
      }
    }
    return {
      async list(prefix) {
        const keys: KvKey[] = [];
        for (let cursor = ""; ; ) {
          const query = new URLSearchParams({ limit: String(LIST_LIMIT), ...(cursor === "" ? {} : { cursor }) });
          if (prefix !== undefined) query.set("prefix", prefix);
          const page = await call(binding, { method: "GET", path: `keys?${query}` });
          keys.push(...readResult(keyListSchema, page));
          cursor = page.result_info?.cursor ?? "";
          if (cursor === "") return keys;
        }
      },
      async get(keys) {
        const values = new Map<string, string>();
        await inTurns(chunked(keys, READ_CHUNK), LANES, async (chunk) => {
          const answer = await call(binding, { method: "POST", path: "bulk/get", body: { keys: chunk } });
          for (const [key, value] of Object.entries(readResult(valuesSchema, answer).values)) {
            if (value !== null) values.set(key, value);
          }
        });
        return values;
      },
      write: (entries) => write("PUT", "bulk", entries),
      delete: (keys) => write("POST", "bulk/delete", keys),
    };
  }

  return { store, close: async () => {} };
}
