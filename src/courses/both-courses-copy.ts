import { COURSES, type Flow, priceOf } from "../shared/courses.ts";
import { formatPrice } from "../shared/money.ts";

const { KVB1, KVB2 } = COURSES;

/** KVB1 and KVB2 in one order, where that is offered. */
export const BOTH_COPY = {
  /** A line that links to the checkout of both. */
  call: {
    text: `${KVB1.shortName} én ${KVB2.shortName} nodig?`,
    label: (price: string) => `Bestel ze in één keer voor ${price}`,
    /** After the note that somebody needs both. */
    short: (price: string) => `Samen voor ${price}`,
  },
  features: (flow: Flow): readonly string[] => [
    "Voor alle Nederlandse binnenwateren",
    `${KVB1.practiceQuestions}+ en ${KVB2.practiceQuestions}+ oefenvragen met uitleg`,
    "Toegang tot elke cursus totdat je voor dat examen geslaagd bent",
    advantage(flow),
  ],
  orderLabel: "Bestel allebei",
} as const;

/** The advantages of one order. They name a saving only if there is one. */
function advantage(flow: Flow): string {
  const apart = priceOf("KVB1", flow).priceCents + priceOf("KVB2", flow).priceCents;
  return priceOf("KVB1_KVB2", flow).priceCents < apart
    ? `Los kosten ze samen ${formatPrice(apart)}`
    : "Kost evenveel als los, en je betaalt maar één keer";
}
