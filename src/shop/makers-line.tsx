import type { PageContext } from "../shared/page-context.ts";
import { Icon } from "../ui/icon.tsx";
import { InlinePicture } from "../ui/picture.tsx";
import { SITE_COPY } from "../ui/site-copy.ts";
import { telephoneHref } from "../ui/trader-identity.tsx";

/** The makers of the courses with their face, or the seller, and how to reach them, as far as they are configured; nothing if neither is. */
export function MakersLine({ pageContext }: { pageContext: PageContext }) {
  const { courseMakers, makersPicture, trader } = pageContext;
  const { madeBy, kvk, call } = SITE_COPY.makersLine;
  const maker = courseMakers === null ? trader.legalName : madeBy(courseMakers);
  if (maker === undefined && trader.kvk === undefined && trader.phone === undefined) return null;
  return (
    <p className="makers-line">
      {courseMakers === null ? (
        <Icon name="compass" />
      ) : makersPicture === null ? (
        <InlinePicture name="makers" className="makers-face" />
      ) : (
        <img className="makers-face" src={makersPicture} width="56" height="56" alt="" />
      )}
      <span>
        {courseMakers === null ? maker : <b>{maker}</b>}{" "}
        {trader.kvk === undefined ? null : <span>{`${kvk} ${trader.kvk}`}</span>}{" "}
        {trader.phone === undefined ? null : (
          <span>
            {call} <a href={telephoneHref(trader.phone)}>{trader.phone}</a>
          </span>
        )}
      </span>
    </p>
  );
}
