/**
 * Takes the pictures of the learning environment that the sales pages show, each as a wide screen and as a phone's:
 * `node assets/makers/take-pictures.ts`
 */
import { mkdir, writeFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { COURSE_IDS } from "../../src/shared/courses.ts";
import { COURSE_VIEWS, courseScreenHtml } from "./course-screen.ts";
import { withPictureTaker } from "./page-pictures.ts";

const OUTPUT = new URL("../images/course/", import.meta.url);

/** CSS pixels of the pictured screen; also the size of the large picture. */
const SCREEN = { width: 1280, height: 800 };
/** Widths of files, pixels, with the encoder's quality (0 to 100). The small one, with small letters, needs more. */
const WIDTHS = [
  { width: 640, quality: 66 },
  { width: 1280, quality: 60 },
];
/** For browsers without AVIF, in the small width. */
const WEBP_QUALITY = 86;
/** The upper part of a phone's screen, in which letters are as large as on the page: in CSS pixels, two pixels each. */
const PHONE_SCREEN = { width: 390, height: 660 };
const PHONE_PIXEL_RATIO = 2;
/** Low enough that the picture has fewer bytes than the wide one, which phones got before. */
const PHONE_QUALITY = 50;

await mkdir(OUTPUT, { recursive: true });
await withPictureTaker(async (takePicture) => {
  for (const [name, html] of screens()) {
    const picture = await takePicture(html, SCREEN);
    for (const { width, quality } of WIDTHS) {
      const resized = sharp(picture).resize({ width, kernel: "lanczos3" });
      await writeAvif(`${name}-${width}`, resized, quality);
      if (width === WIDTHS[0]?.width) {
        await write(`${name}-${width}.webp`, resized.webp({ quality: WEBP_QUALITY, effort: 6, smartSubsample: true }));
      }
    }
  }
});
await withPictureTaker(async (takePicture) => {
  for (const [name, html] of screens()) {
    await writeAvif(`${name}-phone`, sharp(await takePicture(html, PHONE_SCREEN)), PHONE_QUALITY);
  }
}, PHONE_PIXEL_RATIO);

function screens(): [name: string, html: string][] {
  return COURSE_IDS.flatMap((course) =>
    COURSE_VIEWS.map((view): [string, string] => [`${course.toLowerCase()}-${view}`, courseScreenHtml(course, view)]),
  );
}

function writeAvif(name: string, picture: Sharp, quality: number): Promise<void> {
  return write(`${name}.avif`, picture.clone().avif({ quality, effort: 4, chromaSubsampling: "4:4:4" }));
}

async function write(file: string, picture: Sharp): Promise<void> {
  const bytes = await picture.toBuffer();
  await writeFile(new URL(file, OUTPUT), bytes);
  console.log(`${file}: ${bytes.length} bytes`);
}
