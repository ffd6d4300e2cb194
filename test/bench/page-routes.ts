import { OFFERS } from "../../src/shared/courses.ts";
import { giftCodePath, PATHS } from "../../src/shared/paths.ts";
import { PAGES } from "../browser/pages.ts";
import { CONTENT_PATHS } from "../content-paths.ts";

/** The pages that are measured, and the bars of each. */

/**
 * `content`: the same for everybody, with every bar. `checkout`: with its own bar for LCP. `other`: measured without a
 * bar.
 */
type PageKind = "content" | "checkout" | "other";

export type MeasuredPage = { name: string; path: string; status: number; kind: PageKind };

export const MEASURED_PAGES: readonly MeasuredPage[] = [
  ...PAGES.map(({ name, path, status = 200 }) => ({ name, path, status, kind: kindOf(path) })),
  { name: "quiz redirect", path: `${PATHS.quizRedirect}?A1=A&Score=1`, status: 200, kind: "other" },
];

/** Addresses that must never be rendered ahead: showing them has an effect, or they hold a payment or a gift. */
export const NEVER_AHEAD: readonly string[] = [
  ...OFFERS.map(({ path }) => path),
  `${PATHS.interstitial}?payment_type=klein-vaarbewijs-1`,
  PATHS.checkout,
  `${PATHS.quizRedirect}?A1=A&Score=1`,
  giftCodePath("BENCHMARK"),
  PATHS.giftName.replace(":name", "sanne"),
  `${PATHS.giftLookup}?code=ABCD`,
];

function kindOf(path: string): PageKind {
  const { pathname } = new URL(path, "http://localhost");
  if (pathname === PATHS.checkout) return "checkout";
  return CONTENT_PATHS.includes(pathname) ? "content" : "other";
}
