import { ReviewsCarousel } from "../../client/islands/reviews-carousel.tsx";
import { REVIEWS, REVIEWS_COPY } from "../content/reviews.ts";
import { Island } from "./island.tsx";

type ReviewsProps = {
  /** One review a page at every width (the checkout on a wide screen). */
  compact?: boolean;
  heading?: "h2" | "h3";
};

/** The six reviews, with the line that says what they are. */
export function Reviews({ compact = false, heading: Heading = "h2" }: ReviewsProps) {
  return (
    <div className="reviews">
      <Heading>{REVIEWS_COPY.title}</Heading>
      <p className="reviews-disclosure">{REVIEWS_COPY.disclosure}</p>
      <Island
        name="reviewsCarousel"
        when="visible"
        component={ReviewsCarousel}
        props={{
          reviews: REVIEWS,
          compact,
          copy: {
            region: REVIEWS_COPY.regionLabel,
            roleDescription: REVIEWS_COPY.roleDescription,
            previous: REVIEWS_COPY.previousLabel,
            next: REVIEWS_COPY.nextLabel,
            page: REVIEWS_COPY.pageLabel,
          },
        }}
      />
    </div>
  );
}
