import { expect, test } from "vitest";
import { PAGES } from "../browser/pages.ts";
import { STATES } from "../browser/screens.ts";
import { lookAt, picturesOf, TO_APPROVE } from "./look.ts";
import { approvedNames, forget } from "./pictures.ts";

/** Every state that a visitor can bring a page into looks as was approved. */
lookAt(STATES);

test("each approved picture is of a screen", () => {
  const screens = [...PAGES, ...STATES];
  const names = new Set(picturesOf(screens).map(({ name }) => name));
  expect(names.size, "names of their own").toBe(picturesOf(screens).length);
  const others = approvedNames().filter((name) => !names.has(name));
  if (TO_APPROVE === "*") others.forEach(forget);
  else expect(others).toEqual([]);
  if (TO_APPROVE !== undefined && TO_APPROVE !== "*") expect(screens.map(({ name }) => name)).toContain(TO_APPROVE);
});
