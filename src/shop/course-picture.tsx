import type { CourseId } from "../shared/courses.ts";

type CoursePictureProps = {
  course: CourseId;
  screen: "overview" | "question";
  alt: string;
  /** The `sizes` attribute: how wide the picture is shown from 768 pixels on. */
  sizes: string;
};

/** The pictures that `npm run pictures` writes, pixels: a wide screen in two sizes, and the upper part of a phone's. */
const WIDE = { width: 1280, height: 800 };
const SMALL_WIDTH = 640;
const PHONE = { width: 780, height: 1320 };

/**
 * A picture of the course environment (made by `npm run pictures`), loaded when it comes near the screen. A phone gets
 * the picture of a phone's screen, because it is readable there. The WebP is for browsers older than those we support.
 */
export function CoursePicture({ course, screen, alt, sizes }: CoursePictureProps) {
  const file = `/images/course/${course.toLowerCase()}-${screen}`;
  return (
    <picture className="course-picture">
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
