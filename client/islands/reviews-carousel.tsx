import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import type { Review } from "../../src/shared/entities.ts";
import { MOBILE_BREAKPOINT_PX } from "../../src/shared/layout.ts";

type ReviewsCarouselProps = {
  reviews: readonly Review[];
  /** Compact mode shows one review a page at every width. */
  compact: boolean;
  copy: { region: string; roleDescription: string; previous: string; next: string; page: string };
};

const PER_PAGE_WIDE = 3;
/** A swipe must be longer than this to change page, CSS pixels (specification section 9). */
const SWIPE_THRESHOLD_PX = 50;

/**
 * Reviews in pages that wrap both ways. The server's markup is a row that scrolls and snaps, which is all there is
 * without JavaScript; once hydrated, arrows, dots, arrow keys and swipes turn the pages. Nothing moves by itself.
 */
export function ReviewsCarousel({ reviews, compact, copy }: ReviewsCarouselProps) {
  const [perPage, setPerPage] = useState<number | null>(null);
  const [page, setPage] = useState(0);
  const swipeStart = useRef<number | null>(null);
  const row = useRef<HTMLUListElement>(null);

  useEffect(() => {
    // As high as the row of all of them was: what is below stays where it is, also when pages turn.
    if (row.current !== null) row.current.style.minBlockSize = `${row.current.offsetHeight}px`;
    if (compact) {
      setPerPage(1);
      return;
    }
    const wide = matchMedia(`(min-width: ${MOBILE_BREAKPOINT_PX}px)`);
    const update = () => {
      setPerPage(wide.matches ? PER_PAGE_WIDE : 1);
      setPage(0);
    };
    const adapt = () => {
      if (row.current !== null) row.current.style.minBlockSize = "";
      update();
    };
    update();
    wide.addEventListener("change", adapt);
    return () => wide.removeEventListener("change", adapt);
  }, [compact]);

  const interactive = perPage !== null;
  const pages = interactive ? Math.ceil(reviews.length / perPage) : 1;
  const turn = (by: number) => setPage((current) => (current + by + pages) % pages);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowLeft") turn(-1);
    else if (event.key === "ArrowRight") turn(1);
    else return;
    event.preventDefault();
  };
  const onPointerUp = (event: PointerEvent) => {
    if (swipeStart.current === null) return;
    const distance = event.clientX - swipeStart.current;
    swipeStart.current = null;
    if (Math.abs(distance) > SWIPE_THRESHOLD_PX) turn(distance < 0 ? 1 : -1);
  };

  return (
    <section
      className={`reviews-carousel${compact ? " reviews-carousel-compact" : ""}`}
      aria-label={copy.region}
      aria-roledescription={copy.roleDescription}
      data-interactive={interactive}
    >
      <ul
        ref={row}
        className="reviews-row"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a row that scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        aria-live={interactive ? "polite" : undefined}
        onKeyDown={interactive ? onKeyDown : undefined}
        onPointerDown={(event) => {
          // A mouse selects text by dragging; fingers and pens swipe.
          if (event.pointerType !== "mouse") swipeStart.current = event.clientX;
        }}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          swipeStart.current = null;
        }}
      >
        {reviews.map((review, index) => (
          <li key={review.name} className="review" hidden={interactive && Math.floor(index / perPage) !== page}>
            <ReviewCard review={review} />
          </li>
        ))}
      </ul>
      {interactive && pages > 1 ? (
        <div className="reviews-controls">
          <button
            type="button"
            className="round-button icon-button"
            aria-label={copy.previous}
            onClick={() => turn(-1)}
          >
            <ArrowGlyph direction="left" />
          </button>
          <ul className="reviews-dots">
            {Array.from({ length: pages }, (_, number) => number).map((number) => (
              <li key={number}>
                <button
                  type="button"
                  aria-label={copy.page.replace("{page}", String(number + 1)).replace("{total}", String(pages))}
                  aria-current={number === page}
                  onClick={() => setPage(number)}
                />
              </li>
            ))}
          </ul>
          <button type="button" className="round-button icon-button" aria-label={copy.next} onClick={() => turn(1)}>
            <ArrowGlyph direction="right" />
          </button>
        </div>
      ) : (
        <div className="reviews-controls" aria-hidden="true" />
      )}
    </section>
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
        {review.name}
      </figcaption>
    </figure>
  );
}

function ArrowGlyph({ direction }: { direction: "left" | "right" }) {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path
        d={direction === "left" ? "M12.5 4 6.5 10l6 6" : "M7.5 4l6 6-6 6"}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
