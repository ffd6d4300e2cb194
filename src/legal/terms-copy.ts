import { COURSES } from "../shared/courses.ts";
import type { RunningText } from "../shared/running-text.ts";
import { formatDay } from "../shared/time.ts";
import { BRAND, WITHDRAWAL_LABEL } from "../ui/site-copy.ts";

/**
 * A paragraph, or a list of items. With `lead` each item is a text with a colon: the page shows what stands before it as
 * the item's own title, `above` the rest, or `beside` it in a table with these two headings.
 */
export type LegalBlock =
  | RunningText
  | { list: readonly RunningText[]; lead?: undefined }
  | { list: readonly string[]; lead: "above" }
  | { list: readonly string[]; lead: "beside"; headings: readonly [what: string, rest: string] };

export type LegalSection = {
  /** The hash of the section, unique on its page. */
  id: string;
  title: string;
  paragraphs: readonly LegalBlock[];
  /** The page prints the configured trader identity below the paragraphs; no identity is typed in the copy. */
  trader?: true;
  /** The page names the configured hosts of videos and map below the paragraphs, each after these words. */
  outsideHosts?: { videos: string; map: string };
};

/** The line of a page about the day of its text, which is ISO 8601. */
export const sayLastChanged = (day: string): string => `Laatst gewijzigd op ${formatDay(day)}.`;

/** Periods that the terms promise (given 9.7). Statutory periods are typed where the law is explained. */
const WITHDRAWAL_DAYS = 14;
const PAYMENT_WORKING_DAYS = 7;
const COMPLAINT_MONTHS = 2;
const COMPLAINT_ANSWER_DAYS = 14;
/** The shortest reasonable validity of a gift voucher, years. For cards that the shop hands out itself. */
const HANDED_OUT_VALID_YEARS = 2;

export const TERMS_COPY = {
  meta: {
    title: `Algemene voorwaarden | ${BRAND}`,
    description:
      "De algemene voorwaarden van de vaarbewijscursussen in gewone taal: bestellen, betalen, toegang, herroepingsrecht, cadeaus, klachten en je rechten.",
  },
  title: "Algemene voorwaarden",
  intro: ["Deze afspraken gelden als je bij ons een cursus koopt."],
  lastChanged: "2026-11-28",
  contentsTitle: "Inhoud",
  printLabel: "Afdrukken of opslaan",
  /** The link to the same text as a file. */
  pdfLabel: "Download als pdf",
  articleLabel: "Artikel",
  articles: [
    {
      id: "artikel-1",
      title: "Definities",
      paragraphs: [
        {
          list: [
            "Wij: het bedrijf dat in artikel 2 staat.",
            "Jij of de consument: wie bij ons koopt, niet voor een beroep of bedrijf. Koop je voor je bedrijf, dan gelden deze voorwaarden ook, behalve het herroepingsrecht.",
            `Cursus: een online cursus van ons, zoals ${COURSES.KVB1.name}, ${COURSES.KVB2.name} of ${COURSES.MARIFONIE.name}. Het is digitale inhoud: gegevens die we digitaal leveren.`,
            "Herroepingsrecht: je recht om binnen de bedenktijd van de koop af te zien, zonder reden.",
            "Duurzame gegevensdrager: een vorm waarin je informatie kunt bewaren, zoals een e-mail of pdf.",
            "Werkdag: maandag tot en met vrijdag, behalve officiële feestdagen.",
          ],
        },
      ],
    },
    {
      id: "artikel-2",
      title: "Identiteit van de ondernemer",
      paragraphs: ["Voor vragen, klachten en herroepingen."],
      trader: true,
    },
    {
      id: "artikel-3",
      title: "Wanneer gelden deze voorwaarden?",
      paragraphs: [
        "Voor elk aanbod op deze website en elke overeenkomst die we online sluiten.",
        "Wijkt een bepaling in jouw nadeel af van de wet, dan geldt daar de wet. Is een bepaling onduidelijk, dan geldt de uitleg die voor jou het gunstigst is.",
      ],
    },
    {
      id: "artikel-4",
      title: "Aanbod en overeenkomst",
      paragraphs: [
        "Bij elke cursus staat wat je krijgt en wat het kost. Aan een prijs van 1 euro, een fout die iedereen ziet, zijn we niet gebonden.",
        "Je kiest een cursus, vult je gegevens in en kiest een betaalmethode. Tot je betaalt, kun je alles verbeteren of stoppen. Met de betaalknop sluit je de overeenkomst, en moet je betalen.",
        // Art. 6:227b lid 1, onder b, d en e, BW.
        "Je krijgt een bevestiging per e-mail, met deze voorwaarden en de informatie die de wet voorschrijft. Je sluit de overeenkomst in het Nederlands. We bewaren je bestelling: je vindt die terug in die mail en op je bestelpagina. We zijn niet aangesloten bij een gedragscode of keurmerk.",
      ],
    },
    {
      id: "artikel-5",
      title: "Prijzen en betaling",
      paragraphs: [
        "Prijzen zijn in euro en inclusief btw. Je betaalt de prijs die bij je bestelling op de betaalpagina staat, zonder toeslag. Examen, gezondheidsverklaring en aanvraag van je vaarbewijs horen er niet bij: die betaal je bij het CBR.",
        `In de webwinkel betaal je meteen. Spreken we iets anders af, bijvoorbeeld een factuur, dan betaal je binnen ${PAYMENT_WORKING_DAYS} werkdagen. Betaal je te laat, dan krijg je eerst een gratis herinnering met nog minstens 14 dagen de tijd. Daarna mogen we wettelijke rente en incassokosten rekenen, nooit meer dan de wet toestaat.`,
        "Betaal je achteraf bij een andere aanbieder, dan gelden ook diens voorwaarden. Koop je voor je bedrijf, dan maak je op je bestelpagina een factuur.",
      ],
    },
    {
      id: "artikel-6",
      title: "Levering en toegang",
      paragraphs: [
        "Je krijgt direct na je betaling toegang, totdat je bent geslaagd voor het examen van die cursus. Zak je, dan loopt je toegang door. De toegang is persoonlijk: houd je link en je inloggegevens voor jezelf.",
        [
          "De cursus is dag en nacht te bereiken, behalve bij onderhoud of een storing. Je hebt een telefoon, tablet of computer met internet en een actuele browser nodig. Lees ook over ",
          { label: "Toegankelijkheid", page: "accessibility" },
          ".",
        ],
        `Cadeaus. De gever kiest een cursus, of een combinatie die we aanbieden. De code verloopt niet. Op een cadeaubon die wij anders uitgeven, kan een datum staan, minstens ${HANDED_OUT_VALID_YEARS} jaar later. De ontvanger krijgt na het activeren dezelfde toegang als iedere cursist.`,
        "Mailen wij het cadeau op een dag? Tot vlak daarvoor wijzig of stop je dat op je bestelpagina. Herroep je daar, dan versturen we het niet meer; herroep je anders, dan zodra we dat hebben gelezen. Lukt het versturen niet, dan hoor je dat.",
        `De levering van een cadeau begint pas als de ontvanger het activeert. De gever houdt de ${WITHDRAWAL_DAYS} dagen bedenktijd van artikel 7, ook na het activeren. Na een herroeping werkt de code niet meer zodra we hebben terugbetaald. Was het cadeau al geactiveerd, dan sluiten we ook de toegang van de ontvanger.`,
      ],
    },
    {
      id: "artikel-7",
      title: "Herroepingsrecht",
      paragraphs: [
        `Online cursussen. Je hebt ${WITHDRAWAL_DAYS} dagen bedenktijd vanaf de dag na het sluiten van de overeenkomst. Je herroepingsrecht vervalt zodra de levering begint, maar alleen als aan alle drie de voorwaarden is voldaan:`,
        {
          list: [
            "Je stemde er vooraf uitdrukkelijk mee in dat de levering tijdens de bedenktijd begint.",
            "Je verklaarde dat je daarmee je herroepingsrecht verliest.",
            "Wij bevestigden die instemming en die verklaring op een duurzame gegevensdrager.",
          ],
        },
        "Zo niet, dan houd je je herroepingsrecht, en ben je niets verschuldigd voor wat je tot dan toe gebruikte. Twee cursussen in één bestelling herroep je samen. Wil je er één houden? Schrijf dat erbij: we laten je weten of het kan.",
        [
          "Zo herroep je. Klik onder aan de pagina's van onze website op ",
          { label: WITHDRAWAL_LABEL, page: "withdrawal" },
          ", vul het formulier in en bevestig. Je krijgt meteen een ontvangstbevestiging, op het scherm en per e-mail, met datum en tijd. Een e-mail of het ",
          { label: "modelformulier", page: "terms", hash: "modelformulier-herroeping" },
          " mag ook. Een reden is niet nodig. Het telt wanneer je de herroeping verstuurt.",
        ],
        "Terugbetalen. We betalen alles terug wat je betaalde, ook de standaard bezorgkosten: zo snel mogelijk, uiterlijk 14 dagen na je bericht, met de betaalmethode die je zelf gebruikte.",
        `Producten die we opsturen. Koop je een product dat we je toesturen, zoals een boek, dan heb je ${WITHDRAWAL_DAYS} dagen bedenktijd vanaf de dag na ontvangst. Je stuurt het binnen 14 dagen na je herroeping terug, op onze kosten, tenzij we vóór de koop zeiden dat die voor jou zijn. We mogen met terugbetalen wachten tot we het hebben of tot je laat zien dat het onderweg is. Ging je verder dan bekijken en proberen, dan mogen we de waardevermindering rekenen.`,
        "Informeerden we je niet goed over je herroepingsrecht, dan wordt de bedenktijd hoogstens twaalf maanden langer.",
      ],
    },
    {
      id: "artikel-8",
      title: "Kwaliteit en updates",
      paragraphs: [
        "De cursus doet wat we hebben afgesproken en wat je er redelijkerwijs van mag verwachten, zolang je toegang hebt. Veranderen de regels of de exameneisen, dan passen we de lesstof aan. Updates zijn gratis.",
        "Klopt er iets niet? We herstellen het gratis, binnen een redelijke tijd en zonder veel last voor jou. Lukt dat niet, dan kun je in de gevallen die de wet noemt een deel van je geld terugkrijgen of de overeenkomst ontbinden.",
      ],
    },
    {
      id: "artikel-9",
      title: "Gebruik en intellectuele eigendom",
      paragraphs: [
        "De lesstof, vragen, tekeningen en video's zijn van ons of van wie ze aan ons in gebruik gaf. Je gebruikt ze om zelf te leren. Zonder onze toestemming mag je de cursus of je toegang niet doorverkopen of delen, de lesstof niet verspreiden (behalve waar de wet dat toestaat) en de beveiliging niet omzeilen.",
        "We kunnen niet beloven dat je slaagt. Wij horen niet bij het CBR, dat zelf over aanmelding, uitslag en vaarbewijs beslist. Controleer voor je vaart altijd de actuele regels en kaarten.",
      ],
    },
    {
      id: "artikel-10",
      title: "Klachten en geschillen",
      paragraphs: [
        `Meld een klacht binnen ${COMPLAINT_MONTHS} maanden nadat je het probleem hebt ontdekt. Ook later houd je je wettelijke rechten. Je krijgt binnen ${COMPLAINT_ANSWER_DAYS} dagen antwoord, of bericht wanneer dat komt.`,
        "Lossen we het niet op, dan mailen we je of je bij een geschillencommissie terechtkunt. Je kunt altijd naar de rechter.",
      ],
    },
    {
      id: "artikel-11",
      title: "Aansprakelijkheid, wijzigingen, recht",
      paragraphs: [
        "Onze aansprakelijkheid volgt uit de wet. Niets in deze voorwaarden beperkt je wettelijke rechten als consument, of onze aansprakelijkheid voor opzet of grove schuld.",
        "Wijzigen we deze voorwaarden, dan geldt de nieuwe versie voor overeenkomsten die daarna worden gesloten.",
        "Op de overeenkomst is Nederlands recht van toepassing. Woon je in een ander land van de Europese Unie, dan houd je ook de bescherming van het dwingende recht van jouw land.",
      ],
    },
  ] satisfies readonly LegalSection[],
  withdrawalForm: {
    id: "modelformulier-herroeping",
    title: "Modelformulier voor herroeping",
    intro: "Dit formulier alleen invullen en terugzenden als u de overeenkomst wilt herroepen.",
    // Word for word the statutory model (annex I, part B, of Directive 2011/83/EU).
    lines: [
      "Aan: de ondernemer uit artikel 2 (naam, adres en e-mailadres)",
      "Ik/Wij (*) deel/delen (*) u hierbij mede dat ik/wij (*) onze overeenkomst betreffende de verkoop van de volgende goederen/levering van de volgende dienst (*) herroep/herroepen (*):",
      "Besteld op (*)/Ontvangen op (*):",
      "Naam/Namen consument(en):",
      "Adres consument(en):",
      "Handtekening van consument(en) (alleen wanneer dit formulier op papier wordt ingediend):",
      "Datum:",
    ],
    note: "(*) Doorhalen wat niet van toepassing is.",
    pdfLabel: "Download het modelformulier als pdf",
  },
} as const;
