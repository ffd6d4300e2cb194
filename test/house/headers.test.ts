import { expect, test } from "vitest";
import { readFiles } from "./source-files.ts";

test("a request's headers are read in one place, which knows how long they may be", () => {
  const readers = readFiles("src", [".ts", ".tsx"])
    .filter(({ text }) => /\breq\.header\(|\breq\.raw\.headers\b|\brequest\.headers\b/.test(text))
    .map(({ path }) => path);
  // The second one reads the content-length of a body.
  expect(readers).toEqual(["src/server/http/header.ts", "src/server/http/json.ts"]);
});

test("no answer leaves by Hono's redirect, which sends none of the shop's headers", () => {
  const found = readFiles("src", [".ts", ".tsx"]).filter(({ text }) => /\bc\.redirect\(/.test(text));
  expect(found.map(({ path }) => path)).toEqual([]);
});
