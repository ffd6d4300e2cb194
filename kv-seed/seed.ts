import { join } from "node:path";
import type { KVNamespace } from "@cloudflare/workers-types";
import { errorMessage } from "../src/server/log.ts";
import { DATA_FOLDER, displayPath, formatFinding, readDataFile } from "./data-files.ts";
import { localStateFolder, withLocalBindings } from "./local-kv.ts";
import type { KvBinding, KvTarget } from "./wrangler.ts";

/** `seeded`: was empty and now holds the file; `kept`: held something, was left alone. */
export type SeedOutcome = Readonly<Record<KvBinding, "seeded" | "kept">>;

/** The origin of the outside world in the seed files. */
const SEED_OUTSIDE_ORIGIN = "http://localhost:8788";

export type SeedOptions = Omit<KvTarget, "remote"> & {
  /** The real origin of the outside world, if its usual port is taken. */
  outsideOrigin?: string;
};

/**
 * Fills the local KV of a new machine. A namespace that holds anything is left alone, so that no operator's change is
 * ever overwritten. `persistTo` is wrangler's: the folder that holds `v3` (default `.wrangler/state`).
 * Rejects with an `Error` that names file, key and reason when a seed file is wrong, or the folder that cannot be used.
 */
export async function seedLocalKv({
  outsideOrigin = SEED_OUTSIDE_ORIGIN,
  ...target
}: SeedOptions = {}): Promise<SeedOutcome> {
  try {
    return await withLocalBindings(target, (bindings) => seedNamespaces(bindings, outsideOrigin));
  } catch (error) {
    if (error instanceof SeedFileError) throw error;
    const folder = displayPath(localStateFolder(target));
    throw new Error(
      `The local KV in ${folder} cannot be used: ${errorMessage(error)}\n` +
        "It holds nothing but this machine's own data: move that folder away and start again.",
      { cause: error },
    );
  }
}

/** Fills those of these namespaces that are empty. Rejects when a seed file is wrong. */
export async function seedNamespaces(
  { INTERSTITIALS, GIFTS }: Readonly<Record<KvBinding, KVNamespace>>,
  outsideOrigin: string,
): Promise<SeedOutcome> {
  return {
    INTERSTITIALS: await seedNamespace(INTERSTITIALS, "INTERSTITIALS", "interstitials.json", outsideOrigin),
    GIFTS: await seedNamespace(GIFTS, "GIFTS", "gifts.json", outsideOrigin),
  };
}

class SeedFileError extends Error {}

async function seedNamespace(
  namespace: KVNamespace,
  binding: KvBinding,
  fileName: string,
  outsideOrigin: string,
): Promise<"seeded" | "kept"> {
  if ((await namespace.list({ limit: 1 })).keys.length > 0) return "kept";
  const path = join(DATA_FOLDER, fileName);
  const { entries, errors } = await readDataFile({ path, binding, forRemote: false });
  if (errors.length > 0)
    throw new SeedFileError(`${displayPath(path)} is not right: ${errors.map(formatFinding).join(", ")}`);
  for (const { key, value } of entries) await namespace.put(key, value.replaceAll(SEED_OUTSIDE_ORIGIN, outsideOrigin));
  return "seeded";
}
