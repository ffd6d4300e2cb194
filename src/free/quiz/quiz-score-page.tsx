import { priceOf } from "../../shared/courses.ts";
import { formatPrice } from "../../shared/money.ts";
import type { PageContext } from "../../shared/page-context.ts";
import { PATHS, quizQuestionPath, withSearch } from "../../shared/paths.ts";
import { CLIENT } from "../../ui/client-manifest.ts";
import { Document } from "../../ui/document.tsx";
import { ArrowRight } from "../../ui/icon.tsx";
import { QUIZ_COPY } from "./quiz-copy.ts";
import { isPass, type ParsedAnswer, QUIZ_LENGTH } from "./quiz-rules.ts";

type QuizScorePageProps = {
  pageContext: PageContext;
  /** Right answers, 0 to 5. */
  score: number;
  answers: readonly ParsedAnswer[];
};

/** The score, its worth on an exam, and the link to the explanations. */
export function QuizScorePage({ pageContext, score, answers }: QuizScorePageProps) {
  const copy = QUIZ_COPY.score;
  const verdict = isPass(score) ? copy.pass : copy.fail;
  const marks = marksOf(answers);
  const known = marks.filter((mark) => mark === "right").length === score;
  return (
    <Document pageContext={pageContext} meta={copy.meta} index="noindex" socialImage="quiz" stylesheet="styles-quiz">
      <div className="hero">
        <div className="quiz-score stack wrap">
          <div>
            <h1>{copy.title(score)}</h1>
            <p className="quiz-score-lead">{verdict.lead}</p>
            <p className="quiz-score-text">{verdict.text}</p>
            <p className="actions">
              <a className="button" href={withSearch(quizQuestionPath(1), pageContext.search)}>
                {copy.continueLabel} <ArrowRight />
              </a>
              <small>{copy.continueHint}</small>
            </p>
            {isPass(score) ? null : (
              <p className="tap-links">
                <a href={withSearch(PATHS.kvb1, pageContext.search)}>
                  {copy.course(formatPrice(priceOf("KVB1", pageContext.flow).priceCents))}
                </a>
              </p>
            )}
            <p className="tap-links">
              <a href={withSearch(PATHS.mockExam, pageContext.search)}>{copy.examLabel}</a>
            </p>
          </div>
          <figure className="quiz-score-picture">
            <QuizScoreChart marks={known ? marks : countedMarks(score)} isNumbered={known} />
            {known ? <ScoreInWords marks={marks} /> : null}
            <figcaption className="note">{known ? copy.legend.known : copy.legend.counted}</figcaption>
          </figure>
        </div>
      </div>
    </Document>
  );
}

function marksOf(answers: readonly ParsedAnswer[]): readonly ScoreMark[] {
  return answers.map((answer) => {
    if (answer === null || answer === "unknown") return "open";
    return answer.correct ? "right" : "wrong";
  });
}

/** The marks for a score without its answers: that many are right, the others open. */
function countedMarks(score: number): readonly ScoreMark[] {
  return Array.from({ length: QUIZ_LENGTH }, (_, index) => (index < score ? "right" : "open"));
}

/** The picture as text for people who cannot see it; questions without an answer are left out. */
function ScoreInWords({ marks }: { marks: readonly ScoreMark[] }) {
  return (
    <ul className="visually-hidden">
      {marks.map((mark, index) =>
        mark === "open" ? null : <li key={index}>{QUIZ_COPY.dotLabel(index + 1, mark)}</li>,
      )}
    </ul>
  );
}

type ScoreMark = "right" | "wrong" | "open";

/** The five questions as buoys along a route into harbour: green cones, red cans, grey floats for unknown results. */
function QuizScoreChart({ marks, isNumbered }: { marks: readonly ScoreMark[]; isNumbered: boolean }) {
  return (
    <svg className="quiz-score-chart" viewBox="0 0 560 420" aria-hidden="true" focusable="false">
      <g dangerouslySetInnerHTML={{ __html: CLIENT.inline["quiz-score-chart"] }} />
      {marks.map((mark, index) => {
        const [x, y] = PLACES[index] ?? PLACES[0];
        return (
          <g key={index} transform={`translate(${x} ${y})`}>
            <g dangerouslySetInnerHTML={{ __html: CLIENT.inline[`score-buoy-${mark}`] }} />
            {isNumbered ? (
              <g className="quiz-score-number">
                <circle cy="34" r="14" />
                <text y="39.5" textAnchor="middle">
                  {index + 1}
                </text>
              </g>
            ) : null}
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
