import type { ExamScore } from "./score-rules.ts";

/** The scale from no points to all, in units of the drawing. */
const FROM = 20;
const TO = 340;

/** The points as a route: a gate of two buoys where somebody passes, and a boat where this exam ended. Decorative. */
export function ExamGauge({ points, maxPoints, passPoints, isPassed }: ExamScore) {
  const place = (value: number) => Math.round(FROM + ((TO - FROM) * value) / maxPoints);
  const [gate, boat] = [place(passPoints), place(points)];
  return (
    <svg className="exam-gauge" viewBox="0 0 360 96" aria-hidden="true" focusable="false">
      <path
        className="exam-gauge-water"
        d="M0 40q15-6 30 0t30 0 30 0 30 0 30 0 30 0 30 0 30 0 30 0 30 0 30 0 30 0V96H0z"
      />
      <path className="exam-gauge-route" d={`M${FROM} 66H${TO}`} />
      <path className="exam-gauge-port" d={`M${gate - 6} 45h12v14h-12z`} />
      <path className="exam-gauge-starboard" d={`M${gate} 72l8 15h-16z`} />
      <g transform={`translate(${boat} 62)`}>
        {isPassed ? (
          <path
            className="exam-gauge-rays"
            d="M0-46V-58M-19-39l-7-9M19-39l7-9M-27-24l-11-4M27-24l11-4M-27-8l-11 2M27-8l11 2M-33-16h-10"
          />
        ) : null}
        <g className="exam-gauge-boat">
          <path className="exam-gauge-hull" d="M-18 0h36q-3 12-12 12h-12q-9 0-12-12z" />
          <path className="exam-gauge-mast" d="M0 0v-34" />
          <path className="exam-gauge-sail" d="M2-32Q18-14 14-3H2z" />
          <path className="exam-gauge-sail" d="M-2-26Q-13-12-13-3H-2z" />
          {isPassed ? <path className="exam-gauge-pennant" d="M0-34-12-38 0-42z" /> : null}
        </g>
      </g>
    </svg>
  );
}
