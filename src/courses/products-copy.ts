import { COURSES, type CourseId, type CourseLink, isBundle, PRODUCTS, type ProductId } from "../shared/courses.ts";
import { fillIn } from "../shared/fill-in.ts";
import { capitalise } from "../ui/dutch-copy.ts";

/** The name of the bought product in orders, mails and receipts, without a capital letter. */
export function describeProduct(productId: ProductId | undefined): string {
  if (productId === undefined) return "online cursus";
  return `online ${isBundle(productId) ? "cursussen" : "cursus"} ${PRODUCTS[productId].name}`;
}

/** Where a product's licence is for, or its certificate. */
export const WATERS: Readonly<Record<ProductId, string>> = {
  KVB1: "Rivieren, kanalen en de meeste meren",
  KVB2: "Alle binnenwateren",
  MARIFONIE: "Bruggen en sluizen oproepen",
  KVB1_KVB2: "Alle binnenwateren",
};

export const orderLabel = (id: CourseId) => `Bestel ${COURSES[id].shortName}`;

/** The main characteristics on Stripe's pages (art. 6:230v lid 2 BW). */
export const STRIPE_PRODUCT_DESCRIPTION =
  "Lesstof en oefenvragen, online. Het examen zit er niet bij: dat regel en betaal je apart.";

/** The label of a link into a bought course: `Naar je cursus`, or `Naar je cursus KVB1` for one of two. */
export function labelCourseLink({ courseId }: CourseLink, productId: ProductId | undefined): string {
  if (courseId !== undefined) return `Naar je cursus ${COURSES[courseId].shortName}`;
  return productId !== undefined && isBundle(productId) ? "Naar je cursussen" : "Naar je cursus";
}

/** What the page after paying and the order page both say. `{product}` is that of a gift, `{email}` the buyer's address. */
export const BOUGHT_COPY = {
  number: "Bestelnummer",
  product: "Wat je kocht",
  gift: "Cadeau: {product}",
  amount: "Bedrag, inclusief btw",
  confirming: "We sturen je bevestiging naar {email}.",
} as const;

/** The product of an order for a list: `Online cursus Klein Vaarbewijs 1`, for a gift `Cadeau: online cursus ...`. */
export function describeItem(productId: ProductId | undefined, isGift: boolean): string {
  const product = describeProduct(productId);
  return isGift ? fillIn(BOUGHT_COPY.gift, { product }) : capitalise(product);
}
