/** Pieces that several drawings share. Each is placed by the group around it: (0, 0) is where it meets the water or ground. */

/** An open motor boat of 150 by 90, seen from the side, bow to the right. */
export function MotorBoat() {
  return (
    <>
      <path className="f-ink" d="M-84 8q80 12 168 0-36 14-84 14-50 0-84-14z" opacity=".25" />
      <path className="f-shoal" d="M-8-44h40l18 24H-8z" />
      <path className="s-ink" d="M-8-20v-25h40l18 25" strokeWidth="4" strokeLinejoin="round" />
      <circle className="f-wood" cx="-30" cy="-48" r="9" />
      <path className="f-signal" d="M-44-18q-2-20 14-20t14 20z" />
      <path className="f-paper" d="M-78-22q90 8 166-6-10 34-36 40H-66q-10-14-12-34z" />
      <path className="f-ink" d="M-75-8Q10 0 80-12 70 8 52 12H-66q-7-10-9-20z" opacity=".16" />
      <path className="s-sea-1" d="M-77-15Q12-8 87-21" strokeWidth="5" />
      <path className="f-ink" d="M-90-30h14v26h-5v14h-6V-4h-3z" />
    </>
  );
}

/** A tree line of 200 by 40 along a bank. */
export function Trees() {
  return (
    <path d="M0 0v-12q10-14 20-6 8-18 24-8 10-16 24-4 10-8 18 0 12-18 28-4 12-12 22 0 12-14 26-2 10-12 22 0 10-4 16 8v28z" />
  );
}

/** A chart's compass rose, 300 by 300 around its centre. */
export function ChartRose() {
  return (
    <g className="s-magenta" opacity=".3">
      <circle r="138" strokeWidth="1.2" />
      <circle r="124" strokeWidth="9" strokeDasharray="1 9.82" />
      <circle r="92" strokeWidth="1.2" />
      <path d="M0-150 9-92H-9zM0-92V92M-92 0H92M-65-65 65 65M-65 65 65-65" strokeWidth="1.2" />
    </g>
  );
}
