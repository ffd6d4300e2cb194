import { BothCall } from "../courses/both-call.tsx";
import { PRICING_NOTES } from "../courses/prices-copy.ts";
import { Reviews } from "../courses/reviews.tsx";
import { showsReviews } from "../courses/reviews-copy.ts";
import { PracticeBand } from "../free/quiz/practice-band.tsx";
import { PracticePopup } from "../free/quiz/practice-popup.tsx";
import { GiftCall } from "../gifts/giving/gift-call.tsx";
import { COURSE_IDS, type CourseId, HERO_DATA_EVT, lowestPriceCents } from "../shared/courses.ts";
import { mapKeys } from "../shared/map-keys.ts";
import { formatPrice } from "../shared/money.ts";
import type { PageContext } from "../shared/page-context.ts";
import type { PageNeeds } from "../shared/page-needs.ts";
import { PATHS, withSearch } from "../shared/paths.ts";
import { BelowFold } from "../ui/below-fold.tsx";
import { BulletList } from "../ui/bullet-list.tsx";
import { ClosingCall } from "../ui/closing-call.tsx";
import { Document } from "../ui/document.tsx";
import { ArrowRight, Icon } from "../ui/icon.tsx";
import { PageQuestions } from "../ui/page-questions.tsx";
import { PaymentLogos } from "../ui/payment-logos.tsx";
import { Picture } from "../ui/picture.tsx";
import { RouteSteps } from "../ui/route-steps.tsx";
import { Paragraphs, RunningText } from "../ui/running-text.tsx";
import { Section } from "../ui/section.tsx";
import { faqPage } from "../ui/structured-data-markup.ts";
import { Video } from "../ui/video.tsx";
import { BenefitList } from "./benefit-list.tsx";
import { CoastSection } from "./coast-section.tsx";
import { CourseCards, CourseList } from "./course-cards.tsx";
import { CoursePicture } from "./course-picture.tsx";
import { COURSE_CARDS, HOME_COPY } from "./home-copy.ts";
import { KVB1_COPY } from "./kvb1-copy.ts";
import { LicenceRules } from "./licence-limits.tsx";
import { MakersLine } from "./makers-line.tsx";
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
      <Section title={pricing.title} lead={pricing.intro}>
        <CourseCards pageContext={pageContext} heading="h3" />
        <div className="home-calls card">
          <div>
            <Icon name="euro" />
            <p className="call-line">
              <RunningText pageContext={pageContext} text={pricing.examNote} />
            </p>
          </div>
          <div>
            <Icon name="anchor" />
            <BothCall pageContext={pageContext} />
          </div>
          <div>
            <Icon name="flag" />
            <GiftCall pageContext={pageContext} />
          </div>
        </div>
      </Section>
      <BelowFold className="home-doubts">
        <Benefits />
        {showsReviews(pageContext) ? (
          <section className="section wrap">
            <Reviews />
          </section>
        ) : null}
        <PracticeBand pageContext={pageContext} copy={HOME_COPY.practice} />
      </BelowFold>
      <BelowFold className="home-how">
        <Environment />
        <CoastSection>
          <h2>{steps.title}</h2>
          <RouteSteps steps={steps.items} />
        </CoastSection>
        <WhenNeeded pageContext={pageContext} />
      </BelowFold>
      <BelowFold className="home-end">
        <Section
          title={pricingAgain.title}
          lead={<RunningText pageContext={pageContext} text={pricingAgain.intro} />}
          on="shallow"
        >
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
  const { waters, features, note } = COURSE_CARDS[id];
  return [waters, ...features, ...(note === undefined ? [] : [note])].join(". ");
}

function Hero({ pageContext }: { pageContext: PageContext }) {
  const { hero } = HOME_COPY;
  return (
    <section className="home-hero hero">
      <div className="home-hero-columns wrap">
        <div>
          <p className="eyebrow">{hero.eyebrow}</p>
          <h1>{hero.title}</h1>
          <p className="lead">
            <RunningText pageContext={pageContext} text={hero.forWhom} />
          </p>
          <BulletList items={hero.bullets} />
          <p className="actions">
            <a className="button" href={withSearch(PATHS.order, pageContext.search)} data-evt={HERO_DATA_EVT}>
              {hero.orderLabel} <ArrowRight />
            </a>
            <small>
              <b>{`${hero.priceFrom} ${formatPrice(lowestPriceCents(pageContext.flow))} ${hero.perCourse}`}</b>{" "}
              {PRICING_NOTES.normal}
              <br />
              {hero.reassurance}
            </small>
          </p>
          <p className="tap-links">
            <RunningText pageContext={pageContext} text={hero.tryFirst} />
          </p>
          <PaymentLogos />
          <MakersLine pageContext={pageContext} />
        </div>
        <Video
          poster={<Picture name="poster-intro" className="poster" when="now" />}
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
          <div className="home-practical">
            <h3 className="visually-hidden">{practicalLabels.title}</h3>
            <dl>
              <div>
                <dt>
                  <Icon name="clock" /> {practicalLabels.access}
                </dt>
                <dd>{practical.access}</dd>
              </div>
              <div>
                <dt>
                  <Icon name="devices" /> {practicalLabels.devices}
                </dt>
                <dd>{practical.devices}</dd>
              </div>
            </dl>
          </div>
        </div>
        <BenefitList items={benefits.items} />
      </div>
    </section>
  );
}

function Environment() {
  const { environment } = HOME_COPY;
  const [overview, question] = KVB1_COPY.screenshots.pictures;
  return (
    <section className="home-environment section wrap">
      <h2>{environment.title}</h2>
      <p className="lead">{environment.intro}</p>
      <div className="home-environment-pictures">
        <CoursePicture course="KVB1" screen="overview" alt={overview.alt} sizes="min(48rem, 62vw)" />
        <CoursePicture course="KVB1" screen="question" alt={question.alt} sizes="min(36rem, 46vw)" />
      </div>
    </section>
  );
}

function WhenNeeded({ pageContext }: { pageContext: PageContext }) {
  const { whenNeeded } = HOME_COPY;
  return (
    <Section title={whenNeeded.title} lead={whenNeeded.intro} id="vaarbewijs-nodig">
      <p className="home-check">
        <a className="button button-quiet" href={withSearch(PATHS.licenceCheck, pageContext.search)}>
          {whenNeeded.checkLabel} <ArrowRight />
        </a>
      </p>
      <details className="home-rules phone-fold">
        <summary>{whenNeeded.rulesTitle}</summary>
        <p className="home-rules-title">{whenNeeded.rulesTitle}</p>
        <LicenceRules rules={whenNeeded.rules} orLabel={whenNeeded.orLabel} />
        <div className="home-when-text">
          <p>{whenNeeded.note}</p>
          <Paragraphs pageContext={pageContext} texts={whenNeeded.text} />
        </div>
      </details>
    </Section>
  );
}
