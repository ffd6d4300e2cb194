import type { PageContext } from "../shared/page-context.ts";
import { Icon } from "../ui/icon.tsx";
import { SITE_COPY } from "../ui/site-copy.ts";
import { telephoneHref } from "../ui/trader-identity.tsx";

/** The makers of the courses and how to reach them, as far as they are configured; nothing if neither is. */
export function MakersLine({ pageContext: { courseMakers, trader } }: { pageContext: PageContext }) {
  const { madeBy, kvk, call } = SITE_COPY.makersLine;
  const maker = courseMakers === null ? trader.legalName : madeBy(courseMakers);
  if (maker === undefined && trader.kvk === undefined && trader.phone === undefined) return null;
  return (
    <p className="makers-line">
      <Icon name="compass" />
      <span>
        {maker} {trader.kvk === undefined ? null : <span>{`${kvk} ${trader.kvk}`}</span>}{" "}
        {trader.phone === undefined ? null : (
          <span>
            {call} <a href={telephoneHref(trader.phone)}>{trader.phone}</a>
          </span>
        )}
      </span>
    </p>
  );
}
