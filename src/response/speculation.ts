import { OFFERS } from "../shared/courses.ts";
import { PATHS } from "../shared/paths.ts";

/**
 * Speculation rules: which links a browser may render before they are followed, on hover or touch. Never a page that
 * does something by being shown (bridge, return page, redirect), that holds a payment, or that is somebody's gift or order.
 */
const NEVER = [
  ...OFFERS.map((offer) => offer.path),
  PATHS.interstitial,
  PATHS.checkout,
  PATHS.quizRedirect,
  PATHS.giftLookup,
  PATHS.giftCode.replace(":code", "*"),
  PATHS.giftName.replace(":name", "*"),
  PATHS.orderStatus.replace(":token", "*"),
  PATHS.health,
  "/api/*",
];

const RULES = {
  prerender: [
    {
      where: { and: [{ href_matches: "/*" }, { not: { href_matches: NEVER } }] },
      eagerness: "moderate",
    },
  ],
};

/**
 * The rules as the browser fetches them, named by the `Speculation-Rules` header of content pages. They never differ, so
 * the build makes a file of them (client/build-worker.ts), which costs no request of the Worker.
 */
export function formatSpeculationRules(): string {
  return JSON.stringify(RULES);
}

/** The header's value. */
export const SPECULATION_RULES_HEADER = `"${PATHS.speculationRules}"`;
