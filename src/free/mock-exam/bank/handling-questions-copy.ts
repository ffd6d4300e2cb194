import type { QuestionId } from "./catalogue-copy.ts";
import type { ExamDrawingId } from "./drawings-copy.ts";
import type { ExamQuestion } from "./question-rules.ts";

/** Handling a boat, locks, mooring and towing. */
export const HANDLING_QUESTIONS: Readonly<Record<QuestionId<"handling">, ExamQuestion<ExamDrawingId>>> = {
  "starboard-side": {
    text: "Je staat achter in je boot en kijkt achteruit. Rechts van je komt een kano langszij. Aan welke kant van je boot is dat?",
    choices: ["Aan stuurboord.", "Aan bakboord.", "Aan loef."],
  },
  "lee-shore": {
    text: "Welke oever is de lagerwal?",
    choices: ["Oever A.", "Oever B.", "Dat hangt af van de stroom."],
    drawing: "lee-shore",
  },
  "mooring-line-name": {
    text: "Hoe heet lijn 2?",
    choices: ["De voortros.", "De voorspring.", "De achterspring.", "De achtertros."],
    drawing: "mooring-lines",
  },
  "bowline-knot": {
    text: "Waarvoor gebruik je een paalsteek?",
    choices: ["Voor een lus die niet dichtschuift.", "Voor een lus die zich strak trekt.", "Om een lijn in te korten."],
  },
  "bow-thruster": {
    text: "Wanneer heeft een boegschroef het meeste effect?",
    choices: [
      "Bij hoge snelheid, vooruit of achteruit.",
      "Bij elke snelheid evenveel.",
      "Bij stilliggen of heel weinig vaart.",
    ],
  },
  "fenders-in-lock": {
    text: "Wat voor stootkussens mag je in een sluis gebruiken?",
    choices: ["Alleen oude autobanden met een lijn.", "Alleen wat niet kan zinken.", "Alleen balken van hardhout."],
  },
  "lookout-waterski": {
    text: "Je trekt met je snelle motorboot een waterskiër. Hoe oud moet je uitkijk minstens zijn?",
    choices: ["12 jaar.", "15 jaar.", "18 jaar."],
  },
  "standing-life-jacket": {
    text: "Wanneer moet de bestuurder van een open snelle motorboot een reddingsvest dragen?",
    choices: ["Als hij staand stuurt.", "Als hij zittend stuurt met passagiers.", "Als het donker is."],
  },
  "mooring-on-sign": {
    text: "Mag je je boot even vastleggen aan een ton of een bord?",
    choices: ["Ja, als je aan boord blijft.", "Ja, als de lijn lang genoeg is.", "Nee, dat is verboden."],
  },
  "propeller-walk": {
    text: "De boot ligt stil en je slaat achteruit. De schroef is rechtsdraaiend. Waar gaat de achterkant heen?",
    choices: ["Naar stuurboord.", "Naar bakboord.", "Recht naar achteren."],
    drawing: "propeller-walk",
  },
  "berthing-into-current": {
    text: "Op een rivier wil je aan een steiger aanleggen. Hoe doe je dat het veiligst?",
    choices: [
      "Met de stroom mee, met weinig gas.",
      "Tegen de stroom in, met weinig vaart.",
      "Dwars op de stroom, met een lijn klaar.",
    ],
  },
  "first-line-ashore": {
    text: "Je ligt met de boeg tegen de stroom in langs de steiger, met de motor in zijn vrij. De stroom duwt je naar achteren. Welke lijn maak je het eerst vast?",
    choices: ["De voortros.", "De achtertros.", "De voorspring."],
  },
  "anchor-scope": {
    text: "Waarom steek je bij het ankeren veel meer ketting of lijn uit dan het water diep is?",
    choices: [
      "Dan zakt het anker sneller.",
      "Dan kan de boot niet om het anker draaien.",
      "Dan trekt de boot vlakker aan het anker.",
    ],
  },
  "anchoring-weather-shore": {
    text: "Je zoekt een rustige plek om te ankeren. Het waait stevig. Welke oever kies je?",
    choices: [
      "De oever waar de wind vandaan komt.",
      "De oever waar de wind naartoe waait.",
      "Dat maakt niet uit, als het er ondiep is.",
    ],
  },
  "where-not-to-moor": {
    text: "Waar is ligplaats nemen volgens het BPR verboden, ook als er geen bord staat?",
    choices: [
      "In een jachthaven, aan een vrije steiger.",
      "Onder een brug of een hoogspanningslijn.",
      "Op een meer, buiten het vaarwater.",
    ],
  },
  "lock-order": {
    text: "Je wacht met je motorjacht van 9 meter voor een sluis. Een groot vrachtschip dat later kwam, gaat met dezelfde schutting mee. Wie vaart het eerst de sluis in?",
    choices: ["Jij, want je was er eerder.", "Wie het dichtst bij de deuren ligt.", "Het vrachtschip."],
  },
  "lock-propeller": {
    text: "Je boot ligt vast in de sluiskolk. Wat doe je met de schroef?",
    choices: [
      "Langzaam vooruit laten draaien om strak te liggen.",
      "Stilzetten tot je aan de beurt bent om uit te varen.",
      "Af en toe achteruit laten draaien, om van de muur te blijven.",
    ],
  },
  "lock-lines": {
    text: "Het water in de sluis zakt. Hoe ga je met je lijnen om?",
    choices: [
      "Kort vastmaken met een knoop.",
      "Losgooien en op de motor blijven liggen.",
      "Rustig vieren, met een slag om de bolder.",
    ],
  },
  "blind-zone": {
    text: "Je vaart voor een geladen vrachtschip. Tot hoe ver voor de boeg mag het uitzicht van zijn schipper door de lading beperkt zijn?",
    choices: ["50 meter.", "150 meter.", "350 meter."],
    drawing: "blind-zone",
  },
  "being-overtaken": {
    text: "Een groot schip loopt jou op in een kanaal. Wat doe je met je kleine motorboot?",
    choices: [
      "Je geeft gas, zodat je voor het schip blijft.",
      "Je gaat naar het midden van het kanaal.",
      "Je houdt je kant en mindert zo nodig vaart.",
    ],
  },
  seamanship: {
    text: "Je volgt de regels, maar je ziet dat een aanvaring anders niet te voorkomen is. Moet je van het BPR afwijken?",
    choices: [
      "Ja, als goed zeemanschap dat vraagt.",
      "Nee, de regels gaan voor.",
      "Alleen als de waterpolitie het zegt.",
    ],
  },
  "wash-at-moored-boats": {
    text: "Je vaart 9 km per uur op een kanaal waar 9 mag. Aan de kant liggen boten afgemeerd. Wat doe je?",
    choices: [
      "Je houdt snelheid, want je vaart niet te hard.",
      "Je mindert op tijd vaart, maar blijft bestuurbaar.",
      "Je schakelt naar vrij en drijft voorbij.",
      "Je geeft een lange stoot en houdt snelheid.",
    ],
  },
  "turning-short": {
    text: "Je schroef is rechtsdraaiend en je moet keren op een smalle plek. Je kunt niet in één keer rond: je moet vooruit en achteruit slaan. Er is geen wind of stroom. Over welke kant keer je het makkelijkst?",
    choices: ["Over bakboord.", "Over stuurboord.", "Over de kant met de meeste diepte."],
    drawing: "turning-short",
  },
  "berthing-side": {
    text: "Je schroef is rechtsdraaiend. Er is geen wind of stroom. Met welke kant leg je het makkelijkst langs de kade aan?",
    choices: ["Met stuurboord.", "Met de achterkant.", "Met bakboord."],
  },
  "leaving-on-spring": {
    text: "De wind drukt je boot tegen de kade. Alleen de voorspring is nog vast. Hoe krijg je de achterkant van de kade los?",
    choices: [
      "Vooruitslaan met het roer van de kade af.",
      "Achteruitslaan met het roer recht in het midden.",
      "Vooruitslaan met het roer naar de kade toe.",
    ],
    drawing: "leaving-on-spring",
  },
  suction: {
    text: "In een smal kanaal komt een groot vrachtschip je tegemoet. Wat doet de waterstand bij jou als het midden van dat schip naast je is?",
    choices: ["Het water stijgt.", "Het water zakt.", "Het water blijft even hoog."],
  },
  "overboard-rudder": {
    text: "Je vaart vooruit met de motor en iemand valt aan bakboord overboord. Hoe houd je de draaiende schroef bij hem weg?",
    choices: [
      "Naar bakboord sturen en de motor in zijn vrij.",
      "Naar stuurboord sturen en gas geven.",
      "Rechtuit blijven en vol achteruitslaan.",
    ],
    drawing: "overboard-rudder",
  },
  "towed-boat-light": {
    text: "Je sleept 's nachts met je kleine motorboot een zeilboot van 7 meter. Welk licht moet de zeilboot voeren?",
    choices: [
      "Boordlichten en een heklicht.",
      "Een rood licht boven een groen licht.",
      "Geen licht, want jouw lichten zijn genoeg.",
      "Een wit licht dat rondom te zien is.",
    ],
  },
  "fog-which-side": {
    text: "Het wordt mistig en je vaart voorzichtig verder. Waar vaar je zo veel mogelijk?",
    choices: [
      "Aan de bakboordszijde van het vaarwater.",
      "In het midden van het vaarwater.",
      "Aan de stuurboordszijde van het vaarwater.",
    ],
  },
  "anchoring-order": {
    text: "In welke volgorde ga je met je motorboot voor anker?",
    items: [
      "Het anker tot op de bodem laten zakken.",
      "Met een peiling kijken of het anker houdt.",
      "Met de boeg in de wind tot stilstand komen.",
      "Achteruitgaan en lijn uitsteken.",
    ],
  },
  "anchoring-place": {
    text: "Het waait stevig uit het westen en je zoekt een ankerplaats. Op welke plaats lig je rustig en mag het ook?",
    places: [
      "Bij de linkeroever, onder de hoogspanningslijn.",
      "Bij de rechteroever.",
      "Bij de linkeroever, laag in de tekening.",
      "Bij de linkeroever, voor de havenmond.",
    ],
    drawing: "anchoring-place",
  },
  "fog-near-bank": {
    text: "Je vaart in de mist vlak langs een oever. Je hoort een schip, maar krijgt geen contact via de marifoon. Wat doe je?",
    choices: [
      "Het midden opzoeken, want daar is meer ruimte.",
      "Met vaart oversteken naar de andere oever.",
      "De oever aanhouden en zo nodig stilliggen.",
    ],
  },
  "berthing-off-wind": {
    text: "De wind waait van de kade af. Hoe leg je met je motorboot het makkelijkst aan?",
    choices: [
      "Evenwijdig aan de kade stilhouden en wachten tot je ertegenaan drijft.",
      "Achteruit aanleggen en pas vastmaken als de motor uit is.",
      "Schuin naar de kade varen en eerst de voortros vastmaken.",
    ],
  },
  "bridge-waiting-place": {
    text: "De brug is dicht en je wacht tot hij opengaat. Op welke plaats houd je stil?",
    places: [
      "Rechts, nog vóór het bord.",
      "Onder de brug.",
      "Midden voor de brug, voorbij het bord.",
      "Rechts, voorbij het bord.",
    ],
    drawing: "bridge-waiting-place",
  },
  "lock-steps-order": {
    text: "Je gaat met je motorjacht samen met een vrachtschip door een sluis. Het water zakt. In welke volgorde gebeurt dit?",
    items: [
      "Je bent aan de beurt en maakt los.",
      "Jij vaart in en maakt vast.",
      "Je schroef staat stil en je viert de lijnen.",
      "Het vrachtschip vaart bij groen licht in.",
    ],
  },
  "turning-between-two": {
    text: "Jij wilt met je kleine motorboot keren in een kanaal. Vrachtschip A komt van voren, de kleine motorboot B van achteren. Van wie mag je verlangen dat hij meewerkt?",
    choices: ["Van A en van B.", "Alleen van A.", "Alleen van B."],
    drawing: "turning-between-two",
  },
};
