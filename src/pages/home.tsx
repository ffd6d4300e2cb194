import { BulletList } from "../components/bullet-list.tsx";
import { CourseCards } from "../components/course-cards.tsx";
import { Document } from "../components/document.tsx";
import { HeroChart } from "../components/drawings/hero-chart.tsx";
import { ArrowRight } from "../components/drawings/icon.tsx";
import { PaymentLogos } from "../components/drawings/payment-logos.tsx";
import { PosterIntro } from "../components/drawings/poster-intro.tsx";
import { HOME_COPY } from "../content/home.ts";
import { SITE_COPY } from "../content/site.ts";
import { coursePrice, HERO_DATA_EVT } from "../shared/courses.ts";
import type { Frame } from "../shared/frame.ts";
import { formatPrice } from "../shared/money.ts";
import { PATHS, withSearch } from "../shared/paths.ts";

/** Home: what it is, what it costs, what to press. */
export function HomePage({ frame }: { frame: Frame }) {
  const { hero, pricing } = HOME_COPY;
  return (
    <Document
      frame={frame}
      title={HOME_COPY.meta.title}
      description={HOME_COPY.meta.description}
      index="index"
      socialImage="home"
    >
      <section className="home-hero">
        <HeroChart />
        <div className="home-hero-columns wrap">
          <div>
            <p className="eyebrow">{hero.eyebrow}</p>
            <h1>{hero.title}</h1>
            <BulletList items={hero.bullets} />
            <p className="actions">
              <a className="button" href={withSearch(PATHS.order, frame.search)} data-evt={HERO_DATA_EVT}>
                {hero.orderLabel} <ArrowRight />
              </a>
              <small>
                <b>Vanaf {formatPrice(coursePrice(frame.flow).priceCents)}</b> inclusief btw
                <br />
                {hero.reassurance}
              </small>
            </p>
            <PaymentLogos label={SITE_COPY.paymentMethodsLabel} />
          </div>
          <div className="home-hero-picture">
            <PosterIntro />
          </div>
        </div>
      </section>
      <section className="section wrap">
        <h2>{pricing.title}</h2>
        <p className="lead">{pricing.intro}</p>
        <CourseCards frame={frame} heading="h3" />
      </section>
    </Document>
  );
}
