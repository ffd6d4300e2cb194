import { PATHS } from "./paths.ts";
import { FURTHER_BRIDGE_PRICES, OWN_CHECKOUT_PRICE, PRICES } from "./prices.ts";

/** The three courses (given 1.1). The id is also the Stripe metadata value. */
export const COURSE_IDS = ["KVB1", "KVB2", "MARIFONIE"] as const;
export type CourseId = (typeof COURSE_IDS)[number];

/** Price variant, chosen by the query parameter `flow` (given 1.4). */
export type Flow = "none" | "A" | "B";
export const FLOWS: readonly Flow[] = ["none", "A", "B"];

/** Any value but exactly `A` or `B` means the normal price. */
export function parseFlow(value: string | null | undefined): Flow {
  return value === "A" || value === "B" ? value : "none";
}

export type CoursePrice = {
  /** What the visitor pays, euro cents including VAT. */
  priceCents: number;
  /** The normal price, struck through beside a lower one; absent when nothing is struck. */
  originalPriceCents?: number;
};

/** The price of a course in a flow. */
export function coursePrice(courseId: CourseId, flow: Flow): CoursePrice {
  const priceCents: number = PRICES[courseId][flow];
  const originalPriceCents: number = PRICES[courseId].none;
  return priceCents < originalPriceCents ? { priceCents, originalPriceCents } : { priceCents };
}

/** The price of the cheapest course in a flow, euro cents including VAT: for "from". */
export function lowestPriceCents(flow: Flow): number {
  return Math.min(...COURSE_IDS.map((courseId) => PRICES[courseId][flow]));
}

export type Course = {
  id: CourseId;
  /** The product's name on cards, checkout and receipts. */
  name: string;
  /** Short name, as the header and buttons use it. */
  shortName: string;
  path: string;
  /** Practice questions in the course; printed with a plus sign (given 1.2). */
  practiceQuestions: number;
  /** The path key's suffix on bridge pages: `bridge-59incl-vb1`. */
  bridgeSuffix: string;
  /** Analytics name of the pricing card's button (given 7.1). */
  dataEvt: string;
};

export const COURSES: Readonly<Record<CourseId, Course>> = {
  KVB1: {
    id: "KVB1",
    name: "Klein Vaarbewijs 1",
    shortName: "KVB1",
    path: PATHS.kvb1,
    practiceQuestions: 150,
    bridgeSuffix: "vb1",
    dataEvt: "checkout_start_kvb1",
  },
  KVB2: {
    id: "KVB2",
    name: "Klein Vaarbewijs 2",
    shortName: "KVB2",
    path: PATHS.kvb2,
    practiceQuestions: 200,
    bridgeSuffix: "vb2",
    dataEvt: "checkout_start_kvb2",
  },
  MARIFONIE: {
    id: "MARIFONIE",
    name: "Marifonie",
    shortName: "Marifonie",
    path: PATHS.marifonie,
    practiceQuestions: 100,
    bridgeSuffix: "marifonie",
    dataEvt: "checkout_start_marifonie",
  },
};

/** Analytics name of the hero's order button (given 7.1). */
export const HERO_DATA_EVT = "hero_cta_primary";

export type Offer = { key: string; path: string; courseId: CourseId; priceCents: number };

/** The bridge pages, for each price of a course, the highest first: path key, path, course and price (given 1.6). */
export const OFFERS: readonly Offer[] = COURSE_IDS.flatMap((courseId) =>
  [...new Set([...Object.values(PRICES[courseId]), ...FURTHER_BRIDGE_PRICES[courseId]])]
    .sort((one, other) => other - one)
    .map((priceCents) => {
      const key = bridgeKey(courseId, priceCents);
      return { key, path: `/${key}`, courseId, priceCents };
    }),
);

/** The path key of a bridge page, such as `bridge-59incl-vb1`. */
export function bridgeKey(courseId: CourseId, priceCents: number): string {
  return `bridge-${priceCents / 100}incl-${COURSES[courseId].bridgeSuffix}`;
}

/** What the in-product checkout sells, and for how much (given 1.7). */
export const IN_PRODUCT_OFFER = {
  courseId: "KVB1",
  priceCents: OWN_CHECKOUT_PRICE,
  currency: "eur",
  /** `payment_type` of the return page and its key in `INTERSTITIALS`. */
  key: "klein-vaarbewijs-1",
} as const;
