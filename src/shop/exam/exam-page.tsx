import { CostBox } from "../../courses/cost-box.tsx";
import { licenceCostTable } from "../../courses/costs-copy.ts";
import { PRICING_NOTES } from "../../courses/prices-copy.ts";
import { PracticePopup } from "../../free/quiz/practice-popup.tsx";
import { STUDY_PLAN_COPY } from "../../free/study-plan/study-plan-copy.ts";
import { StudyPlanForm } from "../../free/study-plan/study-plan-form.tsx";
import { lowestPriceCents } from "../../shared/courses.ts";
import { formatPrice } from "../../shared/money.ts";
import type { PageContext } from "../../shared/page-context.ts";
import type { PageNeeds } from "../../shared/page-needs.ts";
import { PATHS, withSearch } from "../../shared/paths.ts";
import { BelowFold } from "../../ui/below-fold.tsx";
import { ClosingCall } from "../../ui/closing-call.tsx";
import { Document } from "../../ui/document.tsx";
import { FaqList } from "../../ui/faq-list.tsx";
import { ArrowRight, Icon } from "../../ui/icon.tsx";
import { Picture } from "../../ui/picture.tsx";
import { RouteSteps } from "../../ui/route-steps.tsx";
import { Section } from "../../ui/section.tsx";
import { faqPage } from "../../ui/structured-data-markup.ts";
import { COSTS_ID, EXAM_COPY, type ExamFactRow } from "./exam-copy.ts";
import { ExamMap } from "./exam-map.tsx";

/** The part of the page with the centres. */
export const CENTRES_ID = "examencentra";

/** The exam: three steps, its figures, its places, tips and questions. */
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
      <section className="exam-hero hero">
        <div className="exam-hero-columns wrap">
          <div>
            <p className="eyebrow">{hero.eyebrow}</p>
            <h1>{hero.title}</h1>
            <p className="lead">{hero.intro}</p>
            <p className="actions screen-only">
              <a className="button" href={withSearch(PATHS.order, pageContext.search)}>
                {hero.orderLabel} <ArrowRight />
              </a>
              <a className="button button-quiet" href={`#${CENTRES_ID}`}>
                {hero.centresLabel}
              </a>{" "}
              <small>
                <b>{`${hero.priceFrom} ${formatPrice(lowestPriceCents(pageContext.flow))} ${hero.perCourse}`}</b>{" "}
                {PRICING_NOTES.normal}
              </small>
            </p>
          </div>
          <div className="exam-hero-picture screen-only">
            <Picture name="scene-exam" className="scene" when="now" />
          </div>
        </div>
      </section>
      <Section title={steps.title} lead={steps.intro} on="land">
        <RouteSteps steps={steps.items} />
      </Section>
      <section className="exam-facts section wrap">
        <ExamFacts />
      </section>
      <BelowFold className="exam-where">
        <section className="section section-land" id={COSTS_ID}>
          <div className="split wrap">
            <div>
              <h2>{costs.title}</h2>
              <p className="lead">{costs.intro}</p>
            </div>
            <CostBox pageContext={pageContext} table={licenceCostTable(pageContext)} />
          </div>
        </section>
        <Section title={map.title} lead={map.intro} id={CENTRES_ID} on="shallow">
          <ExamMap pageContext={pageContext} />
          <p className="exam-remark note">{map.placeNote}</p>
        </Section>
        <section className="exam-plan stack section wrap">
          <div>
            <h2>{STUDY_PLAN_COPY.teaser.title}</h2>
            <p className="lead">{STUDY_PLAN_COPY.teaser.intro}</p>
          </div>
          <StudyPlanForm pageContext={pageContext} submit={STUDY_PLAN_COPY.form.submit} isShort isQuiet />
        </section>
      </BelowFold>
      <BelowFold className="exam-end">
        <Section title={tips.title}>
          <ul className="exam-tips">
            {tips.items.map((tip) => (
              <li key={tip.title} className="card">
                <Icon name={tip.icon} size={26} className="icon-disc" />
                <h3>{tip.title}</h3>
                <p>{tip.text}</p>
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

/** The figures of both exams side by side; a row that is the same for both says it once. */
function ExamFacts() {
  const { facts } = EXAM_COPY;
  return (
    <>
      <div className="exam-facts-text">
        <h2>{facts.title}</h2>
        <p className="lead">{facts.intro}</p>
        <p className="exam-remark note">{facts.remark}</p>
      </div>
      <div className="exam-facts-table">
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
            {facts.rows.map((row) => (
              <ExamFactCells key={row.label} row={row} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function ExamFactCells({ row }: { row: ExamFactRow }) {
  return (
    <tr>
      <th scope="row">{row.label}</th>
      {row.kvb1 === row.kvb2 ? (
        <td colSpan={2}>{row.kvb1}</td>
      ) : (
        <>
          <td>{row.kvb1}</td>
          <td>{row.kvb2}</td>
        </>
      )}
    </tr>
  );
}
