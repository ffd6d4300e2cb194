import { COURSES } from "../../shared/courses.ts";
import { type PageContext, practiceHref } from "../../shared/page-context.ts";
import { PATHS, withSearch } from "../../shared/paths.ts";
import { ArrowRight } from "../../ui/icon.tsx";
import { Picture } from "../../ui/picture.tsx";
import { SAMPLE_QUESTION_ID } from "../../ui/site-copy.ts";
import { PRACTICE_LADDER } from "../practice-ladder-copy.ts";

type PracticeBandProps = {
  pageContext: PageContext;
  copy: { title: string; text: string; label: string; hasLadder?: true };
};

/**
 * The offer of free practice questions, in the night blue that belongs to it alone. With `hasLadder`
 * the ways to try are the points of one route: from a question to a whole mock exam of KVB1.
 */
export function PracticeBand({ pageContext, copy }: PracticeBandProps) {
  const practice = practiceHref(pageContext);
  return (
    <section className="practice-band section">
      <div className="split split-even wrap">
        <div>
          <h2>{copy.title}</h2>
          <p className="practice-band-text">{copy.text}</p>
          {copy.hasLadder ? <Ladder pageContext={pageContext} practice={practice} /> : null}
          <p className="practice-band-action actions">
            <a className="button button-light" href={practice}>
              {copy.label} <ArrowRight />
            </a>
          </p>
        </div>
        <Picture name="five-buoys" className="five-buoys screen-only" />
      </div>
    </section>
  );
}

/** The ways to try, from the shortest to the longest. */
function Ladder({ pageContext, practice }: { pageContext: PageContext; practice: string }) {
  const sample = COURSES.KVB1.path === pageContext.path ? "" : withSearch(COURSES.KVB1.path, pageContext.search);
  const exam = withSearch(PATHS.mockExam, pageContext.search);
  const hrefs = { sample: `${sample}#${SAMPLE_QUESTION_ID}`, practice, exam };
  return (
    <ol className="practice-ladder">
      {PRACTICE_LADDER.map(({ questions, what, time, to }) => (
        <li key={questions}>
          <b>{questions}</b> <a href={hrefs[to]}>{what}</a> <small>{time}</small>
        </li>
      ))}
    </ol>
  );
}
