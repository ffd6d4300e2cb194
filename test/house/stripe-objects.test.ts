import { expect, test } from "vitest";
import { STRIPE_OBJECTS } from "../../client/build/stripe.ts";
import { readFiles } from "./source-files.ts";

/** The build leaves out what the Worker does not call of Stripe's library. Its own tests use the whole library. */

test("the objects of Stripe that the Worker has are those that its code calls", () => {
  const called = readFiles("src", [".ts", ".tsx"]).flatMap(({ text }) =>
    [...text.matchAll(/\b(?:stripe|client)\s*\.(\w+)\s*\.\w+/g)].map(([, name = ""]) => name),
  );
  expect([...new Set(called)].sort()).toEqual(Object.keys(STRIPE_OBJECTS).sort());
});
