import type { Trader } from "../shared/trader.ts";

/** Who sells, from configuration; a part that is not configured is not printed. */
export function TraderIdentity({ trader }: { trader: Trader }) {
  if (Object.keys(trader).length === 0) return null;
  return (
    <address className="trader-identity">
      {trader.legalName ? <span>{trader.legalName}</span> : null}
      {trader.address ? <span>{trader.address}</span> : null}
      {trader.email ? <a href={`mailto:${trader.email}`}>{trader.email}</a> : null}
      {trader.phone ? <a href={`tel:${trader.phone.replaceAll(/[^+\d]/g, "")}`}>{trader.phone}</a> : null}
      {trader.kvk ? <span>KvK {trader.kvk}</span> : null}
      {trader.vatId ? <span>Btw-id {trader.vatId}</span> : null}
    </address>
  );
}
