import { SITE_COPY } from "../content/site.ts";
import type { PageContext } from "../shared/page-context.ts";
import { Icon } from "./icon.tsx";
import { telephoneHref } from "./trader-identity.tsx";

/** The makers of the courses and how to reach them, as far as that is configured; nothing if nothing is. */
export function MakersLine({ pageContext: { courseMakers, trader } }: { pageContext: PageContext }) {
  const { madeBy, kvk, call } = SITE_COPY.makersLine;
  const maker = courseMakers === null ? trader.legalName : madeBy(courseMakers);
  if (maker === undefined && trader.kvk === undefined && trader.phone === undefined) return null;
  return (
    <p className="makers-line">
      <Icon name="compass" />
      <span>
        {maker}
        {trader.kvk === undefined ? null : ` · ${kvk} ${trader.kvk}`}
        {trader.phone === undefined ? null : (
          <>
            {` · ${call} `}
            <a href={telephoneHref(trader.phone)}>{trader.phone}</a>
          </>
        )}
      </span>
    </p>
  );
}
