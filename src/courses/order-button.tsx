import type { ReactNode } from "react";
import { SITE_COPY } from "../ui/site-copy.ts";

type OrderButtonProps = { href: string | null; dataEvt: string; variant?: "signal" | "quiet"; children: ReactNode };

/** A link to the hosted checkout. Without a configured link it says that ordering is not possible right now. */
export function OrderButton({ href, dataEvt, variant = "signal", children }: OrderButtonProps) {
  if (href === null) return <p className="order-unavailable">{SITE_COPY.orderUnavailable}</p>;
  return (
    <a className={`button button-wide${variant === "quiet" ? " button-quiet" : ""}`} href={href} data-evt={dataEvt}>
      {children}
    </a>
  );
}
