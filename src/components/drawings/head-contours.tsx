/** A shore with its depth contours and a buoyed channel, for the free right side of a page's head. */
export function HeadContours() {
  return (
    <svg viewBox="0 0 520 300">
      <path className="f-shoal" d="M120 300c70-20 96-70 160-84s96-46 120-96 60-84 120-104v284z" opacity=".55" />
      <path className="f-shoal" d="M250 300c50-16 70-46 120-58s70-50 86-88 34-52 64-62v208z" />
      <path
        className="f-land s-land-2"
        d="M372 304c24-8 40-28 70-34s36-26 46-50 22-34 44-40v130z"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <g className="s-contour" strokeWidth="1.3">
        <path d="M20 300c90-14 130-84 210-100s110-50 136-104S452 12 500 0" />
        <path d="M120 300c70-20 96-70 160-84s96-46 120-96 60-84 120-104" opacity=".7" />
      </g>
      <path
        className="s-magenta"
        d="M84 306c60-34 110-74 176-96s104-46 132-96 60-70 100-116"
        strokeWidth="2.4"
        strokeDasharray="2 9"
        strokeLinecap="round"
      />
      <g className="f-sounding soundings">
        <text x="214" y="118">
          6<tspan dy="4">2</tspan>
        </text>
        <text x="352" y="30">
          8
        </text>
        <text x="300" y="262">
          2<tspan dy="4">4</tspan>
        </text>
      </g>
      <g transform="translate(306 158)">
        <path className="f-port" d="M-8-20H8V0H-8z" />
        <path className="s-ink" d="M-14 1h28" strokeWidth="2.6" strokeLinecap="round" />
      </g>
      <g transform="translate(404 156)">
        <path className="f-starboard" d="m0-24 11 24h-22z" />
        <path className="s-ink" d="M-15 1h30" strokeWidth="2.6" strokeLinecap="round" />
      </g>
      <g className="s-ink-soft" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d="m470 262 3-16h10l3 16zM464 236l28 20M492 236l-28 20" />
      </g>
    </svg>
  );
}
