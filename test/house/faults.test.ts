import { expect, test } from "vitest";
import { areaNames, plantAll, readArea } from "../faults/planting.ts";

/** Planted faults (`npm run test:faults`) prove what tests find. Each must fit the source as it is. */

const FAULTS = areaNames().flatMap((area) => readArea(area).map((fault) => ({ area, ...fault })));

test.each(FAULTS)("$area: $name", ({ edits }) => {
  expect(edits.length).toBeGreaterThan(0);
  for (const { file, after } of edits) expect(plantAll(file, edits)).toContain(after);
});
