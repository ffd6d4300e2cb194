/** Ready texts for the few things that an owner writes to a buyer. */

import { BRAND } from "../ui/site-copy.ts";

const BY_BANK =
  "Met iDEAL zie je het binnen een paar werkdagen op je rekening, met een creditcard kan het tien dagen duren.";

export const LETTERS = {
  closing: `Met vriendelijke groet,\r\n${BRAND}`,
  order: (number: string) => `Je bestelling ${number}`,
  withdrawal: (reference: string) => `Je herroeping ${reference}`,
  blank: { label: "Schrijf de koper" },
  repaid: {
    label: "‘Je geld is terug’",
    text: (amount: string, number: string) =>
      `We hebben ${amount} van je bestelling ${number} terugbetaald, langs de weg waarlangs je betaalde. ${BY_BANK}`,
  },
  failed: {
    label: "‘Je terugbetaling is niet aangekomen’",
    text: (amount: string, number: string) =>
      `We wilden je ${amount} van je bestelling ${number} terugbetalen, maar je bank stuurde het geld terug. Op welk rekeningnummer mogen we het overmaken, en op welke naam staat die rekening?`,
  },
  unproven: {
    label: "‘Welke bestelling bedoel je?’",
    text: (day: string, reference: string) =>
      `Op ${day} kregen we een herroeping met dit e-mailadres (${reference}). We weten niet zeker of die van de koper is.`,
    how: "Heb je bij ons gekocht en wil je herroepen? Open dan de link naar je bestelpagina in je bevestigingsmail, en herroep daar. Heb je die mail niet meer? Op onze website vraag je je links opnieuw aan, met het e-mailadres van je bestelling. Heb je niets ingevuld, dan hoef je niets te doen.",
    /** After it, of one that no form of an order finds. */
    first: (reference: string) =>
      `Herroep je op je bestelpagina? Schrijf ${reference} dan bij de reden. Zo telt de dag van je eerste herroeping.`,
  },
  refused: {
    label: "‘Je herroeping is afgewezen’",
    text: (day: string, number: string, why: string) =>
      `Op ${day} herriep je je bestelling ${number}. We hebben je herroeping afgewezen, omdat ${why}.`,
    waived:
      "je bij je bestelling vroeg om meteen te mogen beginnen, en daarmee afzag van je herroepingsrecht. Dat hebben we je toen bevestigd",
    late: (day: string) => `je tot en met ${day} kon herroepen, en je herroeping daarna kwam`,
    gift: "Had je een dag gekozen waarop we het cadeau mailen? Kies die dan opnieuw op je bestelpagina.",
    answer: "Ben je het er niet mee eens? Beantwoord dan deze mail.",
  },
} as const;
