import { answerOf, type FaqItem } from "../shared/entities.ts";
import type { Frame } from "../shared/frame.ts";
import { Paragraphs } from "./running-text.tsx";

/**
 * Questions that open independently. Plain <details>, so that they work without JavaScript and the browser's
 * find-in-page opens them; an item's id is its hash, which the island loader opens (client/hydrate.ts).
 */
export function FaqList({ frame, items }: { frame: Frame; items: readonly FaqItem[] }) {
  return (
    <div className="faq-list">
      {items.map((item) => (
        <details key={item.id} id={item.id} className="faq-item">
          <summary>{item.question}</summary>
          <div className="faq-answer">
            <Paragraphs frame={frame} texts={answerOf(item, frame.flow)} />
          </div>
        </details>
      ))}
    </div>
  );
}
