import { join, resolve } from "node:path";
import type { D1Database, KVNamespace } from "@cloudflare/workers-types";
import { type KvStore, kvStoreOf } from "../src/server/kv-store.ts";
import { errorMessage } from "../src/server/log.ts";
import { applyMigrations } from "./migrations.ts";
import { type KvBinding, type KvSession, type KvTarget, PlatformError, PROJECT_ROOT } from "./wrangler.ts";

/**
 * The KV of this machine, and its database, read and written in this process through the bindings that `wrangler dev`
 * itself uses.
 */

type LocalTarget = Omit<KvTarget, "remote">;
export type LocalBindings = Readonly<Record<KvBinding, KVNamespace> & { DB: D1Database }>;

export function localStateFolder({ persistTo }: Pick<KvTarget, "persistTo">): string {
  return resolve(persistTo ?? join(PROJECT_ROOT, ".wrangler", "state"));
}

/**
 * Opens all local bindings at once, in this process: a start-up of wrangler for each step would make every command
 * wait. Reads and writes the same files as `wrangler kv ... --local`, `wrangler d1 ... --local` and `wrangler dev`. The
 * database then has every migration.
 */
export async function withLocalBindings<T>(
  target: LocalTarget,
  use: (bindings: LocalBindings) => Promise<T>,
): Promise<T> {
  const { bindings, close } = await openBindings(target);
  try {
    return await use(bindings);
  } finally {
    await close();
  }
}

/** The open bindings of each target. The sessions of one command share them. */
const openings = new WeakMap<LocalTarget, ReturnType<typeof openBindings>>();

/** The bindings of a target, opened at its first call. Rejects with a `PlatformError`. */
export async function localBindingsOf(target: LocalTarget): Promise<LocalBindings> {
  const opening = openings.get(target) ?? openBindings(target);
  openings.set(target, opening);
  return (await opening).bindings;
}

/** Closes what `localBindingsOf` opened for this target, so that the process can end. */
export async function closeLocalBindings(target: LocalTarget): Promise<void> {
  const opening = openings.get(target);
  openings.delete(target);
  const { close } = (await opening?.catch(() => undefined)) ?? {};
  await close?.();
}

/** The local namespaces as the commands use them; nothing is started before the first read or write. */
export function openLocalKv(target: KvTarget): KvSession {
  return {
    store: (binding) => lateStore(async () => kvStoreOf((await localBindingsOf(target))[binding])),
    close: () => closeLocalBindings(target),
  };
}

function lateStore(open: () => Promise<KvStore>): KvStore {
  return {
    list: async (prefix) => (await open()).list(prefix),
    get: async (keys) => (await open()).get(keys),
    write: async (entries) => (await open()).write(entries),
    delete: async (keys) => (await open()).delete(keys),
  };
}

async function openBindings(target: LocalTarget): Promise<{ bindings: LocalBindings; close(): Promise<void> }> {
  const level = process.env.WRANGLER_LOG;
  // Otherwise it warns that Workflows do not run here. They run in `wrangler dev`.
  process.env.WRANGLER_LOG = "error";
  try {
    const { getPlatformProxy } = await import("wrangler");
    const proxy = await getPlatformProxy<LocalBindings>({
      configPath: target.config === undefined ? join(PROJECT_ROOT, "wrangler.toml") : resolve(target.config),
      ...(target.env === undefined ? {} : { environment: target.env }),
      envFiles: [],
      remoteBindings: false,
      // wrangler's command line puts its state in a folder `v3` under the one it is given; this function does not.
      persist: { path: join(localStateFolder(target), "v3") },
    }).catch((error: unknown) => {
      throw new PlatformError(`wrangler: ${errorMessage(error)}`);
    });
    const close = () => proxy.dispose();
    await applyMigrations(proxy.env.DB).catch(async (error: unknown) => {
      await close();
      throw new PlatformError(`the local database: ${errorMessage(error)}`);
    });
    return { bindings: proxy.env, close };
  } finally {
    if (level === undefined) delete process.env.WRANGLER_LOG;
    else process.env.WRANGLER_LOG = level;
  }
}
