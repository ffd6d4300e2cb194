import { EXAM_MAKE_UP, EXAM_POINTS, EXAM_SIZES, EXAM_SUBJECTS, type ExamSubject } from "../../courses/exam-rules.ts";
import { fillIn } from "../../shared/fill-in.ts";
import type { PageContext } from "../../shared/page-context.ts";
import { PATHS, withSearch } from "../../shared/paths.ts";
import { CarriedFields } from "../../ui/carried-fields.tsx";
import { Document } from "../../ui/document.tsx";
import { Facts } from "../../ui/facts.tsx";
import { ArrowRight } from "../../ui/icon.tsx";
import { Island } from "../../ui/island.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Section } from "../../ui/section.tsx";
import { EXAM_FIELDS, type ExamAttempt, type ExamProblem } from "./attempt-rules.ts";
import { formatSeed } from "./bank/draw-rules.ts";
import { MOCK_EXAM_COPY, SUBJECT_COPY } from "./mock-exam-copy.ts";
import { mockExamQuiz } from "./mock-exam-markup.ts";

const { intro, problems, problem: words } = MOCK_EXAM_COPY;

export function MockExamPage({ pageContext }: { pageContext: PageContext }) {
  return (
    <Document
      pageContext={pageContext}
      meta={intro.meta}
      crumb={intro.crumb}
      index="index"
      socialImage="mock-exam"
      stylesheet="styles-mock-exam"
      structuredData={[mockExamQuiz(pageContext, intro.title, intro.meta.description)]}
    >
      <div className="mock-intro hero">
        <div className="mock-intro-columns wrap">
          <div>
            <p className="topic">{intro.eyebrow}</p>
            <h1>{intro.title}</h1>
            <p className="lead">{intro.lead}</p>
            <form id={START} className="mock-start" action={PATHS.mockExam} method="get">
              <StartButtons />
              <CarriedFields search={pageContext.search} />
            </form>
            <p className="mock-start-hint note">{intro.startHint}</p>
            <Island name="mockExamResume" when="idle">
              <template>
                <p className="mock-resume tap-links">
                  <a href={PATHS.mockExam}>
                    {intro.resume} <ArrowRight />
                  </a>
                </p>
              </template>
            </Island>
          </div>
          <section className="mock-facts card card-raised" aria-labelledby="opbouw">
            <Picture name="scene-exam" className="mock-facts-picture" />
            <h2 id="opbouw">{intro.factsTitle}</h2>
            <Facts rows={intro.facts} />
          </section>
        </div>
      </div>
      <div className="mock-parts section wrap split">
        <section aria-labelledby="werkwijze">
          <h2 id="werkwijze">{intro.how.title}</h2>
          <ul className="mock-how">
            {intro.how.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </section>
        <div>
          <h2>{intro.subjectsTitle}</h2>
          <dl className="mock-subjects">
            {EXAM_SUBJECTS.map((subject) => (
              <div key={subject}>
                <dt>{SUBJECT_COPY[subject].name}</dt>
                <dd>
                  {SUBJECT_COPY[subject].study}{" "}
                  <small className="note">{fillIn(intro.subjectPoints, { points: pointsOf(subject) })}</small>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      <Section title={intro.honest.title} on="land">
        <div className="mock-end">
          <p>{intro.honest.text}</p>
          <StartButtons />
        </div>
      </Section>
    </Document>
  );
}

/** The id of the form that draws an exam, and begins it. */
const START = "begin";

/** Its buttons, in the form or further down. */
function StartButtons() {
  const { full, short } = intro.start;
  return (
    <p className="buttons">
      <button type="submit" form={START} className="button" name={EXAM_FIELDS.length} value={EXAM_SIZES.full}>
        {full} <ArrowRight />
      </button>{" "}
      <button
        type="submit"
        form={START}
        className="button button-quiet"
        name={EXAM_FIELDS.length}
        value={EXAM_SIZES.short}
      >
        {short}
      </button>
    </p>
  );
}

/** Points of a subject in the full exam. */
function pointsOf(subject: ExamSubject): number {
  return EXAM_POINTS.reduce((sum, points) => sum + points * EXAM_MAKE_UP.full[subject][points], 0);
}

type ProblemProps = { pageContext: PageContext; problem: ExamProblem; attempt: ExamAttempt | null };

/** The error page for an address without a valid exam, or with impossible answers. */
export function MockExamProblemPage({ pageContext, problem, attempt }: ProblemProps) {
  const { title, text } = problems[problem];
  const meta = { title: words.metaTitle, description: intro.meta.description };
  return (
    <Document
      pageContext={pageContext}
      meta={meta}
      index="noindex"
      socialImage="mock-exam"
      stylesheet="styles-mock-exam"
    >
      <PageHead title={title} intro={[text]}>
        <p className="actions mock-problem-actions">
          {attempt === null ? null : (
            <a className="button" href={withSearch(PATHS.mockExam, unbegunSearch(pageContext, attempt))}>
              {words.restart} <ArrowRight />
            </a>
          )}
          <a
            className={attempt === null ? "button" : "button button-quiet"}
            href={withSearch(PATHS.mockExam, pageContext.search)}
          >
            {words.fresh}
          </a>
        </p>
      </PageHead>
    </Document>
  );
}

/** The query of the same exam, not begun. */
export function unbegunSearch(
  { search }: Pick<PageContext, "search">,
  { length, seed }: Pick<ExamAttempt, "length" | "seed">,
): string {
  const params = new URLSearchParams(search);
  params.set(EXAM_FIELDS.length, String(EXAM_SIZES[length]));
  params.set(EXAM_FIELDS.seed, formatSeed(seed));
  return `?${params}`;
}
