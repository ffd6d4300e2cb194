import type { CourseId } from "../shared/courses.ts";

/** What the pictures of a course are named after. */
export const DRAWN = { KVB1: "kvb1", KVB2: "kvb2", MARIFONIE: "marifonie" } as const satisfies Record<CourseId, string>;
