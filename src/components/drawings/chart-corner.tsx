import { ChartRose } from "./parts.tsx";

/** The upper right corner of a chart: a compass rose, a shoal and a few soundings. Stands behind a hero's drawing. */
export function ChartCorner() {
  return (
    <svg viewBox="0 0 640 330">
      <ellipse className="f-shoal" cx="168" cy="92" rx="66" ry="27" transform="rotate(-9 168 92)" />
      <g className="s-contour" strokeWidth="1.3">
        <ellipse cx="168" cy="92" rx="86" ry="41" transform="rotate(-9 168 92)" />
        <path d="M310 0c-6 60 30 92 78 116s120 30 160 84c28 38 56 62 94 70" />
      </g>
      <g transform="translate(520 96)">
        <ChartRose />
      </g>
      <g className="f-sounding soundings">
        <text x="156" y="98">
          3
        </text>
        <text x="300" y="196">
          8
        </text>
        <text x="96" y="224">
          12
        </text>
        <text x="352" y="60">
          9
        </text>
      </g>
    </svg>
  );
}
