import { type PageContext, practiceHref } from "../../shared/page-context.ts";
import { ArrowRight } from "../../ui/icon.tsx";
import { Picture } from "../../ui/picture.tsx";
import { RunningText } from "../../ui/running-text.tsx";
import { QUIZ_COPY } from "./quiz-copy.ts";

type PracticeBandProps = { pageContext: PageContext; copy: { title: string; label: string } };

/** The offer of free practice questions, in the night blue that belongs to it alone; below it the ways to try that this site has. */
export function PracticeBand({ pageContext, copy }: PracticeBandProps) {
  return (
    <section className="practice-band section">
      <div className="split wrap">
        <div>
          <h2>{copy.title}</h2>
          <p className="practice-band-action actions">
            <a className="button button-light" href={practiceHref(pageContext)}>
              {copy.label} <ArrowRight />
            </a>
          </p>
          <p className="tap-links">
            <RunningText pageContext={pageContext} text={QUIZ_COPY.alsoHere} />
          </p>
        </div>
        <Picture name="five-buoys" className="five-buoys screen-only" />
      </div>
    </section>
  );
}
