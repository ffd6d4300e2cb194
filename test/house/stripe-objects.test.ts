import { expect, test } from "vitest";
import { STRIPE_OBJECTS } from "../../client/build/stripe.ts";
import { importsOf, readFiles, type SourceFile } from "./source-files.ts";

/** The build leaves out what the Worker does not call of Stripe's library. Its own tests use the whole library. */

const SOURCES = new Map(readFiles("src", [".ts", ".tsx"]).map((file) => [file.path, file]));

/** The files of the Worker: what its entry imports, and what that imports. The rest of `src/` only the tool uses. */
function filesOfWorker(): readonly SourceFile[] {
  const reached = new Set(["src/worker.ts"]);
  const fileOf = (path: string) => SOURCES.get(path) ?? { path, text: "" };
  // The loop also visits those that are added on the way.
  for (const path of reached) for (const { path: to = "" } of importsOf(fileOf(path))) reached.add(to);
  return [...reached].map(fileOf);
}

test("the objects of Stripe that the Worker has are those that its code calls", () => {
  const files = filesOfWorker();
  expect(files.map(({ path }) => path)).toContain("src/paying/intents.ts");
  const called = files.flatMap(({ text }) =>
    [...text.matchAll(/\b(?:stripe|client)\s*\.(\w+)\s*\.\w+/g)].map(([, name = ""]) => name),
  );
  expect([...new Set(called)].sort()).toEqual(Object.keys(STRIPE_OBJECTS).sort());
});
