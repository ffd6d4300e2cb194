import { sourcesInWords } from "../../courses/laws-copy.ts";
import type { PageContext } from "../../shared/page-context.ts";
import { PATHS, withSearch } from "../../shared/paths.ts";
import { ClosingCall } from "../../ui/closing-call.tsx";
import { Document } from "../../ui/document.tsx";
import { JumpLinks } from "../../ui/jump-links.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { GreenCone, RedCan } from "../../ui/symbols.tsx";
import { QuizAnswerList, QuizExplanation, QuizSign } from "./quiz-answer-list.tsx";
import { QUIZ_COPY } from "./quiz-copy.ts";
import { QUIZ_QUESTIONS } from "./quiz-questions-copy.ts";
import type { ParsedAnswer, QuizQuestion } from "./quiz-rules.ts";

const SOURCES = sourcesInWords(["BPR", "RPR", "SVW"]);

type PracticeAnswersPageProps = { pageContext: PageContext; answers: readonly ParsedAnswer[] };

/** The five questions to read again; marks the visitor's own answers when they are in the query. */
export function PracticeAnswersPage({ pageContext, answers }: PracticeAnswersPageProps) {
  const { answers: copy } = QUIZ_COPY;
  const rounds = QUIZ_QUESTIONS.map((question, index) => ({ question, answer: answers[index] ?? null }));
  const hasAnswers = rounds.some(({ answer }) => answer !== null);
  return (
    <Document
      pageContext={pageContext}
      meta={copy.meta}
      crumb={copy.title}
      index="noindex"
      socialImage="quiz"
      stylesheet="styles-quiz"
    >
      <PageHead title={copy.title} intro={[hasAnswers ? copy.introWithAnswers : copy.intro]}>
        <JumpLinks
          label={copy.contentsLabel}
          links={rounds.map(({ question, answer }) => ({
            id: questionId(question),
            content: <QuestionLink question={question} answer={answer} />,
          }))}
        />
      </PageHead>
      <div className="answers-questions stack wrap">
        {rounds.map(({ question, answer }) => (
          <Question key={question.number} question={question} answer={answer} hasAnswers={hasAnswers} />
        ))}
        <p className="note">{SOURCES}</p>
        {hasAnswers ? null : (
          <p>
            <a className="button button-quiet" href={withSearch(PATHS.quiz, pageContext.search)}>
              {copy.quizLabel}
            </a>
          </p>
        )}
      </div>
      <ClosingCall
        pageContext={pageContext}
        copy={{ title: copy.orderTitle, orderLabel: copy.orderLabel, practiceLabel: copy.practiceLabel }}
      />
    </Document>
  );
}

type AnsweredQuestion = { question: QuizQuestion; answer: ParsedAnswer };

/** The question's number, with a green or red mark if the visitor answered it. */
function QuestionLink({ question, answer }: AnsweredQuestion) {
  const label = QUIZ_COPY.answers.questionLabel(question.number);
  if (answer === null || answer === "unknown") return label;
  return (
    <>
      {answer.correct ? <GreenCone /> : <RedCan />}
      <span>
        {label}
        <span className="visually-hidden">
          : {(answer.correct ? QUIZ_COPY.marks.right : QUIZ_COPY.marks.wrong).toLowerCase()}
        </span>
      </span>
    </>
  );
}

function Question({ question, answer, hasAnswers }: AnsweredQuestion & { hasAnswers: boolean }) {
  const id = questionId(question);
  return (
    <section className="answers-question stack" id={id} aria-labelledby={`${id}-tekst`}>
      <div className="answers-text">
        <h2 id={`${id}-tekst`}>
          <span className="topic">
            {QUIZ_COPY.answers.questionLabel(question.number)}: {question.topic}{" "}
          </span>
          {question.text}
        </h2>
        <QuizSign question={question} />
      </div>
      <div>
        {hasAnswers && answer === null ? <p className="quiz-answer-note">{QUIZ_COPY.marks.noAnswer}</p> : null}
        <QuizAnswerList question={question} answer={answer} />
      </div>
      <div className="answers-why">
        <QuizExplanation question={question} />
      </div>
    </section>
  );
}

function questionId(question: QuizQuestion): string {
  return `vraag-${question.number}`;
}
