import { COURSES, type Flow, priceOf } from "../shared/courses.ts";
import { formatPrice } from "../shared/money.ts";
import { WATERS } from "./products-copy.ts";

const { KVB1, KVB2 } = COURSES;

/** KVB1 and KVB2 in one order, where that is offered. */
export const BOTH_COPY = {
  call: {
    label: (price: string) => `${KVB1.shortName} én ${KVB2.shortName}, alle binnenwateren: ${price}`,
    button: (price: string) => `Bestel ${KVB1.shortName} en ${KVB2.shortName}: ${price}`,
    /** After the note that somebody needs both. */
    short: (price: string) => `Samen voor ${price}`,
  },
  /** They name a saving only if there is one. */
  features: (flow: Flow): readonly string[] => {
    const apart = priceOf("KVB1", flow).priceCents + priceOf("KVB2", flow).priceCents;
    const saves = priceOf("KVB1_KVB2", flow).priceCents < apart;
    return [
      WATERS.KVB1_KVB2,
      `${KVB1.practiceQuestions + KVB2.practiceQuestions}+ oefenvragen`,
      ...(saves ? [`Los kosten ze samen ${formatPrice(apart)}`] : []),
    ];
  },
  orderLabel: "Bestel allebei",
} as const;
