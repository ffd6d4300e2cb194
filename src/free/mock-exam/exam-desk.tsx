import type { ReactNode } from "react";
import { fillIn } from "../../shared/fill-in.ts";
import type { PageContext } from "../../shared/page-context.ts";
import { PATHS, withSearch } from "../../shared/paths.ts";
import { formatTimeOfDay } from "../../shared/time.ts";
import { Island } from "../../ui/island.tsx";
import { BRAND } from "../../ui/site-copy.ts";
import { Logo } from "../../ui/symbols.tsx";
import { type ExamAttempt, endOfTime, openQuestions } from "./attempt-rules.ts";
import { ExamWay } from "./exam-gauge.tsx";
import { MOCK_EXAM_COPY } from "./mock-exam-copy.ts";

const copy = MOCK_EXAM_COPY.question;

type ExamDeskProps = {
  pageContext: PageContext;
  attempt: ExamAttempt;
  /** The server's time, seconds since 1970: an exam does not hang on the clock of a device. */
  now: number;
  position: string;
  /** The question that is shown, counted from 1; none on the overview. */
  number?: number;
  children: ReactNode;
};

/** The frame of a question or the overview: the link to leave, the position, and the time left. */
export function ExamDesk({ pageContext, attempt, now, position, number, children }: ExamDeskProps) {
  const total = attempt.answers.length;
  const ends = endOfTime(attempt);
  return (
    <Island name="mockExam" when={0} props={{ ends, now, copy: { ...copy.clock, ...copy.warnings } }}>
      <div className="exam-bar wrap">
        <a
          className="exam-exit tap-link"
          href={withSearch(PATHS.mockExam, pageContext.search)}
          aria-label={`${BRAND}: ${copy.exit}`}
        >
          <Logo />
          <span>{BRAND}</span>
        </a>
        <p className="exam-position">{position}</p>
        <p className="exam-time note">
          {now < ends ? (
            fillIn(copy.time, { begin: formatTimeOfDay(attempt.begun ?? 0), end: formatTimeOfDay(ends) })
          ) : (
            <b>{copy.warnings.over}</b>
          )}
        </p>
        {number === undefined ? null : (
          <svg className="exam-progress" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width={(number / total) * 100} height="1" />
          </svg>
        )}
        <p className="exam-warning" role="status" />
      </div>
      {children}
      <ExamWay done={number ?? total - openQuestions(attempt).length} total={total} />
    </Island>
  );
}
