import { COURSE_IDS, COURSES, type CourseId, type Flow, priceOf } from "../shared/courses.ts";
import { formatPrice } from "../shared/money.ts";
import type { RunningText } from "../shared/running-text.ts";
import { EXAM_FACTS, FACTS_STATE } from "./exam-facts.ts";

export type Licence = Exclude<CourseId, "MARIFONIE">;

/** The CBR gives KVB2 only to holders of KVB1. */
export const BOTH_LICENCES: readonly Licence[] = ["KVB1", "KVB2"];

/** The costs of a candidate for one or for both licences, as far as this shop knows the amounts. Euro cents. */
export type LicenceCosts = { courses: number; exams: number; total: number };

/** The sum for these licences: a course and an exam each. */
export function licenceCosts(licences: readonly Licence[], flow: Flow): LicenceCosts {
  const courses = licences.reduce((sum, licence) => sum + priceOf(licence, flow).priceCents, 0);
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
const DATE = `Examengeld: ${FACTS_STATE}.`;

/** The cost box of each sales page, at the prices of a flow. */
export const COST_TABLES: Readonly<Record<CourseId, (flow: Flow) => CostTable>> = {
  KVB1: (flow) => ({
    title: TITLE,
    columns: [],
    rows: [
      { label: `Cursus ${COURSES.KVB1.shortName}, aan ons`, amounts: amounts("courses", flow, ["KVB1"]) },
      { label: "Examen, aan het CBR", amounts: amounts("exams", flow, ["KVB1"]) },
      { label: "Cursus en examen samen", amounts: amounts("total", flow, ["KVB1"]), isTotal: true },
      { label: "Ook nog: gezondheidsverklaring en aanvraag, bij het CBR", amounts: [ON_CBR] },
    ],
    note: `${DATE} Het CBR kan het wijzigen: kijk op cbr.nl voordat je reserveert.`,
  }),
  KVB2: (flow) => ({
    title: TITLE,
    columns: ["Met KVB1", "Zonder KVB1"],
    rows: [
      { label: "Cursus, aan ons", amounts: amounts("courses", flow, ["KVB2"], BOTH_LICENCES) },
      { label: "Examen, aan het CBR", amounts: amounts("exams", flow, ["KVB2"], BOTH_LICENCES) },
      { label: "Cursus en examen samen", amounts: amounts("total", flow, ["KVB2"], BOTH_LICENCES), isTotal: true },
      { label: "Ook nog: gezondheidsverklaring en aanvraag, bij het CBR", amounts: [ON_CBR] },
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
      {
        label: `Cursus ${COURSES.MARIFONIE.shortName}, aan ons`,
        amounts: [formatPrice(priceOf("MARIFONIE", flow).priceCents)],
      },
      { label: "Examen en certificaat, aan het CBR", amounts: [ON_CBR] },
      { label: "Je marifoon registreren, bij de RDI", amounts: ["zie rdi.nl"] },
    ],
    note: "Op die twee websites staan de actuele tarieven. Van ons krijg je verder geen rekening.",
  }),
};

/** One licence and both beside each other, at the prices of a flow. KVB1 and KVB2 share a column if they cost the same. */
export function licenceCostTable(flow: Flow): CostTable {
  const isSame = priceOf("KVB1", flow).priceCents === priceOf("KVB2", flow).priceCents;
  const columns: (readonly Licence[])[] = [...(isSame ? [] : [["KVB1"] as const]), ["KVB2"], BOTH_LICENCES];
  return {
    title: TITLE,
    columns: [...(isSame ? ["KVB1 of KVB2"] : BOTH_LICENCES), "Allebei"],
    rows: [
      { label: "Cursus, aan ons", amounts: amounts("courses", flow, ...columns) },
      { label: "Examen, aan het CBR", amounts: amounts("exams", flow, ...columns) },
      { label: "Cursus en examen samen", amounts: amounts("total", flow, ...columns), isTotal: true },
      { label: "Gezondheidsverklaring, bij het CBR", amounts: [ON_CBR] },
      { label: "Vaarbewijs aanvragen, bij het CBR", amounts: [ON_CBR] },
    ],
    note: [
      `${DATE} Alleen KVB2 doen kan als je KVB1 al hebt. Doe je ze allebei voordat je aanvraagt, dan vraag je alleen KVB2 aan: één pas en één gezondheidsverklaring. Weet je nog niet wat je nodig hebt? `,
      { label: "Doe de vaarbewijscheck", page: "licenceCheck" },
      ".",
    ],
  };
}

function amounts(part: keyof LicenceCosts, flow: Flow, ...columns: (readonly Licence[])[]): string[] {
  return columns.map((licences) => formatPrice(licenceCosts(licences, flow)[part]));
}

const normalPrice = (courseId: CourseId) => formatPrice(priceOf(courseId, "none").priceCents);

/** The normal prices in a sentence: `€59 per cursus`, or each when they differ. */
const [FIRST, ...OTHERS] = COURSE_IDS.map((id) => `${normalPrice(id)} voor ${COURSES[id].shortName}`);
const NORMAL_PRICES =
  new Set(COURSE_IDS.map(normalPrice)).size === 1
    ? `${normalPrice("KVB1")} per cursus`
    : `${[FIRST, ...OTHERS.slice(0, -1)].join(", ")} en ${OTHERS.at(-1)}`;

/** For sentences, at the normal price: the prices of courses, and what KVB1 and what both licences cost. */
export const COSTS_IN_WORDS = {
  prices: NORMAL_PRICES,
  kvb1Course: normalPrice("KVB1"),
  exam: formatPrice(EXAM_FACTS.feeCents),
  kvb1: formatPrice(licenceCosts(["KVB1"], "none").total),
  bothCourses: formatPrice(licenceCosts(BOTH_LICENCES, "none").courses),
  both: formatPrice(licenceCosts(BOTH_LICENCES, "none").total),
} as const;
