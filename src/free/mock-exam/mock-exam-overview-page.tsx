import { fillIn } from "../../shared/fill-in.ts";
import type { PageContext } from "../../shared/page-context.ts";
import { Document } from "../../ui/document.tsx";
import { ArrowRight } from "../../ui/icon.tsx";
import { EXAM_FIELDS, EXAM_STEPS, type ExamAttempt, openQuestions } from "./attempt-rules.ts";
import { ExamDesk } from "./exam-desk.tsx";
import { ExamDots } from "./exam-dots.tsx";
import { ExamForm } from "./exam-form.tsx";
import { MOCK_EXAM_COPY } from "./mock-exam-copy.ts";

const copy = MOCK_EXAM_COPY.overview;

type OverviewProps = {
  pageContext: PageContext;
  attempt: ExamAttempt;
  /** The number of the question that the visitor came from. */
  from: number;
};

/** The overview: all questions, the numbers of those without an answer, and the button to the result. */
export function MockExamOverviewPage({ pageContext, attempt, from }: OverviewProps) {
  const open = openQuestions(attempt);
  return (
    <Document
      pageContext={pageContext}
      meta={{ title: copy.metaTitle, description: MOCK_EXAM_COPY.question.metaDescription }}
      index="noindex"
      socialImage="mock-exam"
      stylesheet="styles-mock-exam"
      chrome="none"
    >
      <ExamDesk pageContext={pageContext} attempt={attempt} position={MOCK_EXAM_COPY.question.overview}>
        <ExamForm pageContext={pageContext} attempt={attempt} className="exam-overview">
          <h1>{copy.title}</h1>
          <p>{open.length === 0 ? copy.complete : fillIn(copy.open, { numbers: open.join(", ") })}</p>
          {attempt.marked.length === 0 ? null : <p>{fillIn(copy.marked, { numbers: attempt.marked.join(", ") })}</p>}
          <ExamDots attempt={attempt} />
          <div className="exam-ways buttons">
            <button type="submit" className="button" name={EXAM_FIELDS.next} value={EXAM_STEPS.handIn}>
              {copy.handIn} <ArrowRight />
            </button>
            <button type="submit" className="button button-quiet" name={EXAM_FIELDS.next} value={from}>
              {fillIn(copy.back, { number: from })}
            </button>
          </div>
        </ExamForm>
      </ExamDesk>
    </Document>
  );
}
