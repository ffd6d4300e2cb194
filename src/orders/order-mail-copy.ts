import { COURSES, PRODUCTS, type ProductId } from "../shared/courses.ts";
import { VAT_PERCENT } from "../shared/money.ts";
import { BRAND, WITHDRAWAL_LABEL } from "../ui/site-copy.ts";

/** Copy of the mail that confirms an order (art. 6:230v lid 7 BW). */
export const CONFIRMATION_COPY = {
  subject: (course: string, number: string) => `Je bestelling bij ${BRAND}: ${course} (${number})`,
  start: {
    title: (isBundle: boolean) => (isBundle ? "Je cursussen staan klaar" : "Je cursus staat klaar"),
    text: "Je betaling is binnen, dankjewel!",
    noTarget: {
      title: "Je bestelling is betaald",
      text: "Je betaling is binnen, dankjewel! De link naar je cursus kunnen we hier nog niet geven. Kwam je na je betaling niet vanzelf in je cursus? Beantwoord deze mail, dan helpen we je verder.",
    },
    order: "Naar je bestelpagina",
  },
  order: {
    title: "Je bestelling",
    number: "Bestelnummer",
    date: "Betaald op",
    product: "Product",
    excl: "Prijs exclusief btw",
    vat: `Btw (${VAT_PERCENT}%)`,
    total: "Betaald",
    access: (isBundle: boolean) =>
      isBundle
        ? "Je houdt toegang tot elke cursus totdat je voor dat examen bent geslaagd."
        : "Je houdt toegang totdat je bent geslaagd.",
    /** What was bought, and what was not (art. 6:230m lid 1, onder a, r en s, BW). */
    content: (productId: ProductId | undefined) =>
      `Je krijgt lesstof en ${productId === undefined ? "" : `${questionsOf(productId)} `}oefenvragen met uitleg. Je leert online, in een actuele browser op telefoon, tablet of computer. Het examen regel en betaal je apart.`,
  },
  withdrawal: {
    title: "Herroepen",
    waived: (date: string) => `Bij je bestelling heb je dit verklaard, op ${date}:`,
    // The right ends only with this confirmation, so never earlier (art. 6:230p sub g BW).
    waivedEffect:
      "Dat bevestigen we met deze mail. Je hebt toegang tot je cursus. Daarmee is je herroepingsrecht vervallen.",
    kept: "Je mag je bestelling binnen 14 dagen herroepen, zonder reden. De eerste dag is de dag na je betaling. Je krijgt dan alles terug wat je hebt betaald.",
    how: "Dat kan op onze website, met een mail of met het modelformulier uit de bijlage.",
    /** Shown while the address of the course is not known. */
    waivedLater: "Dat bevestigen we met deze mail. Zodra je toegang krijgt, vervalt je herroepingsrecht.",
    waivedHow: "Klopt dit volgens jou niet, of ging er iets mis? Dan kun je altijd een herroeping insturen.",
    button: WITHDRAWAL_LABEL,
  },
  seller: { title: "De verkoper", text: "Vraag of klacht? Beantwoord deze mail." },
  files: "Bewaar deze mail, met de algemene voorwaarden en het modelformulier voor herroeping in de bijlage.",
} as const;

/** The practice questions of a product: `150+`, or `350+` of two courses. */
function questionsOf(productId: ProductId): string {
  return `${PRODUCTS[productId].courseIds.reduce((sum, id) => sum + COURSES[id].practiceQuestions, 0)}+`;
}

export const NOTICE_COPY = {
  subject: (course: string, amount: string, number: string) => `Verkocht: ${course}, ${amount} (${number})`,
  giftSubject: (course: string, amount: string, number: string) =>
    `Verkocht als cadeau: ${course}, ${amount} (${number})`,
  title: "Nieuwe bestelling",
  number: "Bestelnummer",
  date: "Betaald op",
  course: "Cursus",
  unknownCourse: "onbekend",
  gift: "Cadeau",
  giftOf: (recipient: string, giver: string) => `voor ${recipient}, van ${giver}`,
  flow: "Actie",
  amount: "Bedrag",
  buyer: "Koper",
  email: "E-mailadres",
  none: "onbekend",
  noFlow: "geen",
  source: "Betaald via",
  sources: { checkout: "onze betaalpagina", hosted: "de betaalpagina van Stripe", other: "een andere weg" },
  payment: "Betaling",
  open: "Bekijk de bestelling in het beheer",
  confirmation: {
    title: "Bevestiging aan de koper",
    sent: "Verstuurd.",
    codeless:
      "Verstuurd, maar zonder de cadeaulink: de winkel kan die nu niet maken. Vraag je ontwikkelaar de sleutels en het adres van de winkel in te stellen, en stuur de bevestiging dan nog eens, in het beheer.",
    targetless:
      "Verstuurd, maar zonder de link naar de cursus: de winkel heeft er geen adres van. Vul het in het beheer in bij Cursuslinks, en stuur de bevestiging dan nog eens, bij de bestelling.",
    unconfigured:
      "Niet verstuurd: de mail van de winkel is niet ingesteld. Vraag dat aan je ontwikkelaar. Versturen kan later, in het beheer.",
    refused:
      "Niet verstuurd: de maildienst weigert dit adres. Zoek de koper op in Stripe, en stuur de bevestiging zelf. Zonder bevestiging houdt de koper het herroepingsrecht.",
    failed: "Niet verstuurd: de maildienst of de opslag werkte een week lang niet. Stuur hem opnieuw, in het beheer.",
    delayed:
      "Nog niet verstuurd: de maildienst of de opslag werkt nu niet, of je account mag nog niet naar dit adres mailen. We proberen het een week lang opnieuw. Lukt dat niet, dan krijg je daar bericht van.",
    repaid:
      "Niet verstuurd: voordat de mail de deur uit ging, was het geld al terugbetaald of teruggehaald. De koper krijgt geen bericht van de winkel.",
    withdrawn:
      "Niet verstuurd: voordat de mail de deur uit ging, had de koper al herroepen. Wijs je de herroeping af? Stuur de bevestiging dan in het beheer.",
    withheld:
      "Niet verstuurd: de winkel hoorde te laat van deze betaling, of de gegevens van de koper zijn gewist. Wat er kan, staat in het beheer.",
    waiting:
      "Nog niet verstuurd: van deze betaling is nog geen e-mailadres of cursus bekend. Komt dat binnen vier dagen van Stripe, dan gaat de bevestiging vanzelf. Kijk anders in Stripe wie heeft betaald.",
  },
} as const;
