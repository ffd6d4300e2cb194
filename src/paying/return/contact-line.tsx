import type { PageContext } from "../../shared/page-context.ts";
import { SITE_COPY } from "../../ui/site-copy.ts";
import { telephoneHref } from "../../ui/trader-identity.tsx";
import { INTERSTITIAL_COPY } from "./interstitial-copy.ts";
import { LaterText } from "./shown-later.tsx";

/** The address and the telephone number for help; nothing if neither is configured. */
export function ContactLine({ pageContext }: { pageContext: PageContext }) {
  const { email, phone } = pageContext.trader;
  if (email === undefined && phone === undefined) return null;
  return (
    <p className="interstitial-contact note tap-links">
      {email === undefined ? null : (
        <span>
          <LaterText>{INTERSTITIAL_COPY.contact}</LaterText>{" "}
          <a href={`mailto:${email}`}>
            <LaterText>{email}</LaterText>
          </a>
        </span>
      )}{" "}
      {phone === undefined ? null : (
        <span>
          <LaterText>{SITE_COPY.callLabel}</LaterText>{" "}
          <a href={telephoneHref(phone)}>
            <LaterText>{phone}</LaterText>
          </a>
        </span>
      )}
    </p>
  );
}
