import { join } from "node:path";
import {
  DATA_FOLDER,
  displayPath,
  FILE_BINDINGS,
  type FileBinding,
  formatFinding,
  readDataFile,
} from "./data-files.ts";
import { type KvTarget, openWranglerStore } from "./wrangler.ts";

/** `seeded`: was empty and now holds the file; `kept`: held something, was left alone. */
export type SeedOutcome = Readonly<Record<FileBinding, "seeded" | "kept">>;

const SEED_FILES: Readonly<Record<FileBinding, string>> = { INTERSTITIALS: "interstitials.json", GIFTS: "gifts.json" };

/**
 * Fills the local KV of a new machine. A namespace that holds anything at all is left alone, so that nothing an operator
 * changed is ever written over. `persistTo` is wrangler's: the folder that holds `v3` (default `.wrangler/state`).
 * Rejects with an `Error` naming file, key and reason when a seed file is wrong, or a `WranglerError`.
 */
export async function seedLocalKv(options: Omit<KvTarget, "remote"> = {}): Promise<SeedOutcome> {
  const outcomes = await Promise.all(
    FILE_BINDINGS.map(
      async (binding) => [binding, await seedNamespace(binding, { ...options, remote: false })] as const,
    ),
  );
  return Object.fromEntries(outcomes) as Record<FileBinding, "seeded" | "kept">;
}

async function seedNamespace(binding: FileBinding, target: KvTarget): Promise<"seeded" | "kept"> {
  const store = openWranglerStore(target, binding);
  if ((await store.list()).length > 0) return "kept";
  const path = join(DATA_FOLDER, SEED_FILES[binding]);
  const { entries, errors } = await readDataFile({ path, binding, forRemote: false });
  if (errors.length > 0) throw new Error(`${displayPath(path)} is not right: ${errors.map(formatFinding).join(", ")}`);
  await store.put(entries);
  return "seeded";
}
