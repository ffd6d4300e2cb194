import { fillIn } from "../../shared/fill-in.ts";
import { EXAM_FIELDS, type ExamAttempt } from "./attempt-rules.ts";
import { MOCK_EXAM_COPY } from "./mock-exam-copy.ts";
import { isComplete } from "./reply-rules.ts";

const words = MOCK_EXAM_COPY.dots;

type ExamDotsProps = {
  attempt: ExamAttempt;
  /** The question that is shown; none on the overview. */
  current?: number;
};

/** All questions of an exam as buttons of its form. Each opens its question and names that question's state. */
export function ExamDots({ attempt, current }: ExamDotsProps) {
  return (
    <>
      <p className="exam-dots-legend note" aria-hidden="true">
        <span data-answered="">{words.answered}</span> <span data-open="">{words.open}</span>{" "}
        {attempt.marked.length === 0 ? null : <span data-marked="">{words.marked}</span>}
      </p>
      <ol className={attempt.length === "short" ? "exam-dots exam-dots-short" : "exam-dots"}>
        {attempt.answers.map((answer, index) => {
          const number = index + 1;
          const isOpen = !isComplete(answer);
          const isMarked = attempt.marked.includes(number);
          const states = [
            number === current ? words.current : null,
            isOpen ? words.open : words.answered,
            isMarked ? words.marked : null,
          ];
          const state = states.filter(Boolean).join(", ");
          return (
            <li key={number}>
              <button
                type="submit"
                className="exam-dot"
                name={EXAM_FIELDS.next}
                value={number}
                aria-label={fillIn(words.label, { number, state })}
                aria-current={number === current ? "step" : undefined}
                data-answered={isOpen ? undefined : ""}
                data-marked={isMarked ? "" : undefined}
              >
                {number}
              </button>
            </li>
          );
        })}
      </ol>
    </>
  );
}
