import { EXAM_FACTS } from "../../courses/exam-facts-copy.ts";
import { EXAM_PASS_PERCENT } from "../../courses/exam-rules.ts";
import type { MetaCopy } from "../../shared/copy-types.ts";
import { COURSES } from "../../shared/courses.ts";
import { capitalise, inWords } from "../../ui/dutch-copy.ts";
import { QUIZ_LENGTH } from "./quiz-rules.ts";

/** The smallest score that reaches the pass mark. */
const PASS_SCORE = Math.ceil((QUIZ_LENGTH * EXAM_PASS_PERCENT) / 100);
const LENGTH_IN_WORDS = inWords(QUIZ_LENGTH);
const PASS_IN_WORDS = `minstens ${inWords(PASS_SCORE)} van de ${LENGTH_IN_WORDS} vragen`;

const DOT_STATES = { right: "goed", wrong: "fout", current: "deze vraag", open: "nog niet bekeken" } as const;

/** The quiz's screens; the questions stand in `quiz-questions-copy.ts`. */
export const QUIZ_COPY = {
  /** Alternative text of the sign in question 2: it describes the drawing and does not name the sign. */
  signAlt: "Vierkant bord: rode rand, rode schuine streep en twee zwarte golvende lijnen",
  /** Words that several screens print beside an answer, so that colour is never the only mark. */
  marks: {
    right: "Goed",
    wrong: "Fout",
    ownAnswer: "Jouw antwoord",
    rightAnswer: "Juiste antwoord",
    explanation: "Uitleg",
    source: "Regel",
    unknownAnswer: "We herkennen jouw antwoord niet. Het juiste antwoord zie je hier wel.",
    noAnswer: "Je hebt deze vraag niet beantwoord.",
  },
  progressLabel: (number: number, total: number) => `Vraag ${number} van ${total}`,
  dotLabel: (number: number, state: keyof typeof DOT_STATES) => `Vraag ${number}: ${DOT_STATES[state]}`,
  /** Below the button to the practice questions: the ways to try on this site. */
  alsoHere: [
    "Of doe de ",
    { label: "quiz", page: "quiz" },
    " of een ",
    { label: "proefexamen", page: "mockExam" },
    ".",
  ],
  form: {
    meta: {
      title: "Vaarbewijsquiz: test jezelf in vijf vragen",
      description: `Hoe goed ken jij de regels op het water? Beantwoord ${LENGTH_IN_WORDS} korte vragen over voorrang, borden en veiligheid. Je ziet meteen je score en de uitleg.`,
    },
    eyebrow: "Gratis quiz",
    title: "Hoe goed ken jij de vaarregels?",
    intro: `${capitalise(LENGTH_IN_WORDS)} vragen. Daarna zie je je score en bij elke vraag de uitleg.`,
    /** Above a question: its position in the form, and its subject. */
    questionLabel: (step: number, total: number, topic: string) => `Vraag ${step} van ${total}: ${topic}`,
    optionsHint: "Kies één antwoord.",
    missingAnswer: "Kies eerst een antwoord.",
    previousLabel: "Vorige vraag",
    nextLabel: "Volgende vraag",
    submitLabel: "Bekijk je score",
  },
  redirect: {
    meta: {
      title: "Doorverwijzen naar je resultaten...",
      description:
        "Je antwoorden op de vijf vragen van de vaarbewijsquiz zijn binnen. Je gaat vanzelf door naar de pagina met je score en de uitleg per vraag.",
    },
    title: "Doorverwijzen naar je resultaten...",
    continueLabel: "Ga nu naar je resultaten",
  },
  score: {
    meta: {
      title: "Je score in de vaarbewijsquiz",
      description: `Je score in de quiz van ${LENGTH_IN_WORDS} vragen over de regels op het water. Ga verder en lees per vraag het juiste antwoord, met uitleg en een korte video.`,
    },
    title: (score: number) => `Je score is: ${score}/${QUIZ_LENGTH}`,
    pass: {
      lead: "Mooi gedaan!",
      text: `Om te slagen heb je ongeveer ${EXAM_PASS_PERCENT}% nodig. In deze quiz zijn dat ${PASS_IN_WORDS}, en dat is je gelukt. Op het examen komen wel veel meer onderwerpen aan bod.`,
    },
    fail: {
      lead: "Je bent er nog niet, maar dit kun je leren.",
      text: `Om te slagen heb je ongeveer ${EXAM_PASS_PERCENT}% nodig. In deze quiz zijn dat ${PASS_IN_WORDS}.`,
    },
    /** After a fail. `price` is the course's in this flow. */
    course: (price: string) => `In de cursus: ${COURSES.KVB1.practiceQuestions}+ vragen met uitleg, ${price}`,
    /** Below the picture of the five questions; `counted` when only their number is known. */
    legend: {
      known: "De cijfers zijn de vragen. Groen is goed, rood is fout.",
      counted: "Groen: zoveel had je er goed.",
    },
    continueLabel: "Doorgaan",
    /** Below the button: the next page. */
    continueHint: "Hierna zie je per vraag het juiste antwoord en de uitleg.",
    examLabel: "Wil je meer weten? Doe het gratis proefexamen van 40 vragen",
  },
  question: {
    meta: (number: number): MetaCopy => ({
      title: `Vraag ${number} van de vaarbewijsquiz: antwoord en uitleg`,
      description: `Het juiste antwoord op vraag ${number} van de vaarbewijsquiz, met jouw antwoord ernaast. Lees de uitleg met de regel erbij of bekijk de korte video.`,
    }),
    title: (number: number, total: number) => `Vraag ${number} van ${total}`,
    videoTitle: "Uitleg in een korte video",
    nextLabel: "Volgende vraag",
    lastLabel: "Doorgaan",
    /** Beside the last question: the button's target. `price` is the course's in this flow, as it is printed. */
    bridge: {
      title: `Dit waren er ${LENGTH_IN_WORDS}. Op het examen krijg je er ${EXAM_FACTS.KVB1.questions}.`,
      text: (price: string) =>
        `In de cursus ${COURSES.KVB1.name} oefen je met ${COURSES.KVB1.practiceQuestions}+ vragen, met uitleg en lesstof erbij. Je betaalt één keer ${price}, en niet opnieuw als je zakt. Hierna kies je je cursus.`,
    },
    /** English, as specified: print it with `lang="en"`. */
    loading: "Loading...",
    loadingMissing: "We hebben nog geen antwoord van jou op deze vraag.",
    loadingBeyond: `Deze quiz heeft ${LENGTH_IN_WORDS} vragen.`,
    loadingLabel: "Naar de quiz",
  },
  answers: {
    meta: {
      title: "Antwoorden op de oefenvragen, met uitleg",
      description: `De ${LENGTH_IN_WORDS} oefenvragen van de vaarbewijsquiz op een rij, met het juiste antwoord, een korte uitleg en de regel erbij. Handig om rustig terug te lezen.`,
    },
    title: "Antwoorden op de oefenvragen",
    intro: `Hier lees je alle ${LENGTH_IN_WORDS} vragen van de quiz rustig terug. Bij elke vraag staan het juiste antwoord, de uitleg en de regel waar het om gaat.`,
    /** Instead of `intro` when A1..A5 are in the query. */
    introWithAnswers: `Hier lees je alle ${LENGTH_IN_WORDS} vragen van de quiz rustig terug. We hebben jouw antwoorden erbij gezet, zodat je ziet wat al goed ging.`,
    contentsLabel: "Vragen op deze pagina",
    questionLabel: (number: number) => `Vraag ${number}`,
    quizLabel: "Maak de quiz",
    orderTitle: "Verder oefenen?",
    orderLabel: "Direct starten",
    practiceLabel: "Oefenvragen uitproberen",
  },
} as const;
