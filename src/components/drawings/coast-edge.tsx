/** The coast along the top of a section on land: its edge, and the first depth contours off it. */
export function CoastEdge() {
  return (
    <svg viewBox="0 0 1440 90" preserveAspectRatio="none">
      <path
        className="f-shallow"
        d="M0 40c120-20 200 14 330 6S560-2 720 8s210 42 350 30 210-42 370-22v74H0z"
        opacity=".75"
      />
      <path
        className="f-shoal"
        d="M0 58c130-16 210 10 340 4S580 22 724 30s220 38 350 28 214-36 366-20v52H0z"
        opacity=".7"
      />
      <path
        className="f-land s-land-2"
        d="M-4 76c140-12 220 6 350 2s240-30 380-24 230 30 354 24 220-30 364-18v34H-4z"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
      <path
        className="s-contour"
        d="M0 40c120-20 200 14 330 6S560-2 720 8s210 42 350 30 210-42 370-22"
        strokeWidth="1.2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
