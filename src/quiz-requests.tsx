import type { LoadedPage } from "./page-requests.tsx";
import { QuizLoadingPage, QuizQuestionPage } from "./pages/quiz-question.tsx";
import { QuizRedirectPage } from "./pages/quiz-redirect.tsx";
import { QuizScorePage } from "./pages/quiz-score.tsx";
import type { AppContext } from "./request.ts";
import { originOf } from "./security.ts";
import type { Frame } from "./shared/frame.ts";
import {
  answerParam,
  findQuestion,
  type ParsedAnswer,
  parseAnswer,
  parseQuestionNumber,
  parseScore,
  QUIZ_QUESTIONS,
  SCORE_PARAM,
} from "./shared/quiz.ts";

/** The quiz's pages that are made by their query: all state is in the address. */

/** Passes every parameter on to the score page. */
export function loadQuizRedirect(frame: Frame, params: URLSearchParams): LoadedPage {
  return { page: <QuizRedirectPage frame={frame} params={params} /> };
}

/** The score that the query names, 0 when it names none. */
export function loadQuizScore(frame: Frame, params: URLSearchParams): LoadedPage {
  const score = parseScore(params.get(SCORE_PARAM));
  return { page: <QuizScorePage frame={frame} score={score} answers={parseAnswers(params)} /> };
}

/** Questions without an answer and numbers beyond the last question stay at 'Loading...' (specification section 5). */
export function loadQuizQuestion(frame: Frame, params: URLSearchParams, c: AppContext): LoadedPage | null {
  const number = parseQuestionNumber(c.req.param("number") ?? "");
  if (number === null) return null;
  const question = findQuestion(number);
  const answers = parseAnswers(params);
  const answer = answers[number - 1] ?? null;
  if (question === undefined || answer === null) return { page: <QuizLoadingPage frame={frame} number={number} /> };
  const video = frame.links.quizVideos[number - 1] ?? null;
  return {
    page: <QuizQuestionPage frame={frame} question={question} answer={answer} answers={answers} />,
    needs: { frames: [originOf(video)] },
  };
}

function parseAnswers(params: URLSearchParams): readonly ParsedAnswer[] {
  return QUIZ_QUESTIONS.map((question) => parseAnswer(question, params.get(answerParam(question.number))));
}
