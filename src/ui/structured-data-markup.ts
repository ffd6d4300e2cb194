import type { BreadcrumbList, FAQPage, Offer, Organization, Thing } from "schema-dts";
import { type ProductId, priceOf } from "../shared/courses.ts";
import { answerOf, type FaqItem } from "../shared/entities.ts";
import { formatDecimal } from "../shared/money.ts";
import type { PageContext } from "../shared/page-context.ts";
import { PATHS } from "../shared/paths.ts";
import { plainText } from "../shared/running-text.ts";
import { BRAND } from "./site-copy.ts";

/**
 * JSON-LD that several pages have, for `Document`'s `structuredData` (checked by schema.org's types, as Google's structured-data guidelines
 * require). It repeats only what a page shows. There are no ratings, because the reviews are examples.
 */

export type StructuredData = Exclude<Thing, string>;
/** A thing of this type, and no reference to one. */
export type Described<T> = Extract<Exclude<T, string>, { "@type": string }>;

export type Sold = { id: ProductId; path: string };

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
export function offer(pageContext: PageContext, sold: Sold): Described<Offer> {
  return {
    "@type": "Offer",
    url: `${pageContext.origin}${sold.path}`,
    price: formatDecimal(priceOf(sold.id, "none").priceCents),
    priceCurrency: "EUR",
    availability: `https://schema.org/${pageContext.links.checkout[sold.id] === null ? "OutOfStock" : "InStock"}`,
    seller: shop(pageContext),
  };
}

export function shop({ origin }: PageContext): Described<Organization> {
  return { "@type": "Organization", name: BRAND, url: `${origin}/` };
}
