import type { ItemList, Organization, Product, Course as SchemaCourse } from "schema-dts";
import { BOTH_COPY } from "../courses/both-courses-copy.ts";
import { describeProduct } from "../courses/products-copy.ts";
import { COURSE_IDS, COURSES, type Course, PRODUCTS } from "../shared/courses.ts";
import type { PageContext } from "../shared/page-context.ts";
import { PATHS } from "../shared/paths.ts";
import { capitalise } from "../ui/dutch-copy.ts";
import { BRAND } from "../ui/site-copy.ts";
import { socialImagePath } from "../ui/social-images-copy.ts";
import { type Described, offer, type Sold, type StructuredData, shop } from "../ui/structured-data-markup.ts";

/** JSON-LD of the shop and of what it offers (`ui/structured-data-markup.ts`). */

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
