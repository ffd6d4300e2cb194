import { expect, test } from "vitest";
import { openBrowser } from "../browser/browser.ts";
import type { Screen } from "../browser/pages.ts";
import type { Picture } from "./compare.ts";
import { beginAnew } from "./fixed-world.ts";
import { compareWithApproved, inFewColours } from "./palette.ts";
import { approve, pictureName, readApproved, shrink, writeDifference } from "./pictures.ts";
import { takePicture } from "./take.ts";

/** A phone and a laptop, and how wide their pictures are kept. */
const SIZES = [
  { width: 390, height: 844, keptWidth: 195 },
  { width: 1280, height: 800, keptWidth: 512 },
] as const;

/** How often a picture is taken at most: a machine that is very busy may show a page before it is complete. */
const TRIES = 3;

/** The screens that `npm run looks -- --approve` approves: one, `*` for all, undefined for none. */
export const TO_APPROVE = process.env.LOOKS_APPROVE;

type Look = { name: string; screen: Screen; size: (typeof SIZES)[number] };

export function picturesOf(screens: readonly Screen[]): Look[] {
  return screens.flatMap((screen) =>
    SIZES.filter(({ width }) => screen.phoneOnly !== true || width === SIZES[0].width).map((size) => ({
      name: pictureName(screen.name, size.width),
      screen,
      size,
    })),
  );
}

/** A test for each picture of the screens: it looks as was approved, or is approved now. */
export function lookAt(screens: readonly Screen[]): void {
  const browser = openBrowser();

  async function take({ name, screen, size }: Look): Promise<Picture> {
    await beginAnew(name);
    return shrink(await takePicture(browser, screen, size), size.keptWidth);
  }

  async function approveLook(look: Look): Promise<void> {
    let last = await readApproved(look.name);
    for (let tries = 0; tries <= TRIES; tries += 1) {
      const picture = await take(look);
      // Taken twice alike, or equal to the approved one.
      if (last !== null && compareWithApproved(picture, last).found === null) return approve(look.name, last);
      last = inFewColours(picture);
    }
    throw new Error(`${look.name} looks different each time`);
  }

  async function expectApproved(look: Look): Promise<void> {
    const before = await readApproved(look.name);
    if (before === null) throw new Error("No picture was approved: npm run looks -- --approve");
    for (let tries = 1; ; tries += 1) {
      const { found, after } = compareWithApproved(await take(look), before);
      if (found === null) return;
      if (tries < TRIES) continue;
      const seen = await writeDifference(look.name, before, after, found);
      return expect(found.area, `differing pixels that touch: ${seen}`).toBe(0);
    }
  }

  test.for(picturesOf(screens))("$name", async (look, { skip }) => {
    if (TO_APPROVE === undefined) return expectApproved(look);
    skip(TO_APPROVE !== "*" && TO_APPROVE !== look.screen.name);
    await approveLook(look);
  });
}
