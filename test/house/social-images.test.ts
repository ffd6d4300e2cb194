import { expect, test } from "vitest";
import { SOCIAL_IMAGES } from "../../assets/makers/social-image.ts";
import { SOCIAL_IMAGE_ALTS } from "../../src/ui/social-images-copy.ts";

test("the text for a link preview's picture is the title on it", () => {
  const titles = Object.entries(SOCIAL_IMAGES).map(([name, { title }]) => [name, title.join(" ")]);
  expect(SOCIAL_IMAGE_ALTS).toEqual(Object.fromEntries(titles));
});
