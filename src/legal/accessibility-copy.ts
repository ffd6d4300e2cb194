import { BRAND } from "../ui/site-copy.ts";
import type { LegalPageCopy } from "./privacy-copy.ts";

/**
 * `/toegankelijkheid` (directive 2019/882, annex V). Its tests are those of `test/browser/screen-checks.ts` and the
 * files beside it: a change there needs a change here. A test by people is added here, with its date.
 */
export const ACCESSIBILITY_COPY: LegalPageCopy = {
  meta: {
    title: `Toegankelijkheid | ${BRAND}`,
    description:
      "Voor wie deze webwinkel werkt, hoe we dat hebben getest, wat we nog niet hebben geprobeerd en hoe je ons vertelt dat iets niet lukt.",
  },
  title: "Toegankelijkheid",
  intro: [
    "Iedereen moet hier een cursus kunnen uitzoeken en kopen, ook met een schermlezer, alleen met het toetsenbord of met grote letters.",
    "Hier lees je wat we daarvoor hebben getest, en wat niet. Deze pagina gaat over de webwinkel. De cursus zelf staat op een andere website. Wil je dit liever horen? Bel ons.",
  ],
  lastChanged: "2026-11-29",
  contentsTitle: "Inhoud",
  sections: [
    {
      id: "doel",
      title: "Waar houden we ons aan?",
      paragraphs: [
        "We bouwen deze winkel volgens WCAG 2.2, niveau A en AA. Dat zijn internationale afspraken over websites die iedereen kan gebruiken. Of dat overal lukt, weten we niet.",
        "Bestellen doe je in gewone stappen: een cursus kiezen, je naam en e-mailadres invullen en betalen. De teksten zijn in eenvoudig Nederlands. Bij een fout staat erbij wat er mis is en hoe je het oplost.",
      ],
    },
    {
      id: "getest",
      title: "Wat hebben we getest?",
      paragraphs: [
        "Deze tests draaien automatisch op alle pagina's, in de browser Chromium:",
        {
          list: [
            "De regels van WCAG 2.2 A en AA die een programma kan nakijken, met het hulpmiddel axe. Daar hoort het contrast van tekst bij.",
            "Het toetsenbord: met de tabtoets kom je overal, je ziet steeds waar je bent en niets ligt eroverheen.",
            "Kleine schermen en grote letters: op een scherm van 320 pixels breed en met letters die twee keer zo groot zijn, valt er geen tekst weg.",
            "Hoog contrast: knoppen houden een rand als je apparaat zijn eigen kleuren gebruikt.",
            "Beweging: vraagt je apparaat om minder beweging, dan beweegt er niets vanzelf.",
            "Zonder JavaScript: je kunt alles lezen en een cursus bestellen op de betaalpagina van Stripe.",
          ],
        },
        "Op 25 november 2026 hebben we de winkel ook gebruikt met de schermlezer Orca 43 en de browser Firefox 153. Een programma drukte de toetsen in en schreef op wat Orca zei: op de homepage, in het menu, op de betaalpagina met fouten, in de quiz en het proefexamen, bij een cadeau en bij het herroepen. Wat daar niet goed klonk, hebben we verbeterd.",
        "Daarna hebben we op dezelfde manier vijf routes opnieuw beluisterd: van de homepage naar een bestelling, betalen met fouten en een weigering, een cadeau maken, een cadeau uitpakken en herroepen. Een geweigerde betaling bleef soms stil. Ook dat hebben we verbeterd. Deze routes kunnen we nu na elke wijziging opnieuw laten beluisteren.",
        "Op dezelfde dag hebben we in w3m, een browser die alleen tekst laat zien, een cursus besteld, een cadeau gemaakt en uitgepakt, en herroepen. In Lynx hebben we pagina's gelezen. Drie andere programma's hebben alle pagina's nagekeken: HTML_CodeSniffer, Alfa en de Equal Access Checker van IBM.",
        "Wat pas verschijnt als je iets doet, zoals een foutmelding of een open menu, kijken we na op een telefoonscherm met axe. De andere tests doen we daar niet bij elke wijziging.",
      ],
    },
    {
      id: "niet-geprobeerd",
      title: "Wat hebben we nog niet geprobeerd?",
      paragraphs: [
        {
          list: [
            "Een test met de schermlezers NVDA, JAWS, VoiceOver of TalkBack.",
            "Een test door mensen met een beperking, of een onderzoek door een onafhankelijk bureau.",
            "Spraakbediening en vergrootprogramma's.",
            "De browser Safari. In Firefox openen we wel alle pagina's, maar de controles op toegankelijkheid doen we daar niet.",
          ],
        },
        "Er kunnen dus fouten zijn die wij niet kennen. Loop je ergens tegenaan, dan horen we dat graag.",
      ],
    },
    {
      id: "werkt-niet-overal",
      title: "Wat werkt nog niet voor iedereen?",
      paragraphs: [
        {
          list: [
            "Het betaalformulier is van Stripe. Dat testen wij niet, en wij kunnen het niet aanpassen.",
            "Van de video's weten we niet of ze ondertiteling en een beschrijving in tekst hebben. De uitleg bij de quiz staat ook in tekst op de pagina.",
            "Op de kaart met examencentra kan een geopend venster over andere punten heen liggen. De lijst eronder geeft alle centra in tekst.",
            "Op de pagina waar je een cadeau uitpakt, staat tekst op een tekening. Het contrast daar is met het oog nagekeken, niet met een programma.",
            "Een cadeau betalen kan niet zonder JavaScript.",
          ],
        },
      ],
    },
    {
      id: "iets-melden",
      title: "Lukt er iets niet?",
      paragraphs: [
        "Vertel ons op welke pagina het misgaat en wat je gebruikt. Je krijgt binnen veertien dagen antwoord. We helpen je ook om je bestelling op een andere manier te plaatsen.",
        "Kom je er met ons niet uit? Dan kun je het melden bij de Autoriteit Consument & Markt (ACM).",
      ],
      trader: true,
    },
  ],
};
