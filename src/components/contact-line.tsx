import { INTERSTITIAL_COPY } from "../content/interstitial.ts";
import type { PageContext } from "../shared/page-context.ts";
import { LaterText } from "./shown-later.tsx";

/** The address for help; nothing if none is configured. */
export function ContactLine({ pageContext }: { pageContext: PageContext }) {
  const { email } = pageContext.trader;
  if (email === undefined) return null;
  return (
    <p className="interstitial-contact note tap-links">
      <LaterText>{INTERSTITIAL_COPY.contact}</LaterText>{" "}
      <a href={`mailto:${email}`}>
        <LaterText>{email}</LaterText>
      </a>
    </p>
  );
}
