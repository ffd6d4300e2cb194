import { BulletList } from "../components/bullet-list.tsx";
import { Comparison } from "../components/comparison.tsx";
import { Contact } from "../components/contact.tsx";
import { BothCard, CourseCards } from "../components/course-cards.tsx";
import { Document } from "../components/document.tsx";
import { GiftCall } from "../components/gift-call.tsx";
import { LightIsland } from "../components/island.tsx";
import { PaymentLogos } from "../components/payment-logos.tsx";
import { Reviews } from "../components/reviews.tsx";
import { RouteSteps } from "../components/route-steps.tsx";
import { RunningText } from "../components/running-text.tsx";
import { bothOffer } from "../components/structured-data.ts";
import { ORDER_COPY } from "../content/order.ts";
import { showsReviews } from "../content/reviews.ts";
import type { Frame } from "../shared/frame.ts";
import { PATHS, withSearch } from "../shared/paths.ts";

/** The order page: three courses to buy; with flow A or B in special-offer mode with a countdown. */
export function OrderPage({ frame }: { frame: Frame }) {
  return (
    <Document
      frame={frame}
      meta={ORDER_COPY.meta}
      crumb={ORDER_COPY.crumb}
      index="index"
      socialImage="order"
      structuredData={bothOffer(frame)}
    >
      <section className={`order-top hero${frame.flow === "none" ? "" : " order-top-offer"}`}>
        <div className="wrap">
          <p>
            <a className="back-link" href={withSearch(PATHS.home, frame.search)}>
              <span aria-hidden="true">←</span> {ORDER_COPY.backLabel}
            </a>
          </p>
          {frame.flow === "none" ? <NormalHeading frame={frame} /> : <OfferHeading />}
          <CourseCards frame={frame} heading="h2" />
          <BothCard frame={frame} />
          <div className="order-trust">
            <BulletList items={ORDER_COPY.trust} />
            <PaymentLogos />
          </div>
          <GiftCall frame={frame} />
        </div>
      </section>
      <HelpToChoose frame={frame} />
      <section className="section section-land">
        <div className="wrap">
          <h2>{ORDER_COPY.after.title}</h2>
          <RouteSteps steps={ORDER_COPY.after.steps} />
        </div>
      </section>
      {showsReviews(frame) ? (
        <section className="section wrap">
          <Reviews />
        </section>
      ) : null}
      <div className="section wrap">
        <Contact frame={frame} />
      </div>
    </Document>
  );
}

function NormalHeading({ frame }: { frame: Frame }) {
  return (
    <>
      <h1 className="order-title">{ORDER_COPY.normal.title}</h1>
      <p className="lead">
        <RunningText frame={frame} text={ORDER_COPY.normal.intro} />
      </p>
    </>
  );
}

function OfferHeading() {
  const { offer } = ORDER_COPY;
  return (
    <div className="order-offer">
      <div>
        <p className="eyebrow">{offer.eyebrow}</p>
        <h1 className="order-title">{offer.title}</h1>
        <p className="lead">{offer.intro}</p>
      </div>
      <div className="order-clock card card-dashed">
        <LightIsland name="countdown" when="idle" props={{ expiredLabel: offer.expiredLabel }}>
          <div className="countdown">
            <b>{offer.countdownLabel}</b>
            <span className="countdown-clock" role="timer" aria-live="off">
              {offer.withoutClock}
            </span>
          </div>
        </LightIsland>
        <p className="note">{offer.honesty}</p>
      </div>
    </div>
  );
}

/** For each wish of a visitor: the course that it needs, and the total cost with the exam. */
function HelpToChoose({ frame }: { frame: Frame }) {
  const { choose } = ORDER_COPY;
  return (
    <section className="section wrap" id={choose.id}>
      <h2>{choose.title}</h2>
      <p className="lead">
        <RunningText frame={frame} text={choose.intro} />
      </p>
      <ul className="order-choices">
        {choose.choices.map((choice) => (
          <li key={choice.situation}>
            <h3>{choice.situation}</h3>
            <p className="order-advice">{choice.advice}</p>
            <p>{choice.reason}</p>
          </li>
        ))}
      </ul>
      <Comparison frame={frame} />
      <p className="order-note note">{choose.note(frame)}</p>
    </section>
  );
}
