/** Draws the social sharing images: `node assets/makers/take-social-images.ts` */
import { mkdir, writeFile } from "node:fs/promises";
import sharp from "sharp";
import type { SocialImage } from "../../src/ui/social-images-copy.ts";
import { withPictureTaker } from "./page-pictures.ts";
import { SOCIAL_IMAGE_SIZE, SOCIAL_IMAGES, socialImageHtml } from "./social-image.ts";

const OUTPUT = new URL("../images/social/", import.meta.url);

await mkdir(OUTPUT, { recursive: true });
await withPictureTaker(async (takePicture) => {
  for (const name of Object.keys(SOCIAL_IMAGES) as SocialImage[]) {
    const picture = await takePicture(socialImageHtml(name), SOCIAL_IMAGE_SIZE);
    // PNG, as not every link preview shows AVIF or WebP; flat colours need no more than a palette.
    const png = await sharp(picture).png({ palette: true, quality: 92, effort: 10, compressionLevel: 9 }).toBuffer();
    await writeFile(new URL(`${name}.png`, OUTPUT), png);
    console.log(`${name}: ${png.length} bytes`);
  }
});
