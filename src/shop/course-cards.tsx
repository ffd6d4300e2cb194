import { BOTH_COPY } from "../courses/both-courses-copy.ts";
import { OrderButton } from "../courses/order-button.tsx";
import { Price } from "../courses/price.tsx";
import { PRICE_LABELS } from "../courses/prices-copy.ts";
import { orderLabel, WATERS } from "../courses/products-copy.ts";
import { COURSE_IDS, COURSES, type CourseId, PRODUCTS, type ProductId } from "../shared/courses.ts";
import type { PageContext } from "../shared/page-context.ts";
import { spellProduct, withSearch } from "../shared/paths.ts";
import { BulletList } from "../ui/bullet-list.tsx";
import { ArrowRight } from "../ui/icon.tsx";
import { Picture } from "../ui/picture.tsx";
import { DRAWN } from "./drawings-rules.ts";
import { COURSE_CARDS } from "./home-copy.ts";

/** The course that most visitors need first. */
const HIGHLIGHTED: CourseId = "KVB1";

type CourseCardsProps = { pageContext: PageContext; heading: "h2" | "h3" };

/** Three cards, each with a course, its price in this flow, and the button to its hosted checkout. */
export function CourseCards({ pageContext, heading: Heading }: CourseCardsProps) {
  return (
    <ul className="course-cards">
      {COURSE_IDS.map((id) => {
        const course = COURSES[id];
        const card = COURSE_CARDS[id];
        const highlighted = id === HIGHLIGHTED;
        return (
          <li
            key={id}
            id={cardId(id)}
            className={`course-card card card-raised${highlighted ? " course-card-highlighted" : ""}`}
          >
            <Picture name={`scene-${DRAWN[id]}`} className="course-card-face" />
            {highlighted ? <span className="course-card-badge">{PRICE_LABELS.popular}</span> : null}
            <Heading {...(Heading === "h2" ? { className: "like-h3" } : {})}>
              <a className="tap-link" href={withSearch(course.path, pageContext.search)}>
                {course.name} <ArrowRight size={18} />
              </a>
            </Heading>
            <p className="course-card-waters">{WATERS[id]}</p>
            <BulletList items={card.features} note={card.note} />
            <div className="course-card-buy">
              <Price productId={id} flow={pageContext.flow} />
              <OrderButton
                href={pageContext.links.checkout[id]}
                dataEvt={PRODUCTS[id].dataEvt}
                variant={highlighted ? "signal" : "quiet"}
              >
                {orderLabel(id)}
              </OrderButton>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

export function cardId(productId: ProductId): string {
  return `kies-${spellProduct(productId)}`;
}

/** The courses once more, a line each: what for, price and button. */
export function CourseList({ pageContext }: { pageContext: PageContext }) {
  return (
    <ul className="course-list card card-raised">
      {COURSE_IDS.map((id) => (
        <li key={id}>
          <h3>
            {COURSES[id].name}{" "}
            {id === HIGHLIGHTED ? <span className="course-card-badge">{PRICE_LABELS.popular}</span> : null}
          </h3>
          <p className="course-card-waters">{WATERS[id]}</p>
          <Price productId={id} flow={pageContext.flow} />
          <OrderButton
            href={pageContext.links.checkout[id]}
            dataEvt={PRODUCTS[id].dataEvt}
            variant={id === HIGHLIGHTED ? "signal" : "quiet"}
          >
            {orderLabel(id)}
          </OrderButton>
        </li>
      ))}
    </ul>
  );
}

/** KVB1 and KVB2 in one order, as wide as the three cards above it, while that is offered. */
export function BothCard({ pageContext }: { pageContext: PageContext }) {
  const { id, name, dataEvt } = PRODUCTS.KVB1_KVB2;
  const href = pageContext.links.checkout[id];
  if (href === null) return null;
  return (
    <div id={cardId(id)} className="course-card course-card-wide card card-raised">
      {(["KVB1", "KVB2"] as const).map((courseId) => (
        <Picture key={courseId} name={`scene-${DRAWN[courseId]}`} className="course-card-face" />
      ))}
      <h2 className="like-h3">{name}</h2>
      <BulletList items={BOTH_COPY.features(pageContext.flow)} />
      <div className="course-card-buy">
        <Price productId={id} flow={pageContext.flow} />
        <OrderButton href={href} dataEvt={dataEvt} variant="quiet">
          {BOTH_COPY.orderLabel}
        </OrderButton>
      </div>
    </div>
  );
}
