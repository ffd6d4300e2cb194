import { INTERSTITIAL_COPY } from "../content/interstitial.ts";
import type { Frame } from "../shared/frame.ts";

/** The address for help; nothing if none is configured. */
export function ContactLine({ frame }: { frame: Frame }) {
  const { email } = frame.trader;
  if (email === undefined) return null;
  return (
    <p className="interstitial-contact">
      {INTERSTITIAL_COPY.contact} <a href={`mailto:${email}`}>{email}</a>
    </p>
  );
}
