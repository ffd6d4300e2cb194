import { ClosingCall } from "../components/closing-call.tsx";
import { Contact } from "../components/contact.tsx";
import { Document } from "../components/document.tsx";
import { FaqList } from "../components/faq-list.tsx";
import { JumpLinks } from "../components/jump-links.tsx";
import { PageHead } from "../components/page-head.tsx";
import { PracticePopup } from "../components/practice-popup.tsx";
import { faqPage } from "../components/structured-data.ts";
import { FAQ_COPY } from "../content/faq.ts";
import { answerOf, type FaqGroup, type FaqItem } from "../shared/entities.ts";
import type { Frame } from "../shared/frame.ts";

/** All questions, in four groups. */
export function FaqPage({ frame }: { frame: Frame }) {
  const { meta, title } = FAQ_COPY;
  const groups = FAQ_COPY.groups.map((group) => ({
    ...group,
    items: group.items.filter((item) => isTrue(frame, item)),
  }));
  return (
    <Document
      frame={frame}
      meta={meta}
      crumb={title}
      index="index"
      socialImage="faq"
      popup={<PracticePopup frame={frame} />}
      structuredData={[faqPage(groups.flatMap((group) => group.items))]}
    >
      <PageHead title={title} intro={[FAQ_COPY.intro]}>
        <JumpLinks
          label={FAQ_COPY.contentsLabel}
          links={groups.map((group) => ({ id: group.id, content: group.title }))}
        />
      </PageHead>
      <div className="faq-groups wrap">
        {groups.map((group) => (
          <Group key={group.id} frame={frame} group={group} />
        ))}
        <Contact frame={frame} />
      </div>
      <ClosingCall frame={frame} copy={FAQ_COPY.closing} />
    </Document>
  );
}

/** Whether an item is true now: a text about buying a gift needs gifts for sale. */
function isTrue({ sellsGifts, flow }: Frame, item: FaqItem): boolean {
  const pieces = answerOf(item, flow).flat();
  return sellsGifts || !pieces.some((piece) => typeof piece === "object" && piece.page === "giveGift");
}

function Group({ frame, group }: { frame: Frame; group: FaqGroup }) {
  return (
    <section className="faq-group split split-sticky" id={group.id} aria-labelledby={`${group.id}-titel`}>
      <h2 id={`${group.id}-titel`}>{group.title}</h2>
      <FaqList frame={frame} items={group.items} />
    </section>
  );
}
