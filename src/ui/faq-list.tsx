import { answerOf, type FaqItem } from "../shared/entities.ts";
import type { PageContext } from "../shared/page-context.ts";
import { Paragraphs } from "./running-text.tsx";

/**
 * Questions that open independently. Plain <details>, so that they work without JavaScript and the browser's
 * find-in-page opens them; an item's id is its hash, which the island loader opens (client/hydrate.ts).
 */
export function FaqList({ pageContext, items }: { pageContext: PageContext; items: readonly FaqItem[] }) {
  return (
    <div className="faq-list">
      {items.map((item) => (
        <details key={item.id} id={item.id} className="faq-item">
          <summary>{item.question}</summary>
          <div className="faq-answer">
            <Paragraphs pageContext={pageContext} texts={answerOf(item, pageContext.flow)} />
          </div>
        </details>
      ))}
    </div>
  );
}
