import type { Trader } from "../shared/trader.ts";

/** The configured data of the seller; missing parts are not printed. */
export function TraderIdentity({ trader }: { trader: Trader }) {
  if (Object.keys(trader).length === 0) return null;
  // Each with a blank behind it, for browsers without CSS.
  return (
    <address className="trader-identity">
      {trader.legalName ? <span>{`${trader.legalName} `}</span> : null}
      {trader.address ? <span>{`${trader.address} `}</span> : null}
      {trader.email ? <a href={`mailto:${trader.email}`}>{trader.email}</a> : null}{" "}
      {trader.phone ? <a href={telephoneHref(trader.phone)}>{trader.phone}</a> : null}{" "}
      {trader.kvk ? <span>{`KvK ${trader.kvk} `}</span> : null}
      {trader.vatId ? <span>{`Btw-id ${trader.vatId}`}</span> : null}
    </address>
  );
}

/** The `tel:` address of `+31 (0)20 000 00 00`: only digits and the plus count, and no zero in brackets (RFC 3966). */
export function telephoneHref(phone: string): string {
  return `tel:${phone.replaceAll(/\(0\)|[^+\d]/g, "")}`;
}
