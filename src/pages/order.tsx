import { Countdown } from "../../client/islands/countdown.tsx";
import { BulletList } from "../components/bullet-list.tsx";
import { CourseCards } from "../components/course-cards.tsx";
import { Document } from "../components/document.tsx";
import { Island } from "../components/island.tsx";
import { PaymentLogos } from "../components/payment-logos.tsx";
import { Reviews } from "../components/reviews.tsx";
import { RouteSteps } from "../components/route-steps.tsx";
import { ORDER_COPY } from "../content/order.ts";
import type { Frame } from "../shared/frame.ts";
import { PATHS, withSearch } from "../shared/paths.ts";

/** The order page: three courses to buy; with flow A or B in special-offer mode with a countdown. */
export function OrderPage({ frame }: { frame: Frame }) {
  return (
    <Document
      frame={frame}
      title={ORDER_COPY.meta.title}
      description={ORDER_COPY.meta.description}
      crumb={ORDER_COPY.crumb}
      index="index"
      socialImage="order"
    >
      <section className={`order-top${frame.flow === "none" ? "" : " order-top-offer"}`}>
        <div className="wrap">
          <p>
            <a className="back-link" href={withSearch(PATHS.home, frame.search)}>
              <span aria-hidden="true">←</span> {ORDER_COPY.backLabel}
            </a>
          </p>
          {frame.flow === "none" ? <NormalHeading /> : <OfferHeading />}
          <CourseCards frame={frame} heading="h2" />
          <div className="order-trust">
            <BulletList items={ORDER_COPY.trust} />
            <PaymentLogos />
          </div>
        </div>
      </section>
      <section className="section section-land">
        <div className="wrap">
          <h2>{ORDER_COPY.after.title}</h2>
          <RouteSteps steps={ORDER_COPY.after.steps} />
        </div>
      </section>
      <section className="section wrap">
        <Reviews />
      </section>
    </Document>
  );
}

function NormalHeading() {
  return (
    <>
      <h1 className="order-title">{ORDER_COPY.normal.title}</h1>
      <p className="lead">{ORDER_COPY.normal.intro}</p>
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
      <div className="order-clock">
        <Island
          name="countdown"
          when="idle"
          component={Countdown}
          props={{
            label: offer.countdownLabel,
            withoutClock: offer.withoutClock,
            expiredLabel: offer.expiredLabel,
          }}
        />
        <p className="order-honesty">{offer.honesty}</p>
      </div>
    </div>
  );
}
