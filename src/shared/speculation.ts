import { PATHS } from "./paths.ts";

/**
 * Speculation rules: the links that a browser may render ahead, on hover or touch. It must not render a page that acts
 * when it is shown (bridge page, return page, redirect), holds a payment or an exam whose time runs, or is somebody's
 * gift or order; nor a file. Only the path of a file or an order has a dot. In this order of the rules
 * the compressed home page is smallest.
 */
const NEVER = [
  `${PATHS.mockExam}?*examen=*`,
  `${PATHS.giftLookup}*`,
  "/api/*",
  "/bridge-*",
  PATHS.giftCode.replace(":code", "*"),
  PATHS.interstitial,
  "/*.*",
  PATHS.checkout,
  PATHS.quizRedirect,
];

/**
 * The rules, which are in the HTML of indexed pages: a separate file would be a request before the first paint. The
 * build computes the hash that allows them (client/build/client.ts).
 */
export const SPECULATION_RULES = JSON.stringify({
  prerender: [{ where: { and: [{ href_matches: "/*" }, { not: { href_matches: NEVER } }] }, eagerness: "moderate" }],
});
