import type { CourseId } from "../shared/courses.ts";
import { Section } from "../ui/section.tsx";
import { COURSE_SCREENS_COPY } from "./course-screens-copy.ts";
import { DRAWN } from "./drawings-rules.ts";

/** The pictures that `npm run pictures` writes, pixels: a computer's screen, and the upper part of a phone's. */
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 780, height: 1320 };

/**
 * Two screens of the course environment: how far somebody is, on a computer if there is room for its screen, and before it a question,
 * on a phone. Loaded when they come near the screen.
 */
export function CourseScreens({ course }: { course: CourseId }) {
  const { title, overview, question } = COURSE_SCREENS_COPY;
  const file = `/images/course/${DRAWN[course]}`;
  return (
    <Section title={title}>
      <div className="course-screens">
        <picture>
          <source media="(max-width: 999.98px)" srcSet={`${file}-overview-phone.avif`} {...PHONE} />
          <img src={`${file}-overview-wide.avif`} {...WIDE} alt={overview(course)} loading="lazy" decoding="async" />
        </picture>
        <img src={`${file}-question-phone.avif`} {...PHONE} alt={question(course)} loading="lazy" decoding="async" />
      </div>
    </Section>
  );
}
