import type { SampleQuestion as SampleQuestionCopy } from "../shared/copy-types.ts";
import { SAMPLE_QUESTION_ID, SITE_COPY } from "../ui/site-copy.ts";

/** A question to try: a choice opens and shows whether it is right, and the explanation. Works without JavaScript. */
export function SampleQuestion({ question }: { question: SampleQuestionCopy }) {
  const { right, wrong, source } = SITE_COPY.sampleQuestion;
  return (
    <div className="sample-question card card-raised">
      <p className="sample-text">{question.text}</p>
      <ol className="sample-choices">
        {question.options.map((option, index) => {
          const isRight = index === question.correct;
          return (
            <li key={option}>
              {/* One name joins the choices: a browser closes one when another is opened. */}
              <details name={SAMPLE_QUESTION_ID} className={isRight ? "sample-right" : "sample-wrong"}>
                <summary>
                  <span className="sample-letter">
                    {letterOf(index)}
                    <span className="visually-hidden">. </span>
                  </span>
                  {option}
                </summary>
                <p>
                  <b>{isRight ? right : wrong(letterOf(question.correct))}</b>
                </p>
                {question.explanation.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
                <p className="note">{`${source}: ${question.source}`}</p>
              </details>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** The letter of a choice; index 0 is A. */
function letterOf(index: number): string {
  return String.fromCharCode("A".charCodeAt(0) + index);
}
