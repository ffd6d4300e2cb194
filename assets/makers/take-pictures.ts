/**
 * Takes the pictures of the learning environment that the sales pages show, of a computer's screen and of a phone's:
 * `node assets/makers/take-pictures.ts`
 */
import { mkdir, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { COURSE_IDS, type CourseId } from "../../src/shared/courses.ts";
import { COURSE_VIEWS, type CourseView, courseScreenHtml } from "./course-screen.ts";
import { withPictureTaker } from "./page-pictures.ts";

const OUTPUT = new URL("../images/course/", import.meta.url);

/** The computer's screen, CSS pixels and those of the picture, with the encoder's quality (0 to 100). */
const SCREEN = { width: 1280, height: 800 };
const QUALITY = 60;
/** The upper part of a phone's screen, in which letters are as large as on the page: in CSS pixels, two pixels each. */
const PHONE_SCREEN = { width: 390, height: 660 };
const PHONE_PIXEL_RATIO = 2;
/** Low enough that the picture has fewer bytes than the computer's. */
const PHONE_QUALITY = 50;

await mkdir(OUTPUT, { recursive: true });
await withPictureTaker(async (takePicture) => {
  for (const course of COURSE_IDS)
    await writeAvif(
      `${fileName(course, "overview")}-wide`,
      await takePicture(courseScreenHtml(course, "overview"), SCREEN),
      QUALITY,
    );
});
await withPictureTaker(async (takePicture) => {
  for (const course of COURSE_IDS) {
    for (const view of COURSE_VIEWS) {
      const picture = await takePicture(courseScreenHtml(course, view), PHONE_SCREEN);
      await writeAvif(`${fileName(course, view)}-phone`, picture, PHONE_QUALITY);
    }
  }
}, PHONE_PIXEL_RATIO);

function fileName(course: CourseId, view: CourseView): string {
  return `${course.toLowerCase()}-${view}`;
}

async function writeAvif(name: string, picture: Buffer, quality: number): Promise<void> {
  const bytes = await sharp(picture).avif({ quality, effort: 4, chromaSubsampling: "4:4:4" }).toBuffer();
  await writeFile(new URL(`${name}.avif`, OUTPUT), bytes);
  console.log(`${name}.avif: ${bytes.length} bytes`);
}
