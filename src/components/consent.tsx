import { Consent as ConsentIsland } from "../../client/islands/consent.tsx";
import { CONSENT_COPY } from "../content/consent.ts";
import { CONSENT_LINK_ATTRIBUTE } from "../shared/consent.ts";
import type { Frame } from "../shared/frame.ts";
import { PATHS, withSearch } from "../shared/paths.ts";
import { Island } from "./island.tsx";

/** Asks once whether the visit may be measured, and loads the tag manager after a yes. Nothing when there is none. */
export function Consent({ frame }: { frame: Frame }) {
  if (frame.tagManagerId === null) return null;
  return (
    <Island
      name="consent"
      when="idle"
      component={ConsentIsland}
      props={{ containerId: frame.tagManagerId, privacyHref: privacyHref(frame), copy: CONSENT_COPY.bar }}
    />
  );
}

/** Opens the question again; without JavaScript, where nothing is measured, it leads to what we say of cookies. */
export function ConsentLink({ frame }: { frame: Frame }) {
  return (
    <a href={privacyHref(frame)} {...{ [CONSENT_LINK_ATTRIBUTE]: "" }}>
      {CONSENT_COPY.preferencesLabel}
    </a>
  );
}

function privacyHref(frame: Frame): string {
  return withSearch(PATHS.privacy, frame.search, CONSENT_COPY.privacySection);
}
