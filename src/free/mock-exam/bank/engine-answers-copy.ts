import type { QuestionId } from "./catalogue-copy.ts";
import type { SourcedAnswer } from "./sources-copy.ts";

/** Key and explanations of `engine-questions-copy.ts`: only for pages that come after the last answer. */
export const ENGINE_ANSWERS: Readonly<Record<QuestionId<"engine">, SourcedAnswer>> = {
  "weed-strainer": {
    correct: "B",
    explanation:
      "Het wierfilter vangt wier en vuil op voordat het koelwater bij de pomp komt. Controleer het voor je vertrekt.",
    rules: [{ principle: "cooling-water" }],
  },
  "gas-detector-place": {
    correct: "A",
    explanation: "Butaan en propaan zijn zwaarder dan lucht en zakken naar het laagste punt in de boot.",
    rules: [{ principle: "heavy-gas" }],
  },
  "gearbox-idle": {
    correct: "C",
    explanation:
      "Neem gas terug, ga naar de vrijstand en schakel dan pas om. Zo spaar je de koppeling en de schroefas.",
    rules: [{ principle: "gearbox" }],
  },
  "kill-cord": {
    correct: "B",
    explanation:
      "Val je overboord, dan zet het koord de motor uit. In een snelle motorboot met een open stuurplaats moet je het gebruiken.",
    rules: [{ article: "BPR 8.03" }, { article: "BPR 8.05" }],
  },
  "oil-pressure-alarm": {
    correct: "A",
    explanation:
      "Zonder oliedruk loopt een motor in korte tijd vast. Zet hem uit zodra dat veilig kan en kijk dan naar het oliepeil.",
    rules: [{ principle: "oil-pressure" }],
  },
  "engine-too-hot": {
    correct: "C",
    explanation:
      "Weinig water uit de uitlaat wijst op een verstopte inlaat of een vol wierfilter. Zet de motor uit en kijk daar het eerst.",
    rules: [{ principle: "cooling-water" }],
  },
  "petrol-blower": {
    correct: "B",
    explanation:
      "Benzinedamp is zwaarder dan lucht en blijft onder in de boot hangen. Eén vonk bij het starten is dan genoeg voor een explosie.",
    rules: [{ principle: "petrol-vapour" }],
  },
  "smell-of-gas": {
    correct: "A",
    explanation:
      "Een schakelaar kan een vonk geven. Draai de fles dicht, zet luiken open en laat lampen en apparaten zoals ze zijn.",
    rules: [{ principle: "heavy-gas" }],
  },
  "charging-battery": {
    correct: "C",
    explanation: "Bij het laden van een loodaccu komt waterstof vrij. Met lucht vormt dat een explosief mengsel.",
    rules: [{ principle: "battery-gas" }],
  },
  "engine-room-fire": {
    correct: "B",
    explanation:
      "Met het luik open krijgt het vuur zuurstof. Zet de motor uit, sluit de brandstof af en blus door een kleine opening.",
    rules: [{ principle: "fire-oxygen" }],
  },
  "diesel-air": {
    correct: "A",
    explanation:
      "Door een lege tank komt er lucht in de leidingen. Die moet eruit voordat de motor weer loopt. Een diesel heeft geen vonkontsteking en geen choke.",
    rules: [{ principle: "diesel-air" }],
  },
  "charge-lamp": {
    correct: "B",
    explanation:
      "Zonder goede riem draait de dynamo niet mee. Op veel motoren drijft die riem ook een koelwaterpomp aan, dus let op de temperatuur.",
    rules: [{ principle: "drive-belt" }],
  },
  "person-overboard-first": {
    correct: "C",
    explanation:
      "Wie in het water ligt, ben je snel kwijt. Gooi daarom eerst iets wat drijft en laat iemand blijven wijzen. Stuur de achterkant met de schroef meteen van hem weg.",
    rules: [{ principle: "person-overboard" }],
  },
  "person-alongside": {
    correct: "C",
    explanation: "Een draaiende schroef verwondt ernstig. Met de motor uit kan hij ook niet per ongeluk gaan draaien.",
    rules: [{ principle: "propeller-danger" }],
  },
  refuelling: {
    correct: "A",
    explanation:
      "Bij het tanken komt benzinedamp vrij. Geen motor, geen vuur en geen mensen in de kajuit. Lucht de boot daarna goed voor je start.",
    rules: [{ principle: "petrol-vapour" }],
  },
  "carbon-monoxide": {
    correct: "B",
    explanation:
      "Koolmonoxide ontstaat als iets brandt met te weinig lucht. Je ziet en ruikt het niet: zet de kachel uit en ga naar buiten.",
    rules: [{ principle: "carbon-monoxide" }],
  },
  "battery-disconnect": {
    correct: "B",
    explanation:
      "Is de min los, dan loopt er geen stroom als je sleutel van de plus een metalen deel raakt. Aansluiten doe je andersom: eerst de plus.",
    rules: [{ principle: "battery-terminals" }],
  },
  "inflatable-jacket": {
    correct: "A",
    explanation: "Zonder kruisband komt het vest langs je hoofd omhoog en houdt het je mond niet boven water.",
    rules: [{ principle: "life-jacket" }],
  },
  hypothermia: {
    correct: "C",
    explanation: "Alcohol zet de bloedvaten in de huid open, waardoor het lichaam nog meer warmte verliest.",
    rules: [{ principle: "hypothermia" }],
  },
  "distress-by-day": {
    correct: "A",
    explanation:
      "Een vlag met een bol erboven of eronder is een noodteken. Twee bollen: het schip kan niet manoeuvreren. Eén bol: het ligt voor anker.",
    rules: [{ article: "BPR 3.30" }, { article: "BPR 3.18" }],
  },
  "distress-by-sound": {
    correct: "jn",
    explanation:
      "Herhaalde lange stoten en reeksen klokslagen zijn noodseinen. Vier korte stoten betekenen dat een schip niet kan manoeuvreren.",
    rules: [{ article: "BPR 4.01" }, { article: "BPR bijlage 6" }],
  },
  "petrol-start-order": {
    correct: "3412",
    explanation:
      "Benzinedamp blijft laag in de motorruimte hangen. Daarom eerst afzuigen, dan ruiken, dan pas starten. Loopt de motor, dan kijk je of er koelwater komt.",
    rules: [{ principle: "petrol-vapour" }, { principle: "cooling-water" }],
  },
  "fast-boat-equipment": {
    correct: "A",
    explanation:
      "Een goed brandblusapparaat en voor ieder een reddingsvest onder handbereik zijn verplicht. Bij een open stuurplaats hoort ook een voorziening die de motor stopt.",
    rules: [{ article: "BPR 8.03" }],
  },
  "person-overboard-order": {
    correct: "3142",
    explanation:
      "Wie uit het oog is, vind je moeilijk terug. Daarom wijst iemand hem aan terwijl jij keert. Haal hem pas aan boord als de schroef stilstaat.",
    rules: [{ principle: "person-overboard" }, { principle: "propeller-danger" }],
  },
};
