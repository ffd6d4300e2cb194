import { COURSES, PRICE_CENTS } from "../shared/courses.ts";
import type { FaqGroup } from "../shared/entities.ts";
import { formatPrice, VAT_PERCENT } from "../shared/money.ts";
import type { MetaCopy } from "./copy.ts";
import { EXAM_FACTS } from "./exam-facts.ts";
import { SITE_COPY } from "./site.ts";

/** The copy of `/veelgestelde-vragen`. Group titles: specification section 2. */
export type FaqPageCopy = {
  meta: MetaCopy;
  title: string;
  intro: string;
  /** Accessible name of the list of groups. */
  contentsLabel: string;
  groups: readonly [FaqGroup, FaqGroup, FaqGroup, FaqGroup];
  closing: { title: string; text: string; orderLabel: string; practiceLabel: string };
};

const { KVB1, KVB2, MARIFONIE } = COURSES;
const KVB1_EXAM = EXAM_FACTS.KVB1;
const KVB2_EXAM = EXAM_FACTS.KVB2;

/** `iDEAL, Klarna en Visa`. */
const PAYMENT_METHODS = SITE_COPY.paymentMethods.join(", ").replace(/, ([^,]*)$/, " en $1");

export const FAQ_COPY: FaqPageCopy = {
  meta: {
    title: "Veelgestelde vragen over je vaarbewijs en de cursus",
    description:
      "Antwoord op je vragen over toegang, betalen, studietijd, apparaten en het CBR-examen. Zo weet je wat je koopt voordat je met je vaarbewijscursus begint.",
  },
  title: "Veelgestelde vragen",
  intro: "Kort en eerlijk antwoord op wat cursisten willen weten, van betalen tot examen doen.",
  contentsLabel: "Onderwerpen",
  groups: [
    {
      id: "toegang-en-betaling",
      title: "Toegang & Betaling",
      items: [
        {
          id: "wanneer-toegang",
          question: "Wanneer krijg ik toegang tot de cursus?",
          answer: ["Direct na je betaling. Je kunt daarna 24 uur per dag, 7 dagen per week leren."],
        },
        {
          id: "hoe-lang-toegang",
          question: "Hoe lang houd ik toegang?",
          answer: ["Tot je geslaagd bent. Zak je een keer, dan loopt je toegang gewoon door."],
        },
        {
          id: "hoe-betalen",
          question: "Wat kost een cursus en hoe kan ik betalen?",
          answer: [
            `De normale prijs is ${formatPrice(PRICE_CENTS.none)} per cursus, inclusief ${VAT_PERCENT}% btw.`,
            `Je kunt betalen met ${PAYMENT_METHODS}. Welke mogelijkheden je ziet, hangt af van je apparaat en je browser.`,
          ],
        },
        {
          id: "examen-inbegrepen",
          question: "Is het CBR-examen bij de prijs inbegrepen?",
          answer: [
            `Nee. Het examengeld van ${formatPrice(EXAM_FACTS.feeCents)} betaal je aan het CBR. Ook de gezondheidsverklaring en de aanvraag van het vaarbewijs regel en betaal je bij het CBR.`,
            "Tarieven kunnen wijzigen. Kijk vóór je reserveert op cbr.nl wat je nu betaalt.",
          ],
        },
        {
          id: "aankoop-herroepen",
          question: "Kan ik mijn aankoop herroepen?",
          answer: [
            "Voor producten die we je opsturen heb je 14 dagen bedenktijd, zonder opgaaf van reden.",
            "Bij een online cursus vervalt je herroepingsrecht zodra de levering begint, als je daar vooraf uitdrukkelijk mee hebt ingestemd. Hoe dat precies werkt, lees je in artikel 7 van de algemene voorwaarden.",
          ],
        },
      ],
    },
    {
      id: "cursusinhoud-en-duur",
      title: "Cursusinhoud & Duur",
      items: [
        {
          id: "hoeveel-tijd",
          question: "Hoeveel tijd kost de cursus?",
          answer: [
            `Reken op ${KVB1_EXAM.studyTime} voor ${KVB1.name} en op ${KVB2_EXAM.studyTime} voor ${KVB2.name}. Je verdeelt die tijd zelf, over een weekend of over een paar weken.`,
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
            "Leerstof, oefenvragen en uitleg, alles gericht op het examen. Op de pagina van elke cursus staan de onderwerpen die je leert.",
          ],
        },
        {
          id: "klaar-voor-examen",
          question: "Wanneer ben ik klaar voor het examen?",
          answer: [
            `Als je bij het oefenen steeds ${EXAM_FACTS.practiceTarget} scoort. Om te slagen heb je ${EXAM_FACTS.passPercent}% nodig, dus dan heb je wat ruimte over.`,
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
      title: "Technisch & Apparaten",
      items: [
        {
          id: "welke-apparaten",
          question: "Op welke apparaten werkt de cursus?",
          answer: ["Op je telefoon, tablet en computer. Je hebt een actuele browser en internet nodig."],
        },
        {
          id: "iets-installeren",
          question: "Moet ik iets installeren?",
          answer: ["Nee, je volgt de cursus online, in je browser."],
        },
        {
          id: "gratis-oefenen",
          question: "Kan ik eerst gratis oefenen?",
          answer: [
            "Ja. In de oefenomgeving maak je gratis vijf oefenvragen. Zo zie je of deze manier van leren bij je past.",
          ],
        },
        {
          id: "activatielink-werkt-niet",
          question: "Mijn activatielink werkt niet. Wat nu?",
          answer: [
            "Kopieer de hele link en open hem in een andere browser. Lukt het dan nog niet? Laat het ons weten en zet erbij wanneer je hebt betaald en met welk e-mailadres. Onze gegevens staan in artikel 2 van de algemene voorwaarden.",
          ],
        },
        {
          id: "cursus-cadeau-geven",
          question: "Hoe geef ik een cursus cadeau?",
          answer: [
            "Vraag ons om een cadeaulink; onze gegevens staan in artikel 2 van de algemene voorwaarden. Op de cadeaupagina staan de naam van de ontvanger, jouw naam en een persoonlijk bericht.",
            "De ontvanger opent de link, tikt drie keer op het cadeau en activeert daarna de cursus.",
          ],
        },
      ],
    },
    {
      id: "examens-en-verschillen",
      title: "Examens & Verschillen",
      items: [
        {
          id: "kvb1-of-kvb2",
          question: `Wat is het verschil tussen ${KVB1.shortName} en ${KVB2.shortName}?`,
          answer: [
            `Met ${KVB1.name} vaar je op de binnenwateren. Niet op zee, en ook niet op het IJsselmeer, het IJmeer, het Markermeer (de Gouwzee mag wel), de Waddenzee, de Oosterschelde, de Westerschelde, de Eems en de Dollard.`,
            `Met ${KVB2.name} mag je op alle Nederlandse wateren varen. Je hebt eerst ${KVB1.shortName} nodig om ${KVB2.shortName} aan te vragen, maar je mag beide examens tegelijk doen.`,
          ],
        },
        {
          id: "hoe-ziet-examen-eruit",
          question: "Hoe zien de examens eruit?",
          answer: [
            `${KVB1.name}: ${KVB1_EXAM.questions} vragen in ${KVB1_EXAM.minutes} minuten. Je hebt minstens ${KVB1_EXAM.pointsNeeded} van de ${KVB1_EXAM.pointsTotal} punten nodig.`,
            `${KVB2.name}: ${KVB2_EXAM.questions} vragen in ${KVB2_EXAM.minutes} minuten. Je hebt minstens ${KVB2_EXAM.pointsNeeded} van de ${KVB2_EXAM.pointsTotal} punten nodig.`,
          ],
        },
        {
          id: "waar-en-wanneer-examen",
          question: "Waar en wanneer kan ik examen doen?",
          answer: [
            `Van ${EXAM_FACTS.days}, op ${EXAM_FACTS.locations} locaties. Je reserveert zelf in Mijn CBR. Op de pagina over het CBR-examen vind je een kaart met examencentra.`,
            `Zorg dat je er ${EXAM_FACTS.arriveEarlyMinutes} minuten van tevoren bent, met een geldig identiteitsbewijs.`,
          ],
        },
        {
          id: "wat-als-ik-zak",
          question: "Wat als ik zak?",
          answer: [
            "Dan oefen je verder: je toegang loopt door tot je geslaagd bent. Je hoeft geen verplichte wachttijd af te wachten. Voor een nieuw examen betaal je opnieuw examengeld aan het CBR.",
          ],
        },
        {
          id: "marifoon-certificaat-nodig",
          question: "Heb ik een certificaat nodig voor de marifoon?",
          answer: [
            "Ja. Wie een marifoon bedient, heeft een certificaat nodig. Een vaarbewijs vervangt dat niet.",
            "De marifoon zelf registreer je bij de RDI, de Rijksinspectie Digitale Infrastructuur.",
          ],
        },
      ],
    },
  ],
  closing: {
    title: "Klaar om te beginnen?",
    text: "Begin vandaag met leren, of probeer eerst gratis een paar oefenvragen.",
    orderLabel: "Direct starten",
    practiceLabel: "Oefenvragen uitproberen",
  },
};
