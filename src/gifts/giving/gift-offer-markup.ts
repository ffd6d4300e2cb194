import type { Product } from "schema-dts";
import { isOffered, PRODUCT_IDS, priceOf } from "../../shared/courses.ts";
import { formatDecimal } from "../../shared/money.ts";
import type { PageContext } from "../../shared/page-context.ts";
import { PATHS } from "../../shared/paths.ts";
import { BRAND } from "../../ui/site-copy.ts";
import { socialImagePath } from "../../ui/social-images-copy.ts";
import { type Described, shop } from "../../ui/structured-data-markup.ts";

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
