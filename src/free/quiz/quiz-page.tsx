import type { PageContext } from "../../shared/page-context.ts";
import { PATHS } from "../../shared/paths.ts";
import { CarriedFields } from "../../ui/carried-fields.tsx";
import { Document } from "../../ui/document.tsx";
import { ArrowRight } from "../../ui/icon.tsx";
import { InlinePicture } from "../../ui/picture.tsx";
import { QuizSign } from "./quiz-answer-list.tsx";
import { QUIZ_COPY } from "./quiz-copy.ts";
import { QUIZ_QUESTIONS } from "./quiz-questions-copy.ts";
import {
  answerParam,
  formatAnswer,
  QUIZ_LENGTH,
  type QuizOption,
  type QuizQuestion,
  SCORE_PARAM,
} from "./quiz-rules.ts";

/** Parameters that the quiz sets itself. Their values from an earlier round are not carried on. */
const ROUND_PARAMS: ReadonlySet<string> = new Set([
  SCORE_PARAM,
  ...QUIZ_QUESTIONS.map(({ number }) => answerParam(number)),
]);

/**
 * The teaser quiz: one plain form. On a screen it shows one question at a time, the one that the address's hash names,
 * so that the browser's Back button goes to the question before; on paper it is a list.
 */
export function QuizPage({ pageContext }: { pageContext: PageContext }) {
  const { form } = QUIZ_COPY;
  return (
    <Document pageContext={pageContext} meta={form.meta} index="noindex" socialImage="quiz" stylesheet="styles-quiz">
      <div className="quiz-stage hero">
        <InlinePicture name="quiz-chart" className="quiz-chart screen-only" />
        <div className="quiz-layout stack wrap">
          <div className="quiz-intro">
            <p className="topic">{form.eyebrow}</p>
            <h1>{form.title}</h1>
            <p className="lead">{form.intro}</p>
          </div>
          <form className="quiz-form stack" action={PATHS.quizRedirect} method="get">
            <CarriedFields search={pageContext.search} without={ROUND_PARAMS} />
            <QuestionLinks />
            {QUIZ_QUESTIONS.map((question) => (
              <Question key={question.number} question={question} />
            ))}
          </form>
        </div>
      </div>
    </Document>
  );
}

/** The progress row: five numbered buoys on a route, each a link to its question. CSS fills those that are answered. */
function QuestionLinks() {
  return (
    <nav className="quiz-buoys" aria-label={QUIZ_COPY.answers.contentsLabel}>
      <ol>
        {QUIZ_QUESTIONS.map(({ number: step }) => (
          <li key={step}>
            <a className={`quiz-buoy quiz-buoy-${step}`} href={`#${stepId(step)}`}>
              <InlinePicture name="quiz-buoy" />
              <span className="visually-hidden">{QUIZ_COPY.answers.questionLabel(step)}</span>{" "}
              <span className="quiz-buoy-number" aria-hidden="true">
                {step}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Question({ question }: { question: QuizQuestion }) {
  const { form } = QUIZ_COPY;
  const { number: step } = question;
  return (
    <fieldset id={stepId(step)} className={`quiz-step card card-raised quiz-step-${step}`} tabIndex={-1}>
      <legend>
        <span className="topic">{form.questionLabel(step, QUIZ_LENGTH, question.topic)}</span>{" "}
        <span className="quiz-text">{question.text}</span>
      </legend>
      <QuizSign question={question} />
      <p className="quiz-step-hint note">{form.optionsHint}</p>
      <div className="quiz-options">
        {question.options.map((option) => (
          <Option key={option.letter} question={question} option={option} />
        ))}
      </div>
      <div className="quiz-step-actions">
        {step === QUIZ_LENGTH ? <SubmitAction /> : <NextAction step={step} />}
        {step === 1 ? null : (
          <a className="quiz-previous" href={`#${stepId(step - 1)}`}>
            {form.previousLabel}
          </a>
        )}
      </div>
    </fieldset>
  );
}

function Option({ question, option }: { question: QuizQuestion; option: QuizOption }) {
  return (
    <label className="form-choice quiz-option">
      <input
        type="radio"
        name={answerParam(question.number)}
        value={formatAnswer(question, option.letter)}
        required={true}
      />
      <span className="quiz-letter" aria-hidden="true">
        {option.letter}
      </span>{" "}
      <span>{option.text}</span>
    </label>
  );
}

/** The button to the next question. Until the question is answered, CSS shows a reminder in its place. */
function NextAction({ step }: { step: number }) {
  return (
    <div className="quiz-onward">
      <a className="button button-wide quiz-next" href={`#${stepId(step + 1)}`}>
        {QUIZ_COPY.form.nextLabel} <ArrowRight />
      </a>
      <p className="quiz-missing">{QUIZ_COPY.form.missingAnswer}</p>
    </div>
  );
}

/** Sends the form; until all questions are answered CSS shows links to those that are not. */
function SubmitAction() {
  return (
    <div className="quiz-onward">
      <button type="submit" className="button button-wide">
        {QUIZ_COPY.form.submitLabel} <ArrowRight />
      </button>
      <p className="quiz-missing">
        {`${QUIZ_COPY.form.missingAnswer} `}
        {QUIZ_QUESTIONS.slice(0, -1).map(({ number: step }) => (
          <a key={step} className={`quiz-missing-${step}`} href={`#${stepId(step)}`}>
            {`${QUIZ_COPY.answers.questionLabel(step)} `}
          </a>
        ))}
      </p>
    </div>
  );
}

function stepId(step: number): string {
  return `vraag-${step}`;
}
