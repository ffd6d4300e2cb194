import { COURSES, isBundle, PRODUCTS, type ProductId } from "../shared/courses.ts";
import type { CourseLink } from "../shared/order.ts";

/** The name of the bought product in orders, mails and receipts, without a capital letter. */
export function describeProduct(productId: ProductId | undefined): string {
  if (productId === undefined) return "online cursus";
  return `online ${isBundle(productId) ? "cursussen" : "cursus"} ${PRODUCTS[productId].name}`;
}

/** The main characteristics on Stripe's pages (art. 6:230v lid 2 BW). */
export const STRIPE_PRODUCT_DESCRIPTION =
  "Lesstof en oefenvragen, online. Het examen zit er niet bij: dat regel en betaal je apart.";

/** The label of a link into a bought course: `Naar je cursus`, or `Naar je cursus KVB1` for one of two. */
export function labelCourseLink({ courseId }: CourseLink, productId: ProductId | undefined): string {
  if (courseId !== undefined) return `Naar je cursus ${COURSES[courseId].shortName}`;
  return productId !== undefined && isBundle(productId) ? "Naar je cursussen" : "Naar je cursus";
}
