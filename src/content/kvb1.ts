import { COURSES } from "../shared/courses.ts";
import type { SalesCopy } from "./copy.ts";
import { EXAM_FACTS } from "./exam-facts.ts";
import { BRAND } from "./site.ts";

const COURSE = COURSES.KVB1;
const EXAM = EXAM_FACTS.KVB1;

export const KVB1_COPY: SalesCopy = {
  courseId: "KVB1",
  meta: {
    title: `${COURSE.name}: online cursus KVB1 | ${BRAND}`,
    description: `Leer online voor het ${COURSE.name}. ${COURSE.practiceQuestions}+ oefenvragen met uitleg, ${EXAM.studyTime} studietijd en toegang tot je geslaagd bent.`,
  },
  hero: {
    eyebrow: "Voor rivieren, kanalen en de meeste meren",
    title: COURSE.name,
    bullets: [
      `${COURSE.practiceQuestions}+ oefenvragen met uitleg`,
      `${EXAM.studyTime} studietijd, in je eigen tempo`,
      "Direct toegang, tot je geslaagd bent",
    ],
    orderLabel: `Bestel ${COURSE.shortName}`,
    reassurance: "Eén keer betalen, geen abonnement",
  },
  video: {
    title: "Bekijk hoe je leert",
    text: "In deze video zie je hoe de cursus werkt en hoe je je voorbereidt op het examen.",
  },
  stats: [
    { value: `${COURSE.practiceQuestions}+`, label: "Oefenvragen" },
    { value: EXAM.studyTime, label: "Studietijd" },
    { value: "24/7", label: "Online toegang" },
  ],
  benefits: {
    title: "Goed voorbereid naar je examen",
    intro:
      "Je hoeft geen ervaren schipper te zijn. Je begint bij de basis en werkt stap voor stap naar het examen toe.",
    items: [
      {
        icon: "check",
        title: "100% examengericht",
        text: "De cursus gaat over de onderwerpen van het KVB1-examen. Zo leer je wat je nodig hebt.",
      },
      {
        icon: "clock",
        title: "In je eigen tempo",
        text: `Verdeel de ${EXAM.studyTime} studietijd zoals het jou uitkomt. De cursus is dag en nacht open.`,
      },
      {
        icon: "chart",
        title: "Weten wanneer je eraan toe bent",
        text: `Haal je bij het oefenen ${EXAM_FACTS.practiceTarget}, dan kun je je examen plannen. Voor een voldoende heb je ${EXAM_FACTS.passPercent}% nodig.`,
      },
      {
        icon: "devices",
        title: "Op al je apparaten",
        text: "Je leert op je telefoon, tablet of computer, thuis of aan boord.",
      },
    ],
  },
  included: {
    title: "Dit krijg je",
    items: [
      {
        title: `${COURSE.practiceQuestions}+ oefenvragen`,
        text: "Vragen over alle onderwerpen, van voorrang tot motor. Oefen zo vaak als je wilt.",
      },
      {
        title: "Lesstof per onderwerp",
        text: "De regels, borden en lichten die je moet kennen, en hoe je boot en motor werken.",
      },
      {
        title: "Uitleg bij de vragen",
        text: "Je leest waarom een antwoord goed of fout is. Zo snap je ook een vraag die net anders is.",
      },
      {
        title: "Toegang tot je geslaagd bent",
        text: "Je begint direct na je betaling. Zak je een keer, dan loopt je toegang door.",
      },
    ],
  },
  contents: {
    title: "Wat leer je voor KVB1?",
    intro: "Je leert per onderdeel en mag zelf weten waar je begint.",
    groups: [
      {
        title: "Veiligheid & Voorbereiding",
        topics: [
          "Reddingsvesten en reddingsmiddelen",
          "Brand voorkomen en blussen",
          "Veilig omgaan met gas",
          "Man overboord",
          "Weerbericht en windkracht",
          "Documenten aan boord",
        ],
      },
      {
        title: "Techniek & Motor",
        topics: [
          "Koelsysteem en wierfilter",
          "Brandstof en ventilatie",
          "Olie en oliedruk",
          "Accu's en elektriciteit",
          "Schroef, roer en boegschroef",
          "Storingen herkennen",
        ],
      },
      {
        title: "Vaarregels",
        topics: [
          "BPR en RPR: waar geldt wat?",
          "Klein schip en groot schip",
          "Tegengestelde en kruisende koersen",
          "Oplopen en voorbijlopen",
          "Engten, bruggen en sluizen",
          "Varen bij slecht zicht",
          "Ligplaats nemen",
        ],
      },
      {
        title: "Voorrang & Signalen",
        topics: [
          "De voorrangsladder",
          "Navigatielichten",
          "Dagtekens",
          "Geluidsseinen",
          "Verkeersborden op het water",
          "Lichten bij bruggen en sluizen",
          "Betonning",
        ],
      },
      {
        title: "Vaargedrag",
        topics: [
          "Aankomen en wegvaren",
          "Keren en schroefwerking",
          "Ankeren",
          "Zuiging en golfslag",
          "Dode hoek van grote schepen",
          "Slepen en gesleept worden",
          "Alcohol en goed zeemanschap",
        ],
      },
    ],
  },
  screenshots: {
    title: "Kijk alvast binnen",
    intro: "Zo ziet de cursusomgeving eruit: rustig, overzichtelijk en goed leesbaar op een klein scherm.",
    pictures: [
      {
        alt: "De cursusomgeving van KVB1 met een lijst van de onderdelen",
        caption: "Je kiest een onderdeel en gaat aan de slag.",
      },
      {
        alt: "Een oefenvraag van KVB1 met antwoorden en de uitleg eronder",
        caption: "Na je antwoord lees je meteen de uitleg.",
      },
    ],
  },
  pricing: {
    title: "Begin vandaag met KVB1",
    intro: "Eén prijs voor de hele cursus. Het examen boek en betaal je apart bij het CBR.",
    features: [
      `${COURSE.practiceQuestions}+ oefenvragen met uitleg`,
      "Lesstof over alle onderdelen",
      "Direct na je betaling beginnen",
      "Toegang tot je geslaagd bent",
    ],
    orderLabel: `Bestel ${COURSE.shortName}`,
  },
  practice: {
    title: "Twijfel je nog?",
    text: "Maak eerst vijf gratis oefenvragen. Dan weet je hoe we vragen stellen en wat je al kunt.",
    label: "Probeer de oefenvragen",
  },
  faq: {
    title: "Vragen over KVB1",
    items: [
      {
        id: "kvb1-waar-varen",
        question: "Waar mag ik varen met KVB1?",
        answer: [
          "Op de binnenwateren: rivieren, kanalen en de meeste meren.",
          "KVB1 geldt niet voor de zee en ook niet voor het IJsselmeer, het IJmeer, het Markermeer, de Waddenzee, de Oosterschelde, de Westerschelde, de Eems en de Dollard. De Gouwzee mag wel. Wil je ook op die grote wateren varen, dan heb je KVB2 nodig.",
        ],
      },
      {
        id: "kvb1-examen",
        question: "Hoe ziet het KVB1-examen eruit?",
        answer: [
          `Je krijgt ${EXAM.questions} vragen en hebt ${EXAM.minutes} minuten de tijd. Je kunt ${EXAM.pointsTotal} punten halen. Met ${EXAM.pointsNeeded} punten of meer ben je geslaagd.`,
          `Je maakt het examen op een computer bij het CBR. Zorg dat je er ${EXAM_FACTS.arriveEarlyMinutes} minuten van tevoren bent. Een praktijkexamen is er niet.`,
        ],
      },
      {
        id: "kvb1-wanneer-klaar",
        question: "Wanneer ben ik klaar voor het examen?",
        answer: [
          `Als je bij het oefenen steeds ${EXAM_FACTS.practiceTarget} haalt. Dan heb je wat speling, want voor het examen heb je ${EXAM_FACTS.passPercent}% van de punten nodig.`,
          "Wacht niet te lang: doe het examen liefst binnen een jaar, dan zit de stof nog goed in je hoofd.",
        ],
      },
      {
        id: "kvb1-gezakt",
        question: "Wat als ik zak?",
        answer: [
          "Dan loopt je toegang tot de cursus door en oefen je verder. Voor een nieuw examen is er geen verplichte wachttijd. Je betaalt het CBR wel opnieuw.",
        ],
      },
    ],
  },
};
