import { COURSES, PRODUCTS } from "../shared/courses.ts";
import { GIFT_VALID_YEARS } from "../shared/gift.ts";
import type { RunningText } from "../shared/running-text.ts";
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

/** A numbered article of the terms or a section of the privacy page. */
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

/** A date as `<time>` needs it and the sentence that the page prints. */
export type LastChanged = { iso: string; text: string };

/** Periods that the terms promise (given 9.7). Statutory periods are typed where the law is explained. */
const WITHDRAWAL_DAYS = 14;
const PAYMENT_WORKING_DAYS = 7;
const COMPLAINT_MONTHS = 2;
const COMPLAINT_ANSWER_DAYS = 14;
/** The shortest reasonable validity of a gift voucher, years. For cards that the shop hands out itself. */
const HANDED_OUT_VALID_YEARS = 2;
const GIFT_VALIDITY =
  GIFT_VALID_YEARS === null
    ? `De code van een cadeau dat je in de webwinkel koopt, verloopt niet. Op een cadeaubon die wij op een andere manier uitgeven, kan een datum staan: die is dan minstens ${HANDED_OUT_VALID_YEARS} jaar later.`
    : `De code is ${GIFT_VALID_YEARS} jaar geldig, gerekend vanaf de dag van aankoop.`;

/** The copy of `/algemene-voorwaarden`. */
export const TERMS_COPY = {
  meta: {
    title: `Algemene voorwaarden | ${BRAND}`,
    description:
      "De algemene voorwaarden van de vaarbewijscursussen in gewone taal: bestellen, betalen, toegang, herroepingsrecht, cadeaus, klachten en je rechten.",
  },
  title: "Algemene voorwaarden",
  intro: [
    "Hier lees je welke afspraken gelden als je bij ons een cursus koopt. We houden het zo kort en duidelijk als we kunnen.",
    "Je kunt deze voorwaarden opslaan of afdrukken, zodat je ze later terug kunt lezen.",
  ],
  lastChanged: { iso: "2026-11-27", text: "Laatst gewijzigd op 27 november 2026." },
  contentsTitle: "Inhoud",
  printLabel: "Afdrukken of opslaan",
  /** The link to the same text as a file. */
  pdfLabel: "Download als pdf",
  /** Printed before the number: `Artikel 1`. */
  articleLabel: "Artikel",
  /** Articles 1 to 11, in order (given 3.8). */
  articles: [
    {
      id: "artikel-1",
      title: "Definities",
      paragraphs: [
        "In deze voorwaarden betekenen de volgende woorden steeds hetzelfde:",
        {
          list: [
            "Wij of de ondernemer: het bedrijf dat deze webwinkel heeft en dat in artikel 2 staat.",
            "Jij of de consument: iemand die bij ons koopt en dat niet doet voor een beroep of bedrijf. Koop je voor je bedrijf, dan gelden deze voorwaarden ook, behalve het herroepingsrecht.",
            `Cursus: een online cursus die wij verkopen, zoals ${COURSES.KVB1.name}, ${COURSES.KVB2.name} of ${COURSES.MARIFONIE.name}.`,
            "Digitale inhoud: gegevens die we digitaal leveren, zoals lesstof, oefenvragen en uitleg.",
            "Overeenkomst op afstand: een koop die jij en wij online sluiten, zonder elkaar te ontmoeten.",
            "Herroepingsrecht: je recht om binnen de bedenktijd van de koop af te zien, zonder reden.",
            "Bedenktijd: de termijn waarin je het herroepingsrecht kunt gebruiken.",
            "Duurzame gegevensdrager: een vorm waarin je informatie kunt bewaren en teruglezen, zoals een e-mail of een pdf.",
            "Dag: een kalenderdag. Een werkdag is een dag van maandag tot en met vrijdag die geen officiële feestdag is.",
          ],
        },
      ],
    },
    {
      id: "artikel-2",
      title: "Identiteit van de ondernemer",
      paragraphs: [
        "Dit zijn onze gegevens. Je kunt ze gebruiken voor vragen, voor klachten en om een koop te herroepen.",
      ],
      trader: true,
    },
    {
      id: "artikel-3",
      title: "Wanneer gelden deze voorwaarden?",
      paragraphs: [
        "Deze voorwaarden gelden voor elk aanbod op deze website en voor elke overeenkomst op afstand tussen jou en ons.",
        "Je kunt de voorwaarden lezen en opslaan voordat je koopt. Vraag je erom, dan sturen we ze je gratis toe.",
        "Is een bepaling ongeldig, of wijkt die in jouw nadeel af van de wet? Dan geldt op dat punt de wet. De rest van de voorwaarden blijft gelden.",
        "Is een bepaling onduidelijk, dan geldt de uitleg die voor jou het gunstigst is.",
      ],
    },
    {
      id: "artikel-4",
      title: "Aanbod en overeenkomst",
      paragraphs: [
        "Bij elke cursus beschrijven we wat je krijgt, wat het kost en hoe je toegang krijgt. Staat er een fout in het aanbod die iedereen meteen ziet, zoals een prijs van 1 euro? Dan hoeven we ons daar niet aan te houden.",
        "Zo sluit je een overeenkomst:",
        {
          list: [
            "Je kiest een cursus, of twee cursussen samen, en gaat naar de betaalpagina.",
            "Je vult je gegevens in en kiest een betaalmethode. Tot je betaalt, kun je alles controleren en verbeteren, of stoppen.",
            "Je bevestigt je bestelling met de betaalknop. Vanaf dat moment is er een overeenkomst en moet je betalen.",
          ],
        },
        "We bevestigen je bestelling per e-mail. In die mail of in de bijlage staat ook de informatie die de wet voorschrijft, met deze voorwaarden, zodat je alles kunt bewaren.",
        // Art. 6:227b lid 1, onder b, d en e, BW.
        "Je sluit de overeenkomst in het Nederlands. Wij bewaren je bestelling. Jij vindt die terug in je bevestigingsmail en op je bestelpagina. We hebben ons niet aangesloten bij een gedragscode of keurmerk.",
      ],
    },
    {
      id: "artikel-5",
      title: "Prijzen en betaling",
      paragraphs: [
        "Alle prijzen zijn in euro en inclusief btw. Je betaalt de prijs die op de betaalpagina staat op het moment dat je bestelt.",
        "Het examengeld, de gezondheidsverklaring en de aanvraag van je vaarbewijs horen niet bij de prijs van de cursus. Die regel en betaal je bij het CBR.",
        `In de webwinkel betaal je meteen bij je bestelling. Spreken we een andere manier van betalen af, bijvoorbeeld met een factuur, dan betaal je binnen ${PAYMENT_WORKING_DAYS} werkdagen nadat de overeenkomst is gesloten.`,
        "Voor een betaalmethode rekenen we geen toeslag. Kies je voor achteraf betalen bij een andere aanbieder, dan gelden daarnaast de voorwaarden van die aanbieder.",
        "Koop je voor je bedrijf? Vul de gegevens van je bedrijf dan in op je bestelpagina. Je krijgt daar een factuur als pdf.",
        "Ben je te laat met betalen, dan sturen we je eerst een kosteloze herinnering met nog minstens 14 dagen de tijd. Betaal je ook dan niet, dan mogen we wettelijke rente en incassokosten rekenen, nooit meer dan de wet toestaat.",
      ],
    },
    {
      id: "artikel-6",
      title: "Levering en toegang",
      paragraphs: [
        "Je krijgt direct na je betaling toegang tot de cursus. Lukt dat niet, laat het ons dan weten. We lossen het zo snel mogelijk op.",
        "Je houdt toegang totdat je bent geslaagd voor het examen waar de cursus op voorbereidt. Zak je, dan loopt je toegang gewoon door. Koop je twee cursussen samen, dan geldt dit voor elke cursus apart.",
        "De cursus is dag en nacht te bereiken. Voor onderhoud of door een storing kan dat soms even niet. Gepland onderhoud houden we zo kort mogelijk.",
        [
          "Je hebt een apparaat met internet en een actuele browser nodig: een telefoon, tablet of computer. Hoe goed de website voor iedereen te gebruiken is, staat op de pagina ",
          { label: "Toegankelijkheid", page: "accessibility" },
          ".",
        ],
        "De toegang is persoonlijk. Houd je link en je inloggegevens voor jezelf.",
        `Een cadeau is de cursus die de gever kiest, of de cursussen ${PRODUCTS.KVB1_KVB2.name} samen. ${GIFT_VALIDITY} De ontvanger krijgt na het activeren dezelfde toegang als iedere andere cursist.`,
        "Wil je dat wij het cadeau mailen op de dag die je kiest, dan kun je tot vlak voor het versturen de dag en het e-mailadres wijzigen op je bestelpagina, of het versturen stoppen. Herroep je via die pagina, dan versturen we het niet meer. Herroep je op een andere manier, dan stoppen wij het versturen zodra we je herroeping hebben gelezen. Wil je zeker zijn? Stop het dan zelf op je bestelpagina. Lukt het versturen niet, dan krijg je bericht en kun je het cadeau zelf geven.",
        `Geef je een cadeau, dan begint de levering pas als de ontvanger het activeert. Je hebt de ${WITHDRAWAL_DAYS} dagen bedenktijd van artikel 7, ook als het cadeau in die tijd wordt geactiveerd. Je hebt namelijk niet ingestemd met het verlies van je herroepingsrecht. Herroep je, dan werkt de code niet meer zodra we je geld hebben terugbetaald.`,
      ],
    },
    {
      id: "artikel-7",
      title: "Herroepingsrecht",
      paragraphs: [
        `Producten die we opsturen. Koop je een product dat we je toesturen, zoals een boek, dan heb je ${WITHDRAWAL_DAYS} dagen bedenktijd. Die begint op de dag nadat jij, of iemand namens jou, het product hebt ontvangen.`,
        `Online cursussen. Bij digitale inhoud die niet op een voorwerp staat, zoals een online cursus, heb je ${WITHDRAWAL_DAYS} dagen bedenktijd vanaf de dag na het sluiten van de overeenkomst. Je herroepingsrecht vervalt zodra de levering begint, maar alleen als aan alle drie de voorwaarden is voldaan:`,
        {
          list: [
            "Je hebt er vooraf uitdrukkelijk mee ingestemd dat we al tijdens de bedenktijd met de levering beginnen.",
            "Je hebt verklaard dat je daarmee je herroepingsrecht verliest.",
            "Wij hebben je die instemming en die verklaring bevestigd op een duurzame gegevensdrager, zoals een e-mail.",
          ],
        },
        "Is aan een van deze voorwaarden niet voldaan, dan houd je je herroepingsrecht. Voor de digitale inhoud die je tot dan toe hebt gebruikt, ben je dan niets verschuldigd.",
        "Twee cursussen in één bestelling. Die zijn samen één overeenkomst, en je herroept ze samen. Wil je er één houden? Schrijf dat er dan bij. We laten je weten of dat kan.",
        [
          "Zo herroep je. Klik onder aan de pagina's van onze website op ",
          { label: WITHDRAWAL_LABEL, page: "withdrawal" },
          ", vul het formulier in en bevestig. Je krijgt meteen een ontvangstbevestiging op het scherm en per e-mail, met datum en tijd. Een e-mail of het ",
          { label: "modelformulier", page: "terms", hash: "modelformulier-herroeping" },
          " mag ook; onze gegevens staan in ",
          { label: "artikel 2", page: "terms", hash: "artikel-2" },
          ". Een reden is niet nodig. Het telt wanneer je je herroeping verstuurt, niet wanneer we die lezen.",
        ],
        "Terugbetalen. We betalen alles terug wat je voor de bestelling hebt betaald, ook de standaard bezorgkosten. Dat doen we zo snel mogelijk, en in elk geval binnen 14 dagen nadat we je bericht hebben gekregen, met de betaalmethode die je zelf hebt gebruikt. Bij een product dat we hebben opgestuurd, mogen we wachten tot we het terug hebben of tot jij laat zien dat je het hebt teruggestuurd.",
        "Terugsturen. Een product stuur je terug binnen 14 dagen nadat je hebt herroepen. Wij betalen de kosten van het terugsturen, tenzij we je vóór de koop duidelijk hebben gezegd dat die voor jou zijn. Je mag het product bekijken en proberen zoals je dat in een winkel zou doen. Is het minder waard geworden doordat je verder bent gegaan dan dat, dan mogen we die waardevermindering rekenen.",
        "Hebben we je niet goed over je herroepingsrecht geïnformeerd, dan wordt de bedenktijd hoogstens twaalf maanden langer.",
      ],
    },
    {
      id: "artikel-8",
      title: "Kwaliteit en updates",
      paragraphs: [
        "De cursus moet doen wat we hebben afgesproken en wat je er redelijkerwijs van mag verwachten. Dat geldt de hele tijd dat je toegang hebt.",
        "We houden de cursus bij. Veranderen de regels of de exameneisen, dan passen we de lesstof aan. Ook updates die nodig zijn om de cursus goed en veilig te laten werken, krijg je zonder extra kosten.",
        "Klopt er iets niet, meld het ons dan. We herstellen het binnen een redelijke tijd, zonder kosten en zonder dat je er veel last van hebt. Lukt dat niet, dan kun je in de gevallen die de wet noemt een deel van je geld terugkrijgen of de overeenkomst ontbinden.",
        "Je wettelijke rechten blijven altijd bestaan, wat er ook in deze voorwaarden staat.",
      ],
    },
    {
      id: "artikel-9",
      title: "Gebruik en intellectuele eigendom",
      paragraphs: [
        "De lesstof, vragen, tekeningen en video's zijn van ons of van degenen die ze aan ons in gebruik hebben gegeven. Je mag ze gebruiken om zelf te leren.",
        "Zonder onze toestemming mag je niet:",
        {
          list: [
            "de cursus of je toegang doorverkopen, verhuren of met anderen delen;",
            "de lesstof kopiëren om die te publiceren of te verspreiden, behalve waar de wet dat toestaat;",
            "de beveiliging van de cursus omzeilen.",
          ],
        },
        "Staat er iets in een cadeau dat niet mag? Meld het ons. Onze gegevens staan in artikel 2.",
        "Een cursus helpt je bij de voorbereiding op het examen. We kunnen niet beloven dat je slaagt.",
        "Wij horen niet bij het CBR. Het CBR neemt de examens zelfstandig af en beslist over aanmelding, uitslag en vaarbewijs.",
        "De cursus vervangt niet de regels die op het water gelden. Controleer voor je vaart altijd de actuele regels, kaarten en berichten voor jouw vaargebied.",
      ],
    },
    {
      id: "artikel-10",
      title: "Klachten en geschillen",
      paragraphs: [
        `Heb je een klacht? Stuur ons dan een bericht waarin je duidelijk omschrijft wat er mis is. Doe dat liefst snel, en in elk geval binnen ${COMPLAINT_MONTHS} maanden nadat je het probleem hebt ontdekt. Klaag je later over digitale inhoud, dan verlies je daarmee niet vanzelf je wettelijke rechten.`,
        `Je krijgt binnen ${COMPLAINT_ANSWER_DAYS} dagen antwoord. Hebben we meer tijd nodig, dan laten we je binnen die ${COMPLAINT_ANSWER_DAYS} dagen weten dat we je klacht hebben ontvangen en wanneer je een uitgebreid antwoord krijgt.`,
        "Lossen we je klacht niet op, dan laten we je per e-mail weten of je ook bij een geschillencommissie terechtkunt.",
        "Komen we er samen niet uit, dan kun je je geschil voorleggen aan de bevoegde rechter.",
      ],
    },
    {
      id: "artikel-11",
      title: "Aansprakelijkheid, wijzigingen, recht",
      paragraphs: [
        "Voor onze aansprakelijkheid gelden de regels van de wet. Niets in deze voorwaarden beperkt je wettelijke rechten als consument, of onze aansprakelijkheid voor schade door opzet of grove schuld van ons.",
        "We mogen deze voorwaarden wijzigen. Een nieuwe versie geldt voor overeenkomsten die daarna worden gesloten. Voor een overeenkomst die al loopt, verandert er niets in jouw nadeel.",
        "Op de overeenkomst is Nederlands recht van toepassing. Woon je in een ander land van de Europese Unie, dan houd je ook de bescherming die het dwingende recht van jouw land je geeft.",
        "De rechter die volgens de wet bevoegd is, beslist over geschillen.",
      ],
    },
  ] satisfies readonly LegalSection[],
  /** The model withdrawal form that article 7 refers to. */
  withdrawalForm: {
    id: "modelformulier-herroeping",
    title: "Modelformulier voor herroeping",
    intro: "Vul dit formulier alleen in en stuur het terug als je de overeenkomst wilt herroepen.",
    // The fields follow the statutory model (annex I, part B, of Directive 2011/83/EU).
    lines: [
      "Aan: de ondernemer uit artikel 2 (naam, adres en e-mailadres)",
      "Ik deel/Wij delen (*) u hierbij mee dat ik/wij (*) onze overeenkomst over de verkoop van de volgende goederen/de levering van de volgende digitale inhoud/de verrichting van de volgende dienst (*) herroep/herroepen (*):",
      "Besteld op (*)/Ontvangen op (*):",
      "Naam van de consument(en):",
      "Adres van de consument(en):",
      "Handtekening van de consument(en) (alleen als je dit formulier op papier instuurt):",
      "Datum:",
    ],
    note: "(*) Streep door wat niet van toepassing is.",
    pdfLabel: "Download het modelformulier als pdf",
  },
} as const;
