import { FromPrice } from "../../courses/from-price.tsx";
import { Guarantee } from "../../courses/guarantee.tsx";
import { Trust } from "../../courses/trust.tsx";
import { PracticePopup } from "../../free/quiz/practice-popup.tsx";
import type { PageContext } from "../../shared/page-context.ts";
import type { PageNeeds } from "../../shared/page-needs.ts";
import { PATHS, withSearch } from "../../shared/paths.ts";
import { BelowFold } from "../../ui/below-fold.tsx";
import { ClosingCall } from "../../ui/closing-call.tsx";
import { Document } from "../../ui/document.tsx";
import { Facts } from "../../ui/facts.tsx";
import { FaqList } from "../../ui/faq-list.tsx";
import { ArrowRight, Icon } from "../../ui/icon.tsx";
import { Picture } from "../../ui/picture.tsx";
import { RouteSteps } from "../../ui/route-steps.tsx";
import { Section } from "../../ui/section.tsx";
import { faqPage } from "../../ui/structured-data-markup.ts";
import { COSTS_ID, EXAM_COPY } from "./exam-copy.ts";
import { ExamCosts } from "./exam-costs.tsx";
import { ExamMap } from "./exam-map.tsx";

export const CENTRES_ID = "examencentra";

export function ExamPage({ pageContext }: { pageContext: PageContext }) {
  const { hero, steps, costs, map, tips, faq, closing } = EXAM_COPY;
  return (
    <Document
      pageContext={pageContext}
      meta={EXAM_COPY.meta}
      crumb={hero.title}
      index="index"
      socialImage="exam"
      stylesheet="styles-exam"
      popup={<PracticePopup pageContext={pageContext} />}
      structuredData={[faqPage(faq.items)]}
    >
      <section className="exam-hero hero charted">
        <div className="exam-hero-columns hero-columns split wrap">
          <div className="hero-text">
            <p className="topic">{hero.eyebrow}</p>
            <h1>{hero.title}</h1>
            <p className="lead">{hero.intro}</p>
            <Facts isRow rows={hero.facts} />
            <div className="hero-order">
              <FromPrice pageContext={pageContext} />{" "}
              <a className="button screen-only" href={withSearch(PATHS.order, pageContext.search)}>
                {hero.orderLabel} <ArrowRight />
              </a>
              <Guarantee />
            </div>
            <Trust pageContext={pageContext} withPayment={false} />
          </div>
          <div className="exam-hero-picture screen-only">
            <Picture name="scene-exam" className="scene" when="now" />
          </div>
        </div>
      </section>
      <Section title={steps.title} on="land">
        <RouteSteps steps={steps.items} />
        <p className="call-line screen-only">
          <a href={withSearch(PATHS.studyPlan, pageContext.search)}>
            {steps.plan} <ArrowRight size={18} />
          </a>
        </p>
      </Section>
      <ExamFacts />
      <BelowFold>
        <section className="section section-land" id={COSTS_ID}>
          <div className="exam-figures split wrap">
            <h2>{costs.title}</h2>
            <ExamCosts pageContext={pageContext} />
          </div>
        </section>
        <Section title={map.title} lead={map.intro} id={CENTRES_ID} on="shallow">
          <ExamMap pageContext={pageContext} />
          <p className="exam-remark note">{map.placeNote}</p>
        </Section>
      </BelowFold>
      <BelowFold>
        <Section title={tips.title}>
          <ul className="exam-tips card card-strong">
            {tips.items.map((tip) => (
              <li key={tip.title}>
                <Icon name={tip.icon} size={26} className="icon-disc" />
                <h3>{tip.title}</h3>
              </li>
            ))}
          </ul>
        </Section>
        <section className="section section-land">
          <div className="split split-sticky wrap">
            <h2>{faq.title}</h2>
            <FaqList pageContext={pageContext} items={faq.items} />
          </div>
        </section>
        <ClosingCall pageContext={pageContext} copy={closing} />
      </BelowFold>
    </Document>
  );
}

/** The map's tiles; a template's `{s}` stands for any subdomain. Leaflet writes markup as plain text. */
ExamPage.needs = ({ pageContext }: { pageContext: PageContext }): PageNeeds => ({
  images: [pageContext.links.mapTileUrl?.replace("{s}", "*") ?? null],
  trustedTypes: false,
});

/** The figures of both exams side by side. */
function ExamFacts() {
  const { facts } = EXAM_COPY;
  return (
    <Section title={facts.title}>
      <table className="exam-table card card-strong">
        <caption className="visually-hidden">{facts.title}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{facts.labelHeading}</span>
            </th>
            <th scope="col">{facts.kvb1Heading}</th>
            <th scope="col">{facts.kvb2Heading}</th>
          </tr>
        </thead>
        <tbody>
          {facts.rows.map(({ label, kvb1, kvb2 }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{kvb1}</td>
              <td>{kvb2}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
