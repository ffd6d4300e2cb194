import { BOTH_LICENCES, type Buying, type Licence, licenceCosts, sellsBoth } from "../courses/costs-copy.ts";
import { EXAM_FACTS } from "../courses/exam-facts-copy.ts";
import { LICENCE_LAW } from "../free/licence-check/licence-check-rules.ts";
import { COURSES, type CourseId, priceOf } from "../shared/courses.ts";
import { formatPrice } from "../shared/money.ts";
import { capitalise, inWords } from "../ui/dutch-copy.ts";

const { KVB1, KVB2, MARIFONIE } = EXAM_FACTS;
const BOTH_HOURS = [0, 1].map((end) =>
  BOTH_LICENCES.reduce((sum, id) => sum + (EXAM_FACTS[id].studyHours[end] ?? 0), 0),
);

/** A choice to buy: a course, or the two that KVB2 requires. */
export type Choice = { name: string; courseId: CourseId | null };

/** A fact, with its value for each choice; one cell means that all are the same. */
export type ComparisonRow = { label: string; cells: readonly string[]; kind?: "price" | "total" };

/** The courses beside each other. Figures come from `EXAM_FACTS`, which has none for the exam of the marine radio. */
export const COMPARISON_COPY = {
  title: "De cursussen naast elkaar",
  /** Header of the column with the facts, for screen readers. */
  labelHeading: "Wat je vergelijkt",
  choices: [
    { name: COURSES.KVB1.shortName, courseId: "KVB1" },
    { name: COURSES.KVB2.shortName, courseId: "KVB2" },
    { name: "KVB1 én KVB2", courseId: null },
    { name: COURSES.MARIFONIE.shortName, courseId: "MARIFONIE" },
  ] satisfies readonly Choice[],
  rows: (buying: Buying): readonly ComparisonRow[] => [
    {
      label: "Wat mag je ermee?",
      cells: [
        "Varen op rivieren, kanalen en de meeste meren",
        "Samen met KVB1: varen op alle Nederlandse binnenwateren",
        "Varen op alle Nederlandse binnenwateren, ook op ruim water",
        "Een marifoon bedienen, bijvoorbeeld om een brug op te roepen",
      ],
    },
    {
      label: "Voor wie?",
      cells: [
        `Je boot is ${LICENCE_LAW.lengthMetres} meter of langer, of kan harder dan ${LICENCE_LAW.speedKmh} km/u`,
        "Je hebt KVB1 al en wilt ook op ruim water varen",
        "Je hebt nog geen vaarbewijs en wilt ook op ruim water varen",
        "Er is een marifoon aan boord en jij bedient hem",
      ],
    },
    {
      label: "In het buitenland (ICC)",
      cells: [
        "Voor binnenwater",
        "Samen met KVB1: ook voor de kust",
        "Voor binnenwater en de kust",
        "Niet van toepassing",
      ],
    },
    {
      label: "Examen",
      cells: [
        examOf(KVB1),
        examOf(KVB2),
        "Beide examens, tegelijk of na elkaar",
        "Bij het CBR of een ander erkend instituut",
      ],
    },
    {
      label: "Studietijd",
      cells: [
        KVB1.studyTime,
        KVB2.studyTime,
        `${BOTH_HOURS.join(" tot ")} uur`,
        `${capitalise(inWords(MARIFONIE.chapters))} hoofdstukken, in je eigen tempo`,
      ],
    },
    {
      label: "Cursus, aan ons",
      kind: "price",
      cells: [
        ...LICENCES.map((ids) => amount("courses", ids, buying)),
        formatPrice(priceOf("MARIFONIE", buying.flow).priceCents),
      ],
    },
    {
      label: "Examen, aan het CBR",
      cells: [...LICENCES.map((ids) => amount("exams", ids, buying)), "Zie cbr.nl"],
    },
    {
      label: "Cursus en examen samen",
      cells: [...LICENCES.map((ids) => amount("total", ids, buying)), "Cursus, en het examen apart"],
      kind: "total",
    },
    { label: "Toegang tot de cursus", cells: ["Direct na je betaling, totdat je geslaagd bent"] },
  ],
  note: (buying: Buying) =>
    sellsBoth(buying)
      ? "KVB1 en KVB2 kun je samen bestellen, met één betaling."
      : "KVB1 en KVB2 bestel je na elkaar, met twee betalingen.",
} as const;

/** The licences of the first three choices. */
const LICENCES: readonly (readonly Licence[])[] = [["KVB1"], ["KVB2"], BOTH_LICENCES];

function amount(part: keyof ReturnType<typeof licenceCosts>, licences: readonly Licence[], buying: Buying): string {
  return formatPrice(licenceCosts(licences, buying)[part]);
}

function examOf({ questions, minutes, pointsNeeded, pointsTotal }: typeof KVB1 | typeof KVB2): string {
  return `${questions} vragen in ${minutes} minuten; ${pointsNeeded} van de ${pointsTotal} punten nodig`;
}
