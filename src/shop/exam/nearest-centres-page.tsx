import type { PageContext } from "../../shared/page-context.ts";
import { PATHS, withSearch } from "../../shared/paths.ts";
import { Document } from "../../ui/document.tsx";
import { ArrowRight } from "../../ui/icon.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import type { NearestCentres } from "./exam-centres-rules.ts";
import { EXAM_CENTRES_BY_CITY } from "./exam-centres-rules.ts";
import { EXAM_COPY } from "./exam-copy.ts";
import { CENTRES_ID } from "./exam-page.tsx";
import { NEAREST_CENTRES_COPY } from "./nearest-centres-copy.ts";

/**
 * The nearest exam centres for browsers without JavaScript. A visitor abroad, or whose place is unknown, sees them all.
 */
export function NearestCentresPage({ pageContext, nearest }: { pageContext: PageContext; nearest: NearestCentres }) {
  const { meta, pageTitle, guess, wrong, unknown, allTitle } = NEAREST_CENTRES_COPY;
  const { place, centres } = nearest;
  return (
    <Document pageContext={pageContext} meta={meta} index="noindex" socialImage="exam" stylesheet="styles-plan">
      <PageHead title={pageTitle} intro={[place === null ? unknown : guess.replace("{place}", () => place)]} />
      <div className="nearest-page wrap">
        {place === null ? (
          <ul className="nearest-centres nearest-all card card-strong card-raised" aria-label={EXAM_COPY.map.listLabel}>
            {EXAM_CENTRES_BY_CITY.map(({ city }) => (
              <li key={city}>
                <b>{city}</b>
              </li>
            ))}
          </ul>
        ) : (
          <ol className="nearest-centres card card-strong card-raised">
            {centres.map(({ city, distance }) => (
              <li key={city}>
                <b>{city}</b> <span>{distance}</span>
              </li>
            ))}
          </ol>
        )}
        <p>
          <a className="button button-quiet" href={withSearch(PATHS.exam, pageContext.search, CENTRES_ID)}>
            {place === null ? allTitle : wrong} <ArrowRight />
          </a>
        </p>
      </div>
    </Document>
  );
}
