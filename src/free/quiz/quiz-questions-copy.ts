import { cite } from "../../courses/laws-copy.ts";
import type { QuizQuestion } from "./quiz-rules.ts";

/**
 * Topics and correct letters: given 4.1. The texts are the shop's own. Rules: Binnenvaartpolitiereglement
 * (BPR), Rijnvaartpolitiereglement (RPR) and Scheepvaartverkeerswet.
 */
export const QUIZ_QUESTIONS: readonly QuizQuestion[] = [
  {
    number: 1,
    topic: "Een schip uit een zijwater",
    text: "Je vaart met een motorboot van 8 meter op een hoofdvaarwater zonder betonning. Een vrachtschip van 60 meter wil uit een zijwater (nevenvaarwater) komen. Er staan geen borden. Wat zegt het Binnenvaartpolitiereglement (BPR)?",
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
    source: cite("BPR", "6.16"),
  },
  {
    number: 2,
    topic: "Een bord langs de vaarweg",
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
    source: cite("BPR", "6.20 en bijlage 7, bord A.9"),
    sign: "A9",
  },
  {
    number: 3,
    topic: "Mist op de Waal",
    text: "Je vaart met een klein motorjacht op de Waal. Daar geldt het Rijnvaartpolitiereglement (RPR). Het wordt mistig. Mag je doorvaren?",
    options: [
      { letter: "A", text: "Ja, als je langzaam vaart en elke minuut een mistsein geeft." },
      { letter: "B", text: "Alleen met een goedgekeurde radar die je mag bedienen én een marifoon." },
      { letter: "C", text: "Ja, een kaartplotter met AIS is genoeg." },
    ],
    correct: "B",
    explanation: [
      "Op onder meer de Waal en de Lek geldt het RPR. Bij slecht zicht moet je daar op radar varen en op de marifoon uitluisteren. Een kaartplotter met AIS is geen radar.",
      "Op radar varen mag alleen met een goedgekeurde radar, een bochtaanwijzer en iemand aan het roer met een radardiploma. In de stuurhut staat ook een tweede persoon die weet hoe varen op radar gaat. Kan dat niet? Zoek dan meteen een ligplaats.",
    ],
    source: cite("RPR", "4.06, 6.30 en 6.32"),
  },
  {
    number: 4,
    topic: "Een engte met stroom",
    text: "Twee boten naderen een engte waar ze elkaar niet kunnen passeren. Er staat stroom. Er zijn geen borden of lichten. Wie gaat volgens het Binnenvaartpolitiereglement (BPR) eerst?",
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
    source: cite("BPR", "6.07"),
  },
  {
    number: 5,
    topic: "Alcohol aan het roer",
    text: "Wat is de alcoholgrens als je een boot bestuurt op een rivier, een kanaal of een meer?",
    options: [
      { letter: "A", text: "0,0 promille" },
      { letter: "B", text: "0,8 promille" },
      { letter: "C", text: "0,5 promille" },
      { letter: "D", text: "Er is geen grens voor de pleziervaart." },
    ],
    correct: "C",
    explanation: [
      "De grens is 0,5 promille, ook in de pleziervaart. Hij geldt voor de schipper én voor degene die stuurt.",
      "Dat is zo op water waar het Binnenvaartpolitiereglement (BPR) geldt. Waar het Rijnvaartpolitiereglement (RPR) geldt, zoals op de Waal, ben je al bij precies 0,5 promille in overtreding. Niets drinken is natuurlijk het veiligst.",
    ],
    source: `${cite("SVW", "artikel 27")}; ${cite("RPR", "1.02 en 1.03")}`,
  },
];

/** The question with this number, or undefined outside 1 to 5. */
export function findQuestion(number: number): QuizQuestion | undefined {
  return QUIZ_QUESTIONS.find((question) => question.number === number);
}
