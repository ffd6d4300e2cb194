import { INTERSTITIAL_COPY } from "../content/interstitial.ts";
import type { PageContext } from "../shared/page-context.ts";

/** The address for help; nothing if none is configured. */
export function ContactLine({ pageContext }: { pageContext: PageContext }) {
  const { email } = pageContext.trader;
  if (email === undefined) return null;
  return (
    <p className="interstitial-contact note tap-links">
      {INTERSTITIAL_COPY.contact} <a href={`mailto:${email}`}>{email}</a>
    </p>
  );
}
