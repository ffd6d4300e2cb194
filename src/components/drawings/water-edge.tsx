type WaterEdgeProps = { className?: string };

/** A section's edge drawn as the depth contours of a shore; stretches to its parent's width. */
export function WaterEdge({ className }: WaterEdgeProps) {
  return (
    <svg
      className={className ? `water-edge ${className}` : "water-edge"}
      viewBox="0 0 1440 72"
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <path className="f-shallow" d="M0 30c150-26 250 8 400-2s230-28 380-16 230 34 370 22 200-30 290-20v58H0z" />
      <path
        className="f-shoal"
        d="M0 54c160-22 270 4 420-4s240-24 380-10 220 26 350 16 200-24 290-14v30H0z"
        opacity=".55"
      />
      <g className="s-contour" strokeWidth="1.2">
        <path
          vectorEffect="non-scaling-stroke"
          d="M0 30c150-26 250 8 400-2s230-28 380-16 230 34 370 22 200-30 290-20"
        />
        <path
          vectorEffect="non-scaling-stroke"
          d="M0 54c160-22 270 4 420-4s240-24 380-10 220 26 350 16 200-24 290-14"
          opacity=".7"
        />
      </g>
    </svg>
  );
}

type RouteLineProps = { direction?: "horizontal" | "vertical"; className?: string };

/** The route from step to step: a dashed magenta line over the whole length of its box, whatever its size. */
export function RouteLine({ direction = "horizontal", className }: RouteLineProps) {
  const isHorizontal = direction === "horizontal";
  const name = `route-line route-line-${direction}`;
  return (
    <svg
      className={className ? `${name} ${className}` : name}
      viewBox={isHorizontal ? "0 0 100 12" : "0 0 12 100"}
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <path
        className="s-magenta"
        d={
          isHorizontal
            ? "M0 6c8-4 17-4 25 0s17 4 25 0 17-4 25 0 17 4 25 0"
            : "M6 0c-4 8-4 17 0 25s4 17 0 25-4 17 0 25 4 17 0 25"
        }
        strokeWidth="2.4"
        strokeDasharray="2 9"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
