import type {
  BreadcrumbList,
  FAQPage,
  ItemList,
  Offer,
  Organization,
  Product,
  Quiz,
  Course as SchemaCourse,
  Thing,
} from "schema-dts";
import { BOTH_COPY } from "../content/both-courses.ts";
import { capitalise } from "../content/dutch.ts";
import { describeProduct } from "../content/products.ts";
import { BRAND } from "../content/site.ts";
import { socialImagePath } from "../content/social-images.ts";
import {
  COURSE_IDS,
  COURSES,
  type Course,
  isOffered,
  PRODUCT_IDS,
  PRODUCTS,
  type ProductId,
  priceOf,
} from "../shared/courses.ts";
import { answerOf, type FaqItem } from "../shared/entities.ts";
import { EXAM_MINUTES } from "../shared/mock-exam/attempt.ts";
import { formatDecimal } from "../shared/money.ts";
import type { PageContext } from "../shared/page-context.ts";
import { PATHS } from "../shared/paths.ts";
import { plainText } from "../shared/running-text.ts";

/**
 * JSON-LD of the pages, for `Document`'s `structuredData` (checked by schema.org's types, as Google's structured-data guidelines
 * require). It repeats only what a page shows. There are no ratings, because the reviews are examples.
 */

export type StructuredData = Exclude<Thing, string>;
/** A thing of this type, and no reference to one. */
type Described<T> = Extract<Exclude<T, string>, { "@type": string }>;

/** The product that a page sells, and the page's path. */
type Sold = { id: ProductId; path: string };
type Shown = { description: string; image: string };

/** The organization behind the shop, with the parts of the trader's identity that the footer prints. */
export function organization({ origin, trader }: PageContext): Described<Organization> {
  return {
    "@type": "Organization",
    "@id": `${origin}/#organization`,
    name: BRAND,
    url: `${origin}/`,
    logo: `${origin}/apple-touch-icon.png`,
    ...(trader.legalName ? { legalName: trader.legalName } : {}),
    ...(trader.address ? { address: trader.address } : {}),
    ...(trader.email ? { email: trader.email } : {}),
    ...(trader.phone ? { telephone: trader.phone } : {}),
    ...(trader.vatId ? { vatID: trader.vatId } : {}),
  };
}

/** The three courses, in the order of their cards. `descriptions` are the page's own texts. */
export function courseList(
  pageContext: PageContext,
  descriptions: Readonly<Record<Course["id"], string>>,
): Described<ItemList> {
  return {
    "@type": "ItemList",
    itemListElement: COURSE_IDS.map((id, index) => ({
      "@type": "ListItem",
      position: index + 1,
      item: courseItem(pageContext, COURSES[id], descriptions[id]),
    })),
  };
}

/** The product of a page, at its normal price. */
export function productOffer(pageContext: PageContext, sold: Sold, { description, image }: Shown): Described<Product> {
  return {
    "@type": "Product",
    name: capitalise(describeProduct(sold.id)),
    description,
    image: `${pageContext.origin}${image}`,
    sku: sold.id,
    brand: { "@type": "Brand", name: BRAND },
    offers: offer(pageContext, sold),
  };
}

/** KVB1 and KVB2 in one order, for the page that sells this bundle. Empty while it is not offered. */
export function bothOffer(pageContext: PageContext): readonly StructuredData[] {
  if (pageContext.links.checkout.KVB1_KVB2 === null) return [];
  const { id } = PRODUCTS.KVB1_KVB2;
  const shown = { description: BOTH_COPY.features("none").join(". "), image: socialImagePath("order") };
  return [productOffer(pageContext, { id, path: PATHS.order }, shown)];
}

/** All products that can be given, as one offer from the lowest normal price to the highest. */
export function giftOffer(pageContext: PageContext, name: string, description: string): Described<Product> {
  const { checkout } = pageContext.links;
  const prices = PRODUCT_IDS.filter((id) => isOffered(id, checkout[id])).map((id) => priceOf(id, "none").priceCents);
  return {
    "@type": "Product",
    name,
    description,
    image: `${pageContext.origin}${socialImagePath("give")}`,
    brand: { "@type": "Brand", name: BRAND },
    offers: {
      "@type": "AggregateOffer",
      url: `${pageContext.origin}${PATHS.giveGift}`,
      lowPrice: formatDecimal(Math.min(...prices)),
      highPrice: formatDecimal(Math.max(...prices)),
      offerCount: prices.length,
      priceCurrency: "EUR",
      availability: "https://schema.org/InStock",
      seller: shop(pageContext),
    },
  };
}

/** One course, with the offer to take it. */
export function courseItem(pageContext: PageContext, course: Course, description: string): Described<SchemaCourse> {
  return {
    "@type": "Course",
    name: course.name,
    description,
    url: `${pageContext.origin}${course.path}`,
    inLanguage: "nl",
    provider: shop(pageContext),
    offers: { ...offer(pageContext, course), category: "Paid" },
    hasCourseInstance: { "@type": "CourseInstance", courseMode: "Online" },
  };
}

/** The trail from home to this page, as the footer shows it. */
export function breadcrumbs(pageContext: PageContext, crumb: string): Described<BreadcrumbList> {
  const trail = [
    { name: BRAND, path: PATHS.home },
    { name: crumb, path: pageContext.path },
  ];
  return {
    "@type": "BreadcrumbList",
    itemListElement: trail.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: `${pageContext.origin}${path}`,
    })),
  };
}

/** Questions with their answers, as the page's FAQ shows them in the normal flow. */
export function faqPage(items: readonly FaqItem[]): Described<FAQPage> {
  return {
    "@type": "FAQPage",
    mainEntity: items.map((item) => ({
      "@type": "Question",
      name: item.question,
      acceptedAnswer: { "@type": "Answer", text: answerOf(item, "none").map(plainText).join(" ") },
    })),
  };
}

/** An offer at the normal price: the canonical address has no query, so search engines show the page without a flow. */
function offer(pageContext: PageContext, sold: Omit<Sold, "name">): Described<Offer> {
  return {
    "@type": "Offer",
    url: `${pageContext.origin}${sold.path}`,
    price: formatDecimal(priceOf(sold.id, "none").priceCents),
    priceCurrency: "EUR",
    availability: "https://schema.org/InStock",
    seller: shop(pageContext),
  };
}

/** A reference to the shop; only `organization` describes it. */
function shop({ origin }: PageContext): Described<Organization> {
  return { "@type": "Organization", name: BRAND, url: `${origin}/` };
}

/** The mock exam (schema.org Quiz, a kind of LearningResource). */
export function mockExamQuiz({ origin }: PageContext, name: string, description: string): Described<Quiz> {
  return {
    "@type": "Quiz",
    name,
    description,
    url: `${origin}${PATHS.mockExam}`,
    inLanguage: "nl",
    isAccessibleForFree: true,
    educationalUse: "assessment",
    learningResourceType: "Practice test",
    about: { "@type": "Thing", name: COURSES.KVB1.name },
    timeRequired: `PT${EXAM_MINUTES.full}M`,
    provider: { "@id": `${origin}/#organization` },
  };
}
