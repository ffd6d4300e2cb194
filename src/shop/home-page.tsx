import { BothCall } from "../courses/both-call.tsx";
import { FromPrice } from "../courses/from-price.tsx";
import { Guarantee } from "../courses/guarantee.tsx";
import { EXAM_APART } from "../courses/prices-copy.ts";
import { WATERS } from "../courses/products-copy.ts";
import { Reviews } from "../courses/reviews.tsx";
import { Trust } from "../courses/trust.tsx";
import { PracticeBand } from "../free/quiz/practice-band.tsx";
import { PracticePopup } from "../free/quiz/practice-popup.tsx";
import { GiftCall } from "../gifts/giving/gift-call.tsx";
import { COURSE_IDS, type CourseId, HERO_DATA_EVT } from "../shared/courses.ts";
import { mapKeys } from "../shared/map-keys.ts";
import type { PageContext } from "../shared/page-context.ts";
import type { PageNeeds } from "../shared/page-needs.ts";
import { PATHS, withSearch } from "../shared/paths.ts";
import { BelowFold } from "../ui/below-fold.tsx";
import { BulletList } from "../ui/bullet-list.tsx";
import { ClosingCall } from "../ui/closing-call.tsx";
import { Document } from "../ui/document.tsx";
import { Facts } from "../ui/facts.tsx";
import { ArrowRight } from "../ui/icon.tsx";
import { PageQuestions } from "../ui/page-questions.tsx";
import { Picture } from "../ui/picture.tsx";
import { RouteSteps } from "../ui/route-steps.tsx";
import { RunningText } from "../ui/running-text.tsx";
import { Section } from "../ui/section.tsx";
import { faqPage } from "../ui/structured-data-markup.ts";
import { Video } from "../ui/video.tsx";
import { BenefitList } from "./benefit-list.tsx";
import { CoastSection } from "./coast-section.tsx";
import { CourseCards, CourseList } from "./course-cards.tsx";
import { CourseScreens } from "./course-screens.tsx";
import { COURSE_CARDS, HOME_COPY } from "./home-copy.ts";
import { LicenceLimits } from "./licence-limits.tsx";
import { courseList, organization } from "./offers-markup.ts";

/** Home: the courses, their prices and the button to start; then answers to visitors' doubts. */
export function HomePage({ pageContext }: { pageContext: PageContext }) {
  const { pricing, steps, pricingAgain } = HOME_COPY;
  return (
    <Document
      pageContext={pageContext}
      meta={HOME_COPY.meta}
      index="index"
      socialImage="home"
      popup={<PracticePopup pageContext={pageContext} />}
      structuredData={[
        organization(pageContext),
        courseList(pageContext, COURSE_DESCRIPTIONS),
        faqPage(HOME_COPY.faq.items),
      ]}
    >
      <Hero pageContext={pageContext} />
      <Section title={pricing.title}>
        <CourseCards pageContext={pageContext} heading="h3" />
        <div className="home-calls">
          <BothCall pageContext={pageContext} />
          <GiftCall pageContext={pageContext} />
        </div>
      </Section>
      <BelowFold>
        <Benefits />
        <section className="section wrap">
          <Reviews pageContext={pageContext} />
        </section>
        <PracticeBand pageContext={pageContext} copy={HOME_COPY.practice} />
      </BelowFold>
      <BelowFold>
        <CourseScreens course="KVB1" />
        <CoastSection>
          <h2>{steps.title}</h2>
          <RouteSteps steps={steps.items} />
        </CoastSection>
        <WhenNeeded pageContext={pageContext} />
      </BelowFold>
      <BelowFold>
        <Section title={pricingAgain.title} on="shallow">
          <CourseList pageContext={pageContext} />
        </Section>
        <PageQuestions pageContext={pageContext} title={HOME_COPY.faq.title} items={HOME_COPY.faq.items} />
        <ClosingCall pageContext={pageContext} copy={HOME_COPY.closing} />
      </BelowFold>
    </Document>
  );
}

HomePage.needs = ({ pageContext }: { pageContext: PageContext }): PageNeeds => ({
  iframes: [pageContext.links.introVideo],
});

/** The cards' descriptions of the courses, for structured data. */
const COURSE_DESCRIPTIONS = mapKeys(COURSE_IDS, describe);

function describe(id: CourseId): string {
  const { features, note } = COURSE_CARDS[id];
  return [WATERS[id], ...features, ...(note === undefined ? [] : [note])].join(". ");
}

function Hero({ pageContext }: { pageContext: PageContext }) {
  const { hero } = HOME_COPY;
  return (
    <section className="home-hero hero charted">
      <div className="home-hero-columns hero-columns split wrap">
        <div className="hero-text">
          <p className="topic">{hero.eyebrow}</p>
          <h1>{hero.title}</h1>
          <p className="lead">
            <RunningText pageContext={pageContext} text={hero.forWhom} />
          </p>
          <BulletList items={hero.bullets} />
          <div className="hero-order">
            <FromPrice pageContext={pageContext} />{" "}
            <a className="button" href={withSearch(PATHS.order, pageContext.search)} data-evt={HERO_DATA_EVT}>
              {hero.orderLabel} <ArrowRight />
            </a>
            <p className="tap-links">
              <RunningText pageContext={pageContext} text={hero.tryFirst} />
            </p>
            <Guarantee note={EXAM_APART} />
          </div>
          <Trust pageContext={pageContext} />
        </div>
        <Video
          poster={<Picture name="poster-intro" className="poster" />}
          url={pageContext.links.introVideo}
          title={HOME_COPY.video.title}
        />
      </div>
    </section>
  );
}

function Benefits() {
  const { benefits, practical, practicalLabels } = HOME_COPY;
  return (
    <section className="section section-shallow">
      <div className="split split-sticky wrap">
        <div>
          <h2>{benefits.title}</h2>
          <Facts
            isRow
            rows={[
              [practicalLabels.access, practical.access],
              [practicalLabels.devices, practical.devices],
            ]}
          />
        </div>
        <BenefitList items={benefits.items} />
      </div>
    </section>
  );
}

function WhenNeeded({ pageContext }: { pageContext: PageContext }) {
  const { whenNeeded } = HOME_COPY;
  return (
    <Section title={whenNeeded.title} id="vaarbewijs-nodig">
      <p className="home-law">
        <b>{whenNeeded.law}</b>{" "}
        <a className="tap-link" href={withSearch(PATHS.licenceCheck, pageContext.search)}>
          {whenNeeded.checkLabel} <ArrowRight size={18} />
        </a>
      </p>
      <p className="note">{whenNeeded.rulesLabel}</p>
      <LicenceLimits rules={whenNeeded.rules} orLabel={whenNeeded.orLabel} />
    </Section>
  );
}
