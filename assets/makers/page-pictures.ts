import { launchChromium } from "../../test/browser/chromium.ts";

type PictureSize = { width: number; height: number };

/** Draws HTML documents as lossless PNG files. */
export type PictureTaker = (html: string, size: PictureSize) => Promise<Buffer>;

/**
 * Starts a browser, hands `work` a function that draws a document at a size in CSS pixels, and stops the browser.
 * `pixelRatio`: pixels of the file for a CSS pixel.
 */
export async function withPictureTaker(
  work: (takePicture: PictureTaker) => Promise<void>,
  pixelRatio = 1,
): Promise<void> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ deviceScaleFactor: pixelRatio });
    await work(async (html, size) => {
      await page.setViewportSize(size);
      await page.setContent(html);
      await page.evaluate(() => document.fonts.ready);
      return page.screenshot({ type: "png" });
    });
  } finally {
    await browser.close();
  }
}
