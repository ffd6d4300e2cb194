import { PATHS } from "./paths.ts";

/**
 * Speculation rules: which links a browser may render before they are followed, on hover or touch. Never a page that
 * does something by being shown (bridge, return page, redirect), that holds a payment, or that is somebody's gift or order; nor a file.
 */
const NEVER = [
  "/bridge-*",
  PATHS.interstitial,
  PATHS.checkout,
  PATHS.quizRedirect,
  `${PATHS.giftLookup}*`,
  PATHS.giftCode.replace(":code", "*"),
  PATHS.orderStatus.replace(":token", "*"),
  "/api/*",
  "/*.pdf",
];

/**
 * The rules as they stand in the pages that people find and go on from: a file of their own, which a header can name,
 * would be a request before the first paint. The build works out the hash that allows them (client/build/client.ts).
 */
export const SPECULATION_RULES = JSON.stringify({
  prerender: [
    {
      where: { and: [{ href_matches: "/*" }, { not: { href_matches: NEVER } }] },
      eagerness: "moderate",
    },
  ],
});
