import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./source-files.ts";

type Locked = { version: string; resolved?: string; optionalDependencies?: Record<string, string> };

const lock: { packages: Record<string, Locked> } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
const manifest: Record<"dependencies" | "devDependencies", Record<string, string>> = JSON.parse(
  readFileSync(join(ROOT, "package.json"), "utf8"),
);

/** The package that Node would find from a folder: its own node_modules first, then those of the folders around it. */
function findLocked(from: string, name: string): Locked | undefined {
  const found = lock.packages[`${from === "" ? "" : `${from}/`}node_modules/${name}`];
  if (found !== undefined || from === "") return found;
  return findLocked(from.slice(0, from.lastIndexOf("node_modules/")).replace(/\/$/, ""), name);
}

describe("the lock file", () => {
  test("every version in package.json is exact and locked", () => {
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
      expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
    }
  });

  test("names no registry", () => {
    expect(Object.entries(lock.packages).filter(([, locked]) => locked.resolved !== undefined)).toEqual([]);
  });

  // npm leaves out a platform's package that its registry does not show at that moment. Then `npm ci` refuses the lock.
  test("holds the packages of every platform", () => {
    const missing = Object.entries(lock.packages).flatMap(([path, locked]) =>
      Object.keys(locked.optionalDependencies ?? {})
        .filter((name) => findLocked(path, name) === undefined)
        .map((name) => `${path} -> ${name}`),
    );
    expect(missing).toEqual([]);
  });
});
