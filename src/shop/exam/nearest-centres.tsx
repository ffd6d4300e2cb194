import { CENTRE_SEARCH_ID } from "../../shared/layout.ts";
import type { PageContext } from "../../shared/page-context.ts";
import { PATHS, withSearch } from "../../shared/paths.ts";
import { Island } from "../../ui/island.tsx";
import { NEAREST_CENTRES_COPY } from "./nearest-centres-copy.ts";

/**
 * The exam centres nearest to the visitor: a link to a page with them, until a script has fetched them, because this
 * page is the same for everybody.
 */
export function NearestCentres({ pageContext }: { pageContext: PageContext }) {
  const { title, offer, show, guess, wrong } = NEAREST_CENTRES_COPY;
  return (
    <Island name="nearestCentres" when="idle" props={{ dataUrl: PATHS.nearestCentresData }}>
      <div className="nearest stack card card-strong card-raised screen-only">
        <h3>{title}</h3>
        <div className="nearest-offer stack">
          <p>{offer}</p>
          <a className="button button-quiet button-small" href={withSearch(PATHS.nearestCentres, pageContext.search)}>
            {show}
          </a>
        </div>
      </div>
      <template>
        <ol className="nearest-centres">
          <li>
            <b /> <span />
          </li>
        </ol>
        <p className="note">
          {guess}{" "}
          <a className="nearest-search" href={`#${CENTRE_SEARCH_ID}`}>
            {wrong}
          </a>
        </p>
      </template>
    </Island>
  );
}
