import { Guarantee } from "../courses/guarantee.tsx";
import { EXAM_APART, OFFER_ID } from "../courses/prices-copy.ts";
import { Reviews } from "../courses/reviews.tsx";
import { Trust } from "../courses/trust.tsx";
import { COURSES, type ProductId } from "../shared/courses.ts";
import { fillIn } from "../shared/fill-in.ts";
import type { PageContext } from "../shared/page-context.ts";
import { PATHS, withSearch } from "../shared/paths.ts";
import { addDays, formatDay, momentOf } from "../shared/time.ts";
import { Document } from "../ui/document.tsx";
import { ArrowLeft } from "../ui/icon.tsx";
import { Island } from "../ui/island.tsx";
import { JumpLinks } from "../ui/jump-links.tsx";
import { CHOOSE_COURSE_COPY } from "./choose-course-copy.ts";
import { pricePerCourse } from "./costs-in-words-copy.ts";
import { BothCard, CourseCards, cardId } from "./course-cards.tsx";
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
      <section className="order-top hero">
        <div className="wrap">
          <p>
            <a className="back-link tap-link" href={withSearch(PATHS.home, pageContext.search)}>
              <ArrowLeft />
              {CHOOSE_COURSE_COPY.backLabel}
            </a>
          </p>
          <div className="order-head">
            {pageContext.flow === "none" ? (
              <h1 className="order-title">{CHOOSE_COURSE_COPY.normal.title}</h1>
            ) : (
              <OfferHeading pageContext={pageContext} />
            )}
            <Choice sellsBoth={pageContext.links.checkout.KVB1_KVB2 !== null} />
            <div className="order-trust">
              <Guarantee note={EXAM_APART} />
              <Trust pageContext={pageContext} />
            </div>
          </div>
          <CourseCards pageContext={pageContext} heading="h2" />
          <BothCard pageContext={pageContext} />
        </div>
      </section>
      <section className="section wrap">
        <Reviews pageContext={pageContext} />
      </section>
    </Document>
  );
}

/** The one answer to "one, two or both": a link marks the card that fits, also without JavaScript. */
function Choice({ sellsBoth }: { sellsBoth: boolean }) {
  const { question, inland, wide, both } = CHOOSE_COURSE_COPY.choose;
  return (
    <div className="order-choice">
      <b>{question}</b>
      <JumpLinks
        label={question}
        links={[
          answer("KVB1", inland, COURSES.KVB1.shortName),
          sellsBoth ? answer("KVB1_KVB2", wide, both) : answer("KVB2", wide, COURSES.KVB2.shortName),
        ]}
      />
    </div>
  );
}

function answer(id: ProductId, text: string, course: string) {
  const content = (
    <span>
      {text} <b>{course}</b>
    </span>
  );
  return { id: cardId(id), content };
}

function OfferHeading({ pageContext: { flow, offerEnds: ends } }: { pageContext: PageContext }) {
  const { offer } = CHOOSE_COURSE_COPY;
  const endsAt = ends === null ? null : momentOf(addDays(ends, 1), 0).getTime();
  return (
    <div className="order-offer" id={OFFER_ID}>
      <div>
        <p className="topic">{`${offer.eyebrow}: ${pricePerCourse(flow)}`}</p>
        <h1 className="order-title">{offer.title}</h1>
        <p className="note">{offer.intro}</p>
      </div>
      <div className="order-clock">
        <Island name="countdown" when="idle" props={{ endsAt, expiredLabel: offer.expiredLabel }}>
          <div className="countdown" hidden={ends !== null}>
            <b>{offer.countdownLabel}</b>{" "}
            <span className="countdown-clock" role="timer" aria-live="off">
              {offer.withoutClock}
            </span>
          </div>
        </Island>
        <p className="note">{ends === null ? offer.honesty : fillIn(offer.until, { day: formatDay(ends) })}</p>
      </div>
    </div>
  );
}
