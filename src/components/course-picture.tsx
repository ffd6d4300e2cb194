import type { CourseId } from "../shared/courses.ts";

type CoursePictureProps = {
  course: CourseId;
  screen: "overview" | "question";
  alt: string;
  /** The `sizes` attribute: how wide the picture is shown. */
  sizes: string;
};

/** Widths that `npm run pictures` writes, CSS pixels; every picture is 16:10. */
const WIDTHS = [640, 1280] as const;
const WIDTH = 1280;
const HEIGHT = 800;

/** A picture of the course environment (`npm run pictures` makes them), loaded when it comes near the screen. */
export function CoursePicture({ course, screen, alt, sizes }: CoursePictureProps) {
  const file = `/images/course/${course.toLowerCase()}-${screen}`;
  const sourceSet = (extension: string) => WIDTHS.map((width) => `${file}-${width}.${extension} ${width}w`).join(", ");
  return (
    <picture className="course-picture">
      <source type="image/avif" srcSet={sourceSet("avif")} sizes={sizes} />
      <img
        src={`${file}-640.webp`}
        srcSet={sourceSet("webp")}
        sizes={sizes}
        width={WIDTH}
        height={HEIGHT}
        alt={alt}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}
