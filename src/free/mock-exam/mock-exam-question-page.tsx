import { fillIn } from "../../shared/fill-in.ts";
import type { PageContext } from "../../shared/page-context.ts";
import { Document } from "../../ui/document.tsx";
import { ArrowRight } from "../../ui/icon.tsx";
import { EXAM_FIELDS, EXAM_STEPS, type ExamAttempt, endOfTime, openQuestions } from "./attempt-rules.ts";
import type { ChosenQuestion } from "./bank/bank-copy.ts";
import { ExamAnswers } from "./exam-answers.tsx";
import { ExamDesk } from "./exam-desk.tsx";
import { ExamDots } from "./exam-dots.tsx";
import { ExamForm } from "./exam-form.tsx";
import { ExamPicture } from "./exam-picture.tsx";
import { MOCK_EXAM_COPY } from "./mock-exam-copy.ts";

const copy = MOCK_EXAM_COPY.question;

type QuestionProps = {
  pageContext: PageContext;
  attempt: ExamAttempt;
  /** The server's time, seconds since 1970. */
  now: number;
  number: number;
  question: ChosenQuestion;
};

/** One question of the mock exam. Nothing in the page reveals the right answer. */
export function MockExamQuestionPage({ pageContext, attempt, now, number, question }: QuestionProps) {
  const total = attempt.answers.length;
  const isDone = number === total || now >= endOfTime(attempt);
  const done = total - openQuestions(attempt).length;
  return (
    <Document
      pageContext={pageContext}
      meta={{ title: fillIn(copy.metaTitle, { number, total }), description: copy.metaDescription }}
      index="noindex"
      socialImage="mock-exam"
      stylesheet="styles-mock-exam"
      chrome="none"
    >
      <ExamDesk {...{ pageContext, attempt, now, number }} position={fillIn(copy.position, { number, total })}>
        <ExamForm pageContext={pageContext} attempt={attempt} className="exam-question wrap">
          <input type="hidden" name={EXAM_FIELDS.question} value={number} />
          <fieldset>
            <legend>
              <span className="topic">{copy.points[question.points]}</span>
              <h1>{question.text}</h1>
            </legend>
            {question.drawing === null ? null : <ExamPicture drawing={question.drawing} canGrow={true} />}
            <ExamAnswers form={question.form} reply={attempt.answers[number - 1] ?? null} />
            <label className="exam-mark note">
              <input
                type="checkbox"
                name={EXAM_FIELDS.mark}
                value="1"
                defaultChecked={attempt.marked.includes(number)}
              />
              <span>{copy.mark}</span>
            </label>
            <div className="exam-ways buttons">
              <button
                type="submit"
                className="button"
                name={EXAM_FIELDS.next}
                value={isDone ? EXAM_STEPS.overview : number + 1}
              >
                {isDone ? copy.toOverview : copy.next} <ArrowRight />
              </button>
              {number === 1 ? null : (
                <button type="submit" className="button button-quiet" name={EXAM_FIELDS.next} value={number - 1}>
                  {copy.previous}
                </button>
              )}
            </div>
          </fieldset>
          <div className="exam-state note">
            {done === 0 ? null : <p>{fillIn(copy.state, { done, total })}</p>}
            <details>
              <summary>{copy.overview}</summary>
              <ExamDots attempt={attempt} current={number} />
              <button
                type="submit"
                className="button button-quiet button-small"
                name={EXAM_FIELDS.next}
                value={EXAM_STEPS.overview}
              >
                {copy.toOverview}
              </button>
            </details>
          </div>
        </ExamForm>
      </ExamDesk>
    </Document>
  );
}
