/** What is known of one question: answered right, answered wrong, or nothing. */
export type ScoreMark = "right" | "wrong" | "open";

type QuizScoreChartProps = {
  /** One for each question, in order. */
  marks: readonly ScoreMark[];
};

/** The five questions as buoys along a route into harbour: green cones, red cans, and grey floats where nothing is known. */
export function QuizScoreChart({ marks }: QuizScoreChartProps) {
  return (
    <svg className="quiz-score-chart" viewBox="0 0 560 420" fill="none" aria-hidden="true" focusable="false">
      <path className="f-shallow" d="M0 0h560v420H0z" />
      <path className="f-shoal" d="M0 330c90-20 130 20 230 0s120-70 190-80 90-60 140-70v240H0z" opacity=".55" />
      <path className="f-shoal" d="M0 92C70 96 120 60 190 66S300 20 340 0H0z" opacity=".55" />
      <path className="f-land s-land-2" d="M330 424c40-30 90-20 130-56s60-24 104-44v100z" strokeWidth="2.5" />
      <path className="f-land s-land-2" d="M-4-4h180c-20 40-70 30-104 52S-4 60-4 74z" strokeWidth="2.5" />
      <g className="s-contour" strokeWidth="1.4">
        <path d="M0 300c100-16 150 20 240-4s120-74 190-84 90-50 130-56M0 128c80 0 130-34 200-32S320 60 390 0" />
      </g>
      <g className="f-sounding soundings">
        <text x="44" y="398">
          7<tspan {...SMALL}>2</tspan>
        </text>
        <text x="218" y="390">
          4<tspan {...SMALL}>5</tspan>
        </text>
        <text x="300" y="108">
          9
        </text>
        <text x="60" y="116">
          3<tspan {...SMALL}>1</tspan>
        </text>
        <text x="500" y="44">
          12
        </text>
      </g>
      <path
        className="s-magenta"
        d="M-10 290C20 272 40 262 66 262S130 232 168 234 240 276 276 276 345 156 386 156 455 220 492 220 550 200 570 190"
        strokeWidth="3"
        strokeDasharray="2 10"
        strokeLinecap="round"
      />
      {marks.map((mark, index) => {
        const [x, y] = PLACES[index] ?? PLACES[0];
        return (
          <g key={index} transform={`translate(${x} ${y})`}>
            <ellipse className="f-ink" cx="0" cy="6" rx="34" ry="8" opacity=".12" />
            {BUOYS[mark]}
            <path
              className="s-contour"
              d="M-32 6q8-7 16 0t16 0 16 0 16 0"
              strokeWidth="3.5"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
            <circle className="f-deep s-magenta" cy="34" r="14" strokeWidth="2" />
            <text className="f-magenta quiz-score-number" y="39.5" textAnchor="middle">
              {index + 1}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

const SMALL = { dy: "4", fontSize: "11" } as const;

/** Where each buoy floats, bottom centre. */
const PLACES = [
  [66, 190],
  [168, 312],
  [276, 206],
  [386, 236],
  [492, 150],
] as const;

const BUOYS = {
  right: (
    <>
      <path className="f-starboard s-starboard" d="M0-58 25 2h-50z" strokeWidth="5" strokeLinejoin="round" />
      <path className="f-paper" d="M0-58-25 2h15z" opacity=".25" />
    </>
  ),
  wrong: (
    <>
      <rect className="f-port" x="-23" y="-58" width="46" height="62" rx="5" />
      <path className="f-paper" d="M-18-58h8V4h-8a5 5 0 0 1-5-5v-54a5 5 0 0 1 5-3z" opacity=".25" />
    </>
  ),
  open: <circle className="f-deep s-steel" cy="-16" r="20" strokeWidth="5" />,
} as const;
