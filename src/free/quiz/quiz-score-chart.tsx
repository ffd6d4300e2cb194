import { CLIENT } from "../../ui/client-manifest.ts";

/** The result of one question: right, wrong, or unknown. */
export type ScoreMark = "right" | "wrong" | "open";

type QuizScoreChartProps = {
  /** One for each question, in order. */
  marks: readonly ScoreMark[];
};

/** The five questions as buoys along a route into harbour: green cones, red cans, grey floats for unknown results. */
export function QuizScoreChart({ marks }: QuizScoreChartProps) {
  return (
    <svg className="quiz-score-chart" viewBox="0 0 560 420" aria-hidden="true" focusable="false">
      <g dangerouslySetInnerHTML={{ __html: CLIENT.inline["quiz-score-chart"] }} />
      {marks.map((mark, index) => {
        const [x, y] = PLACES[index] ?? PLACES[0];
        return (
          <g key={index} transform={`translate(${x} ${y})`}>
            <g dangerouslySetInnerHTML={{ __html: CLIENT.inline[`score-buoy-${mark}`] }} />
            <text className="quiz-score-number" y="39.5" textAnchor="middle">
              {index + 1}
            </text>{" "}
          </g>
        );
      })}
    </svg>
  );
}

/** The place of each buoy: the centre of its lower edge. */
const PLACES = [
  [66, 190],
  [168, 312],
  [276, 206],
  [386, 236],
  [492, 150],
] as const;
