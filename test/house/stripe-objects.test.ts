import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { STRIPE_OBJECTS } from "../../client/build/stripe.ts";
import { readFiles } from "./source-files.ts";

/** The build leaves out what the Worker does not call of Stripe's library. Its own tests use the whole library. */

const TEXTS = new Map(readFiles("src", [".ts", ".tsx"]).map(({ path, text }) => [path, text]));

/** The files of the Worker: what its entry imports, and what that imports. The rest of `src/` only the tool uses. */
function filesOfWorker(): ReadonlySet<string> {
  const reached = new Set(["src/worker.ts"]);
  for (const path of reached) {
    const imports = [...(TEXTS.get(path) ?? "").matchAll(/(?:from|import)[ (]"(\.[^"]+)"/g)];
    for (const [, to = ""] of imports) {
      const target = normalize(join(dirname(path), to));
      if (TEXTS.has(target)) reached.add(target);
    }
  }
  return reached;
}

test("the objects of Stripe that the Worker has are those that its code calls", () => {
  const files = filesOfWorker();
  expect(files).toContain("src/paying/intents.ts");
  const called = [...files].flatMap((path) =>
    [...(TEXTS.get(path) ?? "").matchAll(/\b(?:stripe|client)\s*\.(\w+)\s*\.\w+/g)].map(([, name = ""]) => name),
  );
  expect([...new Set(called)].sort()).toEqual(Object.keys(STRIPE_OBJECTS).sort());
});
