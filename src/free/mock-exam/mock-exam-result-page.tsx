import { EXAM_MINUTES, EXAM_PASS_PERCENT } from "../../courses/exam-rules.ts";
import { sourcesInWords } from "../../courses/laws-copy.ts";
import { OrderButton } from "../../courses/order-button.tsx";
import { Price } from "../../courses/price.tsx";
import { orderLabel } from "../../courses/products-copy.ts";
import { COURSES, PRODUCTS } from "../../shared/courses.ts";
import { fillIn } from "../../shared/fill-in.ts";
import type { PageContext } from "../../shared/page-context.ts";
import { PATHS, withSearch } from "../../shared/paths.ts";
import { Document } from "../../ui/document.tsx";
import { capitalise, inWords } from "../../ui/dutch-copy.ts";
import { ArrowRight } from "../../ui/icon.tsx";
import { Island } from "../../ui/island.tsx";
import { GreenCone, RedCan } from "../../ui/symbols.tsx";
import { STUDY_FIELDS, STUDY_FIRST, spellStudyFirst } from "../study-plan/study-plan-rules.ts";
import type { ExamAttempt } from "./attempt-rules.ts";
import type { ChosenQuestion, ShownAnswer } from "./bank/bank-copy.ts";
import { nextSeed } from "./bank/draw-rules.ts";
import type { ExamReply } from "./bank/question-rules.ts";
import { CHOICE_LETTERS } from "./drawing/scene-rules.ts";
import { ExamGauge } from "./exam-gauge.tsx";
import { ExamPicture, PictureInWords } from "./exam-picture.tsx";
import { formatRule, MOCK_EXAM_COPY, SUBJECT_COPY } from "./mock-exam-copy.ts";
import { unbegunSearch } from "./mock-exam-page.tsx";
import { isComplete } from "./reply-rules.ts";
import {
  chanceToPass,
  type ExamScore,
  isRight,
  type JudgedQuestion,
  pointsOf,
  type SubjectScore,
  scoreOf,
  weakSubjects,
} from "./score-rules.ts";

/** The texts of the laws that its answers name. */
const SOURCES = sourcesInWords(["BPR", "RPR", "SVW", "BVB", "IALA-A"]);

const copy = MOCK_EXAM_COPY.result;
const { statements } = MOCK_EXAM_COPY.question;

/** An asked question with its text, the given answer, and the right answer with its explanation. */
type ShownQuestion = JudgedQuestion & ChosenQuestion & ShownAnswer;

/** So many questions without an answer are shown with their explanation. More of them stay folded: the exam was not made. */
const FEW_OPEN = 5;

type ResultProps = { pageContext: PageContext; attempt: ExamAttempt; questions: readonly ShownQuestion[] };

/** The result: points, passed or not; then their meaning, the subjects to study, and each question explained. */
export function MockExamResultPage({ pageContext, attempt, questions }: ResultProps) {
  const score = scoreOf(questions);
  const otherExam = unbegunSearch(pageContext, { ...attempt, seed: nextSeed(attempt.seed) });
  return (
    <Document
      pageContext={pageContext}
      meta={{ title: copy.metaTitle, description: MOCK_EXAM_COPY.intro.meta.description }}
      index="noindex"
      socialImage="mock-exam"
      stylesheet="styles-mock-exam"
    >
      <Verdict attempt={attempt} score={score} />
      <Island name="mockExamEnd" when={0} />
      <div className="section wrap split">
        <Subjects pageContext={pageContext} score={score} />
        <div className="mock-next">
          <CourseCall pageContext={pageContext} score={score} />
          <Readiness score={score} total={questions.length} />
          <p>
            <a className="button button-quiet" href={withSearch(PATHS.mockExam, otherExam)}>
              {copy.again} <ArrowRight />
            </a>
          </p>
        </div>
      </div>
      <Answers questions={questions} areOpenShown={score.open <= FEW_OPEN} />
    </Document>
  );
}

function Verdict({ attempt, score }: { attempt: ExamAttempt; score: ExamScore }) {
  const { right, open, points, maxPoints, passPoints, isPassed } = score;
  const words = isPassed ? copy.passed : copy.failed;
  const summary = fillIn(copy.summary, { right, total: attempt.answers.length, pass: passPoints });
  const left = open === 0 ? "" : open === 1 ? copy.openAnswer : fillIn(copy.openAnswers, { open });
  return (
    <div className="mock-verdict hero">
      <div className="wrap">
        <p className="topic">{copy.eyebrow}</p>
        <p className={`mock-mark mock-mark-${isPassed ? "right" : "wrong"}`}>
          {isPassed ? <GreenCone size={32} /> : <RedCan size={32} />} {words.mark}
        </p>
        <h1>{words.title}</h1>
        <p className="mock-points">
          <b>{fillIn(copy.points[0], { points })}</b> {fillIn(copy.points[1], { max: maxPoints })}
        </p>
        <p className="lead">{[summary, left, timeOf(attempt)].filter(Boolean).join(" ")}</p>
        <ExamGauge {...score} />
      </div>
    </div>
  );
}

function timeOf({ begun, ended, length }: ExamAttempt): string {
  const minutes = Math.round(((ended ?? 0) - (begun ?? 0)) / 60);
  const limit = EXAM_MINUTES[length];
  if (minutes > limit)
    return length === "full" ? fillIn(copy.time.over, { minutes, limit }) : fillIn(copy.time.within, { minutes });
  if (minutes < 1) return copy.time.less;
  return minutes === 1 ? copy.time.one : fillIn(copy.time.within, { minutes });
}

/** Points by subject, as bars and as text, with the subjects to study first. */
function Subjects({ pageContext, score }: { pageContext: PageContext; score: ExamScore }) {
  const weak = weakSubjects(score);
  const plan = new URLSearchParams(pageContext.search);
  plan.set(STUDY_FIELDS.course, "kvb1");
  plan.set(STUDY_FIRST, spellStudyFirst(weak));
  return (
    <section aria-labelledby="onderdelen">
      <h2 id="onderdelen">{copy.subjects.title}</h2>
      <dl className="mock-bars">
        {score.subjects.map((subject) => (
          <Bar key={subject.subject} {...subject} />
        ))}
      </dl>
      {weak.length === 0 ? (
        <p>{copy.subjects.all}</p>
      ) : (
        <>
          <h3>{copy.subjects.first}</h3>
          <ol className="mock-weak">
            {weak.slice(0, 2).map((subject) => (
              <li key={subject}>
                <b>{SUBJECT_COPY[subject].name}</b> {SUBJECT_COPY[subject].study}
              </li>
            ))}
          </ol>
          <p className="actions">
            <a className="button button-quiet" href={withSearch(PATHS.studyPlan, `?${plan}`)}>
              {copy.plan.label}
            </a>{" "}
            <small>{copy.plan.hint}</small>
          </p>
        </>
      )}
    </section>
  );
}

function Bar({ subject, points, maxPoints }: SubjectScore) {
  const isEnough = points * 100 >= maxPoints * EXAM_PASS_PERCENT;
  return (
    <div>
      <dt>{SUBJECT_COPY[subject].name}</dt>
      <dd>
        {fillIn(copy.subjects.points, { points, max: maxPoints })}
        <svg
          className={isEnough ? "mock-bar" : "mock-bar mock-bar-low"}
          viewBox="0 0 100 6"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <rect width="100" height="6" />
          <rect width={Math.round((points / maxPoints) * 100)} height="6" />
        </svg>
      </dd>
    </div>
  );
}

/** What the course does about the lost points, with its price. After a pass: how to stay ready. */
function CourseCall({ pageContext, score }: { pageContext: PageContext; score: ExamScore }) {
  const { course } = copy;
  const weakest = score.subjects.find(({ subject }) => subject === weakSubjects(score)[0]);
  return (
    <section className="mock-course card card-raised" aria-labelledby="cursus">
      <h2 id="cursus">
        {score.isPassed || weakest === undefined
          ? course.passedTitle
          : fillIn(course.title, {
              points: weakest.maxPoints - weakest.points,
              subject: SUBJECT_COPY[weakest.subject].name,
            })}
      </h2>
      <p>{course.text}</p>
      <p className="mock-course-name">{COURSES.KVB1.name}</p>
      <Price productId="KVB1" flow={pageContext.flow} />
      <OrderButton href={pageContext.links.checkout.KVB1} dataEvt={PRODUCTS.KVB1.dataEvt}>
        {orderLabel("KVB1")}
      </OrderButton>
      <p>
        <a href={withSearch(PATHS.kvb1, pageContext.search)}>{course.label}</a>
      </p>
    </section>
  );
}

/** From this chance on somebody probably passes. */
const LIKELY = 0.5;
/** Fewer questions say nothing of the real exam. */
const MIN_QUESTIONS = 25;

/** 'Ben ik er klaar voor?' No chance is printed: it would read as the shop's rate of passes. */
function Readiness({ score, total }: { score: ExamScore; total: number }) {
  const { from, to } = chanceToPass(score.right, total);
  const { ready } = copy;
  const isEnough = total >= MIN_QUESTIONS;
  const verdict = from >= LIKELY ? ready.likely : to < LIKELY ? ready.unlikely : ready.unsure;
  return (
    <section className="mock-ready card" aria-labelledby="klaar">
      <h2 id="klaar">{ready.title}</h2>
      <p>{isEnough ? verdict : fillIn(ready.tooFew, { total: capitalise(inWords(total)) })}</p>
      {isEnough ? (
        <details>
          <summary>{ready.noteTitle}</summary>
          <p>{fillIn(ready.note, { total })}</p>
        </details>
      ) : null}
    </section>
  );
}

type NumberedQuestion = { question: ShownQuestion; number: number; state: AnswerState };

/** The questions without all their points, each explained; then the right ones, folded. */
function Answers({ questions, areOpenShown }: { questions: readonly ShownQuestion[]; areOpenShown: boolean }) {
  const numbered = questions.map((question, index) => ({ question, number: index + 1, state: stateOf(question) }));
  const missed = numbered.filter(({ state }) => state !== "right");
  const right = numbered.filter(({ state }) => state === "right");
  return (
    <section className="section wrap" aria-labelledby="antwoorden">
      <h2 id="antwoorden">{copy.answersTitle}</h2>
      {missed.length === 0 ? null : (
        <>
          <Jump missed={missed} />
          <ol className="mock-answers stack">
            {missed.map((answer) => (
              <Answer key={answer.number} {...answer} isShown={answer.state !== "open" || areOpenShown} />
            ))}
          </ol>
        </>
      )}
      {right.length === 0 ? null : (
        <details className="mock-right">
          <summary>
            <GreenCone size={24} /> {right.length === 1 ? copy.rightOne : fillIn(copy.right, { right: right.length })}
          </summary>
          <ol>
            {right.map((answer) => (
              <Answer key={answer.number} {...answer} isShown={false} />
            ))}
          </ol>
        </details>
      )}
      <p className="note">{SOURCES}</p>
    </section>
  );
}

/** Links to the questions without all their points, a float each. */
function Jump({ missed }: { missed: readonly NumberedQuestion[] }) {
  const open = missed.filter(({ state }) => state === "open").length;
  const title = open === 0 ? copy.jump.wrong : open === missed.length ? copy.jump.open : copy.jump.both;
  return (
    <nav className="mock-jump" aria-labelledby="fouten">
      <p id="fouten">{title}</p>
      <ol className="mock-jump-numbers">
        {missed.map(({ number, state }) => (
          <li key={number}>
            <a
              href={`#vraag-${number}`}
              className={state === "open" ? "mock-jump-open" : undefined}
              aria-label={fillIn(state === "open" ? copy.jump.openLabel : copy.jump.label, { number })}
            >
              {number}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Open: no answer, or only a part of one. Half: one of two statements is right. */
type AnswerState = "right" | keyof typeof copy.marks;

function stateOf(question: ShownQuestion): AnswerState {
  if (isRight(question)) return "right";
  if (pointsOf(question) > 0) return "half";
  return isComplete(question.given) ? "wrong" : "open";
}

/** The pictures or statements that a question asked about, which its answer names by letter or number. */
function Asked({ form }: Pick<ShownQuestion, "form">) {
  if ("pictures" in form) {
    return (
      <ol className="mock-pictures">
        {form.pictures.map((picture, index) => (
          <li key={CHOICE_LETTERS[index]}>
            <b>{CHOICE_LETTERS[index]}</b>
            <PictureInWords drawing={picture} />
          </li>
        ))}
      </ol>
    );
  }
  if (!("statements" in form)) return null;
  return (
    <ol className="mock-statements">
      {form.statements.map((statement) => (
        <li key={statement}>{statement}</li>
      ))}
    </ol>
  );
}

/** An answer in words, or the part of one that was given. */
function Reply({ form, reply }: Pick<ShownQuestion, "form"> & { reply: ExamReply }) {
  if ("items" in form) {
    const ordered = form.items.map((item, index) => ({ item, place: Number(reply[index]) }));
    return ordered
      .filter(({ place }) => place > 0)
      .sort((a, b) => a.place - b.place)
      .map(({ item, place }) => (
        <span key={place} className="mock-step">
          {place}. {item}{" "}
        </span>
      ));
  }
  if ("statements" in form) {
    return form.statements
      .map((_, index) => `${index + 1}: ${statements[reply[index] as "j" | "n" | "x"].toLowerCase()}`)
      .join(", ");
  }
  if ("pictures" in form) return fillIn(copy.picture, { letter: reply });
  const at = (CHOICE_LETTERS as readonly string[]).indexOf(reply);
  return "places" in form ? fillIn(copy.place, { letter: reply, place: form.places[at] ?? "" }) : form.choices[at];
}

type AnswerProps = NumberedQuestion & { isShown: boolean };

/** A question, what was answered, and why what is right is right. On a wide screen beside what it was asked about. */
function Answer({ question, number, state, isShown }: AnswerProps) {
  const { text, form, drawing, given, correct, explanation, rules } = question;
  const isSeen = drawing !== null || "pictures" in form || "statements" in form;
  const answers = (
    <dl className="mock-given">
      {state === "right" ? null : (
        <div className={state === "open" ? "mock-given-open" : undefined}>
          <dt className="note">{copy.given}</dt>
          <dd>{given === null || /^[0x]+$/.test(given) ? copy.none : <Reply form={form} reply={given} />}</dd>
        </div>
      )}
      <div className="mock-given-right">
        <dt className="note">{copy.correct}</dt>
        <dd>
          <b>
            <Reply form={form} reply={correct} />
          </b>
        </dd>
      </div>
    </dl>
  );
  return (
    <li id={`vraag-${number}`} className={state === "right" ? "mock-answer" : "mock-answer card"}>
      {state === "right" ? null : (
        <p className={`mock-mark mock-mark-${state}`}>
          {state === "open" ? null : <RedCan size={20} />} {copy.marks[state]}{" "}
          <span className="topic">{SUBJECT_COPY[question.subject].name}</span>
        </p>
      )}
      <details open={isShown}>
        <summary>
          <h3>
            {number}. {text}
          </h3>
        </summary>
        <div className="mock-explained">
          <div>
            {drawing === null ? null : <ExamPicture drawing={drawing} />}
            <Asked form={form} />
            {isSeen ? null : answers}
          </div>
          <div>
            {isSeen ? answers : null}
            <p>{explanation}</p>
            <p className="mock-rule">
              {rules.some((rule) => "article" in rule) ? `${copy.rule}: ` : null}
              {rules.map(formatRule).join("; ")}
            </p>
          </div>
        </div>
      </details>
    </li>
  );
}
