import { BothNote } from "../courses/both-call.tsx";
import { Guarantee } from "../courses/guarantee.tsx";
import { OrderButton } from "../courses/order-button.tsx";
import { Price } from "../courses/price.tsx";
import { EXAM_APART, OFFER_ID, PRICE_LABELS, RADIO_EXAM_APART } from "../courses/prices-copy.ts";
import { orderLabel } from "../courses/products-copy.ts";
import { Trust } from "../courses/trust.tsx";
import { PracticeBand } from "../free/quiz/practice-band.tsx";
import { PracticePopup } from "../free/quiz/practice-popup.tsx";
import { COURSES, HERO_DATA_EVT, PRODUCTS } from "../shared/courses.ts";
import type { PageContext } from "../shared/page-context.ts";
import type { PageNeeds } from "../shared/page-needs.ts";
import { PATHS, withSearch } from "../shared/paths.ts";
import { BelowFold } from "../ui/below-fold.tsx";
import { BulletList } from "../ui/bullet-list.tsx";
import { ClosingBand } from "../ui/closing-call.tsx";
import { Document } from "../ui/document.tsx";
import { PageQuestions } from "../ui/page-questions.tsx";
import { Picture } from "../ui/picture.tsx";
import { RunningText } from "../ui/running-text.tsx";
import { Section } from "../ui/section.tsx";
import { socialImagePath } from "../ui/social-images-copy.ts";
import { Video } from "../ui/video.tsx";
import { BenefitList } from "./benefit-list.tsx";
import { CoastSection } from "./coast-section.tsx";
import { CourseScreens } from "./course-screens.tsx";
import { DRAWN } from "./drawings-rules.ts";
import { INCLUDED_TITLE, KVB1_COPY } from "./kvb1-copy.ts";
import { KVB2_COPY } from "./kvb2-copy.ts";
import { MARIFONIE_COPY } from "./marifonie-copy.ts";
import { courseItem, productOffer } from "./offers-markup.ts";
import { SAMPLE_QUESTION_ID, type SalesCopy } from "./sales-copy.ts";
import { ContentGroups, PricingCard, SampleQuestion, Stats, Tiles } from "./sales-parts.tsx";

export const Kvb1Page = pageOf(KVB1_COPY);
export const Kvb2Page = pageOf(KVB2_COPY);
export const MarifoniePage = pageOf(MARIFONIE_COPY);

function pageOf(copy: SalesCopy) {
  const Page = ({ pageContext }: { pageContext: PageContext }) => <SalesPage pageContext={pageContext} copy={copy} />;
  Page.needs = ({ pageContext }: { pageContext: PageContext }): PageNeeds => ({
    iframes: [pageContext.links.introVideo],
  });
  return Page;
}

type SalesPageProps = { pageContext: PageContext; copy: SalesCopy };

function SalesPage({ pageContext, copy }: SalesPageProps) {
  const course = COURSES[copy.courseId];
  const { meta, tiles, benefits, sample, contents, practice, faq, closing } = copy;
  return (
    <Document
      pageContext={pageContext}
      meta={meta}
      crumb={copy.hero.title}
      index="index"
      socialImage={DRAWN[copy.courseId]}
      stylesheet="styles-sales"
      popup={<PracticePopup pageContext={pageContext} />}
      structuredData={[
        productOffer(pageContext, course, {
          description: meta.description,
          image: socialImagePath(DRAWN[copy.courseId]),
        }),
        courseItem(pageContext, course, meta.description),
      ]}
    >
      <Hero pageContext={pageContext} copy={copy} />
      <Stats items={copy.stats} />
      {tiles === undefined ? null : (
        <Section title={tiles.title}>
          <Tiles items={tiles.items} />
        </Section>
      )}
      <section className="section split wrap" id={SAMPLE_QUESTION_ID}>
        <div>
          <h2>{sample.title}</h2>
          <Picture
            name={`sample-${DRAWN[copy.courseId]}`}
            className={`sample-picture sample-${DRAWN[copy.courseId]}`}
          />
        </div>
        <SampleQuestion question={sample.question} />
      </section>
      <BelowFold>
        <Section title={benefits.title} on="shallow">
          <BenefitList items={benefits.items} />
        </Section>
        <CoastSection>
          <div className="split split-sticky">
            <h2>{contents.title}</h2>
            <ContentGroups groups={contents.groups} />
          </div>
        </CoastSection>
        <CourseScreens course={copy.courseId} />
      </BelowFold>
      <BelowFold>
        <Pricing pageContext={pageContext} copy={copy} />
        {practice === undefined ? null : <PracticeBand pageContext={pageContext} copy={practice} />}
        <PageQuestions pageContext={pageContext} title={faq.title} items={faq.items} />
        <ClosingBand title={closing.title}>
          <Price productId={copy.courseId} flow={pageContext.flow} />
          <OrderButton href={pageContext.links.checkout[copy.courseId]} dataEvt={PRODUCTS[copy.courseId].dataEvt}>
            {orderLabel(copy.courseId)}
          </OrderButton>
        </ClosingBand>
      </BelowFold>
    </Document>
  );
}

function Hero({ pageContext, copy: { courseId, hero, video } }: SalesPageProps) {
  return (
    <section className="sales-hero hero charted">
      <div className="hero-columns split wrap">
        <div className="sales-hero-text hero-text">
          <p className="topic">{hero.eyebrow}</p>
          <h1>{hero.title}</h1>
          <BulletList
            items={hero.bullets}
            note={hero.note === undefined ? undefined : <BothNote pageContext={pageContext} note={hero.note} />}
          />
          <div className="hero-order">
            <Price productId={courseId} flow={pageContext.flow} />
            <OrderButton href={pageContext.links.checkout[courseId]} dataEvt={HERO_DATA_EVT}>
              {orderLabel(courseId)}
            </OrderButton>
            {pageContext.flow === "none" ? null : (
              <a className="note tap-link" href={withSearch(PATHS.order, pageContext.search, OFFER_ID)}>
                {PRICE_LABELS.about}
              </a>
            )}
            {hero.tryFirst === undefined ? null : (
              <p className="tap-links">
                <RunningText pageContext={pageContext} text={hero.tryFirst} />
              </p>
            )}
            <Guarantee note={courseId === "MARIFONIE" ? RADIO_EXAM_APART : EXAM_APART} />
          </div>
          <Trust pageContext={pageContext} />
        </div>
        <Video
          poster={<Picture name={`scene-${DRAWN[courseId]}`} className="poster" when="now" />}
          url={pageContext.links.introVideo}
          title={video.title}
        />
      </div>
    </section>
  );
}

/** What the course has, beside its price and the button to order it. */
function Pricing({ pageContext, copy: { courseId, hero, included } }: SalesPageProps) {
  return (
    <section className="section section-shallow">
      <div className="split wrap">
        <div className="sales-included">
          <h2>{INCLUDED_TITLE}</h2>
          <BulletList items={included} />
        </div>
        <PricingCard pageContext={pageContext} courseId={courseId} note={hero.note} />
      </div>
    </section>
  );
}
