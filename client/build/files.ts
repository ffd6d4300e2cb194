import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** How builds write files: several builds may run at the same time, and a server may be reading. */

/**
 * Writes a file whole or not at all. A file with the same content is left alone, because a server that watches it would
 * restart.
 */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const bytes = Buffer.from(content as Uint8Array);
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}.tmp`;
  writeFileSync(unfinished, bytes);
  renameSync(unfinished, path);
}

/**
 * Removes the files of earlier builds from a folder. Call it after the new files are there, so that a running server
 * never misses one.
 */
export function removeOthers(folder: string, names: ReadonlySet<string>): void {
  for (const name of readdirSync(folder)) {
    // Another build's temporary files stay.
    if (!names.has(name) && !name.endsWith(".tmp")) rmSync(join(folder, name), { force: true });
  }
}
