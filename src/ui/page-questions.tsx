import type { FaqItem } from "../shared/entities.ts";
import type { PageContext } from "../shared/page-context.ts";
import { PATHS, withSearch } from "../shared/paths.ts";
import { FaqList } from "./faq-list.tsx";
import { ArrowRight } from "./icon.tsx";
import { SITE_COPY } from "./site-copy.ts";

type PageQuestionsProps = { pageContext: PageContext; title: string; items: readonly FaqItem[] };

/** A page's own questions, and the way to all of them. */
export function PageQuestions({ pageContext, title, items }: PageQuestionsProps) {
  return (
    <section className="section split split-sticky wrap">
      <div>
        <h2>{title}</h2>
        <p className="faq-more tap-links">
          <a href={withSearch(PATHS.faq, pageContext.search)}>
            {SITE_COPY.allQuestionsLabel} <ArrowRight size={18} />
          </a>
        </p>
      </div>
      <FaqList pageContext={pageContext} items={items} />
    </section>
  );
}
