/** Where the route ends: a harbour on the chart, its entrance between a red can to port and a green cone to starboard. */
export function HarbourEntrance() {
  return (
    <svg viewBox="0 0 760 400">
      <path className="f-shoal" d="M760 0H520c-30 60-70 70-96 108s-20 70-80 110-120 60-144 182h560z" opacity=".7" />
      <path
        className="f-land s-land-2"
        d="M762 0H618c-8 34-40 46-62 64s-40 42-34 62l14 8c10-4 18-16 34-16 18 0 22 12 34 16h158zM762 402H330c14-40 44-64 84-84s78-24 104-56c4-14-4-30 6-40l16 2c14 8 10 30 22 46s40 26 60 22 40-20 60-22 60 6 80 6z"
        strokeWidth="2.5"
      />
      <path
        className="s-land-2"
        d="M762 84c-30-14-54 2-82-6s-40-26-36-44 20-20 24-36M436 402c18-22 52-30 90-34s62 14 100 8 70-24 136-18"
        strokeWidth="1.5"
        strokeDasharray="7 5"
      />
      <g className="s-contour" strokeWidth="1.3">
        <path d="M490 0c-26 60-70 66-96 104s-20 70-80 110S176 284 152 400" />
        <path d="M420 0c-20 50-50 70-76 100S330 170 280 204 106 268 84 400" opacity=".6" />
      </g>
      <g className="f-sounding soundings">
        <text x="214" y="368">
          5
        </text>
        <text x="392" y="196">
          4
        </text>
        <text x="470" y="66">
          3
        </text>
        <text x="660" y="160">
          2
        </text>
      </g>
      <path
        className="s-magenta"
        d="M196 402c20-70 74-108 124-134s110-66 180-82 130-8 184 6"
        strokeWidth="2.6"
        strokeDasharray="2 9"
        strokeLinecap="round"
      />
      <g transform="translate(494 148)">
        <path className="f-port" d="M-9-24H9V0H-9z" />
        <path className="s-ink" d="M-15 1h30" strokeWidth="2.5" strokeLinecap="round" />
      </g>
      <g transform="translate(492 232)">
        <path className="f-starboard" d="M0-26 11 0h-22z" />
        <path className="s-ink" d="M-16 1h32" strokeWidth="2.5" strokeLinecap="round" />
      </g>
      <g transform="translate(704 194)">
        <circle className="f-paper s-magenta" r="19" strokeWidth="2.6" />
        <circle className="f-magenta" r="7" />
      </g>
      <g className="f-ink" opacity=".75">
        <path d="M690 44h4v16h14v12h-22V58h4zM692 30l4 14h-8zM722 60h10v8h-10zM738 66h9v8h-9zM660 66h9v7h-9zM676 82h10v7h-10zM726 82h9v7h-9z" />
        <path d="M566 330h9v7h-9zM584 344h10v8h-10zM648 330h12v8h-12zM668 344h9v7h-9zM626 346h9v7h-9z" />
      </g>
      <g
        className="s-ink"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        opacity=".75"
        transform="translate(486 344)"
      >
        <path className="f-paper" d="M-7 0-4-18H4L7 0z" />
        <path d="M-11-29 11-9M11-29-11-9" />
      </g>
      <g className="s-ink-2" strokeWidth="2" strokeLinecap="round">
        <path d="M604 252v16M622 256v16M640 254v16M658 250v14" />
      </g>
    </svg>
  );
}
