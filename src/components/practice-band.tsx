import { type PageContext, practiceHref } from "../shared/page-context.ts";
import { PATHS, withSearch } from "../shared/paths.ts";
import { BulletList } from "./bullet-list.tsx";
import { ArrowRight } from "./icon.tsx";
import { Picture } from "./picture.tsx";

type PracticeBandProps = {
  pageContext: PageContext;
  copy: { title: string; text: string; label: string; bullets?: readonly string[]; examLabel?: string };
};

/** The offer of five free practice questions, and of the mock exam, in the night blue that belongs to it alone. */
export function PracticeBand({ pageContext, copy }: PracticeBandProps) {
  return (
    <section className="practice-band section">
      <div className="split split-even wrap">
        <div>
          <h2>{copy.title}</h2>
          <p className="practice-band-text">{copy.text}</p>
          {copy.bullets === undefined ? null : <BulletList items={copy.bullets} />}
          <p className="practice-band-action actions">
            <a className="button button-light" href={practiceHref(pageContext)}>
              {copy.label} <ArrowRight />
            </a>{" "}
            {copy.examLabel === undefined ? null : (
              <a className="button button-light" href={withSearch(PATHS.mockExam, pageContext.search)}>
                {copy.examLabel}
              </a>
            )}
          </p>
        </div>
        <Picture name="five-buoys" className="five-buoys" />
      </div>
    </section>
  );
}
