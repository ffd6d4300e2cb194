import { ChartRose } from "./parts.tsx";

/**
 * The chart behind the home page's hero on a wide screen. Contours, soundings and the route keep to the right and the
 * bottom, so that no line runs through the text column at any width.
 */
export function HeroChartWide() {
  return (
    <svg viewBox="0 0 1440 640">
      <path
        className="f-shoal"
        d="M620 640c110-26 200-10 290-56s110-120 210-134 120 20 190-52 60-128 130-150v392z"
        opacity=".6"
      />
      <path className="f-shoal" d="M790 640c90-34 160-26 240-62s90-92 170-104 110-4 160-60 40-70 80-92v318z" />
      <path
        className="f-land s-land-2"
        d="M930 644c60-20 110-24 160-46s60-62 120-72 90-2 140-44 60-60 94-74v236z"
        strokeWidth="2.5"
      />
      <path
        className="s-land-2"
        d="M1060 640c50-16 70-50 130-62s110-6 160-44 60-40 90-52"
        strokeWidth="1.5"
        strokeDasharray="7 5"
      />
      <g className="s-contour" strokeWidth="1.3">
        <path d="M250 640c100-12 200 2 320-14s230-8 320-60 110-126 220-142 130 20 200-60 60-140 130-168" />
        <path d="M1100 0c-8 70 40 92 90 120s90 30 140-4 60-60 110-68" />
        <path d="M0 622c140-14 220 8 380-2" opacity=".6" />
      </g>
      <ellipse className="f-shoal" cx="990" cy="66" rx="58" ry="25" transform="rotate(-8 990 66)" />
      <ellipse className="s-contour" cx="990" cy="66" rx="74" ry="37" strokeWidth="1.3" transform="rotate(-8 990 66)" />
      <g transform="translate(1330 96)">
        <ChartRose />
      </g>
      <g className="f-sounding soundings">
        <text x="392" y="628">
          12
        </text>
        <text x="540" y="598">
          9<tspan {...SMALL}>5</tspan>
        </text>
        <text x="668" y="632">
          7<tspan {...SMALL}>2</tspan>
        </text>
        <text x="752" y="592">
          5<tspan {...SMALL}>8</tspan>
        </text>
        <text x="977" y="71">
          3<tspan {...SMALL}>1</tspan>
        </text>
        <text x="1150" y="52">
          8
        </text>
        <text x="1310" y="330">
          4<tspan {...SMALL}>4</tspan>
        </text>
        <text x="1392" y="280">
          2<tspan {...SMALL}>6</tspan>
        </text>
        <text x="1150" y="508">
          1<tspan {...SMALL}>3</tspan>
        </text>
        <text x="980" y="598">
          1<tspan {...SMALL}>9</tspan>
        </text>
      </g>
      <path
        className="s-magenta"
        d="M744 640c60-60 130-40 200-96s120-70 210-90 140-30 190-110 30-210 96-262"
        strokeWidth="2.4"
        strokeDasharray="2 9"
        strokeLinecap="round"
      />
      <g transform="translate(900 546)">
        <Cone />
      </g>
      <g transform="translate(846 630)">
        <Can />
      </g>
      <g transform="translate(1352 404)">
        <Cone />
      </g>
      <g transform="translate(1330 268)">
        <Can />
      </g>
      <g transform="translate(1228 590)">
        <Mill />
      </g>
      <Village x={1330} y={570} />
    </svg>
  );
}

/** The same for one column: stands at the bottom, behind and below the video, and grows with the width as the video does. */
export function HeroChartNarrow() {
  return (
    <svg viewBox="0 0 390 270">
      <path className="f-shoal" d="M0 208c70 4 120 30 190 16s110-60 200-66v112H0z" opacity=".6" />
      <path className="f-shoal" d="M110 270c60-6 90-28 150-40s80-34 130-36v76z" />
      <path className="f-land s-land-2" d="M216 274c40-6 60-20 100-26s50-18 78-20v46z" strokeWidth="2" />
      <g className="s-contour" strokeWidth="1.3">
        <path d="M0 178c80 0 120 34 190 20s110-66 200-72" />
        <path d="M0 240c50 2 60 14 90 30" />
        <path d="M0 62c10 2 14 10 16 20M390 24c-12 4-16 12-18 22" />
      </g>
      <g className="f-sounding soundings">
        <text x="26" y="259">
          7<tspan {...SMALL}>2</tspan>
        </text>
        <text x="164" y="262">
          3<tspan {...SMALL}>1</tspan>
        </text>
      </g>
      <path
        className="s-magenta"
        d="M66 272c30-44 100-20 160-44s100-60 168-64"
        strokeWidth="2.4"
        strokeDasharray="2 9"
        strokeLinecap="round"
      />
      <g transform="translate(118 254)">
        <Cone />
      </g>
      <g transform="translate(324 262)">
        <Mill />
      </g>
    </svg>
  );
}

const SMALL = { dy: "4", fontSize: "11" } as const;

function Cone() {
  return (
    <>
      <path className="f-starboard" d="M0-22 9 0H-9z" />
      <path className="s-ink" d="M-14 1H14" strokeWidth="2.5" strokeLinecap="round" />
    </>
  );
}

function Can() {
  return (
    <>
      <path className="f-port" d="M-8-20H8V0H-8z" />
      <path className="s-ink" d="M-14 1H14" strokeWidth="2.5" strokeLinecap="round" />
    </>
  );
}

function Mill() {
  return (
    <g className="s-ink" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" opacity=".75">
      <path className="f-paper" d="M-7 0-4-18H4L7 0z" />
      <path d="M-11-29 11-9M11-29-11-9" />
    </g>
  );
}

function Village({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`} opacity=".75">
      <path className="f-ink" d="M-2-22 2-22 2-8H14V0H-6V-8H-2zM0-34l3 12h-6z" />
      <path className="f-ink" d="M20-7h9v7h-9zM34-4h7v7h-7zM-18-2h7v6h-7zM4 8h9v6H4zM24 10h7v6h-7z" />
    </g>
  );
}
