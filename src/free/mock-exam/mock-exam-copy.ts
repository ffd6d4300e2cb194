import { EXAM_FACTS } from "../../courses/exam-facts-copy.ts";
import { EXAM_MINUTES, EXAM_SIZES, type ExamLength, type ExamSubject } from "../../courses/exam-rules.ts";
import type { MetaCopy } from "../../shared/copy-types.ts";
import { COURSES } from "../../shared/courses.ts";
import { BRAND } from "../../ui/site-copy.ts";
import type { ExamProblem } from "./attempt-rules.ts";
import { ARTICLES, PRINCIPLES, type SourcedAnswer } from "./bank/sources-copy.ts";

/** Copy of `/proefexamen`; the questions are beside it, one file per subject. */

const { full, short } = EXAM_SIZES;

/** The names of the exam's subjects; `study` is the part of the course about them. */
export const SUBJECT_COPY: Readonly<Record<ExamSubject, { name: string; study: string }>> = {
  rules: { name: "Vaarregels", study: "Voorrang, borden, lichten, dagtekens en geluidsseinen" },
  engine: { name: "Motor en veiligheid", study: "Motor, brandstof, gas, brand en reddingsmiddelen" },
  water: { name: "Vaarwater en weer", study: "Betonning, stroom, diepte en doorvaarthoogte, wind en onweer" },
  handling: { name: "Varen en aanleggen", study: "Manoeuvreren, ankeren, sluizen en goed zeemanschap" },
};

export const MOCK_EXAM_COPY = {
  intro: {
    meta: {
      title: `Gratis proefexamen KVB1: ${full} vragen, een uur | ${BRAND}`,
      description: `Doe gratis een proefexamen voor Klein Vaarbewijs 1: ${full} vragen in ${EXAM_MINUTES.full} minuten, net als bij het CBR. Zonder account, met uitleg en de regel bij elke vraag.`,
    } satisfies MetaCopy,
    crumb: "Proefexamen KVB1",
    eyebrow: "Gratis, zonder account",
    title: "Proefexamen Klein Vaarbewijs 1",
    lead: `Ben je klaar voor het examen? Maak ${full} vragen in ${EXAM_MINUTES.full} minuten, net als bij het CBR. Daarna zie je je punten, wat er misging en wat je het eerst leert.`,
    start: { full: `Begin met ${full} vragen`, short: `Doe het korte: ${short} vragen` } satisfies Record<
      ExamLength,
      string
    >,
    startHint: `Het korte proefexamen duurt ongeveer ${EXAM_MINUTES.short} minuten. Daarna zie je welke onderdelen je nog moet leren.`,
    resume: "Ga verder met je proefexamen",
    factsTitle: "Zo zit het in elkaar",
    facts: [
      ["Vragen", `${full}, uit vier onderdelen`],
      ["Tijd", `${EXAM_MINUTES.full} minuten`],
      ["Punten", `${EXAM_FACTS.KVB1.pointsTotal} te halen, 1 tot 3 per vraag`],
      ["Geslaagd", `vanaf ${EXAM_FACTS.KVB1.pointsNeeded} punten`],
    ] as readonly (readonly [string, string])[],
    how: {
      title: "Zo werkt het",
      items: [
        "Je ziet één vraag tegelijk. Je mag terug, overslaan en je antwoord veranderen.",
        "Meestal kies je één antwoord. Net als bij het CBR kies je soms een plaatje of een plek, zet je stappen op volgorde of beoordeel je twee stellingen.",
        "Twijfel je? Zet er een vlaggetje bij en kijk er later nog eens naar.",
        "Stop je halverwege? Bewaar de link van de pagina: daar staan je antwoorden in. Wij bewaren niets.",
      ],
    },
    honest: {
      title: "Eerlijk is eerlijk",
      text: "Deze vragen hebben we zelf gemaakt. Ze gaan over dezelfde stof als het examen, en de punten per onderdeel zijn hetzelfde verdeeld. Ook bij Varen en aanleggen vragen we vaak naar een regel. Maar het zijn niet de vragen van het CBR. Bij elke vraag lees je na afloop op welke regel het antwoord gebaseerd is.",
    },
    subjectsTitle: "Waar de vragen over gaan",
    /** `{points}` of the exam's eighty. */
    subjectPoints: "{points} van de 80 punten",
  },
  question: {
    metaTitle: "Vraag {number} van {total} | Proefexamen KVB1",
    metaDescription:
      "Een vraag van het gratis proefexamen voor Klein Vaarbewijs 1. Je antwoorden staan in de link van de pagina.",
    position: "Vraag {number} van {total}",
    exit: "stop en ga naar het begin van het proefexamen",
    points: { 1: "1 punt", 2: "2 punten", 3: "3 punten" },
    /** Before a drawing's description, for people who cannot see it. */
    drawingLabel: "Tekening:",
    larger: { drawing: "Tekening groter", pictures: "Plaatjes groter" },
    order: { hint: "Geef elke regel een ander nummer: 1 is het eerst, 4 het laatst.", none: "nr." },
    /** `{number}` of the statement; `j` and `n` are what is said of it, `x` if nothing is. */
    statements: { number: "{number}.", j: "Juist", n: "Onjuist", x: "Open" },
    mark: "Vlaggetje: straks nog eens bekijken",
    next: "Volgende vraag",
    toOverview: "Naar het overzicht",
    previous: "Vorige vraag",
    state: "Eerder beantwoord: {done} van de {total}",
    overview: "Alle vragen",
    /** `{begin}` and `{end}` are times of day. */
    time: "Begonnen om {begin}, je hebt tijd tot {end}",
    clock: { left: "Nog {time}", hide: "Verberg de klok", show: "Toon de klok" },
    warnings: { ten: "Nog tien minuten.", one: "Nog één minuut.", over: "De tijd is om. Lever je antwoorden in." },
  },
  dots: {
    /** A question's name in the list of all: `{number}` and its state. */
    label: "Vraag {number}: {state}",
    answered: "beantwoord",
    open: "open",
    marked: "met een vlaggetje",
    current: "deze vraag",
  },
  overview: {
    metaTitle: "Overzicht | Proefexamen KVB1",
    title: "Je antwoorden",
    complete: "Je hebt alle vragen beantwoord.",
    open: "Nog open: {questions}. Wat open blijft, levert geen punten op.",
    marked: "Met een vlaggetje: {questions}.",
    /** A short list of questions, by their numbers, and a long one. */
    named: "vraag {numbers}",
    many: "{count} vragen",
    toOpen: "Ga naar vraag {number}",
    handIn: "Lever in en bekijk je uitslag",
    handInOpen: "Lever in met {count} open vragen",
    handInOneOpen: "Lever in met één open vraag",
    back: "Terug naar vraag {number}",
  },
  result: {
    metaTitle: "Je uitslag | Proefexamen KVB1",
    eyebrow: "Uitslag van je proefexamen",
    points: ["{points}", "van de {max} punten"],
    /** At the gate of the drawing; `{pass}` points pass. */
    gate: "geslaagd vanaf {pass}",
    passed: { mark: "Geslaagd", title: "Je bent geslaagd voor dit proefexamen" },
    failed: { mark: "Gezakt", title: "Je bent nog niet geslaagd voor dit proefexamen" },
    summary: "{right} van de {total} vragen goed. Je slaagt vanaf {pass} punten.",
    openAnswers: "Je liet er {open} open.",
    openAnswer: "Je liet er één open.",
    /** `{minutes}` were used, of `{limit}`. */
    time: {
      less: "Je deed er nog geen minuut over.",
      one: "Je deed er één minuut over.",
      within: "Je deed er {minutes} minuten over.",
      over: "Je deed er {minutes} minuten over. Op het examen heb je er {limit}.",
    },
    ready: {
      title: "Ben ik er klaar voor?",
      /** `{total}` questions, in words. */
      tooFew: `{total} vragen zijn te weinig om daar iets over te zeggen. Maak na het leren een proefexamen van ${full} vragen.`,
      likely: "Is het examen even moeilijk als dit proefexamen, dan slaag je waarschijnlijk.",
      unsure: "Met deze score kan het nog beide kanten op. Oefen door tot je ruim 80% goed hebt.",
      unlikely: "Met deze score slaag je waarschijnlijk nog niet. Leer eerst nog verder.",
      note: `Iemand met deze score kent een deel van alle stof. Hoe groot dat deel is, weten we niet precies, want het waren maar {total} vragen. We kijken daarom naar het laagste en het hoogste deel dat bij je score past. Slaag je bij het laagste deel vaker wel dan niet? Dan zeggen we 'waarschijnlijk'.`,
      noteTitle: "Hoe weten jullie dat?",
    },
    subjects: {
      title: "Per onderdeel",
      points: "{points} van {max}",
      first: "Leer dit het eerst",
      all: "Je hebt in geen onderdeel punten laten liggen.",
    },
    plan: { label: "Maak hiermee een studieplan", hint: "Je kiest alleen nog je examendatum." },
    again: "Doe een ander proefexamen",
    answersTitle: "Alle vragen met uitleg",
    right: "De {right} vragen die je goed had",
    rightOne: "De vraag die je goed had",
    jump: {
      wrong: "Naar je fouten:",
      open: "Naar de vragen die je openliet:",
      both: "Naar je fouten (rood) en naar de vragen die je openliet:",
      label: "Vraag {number}",
      openLabel: "Vraag {number}, open",
    },
    given: "Jouw antwoord",
    none: "Je hebt deze vraag niet beantwoord.",
    correct: "Juiste antwoord",
    rule: "Regel",
    /** `{letter}` of a picture; of a place, which `{place}` describes. */
    picture: "Plaatje {letter}.",
    place: "{letter}: {place}",
    marks: { half: "Eén van de twee goed", wrong: "Fout", open: "Open" },
    course: {
      title: "Je liet {points} punten liggen bij {subject}",
      passedTitle: "Blijf oefenen tot je examen",
      text: `In de cursus leer je het met uitleg bij elke fout en oefen je met ${COURSES.KVB1.practiceQuestions}+ vragen. Je houdt toegang totdat je geslaagd bent.`,
      label: "Bekijk de cursus KVB1",
    },
  },
  problems: {
    exam: {
      title: "Dit proefexamen kennen we niet",
      text: "De link klopt niet: misschien is hij niet helemaal gekopieerd. Begin gerust een nieuw proefexamen.",
    },
    answers: {
      title: "Deze antwoorden passen niet bij het proefexamen",
      text: "In de link staat iets dat wij er niet in zetten. Ga terug naar de vorige pagina, of begin dit proefexamen opnieuw.",
    },
  } satisfies Record<ExamProblem, { title: string; text: string }>,
  problem: {
    metaTitle: "Proefexamen niet gevonden",
    restart: "Begin dit proefexamen opnieuw",
    fresh: "Begin een nieuw proefexamen",
  },
} as const;

/** A rule as it is printed: the article and its subject, or the principle. */
export function formatRule(rule: SourcedAnswer["rules"][number]): string {
  if ("principle" in rule) return PRINCIPLES[rule.principle];
  return `${rule.article}, ${ARTICLES[rule.article]}`;
}
