import type { MetaCopy } from "../../shared/copy-types.ts";
import { COURSES } from "../../shared/courses.ts";
import { inWords } from "../../ui/dutch-copy.ts";
import { BRAND } from "../../ui/site-copy.ts";
import {
  AGE_LAW,
  type LICENCE_ANSWERS,
  LICENCE_LAW,
  type LicenceField,
  type LicenceProblem,
  type LicenceVerdict,
  MAX_LENGTH_METRES,
} from "./licence-check-rules.ts";

/** A choice of the form. `said`: the text that repeats it in the answer, if the label alone would not be clear. */
export type Option = { label: string; hint?: string; said?: string };
type FieldCopy = { legend: string; hint?: string; problems: Partial<Record<LicenceProblem, string>> };

const { KVB1, KVB2 } = COURSES;
const { speedKmh } = LICENCE_LAW;
const { youngest, motorYears, licenceYears } = AGE_LAW;
/** The waters that need KVB2, as a list. */
export const WIDE_WATERS =
  "het IJsselmeer, IJmeer, Markermeer, de Waddenzee, Oosterschelde, Westerschelde, Eems en Dollard";
/** The most passengers that a boat may carry without a professional licence. */
export const PASSENGERS = inWords(12);

/** Copy of `/vaarbewijs-nodig`: the questions, the answers and their sources. */
export const LICENCE_COPY = {
  meta: {
    title: `Heb ik een vaarbewijs nodig? Doe de check | ${BRAND}`,
    description:
      "Vul in wat voor boot je hebt, hoe lang hij is, hoe hard hij kan en waar je vaart. Je ziet meteen of je een vaarbewijs nodig hebt en welk, met het wetsartikel erbij.",
  } satisfies MetaCopy,
  crumb: "Vaarbewijs nodig?",
  title: "Heb ik een vaarbewijs nodig?",
  intro: ["Zes vragen over je boot, en je weet wat de wet van je vraagt. We bewaren niets van wat je invult."],
  submit: "Bekijk het antwoord",
  fields: {
    boat: { legend: "Wat voor boot is het?", problems: { missing: "Kies wat voor boot het is." } },
    length: {
      legend: "Hoe lang is de boot?",
      hint: "De romp, in meters. Roer en boegspriet tellen niet mee.",
      problems: {
        missing: "Vul in hoe lang de boot is.",
        invalid: `Vul een lengte in meters in, tot ${MAX_LENGTH_METRES}, met hoogstens twee cijfers achter de komma. Bijvoorbeeld 7,5.`,
      },
    },
    speed: {
      legend: "Hoe hard kan de boot op de motor?",
      hint: "Met vol gas, door het water. Dus niet: hoe hard je meestal vaart.",
      problems: {
        missing: "Kies hoe hard de boot kan.",
        hasEngine: "Deze soort boot heeft een motor. Kies hoe hard hij kan, of kies hierboven een andere soort.",
        noEngine: "Zit er een motor op? Kies dan hierboven een motorboot. Kies anders 'Geen motor'.",
      },
    },
    waters: { legend: "Waar vaar je?", hint: "Kies alles wat klopt.", problems: { missing: "Kies waar je vaart." } },
    use: { legend: "Waarvoor gebruik je de boot?", problems: { missing: "Kies waarvoor je de boot gebruikt." } },
    age: { legend: "Hoe oud is degene die stuurt?", problems: { missing: "Kies een leeftijd." } },
  } satisfies Record<LicenceField, FieldCopy> as Readonly<Record<LicenceField, FieldCopy>>,
  metres: "meter",
  options: {
    boat: {
      "open-motorboot": { label: "Open motorboot", hint: "sloep, rubberboot, speedboot" },
      motorboot: { label: "Motorboot met kajuit", hint: "kruiser, motorjacht" },
      zeilboot: { label: "Zeilboot", hint: "met of zonder motor" },
      waterscooter: { label: "Waterscooter", hint: "jetski" },
      roeiboot: { label: "Roeiboot, kano of sup", hint: "zonder motor" },
      sleepboot: { label: "Sleepboot of duwboot", hint: "ook als plezierboot" },
    },
    speed: {
      "geen-motor": { label: "Geen motor" },
      "tot-13": { label: `Hoogstens ${youngest.speedKmh} km/u` },
      "tot-20": { label: `Meer dan ${youngest.speedKmh}, hoogstens ${speedKmh} km/u` },
      "boven-20": { label: `Meer dan ${speedKmh} km/u` },
      onbekend: { label: "Dat weet ik niet", said: "Snelheid onbekend" },
    },
    waters: {
      rivieren: { label: "Rivieren, kanalen en meren", hint: "ook de Randmeren en de Gouwzee" },
      "ruim-water": {
        label: "Ruim binnenwater",
        hint: "IJsselmeer, IJmeer, Markermeer, Waddenzee, Oosterschelde, Westerschelde, Eems, Dollard",
      },
      zee: { label: "De Noordzee" },
      buitenland: { label: "Het buitenland" },
    },
    use: {
      "vrije-tijd": { label: "In mijn vrije tijd", hint: "ook met een huurboot" },
      bedrijf: { label: "Voor mijn werk", hint: `met hoogstens ${PASSENGERS} passagiers` },
      passagiers: { label: `Meer dan ${PASSENGERS} passagiers of een veerdienst` },
    },
    age: {
      "tot-12": { label: `Jonger dan ${youngest.years}`, said: `Jonger dan ${youngest.years} jaar` },
      "12-15": {
        label: `${youngest.years} tot en met ${motorYears - 1}`,
        said: `${youngest.years} tot en met ${motorYears - 1} jaar`,
      },
      "16-17": { label: `${motorYears} of ${licenceYears - 1}`, said: `${motorYears} of ${licenceYears - 1} jaar` },
      "18": { label: `${licenceYears} of ouder`, said: `${licenceYears} jaar of ouder` },
    },
  } satisfies { [Field in keyof typeof LICENCE_ANSWERS]: Record<(typeof LICENCE_ANSWERS)[Field][number], Option> },
  result: {
    eyebrow: "Jouw antwoord",
    answersLabel: "Dit vulde je in:",
    changeLabel: "Pas je antwoorden aan",
    share: "Je antwoorden staan in de link van deze pagina. Bewaar die link of stuur hem door.",
    /** The answer in a few words: labels and values. */
    glance: {
      licence: "Vaarbewijs",
      licences: {
        none: "Niet nodig",
        noneHere: "In Nederland niet nodig",
        KVB1: "KVB1",
        KVB2: "KVB1 én KVB2",
        larger: "Groter dan een klein vaarbewijs",
        ask: "Vraag het na",
      },
      steering: "Sturen",
      ages: {
        "0": "Geen minimumleeftijd",
        "12": "Vanaf 12 jaar",
        "16": "Vanaf 16 jaar",
        "18": "Vanaf 18 jaar",
        null: "Hangt van de snelheid af",
      },
      radio: "Marifoon",
      radios: { ifUsed: "Certificaat nodig als je er een bedient", required: "Verplicht, met certificaat" },
      costs: "Cursus en examen",
    },
    whyTitle: "Waarom?",
    ageTitle: "Wie mag sturen?",
    radioTitle: "En de marifoon?",
    moreLabel: "Uitzonderingen, leeftijd, marifoon en de wetten",
    askLabel: "Vraag het na",
  },
  rests: {
    title: "Waar het antwoord op gebaseerd is",
    text: [
      "Op jouw antwoorden en op deze regels. Bij elke regel staat uit welk jaar onze tekst komt. De tekst die vandaag geldt, staat op wetten.overheid.nl.",
      "Staat ergens 'vraag het na', dan weten we het niet zeker, of hangt het af van iets dat we je niet vroegen. Leg het dan voor aan het CBR of aan de Inspectie Leefomgeving en Transport.",
    ],
  },
} as const;

type VerdictCopy = {
  mark: string;
  title: string;
  text: string;
  /** The next steps: the first is a button. */
  actions: readonly { label: string; page: "kvb1" | "kvb2" | "order" | "exam" | "quiz" }[];
};

/** The first lines of the answer, and the next steps. */
export const VERDICT_COPY: Readonly<Record<LicenceVerdict, VerdictCopy>> = {
  none: {
    mark: "Nee",
    title: "Je hebt geen vaarbewijs nodig",
    text: "Je hoeft er bij ons dus niets voor te kopen. De vaarregels gelden wel.",
    actions: [{ label: "Test je kennis gratis", page: "quiz" }],
  },
  noneHere: {
    mark: "Nee",
    title: "In Nederland heb je geen vaarbewijs nodig",
    text: "Voor het buitenland: vraag het na. Elk land heeft eigen regels. Wacht met bestellen totdat je het weet.",
    actions: [{ label: "Test je kennis gratis", page: "quiz" }],
  },
  KVB1: {
    mark: "Ja",
    title: `Je hebt ${KVB1.name} nodig`,
    text: "Je haalt het met één theorie-examen bij het CBR.",
    actions: [
      { label: "Bekijk de cursus KVB1", page: "kvb1" },
      { label: "Zo verloopt het examen", page: "exam" },
    ],
  },
  KVB2: {
    mark: "Ja",
    title: `Je hebt ${KVB2.name} nodig`,
    text: `Daarvoor doe je twee examens: ${KVB1.shortName} en ${KVB2.shortName}. Heb je ${KVB1.shortName} al, dan alleen het tweede.`,
    actions: [
      { label: "Kies je cursussen", page: "order" },
      { label: `Lees over ${KVB2.shortName}`, page: "kvb2" },
    ],
  },
  larger: {
    mark: "Ja",
    title: "Een klein vaarbewijs is niet genoeg",
    text: "Voor een schip van deze lengte is een groter vaarbewijs nodig. Een cursus daarvoor hebben wij niet. Vraag bij het CBR welk bewijs voor jouw schip geldt.",
    actions: [],
  },
  ask: {
    mark: "?",
    title: "Vraag het na",
    text: "Met deze antwoorden valt het niet zeker te zeggen. Leg het voor aan het CBR, en wacht met bestellen totdat je het weet.",
    actions: [],
  },
};
