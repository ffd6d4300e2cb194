/**
 * The sources that a page may load beyond the site's own files, named beside the page (`HomePage.needs = …`): an
 * address (only its origin counts), or the hash of an inline script. Null: not configured.
 * `src/server/http/page-policy.ts` makes the security policy from them.
 */
export type PageNeeds = {
  iframes?: readonly (string | null)[];
  images?: readonly (string | null)[];
  scripts?: readonly (string | null)[];
  connects?: readonly (string | null)[];
  /**
   * `false`: a third party's script on this page (Leaflet, Stripe.js, the tag manager) writes markup or script
   * addresses as plain text. On all other pages Trusted Types forbid that; React does not need it there.
   */
  trustedTypes?: false;
};
