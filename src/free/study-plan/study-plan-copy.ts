import { KVB1_CHAPTERS, KVB2_CHAPTERS } from "../../courses/chapters-copy.ts";
import { EXAM_FACTS } from "../../courses/exam-facts-copy.ts";
import { EXAM_MINUTES, EXAM_SIZES, type ExamSubject } from "../../courses/exam-rules.ts";
import type { MetaCopy } from "../../shared/copy-types.ts";
import type { IconName, Step } from "../../shared/entities.ts";
import { fillIn } from "../../shared/fill-in.ts";
import type { RunningText } from "../../shared/running-text.ts";
import { capitalise, inWords } from "../../ui/dutch-copy.ts";
import { BRAND } from "../../ui/site-copy.ts";
import {
  type Milestones,
  type StudyCourse,
  type StudyField,
  type StudyPlan,
  UNIT_MINUTES,
} from "./study-plan-rules.ts";

/** A task for one sitting or a part of it: topics to learn, or something to practise. */
export type StudyTask = { title: string } & ({ topics: readonly string[] } | { text: string });

export type StudyUnit = StudyTask & {
  /** The title for a session that has all parts of this task. */
  whole: string;
};

type SingleCourse = Exclude<StudyCourse, "kvb1-kvb2">;

const HOURS = { kvb1: EXAM_FACTS.KVB1.studyHours, kvb2: EXAM_FACTS.KVB2.studyHours } as const;
const GROUPS = { kvb1: KVB1_CHAPTERS, kvb2: KVB2_CHAPTERS } as const;
/** The share of the time for learning; the rest is for practice questions. */
const LEARNING_SHARE = 2 / 3;

const PRACTICE = task(
  "Oefenvragen",
  "Maak oefenvragen door elkaar, uit alle onderdelen. Lees bij elke fout de uitleg en schrijf op bij welk onderdeel die hoort.",
);
const WEAK_SPOTS = task(
  "Oefenen waar het nog misgaat",
  `Begin met het onderdeel waar je de meeste fouten maakt. Oefen daarna weer alles door elkaar, totdat je ${EXAM_FACTS.practiceTarget} scoort.`,
);
const REHEARSALS: Readonly<Record<SingleCourse, StudyUnit>> = {
  kvb1: task(
    "Proefexamen",
    `Doe het gratis proefexamen op deze site: ${EXAM_SIZES.full} vragen, met de klok erbij. Herhaal daarna alleen wat nog misging, en ga op tijd naar bed.`,
  ),
  kvb2: task(
    "Generale repetitie",
    "Maak net zoveel vragen als op het examen, met een klok erbij. Herhaal daarna alleen wat nog misging, en ga op tijd naar bed.",
  ),
};

/** The chapters of the KVB1 course about each subject of its exam: their places in the course, from 0. */
const CHAPTERS: Readonly<Record<ExamSubject, readonly number[]>> = {
  rules: [2, 3],
  engine: [1, 0],
  water: [3, 0],
  handling: [4],
};

function task(title: string, text: string): StudyUnit {
  return { title, whole: title, text };
}

/**
 * The chapters of the course, those of the subjects in `first` before the others; then practice, and as the last unit a
 * rehearsal of the exam. KVB2's chapters keep their order, because its exam has other subjects.
 */
function unitsOf(course: SingleCourse, first: readonly ExamSubject[]): StudyUnit[] {
  const groups = course === "kvb1" ? beginWith(first) : GROUPS[course];
  const count = Math.round((HOURS[course][1] * 60) / UNIT_MINUTES) - 1;
  const parts = Math.max(1, Math.floor((count * LEARNING_SHARE) / groups.length));
  const learning = groups.flatMap(({ title, topics }) =>
    Array.from({ length: parts }, (_, part) => ({
      title: parts === 1 ? title : `${title} (${part + 1} van ${parts})`,
      whole: title,
      topics: topics.slice((part * topics.length) / parts, ((part + 1) * topics.length) / parts),
    })),
  );
  const practice = Array.from({ length: count - learning.length }, (_, index) => (index === 0 ? PRACTICE : WEAK_SPOTS));
  return [...learning, ...practice, REHEARSALS[course]];
}

function beginWith(first: readonly ExamSubject[]) {
  const groups = GROUPS.kvb1;
  const order = new Set([...first.flatMap((subject) => CHAPTERS[subject]), ...groups.keys()]);
  return [...order].flatMap((place) => groups.slice(place, place + 1));
}

function named(name: string, unit: StudyUnit): StudyUnit {
  return { ...unit, title: `${name}: ${unit.title}`, whole: `${name}: ${unit.whole}` };
}

export type StudyCourseCopy = {
  name: string;
  units: readonly StudyUnit[];
  hours: readonly [number, number];
  /** The minutes of the exams that are its last units. */
  exams: readonly number[];
};

/** The rehearsal takes as long as what it rehearses: the mock exam of this site, and the CBR's exam. */
const EXAM_TIMES = { kvb1: EXAM_MINUTES.full, kvb2: EXAM_FACTS.KVB2.minutes } as const;

/** The units for both exams: one course after the other, and rehearsals of both at the end. */
function bothUnits(first: readonly ExamSubject[]): StudyUnit[] {
  const [kvb1, kvb2] = [unitsOf("kvb1", first), unitsOf("kvb2", first)].map((units, index) =>
    units.map((unit) => named(index === 0 ? "KVB1" : "KVB2", unit)),
  ) as [StudyUnit[], StudyUnit[]];
  return [...kvb1.slice(0, -1), ...kvb2.slice(0, -1), ...kvb1.slice(-1), ...kvb2.slice(-1)];
}

export const STUDY_COURSE_COPY: Readonly<Record<StudyCourse, StudyCourseCopy>> = {
  kvb1: { name: "KVB1", units: unitsOf("kvb1", []), hours: HOURS.kvb1, exams: [EXAM_TIMES.kvb1] },
  kvb2: { name: "KVB2", units: unitsOf("kvb2", []), hours: HOURS.kvb2, exams: [EXAM_TIMES.kvb2] },
  "kvb1-kvb2": {
    name: "KVB1 en KVB2",
    units: bothUnits([]),
    hours: [HOURS.kvb1[0] + HOURS.kvb2[0], HOURS.kvb1[1] + HOURS.kvb2[1]],
    exams: [EXAM_TIMES.kvb1, EXAM_TIMES.kvb2],
  },
};

/** The units of a course, beginning with the chapters about these subjects of the exam. */
export function studyUnits(course: StudyCourse, first: readonly ExamSubject[]): readonly StudyUnit[] {
  return course === "kvb1-kvb2" ? bothUnits(first) : unitsOf(course, first);
}

export type StudyProblem = "missing" | "invalid" | "past" | "tooFar" | "sunday";
export type StudyProblems = Partial<Record<StudyField, StudyProblem>>;

const { bookingWeeks, healthReplyWeeks } = EXAM_FACTS;

type MilestoneCopy = { icon: IconName; title: string; text: string };

export const STUDY_PLAN_COPY = {
  meta: {
    title: `Studieplan voor je vaarbewijs maken | ${BRAND}`,
    description:
      "Kies je cursus en je examendatum. Je krijgt een studieplan met sessies tot aan je examen, voor op papier en in je agenda. Gratis en zonder account.",
  } satisfies MetaCopy,
  crumb: "Studieplan",
  form: {
    title: "Maak je studieplan",
    intro: "Vul in wanneer je examen doet. Wij verdelen de stof over de dagen die je nog hebt.",
    legend: "Jouw gegevens voor het plan",
    submit: "Maak mijn plan",
    fields: {
      course: { label: "Welk examen doe je?" },
      exam: { label: "Wanneer is je examen?", hint: "Nog geen datum? Kies de dag die je in gedachten hebt." },
    } satisfies Record<StudyField, { label: string; hint?: string }>,
    courses: { kvb1: "KVB1", kvb2: "KVB2", "kvb1-kvb2": "KVB1 en KVB2 samen" } satisfies Record<StudyCourse, string>,
    /** Tells that nothing is stored, and that there is no plan for Marifonie. */
    note: "Je plan staat in de link van de pagina: we bewaren niets. Voor Marifonie maken we geen plan, omdat we daarvan de studietijd niet kennen.",
  },
  problems: {
    course: { missing: "Kies het examen dat je doet.", invalid: "Kies een van deze examens." },
    exam: {
      missing: "Vul de datum van je examen in.",
      invalid: "Deze datum bestaat niet. Vul dag, maand en jaar in.",
      past: "Kies een dag na vandaag. Op de dag zelf of daarna valt er niets meer te plannen.",
      tooFar: "Kies een dag binnen een jaar. Verder vooruit maken we geen plan.",
      sunday: `Op zondag zijn er geen examens. Het CBR neemt ze af van ${EXAM_FACTS.days}.`,
    },
  } satisfies Record<StudyField, Partial<Record<StudyProblem, string>>>,
  how: {
    title: "Zo maken we je plan",
    steps: [
      {
        title: "Genoeg tijd",
        text: `We rekenen met de ruime studietijd: ongeveer ${HOURS.kvb1[1]} uur voor KVB1 en ${HOURS.kvb2[1]} uur voor KVB2. Dat is meestal ${UNIT_MINUTES} minuten per keer. Een heel examen oefenen duurt langer: ${EXAM_TIMES.kvb1} of ${EXAM_TIMES.kvb2} minuten.`,
      },
      {
        title: "Eerst leren, dan oefenen",
        text: "Je gaat de onderdelen van de cursus langs. Daarna maak je oefenvragen. De laatste keer oefen je het hele examen.",
      },
      {
        title: "Regel het op tijd",
        text: "Ook reserveren, de gezondheidsverklaring en je identiteitsbewijs staan op een dag in je plan.",
      },
    ] satisfies readonly Step[],
  },
  plan: {
    title: "Je studieplan voor {course}",
    metaTitle: "Studieplan {course}: examen op {exam}",
    intro: "{sessions}, samen {time}. Je begint op {first} en doet examen op {exam}.",
    oneSession: "Eén keer studeren",
    sessions: "{count} keer studeren",
    /** Shown after the introduction if the mock exam decided which chapters come first. */
    first: "We beginnen met wat in je proefexamen de meeste punten kostte.",
    listTitle: "Dag voor dag tot je examen",
    calendar: "Zet in je agenda",
    calendarNote: "Het agendabestand open je met de agenda van je telefoon of computer.",
    print: "Afdrukken of opslaan",
    short:
      "Dit is krap. Reken voor {course} op {hours} uur; tot je examen past er maar {time} in. Kies liever een latere datum, als dat nog kan.",
    late: `Vaak is er pas over een paar weken plek. Kijk zo snel mogelijk in Mijn CBR of er op jouw dag plaats is, en vraag het anders na bij het CBR.`,
    /** The title of a session with three things to do or more. */
    parts: "{count} onderdelen",
    change: "Pas je plan aan",
    changeId: "aanpassen",
    again: "Maak het plan opnieuw",
    course: [
      "Nog geen cursus? Je leert en oefent online, totdat je geslaagd bent. ",
      { label: "Bekijk de cursussen", page: "order" },
      ".",
    ] satisfies RunningText,
  },
  milestones: {
    booking: {
      icon: "calendar",
      title: "Reserveer je examen",
      text: `Dat doe je zelf in Mijn CBR, met DigiD. De eerste vrije plek is vaak drie tot ${inWords(bookingWeeks.usual)} weken later, in drukke tijden tot ${inWords(bookingWeeks.busy)}. Vraag het na bij het CBR.`,
    },
    health: {
      icon: "lifebuoy",
      title: "Vul de Gezondheidsverklaring vaarbewijs in",
      text: `Die heb je nodig voor je vaarbewijs: invullen kan voor of na je examen. Reken op ongeveer ${inWords(healthReplyWeeks)} weken voor het antwoord van het CBR, en op langer als je naar een arts moet. Vraag het na bij het CBR.`,
    },
    identity: {
      icon: "id-card",
      title: "Controleer je identiteitsbewijs",
      text: "Is het nog geldig op je examendag? Zonder mag je geen examen doen.",
    },
    exam: {
      icon: "flag",
      title: "Examen {course}",
      text: `Wees er ${EXAM_FACTS.arriveEarly}, met je identiteitsbewijs. Tijd en adres staan in je bevestiging van het CBR.`,
    },
  } satisfies Record<"booking" | "health" | "identity" | "exam", MilestoneCopy>,
  calendar: { name: "Studieplan {course}", session: "{course} leren: {title}" },
} as const;

/** The text of a field's error. An error that the field cannot have gets the most similar text. */
export function studyProblemText(field: StudyField, problem: StudyProblem | undefined): string | undefined {
  if (problem === undefined) return undefined;
  const texts: Partial<Record<StudyProblem, string>> = STUDY_PLAN_COPY.problems[field];
  return texts[problem] ?? texts.invalid ?? "";
}

/** `7 uur`, `45 minuten`, `4 uur en 30 minuten`. */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const parts = [hours === 0 ? "" : `${hours} uur`, rest === 0 ? "" : `${rest} minuten`].filter(Boolean);
  return parts.join(" en ");
}

/** A day of a plan: a session, or another task with that day as its deadline. */
export type StudyEntry = {
  /** Stays the same when the plan is made again. */
  id: string;
  /** ISO 8601. */
  day: string;
  title: string;
  /** A session's number, or the icon of anything else. */
  mark: number | IconName;
  minutes?: number;
  tasks: readonly StudyTask[];
};

export function studyEntries(
  { name, units }: StudyCourseCopy,
  { sessions }: StudyPlan,
  milestones: Milestones & { exam: string },
): StudyEntry[] {
  const errands = (["booking", "health", "identity", "exam"] as const).map((id): StudyEntry => {
    const { icon, title: template, text } = STUDY_PLAN_COPY.milestones[id];
    const title = fillIn(template, { course: name });
    return { id, day: milestones[id], title, mark: icon, tasks: [{ title, text }] };
  });
  const studying = sessions.map(({ day, minutes, first, end }, index): StudyEntry => {
    const tasks = joinParts(units.slice(first, end));
    const titles = tasks.map(({ title }) => title);
    const several = fillIn(STUDY_PLAN_COPY.plan.parts, { count: capitalise(inWords(tasks.length)) });
    const title = titles.length > 2 ? several : titles.join(" en ");
    return { id: `session-${index + 1}`, day, title, mark: index + 1, minutes, tasks };
  });
  return [...errands, ...studying].sort((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)));
}

/** The tasks of a session. Consecutive units that are parts of one task are joined. */
function joinParts(units: readonly StudyUnit[]): StudyTask[] {
  const tasks: StudyUnit[] = [];
  for (const unit of units) {
    const last = tasks.at(-1);
    if (last?.whole !== unit.whole) tasks.push(unit);
    else if ("topics" in last && "topics" in unit) {
      tasks[tasks.length - 1] = { title: unit.whole, whole: unit.whole, topics: [...last.topics, ...unit.topics] };
    }
  }
  return tasks;
}
