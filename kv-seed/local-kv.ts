import { join, resolve } from "node:path";
import type { KVNamespace } from "@cloudflare/workers-types";
import { errorMessage } from "../src/log.ts";
import { listKeys, writeKv } from "../src/services/kv.ts";
import {
  chunked,
  inTurns,
  type KvBinding,
  type KvSession,
  type KvStore,
  type KvTarget,
  PROJECT_ROOT,
  WranglerError,
} from "./wrangler.ts";

/** The KV of this machine, read and written in this process through the bindings that `wrangler dev` itself uses. */

/** A binding reads at most 100 keys at once (Workers KV, read key-value pairs). */
const READ_CHUNK = 100;
/** Reads or writes under way at once: more do not make SQLite faster. */
const LANES = 8;

type Namespaces = Readonly<Record<KvBinding, KVNamespace>>;

/** Where wrangler keeps the local state. */
export function localStateFolder({ persistTo }: Pick<KvTarget, "persistTo">): string {
  return resolve(persistTo ?? join(PROJECT_ROOT, ".wrangler", "state"));
}

/**
 * Opens all local namespaces at once, in this process: a start-up of wrangler for each step would make every command
 * wait. Reads and writes the same files as `wrangler kv ... --local` and `wrangler dev`.
 */
export async function withLocalNamespaces<T>(
  target: Omit<KvTarget, "remote">,
  use: (namespaces: Namespaces) => Promise<T>,
): Promise<T> {
  const { namespaces, close } = await openNamespaces(target);
  try {
    return await use(namespaces);
  } finally {
    await close();
  }
}

/** The local namespaces as the commands use them; nothing is started before the first read or write. */
export function openLocalKv(target: KvTarget): KvSession {
  let opening: ReturnType<typeof openNamespaces> | undefined;
  const namespaceOf = async (binding: KvBinding): Promise<KVNamespace> => {
    opening ??= openNamespaces(target);
    try {
      return (await opening).namespaces[binding];
    } catch (error) {
      opening = undefined;
      throw new WranglerError(errorMessage(error));
    }
  };
  return {
    store: (binding) => openStore(() => namespaceOf(binding)),
    async close() {
      const { close } = (await opening?.catch(() => undefined)) ?? {};
      await close?.();
    },
  };
}

function openStore(open: () => Promise<KVNamespace>): KvStore {
  return {
    list: async (prefix = "") => listKeys(await open(), prefix),
    async get(keys) {
      const namespace = await open();
      const values = new Map<string, string>();
      await inTurns(chunked(keys, READ_CHUNK), LANES, async (chunk) => {
        for (const [key, value] of await namespace.get([...chunk])) if (value !== null) values.set(key, value);
      });
      return values;
    },
    async put(entries) {
      const namespace = await open();
      await inTurns(entries, LANES, ({ key, value, expiration, metadata }) =>
        writeKv(namespace, key, value, {
          ...(expiration === undefined ? {} : { expiration }),
          ...(metadata === undefined ? {} : { metadata }),
        }),
      );
    },
    async delete(keys) {
      const namespace = await open();
      await inTurns(keys, LANES, (key) => namespace.delete(key));
    },
  };
}

async function openNamespaces(
  target: Omit<KvTarget, "remote">,
): Promise<{ namespaces: Namespaces; close(): Promise<void> }> {
  const level = process.env.WRANGLER_LOG;
  // Otherwise it warns that Workflows do not run here. Only KV is opened here; they run in `wrangler dev`.
  process.env.WRANGLER_LOG = "error";
  try {
    const { getPlatformProxy } = await import("wrangler");
    const proxy = await getPlatformProxy<Record<KvBinding, KVNamespace>>({
      configPath: target.config === undefined ? join(PROJECT_ROOT, "wrangler.toml") : resolve(target.config),
      ...(target.env === undefined ? {} : { environment: target.env }),
      envFiles: [],
      remoteBindings: false,
      // wrangler's command line puts its state in a folder `v3` under the one it is given; this function does not.
      persist: { path: join(localStateFolder(target), "v3") },
    });
    return { namespaces: proxy.env, close: () => proxy.dispose() };
  } finally {
    if (level === undefined) delete process.env.WRANGLER_LOG;
    else process.env.WRANGLER_LOG = level;
  }
}
