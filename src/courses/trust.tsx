import type { PageContext } from "../shared/page-context.ts";
import { Icon } from "../ui/icon.tsx";
import { PaymentLogos } from "../ui/payment-logos.tsx";
import { InlinePicture } from "../ui/picture.tsx";
import { SITE_COPY } from "../ui/site-copy.ts";
import { telephoneHref } from "../ui/trader-identity.tsx";

type TrustProps = { pageContext: PageContext; withPayment?: boolean };

/**
 * What a stranger may know before paying: the ways to pay and who takes the money, whom to ask, and the makers of the courses
 * with their face, or the seller, as far as they are configured. Without payment: only whom to ask and who that is.
 */
export function Trust({ pageContext, withPayment = true }: TrustProps) {
  const { courseMakers, makersPicture, trader } = pageContext;
  const { secure, madeBy, kvk, call } = SITE_COPY.trust;
  const maker = courseMakers === null ? trader.legalName : madeBy(courseMakers);
  return (
    <div className="trust">
      {withPayment ? <PaymentLogos /> : null}
      <ul className="trust-lines">
        {withPayment ? (
          <li>
            <Icon name="lock" size={20} />
            {` ${secure}`}
          </li>
        ) : null}
        {trader.phone === undefined ? null : (
          <li>
            <Icon name="headset" size={20} />{" "}
            <span>
              {call} <a href={telephoneHref(trader.phone)}>{trader.phone}</a>
            </span>
          </li>
        )}
        {maker === undefined && trader.kvk === undefined ? null : (
          <li>
            {courseMakers === null ? (
              <Icon name="compass" size={20} />
            ) : makersPicture === null ? (
              <InlinePicture name="makers" className="makers-face" />
            ) : (
              <img className="makers-face" src={makersPicture} width="56" height="56" alt="" />
            )}{" "}
            <span>
              {courseMakers === null ? maker : <b>{maker}</b>}{" "}
              {trader.kvk === undefined ? null : <span>{`${kvk} ${trader.kvk}`}</span>}
            </span>
          </li>
        )}
      </ul>
    </div>
  );
}
