import type { PageContext } from "../../shared/page-context.ts";
import { carriedSearch, PATHS, withSearch } from "../../shared/paths.ts";
import { Document } from "../../ui/document.tsx";
import { Island } from "../../ui/island.tsx";
import { QUIZ_COPY } from "./quiz-copy.ts";
import { QUIZ_QUESTIONS } from "./quiz-questions-copy.ts";
import { answerParam, countScore, SCORE_PARAM } from "./quiz-rules.ts";
import { QuizWait } from "./quiz-wait.tsx";

/** Redirects to the score at once, with the same query. */
export function QuizRedirectPage({ pageContext }: { pageContext: PageContext }) {
  const { redirect } = QUIZ_COPY;
  const target = withSearch(PATHS.quizScore, carriedSearch(withScore(new URLSearchParams(pageContext.search))));
  return (
    <Document
      pageContext={pageContext}
      meta={redirect.meta}
      index="noindex"
      stylesheet="styles-quiz"
      head={
        <noscript>
          <meta httpEquiv="refresh" content={`0; url=${target}`} />
        </noscript>
      }
    >
      <QuizWait>
        <h1>{redirect.title}</h1>
        <p>
          <a className="button" href={target}>
            {redirect.continueLabel}
          </a>
        </p>
        <Island name="quizRedirect" when={0} props={{ target }} />
      </QuizWait>
    </Document>
  );
}

/** Adds the counted score when the query has answers but no score, as our own form sends it (given 2.2). */
function withScore(params: URLSearchParams): URLSearchParams {
  const hasAnswer = QUIZ_QUESTIONS.some(({ number }) => params.has(answerParam(number)));
  if (params.has(SCORE_PARAM) || !hasAnswer) return params;
  const scored = new URLSearchParams(params);
  scored.set(SCORE_PARAM, String(countScore(QUIZ_QUESTIONS, params)));
  return scored;
}
