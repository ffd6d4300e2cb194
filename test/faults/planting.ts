import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../..");

export type Edit = { file: string; before: string; after: string };

export type Fault = {
  name: string;
  edits: readonly Edit[];
  /** The test files, or folders of them, that must find it. None: the simulator must. */
  tests: readonly string[];
  /** What must be built again with it, because the tests ask the built shop: `nothing`, `worker` or `all`. */
  builds: string;
  /** Of the simulator: its message about it, the seed of sales that find it, and the story that does where sales hardly do. */
  finds: RegExp;
  seed: number;
  story: string | undefined;
};

export function areaNames(): readonly string[] {
  return readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith(".txt"))
    .map((name) => name.slice(0, -4));
}

/**
 * The faults of an area, from its text. A block is a fault: its name, then for each edit the file, what goes (`- `) and what
 * comes (`+ `). A block that begins with `tests:` says what must find those below it.
 */
export function readArea(name: string): readonly Fault[] {
  const text = readFileSync(join(import.meta.dirname, `${name}.txt`), "utf8");
  const faults: Fault[] = [];
  let group = { tests: [] as readonly string[], builds: "nothing" };
  for (const block of text
    .replaceAll(/^#.*\n/gm, "")
    .trim()
    .split(/\n\n+/)) {
    const lines = block.split("\n");
    if (block.startsWith("tests:")) {
      const { tests = "", builds = "nothing" } = fieldsOf(lines);
      group = { tests: tests.split(" ").filter(Boolean), builds };
    } else faults.push({ ...readFault(lines), ...group });
  }
  return faults;
}

function fieldsOf(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.flatMap((line) => [line.match(/^(\w+): ?(.*)$/)?.slice(1) ?? []]).filter((f) => f[0]),
  );
}

function readFault([name = "", ...lines]: readonly string[]): Omit<Fault, "tests" | "builds"> {
  const edits: { file: string; before: string[]; after: string[] }[] = [];
  for (const line of lines) {
    const last = edits.at(-1);
    const sign = line[0];
    if (/^[\w.-]+\/[^: ]+$/.test(line)) edits.push({ file: line, before: [], after: [] });
    else if (last === undefined || (sign !== "-" && sign !== "+")) continue;
    else if (sign === "+") last.after.push(line.slice(2));
    else if (last.after.length === 0) last.before.push(line.slice(2));
    else edits.push({ file: last.file, before: [line.slice(2)], after: [] });
  }
  const { finds = "^", seed = "1", story } = fieldsOf(lines);
  return {
    name,
    edits: edits.map(({ file, before, after }) => ({ file, before: before.join("\n"), after: after.join("\n") })),
    finds: new RegExp(finds),
    seed: Number(seed),
    story,
  };
}

/** The source of a file with those of the edits that are its own. Throws unless each fits exactly once. */
export function plantAll(
  file: string,
  edits: readonly Edit[],
  source = readFileSync(join(ROOT, file), "utf8"),
): string {
  return edits
    .filter((edit) => edit.file === file)
    .reduce((text, { before, after }) => {
      if (before === "" || text.split(before).length !== 2) throw new Error(`does not fit ${file} once: ${before}`);
      return text.replace(before, () => after);
    }, source);
}
