import { COURSES } from "../shared/courses.ts";
import {
  AGE_LAW,
  type AgeReason,
  type LICENCE_ANSWERS,
  LICENCE_LAW,
  LICENCE_RULES,
  type LicenceField,
  type LicenceProblem,
  type LicenceReason,
  type LicenceResult,
  type LicenceVerdict,
  MAX_LENGTH_METRES,
} from "../shared/licence-check.ts";
import type { RunningText } from "../shared/running-text.ts";
import type { MetaCopy } from "./copy.ts";
import { capitalise, inWords } from "./dutch.ts";
import { LAWS, type Law, textOf } from "./laws.ts";
import { BRAND } from "./site.ts";

/** The laws that the answers name, in the order in which the page lists them. */
export const LICENCE_LAWS = ["BVB", "BVR", "BVW", "BPR", "RPR"] as const satisfies readonly Law[];

/** A sentence of the answer, the article that it rests on, and whether the reader had better ask before trusting it. */
export type Ground = { text: string; source?: string; ask?: true };

/** A choice of the form; `said` is how the answer repeats it, where the label alone would not be clear. */
export type Option = { label: string; hint?: string; said?: string };
type FieldCopy = { legend: string; hint?: string; problems: Partial<Record<LicenceProblem, string>> };

const { KVB1, KVB2 } = COURSES;
const { lengthMetres, speedKmh, largeMetres, largePleasureMetres, longestPleasureMetres } = LICENCE_LAW;
const { youngest, motorYears, licenceYears } = AGE_LAW;
const WIDE_WATERS = "het IJsselmeer, IJmeer, Markermeer, de Waddenzee, Oosterschelde, Westerschelde, Eems en Dollard";
const PASSENGERS = inWords(12);

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
  /** Before the title of a page whose form has errors. */
  errorTitle: "Fout: ",
  summary: "Controleer nog even:",
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
    waters: {
      legend: "Waar vaar je?",
      hint: "Kies alles wat klopt.",
      problems: { missing: "Kies waar je vaart." },
    },
    use: { legend: "Waarvoor gebruik je de boot?", problems: { missing: "Kies waarvoor je de boot gebruikt." } },
    age: { legend: "Hoe oud is degene die stuurt?", problems: { missing: "Kies een leeftijd." } },
  } satisfies Record<LicenceField, FieldCopy> as Readonly<Record<LicenceField, FieldCopy>>,
  /** After the field for the length. */
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
    share: "Je antwoorden staan in het adres van deze pagina. Bewaar dat adres of stuur het door.",
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
      radios: {
        ifUsed: "Certificaat nodig als je er een bedient",
        required: "Verplicht, met certificaat",
      },
      costs: "Cursus en examen",
    },
    whyTitle: "Waarom?",
    ageTitle: "Wie mag sturen?",
    radioTitle: "En de marifoon?",
    thumbTitle: "Klopt de vuistregel?",
    nextTitle: "Wat nu?",
    costTitle: "Wat kost het bij elkaar?",
    askLabel: "Vraag het na",
  },
  rests: {
    title: "Waar het antwoord op gebaseerd is",
    text: [
      "Op wat jij invult, en op de regels hiernaast. Bij elke regel staat van welk jaar de tekst is die wij lazen. De tekst die vandaag geldt, staat op wetten.overheid.nl.",
      "Staat ergens 'vraag het na', dan weten we het niet zeker, of hangt het af van iets dat we je niet vroegen. Leg het dan voor aan het CBR of aan de Inspectie Leefomgeving en Transport.",
    ],
  },
} as const;

type VerdictCopy = {
  /** One or two words in the mark. */
  mark: string;
  title: string;
  text: string;
  /** The next steps: the first is a button. */
  actions: readonly { label: string; page: "kvb1" | "kvb2" | "order" | "exam" | "quiz"; hash?: string }[];
  next: readonly RunningText[];
};

/** The first lines of the answer, and the next steps. */
export const VERDICT_COPY: Readonly<Record<LicenceVerdict, VerdictCopy>> = {
  none: {
    mark: "Nee",
    title: "Je hebt geen vaarbewijs nodig",
    text: "Je hoeft er bij ons dus niets voor te kopen.",
    actions: [{ label: "Test je kennis gratis", page: "quiz" }],
    next: [
      "De vaarregels gelden ook zonder vaarbewijs. Ken ze dus voordat je losgooit.",
      [
        "Wil je ze goed leren, of straks met een snellere boot varen? Dan is ",
        { label: KVB1.name, page: "kvb1" },
        " een goede start. Het mag, maar het hoeft niet.",
      ],
    ],
  },
  noneHere: {
    mark: "Nee",
    title: "In Nederland heb je geen vaarbewijs nodig",
    text: "Voor het buitenland: vraag het na. Elk land heeft eigen regels.",
    actions: [{ label: "Test je kennis gratis", page: "quiz" }],
    next: [
      "Zoek op welk bewijs je nodig hebt in het land waar je gaat varen. Wacht met bestellen totdat je het weet.",
      "De vaarregels gelden ook zonder vaarbewijs. Ken ze dus voordat je losgooit.",
    ],
  },
  KVB1: {
    mark: "Ja",
    title: `Je hebt ${KVB1.name} nodig`,
    text: "Je haalt het met één theorie-examen bij het CBR.",
    actions: [
      { label: "Bekijk de cursus KVB1", page: "kvb1" },
      { label: "Zo verloopt het examen", page: "exam" },
    ],
    next: [
      ["Leer met ", { label: `de cursus ${KVB1.shortName}`, page: "kvb1" }, ", in je eigen tempo."],
      [
        "Reserveer ",
        { label: "je examen bij het CBR", page: "exam" },
        ". Soms duurt het weken voordat er een plek vrij is.",
      ],
      "Vul de gezondheidsverklaring in en vraag je vaarbewijs aan in Mijn CBR.",
    ],
  },
  KVB2: {
    mark: "Ja",
    title: `Je hebt ${KVB2.name} nodig`,
    text: `Daarvoor doe je twee examens: ${KVB1.shortName} en ${KVB2.shortName}. Heb je ${KVB1.shortName} al, dan alleen het tweede.`,
    actions: [
      { label: "Kies je cursussen", page: "order", hash: "hulp-bij-kiezen" },
      { label: `Lees over ${KVB2.shortName}`, page: "kvb2" },
    ],
    next: [
      [
        "Leer eerst met ",
        { label: `de cursus ${KVB1.shortName}`, page: "kvb1" },
        " en dan met ",
        { label: `de cursus ${KVB2.shortName}`, page: "kvb2" },
        ".",
      ],
      ["Doe ", { label: "beide examens bij het CBR", page: "exam" }, ", op één dag of na elkaar."],
      `Vul de gezondheidsverklaring in en vraag ${KVB2.shortName} aan in Mijn CBR. ${KVB1.shortName} zit daarin: één pas is genoeg.`,
    ],
  },
  larger: {
    mark: "Ja",
    title: "Een klein vaarbewijs is niet genoeg",
    text: "Voor een schip van deze lengte is een groter vaarbewijs nodig. Een cursus daarvoor hebben wij niet.",
    actions: [],
    next: [
      "Vraag bij het CBR welk bewijs voor jouw schip geldt en hoe je het haalt. Voor het groot pleziervaartbewijs heb je ook een klein vaarbewijs nodig.",
    ],
  },
  ask: {
    mark: "?",
    title: "Vraag het na",
    text: "Met deze antwoorden valt het niet zeker te zeggen. Hieronder lees je waar het van afhangt.",
    actions: [],
    next: [
      "Zoek op wat hierboven ontbreekt, of leg het voor aan het CBR. Daarna kun je de vragen opnieuw invullen. Wacht met bestellen totdat je het weet.",
    ],
  },
};

const article = (law: (typeof LICENCE_LAWS)[number], where: string) =>
  `${law === "BPR" || law === "RPR" ? law : LAWS[law].name} (${textOf(law)}), artikel ${where}`;

/** The reasons for an answer. */
export const REASON_COPY: Readonly<Record<LicenceReason, Ground>> = {
  muscle: {
    text: "Je boot vaart alleen op spierkracht. Daarvoor is nooit een vaarbewijs nodig, hoe lang hij ook is.",
    source: article("BVB", "17 lid 1, onder a"),
  },
  pleasureLong: {
    text: `Je plezierboot is ${lengthMetres} meter of langer en korter dan ${largePleasureMetres} meter. Dan is een klein vaarbewijs verplicht, hoe hard hij ook kan.`,
    source: article("BVB", "16, onder b"),
  },
  pleasure25: {
    text: `Je plezierboot is ${largePleasureMetres} meter of langer. Tot ${longestPleasureMetres} meter mag je varen met een groot pleziervaartbewijs.`,
    source: `${article("BVB", "15")} en ${article("BVR", "7.8")}`,
  },
  pleasure40: {
    text: `Je schip is ${longestPleasureMetres} meter of langer. Dan is een groot vaarbewijs verplicht. Welk bewijs dat voor een plezierschip is, kan inmiddels anders zijn.`,
    source: article("BVB", "14 lid 1, onder a"),
    ask: true,
  },
  otherLong: {
    text: `Je schip is ${lengthMetres} meter of langer en korter dan ${largeMetres} meter. Dan is ook voor je werk een klein vaarbewijs verplicht.`,
    source: article("BVB", "16, onder a"),
  },
  other20: {
    text: `Je vaart voor je werk met een schip van ${largeMetres} meter of langer. Daarvoor gelden de bewijzen van de beroepsvaart. Die regels zijn de laatste jaren veranderd.`,
    source: article("BVB", "14 en 15"),
    ask: true,
  },
  fast: {
    text: `Je boot is korter dan ${lengthMetres} meter, maar kan op de motor harder dan ${speedKmh} kilometer per uur. Dan is een klein vaarbewijs verplicht, ook als je langzaam vaart.`,
    source: article("BVB", "16, onder d"),
  },
  fastScooter: {
    text: `Je weet niet hoe hard je waterscooter kan. We gaan ervan uit dat hij snel is: volgens het BPR kan een waterscooter altijd harder dan ${speedKmh} kilometer per uur. Dan is een klein vaarbewijs verplicht, ook als je langzaam vaart.`,
    source: `${article("BPR", "1.01")} en ${article("BVB", "16, onder d")}`,
  },
  slow: {
    text: `Je boot is korter dan ${lengthMetres} meter en kan niet harder dan ${speedKmh} kilometer per uur. Voor zo'n boot vraagt de wet geen vaarbewijs.`,
    source: article("BVB", "16"),
  },
  withoutEngine: {
    text: `Je boot is korter dan ${lengthMetres} meter en heeft geen motor. Hoe hard je zeilt, telt niet mee.`,
    source: article("BVB", "16, onder d"),
  },
  speedUnknown: {
    text: `Je boot is korter dan ${lengthMetres} meter. Dan gaat het erom hoe hard hij op de motor kan. Is dat harder dan ${speedKmh} kilometer per uur, dan heb je een vaarbewijs nodig. Kijk in de papieren van de boot, of meet het met gps op stilstaand water.`,
    source: article("BVB", "16, onder d"),
    ask: true,
  },
  slowScooter: {
    text: `Een waterscooter kan volgens het BPR altijd harder dan ${speedKmh} kilometer per uur: dan is een klein vaarbewijs verplicht. Kan die van jou dat echt niet, vraag het dan na.`,
    source: `${article("BPR", "1.01")} en ${article("BVB", "16, onder d")}`,
    ask: true,
  },
  tow: {
    text: `Voor een sleepboot of duwboot is in de regel een groot vaarbewijs nodig. Is hij korter dan ${largeMetres} meter, dan kan een klein vaarbewijs genoeg zijn.`,
    source: `${article("BVB", "14 lid 1, onder e")}, en ${article("BVR", "7.7 lid 3")}`,
    ask: true,
  },
  towForPleasure: {
    text: `Voor een sleepboot of duwboot is in de regel een groot vaarbewijs nodig. Met een verklaring van de minister dat hij alleen plezierboot is, telt hij als plezierboot. Dan is een klein vaarbewijs genoeg tot ${largePleasureMetres} meter. Is hij korter dan ${lengthMetres} meter en kan hij niet harder dan ${speedKmh} kilometer per uur, dan heb je er geen nodig.`,
    source: article("BVB", "14 lid 1, onder e, en lid 4, 15 lid 1, onder b, en 16, onder c en d"),
    ask: true,
  },
  shortTowForPleasure: {
    text: `Heb je voor je sleepboot of duwboot een verklaring van de minister dat hij alleen plezierboot is? Dan heb je geen vaarbewijs nodig: hij is korter dan ${lengthMetres} meter en kan niet harder dan ${speedKmh} kilometer per uur. Zonder die verklaring is in de regel een groot vaarbewijs nodig.`,
    source: article("BVB", "14 lid 1, onder e, en lid 4, en 16"),
    ask: true,
  },
  passengers: {
    text: `Met meer dan ${PASSENGERS} passagiers of als veerdienst is in de regel een groot vaarbewijs nodig. Voor open rondvaartboten en sommige ponten gelden uitzonderingen.`,
    source: `${article("BVB", "14 lid 1, onder b tot en met d")}, en ${article("BVR", "7.5 tot en met 7.7")}`,
    ask: true,
  },
  riversOnly: {
    text: "Je blijft op rivieren, kanalen en meren. Daarvoor is KVB1 genoeg.",
    source: `${article("BVB", "13 lid 1")} en ${article("BVR", "7.1")}`,
  },
  wideWaters: {
    text: `${capitalise(WIDE_WATERS)} horen niet bij de rivieren, kanalen en meren. De Gouwzee wel. Voor ruim water heb je KVB2 nodig.`,
    source: `${article("BVB", "13 lid 2 en 3")} en ${article("BVR", "7.1")}`,
  },
  skipper: {
    text: "De schipper, dus wie aan boord de leiding heeft, moet het vaarbewijs hebben. De andere opvarenden niet.",
    source: `${article("BVW", "25 lid 1")} en ${article("BVB", "13")}`,
  },
  seaIsOutside: {
    text: "Op de Noordzee zelf geldt deze plicht niet. De wet gaat over de binnenwateren, tot aan de kust. De havens van IJmuiden, Scheveningen en Hoek van Holland horen er nog bij.",
    source: article("BVR", "1.2"),
  },
  wayToSea: {
    text: "Op weg naar zee vaar je wel over binnenwater. Ga je via de Waddenzee of de Westerschelde, dan heb je KVB2 nodig. Zoek je route op voordat je een cursus kiest.",
    source: article("BVB", "13"),
    ask: true,
  },
  abroad: {
    text: "In het buitenland gelden de regels van dat land. Op een klein vaarbewijs staat ook het internationale bewijs (ICC), waar veel landen naar vragen.",
    ask: true,
  },
  otherLicence: {
    text: "Heb je al een geldig groot of beperkt groot vaarbewijs, dan is dat ook goed.",
    source: `${article("BVB", "13 lid 1, 14 lid 2 en 15 lid 2")}, en ${article("BVR", "7.10")}`,
  },
  otherLicenceWide: {
    text: "Heb je al een groot of beperkt groot vaarbewijs? Dat is op ruim water alleen goed als het voor alle binnenwateren geldt. De B-versie geldt alleen op rivieren, kanalen en meren.",
    source: `${article("BVB", "13 lid 2, 14 lid 2 en 15 lid 2")}, en ${article("BVR", "7.1")}`,
  },
  foreignLicence: {
    text: "Een buitenlands vaarbewijs kan ook gelden. Bijlage 7.1 van de Binnenvaartregeling noemt welke, en voor welk water.",
    source: `${article("BVB", "17 lid 2")}, en ${article("BVR", "7.11")}`,
  },
  sailingPass: {
    text: "Vervoer je mensen op een zeilschip en heb je een zeilbewijs, dan heb je geen klein vaarbewijs nodig.",
    source: article("BVR", "7.9"),
  },
  race: {
    text: "Uitzondering: in een wedstrijd op water dat is afgesloten voor ander verkeer, is geen vaarbewijs nodig.",
    source: article("BVR", "7.4 lid 3"),
  },
};

/** The rules for the minimum age. */
export const AGE_COPY: Readonly<Record<AgeReason, Ground>> = {
  licenceFrom18: {
    text: `Een vaarbewijs krijg je vanaf ${licenceYears} jaar. Het examen mag je al eerder doen.`,
    source: article("BVW", "27 lid 1, onder a"),
  },
  underSkipper: {
    text: "Je mag wel sturen als er een schipper met het vaarbewijs aan boord is die de leiding heeft.",
    source: `${article("BVB", "13")} en ${article("BPR", "1.09 lid 1")}`,
  },
  from18Fast: {
    text: `Sturen mag vanaf ${licenceYears} jaar: deze boot kan harder dan ${speedKmh} kilometer per uur. Ook met een schipper erbij mag iemand die jonger is, hem niet sturen.`,
    source: article("BPR", "1.09 lid 1, onder a"),
  },
  from18Scooter: {
    text: `Sturen mag vanaf ${licenceYears} jaar. Een waterscooter geldt altijd als snelle motorboot, ook als hij niet harder gaat dan ${speedKmh} kilometer per uur.`,
    source: article("BPR", "1.01 en 1.09 lid 1, onder a"),
  },
  from16: {
    text: `Sturen mag vanaf ${motorYears} jaar.`,
    source: article("BPR", "1.09 lid 1, onder b"),
  },
  from16Sail: {
    text: `Sturen mag vanaf ${motorYears} jaar: deze zeilboot is ${youngest.metres} meter of langer.`,
    source: article("BPR", "1.09 lid 1, onder b"),
  },
  from12: {
    text: `Sturen mag vanaf ${youngest.years} jaar: de boot is open, korter dan ${youngest.metres} meter en kan niet harder dan ${youngest.speedKmh} kilometer per uur.`,
    source: article("BPR", "1.09 lid 1, onder c"),
  },
  sailWithoutEngineRunning: {
    text: `Onder zeil is er geen minimumleeftijd: de boot is korter dan ${youngest.metres} meter. Staat de motor aan, dan is het een motorboot: ${motorYears} jaar, of ${youngest.years} jaar als hij open is en niet harder kan dan ${youngest.speedKmh} kilometer per uur.`,
    source: `${article("BPR", "1.01 en 1.09 lid 1")}`,
  },
  noAge: {
    text: "Er is geen minimumleeftijd. Wie stuurt, moet het wel kunnen.",
    source: article("BPR", "1.09 lid 1"),
  },
  ageUnknown: {
    text: `Dat hangt van de snelheid af: ${licenceYears} jaar als de boot harder kan dan ${speedKmh} kilometer per uur, anders meestal ${motorYears}.`,
    source: article("BPR", "1.09 lid 1"),
    ask: true,
  },
  rhine: {
    text: `Op de Waal, de Lek, de Neder-Rijn, het Pannerdensch Kanaal en de Boven-Rijn moet je ${motorYears} zijn zodra de boot een motor heeft.`,
    source: article("RPR", "1.09 lid 1 en 2"),
  },
  ownRegulations: {
    text: "Op de Westerschelde en in de monding van de Eems geldt niet het BPR, maar een eigen reglement. Kijk daarin na wat er over de stuurman en de marifoon staat.",
    ask: true,
  },
};

/** The first text for a visitor who may not steer, or not yet. `{years}` is the minimum age. */
export const STEERING_COPY: Readonly<Record<"later" | "tooYoung", string>> = {
  later: `Je kunt het krijgen vanaf ${licenceYears} jaar. Tot die tijd mag je niet zelf de schipper zijn.`,
  tooYoung: "Maar deze boot sturen mag pas vanaf {years} jaar.",
};

export const RADIO_COPY: Readonly<Record<LicenceResult["radio"], readonly Ground[]>> = {
  ifUsed: [
    {
      text: "Een marifoon is op een klein schip niet verplicht. Heb je er een en bedien je hem, dan heb je een marifooncertificaat nodig. Een vaarbewijs vervangt dat niet.",
      source: article("BPR", "1.10 en 4.05"),
    },
    {
      text: "Vaar je op radar, dan hoort er wel een marifoon bij. Bij slecht zicht op de Rijnwateren ook.",
      source: `${article("BPR", "4.06")} en ${article("RPR", "6.30")}`,
    },
  ],
  required: [
    {
      text: "Een groot schip moet een marifoon aan boord hebben. Wie hem bedient, heeft een marifooncertificaat nodig.",
      source: article("BPR", "4.05 lid 3 en 1.10"),
    },
  ],
};

const RULE = `De vuistregel op onze homepage is: ${LICENCE_RULES.horsepower} pk of meer, langer dan ${LICENCE_RULES.lengthMetres} meter of sneller dan ${LICENCE_RULES.speedKmh} km/u.`;

/** The rule of thumb of the home page, and its exceptions in the law. */
export const RULE_OF_THUMB_COPY: Readonly<Record<NonNullable<LicenceResult["ruleOfThumb"]>, string>> = {
  same: `${RULE} Voor jouw boot komt die op hetzelfde neer als de wet.`,
  stricter: `${RULE} Voor jouw boot is die te streng: de wet vraagt minder. De wet gaat voor.`,
  looser: `${RULE} Voor jouw boot is die te soepel: de wet telt een boot van precies ${lengthMetres} meter al mee, en kijkt dan niet naar de snelheid. De wet gaat voor.`,
  horsepower: `${RULE} Heeft je motor ${LICENCE_RULES.horsepower} pk of meer, dan is de vuistregel te streng: de wet kijkt niet naar pk's. De wet gaat voor.`,
};
