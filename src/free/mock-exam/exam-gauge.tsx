import { fillIn } from "../../shared/fill-in.ts";
import { MOCK_EXAM_COPY } from "./mock-exam-copy.ts";
import type { ExamScore } from "./score-rules.ts";

/** The scale, percent of the drawing's width: a boat at either end, and its sun, are whole on a phone. */
const FROM = 4;
const TO = 90;

const place = (value: number, of: number) => `${FROM + ((TO - FROM) * value) / of}%`;

/**
 * The points as a route over a sea from edge to edge: a gate of two buoys where somebody passes, and a boat where this
 * exam ended. It is as wide as its parent, and its sea is cut off by the section around it. Decorative.
 */
export function ExamGauge({ points, maxPoints, passPoints, isPassed }: ExamScore) {
  return (
    <svg className="exam-gauge" aria-hidden="true" focusable="false">
      <Sea gate={place(passPoints, maxPoints)} />
      <g className="exam-gauge-numbers">
        <text x={`${FROM}%`} y="93%">
          0
        </text>
        <text x={place(passPoints, maxPoints)} y="93%">
          {fillIn(MOCK_EXAM_COPY.result.gate, { pass: passPoints })}
        </text>
        <text x={`${TO}%`} y="93%">
          {maxPoints}
        </text>
      </g>
      <Boat at={place(points, maxPoints)} isHome={isPassed} />
    </svg>
  );
}

/** How far an exam is: the same boat on its way to the gate, which is at the end here. Decorative. */
export function ExamWay({ done, total }: { done: number; total: number }) {
  return (
    <svg className="exam-gauge exam-way" aria-hidden="true" focusable="false">
      <Sea gate={`${TO}%`} />
      <Boat at={place(done, total)} />
    </svg>
  );
}

function Sea({ gate }: { gate: string }) {
  return (
    <>
      <pattern id="exam-gauge-waves" width="60" height="400" patternUnits="userSpaceOnUse">
        <path className="exam-gauge-water" d="M0 8q15-8 30 0t30 0V400H0z" />
      </pattern>
      <svg y="38%">
        <rect x="-150%" width="400%" height="100%" fill="url(#exam-gauge-waves)" />
      </svg>
      <line className="exam-gauge-route" x1={`${FROM}%`} x2={`${TO}%`} y1="62%" y2="62%" />
      <svg x={gate} y="62%">
        <g className="exam-gauge-mark">
          <path className="exam-gauge-port" d="M-6-21H6v14H-6z" />
          <path className="exam-gauge-starboard" d="M0 6l8 15H-8z" />
        </g>
      </svg>
    </>
  );
}

/** `isHome`: it has its pennant up, and the sun shines. */
function Boat({ at, isHome = false }: { at: string; isHome?: boolean }) {
  return (
    <svg x={at} y="62%">
      <g className="exam-gauge-mark">
        {isHome ? (
          <path
            className="exam-gauge-rays"
            d="M0-50V-62M-19-43l-7-9M19-43l7-9M-27-28l-11-4M27-28l11-4M-27-12l-11 2M27-12l11 2"
          />
        ) : null}
        <g className="exam-gauge-boat">
          <path className="exam-gauge-hull" d="M-18-4h36q-3 12-12 12h-12q-9 0-12-12z" />
          <path className="exam-gauge-mast" d="M0-4v-34" />
          <path className="exam-gauge-sail" d="M2-36Q18-18 14-7H2z" />
          <path className="exam-gauge-sail" d="M-2-30Q-13-16-13-7H-2z" />
          {isHome ? <path className="exam-gauge-pennant" d="M0-38-12-42 0-46z" /> : null}
        </g>
      </g>
    </svg>
  );
}
