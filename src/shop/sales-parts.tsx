import { BothButton } from "../courses/both-call.tsx";
import { Guarantee } from "../courses/guarantee.tsx";
import { OrderButton } from "../courses/order-button.tsx";
import { Price } from "../courses/price.tsx";
import { BEGINS_AT_ONCE } from "../courses/prices-copy.ts";
import { orderLabel } from "../courses/products-copy.ts";
import { COURSES, type CourseId, PRODUCTS } from "../shared/courses.ts";
import type { PageContext } from "../shared/page-context.ts";
import { BulletList } from "../ui/bullet-list.tsx";
import { Icon } from "../ui/icon.tsx";
import { PaymentLogos } from "../ui/payment-logos.tsx";
import { Waypoint } from "../ui/waypoint.tsx";
import {
  type ContentGroup,
  SAMPLE_QUESTION_COPY,
  SAMPLE_QUESTION_ID,
  type SampleQuestion as SampleQuestionCopy,
  type Stat,
  type Tile,
} from "./sales-copy.ts";

/** The parts that only a course's sales page has. */

/** A course in three figures, across the whole width. */
export function Stats({ items }: { items: readonly Stat[] }) {
  return (
    <div className="stats">
      <ul className="wrap">
        {items.map((stat) => (
          <li key={stat.label}>
            <b>{stat.value}</b> <span>{stat.label}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The subjects of a course, as a row of ruled tiles like the legend of a chart. */
export function Tiles({ items }: { items: readonly Tile[] }) {
  return (
    <ul className="tiles card card-strong">
      {items.map((tile) => (
        <li key={tile.title}>
          <Icon name={tile.icon} size={26} className="icon-disc" />
          <h3>{tile.title}</h3>
          <p>{tile.description}</p>
        </li>
      ))}
    </ul>
  );
}

/** A question to try: a choice opens and shows whether it is right, and the explanation. Works without JavaScript. */
export function SampleQuestion({ question }: { question: SampleQuestionCopy }) {
  const { right, wrong, source } = SAMPLE_QUESTION_COPY;
  return (
    <div className="sample-question card card-raised">
      <p className="sample-text">{question.text}</p>
      <ol className="sample-choices">
        {question.options.map((option, index) => {
          const isRight = index === question.correct;
          return (
            <li key={option}>
              {/* One name joins the choices: a browser closes one when another is opened. */}
              <details name={SAMPLE_QUESTION_ID} className={isRight ? "sample-right" : "sample-wrong"}>
                <summary>
                  <span className="sample-letter">
                    {letterOf(index)}
                    <span className="visually-hidden">. </span>
                  </span>
                  {option}
                </summary>
                <p>
                  <b>{isRight ? right : wrong(letterOf(question.correct))}</b>
                </p>
                {question.explanation.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
                <p className="note">{`${source}: ${question.source}`}</p>
              </details>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** The letter of a choice; index 0 is A. */
function letterOf(index: number): string {
  return String.fromCharCode("A".charCodeAt(0) + index);
}

/** A course's parts as waypoints of one route, which unfolds its topics. */
export function ContentGroups({ groups }: { groups: readonly ContentGroup[] }) {
  return (
    <ol className="content-groups">
      {groups.map((group) => (
        <Waypoint key={group.title} className="content-group">
          <details className="faq-item">
            <summary>
              <h3>{group.title}</h3>
            </summary>
            <ul>
              {group.topics.map((topic) => (
                <li key={topic}>{topic}</li>
              ))}
            </ul>
          </details>
        </Waypoint>
      ))}
    </ol>
  );
}

type PricingCardProps = { pageContext: PageContext; courseId: CourseId; note: string | undefined };

/** One course to order: its price in this flow, the button to its hosted checkout, and what was promised in the first screen. */
export function PricingCard({ pageContext, courseId, note }: PricingCardProps) {
  const course = COURSES[courseId];
  return (
    <div className="pricing-card course-card card card-raised course-card-highlighted">
      <h3>{course.name}</h3>
      <BulletList items={[BEGINS_AT_ONCE]} note={note} />
      <div className="course-card-buy">
        <Price productId={courseId} flow={pageContext.flow} />
        <OrderButton href={pageContext.links.checkout[courseId]} dataEvt={PRODUCTS[courseId].dataEvt}>
          {orderLabel(courseId)}
        </OrderButton>
      </div>
      {courseId === "KVB2" ? <BothButton pageContext={pageContext} /> : null}
      <Guarantee />
      <PaymentLogos />
    </div>
  );
}
