import type { ExamAnswer, ExamRule } from "../../shared/mock-exam/question.ts";

/**
 * What answers may rest on. Of each regulation the year of the text that the questions were held against: whoever renews
 * a text reads its questions again.
 */
export const REGULATIONS = {
  BPR: { name: "Binnenvaartpolitiereglement", textOf: 2012 },
  RPR: { name: "Rijnvaartpolitiereglement 1995", textOf: 2015 },
  SVW: { name: "Scheepvaartverkeerswet", textOf: 2014 },
  BVB: { name: "Binnenvaartbesluit", textOf: 2012 },
  "IALA-A": { name: "Maritiem betonningsstelsel van de IALA, regio A", textOf: 2010 },
} as const;

export type Regulation = keyof typeof REGULATIONS;

/** Every article that a question names, as it is printed after its regulation's short name, and what it is about. */
export const ARTICLES = {
  "BPR 1.01": "betekenis van uitdrukkingen",
  "BPR 1.02": "schipper",
  "BPR 1.05": "afwijken van het reglement",
  "BPR 1.07": "belading en uitzicht",
  "BPR 1.09": "sturen van een schip",
  "BPR 1.13": "bescherming van verkeerstekens",
  "BPR 3.01a": "soorten lichten",
  "BPR 3.08": "grote motorschepen",
  "BPR 3.09": "slepen",
  "BPR 3.10": "duwstellen",
  "BPR 3.13": "kleine schepen",
  "BPR 3.14": "gevaarlijke stoffen",
  "BPR 3.15": "passagiersschepen korter dan 20 meter",
  "BPR 3.16": "veerponten",
  "BPR 3.18": "schepen die onmanoeuvreerbaar worden",
  "BPR 3.20": "stilliggende schepen",
  "BPR 3.25": "schepen die aan het werk zijn",
  "BPR 3.29": "bescherming tegen hinderlijke waterbeweging",
  "BPR 3.38": "duiker te water",
  "BPR 4.04": "blijf-weg-sein",
  "BPR 6.03": "algemene beginselen bij voorrang",
  "BPR 6.04": "tegengestelde koersen",
  "BPR 6.04a": "stuurboord op stuurboord voorbijvaren",
  "BPR 6.07": "engten",
  "BPR 6.09": "voorbijlopen",
  "BPR 6.11": "verbod om voorbij te lopen",
  "BPR 6.13": "keren",
  "BPR 6.15": "tussen de lengten van een sleep",
  "BPR 6.16": "havens en nevenvaarwateren",
  "BPR 6.17": "kruisende koersen",
  "BPR 6.19": "gedrag bij het blijf-weg-sein",
  "BPR 6.20": "hinderlijke waterbeweging",
  "BPR 6.22": "stremming en beperking",
  "BPR 6.23": "veerponten: vaarregels",
  "BPR 6.25": "vaste bruggen",
  "BPR 6.26": "beweegbare bruggen",
  "BPR 6.28": "sluizen",
  "BPR 6.28a": "lichten bij sluizen",
  "BPR 7.02": "ligplaats nemen",
  "BPR 7.03": "ankeren",
  "BPR 7.05": "bijzondere ligplaatsen",
  "BPR 7.07": "ligplaats bij gevaarlijke stoffen",
  "BPR 8.03": "inrichting van snelle motorboten",
  "BPR 8.05": "bestuurder van een snelle motorboot",
  "BPR 8.06": "snel varen en waterskiën",
  "BPR bijlage 6": "geluidsseinen",
  "BPR bijlage 7, A.1": "in-, uit- of doorvaren verboden",
  "BPR bijlage 7, A.2": "voorbijlopen verboden",
  "BPR bijlage 7, A.4": "ontmoeten en voorbijlopen verboden",
  "BPR bijlage 7, A.5": "ligplaats nemen verboden",
  "BPR bijlage 7, A.6": "ankeren verboden",
  "BPR bijlage 7, A.8": "keren verboden",
  "BPR bijlage 7, A.12": "verboden voor motorschepen",
  "BPR bijlage 7, B.5": "stilhouden voor het bord",
  "BPR bijlage 7, B.6": "snelheid beperken",
  "BPR bijlage 7, B.7": "geluidssein geven",
  "BPR bijlage 7, B.8": "bijzonder opletten",
  "BPR bijlage 7, B.9": "voorrang geven op het hoofdvaarwater",
  "BPR bijlage 7, C.1": "beperkte waterdiepte",
  "BPR bijlage 7, C.2": "beperkte doorvaarthoogte",
  "BPR bijlage 7, C.3": "beperkte breedte",
  "BPR bijlage 7, D.1a": "aanbevolen doorvaart, twee richtingen",
  "BPR bijlage 7, D.1b": "aanbevolen doorvaart, één richting",
  "BPR bijlage 7, E.1": "in-, uit- of doorvaren toegestaan",
  "BPR bijlage 7, E.5": "ligplaats nemen toegestaan",
  "BPR bijlage 8, 2": "laterale markering",
  "BPR bijlage 8, 4": "bijzondere markering",
  "BPR bijlage 8, 6": "markering op brede vaarwaters en meren",
  "RPR 6.02": "kleine schepen",
  "SVW 27": "alcohol en andere stoffen",
  "BVB 13": "welk vaarbewijs voor welk water",
  "BVB 16": "klein vaarbewijs",
  "IALA-A lateraal": "laterale markering",
  "IALA-A kardinaal": "kardinale markering",
  "IALA-A gevaar": "afzonderlijk gevaar",
  "IALA-A veilig": "veilig vaarwater",
} as const;

export type Article = keyof typeof ARTICLES;

/** What good practice asks where no article does, as it is printed. */
export const PRINCIPLES = {
  anchoring: "Ankeren: een vlakke trek",
  barometer: "Weer: snel dalende luchtdruk",
  "battery-gas": "Veiligheid: waterstof bij het laden",
  "battery-terminals": "Veiligheid: volgorde van de accupolen",
  beaufort: "Weer: schaal van Beaufort",
  "berthing-into-current": "Aanleggen tegen de stroom in",
  "bow-thruster": "Techniek: werking van de boegschroef",
  "carbon-monoxide": "Veiligheid: koolmonoxide",
  "cooling-water": "Techniek: koeling met buitenwater",
  "current-speed": "Snelheid door het water en over de grond",
  "diesel-air": "Techniek: lucht in de brandstof",
  "drive-belt": "Techniek: dynamo en riem",
  "fire-oxygen": "Veiligheid: vuur zonder zuurstof",
  gearbox: "Techniek: omschakelen bij weinig toeren",
  "heavy-gas": "Veiligheid: gas is zwaarder dan lucht",
  hypothermia: "Veiligheid: onderkoeling",
  isobars: "Weer: afstand tussen isobaren",
  knots: "Schiemanswerk",
  "lee-shore": "Hogerwal en lagerwal",
  "life-jacket": "Veiligheid: dragen van een reddingsvest",
  "mooring-lines": "Namen en werking van de meerlijnen",
  "oil-pressure": "Techniek: smering van de motor",
  "person-overboard": "Veiligheid: man overboord",
  "petrol-vapour": "Veiligheid: benzinedamp is zwaarder dan lucht",
  "propeller-danger": "Veiligheid: draaiende schroef",
  "propeller-walk": "Wieleffect van de schroef",
  "river-bend": "Diepte in een rivierbocht",
  "ship-words": "Scheepstermen",
  "spring-line": "Wegvaren op een spring",
  suction: "Zuiging van grote schepen",
  thunderstorm: "Weer: onweerswolken",
  "water-level": "Rekenen met waterstanden",
  "wind-around-low": "Weer: wind rond een lagedrukgebied",
  "wind-direction": "Weer: windrichting",
  "wind-shift": "Weer: ruimen en krimpen",
} as const;

export type Principle = keyof typeof PRINCIPLES;

export type SourcedAnswer = ExamAnswer<ExamRule<Article, Principle>>;

/** The regulation of an article: `BPR` of `BPR 6.17`. */
export function regulationOf(article: Article): Regulation {
  return article.slice(0, article.indexOf(" ")) as Regulation;
}
