import { COURSES, type CourseId, type Flow, type ProductId, priceOf } from "../shared/courses.ts";
import { formatPrice } from "../shared/money.ts";
import type { RunningText } from "../shared/running-text.ts";
import { EXAM_FACTS, FEE_NOTE } from "./exam-facts-copy.ts";

export type Licence = Exclude<CourseId, "MARIFONIE">;

/** The CBR gives KVB2 only to holders of KVB1. */
export const BOTH_LICENCES: readonly Licence[] = ["KVB1", "KVB2"];

/** The costs of a candidate for one or for both licences, as far as this shop knows the amounts. Euro cents. */
export type LicenceCosts = { courses: number; exams: number; total: number };

/** The facts that decide a visitor's prices. */
export type Buying = {
  flow: Flow;
  links: { checkout: Readonly<Record<"KVB1_KVB2", string | null>> };
};

/** Whether KVB1 and KVB2 can be bought in one order. */
export function sellsBoth({ links }: Buying): boolean {
  return links.checkout.KVB1_KVB2 !== null;
}

/** The sum for these licences: their courses, in one order where that is offered, and an exam for each. */
export function licenceCosts(licences: readonly Licence[], buying: Buying): LicenceCosts {
  const products: readonly ProductId[] = licences.length > 1 && sellsBoth(buying) ? ["KVB1_KVB2"] : licences;
  const courses = products.reduce((sum, productId) => sum + priceOf(productId, buying.flow).priceCents, 0);
  const exams = licences.length * EXAM_FACTS.feeCents;
  return { courses, exams, total: courses + exams };
}

/** `amounts` has one for each column, or one for all of them. */
export type CostRow = { label: string; amounts: readonly string[]; isTotal?: true };

/** A table of amounts and their recipients. */
export type CostTable = {
  title: string;
  /** Headings of the columns of amounts; a single column has none. */
  columns: readonly string[];
  rows: readonly CostRow[];
  note: RunningText;
};

const TITLE = "Wat betaal je, en aan wie?";
const ON_CBR = "zie cbr.nl";

/** The cost box of each sales page. */
export const COST_TABLES: Readonly<Record<CourseId, (buying: Buying) => CostTable>> = {
  KVB1: (buying) => ({
    title: TITLE,
    columns: [],
    rows: [
      { label: `Cursus ${COURSES.KVB1.shortName}, aan ons`, amounts: amounts("courses", buying, ["KVB1"]) },
      { label: "Examen, aan het CBR", amounts: amounts("exams", buying, ["KVB1"]) },
      { label: "Cursus en examen samen", amounts: amounts("total", buying, ["KVB1"]), isTotal: true },
      { label: "Ook nog: gezondheidsverklaring en aanvraag, bij het CBR", amounts: [ON_CBR] },
    ],
    note: FEE_NOTE,
  }),
  KVB2: (buying) => ({
    title: TITLE,
    columns: ["Met KVB1", "Zonder KVB1"],
    rows: [
      { label: "Cursus, aan ons", amounts: amounts("courses", buying, ["KVB2"], BOTH_LICENCES) },
      { label: "Examen, aan het CBR", amounts: amounts("exams", buying, ["KVB2"], BOTH_LICENCES) },
      { label: "Cursus en examen samen", amounts: amounts("total", buying, ["KVB2"], BOTH_LICENCES), isTotal: true },
      { label: "Ook nog: gezondheidsverklaring en aanvraag, bij het CBR", amounts: [ON_CBR] },
    ],
    note: [
      "Heb je KVB1 nog niet, dan zijn het twee cursussen en twee examens. ",
      { label: "Begin met KVB1", page: "kvb1" },
      `. ${FEE_NOTE}`,
    ],
  }),
  MARIFONIE: ({ flow }) => ({
    title: TITLE,
    columns: [],
    rows: [
      {
        label: `Cursus ${COURSES.MARIFONIE.shortName}, aan ons`,
        amounts: [formatPrice(priceOf("MARIFONIE", flow).priceCents)],
      },
      { label: "Examen en certificaat, aan het CBR of een ander instituut", amounts: [ON_CBR] },
      { label: "Je marifoon registreren, bij de RDI", amounts: ["zie rdi.nl"] },
    ],
    note: "De tarieven van vandaag staan op de websites van het exameninstituut en de RDI. Aan ons betaal je alleen de cursus.",
  }),
};

/** One licence and both beside each other. KVB1 and KVB2 share a column if they cost the same. */
export function licenceCostTable(buying: Buying): CostTable {
  const { flow } = buying;
  const isSame = priceOf("KVB1", flow).priceCents === priceOf("KVB2", flow).priceCents;
  const columns: (readonly Licence[])[] = [...(isSame ? [] : [["KVB1"] as const]), ["KVB2"], BOTH_LICENCES];
  return {
    title: TITLE,
    columns: [...(isSame ? ["KVB1 of KVB2"] : BOTH_LICENCES), "Allebei"],
    rows: [
      { label: "Cursus, aan ons", amounts: amounts("courses", buying, ...columns) },
      { label: "Examen, aan het CBR", amounts: amounts("exams", buying, ...columns) },
      { label: "Cursus en examen samen", amounts: amounts("total", buying, ...columns), isTotal: true },
      { label: "Gezondheidsverklaring, bij het CBR", amounts: [ON_CBR] },
      { label: "Vaarbewijs aanvragen, bij het CBR", amounts: [ON_CBR] },
    ],
    note: [
      `${FEE_NOTE} Alleen KVB2 doen kan als je KVB1 al hebt. Doe je ze allebei voordat je aanvraagt, dan vraag je alleen KVB2 aan: één pas en één gezondheidsverklaring. Weet je nog niet wat je nodig hebt? `,
      { label: "Doe de vaarbewijscheck", page: "licenceCheck" },
      ".",
    ],
  };
}

function amounts(part: keyof LicenceCosts, buying: Buying, ...columns: (readonly Licence[])[]): string[] {
  return columns.map((licences) => formatPrice(licenceCosts(licences, buying)[part]));
}

/** Amounts for sentences. The prices of courses are in `shop/costs-in-words-copy.ts`. */
export const COSTS_IN_WORDS = { exam: formatPrice(EXAM_FACTS.feeCents) } as const;
