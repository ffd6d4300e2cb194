import type { ReactNode } from "react";
import { CLIENT } from "../../client-manifest.ts";

const { applePay, googlePay, klarna, mastercard, visa } = CLIENT.brandIcons;

type PaymentLogosProps = {
  /** Accessible name of the list. */
  label: string;
};

/** The ways to pay, as a list of brand marks; each mark carries the brand's name for screen readers. */
export function PaymentLogos({ label }: PaymentLogosProps) {
  return (
    <ul className="payment-logos" aria-label={label}>
      <PaymentLogo name="iDEAL" width={68} viewBox="0 0 68 22">
        <path
          className="f-deep s-ink"
          d="M2.5 1h10.6C20.4 1 24 4.6 24 11s-3.6 10-10.9 10H2.5A1.5 1.5 0 0 1 1 19.5v-17A1.5 1.5 0 0 1 2.5 1z"
          strokeWidth="1.8"
        />
        <circle className="f-ink" cx="6.8" cy="7.6" r="2.1" />
        <path className="f-ink" d="M5 11.4h3.6v6.4H5z" />
        <path className="f-magenta" d="M11 4.6h2.3c4.9 0 7.1 2.3 7.1 6.4s-2.2 6.8-7.1 6.8H11z" />
        <text className="f-ink payment-logo-word" x="28" y="16.4">
          iDEAL
        </text>
      </PaymentLogo>
      <PaymentLogo name="Klarna" width={62} viewBox="0 0 62 22">
        <rect width="62" height="22" rx="6" fill={klarna.colour} />
        <text className="f-ink payment-logo-word" x="31" y="16" textAnchor="middle">
          Klarna.
        </text>
      </PaymentLogo>
      <PaymentLogo name="Google Pay" width={44} viewBox="0 6.5 24 11">
        <path d={GOOGLE_G} fill={googlePay.colour} />
        <path className="f-ink" d={GOOGLE_PAY} />
      </PaymentLogo>
      <PaymentLogo name="Apple Pay" width={48} viewBox="4.3 7.7 17.2 8.8">
        <path d={APPLE_PAY} fill={applePay.colour} />
      </PaymentLogo>
      <PaymentLogo name="Mastercard" width={36} viewBox="0 4 24 16">
        <circle cx="7.42" cy="12" r="7.42" fill={mastercard.colour} />
        <circle className="f-sky-2" cx="16.58" cy="12" r="7.42" />
        <path className="f-sky-3" d="M12 6.17a7.4 7.4 0 0 1 0 11.66 7.4 7.4 0 0 1 0-11.66z" />
      </PaymentLogo>
      <PaymentLogo name="Visa" width={46} viewBox="0 8 24 8">
        <path d={visa.path} fill={visa.colour} />
      </PaymentLogo>
    </ul>
  );
}

type PaymentLogoProps = { name: string; width: number; viewBox: string; children: ReactNode };

function PaymentLogo({ name, width, viewBox, children }: PaymentLogoProps) {
  const [, , boxWidth = 1, boxHeight = 1] = viewBox.split(" ").map(Number);
  return (
    <li className="payment-logo">
      <svg
        width={width}
        height={Math.round((width * boxHeight) / boxWidth)}
        viewBox={viewBox}
        role="img"
        aria-label={name}
        focusable="false"
      >
        {children}
      </svg>
    </li>
  );
}

/** The package's Google mark is one path of one colour: its first subpath is the G, the rest the word. */
const GOOGLE_G_END = googlePay.path.indexOf("z") + 1;
const GOOGLE_G = googlePay.path.slice(0, GOOGLE_G_END);
const GOOGLE_PAY = `M3.963 7.235${googlePay.path.slice(GOOGLE_G_END)}`;

/** The package's Apple mark begins with a card outline of two subpaths; the chip around it is outline enough. */
const APPLE_PAY = `M6.86 8.53${applePay.path.slice(applePay.path.indexOf("m4.71 3.7") + "m4.71 3.7".length)}`;
