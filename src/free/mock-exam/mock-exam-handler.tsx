import { serveContentPage } from "../../server/http/content-pages.tsx";
import type { AppContext } from "../../server/http/context.ts";
import { seeOther } from "../../server/http/json.ts";
import { createAccountPageContext, unmeasuredWithout } from "../../server/http/page-context.ts";
import { renderPage } from "../../server/http/render.tsx";
import { type PageContext, unmeasured } from "../../shared/page-context.ts";
import { PATHS, withSearch } from "../../shared/paths.ts";
import {
  answerQuestion,
  attemptParameters,
  EXAM_FIELDS,
  EXAM_STEPS,
  EXAM_VALUE_MAX_LENGTH,
  type ExamAttempt,
  type ExamField,
  type ExamProblem,
  lengthOf,
  questionNumberOf,
  readAttempt,
  type TypedExam,
} from "./attempt-rules.ts";
import type { ChosenQuestion, ShownAnswer } from "./bank/bank-copy.ts";
import { EXAM_CATALOGUE, readAnswers, readQuestion, readQuestions } from "./bank/bank-copy.ts";
import { type DrawnQuestion, drawExam } from "./bank/draw-rules.ts";
import { MockExamOverviewPage } from "./mock-exam-overview-page.tsx";
import { MockExamPage, MockExamProblemPage } from "./mock-exam-page.tsx";
import { MockExamQuestionPage } from "./mock-exam-question-page.tsx";
import { MockExamResultPage } from "./mock-exam-result-page.tsx";
import { isReplyTo } from "./reply-rules.ts";
import { judge } from "./score-rules.ts";

/**
 * The mock exam. Its address holds its whole state: the questions, the answers and when it began. Nothing is stored.
 */

const FIELD_NAMES = Object.values(EXAM_FIELDS);
/** Small letters and digits that do not look alike, and how many of them make a seed. */
const SEED_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const SEED_LENGTH = 6;

const serveIntroduction = serveContentPage(async () => MockExamPage, unmeasured);

/** `GET /proefexamen`: the introduction. With an exam in its address: a question, the overview or the result. */
export async function serveMockExam(c: AppContext): Promise<Response> {
  const params = new URL(c.req.url).searchParams;
  if (!FIELD_NAMES.some((name) => params.has(name))) return serveIntroduction(c);
  const pageContext = unmeasuredWithout(c, FIELD_NAMES, createAccountPageContext(c));
  const typed = readTyped(params);
  if (typed === null) return answerProblem(pageContext, "answers");
  if (typed.seed === null) {
    const length = lengthOf(typed.length);
    return length === null ? answerProblem(pageContext, "exam") : begin(c, pageContext, { ...typed, seed: newSeed() });
  }
  const attempt = readAttempt(typed);
  if (typeof attempt === "string") {
    const exam = readAnew(typed, null);
    return answerProblem(pageContext, attempt, typeof exam === "string" ? null : exam);
  }
  if (attempt.begun === null) return begin(c, pageContext, typed);
  const questions = drawExam(EXAM_CATALOGUE, attempt.length, attempt.seed);
  if (attempt.ended !== null) return answerResult(pageContext, attempt, questions);
  return answerStep(c, pageContext, { typed, attempt, questions });
}

/** The values in the address. Null if one is longer than any of ours. */
function readTyped(params: URLSearchParams): TypedExam | null {
  const entries = Object.entries(EXAM_FIELDS).map(([field, name]) => [field, params.get(name)] as const);
  if (entries.some(([, text]) => (text?.length ?? 0) > EXAM_VALUE_MAX_LENGTH)) return null;
  return Object.fromEntries(entries) as Record<ExamField, string | null>;
}

function newSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SEED_LENGTH));
  return Array.from(bytes, (byte) => SEED_LETTERS[byte % SEED_LETTERS.length]).join("");
}

/** An address's exam without its answers. */
function readAnew(typed: TypedExam, begun: string | null): ExamAttempt | ExamProblem {
  return readAttempt({ ...typed, begun, ended: null, answers: null, marked: null });
}

/** Redirects to the first question of an exam. The new address holds the start time. */
function begin(c: AppContext, pageContext: PageContext, typed: TypedExam): Response {
  const attempt = readAnew(typed, String(secondsOf(c)));
  // The number of questions was checked, and a seed of ours is valid.
  if (typeof attempt === "string") throw new Error(`no exam begins: ${attempt}`);
  return redirectTo(c, pageContext, attempt);
}

function redirectTo(c: AppContext, pageContext: PageContext, attempt: ExamAttempt): Response {
  return seeOther(c, addressOf(pageContext, attempt), { "cache-control": "private, no-store" });
}

function addressOf({ search }: PageContext, attempt: ExamAttempt): string {
  const params = new URLSearchParams(search);
  for (const [name, text] of attemptParameters(attempt)) params.set(name, text);
  return withSearch(PATHS.mockExam, `?${params}`);
}

type Step = { typed: TypedExam; attempt: ExamAttempt; questions: readonly DrawnQuestion[] };

/** A question, the overview or a redirect to the result, after the form of a question was read. */
async function answerStep(
  c: AppContext,
  pageContext: PageContext,
  { typed, attempt, questions }: Step,
): Promise<Response> {
  const asked = typed.question === null ? 1 : questionNumberOf(attempt, typed.question);
  if (asked === null) return answerProblem(pageContext, "answers", attempt);
  const answered = typed.next === null ? attempt : await takeIn(attempt, questions, asked, typed);
  if (answered === null) return answerProblem(pageContext, "answers", attempt);
  const now = secondsOf(c);
  if (typed.next === EXAM_STEPS.handIn) return redirectTo(c, pageContext, { ...answered, ended: now });
  if (typed.next === EXAM_STEPS.overview) {
    const page = <MockExamOverviewPage {...{ pageContext, now }} attempt={answered} from={asked} />;
    return renderPage(page, { cache: "address" });
  }
  const number = typed.next === null ? asked : questionNumberOf(attempt, typed.next);
  const drawn = number === null ? undefined : questions[number - 1];
  if (number === null || drawn === undefined) return answerProblem(pageContext, "answers", attempt);
  const question = await readQuestion(drawn);
  if (!answersFit([question], answered.answers.slice(number - 1)))
    return answerProblem(pageContext, "answers", attempt);
  const page = <MockExamQuestionPage {...{ pageContext, now, number, question }} attempt={answered} />;
  return renderPage(page, { cache: "address" });
}

/** Whether each question can have its answer: an address can hold an order where letters were asked. */
function answersFit(questions: readonly ChosenQuestion[], answers: ExamAttempt["answers"]): boolean {
  return questions.every(({ form }, index) => {
    const answer = answers[index] ?? null;
    return answer === null || isReplyTo(form, answer);
  });
}

/** The attempt with the form's answer added. Null for an answer that the question cannot have. */
async function takeIn(attempt: ExamAttempt, questions: readonly DrawnQuestion[], number: number, typed: TypedExam) {
  const drawn = questions[number - 1];
  // The overview ends the exam without a question of its own.
  if (drawn === undefined || typed.question === null) return attempt;
  const choices = [typed.choice, typed.choice2, typed.choice3, typed.choice4];
  const { form } = await readQuestion(drawn);
  return answerQuestion(attempt, { number, choices, isMarked: typed.mark !== null }, form);
}

async function answerResult(
  pageContext: PageContext,
  attempt: ExamAttempt,
  questions: readonly DrawnQuestion[],
): Promise<Response> {
  const [texts, answers] = await Promise.all([readQuestions(questions), readAnswers(questions)]);
  if (!answersFit(texts, attempt.answers)) return answerProblem(pageContext, "answers", attempt);
  const keys = new Map(answers.map((answer) => [answer.id, answer.correct]));
  const judged = judge(questions, attempt, ({ id }) => keys.get(id) ?? "A");
  const shown = judged.map((question, index) => ({
    ...question,
    ...(texts[index] as ChosenQuestion),
    ...(answers[index] as ShownAnswer),
  }));
  return renderPage(<MockExamResultPage pageContext={pageContext} attempt={attempt} questions={shown} />, {
    cache: "address",
  });
}

function answerProblem(
  pageContext: PageContext,
  problem: ExamProblem,
  attempt: ExamAttempt | null = null,
): Promise<Response> {
  return renderPage(<MockExamProblemPage pageContext={pageContext} problem={problem} attempt={attempt} />, {
    status: 422,
    cache: "address",
  });
}

/** When the request came, seconds since 1970. */
function secondsOf(c: AppContext): number {
  return Math.floor(c.get("shop").now.getTime() / 1000);
}
