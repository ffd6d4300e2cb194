import { GreenCone, RedCan, SignA9 } from "../../ui/symbols.tsx";
import { QUIZ_COPY } from "./quiz-copy.ts";
import type { ParsedAnswer, QuizOption, QuizQuestion } from "./quiz-rules.ts";

type QuizAnswerListProps = {
  question: QuizQuestion;
  /** The visitor's answer; null shows the right answer only. */
  answer: ParsedAnswer;
};

/** A question's options. Text and the shape of a buoy mark the right one and the visitor's own. */
export function QuizAnswerList({ question, answer }: QuizAnswerListProps) {
  const own = answer === null || answer === "unknown" ? null : answer.letter;
  return (
    <>
      {answer === "unknown" ? <p className="quiz-answer-note">{QUIZ_COPY.marks.unknownAnswer}</p> : null}
      <ol className="quiz-answers">
        {question.options.map((option) => (
          <AnswerRow
            key={option.letter}
            option={option}
            isRight={option.letter === question.correct}
            isOwn={option.letter === own}
          />
        ))}
      </ol>
    </>
  );
}

/** The traffic sign beside a question, if it has one. */
export function QuizSign({ question }: { question: QuizQuestion }) {
  if (question.sign === undefined) return null;
  return (
    <div className="quiz-sign">
      <SignA9 title={QUIZ_COPY.signAlt} />
    </div>
  );
}

type QuizExplanationProps = {
  question: QuizQuestion;
  /** Level in the page's outline. */
  heading?: "h2" | "h3";
};

export function QuizExplanation({ question, heading: Heading = "h3" }: QuizExplanationProps) {
  return (
    <div className="quiz-explanation">
      <Heading>{QUIZ_COPY.marks.explanation}</Heading>
      {question.explanation.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p className="quiz-source note">
        {QUIZ_COPY.marks.source}: <b>{question.source}</b>
      </p>
    </div>
  );
}

type AnswerRowProps = { option: QuizOption; isRight: boolean; isOwn: boolean };

function AnswerRow({ option, isRight, isOwn }: AnswerRowProps) {
  const kind = isRight ? "right" : isOwn ? "wrong" : "plain";
  return (
    <li className={`quiz-answer quiz-answer-${kind}`}>
      <span className="quiz-letter">
        {option.letter}
        <span className="visually-hidden">. </span>
      </span>
      <span className="quiz-answer-text">{option.text}</span>{" "}
      {kind === "plain" ? null : (
        <span className="quiz-answer-mark">
          {isRight ? <GreenCone size={20} /> : <RedCan size={20} />}
          <span>{markText(isRight, isOwn)}</span>
        </span>
      )}
    </li>
  );
}

/** `Jouw antwoord: goed`, `Jouw antwoord: fout` or `Juiste antwoord`. */
function markText(isRight: boolean, isOwn: boolean): string {
  const { marks } = QUIZ_COPY;
  if (!isOwn) return marks.rightAnswer;
  return `${marks.ownAnswer}: ${(isRight ? marks.right : marks.wrong).toLowerCase()}`;
}
