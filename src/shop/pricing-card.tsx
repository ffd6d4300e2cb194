import { OrderButton } from "../courses/order-button.tsx";
import { Price } from "../courses/price.tsx";
import { COURSES, type CourseId, PRODUCTS } from "../shared/courses.ts";
import type { PageContext } from "../shared/page-context.ts";
import { BulletList } from "../ui/bullet-list.tsx";

type PricingCardProps = {
  pageContext: PageContext;
  courseId: CourseId;
  features: readonly string[];
  note?: string | undefined;
  orderLabel: string;
};

/** One course to order: its price in this flow, its features and the button to its hosted checkout. */
export function PricingCard({ pageContext, courseId, features, note, orderLabel }: PricingCardProps) {
  const course = COURSES[courseId];
  return (
    <div className="pricing-card course-card card card-raised course-card-highlighted">
      <h3>{course.name}</h3>
      <BulletList items={features} note={note} />
      <div className="course-card-buy">
        <Price productId={courseId} flow={pageContext.flow} />
        <OrderButton href={pageContext.links.checkout[courseId]} dataEvt={PRODUCTS[courseId].dataEvt}>
          {orderLabel}
        </OrderButton>
      </div>
    </div>
  );
}
