import type { D1Database, KVNamespace } from "@cloudflare/workers-types";
import type { Ledger } from "../src/ledger/database.ts";
import type { Bindings } from "../src/server/env.ts";
import type { KvStore } from "../src/server/kv-store.ts";
import type { CommandContext } from "./command.ts";

/** The Worker's own functions, on the ledger and the gifts of a target. */

/**
 * The bindings that the Worker's functions for orders need. They have no ORDER_TOKEN_KEYS: the Worker alone makes a gift's
 * code, so a wrong key on an operator's machine makes no wrong one.
 */
export function workerEnvOf({ ledger, openStore }: Pick<CommandContext, "ledger" | "openStore">): Bindings {
  return { DB: databaseOf(ledger), GIFTS: namespaceOf(openStore("GIFTS")) } as unknown as Bindings;
}

type Bound = { sql: string; values: readonly (string | number | null)[] };

function databaseOf(ledger: Ledger): D1Database {
  const prepare = (text: string) => ({ bind: (...values: Bound["values"]): Bound => ({ sql: text, values }) });
  const batch = async (statements: readonly Bound[]) => (await ledger(statements)).map((results) => ({ results }));
  return { prepare, batch } as unknown as D1Database;
}

function namespaceOf(store: KvStore): KVNamespace {
  return {
    get: async (key: string) => (await store.get([key])).get(key) ?? null,
    put: (key: string, value: string) => store.write([{ key, value }]),
  } as unknown as KVNamespace;
}
