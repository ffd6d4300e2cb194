import type { ReactNode } from "react";
import { type Frame, practiceHref } from "../shared/frame.ts";
import { PATHS, withSearch } from "../shared/paths.ts";
import { Picture } from "./picture.tsx";

type ClosingCallProps = {
  frame: Frame;
  copy: { title: string; text: string; orderLabel: string; practiceLabel: string };
};

/** The last two links of a page: order, keeping the query, or practise first. */
export function ClosingCall({ frame, copy }: ClosingCallProps) {
  return (
    <ClosingBand title={copy.title} text={copy.text}>
      <a className="button" href={withSearch(PATHS.order, frame.search)}>
        {copy.orderLabel}
      </a>
      <a className="button button-quiet" href={practiceHref(frame)}>
        {copy.practiceLabel}
      </a>
    </ClosingBand>
  );
}

/** The end of a long page: the next step. */
export function ClosingBand({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="closing-call">
      <Picture name="harbour-entrance" className="harbour-entrance" />
      <div className="closing-call-text wrap">
        <h2>{title}</h2>
        <p className="lead">{text}</p>
        <div className="actions">{children}</div>
      </div>
    </section>
  );
}
