import type { ReactNode } from "react";
import { type PageContext, practiceHref } from "../shared/page-context.ts";
import { PATHS, withSearch } from "../shared/paths.ts";
import { Picture } from "./picture.tsx";

type ClosingCallProps = {
  pageContext: PageContext;
  copy: { title: string; orderLabel: string; practiceLabel: string };
};

/** The last two links of a page: order, keeping the query, or practise first. */
export function ClosingCall({ pageContext, copy }: ClosingCallProps) {
  return (
    <ClosingBand title={copy.title}>
      <a className="button" href={withSearch(PATHS.order, pageContext.search)}>
        {copy.orderLabel}
      </a>{" "}
      <a className="button button-quiet" href={practiceHref(pageContext)}>
        {copy.practiceLabel}
      </a>
    </ClosingBand>
  );
}

/** The end of a long page: the next step. */
export function ClosingBand({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="closing-call">
      <Picture name="harbour-entrance" className="harbour-entrance screen-only" />
      <div className="closing-call-text wrap">
        <h2>{title}</h2>
        <div className="actions">{children}</div>
      </div>
    </section>
  );
}
