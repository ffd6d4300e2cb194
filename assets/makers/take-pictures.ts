/**
 * Takes the pictures of the learning environment that the sales pages show, each as AVIF and WebP at two widths:
 * `node assets/makers/take-pictures.ts`
 */
import { mkdir, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { COURSE_IDS } from "../../src/shared/courses.ts";
import { COURSE_VIEWS, courseScreenHtml } from "./course-screen.ts";
import { withPictureTaker } from "./page-pictures.ts";

const OUTPUT = new URL("../images/course/", import.meta.url);

/** CSS pixels of the pictured screen; also the size of the large picture. */
const SCREEN = { width: 1280, height: 800 };
/** Widths of the files in pixels, with the encoders' quality (0 to 100). The small one needs more: its letters are small. */
const WIDTHS = [
  { width: 640, avifQuality: 66, webpQuality: 86 },
  { width: 1280, avifQuality: 60, webpQuality: 82 },
];

await mkdir(OUTPUT, { recursive: true });
await withPictureTaker(async (takePicture) => {
  for (const course of COURSE_IDS) {
    for (const view of COURSE_VIEWS) {
      const picture = await takePicture(courseScreenHtml(course, view), SCREEN);
      for (const { width, avifQuality, webpQuality } of WIDTHS) {
        const resized = sharp(picture).resize({ width, kernel: "lanczos3" });
        const avif = await resized
          .clone()
          .avif({ quality: avifQuality, effort: 4, chromaSubsampling: "4:4:4" })
          .toBuffer();
        const webp = await resized.clone().webp({ quality: webpQuality, effort: 6, smartSubsample: true }).toBuffer();
        const name = `${course.toLowerCase()}-${view}-${width}`;
        await writeFile(new URL(`${name}.avif`, OUTPUT), avif);
        await writeFile(new URL(`${name}.webp`, OUTPUT), webp);
        console.log(`${name}: avif ${avif.length} bytes, webp ${webp.length} bytes`);
      }
    }
  }
});
