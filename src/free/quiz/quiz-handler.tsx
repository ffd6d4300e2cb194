import type { ReactElement } from "react";
import type { AppContext } from "../../server/http/context.ts";
import type { PageContext } from "../../shared/page-context.ts";
import { PracticeAnswersPage } from "./practice-answers-page.tsx";
import { QuizPage } from "./quiz-page.tsx";
import { QuizLoadingPage, QuizQuestionPage } from "./quiz-question-page.tsx";
import { findQuestion, QUIZ_QUESTIONS } from "./quiz-questions-copy.ts";
import { QuizRedirectPage } from "./quiz-redirect-page.tsx";
import { parseAnswers, parseQuestionNumber, parseScore, SCORE_PARAM } from "./quiz-rules.ts";
import { QuizScorePage } from "./quiz-score-page.tsx";

/** The quiz's pages, which depend on their query: all state is in the address. */

/** The five questions. The form carries the query on. */
export function loadQuiz(pageContext: PageContext): ReactElement {
  return <QuizPage pageContext={pageContext} />;
}

export function loadPracticeAnswers(pageContext: PageContext, params: URLSearchParams): ReactElement {
  return <PracticeAnswersPage pageContext={pageContext} answers={parseAnswers(QUIZ_QUESTIONS, params)} />;
}

/** The page that redirects to the score page, with the same query and the score. */
export function loadQuizRedirect(pageContext: PageContext): ReactElement {
  return <QuizRedirectPage pageContext={pageContext} />;
}

/** The score in the query, 0 if there is none. */
export function loadQuizScore(pageContext: PageContext, params: URLSearchParams): ReactElement {
  const score = parseScore(params.get(SCORE_PARAM));
  return <QuizScorePage pageContext={pageContext} score={score} answers={parseAnswers(QUIZ_QUESTIONS, params)} />;
}

/** Questions without an answer and numbers beyond the last question stay at 'Loading...' (given 4.3). */
export function loadQuizQuestion(
  pageContext: PageContext,
  params: URLSearchParams,
  c: AppContext,
): ReactElement | null {
  const number = parseQuestionNumber(c.get("parameter"));
  if (number === null) return null;
  const question = findQuestion(number);
  const answers = parseAnswers(QUIZ_QUESTIONS, params);
  const answer = answers[number - 1] ?? null;
  if (question === undefined || answer === null) return <QuizLoadingPage pageContext={pageContext} number={number} />;
  return <QuizQuestionPage pageContext={pageContext} question={question} answer={answer} answers={answers} />;
}
