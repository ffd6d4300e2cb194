import { COURSES, isBundle, PRODUCTS, type ProductId } from "../shared/courses.ts";
import type { CourseLink } from "../shared/order.ts";

/** What was bought, as orders, mails and receipts name it, without a capital letter. */
export function describeProduct(productId: ProductId | undefined): string {
  if (productId === undefined) return "online cursus";
  return `online ${isBundle(productId) ? "cursussen" : "cursus"} ${PRODUCTS[productId].name}`;
}

/** The label of a way into what was bought: `Naar je cursus`, of one of two `Naar je cursus KVB1`. */
export function labelCourseLink({ courseId }: CourseLink, productId: ProductId | undefined): string {
  if (courseId !== undefined) return `Naar je cursus ${COURSES[courseId].shortName}`;
  return productId !== undefined && isBundle(productId) ? "Naar je cursussen" : "Naar je cursus";
}
