import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** How builds write: several may run at the same time, for shops side by side, and a server may be reading. */

/**
 * Writes a file whole or not at all. One that holds this already is left alone: a server that watches it would start
 * again for nothing.
 */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const bytes = Buffer.from(content as Uint8Array);
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}.tmp`;
  writeFileSync(unfinished, bytes);
  renameSync(unfinished, path);
}

/** Removes what earlier builds left in a folder, after the new files are there: a running server never misses one. */
export function removeOthers(folder: string, names: ReadonlySet<string>): void {
  for (const name of readdirSync(folder)) {
    // What another build is writing now becomes one of these.
    if (!names.has(name) && !name.endsWith(".tmp")) rmSync(join(folder, name), { force: true });
  }
}
