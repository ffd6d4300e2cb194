/** Five questions as five waypoints of one route on the chart, the last one in port. */
export function FiveBuoys() {
  return (
    <svg className="five-buoys" viewBox="0 0 560 330" fill="none" aria-hidden="true" focusable="false">
      <path className="f-shallow" d="M0 0h560v330H0z" />
      <path className="f-shoal" d="M0 0h230c-16 40-58 44-92 64S84 120 0 128z" opacity=".7" />
      <path className="f-shoal" d="M560 60c-60 12-84 52-104 96s-66 62-130 74-96 52-108 100h342z" opacity=".7" />
      <path
        className="f-land s-land-2"
        d="M562 112c-44 12-58 44-72 82s-48 56-98 66-70 38-78 72h248z"
        strokeWidth="2.5"
      />
      <path
        className="s-land-2"
        d="M562 158c-26 14-30 44-46 72s-44 40-82 50-54 26-62 52"
        strokeWidth="1.5"
        strokeDasharray="7 5"
      />
      <g className="s-contour" strokeWidth="1.3">
        <path d="M250 0c-18 46-66 50-102 72S90 140 0 148" />
        <path d="M560 34c-74 14-104 60-126 106s-70 60-132 74-106 58-116 116" />
        <ellipse cx="330" cy="62" rx="52" ry="22" transform="rotate(-10 330 62)" />
      </g>
      <g className="f-sounding soundings">
        <text x="96" y="52">
          4
        </text>
        <text x="330" y="68">
          3
        </text>
        <text x="126" y="306">
          9
        </text>
        <text x="420" y="208">
          1
        </text>
      </g>
      <path
        className="s-magenta"
        d="M34 296C60 240 92 236 128 232s64-40 96-62 70-8 104-30 44-62 92-78 76-20 104-22"
        strokeWidth="2.6"
        strokeDasharray="2 9"
        strokeLinecap="round"
      />
      <Waypoint x={58} y={262} number={1} />
      <Waypoint x={152} y={224} number={2} />
      <Waypoint x={246} y={158} number={3} />
      <Waypoint x={352} y={118} number={4} />
      <Waypoint x={440} y={56} number={5} />
      <g transform="translate(498 44)">
        <path className="s-ink" d="M0 4v-34" strokeWidth="3" strokeLinecap="round" />
        <path className="f-magenta" d="M1-30 26-22 1-14z" />
      </g>
      <g transform="translate(206 238)">
        <path className="f-starboard" d="M0-24 10 0h-20z" />
        <path className="s-ink" d="M-15 1h30" strokeWidth="2.5" strokeLinecap="round" />
      </g>
      <g transform="translate(296 84)">
        <path className="f-port" d="M-8-21H8V0H-8z" />
        <path className="s-ink" d="M-14 1h28" strokeWidth="2.5" strokeLinecap="round" />
      </g>
      <g
        className="s-ink"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        opacity=".75"
        transform="translate(486 256)"
      >
        <path className="f-paper" d="M-7 0-4-18H4L7 0z" />
        <path d="M-11-29 11-9M11-29-11-9" />
      </g>
    </svg>
  );
}

function Waypoint({ x, y, number }: { x: number; y: number; number: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle className="f-paper s-magenta" r="21" strokeWidth="2.5" />
      <text className="f-magenta five-buoys-number" y="6">
        {number}
      </text>
    </g>
  );
}
