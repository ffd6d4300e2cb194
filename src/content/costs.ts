import { COURSES, type CourseId, coursePrice, type Flow, PRICE_CENTS } from "../shared/courses.ts";
import { formatPrice } from "../shared/money.ts";
import type { RunningText } from "../shared/running-text.ts";
import { EXAM_FACTS, FACTS_STATE } from "./exam-facts.ts";

/** What a candidate pays for one or for both licences, as far as this shop knows the amounts. Euro cents. */
export type LicenceCosts = { courses: number; exams: number; total: number };

/** The sum for one licence, or for KVB1 and KVB2 together: a course and an exam each. */
export function licenceCosts(licences: 1 | 2, flow: Flow = "none"): LicenceCosts {
  const courses = licences * coursePrice(flow).priceCents;
  const exams = licences * EXAM_FACTS.feeCents;
  return { courses, exams, total: courses + exams };
}

/** `amounts` has one for each column, or one for all of them. */
export type CostRow = { label: string; amounts: readonly string[]; isTotal?: true };

/** A table of what is paid and to whom. */
export type CostTable = {
  title: string;
  /** Headings of the columns of amounts; a single column has none. */
  columns: readonly string[];
  rows: readonly CostRow[];
  note: RunningText;
};

const TITLE = "Wat betaal je, en aan wie?";
const ON_CBR = "zie cbr.nl";
const DATE = `Examengeld: ${FACTS_STATE}.`;

/** The cost box of each sales page, at the prices of a flow. */
export const COST_TABLES: Readonly<Record<CourseId, (flow: Flow) => CostTable>> = {
  KVB1: (flow) => ({
    title: TITLE,
    columns: [],
    rows: [
      { label: `Cursus ${COURSES.KVB1.shortName}, aan ons`, amounts: amounts("courses", flow, 1) },
      { label: "Examen, aan het CBR", amounts: amounts("exams", flow, 1) },
      { label: "Cursus en examen samen", amounts: amounts("total", flow, 1), isTotal: true },
      { label: "Daarna: gezondheidsverklaring en aanvraag, bij het CBR", amounts: [ON_CBR] },
    ],
    note: `${DATE} Het CBR kan het wijzigen: kijk op cbr.nl voordat je reserveert.`,
  }),
  KVB2: (flow) => ({
    title: TITLE,
    columns: ["Met KVB1", "Zonder KVB1"],
    rows: [
      { label: "Cursus, aan ons", amounts: amounts("courses", flow, 1, 2) },
      { label: "Examen, aan het CBR", amounts: amounts("exams", flow, 1, 2) },
      { label: "Cursus en examen samen", amounts: amounts("total", flow, 1, 2), isTotal: true },
      { label: "Daarna: gezondheidsverklaring en aanvraag, bij het CBR", amounts: [ON_CBR] },
    ],
    note: [
      "Heb je KVB1 nog niet, dan zijn het twee cursussen en twee examens. ",
      { label: "Begin met KVB1", page: "kvb1" },
      `. ${DATE} Wat je nu betaalt, zie je op cbr.nl.`,
    ],
  }),
  MARIFONIE: (flow) => ({
    title: TITLE,
    columns: [],
    rows: [
      { label: `Cursus ${COURSES.MARIFONIE.shortName}, aan ons`, amounts: amounts("courses", flow, 1) },
      { label: "Examen en certificaat, aan het CBR", amounts: [ON_CBR] },
      { label: "Je marifoon registreren, bij de RDI", amounts: ["zie rdi.nl"] },
    ],
    note: "Op die twee websites staan de actuele tarieven. Van ons krijg je verder geen rekening.",
  }),
};

/** One licence and both beside each other, at the prices of a flow. KVB1 and KVB2 cost the same, so they share a column. */
export function licenceCostTable(flow: Flow): CostTable {
  return {
    title: TITLE,
    columns: ["KVB1 of KVB2", "Allebei"],
    rows: [
      { label: "Cursus, aan ons", amounts: amounts("courses", flow, 1, 2) },
      { label: "Examen, aan het CBR", amounts: amounts("exams", flow, 1, 2) },
      { label: "Samen", amounts: amounts("total", flow, 1, 2), isTotal: true },
      { label: "Gezondheidsverklaring, bij het CBR", amounts: [ON_CBR] },
      { label: "Vaarbewijs aanvragen, bij het CBR", amounts: [ON_CBR] },
    ],
    note: [
      `${DATE} Alleen KVB2 kan als je KVB1 al hebt. Doe je ze allebei voordat je aanvraagt, dan vraag je alleen KVB2 aan: één pas en één gezondheidsverklaring. Weet je nog niet wat je nodig hebt? `,
      { label: "Doe de vaarbewijscheck", page: "licenceCheck" },
      ".",
    ],
  };
}

function amounts(part: keyof LicenceCosts, flow: Flow, ...licences: readonly (1 | 2)[]): string[] {
  return licences.map((count) => formatPrice(licenceCosts(count, flow)[part]));
}

/** For sentences: what one licence and what both cost, at the normal price. */
export const COSTS_IN_WORDS = {
  course: formatPrice(PRICE_CENTS.none),
  exam: formatPrice(EXAM_FACTS.feeCents),
  one: formatPrice(licenceCosts(1).total),
  bothCourses: formatPrice(licenceCosts(2).courses),
  both: formatPrice(licenceCosts(2).total),
} as const;
