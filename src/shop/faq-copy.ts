import { EXAM_FACTS } from "../courses/exam-facts-copy.ts";
import { LICENCE_LAW } from "../free/licence-check/licence-check-rules.ts";
import { ABROAD } from "../free/licence-check/licence-grounds-copy.ts";
import type { MetaCopy } from "../shared/copy-types.ts";
import { COURSES } from "../shared/courses.ts";
import type { FaqItem, IconName } from "../shared/entities.ts";
import { VAT_PERCENT } from "../shared/money.ts";
import { capitalise, inWords, listed } from "../ui/dutch-copy.ts";
import { BRAND, SITE_COPY, WITHDRAWAL_LABEL } from "../ui/site-copy.ts";
import { pricePerCourse } from "./costs-in-words-copy.ts";
import { OWNER_ANSWERS } from "./owner-copy.ts";

export type FaqGroup = { id: string; icon: IconName; title: string; items: readonly FaqItem[] };

/** The copy of `/veelgestelde-vragen`. Group titles: given 3.7. */
export type FaqPageCopy = {
  meta: MetaCopy;
  title: string;
  intro: string;
  /** Accessible name of the list of groups. */
  contentsLabel: string;
  /** The first of the list; they stand in no group. */
  mostAsked: FaqGroup;
  groups: readonly [FaqGroup, FaqGroup, FaqGroup, FaqGroup];
  closing: { title: string; orderLabel: string; practiceLabel: string };
};

const { KVB1, KVB2, MARIFONIE } = COURSES;
const KVB1_EXAM = EXAM_FACTS.KVB1;
const KVB2_EXAM = EXAM_FACTS.KVB2;

const PAYMENT_METHODS = listed(SITE_COPY.paymentMethods);

export const FAQ_COPY: FaqPageCopy = {
  meta: {
    title: "Veelgestelde vragen over je vaarbewijs en de cursus",
    description:
      "Antwoord op je vragen over toegang, betalen, studietijd, apparaten en het CBR-examen. Zo weet je wat je koopt voordat je met je vaarbewijscursus begint.",
  },
  title: "Veelgestelde vragen",
  intro: "Kort en eerlijk antwoord op wat cursisten willen weten, van betalen tot examen doen.",
  contentsLabel: "Onderwerpen",
  mostAsked: {
    id: "meest-gevraagd",
    icon: "question",
    title: "Meest gevraagd",
    items: [
      {
        id: "hoe-betalen",
        question: "Wat kost een cursus en hoe kan ik betalen?",
        answer: (flow) => [
          `Je betaalt één keer: ${pricePerCourse(flow)}, inclusief ${VAT_PERCENT}% btw.`,
          `Je kunt betalen met ${PAYMENT_METHODS}. Welke mogelijkheden je ziet, hangt af van je apparaat en je browser.`,
          "Achteraf betalen met Klarna is een lening. De voorwaarden en de kosten lees je bij Klarna, voordat je betaalt.",
        ],
      },
      {
        id: "hoe-lang-toegang",
        question: "Hoe lang houd ik toegang?",
        answer: ["Totdat je geslaagd bent, hoe vaak je ook examen doet."],
      },
      {
        id: "wat-als-ik-zak",
        question: "Wat als ik zak?",
        answer: [
          "Dan oefen je verder: je toegang loopt door en je betaalt ons niet nog een keer. Er is geen verplichte wachttijd. Alleen het examengeld betaal je opnieuw, aan het CBR.",
        ],
      },
      {
        id: "vaarbewijs-nodig",
        question: "Heb ik wel een vaarbewijs nodig?",
        answer: [
          [
            `Dat hangt af van je boot. De wet kijkt naar de lengte (${LICENCE_LAW.lengthMetres} meter of meer) en naar de snelheid die hij kan halen (meer dan ${LICENCE_LAW.speedKmh} kilometer per uur). Doe `,
            { label: "de check met zes vragen", page: "licenceCheck" },
            ".",
          ],
        ],
      },
      {
        id: "kvb1-of-kvb2",
        question: `Wat is het verschil tussen ${KVB1.shortName} en ${KVB2.shortName}?`,
        answer: [
          [
            "Met ",
            { label: KVB1.name, page: "kvb1" },
            " vaar je op rivieren, kanalen en de meeste meren. Het IJsselmeer, het IJmeer en het Markermeer horen daar niet bij (de Gouwzee wel), en ook de Waddenzee, de Oosterschelde, de Westerschelde, de Eems en de Dollard niet.",
          ],
          [
            "Met ",
            { label: KVB2.name, page: "kvb2" },
            ` mag je op alle Nederlandse binnenwateren varen. Op de Noordzee is een vaarbewijs niet verplicht. Je hebt eerst ${KVB1.shortName} nodig om ${KVB2.shortName} aan te vragen, maar je mag beide examens tegelijk doen. Voor het Grevelingenmeer en het Veerse Meer is ${KVB1.shortName} genoeg.`,
          ],
        ],
      },
    ],
  },
  groups: [
    {
      id: "toegang-en-betaling",
      icon: "euro",
      title: "Toegang & Betaling",
      items: [
        { id: "hoe-inloggen", question: "Wanneer en hoe kom ik in de cursus?", answer: OWNER_ANSWERS.access.text },
        {
          id: "na-het-slagen",
          question: "Kan ik de cursus nog gebruiken als ik geslaagd ben?",
          answer: OWNER_ANSWERS.afterPassing.text,
        },
        {
          id: "examen-inbegrepen",
          question: "Wat kost mijn vaarbewijs in totaal?",
          answer: [
            [
              "De cursus betaal je aan ons. Het examen, de gezondheidsverklaring en de aanvraag van je vaarbewijs betaal je aan het CBR. ",
              { label: "Bekijk wat het bij elkaar kost", page: "exam", hash: "kosten" },
              ".",
            ],
          ],
        },
        {
          id: "waarom-betalen",
          question: "Waarom zou ik betalen als er ook gratis theorie is?",
          answer: [
            "De vaarregels staan gratis op internet, en met veel geduld kun je daarmee slagen. Bij ons betaal je voor het uitzoekwerk: alles wat je voor het examen moet weten, in een handige volgorde, met oefenvragen en uitleg.",
            [
              "Weet je niet of dat het geld waard is? Begin dan met de ",
              { label: "gratis quiz", page: "quiz" },
              " en lees de uitleg bij je antwoorden.",
            ],
          ],
        },
        {
          id: "cursus-cadeau-geven",
          question: "Kan ik een cursus cadeau geven?",
          answer: [
            [
              "Ja, elke cursus. Een cadeau kost evenveel als de cursus zelf. ",
              { label: "Maak hier je cadeau", page: "giveGift" },
              ". Zodra je hebt betaald, staan de link, de code en de cadeaubon voor je klaar. Geef je het op een bepaalde dag? Dan kunnen wij het die dag naar de ontvanger mailen.",
            ],
            [
              "De ontvanger opent de link of ",
              { label: "typt de code in", page: "giftLookup" },
              `, tikt ${inWords(3)} keer op het cadeau en activeert daarna de cursus.`,
            ],
          ],
        },
        {
          id: "cadeau-kwijt",
          question: "Ik ben een cadeaulink of cadeaucode kwijt. Wat nu?",
          answer: [
            [
              "Gaf je het cadeau? Vraag je links dan op bij ",
              { label: "Mijn cursus", page: "myCourse" },
              ". Kreeg je het? Vraag de gever om de link nog eens te sturen.",
            ],
          ],
        },
        {
          id: "aankoop-herroepen",
          question: "Kan ik mijn geld terugkrijgen?",
          answer: [
            "Koop je een cursus voor jezelf, dan stem je ermee in dat die meteen begint en dat je daarmee je herroepingsrecht verliest. Zodra we dat per mail hebben bevestigd en je toegang hebt, kun je niet meer herroepen. Bij een cadeau houd je veertien dagen bedenktijd, ook als het al is geactiveerd.",
            [
              "Herroepen doe je met de link ",
              { label: WITHDRAWAL_LABEL, page: "withdrawal" },
              " onder aan deze pagina. Je hebt geen account nodig en hoeft geen reden te geven.",
            ],
            "Werkt de cursus niet zoals is afgesproken? Dan lossen we dat op, of krijg je geld terug als de wet dat zegt.",
            ...OWNER_ANSWERS.refund.text,
          ],
        },
        {
          id: "factuur-voor-je-bedrijf",
          question: "Kan ik een factuur krijgen voor mijn bedrijf?",
          answer: [
            "Ja. Vul de gegevens van je bedrijf in op je bestelpagina. Je krijgt daar een factuur als pdf. De link naar je bestelpagina staat in je bevestigingsmail.",
          ],
        },
        {
          id: "wie-zijn-jullie",
          question: `Wie zit er achter ${BRAND}?`,
          answer: [
            [
              "Ons bedrijf, met adres en KvK-nummer, staat onder aan deze pagina en in ",
              { label: "artikel 2 van de algemene voorwaarden", page: "terms", hash: "artikel-2" },
              ". We horen niet bij het CBR.",
            ],
          ],
        },
      ],
    },
    {
      id: "cursusinhoud-en-duur",
      icon: "book",
      title: "Cursusinhoud & Duur",
      items: [
        {
          id: "hoeveel-tijd",
          question: "Hoeveel tijd kost de cursus?",
          answer: [
            [
              `${capitalise(KVB1_EXAM.studyTimeInWords)} voor ${KVB1.name}, en ${KVB2_EXAM.studyTimeInWords} voor ${KVB2.name}. Je verdeelt die tijd zelf, over een weekend of over een paar weken, of laat ons er `,
              { label: "een studieplan", page: "studyPlan" },
              " van maken.",
            ],
          ],
        },
        {
          id: "hoeveel-oefenvragen",
          question: "Hoeveel oefenvragen zijn er?",
          answer: [
            `${KVB1.name} heeft ${KVB1.practiceQuestions}+ oefenvragen, ${KVB2.name} ${KVB2.practiceQuestions}+ en ${MARIFONIE.name} ${MARIFONIE.practiceQuestions}+.`,
          ],
        },
        {
          id: "wat-zit-erin",
          question: "Wat zit er in de cursus?",
          answer: [
            [
              "Lesstof, oefenvragen en uitleg, gericht op het examen. De onderwerpen staan bij ",
              { label: KVB1.name, page: "kvb1" },
              ", ",
              { label: KVB2.name, page: "kvb2" },
              " en ",
              { label: MARIFONIE.name, page: "marifonie" },
              ".",
            ],
          ],
        },
        {
          id: "gratis-oefenen",
          question: "Kan ik eerst gratis oefenen?",
          answer: [
            [
              "Ja. Op deze website staan een ",
              { label: "quiz van vijf vragen", page: "quiz" },
              " en een ",
              { label: "proefexamen KVB1", page: "mockExam" },
              ", met je score en de uitleg. In de oefenomgeving maak je gratis nog vijf vragen.",
            ],
          ],
        },
        { id: "proefexamen", question: "Zit er een proefexamen bij?", answer: OWNER_ANSWERS.practiceExam.text },
        { id: "wie-maakt-de-vragen", question: OWNER_ANSWERS.authors.question, answer: OWNER_ANSWERS.authors.text },
        {
          id: "klaar-voor-examen",
          question: "Wanneer ben ik klaar voor het examen?",
          answer: [
            `Als je bij het oefenen steeds ${EXAM_FACTS.practiceTarget} scoort. Om te slagen heb je ${EXAM_FACTS.passPercent}% nodig, dus dan heb je wat ruimte over.`,
            [
              "Weet je niet waar je staat? Doe het gratis ",
              { label: "proefexamen KVB1", page: "mockExam" },
              ". Na 40 vragen lees je of je waarschijnlijk slaagt.",
            ],
            "Doe je examen het liefst binnen een jaar nadat je bent begonnen. Dan is de stof nog vers.",
          ],
        },
        {
          id: "praktijkles",
          question: "Moet ik ook praktijkles nemen?",
          answer: [
            "Dat is niet verplicht. Het vaarbewijsexamen bestaat alleen uit theorie. Praktijkles kan wel helpen om je zekerder te voelen op het water.",
          ],
        },
      ],
    },
    {
      id: "technisch-en-apparaten",
      icon: "devices",
      title: "Technisch & Apparaten",
      items: [
        {
          id: "welke-apparaten",
          question: "Op welke apparaten werkt de cursus?",
          answer: [
            [
              "Op je telefoon, tablet en computer. Je hebt een actuele browser en internet nodig. Gebruik je hulpmiddelen, zoals een schermlezer? Lees dan de pagina ",
              { label: "Toegankelijkheid", page: "accessibility" },
              ".",
            ],
          ],
        },
        {
          id: "iets-installeren",
          question: "Moet ik iets installeren?",
          answer: ["Nee, je volgt de cursus online, in je browser."],
        },
        {
          id: "activatielink-werkt-niet",
          question: "Ik kom niet in de cursus. Wat nu?",
          answer: [
            [
              "Na je betaling ga je vanzelf door. Gebeurt dat niet, laad de pagina dan opnieuw. Kom je later terug? ",
              { label: "Vraag je links op", page: "myCourse" },
              ". Kreeg je de cursus cadeau, dan activeer je hem met de knop op de cadeaupagina; open die link zo nodig in een andere browser.",
            ],
            [
              "Lukt het nog niet? ",
              { label: "Laat het ons weten", page: "faq", hash: "contact" },
              ", en zet erbij wanneer er is betaald en met welk e-mailadres.",
            ],
          ],
        },
      ],
    },
    {
      id: "examens-en-verschillen",
      icon: "flag",
      title: "Examens & Verschillen",
      items: [
        { id: "in-het-buitenland", question: "Geldt mijn vaarbewijs ook in het buitenland?", answer: [ABROAD] },
        {
          id: "hoe-ziet-examen-eruit",
          question: "Hoe zien de examens eruit?",
          answer: [
            `${KVB1.name}: ${KVB1_EXAM.questions} vragen in ${KVB1_EXAM.minutes} minuten. Je hebt minstens ${KVB1_EXAM.pointsNeeded} van de ${KVB1_EXAM.pointsTotal} punten nodig.`,
            `${KVB2.name}: ${KVB2_EXAM.questions} vragen in ${KVB2_EXAM.minutes} minuten. Je hebt minstens ${KVB2_EXAM.pointsNeeded} van de ${KVB2_EXAM.pointsTotal} punten nodig.`,
            [
              `Voor ${KVB2.shortName} heb je ook `,
              { label: "een passer en een plotter", page: "kvb2", hash: "kvb2-examen" },
              " nodig.",
            ],
          ],
        },
        {
          id: "hoe-snel-examen",
          question: "Hoe snel kan ik examen doen?",
          answer: [
            "Dat hangt af van het CBR: soms duurt het weken voordat er een plek vrij is. Die tijd gebruik je om te leren.",
          ],
        },
        {
          id: "waar-en-wanneer-examen",
          question: "Waar en wanneer kan ik examen doen?",
          answer: [
            [
              `Van ${EXAM_FACTS.days}. Het CBR heeft ${EXAM_FACTS.locations} examencentra, maar vaarexamens zijn niet in elk centrum. Waar jij terechtkunt, zie je in Mijn CBR. Een deel staat op `,
              { label: "de kaart met examencentra", page: "exam", hash: "examencentra" },
              ".",
            ],
            `Zorg dat je er ${EXAM_FACTS.arriveEarly} bent en neem een geldig identiteitsbewijs mee.`,
          ],
        },
        {
          id: "marifoon-certificaat-nodig",
          question: "Heb ik een certificaat nodig voor de marifoon?",
          answer: [
            [
              "Ja. Wie een marifoon bedient, heeft een certificaat nodig. Een vaarbewijs vervangt dat niet. Je leert ervoor in de cursus ",
              { label: MARIFONIE.name, page: "marifonie" },
              ".",
            ],
            "De marifoon zelf registreer je bij de RDI, de Rijksinspectie Digitale Infrastructuur.",
          ],
        },
      ],
    },
  ],
  closing: { title: "Weet je genoeg?", orderLabel: "Direct starten", practiceLabel: "Oefenvragen uitproberen" },
};
