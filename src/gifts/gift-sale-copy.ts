import { BRAND } from "../ui/site-copy.ts";

/** Texts for the giver of a paid gift: on the return page, on the order page and in the mail. */
export const GIFT_SALE_COPY = {
  title: "Je cadeau staat klaar",
  text: "Stuur {recipient} de link, of druk de cadeaubon af en geef die zelf.",
  mailedTitle: "Je cadeau is betaald",
  forDay: "Op de cadeaubon staat de dag: {day}. De link werkt nu al.",
  link: "Cadeaulink",
  code: "Cadeaucode",
  course: "Cursus",
  for: "Voor",
  from: "Van",
  day: "Voor de dag",
  typeAt: "Code typen:",
  card: "Cadeaubon afdrukken",
  whatsApp: "Deel via WhatsApp",
  newTab: "opent in een nieuw tabblad",
  /** The message that is shared with the link, `{link}`. The recipient's name is never part of an address. */
  shareText: "Er ligt een cadeautje voor je klaar! Pak het hier uit: {link}",
  shareTitle: "Er ligt een cadeautje voor je klaar!",
  share: "Delen",
  copy: "Kopieer link",
  copied: "Link gekopieerd",
  copyFailed: "Kopiëren lukt hier niet. Selecteer de link hierboven.",
  mailed: "De link en de code staan er ook in. Deze pagina is een uur te zien in deze browser.",
  /** Shown if the shop cannot make the code. */
  noCode: {
    title: "Je betaling is gelukt",
    text: "Je cadeau is betaald. De link kunnen we hier nu niet laten zien. Je krijgt hem in je mail.",
  },
  mail: {
    title: "Je cadeau voor {recipient} staat klaar",
    otherTitle: "Je cadeau",
    thanks: "Je betaling is binnen, dankjewel!",
    open: "Bekijk het cadeau",
    withdrawal:
      "Je mag binnen 14 dagen herroepen, zonder reden, ook als het cadeau al is geactiveerd. De eerste dag is de dag na je betaling. Je krijgt alles terug; we sluiten dan code en cursus.",
    noCode: "De cadeaulink kunnen we nu niet maken. Beantwoord deze mail, dan sturen we hem.",
    stopped:
      "Dit cadeau is teruggenomen: de link en de code werken niet. Heb je daar een vraag over? Beantwoord deze mail.",
    product: (course: string) => `Cadeau: ${course}`,
    /** The rest of what was bought (art. 6:230m lid 1, onder a, r en s, BW). `{questions}` are the product's. */
    content:
      "Online lesstof en {questions}, in een actuele browser. De code verloopt niet. Het examen regelt en betaalt de ontvanger zelf.",
    subject: (course: string, number: string) => `Je cadeau bij ${BRAND}: ${course} (${number})`,
  },
} as const;
