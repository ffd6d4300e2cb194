import { describeProduct } from "../courses/products-copy.ts";
import { COURSES, PRODUCT_IDS, PRODUCTS, type ProductId } from "../shared/courses.ts";
import { mapKeys } from "../shared/map-keys.ts";

/** The texts about a given product on a gift's pages, card and mails. */
export type GiftProduct = {
  /** Its name on the card; that of KVB1 is fixed (given 5.3). */
  title: string;
  /** The product in a sentence: `de online cursus Marifonie`. */
  course: string;
  questions: string;
  access: string;
  inside: readonly string[];
  thanks: string;
};

const TITLES: Readonly<Record<ProductId, string>> = {
  KVB1: "Vaarbewijs 1 Cursus",
  KVB2: "Vaarbewijs 2 Cursus",
  MARIFONIE: "Marifonie Cursus",
  KVB1_KVB2: "Vaarbewijs 1 en 2 Cursus",
};

export const GIFT_PRODUCTS: Readonly<Record<ProductId, GiftProduct>> = mapKeys(PRODUCT_IDS, describe);

function describe(id: ProductId): GiftProduct {
  const { courseIds } = PRODUCTS[id];
  const isPair = courseIds.length > 1;
  const course = describeProduct(id);
  const count = courseIds.reduce((sum, courseId) => sum + COURSES[courseId].practiceQuestions, 0);
  const questions = `${count}+ oefenvragen met uitleg`;
  const access = isPair ? "Toegang tot elke cursus totdat" : "Toegang totdat";
  const exam = isPair ? "voor dat examen " : "";
  return {
    title: TITLES[id],
    course: `de ${course}`,
    questions,
    access: `${access} de ontvanger ${exam}geslaagd is`,
    inside: [`De ${course}`, questions, `${access} je ${exam}geslaagd bent`],
    thanks: `Dank je wel voor je cadeau! Ik ga voor mijn ${id === "MARIFONIE" ? "marifooncertificaat" : "vaarbewijs"}.`,
  };
}
