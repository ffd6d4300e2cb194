import { fillIn } from "../../shared/fill-in.ts";
import type { PageContext } from "../../shared/page-context.ts";
import { Document } from "../../ui/document.tsx";
import { listed } from "../../ui/dutch-copy.ts";
import { ArrowRight } from "../../ui/icon.tsx";
import { EXAM_FIELDS, EXAM_STEPS, type ExamAttempt, endOfTime, openQuestions } from "./attempt-rules.ts";
import { ExamDesk } from "./exam-desk.tsx";
import { ExamDots } from "./exam-dots.tsx";
import { ExamForm } from "./exam-form.tsx";
import { MOCK_EXAM_COPY } from "./mock-exam-copy.ts";

const copy = MOCK_EXAM_COPY.overview;

type OverviewProps = {
  pageContext: PageContext;
  attempt: ExamAttempt;
  /** The server's time, seconds since 1970. */
  now: number;
  from: number;
};

/** The overview: all questions, the numbers of those without an answer, and the ways on. */
export function MockExamOverviewPage({ pageContext, attempt, now, from }: OverviewProps) {
  const open = openQuestions(attempt);
  const [firstOpen] = open;
  const isOver = now >= endOfTime(attempt);
  return (
    <Document
      pageContext={pageContext}
      meta={{ title: copy.metaTitle, description: MOCK_EXAM_COPY.question.metaDescription }}
      index="noindex"
      socialImage="mock-exam"
      stylesheet="styles-mock-exam"
      chrome="none"
    >
      <ExamDesk {...{ pageContext, attempt, now }} position={MOCK_EXAM_COPY.question.overview}>
        <ExamForm pageContext={pageContext} attempt={attempt} className="exam-overview wrap">
          <h1>{copy.title}</h1>
          <p>{open.length === 0 ? copy.complete : fillIn(copy.open, { questions: nameOrCount(open) })}</p>
          {attempt.marked.length === 0 ? null : (
            <p>{fillIn(copy.marked, { questions: nameOrCount(attempt.marked) })}</p>
          )}
          <ExamDots attempt={attempt} />
          <div className={firstOpen === undefined ? "exam-ways buttons" : "exam-ways buttons exam-overview-open"}>
            {firstOpen === undefined ? (
              <>
                <HandIn label={copy.handIn} />
                <button type="submit" className="button button-quiet" name={EXAM_FIELDS.next} value={from}>
                  {fillIn(copy.back, { number: from })}
                </button>
              </>
            ) : (
              <>
                <button
                  type="submit"
                  className={isOver ? "button button-quiet" : "button"}
                  name={EXAM_FIELDS.next}
                  value={firstOpen}
                >
                  {fillIn(copy.toOpen, { number: firstOpen })} <ArrowRight />
                </button>
                <HandIn
                  label={open.length === 1 ? copy.handInOneOpen : fillIn(copy.handInOpen, { count: open.length })}
                  isQuiet={!isOver}
                />
              </>
            )}
          </div>
        </ExamForm>
      </ExamDesk>
    </Document>
  );
}

/** The way to the result. Quiet while a question is open and there is time: the next thing to do is that question. */
function HandIn({ label, isQuiet = false }: { label: string; isQuiet?: boolean }) {
  return (
    <button
      type="submit"
      className={isQuiet ? "button button-quiet" : "button"}
      name={EXAM_FIELDS.next}
      value={EXAM_STEPS.handIn}
    >
      {label} {isQuiet ? null : <ArrowRight />}
    </button>
  );
}

/** So many numbers are named in a sentence; the floats under it show all. */
const NAMED_NUMBERS = 7;

/** Questions in a sentence: `vraag 2, 3 en 5`, or how many they are. */
function nameOrCount(numbers: readonly number[]): string {
  if (numbers.length > NAMED_NUMBERS) return fillIn(copy.many, { count: numbers.length });
  return fillIn(copy.named, { numbers: listed(numbers) });
}
