/** The chart along the bottom of the quiz: its left half lies in view, the rest runs on behind the question. */
export function QuizChart() {
  return (
    <svg
      className="quiz-chart"
      viewBox="0 0 1440 300"
      preserveAspectRatio="xMinYMax slice"
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <path
        className="f-shoal"
        d="M0 214c120-12 190 26 320 14s190-78 330-88 210 30 350-14 250-98 440-116v290H0z"
        opacity=".6"
      />
      <path className="f-shoal" d="M0 268c120 0 220 14 340-2s180-54 320-58 230 20 360-26 240-88 420-96v214H0z" />
      <path
        className="f-land s-land-2"
        d="M520 304c90-10 150-44 260-42s190 0 300-46 220-74 364-76v164z"
        strokeWidth="2.5"
      />
      <path
        className="s-land-2"
        d="M700 304c80-20 170-14 270-18s180-46 270-74 140-30 204-34"
        strokeWidth="1.5"
        strokeDasharray="7 5"
      />
      <path
        className="s-contour"
        d="M0 170c110-14 190 30 310 18s200-90 340-102 210 34 350-14S1260-30 1440-50"
        strokeWidth="1.3"
      />
      <path
        className="s-magenta"
        d="M-4 258C90 236 130 196 220 204s120 46 200 34 130-70 230-72"
        strokeWidth="2.6"
        strokeDasharray="2 9"
        strokeLinecap="round"
      />
      <g className="f-sounding soundings">
        <text x="60" y="206">
          9<tspan {...SMALL}>5</tspan>
        </text>
        <text x="120" y="288">
          5<tspan {...SMALL}>2</tspan>
        </text>
        <text x="330" y="278">
          3<tspan {...SMALL}>1</tspan>
        </text>
        <text x="412" y="196">
          7
        </text>
      </g>
      <g transform="translate(196 182)">
        <path className="f-starboard" d="M0-26 11 0h-22z" />
        <path className="s-ink" d="M-17 1h34" strokeWidth="2.5" strokeLinecap="round" />
      </g>
      <g transform="translate(250 244)">
        <path className="f-port" d="M-9-24H9V0H-9z" />
        <path className="s-ink" d="M-17 1h34" strokeWidth="2.5" strokeLinecap="round" />
      </g>
    </svg>
  );
}

const SMALL = { dy: "4", fontSize: "11" } as const;
