import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { API, type Project } from "typescript/unstable/sync";

export const ROOT = resolve(import.meta.dirname, "../..");

export type SourceFile = { path: string; text: string };

/** Every file below a folder of the repository whose name has one of the endings; paths are relative to the root. */
export function readFiles(folder: string, endings: readonly string[]): SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
}

let opened: Project | undefined;

/** The repository as TypeScript reads it. */
export function openProject(): Project {
  opened ??= new API({ cwd: ROOT }).updateSnapshot({ openProjects: ["tsconfig.json"] }).getProjects()[0] as Project;
  return opened;
}

/** A file as TypeScript reads it. Throws for one that is not in its configuration. */
export function parsedFile(path: string) {
  const file = openProject().program.getSourceFile(`${ROOT}/${path}`);
  if (file === undefined) throw new Error(`${path} is not in tsconfig.json`);
  return file;
}
