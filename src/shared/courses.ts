import { PATHS } from "./paths.ts";
import { FURTHER_BRIDGE_PRICES, OWN_CHECKOUT_PRICE, PRICES } from "./prices.ts";

/** The three courses (given 1.1). */
export const COURSE_IDS = ["KVB1", "KVB2", "MARIFONIE"] as const;
export type CourseId = (typeof COURSE_IDS)[number];

/** The products: a course alone, or two in one order. The id is also the Stripe metadata value. */
export const PRODUCT_IDS = [...COURSE_IDS, "KVB1_KVB2"] as const;
export type ProductId = (typeof PRODUCT_IDS)[number];

/** Price variant, chosen by the query parameter `flow` (given 1.4). */
export type Flow = "none" | "A" | "B";
export const FLOWS: readonly Flow[] = ["none", "A", "B"];

/** Only exactly `A` or `B` is a flow; any other value means the normal price. */
export function parseFlow(value: string | null | undefined): Flow {
  return value === "A" || value === "B" ? value : "none";
}

export type ProductPrice = {
  /** The price to pay, euro cents including VAT. */
  priceCents: number;
  /** The normal price, struck through beside a lower one. Absent if the price is the normal one. */
  originalPriceCents?: number;
};

export function priceOf(productId: ProductId, flow: Flow): ProductPrice {
  const priceCents: number = PRICES[productId][flow];
  const originalPriceCents: number = PRICES[productId].none;
  return priceCents < originalPriceCents ? { priceCents, originalPriceCents } : { priceCents };
}

/** The lowest price of a course in a flow, euro cents including VAT, for "from €…". */
export function lowestPriceCents(flow: Flow): number {
  return Math.min(...COURSE_IDS.map((courseId) => PRICES[courseId][flow]));
}

export type Course = {
  id: CourseId;
  name: string;
  shortName: string;
  path: string;
  /** Practice questions in the course; printed with a plus sign (given 1.2). */
  practiceQuestions: number;
};

export const COURSES: Readonly<Record<CourseId, Course>> = {
  KVB1: { id: "KVB1", name: "Klein Vaarbewijs 1", shortName: "KVB1", path: PATHS.kvb1, practiceQuestions: 150 },
  KVB2: { id: "KVB2", name: "Klein Vaarbewijs 2", shortName: "KVB2", path: PATHS.kvb2, practiceQuestions: 200 },
  MARIFONIE: {
    id: "MARIFONIE",
    name: "Marifonie",
    shortName: "Marifonie",
    path: PATHS.marifonie,
    practiceQuestions: 100,
  },
};

export type Product = {
  id: ProductId;
  name: string;
  /** The courses of the product, in the order in which they are taken. */
  courseIds: readonly CourseId[];
  bridgeSuffix: string;
  /** Analytics name of the order button on its card (given 7.1). */
  dataEvt: string;
};

export const PRODUCTS: Readonly<Record<ProductId, Product>> = {
  KVB1: {
    id: "KVB1",
    name: COURSES.KVB1.name,
    courseIds: ["KVB1"],
    bridgeSuffix: "vb1",
    dataEvt: "checkout_start_kvb1",
  },
  KVB2: {
    id: "KVB2",
    name: COURSES.KVB2.name,
    courseIds: ["KVB2"],
    bridgeSuffix: "vb2",
    dataEvt: "checkout_start_kvb2",
  },
  MARIFONIE: {
    id: "MARIFONIE",
    name: COURSES.MARIFONIE.name,
    courseIds: ["MARIFONIE"],
    bridgeSuffix: "marifonie",
    dataEvt: "checkout_start_marifonie",
  },
  KVB1_KVB2: {
    id: "KVB1_KVB2",
    name: "Klein Vaarbewijs 1 en 2",
    courseIds: ["KVB1", "KVB2"],
    bridgeSuffix: "vb1-vb2",
    dataEvt: "checkout_start_kvb1_kvb2",
  },
};

/** Whether a product is several courses in one order, which a shop may leave unsold: each can be bought by itself. */
export function isBundle(productId: ProductId): boolean {
  return PRODUCTS[productId].courseIds.length > 1;
}

/**
 * Whether a product is offered in a flow, for oneself or as a gift: a bundle only with a hosted checkout there, because
 * only then does the course environment know it (record 0051). `hosted`: that checkout's address; null = none.
 */
export function isOffered(productId: ProductId, hosted: string | null): boolean {
  return !isBundle(productId) || hosted !== null;
}

/** Analytics name of the hero's order button (given 7.1). */
export const HERO_DATA_EVT = "hero_cta_primary";

export type Offer = { key: string; path: string; productId: ProductId; priceCents: number };

/** The bridge pages, for each price of a product, the highest first: path key, path, product and price (given 1.6). */
export const OFFERS: readonly Offer[] = PRODUCT_IDS.flatMap((productId) =>
  [...new Set([...Object.values(PRICES[productId]), ...FURTHER_BRIDGE_PRICES[productId]])]
    .sort((one, other) => other - one)
    .map((priceCents) => {
      const key = bridgeKey(productId, priceCents);
      return { key, path: `/${key}`, productId, priceCents };
    }),
);

/** The path key of a bridge page, such as `bridge-59incl-vb1`. */
export function bridgeKey(productId: ProductId, priceCents: number): string {
  return `bridge-${priceCents / 100}incl-${PRODUCTS[productId].bridgeSuffix}`;
}

/** The course for oneself that our own checkout sells, and its price (given 1.7). */
export const IN_PRODUCT_OFFER = {
  productId: "KVB1",
  priceCents: OWN_CHECKOUT_PRICE,
  currency: "eur",
  /** `payment_type` of the return page and its key in `INTERSTITIALS`. */
  key: "klein-vaarbewijs-1",
} as const;

/** The flow whose payment link sells the same course at the same price, for whoever has no scripts; undefined if none does. */
export const IN_PRODUCT_FLOW = FLOWS.find(
  (flow) => priceOf(IN_PRODUCT_OFFER.productId, flow).priceCents === IN_PRODUCT_OFFER.priceCents,
);

/**
 * The price of a product in our own checkout, euro cents including VAT; null if it does not sell that. A gift costs the
 * product's price in the flow. For oneself there is one course, at one price.
 */
export function ownCheckoutPrice(productId: ProductId, flow: Flow, isGift: boolean): number | null {
  if (isGift) return priceOf(productId, flow).priceCents;
  return productId === IN_PRODUCT_OFFER.productId ? IN_PRODUCT_OFFER.priceCents : null;
}

/** A link into one of the bought courses, or without `courseId` into the whole purchase. */
export type CourseLink = { courseId?: CourseId; href: string };
