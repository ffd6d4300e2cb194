/**
 * What a page may load beyond the site's own files, said beside the page (`HomePage.needs = …`): addresses, of which only
 * the origin counts, or an inline script's hash. Null = not configured. The response room makes the policy of it.
 */
export type PageNeeds = {
  iframes?: readonly (string | null)[];
  images?: readonly (string | null)[];
  scripts?: readonly (string | null)[];
  connects?: readonly (string | null)[];
  /**
   * `false`: a script of others on this page writes markup or script addresses as plain text (Leaflet, Stripe.js, the
   * tag manager). Everywhere else the browser refuses that (Trusted Types): React needs it for nothing that we render.
   */
  trustedTypes?: false;
};
