import { type CourseId, type Flow, type ProductId, priceOf } from "../shared/courses.ts";
import { formatPrice } from "../shared/money.ts";
import { EXAM_FACTS } from "./exam-facts-copy.ts";

export type Licence = Exclude<CourseId, "MARIFONIE">;

/** The CBR gives KVB2 only to holders of KVB1. */
export const BOTH_LICENCES: readonly Licence[] = ["KVB1", "KVB2"];

/** The costs of a candidate for one or for both licences, as far as this shop knows the amounts. Euro cents. */
export type LicenceCosts = { courses: number; exams: number; total: number };

/** The facts that decide a visitor's prices. */
type Buying = { flow: Flow; links: { checkout: Readonly<Record<"KVB1_KVB2", string | null>> } };

/** The sum for these licences: their courses, in one order where that is offered, and an exam for each. */
export function licenceCosts(licences: readonly Licence[], buying: Buying): LicenceCosts {
  const products: readonly ProductId[] =
    licences.length > 1 && buying.links.checkout.KVB1_KVB2 !== null ? ["KVB1_KVB2"] : licences;
  const courses = products.reduce((sum, productId) => sum + priceOf(productId, buying.flow).priceCents, 0);
  const exams = licences.length * EXAM_FACTS.feeCents;
  return { courses, exams, total: courses + exams };
}

export const COSTS_IN_WORDS = { exam: formatPrice(EXAM_FACTS.feeCents) } as const;
