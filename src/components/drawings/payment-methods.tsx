import type { ReactNode } from "react";
import { siApplepay, siGooglepay, siKlarna, siMastercard, siVisa } from "simple-icons";

/**
 * The ways to pay as one picture: a row of brand marks on white chips. Drawn at build time only. The two words have a
 * fixed length, because an image is drawn in whatever font the visitor has.
 */
export function PaymentMethods() {
  return (
    <svg viewBox="0 0 453 33" fill="none">
      <PaymentChip x={0.5} chipWidth={86} logoWidth={68} viewBox="0 0 68 22">
        <path
          className="f-deep s-ink"
          d="M2.5 1h10.6C20.4 1 24 4.6 24 11s-3.6 10-10.9 10H2.5A1.5 1.5 0 0 1 1 19.5v-17A1.5 1.5 0 0 1 2.5 1z"
          strokeWidth="1.8"
        />
        <circle className="f-ink" cx="6.8" cy="7.6" r="2.1" />
        <path className="f-ink" d="M5 11.4h3.6v6.4H5z" />
        <path className="f-magenta" d="M11 4.6h2.3c4.9 0 7.1 2.3 7.1 6.4s-2.2 6.8-7.1 6.8H11z" />
        <text className="f-ink payment-methods-word" x="28" y="16.4" textLength="38" lengthAdjust="spacingAndGlyphs">
          iDEAL
        </text>
      </PaymentChip>
      <PaymentChip x={94.5} chipWidth={80} logoWidth={62} viewBox="0 0 62 22">
        <rect width="62" height="22" rx="6" fill={`#${siKlarna.hex}`} />
        <text
          className="f-ink payment-methods-word"
          x="31"
          y="16"
          textAnchor="middle"
          textLength="48"
          lengthAdjust="spacingAndGlyphs"
        >
          Klarna.
        </text>
      </PaymentChip>
      <PaymentChip x={182.5} chipWidth={62} logoWidth={44} viewBox="0 6.5 24 11">
        <path d={GOOGLE_G} fill={`#${siGooglepay.hex}`} />
        <path className="f-ink" d={GOOGLE_PAY} />
      </PaymentChip>
      <PaymentChip x={252.5} chipWidth={66} logoWidth={48} viewBox="4.3 7.7 17.2 8.8">
        <path d={APPLE_PAY} fill={`#${siApplepay.hex}`} />
      </PaymentChip>
      <PaymentChip x={326.5} chipWidth={54} logoWidth={36} viewBox="0 4 24 16">
        <circle cx="7.42" cy="12" r="7.42" fill={`#${siMastercard.hex}`} />
        <circle className="f-sky-2" cx="16.58" cy="12" r="7.42" />
        <path className="f-sky-3" d="M12 6.17a7.4 7.4 0 0 1 0 11.66 7.4 7.4 0 0 1 0-11.66z" />
      </PaymentChip>
      <PaymentChip x={388.5} chipWidth={64} logoWidth={46} viewBox="0 8 24 8">
        <path d={siVisa.path} fill={`#${siVisa.hex}`} />
      </PaymentChip>
    </svg>
  );
}

type PaymentChipProps = { x: number; chipWidth: number; logoWidth: number; viewBox: string; children: ReactNode };

function PaymentChip({ x, chipWidth, logoWidth, viewBox, children }: PaymentChipProps) {
  const [, , boxWidth = 1, boxHeight = 1] = viewBox.split(" ").map(Number);
  const height = Math.round((logoWidth * boxHeight) / boxWidth);
  return (
    <g transform={`translate(${x} .5)`}>
      <rect className="f-deep s-line" width={chipWidth} height="32" rx="6" />
      <svg x={(chipWidth - logoWidth) / 2} y={(32 - height) / 2} width={logoWidth} height={height} viewBox={viewBox}>
        {children}
      </svg>
    </g>
  );
}

/** The package's Google mark is one path of one colour: its first subpath is the G, the rest the word. */
const GOOGLE_G_END = siGooglepay.path.indexOf("z") + 1;
const GOOGLE_G = siGooglepay.path.slice(0, GOOGLE_G_END);
const GOOGLE_PAY = `M3.963 7.235${siGooglepay.path.slice(GOOGLE_G_END)}`;

/** The package's Apple mark begins with a card outline of two subpaths; the chip around it is outline enough. */
const APPLE_PAY = `M6.86 8.53${siApplepay.path.slice(siApplepay.path.indexOf("m4.71 3.7") + "m4.71 3.7".length)}`;
