import { PracticePopup } from "../free/quiz/practice-popup.tsx";
import { answerOf, type FaqItem } from "../shared/entities.ts";
import type { PageContext } from "../shared/page-context.ts";
import { ClosingCall } from "../ui/closing-call.tsx";
import { Document } from "../ui/document.tsx";
import { DrawnHead } from "../ui/drawn-head.tsx";
import { FaqList } from "../ui/faq-list.tsx";
import { Icon } from "../ui/icon.tsx";
import { JumpLinks } from "../ui/jump-links.tsx";
import { faqPage } from "../ui/structured-data-markup.ts";
import { Contact } from "./contact.tsx";
import { FAQ_COPY, type FaqGroup } from "./faq-copy.ts";

export function FaqPage({ pageContext }: { pageContext: PageContext }) {
  const { meta, title, mostAsked } = FAQ_COPY;
  const groups = [mostAsked, ...FAQ_COPY.groups].map((group) => ({
    ...group,
    items: group.items.filter((item) => isTrue(pageContext, item)),
  }));
  const items = groups.flatMap((group) => group.items);
  return (
    <Document
      pageContext={pageContext}
      meta={meta}
      crumb={title}
      index="index"
      socialImage="faq"
      stylesheet="styles-faq"
      popup={<PracticePopup pageContext={pageContext} />}
      structuredData={[faqPage(items)]}
    >
      <DrawnHead title={title} intro={[FAQ_COPY.intro]} picture="moored-boat" when="near">
        <JumpLinks
          label={FAQ_COPY.contentsLabel}
          links={FAQ_COPY.groups.map((group) => ({ id: group.id, content: group.title }))}
        />
      </DrawnHead>
      <div className="faq-groups wrap">
        {[groups.slice(0, 2), groups.slice(2)].map((column) => (
          <div key={column[0]?.id}>
            {column.map((group) => (
              <Group key={group.id} pageContext={pageContext} group={group} />
            ))}
          </div>
        ))}
        <Contact pageContext={pageContext} />
      </div>
      <ClosingCall pageContext={pageContext} copy={FAQ_COPY.closing} />
    </Document>
  );
}

/** Whether an item is shown: a text about buying a gift is true only while gifts are sold. */
function isTrue({ sellsGifts, flow }: PageContext, item: FaqItem): boolean {
  const pieces = answerOf(item, flow).flat();
  return sellsGifts || !pieces.some((piece) => typeof piece === "object" && piece.page === "giveGift");
}

function Group({ pageContext, group }: { pageContext: PageContext; group: FaqGroup }) {
  return (
    <section className="faq-group" id={group.id} aria-labelledby={`${group.id}-titel`}>
      <h2 id={`${group.id}-titel`}>
        <Icon name={group.icon} size={26} className="icon-disc" />
        {group.title}
      </h2>
      <FaqList pageContext={pageContext} items={group.items} />
    </section>
  );
}
