import type { PageContext } from "../shared/page-context.ts";
import { PATHS, withSearch } from "../shared/paths.ts";
import { CONSENT_COPY } from "./consent-copy.ts";
import { CONSENT_LINK_ATTRIBUTE, type ConsentChoice } from "./consent-rules.ts";
import { Island } from "./island.tsx";

/** Asks once for consent to measuring, and loads the tag manager after a yes. Renders nothing if no tag manager is configured. */
export function Consent({ pageContext }: { pageContext: PageContext }) {
  if (pageContext.tagManagerId === null) return null;
  const { bar } = CONSENT_COPY;
  return (
    <Island name="consent" when="idle" props={{ containerId: pageContext.tagManagerId, current: bar.current }}>
      <template>
        <section className="consent-bar screen-only" aria-labelledby="consent-title" tabIndex={-1}>
          <div className="consent-bar-row wrap">
            <p>
              <b id="consent-title">{bar.title}</b>
              {bar.text} <span className="consent-bar-current" />
              <a href={privacyHref(pageContext)}>{bar.moreLabel}</a>
            </p>
            <div className="consent-bar-choices">
              <Choice choice="denied" label={bar.denyLabel} />
              <Choice choice="granted" label={bar.grantLabel} />
            </div>
          </div>
        </section>
      </template>
    </Island>
  );
}

function Choice({ choice, label }: { choice: ConsentChoice; label: string }) {
  return (
    <button type="button" className="button button-small button-quiet" value={choice}>
      {label}
    </button>
  );
}

/** A link that shows the question again. Without JavaScript it leads to the text about cookies. */
export function ConsentLink({ pageContext }: { pageContext: PageContext }) {
  return (
    <a href={privacyHref(pageContext)} {...{ [CONSENT_LINK_ATTRIBUTE]: "" }}>
      {CONSENT_COPY.preferencesLabel}
    </a>
  );
}

function privacyHref(pageContext: PageContext): string {
  return withSearch(PATHS.privacy, pageContext.search, CONSENT_COPY.privacySection);
}
