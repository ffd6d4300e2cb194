import { LAWS, type Law } from "../../courses/laws-copy.ts";
import { capitalise } from "../../ui/dutch-copy.ts";
import { PASSENGERS, WIDE_WATERS } from "./licence-check-copy.ts";
import { AGE_LAW, type AgeReason, LICENCE_LAW, type LicenceReason, type LicenceResult } from "./licence-check-rules.ts";

/** The laws that the answers name, in the order in which the page lists them. */
export const LICENCE_LAWS = ["BVB", "BVR", "BVW", "BPR", "RPR"] as const satisfies readonly Law[];

/** The international certificate that is part of a licence, and its waters. */
export const ABROAD =
  "In het buitenland gelden de regels van dat land. Op je klein vaarbewijs staat ook het internationale bewijs (ICC). Met KVB1 geldt dat voor binnenwater, met KVB2 ook voor de kust. Zoek vooraf op welk bewijs je in dat land nodig hebt.";

/** A sentence of the answer and the article behind it. `ask`: the reader should ask an authority before trusting it. */
export type Ground = { text: string; source?: string; ask?: true };

const { lengthMetres, speedKmh, largeMetres, largePleasureMetres, longestPleasureMetres } = LICENCE_LAW;
const { youngest, motorYears, licenceYears } = AGE_LAW;

const article = (law: (typeof LICENCE_LAWS)[number], where: string) =>
  `${law === "BPR" || law === "RPR" ? law : LAWS[law].name}, artikel ${where}`;

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
    text: `Je weet niet hoe hard je waterscooter kan. We gaan ervan uit dat hij snel is: het BPR rekent elke waterscooter tot de snelle motorboten. Dan is een klein vaarbewijs verplicht, ook als je langzaam vaart.`,
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
    text: `Het BPR rekent elke waterscooter tot de snelle motorboten, die harder kunnen dan ${speedKmh} kilometer per uur: dan is een klein vaarbewijs verplicht. Kan die van jou dat echt niet, vraag het dan na.`,
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
    text: `${capitalise(WIDE_WATERS)} zijn ruim water. Daarvoor heb je KVB2 nodig. De Gouwzee telt niet als ruim water.`,
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
  abroad: { text: ABROAD, ask: true },
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
  from16: { text: `Sturen mag vanaf ${motorYears} jaar.`, source: article("BPR", "1.09 lid 1, onder b") },
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
  noAge: { text: "Er is geen minimumleeftijd. Wie stuurt, moet het wel kunnen.", source: article("BPR", "1.09 lid 1") },
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
  later: `Een vaarbewijs krijg je vanaf ${licenceYears} jaar. Tot die tijd mag je niet zelf de schipper zijn.`,
  tooYoung: "Deze boot sturen mag pas vanaf {years} jaar.",
};

export const RADIO_COPY: Readonly<Record<LicenceResult["radio"], readonly Ground[]>> = {
  ifUsed: [
    {
      text: "Een marifoon is op een klein schip meestal niet verplicht. Heb je er een en bedien je hem, dan heb je een marifooncertificaat nodig. Een vaarbewijs vervangt dat niet.",
      source: article("BPR", "1.10 en 4.05"),
    },
    {
      text: "Vaar je op radar, dan is een marifoon wel verplicht. Bij slecht zicht ook op de Rijnwateren en op drukke vaarwegen, zoals het Amsterdam-Rijnkanaal.",
      source: `${article("BPR", "4.06 en 6.29 lid 3")}, en ${article("RPR", "6.30")}`,
    },
  ],
  required: [
    {
      text: "Een groot schip moet een marifoon aan boord hebben. Wie hem bedient, heeft een marifooncertificaat nodig.",
      source: article("BPR", "4.05 lid 3 en 1.10"),
    },
  ],
};
