/**
 * The title on the picture of a link preview (assets/makers/social-image.ts), also for people who do not see it. Its lines
 * are broken by hand so that every one fits beside the drawing.
 */
export const SOCIAL_IMAGE_TITLES = {
  home: ["Behaal jouw", "Vaarbewijs", "1 & 2"],
  kvb1: ["Klein", "Vaarbewijs 1"],
  kvb2: ["Klein", "Vaarbewijs 2"],
  marifonie: ["Marifonie"],
  exam: ["CBR Examen:", "zo werkt het"],
  licence: ["Vaarbewijs", "nodig?"],
  faq: ["Veelgestelde", "vragen"],
  order: ["Kies je", "cursus"],
  quiz: ["Vijf gratis", "oefenvragen"],
  "mock-exam": ["Gratis", "proefexamen", "KVB1"],
  gift: ["Er ligt een", "cadeautje", "voor je klaar!"],
  give: ["Vaarcursus", "cadeau geven"],
} as const;

export type SocialImage = keyof typeof SOCIAL_IMAGE_TITLES;

export function socialImagePath(image: SocialImage): string {
  return `/images/social/${image}.png`;
}
