import { COURSES, type CourseId, PRODUCTS } from "../shared/courses.ts";
import type { Frame } from "../shared/frame.ts";
import { BulletList } from "./bullet-list.tsx";
import { OrderButton } from "./order-button.tsx";
import { Price } from "./price.tsx";

type PricingCardProps = {
  frame: Frame;
  courseId: CourseId;
  features: readonly string[];
  note?: string | undefined;
  orderLabel: string;
};

/** One course to order: its price in this flow, its features and the button to its hosted checkout. */
export function PricingCard({ frame, courseId, features, note, orderLabel }: PricingCardProps) {
  const course = COURSES[courseId];
  return (
    <div className="pricing-card course-card card card-raised course-card-highlighted">
      <h3>{course.name}</h3>
      <Price productId={courseId} flow={frame.flow} />
      <BulletList items={features} note={note} />
      <OrderButton href={frame.links.checkout[courseId]} dataEvt={PRODUCTS[courseId].dataEvt}>
        {orderLabel}
      </OrderButton>
    </div>
  );
}
