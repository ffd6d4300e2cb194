import type { SampleQuestion as SampleQuestionCopy } from "../content/copy.ts";
import { SITE_COPY } from "../content/site.ts";

/** A question to try on the spot; the answer with its rule opens without JavaScript. */
export function SampleQuestion({ question }: { question: SampleQuestionCopy }) {
  const { answerLabel, answer, source } = SITE_COPY.sampleQuestion;
  const right = question.options[question.correct] ?? "";
  return (
    <div className="sample-question card card-raised">
      <p className="sample-text">{question.text}</p>
      <ol>
        {question.options.map((option) => (
          <li key={option}>{option}</li>
        ))}
      </ol>
      <details>
        <summary className="button button-quiet">{answerLabel}</summary>
        <p>
          <b>{answer(letterOf(question.correct), right)}</b>
        </p>
        {question.explanation.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p className="sample-source note">{`${source}: ${question.source}`}</p>
      </details>
    </div>
  );
}

/** 0 is A. */
function letterOf(index: number): string {
  return String.fromCharCode("A".charCodeAt(0) + index);
}
