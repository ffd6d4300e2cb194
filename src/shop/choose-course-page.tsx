import { Reviews } from "../courses/reviews.tsx";
import { showsReviews } from "../courses/reviews-copy.ts";
import { GiftCall } from "../gifts/giving/gift-call.tsx";
import type { PageContext } from "../shared/page-context.ts";
import { PATHS, withSearch } from "../shared/paths.ts";
import { BulletList } from "../ui/bullet-list.tsx";
import { Document } from "../ui/document.tsx";
import { ArrowLeft } from "../ui/icon.tsx";
import { Island } from "../ui/island.tsx";
import { PaymentLogos } from "../ui/payment-logos.tsx";
import { RouteSteps } from "../ui/route-steps.tsx";
import { RunningText } from "../ui/running-text.tsx";
import { Section } from "../ui/section.tsx";
import { CHOOSE_COURSE_COPY } from "./choose-course-copy.ts";
import { Comparison } from "./comparison.tsx";
import { Contact } from "./contact.tsx";
import { BothCard, CourseCards } from "./course-cards.tsx";
import { bothOffer } from "./offers-markup.ts";

/** The order page: three courses to buy; with flow A or B in special-offer mode with a countdown. */
export function ChooseCoursePage({ pageContext }: { pageContext: PageContext }) {
  return (
    <Document
      pageContext={pageContext}
      meta={CHOOSE_COURSE_COPY.meta}
      crumb={CHOOSE_COURSE_COPY.crumb}
      index="index"
      socialImage="order"
      stylesheet="styles-order"
      structuredData={bothOffer(pageContext)}
    >
      <section className={`order-top hero${pageContext.flow === "none" ? "" : " order-top-offer"}`}>
        <div className="wrap">
          <p>
            <a className="back-link tap-link" href={withSearch(PATHS.home, pageContext.search)}>
              <ArrowLeft />
              {CHOOSE_COURSE_COPY.backLabel}
            </a>
          </p>
          {pageContext.flow === "none" ? <NormalHeading pageContext={pageContext} /> : <OfferHeading />}
          <CourseCards pageContext={pageContext} heading="h2" />
          <BothCard pageContext={pageContext} />
          <div className="order-trust">
            <BulletList items={CHOOSE_COURSE_COPY.trust} />
            <PaymentLogos />
          </div>
          <GiftCall pageContext={pageContext} />
        </div>
      </section>
      <HelpToChoose pageContext={pageContext} />
      <Section title={CHOOSE_COURSE_COPY.after.title} on="land">
        <RouteSteps steps={CHOOSE_COURSE_COPY.after.steps} />
      </Section>
      {showsReviews(pageContext) ? (
        <section className="section wrap">
          <Reviews />
        </section>
      ) : null}
      <div className="section wrap">
        <Contact pageContext={pageContext} />
      </div>
    </Document>
  );
}

function NormalHeading({ pageContext }: { pageContext: PageContext }) {
  return (
    <>
      <h1 className="order-title">{CHOOSE_COURSE_COPY.normal.title}</h1>
      <p className="lead">
        <RunningText pageContext={pageContext} text={CHOOSE_COURSE_COPY.normal.intro} />
      </p>
    </>
  );
}

function OfferHeading() {
  const { offer } = CHOOSE_COURSE_COPY;
  return (
    <div className="order-offer">
      <div>
        <p className="eyebrow">{offer.eyebrow}</p>
        <h1 className="order-title">{offer.title}</h1>
        <p className="lead">{offer.intro}</p>
      </div>
      <div className="order-clock card card-dashed">
        <Island name="countdown" when="idle" props={{ expiredLabel: offer.expiredLabel }}>
          <div className="countdown">
            <b>{offer.countdownLabel}</b>{" "}
            <span className="countdown-clock" role="timer" aria-live="off">
              {offer.withoutClock}
            </span>
          </div>
        </Island>
        <p className="note">{offer.honesty}</p>
      </div>
    </div>
  );
}

/** For each wish of a visitor: the course that it needs, and the total cost with the exam. */
function HelpToChoose({ pageContext }: { pageContext: PageContext }) {
  const { choose } = CHOOSE_COURSE_COPY;
  return (
    <Section title={choose.title} lead={<RunningText pageContext={pageContext} text={choose.intro} />} id={choose.id}>
      <ul className="order-choices">
        {choose.choices.map((choice) => (
          <li key={choice.situation}>
            <h3>{choice.situation}</h3>
            <p className="order-advice">{choice.advice}</p>
            <p>{choice.reason}</p>
          </li>
        ))}
      </ul>
      <Comparison pageContext={pageContext} />
      <p className="order-note note">{choose.note(pageContext)}</p>
    </Section>
  );
}
