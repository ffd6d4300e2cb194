/**
 * The five questions of the teaser quiz and the rules for reading them from a URL. Answers travel as `A1`..`A5`, the
 * score as `Score` (specification section 3). Anybody can link here with anything in the query, so a value is only ever
 * used to find an option or a number of ours and is never printed itself.
 */

export const QUIZ_LENGTH = 5;

/** Share of right answers with which an exam is passed, percent (specification section 9). */
export const PASS_PERCENT = 70;

/** Query parameter that holds the number of right answers. */
export const SCORE_PARAM = "Score";

/** What the specification puts behind a right answer in the URL. */
const CORRECT_SUFFIX = " (Correct)";

export type AnswerLetter = "A" | "B" | "C" | "D";

export type QuizQuestionNumber = 1 | 2 | 3 | 4 | 5;

export type QuizOption = { letter: AnswerLetter; text: string };

export type QuizQuestion = {
  number: QuizQuestionNumber;
  text: string;
  /** Three or four, lettered from A. */
  options: readonly QuizOption[];
  correct: AnswerLetter;
  /** Plain paragraphs. */
  explanation: readonly string[];
  /** The rule behind the answer, as printed: `BPR 6.16`. */
  source: string;
  /** The traffic sign to draw beside the question. Its name gives the answer away, so it stays out of the page. */
  sign?: "A9";
  /** Which configured video explains the answer. */
  videoId: `quiz${QuizQuestionNumber}`;
};

/**
 * Topics and correct letters: specification section 3. The texts are the shop's own. Rules: Binnenvaartpolitiereglement
 * (BPR), Rijnvaartpolitiereglement (RPR) and Scheepvaartverkeerswet.
 */
export const QUIZ_QUESTIONS: readonly QuizQuestion[] = [
  {
    number: 1,
    text: "Je vaart met een motorboot van 8 meter op een hoofdvaarwater zonder betonning. Een vrachtschip van 60 meter wil vanuit een nevenvaarwater (een zijwater) het hoofdvaarwater op varen. Er staan geen borden. Wat geldt volgens het BPR?",
    options: [
      { letter: "A", text: "Het vrachtschip mag jouw medewerking verlangen en jij geeft het de ruimte." },
      { letter: "B", text: "Jij houdt koers en snelheid: wie op het hoofdvaarwater vaart, gaat altijd voor." },
      { letter: "C", text: "Wie van stuurboord komt, gaat voor." },
      { letter: "D", text: "Het vrachtschip wacht tot alle kleine schepen voorbij zijn." },
    ],
    correct: "A",
    explanation: [
      "Een groot schip mag bij het uitvaren van een nevenvaarwater medewerking verlangen, ook van een klein schip. Minder dus op tijd vaart of wijk uit.",
      "Staat er een bord B.9 bij de monding, dan ligt het anders: dan moet juist het uitvarende schip jou voor laten gaan.",
    ],
    source: "BPR 6.16",
    videoId: "quiz1",
  },
  {
    number: 2,
    text: "Je ziet dit bord langs de vaarweg. Wat betekent het?",
    options: [
      { letter: "A", text: "Pas op, hier staat een sterke stroming." },
      { letter: "B", text: "Je mag hier geen hinderlijke golfslag of zuiging maken." },
      { letter: "C", text: "Waterskiën is hier verboden." },
      { letter: "D", text: "Hier eindigt het gebied waar je snel mag varen." },
    ],
    correct: "B",
    explanation: [
      "Twee golven met een rode streep erdoor: hinderlijke waterbeweging is hier verboden. Je beperkt dus je golfslag en je zuiging.",
      "Minder op tijd vaart, maar houd genoeg snelheid om te kunnen sturen.",
    ],
    source: "BPR 6.20 en bijlage 7, bord A.9",
    sign: "A9",
    videoId: "quiz2",
  },
  {
    number: 3,
    text: "Je vaart met een klein motorjacht op de Waal. Daar geldt het RPR. Het wordt mistig. Mag je doorvaren?",
    options: [
      { letter: "A", text: "Ja, als je langzaam vaart en elke minuut een mistsein geeft." },
      { letter: "B", text: "Alleen met een goedgekeurde radar die je mag bedienen én een marifoon." },
      { letter: "C", text: "Ja, een kaartplotter met AIS is genoeg." },
    ],
    correct: "B",
    explanation: [
      "Op onder meer de Waal en de Lek geldt het RPR. Bij slecht zicht moet je daar op radar varen en op de marifoon uitluisteren. Een kaartplotter met AIS is geen radar.",
      "Kun je niet op radar varen? Zoek dan meteen een ligplaats.",
    ],
    source: "RPR 4.06 en 6.30",
    videoId: "quiz3",
  },
  {
    number: 4,
    text: "Twee boten naderen een engte waar ze elkaar niet kunnen passeren. Er staat stroom. Er zijn geen borden of lichten. Wie gaat volgens het BPR eerst?",
    options: [
      { letter: "A", text: "De boot die tegen de stroom in vaart." },
      { letter: "B", text: "De zeilboot, want zeil gaat voor motor." },
      { letter: "C", text: "De boot die met de stroom mee vaart." },
      { letter: "D", text: "Het grootste schip." },
    ],
    correct: "C",
    explanation: [
      "Met de stroom mee kun je slecht stoppen. Daarom wacht de boot die tegen de stroom in vaart.",
      "Het soort schip en de grootte tellen in een engte pas mee als er geen stroom staat.",
    ],
    source: "BPR 6.07",
    videoId: "quiz4",
  },
  {
    number: 5,
    text: "Wat is de alcoholgrens als je een boot bestuurt op water waar het BPR of het RPR geldt?",
    options: [
      { letter: "A", text: "0,0 promille" },
      { letter: "B", text: "0,8 promille" },
      { letter: "C", text: "0,5 promille" },
      { letter: "D", text: "Er is geen grens voor de pleziervaart." },
    ],
    correct: "C",
    explanation: [
      "De grens is 0,5 promille. Hij geldt voor de schipper én voor degene die stuurt, ook in de pleziervaart.",
      "Op water waar het RPR geldt, ben je al bij precies 0,5 promille in overtreding. Niets drinken is natuurlijk het veiligst.",
    ],
    source: "Scheepvaartverkeerswet artikel 27; RPR 1.02 en 1.03",
    videoId: "quiz5",
  },
];

/** What a visitor answered: an option of ours, `unknown` for a value without a usable letter, null for no answer. */
export type ParsedAnswer = { letter: AnswerLetter; option: QuizOption; correct: boolean } | "unknown" | null;

/** The question with this number, or undefined outside 1 to 5. */
export function findQuestion(number: number): QuizQuestion | undefined {
  return QUIZ_QUESTIONS.find((question) => question.number === number);
}

/** The option with this letter, or undefined when the question has none. */
export function findOption(question: QuizQuestion, letter: string): QuizOption | undefined {
  return question.options.find((option) => option.letter === letter);
}

/** The query parameter that holds the answer to a question: `A1`. */
export function answerParam(number: number): string {
  return `A${number}`;
}

/**
 * An answer in the form that the URL carries: letter, text, and ` (Correct)` when it is right (specification section 3).
 * Throws RangeError for a letter that the question doesn't have.
 */
export function formatAnswer(question: QuizQuestion, letter: AnswerLetter): string {
  const option = findOption(question, letter);
  if (option === undefined) throw new RangeError(`question ${question.number} has no option ${letter}`);
  return `${option.letter} ${option.text}${option.letter === question.correct ? CORRECT_SUFFIX : ""}`;
}

/**
 * Reads an answer from the URL. Only the leading letter counts: an external quiz may word the text differently, and
 * `(Correct)` behind a wrong letter doesn't make it right.
 */
export function parseAnswer(question: QuizQuestion, value: string | null | undefined): ParsedAnswer {
  const trimmed = value?.trim() ?? "";
  if (trimmed === "") return null;
  const letter = /^([A-Z])(?:[.):\s]|$)/i.exec(trimmed)?.[1]?.toUpperCase();
  const option = letter === undefined ? undefined : findOption(question, letter);
  if (option === undefined) return "unknown";
  return { letter: option.letter, option, correct: option.letter === question.correct };
}

/** How many of A1..A5 are right. Of a repeated parameter the first counts, as everywhere in the quiz. */
export function countScore(params: URLSearchParams): number {
  return QUIZ_QUESTIONS.filter((question) => {
    const answer = parseAnswer(question, params.get(answerParam(question.number)));
    return answer !== null && answer !== "unknown" && answer.correct;
  }).length;
}

/** Reads `Score`: a decimal number, optionally followed by `/5`, rounded down and held to 0..5. Anything else is 0. */
export function parseScore(value: string | null | undefined): number {
  const digits = /^(\d+)(?:[.,]\d*)?(?:\s*\/\s*5)?$/.exec(value?.trim() ?? "")?.[1];
  return digits === undefined ? 0 : Math.min(Number(digits), QUIZ_LENGTH);
}

/** Whether a score reaches the pass mark: 4 or 5 of the five. */
export function isPass(score: number): boolean {
  return score * 100 >= PASS_PERCENT * QUIZ_LENGTH;
}

/** Reads the number in `/quiz-question/{number}`: 1 to 9999 without sign, zeros in front or decimals, else null. */
export function parseQuestionNumber(text: string): number | null {
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null;
}
