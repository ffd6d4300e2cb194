import type { CourseId } from "../shared/courses.ts";
import { Section } from "../ui/section.tsx";
import { COURSE_SCREENS_COPY } from "./course-screens-copy.ts";

/** The pictures that `npm run pictures` writes, pixels: a wide screen in two sizes, and the upper part of a phone's. */
const WIDE = { width: 1280, height: 800 };
const SMALL_WIDTH = 640;
const PHONE = { width: 780, height: 1320 };

/** Two screens of the course environment: how far somebody is, and before it a question. */
export function CourseScreens({ course }: { course: CourseId }) {
  const { title, overview, question } = COURSE_SCREENS_COPY;
  const file = `/images/course/${course.toLowerCase()}`;
  return (
    <Section title={title}>
      <div className="course-screens">
        <Screen file={`${file}-overview`} alt={overview(course)} sizes="min(48rem, 62vw)" />
        <Screen file={`${file}-question`} alt={question(course)} sizes="min(30rem, 39vw)" />
      </div>
    </Section>
  );
}

/**
 * Loaded when it comes near the screen. A phone gets the picture of a phone's screen, of which two fit beside each other; `sizes` is how
 * wide the picture is shown from 768 pixels on. The WebP is for browsers older than those we support.
 */
function Screen({ file, alt, sizes }: { file: string; alt: string; sizes: string }) {
  return (
    <picture>
      <source media="(max-width: 767.98px)" type="image/avif" srcSet={`${file}-phone.avif`} {...PHONE} />
      <source
        type="image/avif"
        srcSet={`${file}-${SMALL_WIDTH}.avif ${SMALL_WIDTH}w, ${file}-${WIDE.width}.avif ${WIDE.width}w`}
        sizes={sizes}
      />
      <img src={`${file}-${SMALL_WIDTH}.webp`} {...WIDE} alt={alt} loading="lazy" decoding="async" />
    </picture>
  );
}
