import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative, resolve } from "node:path";
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

export const readText = (path: string) => readFileSync(join(ROOT, path), "utf8");

export const withoutComments = (code: string) => code.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");

/** The colours of the shop, by their names. */
export const TOKENS: ReadonlyMap<string, string> = new Map(
  [...readText("client/tokens.css").matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]),
);

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+"([^"]+)"|(?:^|\n)\s*import\s+"([^"]+)"|import\("([^"]+)"\)/g;

/** What a file imports: packages by their names, files by their paths. */
export function importsOf(file: SourceFile): { package?: string; path?: string }[] {
  return [...file.text.matchAll(IMPORT)].map((match) => {
    const source = match[1] ?? match[2] ?? match[3] ?? "";
    return source.startsWith(".") ? { path: normalize(join(dirname(file.path), source)) } : { package: source };
  });
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
