import { REVIEWS_ARE_REAL } from "../../src/content/reviews.ts";
import { advice, type Finding, ok } from "./findings.ts";

/** What only the owner can know of the texts in `src/content/`. */

/** Whether the reviews are real; nothing is missing where they are not, for then the shop shows none. */
export function checkTexts(): readonly Finding[] {
  if (REVIEWS_ARE_REAL) return [ok("reviews of real buyers")];
  const what =
    "no reviews are shown: those in the repository are examples, and inventing them is forbidden (art. 6:193g BW)";
  return [advice(what, "real ones, with permission, in src/content/reviews.ts, and REVIEWS_ARE_REAL = true")];
}
