import type { QuestionId } from "./catalogue-copy.ts";
import type { SourcedAnswer } from "./sources-copy.ts";

/** Key and explanations of `handling-questions-copy.ts`: only for pages that come after the last answer. */
export const HANDLING_ANSWERS: Readonly<Record<QuestionId<"handling">, SourcedAnswer>> = {
  "starboard-side": {
    correct: "B",
    explanation: "Bakboord is links als je naar voren kijkt. Kijk je achteruit, dan zit bakboord dus rechts van je.",
    rules: [{ principle: "ship-words" }],
  },
  "lee-shore": {
    correct: "B",
    explanation:
      "De lagerwal is de oever waar de wind naartoe waait. Daar staan de meeste golven en drijf je naar de kant.",
    rules: [{ principle: "lee-shore" }],
  },
  "mooring-line-name": {
    correct: "B",
    explanation:
      "Een voorspring loopt vanaf het voorschip naar achteren, naar de wal. Hij voorkomt dat de boot naar voren schuift.",
    rules: [{ principle: "mooring-lines" }],
  },
  "bowline-knot": {
    correct: "A",
    explanation: "Een paalsteek geeft een vast oog. Je kunt hem ook na zware belasting weer losmaken.",
    rules: [{ principle: "knots" }],
  },
  "bow-thruster": {
    correct: "C",
    explanation:
      "Hoe meer vaart je loopt, hoe minder een boegschroef doet. Hij is bedoeld voor manoeuvres in de haven.",
    rules: [{ principle: "bow-thruster" }],
  },
  "fenders-in-lock": {
    correct: "B",
    explanation:
      "Een stootkussen dat zinkt, kan tussen de sluisdeuren komen. Daarom mag je alleen gebruiken wat niet kan zinken.",
    rules: [{ article: "BPR 6.28" }],
  },
  "lookout-waterski": {
    correct: "B",
    explanation:
      "Naast de bestuurder moet er een uitkijk van minstens 15 jaar mee. Waterskiën mag alleen waar het is toegestaan.",
    rules: [{ article: "BPR 8.06" }],
  },
  "standing-life-jacket": {
    correct: "A",
    explanation:
      "Wie staand een snelle motorboot bestuurt, draagt een reddingsvest. Alleen bij een gesloten stuurhut hoeft het niet.",
    rules: [{ article: "BPR 8.05" }],
  },
  "mooring-on-sign": {
    correct: "C",
    explanation: "Verkeerstekens mag je niet gebruiken om aan te meren. Een ton is ook een verkeersteken.",
    rules: [{ article: "BPR 1.13" }],
  },
  "propeller-walk": {
    correct: "B",
    explanation:
      "Een rechtsdraaiende schroef trekt het achterschip bij achteruitslaan naar bakboord. Bij een linksdraaiende is het andersom.",
    rules: [{ principle: "propeller-walk" }],
  },
  "berthing-into-current": {
    correct: "B",
    explanation:
      "Tegen de stroom in kun je langzaam gaan en toch sturen. Met de stroom mee kom je moeilijk tot stilstand.",
    rules: [{ principle: "berthing-into-current" }],
  },
  "first-line-ashore": {
    correct: "A",
    explanation:
      "De stroom duwt de boot naar achteren. De voortros houdt hem tegen en de boot blijft langs de steiger liggen.",
    rules: [{ principle: "mooring-lines" }],
  },
  "anchor-scope": {
    correct: "C",
    explanation: "Een anker graaft zich in als je er bijna horizontaal aan trekt. Trek je omhoog, dan breekt het uit.",
    rules: [{ principle: "anchoring" }],
  },
  "anchoring-weather-shore": {
    correct: "A",
    explanation: "Aan hogerwal lig je in de luwte. Gaat je anker krabben, dan drijf je van de oever af.",
    rules: [{ principle: "lee-shore" }],
  },
  "where-not-to-moor": {
    correct: "B",
    explanation:
      "Op sommige plaatsen is ligplaats nemen ook zonder bord verboden: onder een brug of hoogspanningslijn, in een engte, in de route van een veerpont en bij een uitmonding.",
    rules: [{ article: "BPR 7.02" }],
  },
  "lock-order": {
    correct: "C",
    explanation:
      "Wordt een klein schip samen met grote schepen geschut, dan vaart het pas na die grote schepen de sluis in.",
    rules: [{ article: "BPR 6.28" }],
  },
  "lock-propeller": {
    correct: "B",
    explanation:
      "Wie in de sluis is afgemeerd, gebruikt zijn voortstuwing niet tot hij aan de beurt is om uit te varen.",
    rules: [{ article: "BPR 6.28" }],
  },
  "lock-lines": {
    correct: "C",
    explanation:
      "Een vaste lijn laat de boot aan de muur hangen als het water zakt. Leg de lijn met een slag om de bolder en vier hem met de hand.",
    rules: [{ article: "BPR 6.28" }],
  },
  "blind-zone": {
    correct: "C",
    explanation:
      "De lading mag het uitzicht tot 350 meter voor het schip wegnemen. Zie jij de stuurhut niet, dan ziet de schipper jou niet.",
    rules: [{ article: "BPR 1.07" }],
  },
  "being-overtaken": {
    correct: "C",
    explanation:
      "Wie wordt opgelopen, maakt het voorbijlopen makkelijker. Met minder vaart is het ook sneller voorbij.",
    rules: [{ article: "BPR 6.09" }],
  },
  seamanship: {
    correct: "A",
    explanation:
      "Bij direct gevaar neem je de maatregelen die goed zeemanschap vraagt, ook als je daarmee van de regels afwijkt.",
    rules: [{ article: "BPR 1.05" }, { article: "BPR 6.03" }],
  },
  "wash-at-moored-boats": {
    correct: "B",
    explanation:
      "De maximumsnelheid is geen recht. Bij afgemeerde schepen voorkom je hinderlijke golven, zonder je stuur te verliezen.",
    rules: [{ article: "BPR 6.20" }],
  },
  "turning-short": {
    correct: "B",
    explanation:
      "Achteruitslaan trekt het achterschip naar bakboord, dus de boeg gaat naar stuurboord. Dat helpt je als je over stuurboord keert.",
    rules: [{ principle: "propeller-walk" }],
  },
  "berthing-side": {
    correct: "C",
    explanation: "Je remt door achteruit te slaan. Daarbij gaat het achterschip naar bakboord, en dus naar de kade.",
    rules: [{ principle: "propeller-walk" }],
  },
  "leaving-on-spring": {
    correct: "C",
    explanation:
      "De voorspring houdt de boot tegen en de schroefstraal op het roer duwt de achterkant naar buiten. Hang een stootkussen bij de boeg.",
    rules: [{ principle: "spring-line" }],
  },
  suction: {
    correct: "B",
    explanation:
      "Naast een varend groot schip stroomt het water naar achteren en zakt het: dat geeft zuiging. Houd afstand, houd vaart om te sturen en let op de ondiepe kant.",
    rules: [{ principle: "suction" }],
  },
  "overboard-rudder": {
    correct: "A",
    explanation: "Stuur je naar de kant van de drenkeling, dan zwaait het achterschip met de schroef van hem weg.",
    rules: [{ principle: "person-overboard" }],
  },
  "towed-boat-light": {
    correct: "D",
    explanation:
      "Een klein schip dat gesleept wordt, voert een wit rondom schijnend licht. De sleper voert zijn gewone lichten.",
    rules: [{ article: "BPR 3.13" }],
  },
  "fog-which-side": {
    correct: "C",
    explanation:
      "Bij slecht zicht vaart elk schip zo veel mogelijk aan de stuurboordszijde, met een snelheid die bij het zicht past.",
    rules: [{ article: "BPR 6.30" }],
  },
  "anchoring-order": {
    correct: "2413",
    explanation:
      "Met de boeg in de wind lig je stil boven je plek. Laat daar het anker zakken en ga dan achteruit, zodat de lijn vlak komt te liggen. Een peiling laat zien of je niet wegdrijft.",
    rules: [{ principle: "anchoring" }],
  },
  "anchoring-place": {
    correct: "C",
    explanation:
      "Aan de westoever lig je in de luwte. Onder een hoogspanningslijn en voor een havenmond is ligplaats nemen verboden. De oostoever is lagerwal.",
    rules: [{ article: "BPR 7.02" }, { principle: "lee-shore" }],
  },
  "fog-near-bank": {
    correct: "C",
    explanation:
      "Wie dicht bij een oever vaart, houdt die aan. Je mindert zo nodig vaart of gaat stilliggen tot het schip voorbij is.",
    rules: [{ article: "BPR 6.33" }],
  },
  "berthing-off-wind": {
    correct: "C",
    explanation:
      "De wind duwt je van de kade weg. Met een schuine hoek komt de boeg er wel. Is de voortros vast, dan breng je het achterschip naar de kade.",
    rules: [{ principle: "berthing-off-wind" }],
  },
  "bridge-waiting-place": {
    correct: "A",
    explanation:
      "Zolang je de brug niet door mag, houd je stil vóór bord B.5. Onder een brug mag je ook geen ligplaats nemen.",
    rules: [{ article: "BPR 6.26" }, { article: "BPR bijlage 7, B.5" }, { article: "BPR 7.02" }],
  },
  "lock-steps-order": {
    correct: "4231",
    explanation:
      "Een klein schip vaart pas na de grote schepen in. Vastgemaakt staat je schroef stil en vier je de lijnen met het water mee, tot je aan de beurt bent.",
    rules: [{ article: "BPR 6.28" }, { article: "BPR 6.28a" }],
  },
  "turning-between-two": {
    correct: "C",
    explanation:
      "Bij het keren geef je voorrang aan een groot schip. Van een ander klein schip mag je medewerking verlangen, als je zeker weet dat het veilig kan.",
    rules: [{ article: "BPR 6.13" }],
  },
};
