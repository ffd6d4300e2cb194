import type { ReactNode } from "react";
import { priceOf } from "../../shared/courses.ts";
import { formatPrice } from "../../shared/money.ts";
import type { PageContext } from "../../shared/page-context.ts";
import type { PageNeeds } from "../../shared/page-needs.ts";
import { PATHS, quizQuestionPath, withSearch } from "../../shared/paths.ts";
import { Document } from "../../ui/document.tsx";
import { ArrowRight } from "../../ui/icon.tsx";
import { Picture } from "../../ui/picture.tsx";
import { BuoyDot, GreenCone, RedCan } from "../../ui/symbols.tsx";
import { Video } from "../../ui/video.tsx";
import { QuizAnswerList, QuizExplanation, QuizSign } from "./quiz-answer-list.tsx";
import { QUIZ_COPY } from "./quiz-copy.ts";
import { QUIZ_QUESTIONS } from "./quiz-questions-copy.ts";
import { type ParsedAnswer, QUIZ_LENGTH, type QuizQuestion } from "./quiz-rules.ts";
import { QuizWait } from "./quiz-wait.tsx";

type QuizQuestionPageProps = {
  pageContext: PageContext;
  question: QuizQuestion;
  answer: Exclude<ParsedAnswer, null>;
  answers: readonly ParsedAnswer[];
};

/** One question with the right answer, the visitor's own, the explanation and a link on. The address has all state. */
export function QuizQuestionPage({ pageContext, question, answer, answers }: QuizQuestionPageProps) {
  const copy = QUIZ_COPY.question;
  const isLast = question.number === QUIZ_LENGTH;
  const nextPath = isLast ? PATHS.order : quizQuestionPath(question.number + 1);
  return (
    <QuestionDocument pageContext={pageContext} number={question.number}>
      <div className="hero">
        <div className="quiz-result-layout stack wrap">
          <div className="quiz-result-head">
            <h1>{copy.title(question.number, QUIZ_LENGTH)}</h1>
            <Progress current={question.number} answers={answers} />
          </div>
          <section className="quiz-result-card card card-raised">
            {answer === "unknown" ? null : <Verdict correct={answer.correct} />}
            <p className="topic">{question.topic}</p>
            <h2 className="quiz-text">{question.text}</h2>
            <QuizSign question={question} />
            <QuizAnswerList question={question} answer={answer} />
          </section>
          <div className="quiz-result-side">
            <section className="quiz-result-note card card-dashed">
              <QuizExplanation question={question} heading="h2" />
            </section>
            <Video
              poster={<Picture name={`poster-quiz-${question.number}`} className="poster" />}
              url={pageContext.links.quizVideos[question.number - 1] ?? null}
              title={copy.videoTitle}
            />
            {isLast ? <Bridge pageContext={pageContext} /> : null}
          </div>
          <p className="quiz-result-next">
            <a className="button button-wide" href={withSearch(nextPath, pageContext.search)}>
              {isLast ? copy.lastLabel : copy.nextLabel} <ArrowRight />
            </a>
          </p>
        </div>
      </div>
    </QuestionDocument>
  );
}

QuizQuestionPage.needs = ({ pageContext, question }: QuizQuestionPageProps): PageNeeds => ({
  iframes: [pageContext.links.quizVideos[question.number - 1] ?? null],
});

/** Below the last explanation: the reasons to go on to the order page. */
function Bridge({ pageContext }: { pageContext: PageContext }) {
  const { bridge } = QUIZ_COPY.question;
  return (
    <section className="quiz-bridge">
      <h2>{bridge.title}</h2>
      <p>{bridge.text(formatPrice(priceOf("KVB1", pageContext.flow).priceCents))}</p>
    </section>
  );
}

type QuizLoadingPageProps = {
  pageContext: PageContext;
  /** The number in the address: a question without an answer, or beyond the last question. */
  number: number;
};

/** The state 'Loading...' (given 4.3). Nothing loads by itself, so the page says why and has a link to go on. */
export function QuizLoadingPage({ pageContext, number }: QuizLoadingPageProps) {
  const copy = QUIZ_COPY.question;
  return (
    <QuestionDocument pageContext={pageContext} number={number}>
      <QuizWait>
        <h1 lang="en">{copy.loading}</h1>
        <p className="quiz-wait-text">{number > QUIZ_LENGTH ? copy.loadingBeyond : copy.loadingMissing}</p>
        <p>
          <a className="button" href={withSearch(PATHS.quiz, pageContext.search)}>
            {copy.loadingLabel}
          </a>
        </p>
      </QuizWait>
    </QuestionDocument>
  );
}

/** Five dots: those of questions behind the visitor show right or wrong, those ahead are neutral. */
function Progress({ current, answers }: { current: number; answers: readonly ParsedAnswer[] }) {
  return (
    <ol className="quiz-dots" aria-label={QUIZ_COPY.progressLabel(current, QUIZ_LENGTH)}>
      {QUIZ_QUESTIONS.map(({ number }, index) => (
        <li key={number} aria-current={number === current ? "step" : undefined}>
          {number > current ? (
            <BuoyDot state="todo" label={QUIZ_COPY.dotLabel(number, "open")} />
          ) : (
            <SeenDot number={number} answer={answers[index] ?? null} isCurrent={number === current} />
          )}
        </li>
      ))}
    </ol>
  );
}

type SeenDotProps = { number: number; answer: ParsedAnswer; isCurrent: boolean };

/** A question that the visitor has reached. A missing or unknown answer is neither right nor wrong. */
function SeenDot({ number, answer, isCurrent }: SeenDotProps) {
  if (answer !== null && answer !== "unknown") {
    const mark = answer.correct ? "right" : "wrong";
    return <BuoyDot state={mark} label={QUIZ_COPY.dotLabel(number, mark)} />;
  }
  if (isCurrent) return <BuoyDot state="current" label={QUIZ_COPY.dotLabel(number, "current")} />;
  return <BuoyDot state="todo" label={QUIZ_COPY.answers.questionLabel(number)} />;
}

function Verdict({ correct }: { correct: boolean }) {
  return (
    <p className={`quiz-verdict quiz-verdict-${correct ? "right" : "wrong"}`}>
      {correct ? <GreenCone size={32} /> : <RedCan size={32} />}
      {correct ? QUIZ_COPY.marks.right : QUIZ_COPY.marks.wrong}
    </p>
  );
}

function QuestionDocument({ pageContext, number, children }: QuizLoadingPageProps & { children: ReactNode }) {
  return (
    <Document
      pageContext={pageContext}
      meta={QUIZ_COPY.question.meta(number)}
      index="noindex"
      socialImage="quiz"
      stylesheet="styles-quiz"
    >
      {children}
    </Document>
  );
}
