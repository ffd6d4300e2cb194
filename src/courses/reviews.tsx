import type { PageContext } from "../shared/page-context.ts";
import { PATHS, withSearch } from "../shared/paths.ts";
import { Island } from "../ui/island.tsx";
import { telephoneHref } from "../ui/trader-identity.tsx";
import { REVIEWS_COPY as COPY, FACTS_COPY, REVIEWS, type Review, showsReviews } from "./reviews-copy.ts";

type ReviewsProps = { pageContext: PageContext; isCompact?: boolean };

/**
 * The six reviews, with a line about their origin; where they may not stand, three facts. Reviews are a row that scrolls,
 * and a script divides it into pages: of one review if it is compact or the screen is narrow, otherwise of three.
 */
export function Reviews({ pageContext, isCompact = false }: ReviewsProps) {
  if (!showsReviews(pageContext)) return <Promises pageContext={pageContext} />;
  return (
    <div className={`reviews${isCompact ? " reviews-compact" : ""}`}>
      <h2>{COPY.title}</h2>
      <p className="reviews-disclosure">{COPY.disclosure}</p>
      <Island name="reviewsCarousel" when="visible">
        <section className="reviews-carousel" aria-label={COPY.regionLabel} aria-roledescription={COPY.roleDescription}>
          <ul
            className="reviews-row"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a row that scrolls must be reachable by keyboard (WCAG 2.1.1)
            tabIndex={0}
          >
            {REVIEWS.map((review) => (
              <li key={review.name} className="review">
                <ReviewCard review={review} />
              </li>
            ))}
          </ul>
          <div className="reviews-controls" />
        </section>
        <template>
          <Controls />
        </template>
      </Island>
    </div>
  );
}

/** What a buyer can hold the shop to. */
function Promises({ pageContext: { search, trader } }: { pageContext: PageContext }) {
  const { title, tryFirst, rule, ask } = FACTS_COPY;
  const { phone, email } = trader;
  return (
    <div className="trust-facts">
      <h2>{title}</h2>
      <ul className="bullet-list">
        <li>
          <a href={withSearch(PATHS.mockExam, search)}>{tryFirst.label}</a>
          {tryFirst.text}
        </li>
        <li>{rule}</li>
        {phone === undefined && email === undefined ? null : (
          <li>
            {ask}{" "}
            {phone === undefined ? <a href={`mailto:${email}`}>{email}</a> : <a href={telephoneHref(phone)}>{phone}</a>}
          </li>
        )}
      </ul>
    </div>
  );
}

function ReviewCard({ review }: { review: Review }) {
  return (
    <figure className="card">
      <blockquote>
        <p>{review.text}</p>
      </blockquote>
      <figcaption>
        <span className="review-avatar" aria-hidden="true">
          {review.name.slice(0, 1)}
        </span>
        <p>{review.name}</p>
      </figcaption>
    </figure>
  );
}

/** The two buttons, and the one dot that the script repeats for each page. */
function Controls() {
  return (
    <div className="reviews-controls">
      <button type="button" className="round-button icon-button" aria-label={COPY.previousLabel}>
        <ArrowGlyph path="M12.5 4 6.5 10l6 6" />
      </button>
      <ul className="reviews-dots">
        <li>
          <button type="button" className="icon-button" aria-label={COPY.pageLabel} />
        </li>
      </ul>
      <button type="button" className="round-button icon-button" aria-label={COPY.nextLabel}>
        <ArrowGlyph path="M7.5 4l6 6-6 6" />
      </button>
    </div>
  );
}

function ArrowGlyph({ path }: { path: string }) {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
