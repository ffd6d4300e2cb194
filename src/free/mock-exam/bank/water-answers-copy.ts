import type { QuestionId } from "./catalogue-copy.ts";
import type { SourcedAnswer } from "./sources-copy.ts";

/** Key and explanations of `water-questions-copy.ts`: only for pages that come after the last answer. */
export const WATER_ANSWERS: Readonly<Record<QuestionId<"water">, SourcedAnswer>> = {
  "special-mark": {
    correct: "B",
    explanation: "Geel is de kleur van bijzondere markering, zoals een gebied voor waterskiërs of een ankergebied.",
    rules: [{ article: "BPR bijlage 8, 4" }],
  },
  "wind-name": {
    correct: "C",
    explanation:
      "Een wind heet naar de richting waar hij vandaan komt. Een stroom heet juist naar de richting waar hij naartoe gaat.",
    rules: [{ principle: "wind-direction" }],
  },
  "beaufort-five": {
    correct: "B",
    explanation: "Kracht 4 is matig, 5 vrij krachtig, 6 krachtig, 7 hard en 8 stormachtig.",
    rules: [{ principle: "beaufort" }],
  },
  "outer-bend": {
    correct: "A",
    explanation:
      "In de buitenbocht stroomt het water het hardst en slijt de bodem uit. In de binnenbocht zakt zand naar de bodem.",
    rules: [{ principle: "river-bend" }],
  },
  "speed-against-current": {
    correct: "A",
    explanation: "Je trekt de stroom tegen van je snelheid af: 10 - 3 = 7. Met de stroom mee zou het 13 zijn.",
    rules: [{ principle: "current-speed" }],
  },
  "sign-limited-height": {
    correct: "B",
    explanation:
      "De zwarte driehoek hangt aan de bovenkant: de hoogte is beperkt. Vaak staat er een maat in meters bij.",
    rules: [{ article: "BPR bijlage 7, C.2" }],
  },
  "sign-limited-depth": {
    correct: "C",
    explanation: "De driehoek staat op de bodem van het bord: de waterdiepte is beperkt.",
    rules: [{ article: "BPR bijlage 7, C.1" }],
  },
  "red-can-from-sea": {
    correct: "A",
    explanation:
      "In ons gebied (IALA A) liggen van zee naar binnen de rode, stompe tonnen aan bakboord en de groene, spitse aan stuurboord.",
    rules: [{ article: "IALA-A lateraal" }, { article: "BPR bijlage 8, 2" }],
  },
  "green-cone-downstream": {
    correct: "C",
    explanation:
      "Stroomafwaarts ligt de groene, spitse markering links en de rode, stompe rechts. Kom je van zee, dan is het andersom.",
    rules: [{ article: "BPR bijlage 8, 2" }],
  },
  "buoy-fork": {
    correct: "B",
    explanation:
      "Op de binnenwateren ligt bij een splitsing een bolton in rood en groen. Is het topteken ook rood en groen, dan zijn de vaarwaters even belangrijk.",
    rules: [{ article: "BPR bijlage 8, 2" }],
  },
  "cardinal-north": {
    correct: "A",
    explanation: "Twee kegels met de punt omhoog wijzen naar het noorden. Het zwart zit ook boven.",
    rules: [{ article: "BPR bijlage 8, 6" }, { article: "IALA-A kardinaal" }],
  },
  "cardinal-south": {
    correct: "A",
    explanation: "Dit is een zuidton: je vaart er aan de zuidkant langs. Het gevaar ligt dus aan de noordkant.",
    rules: [{ article: "BPR bijlage 8, 6" }, { article: "IALA-A kardinaal" }],
  },
  "isolated-danger": {
    correct: "B",
    explanation:
      "Zwart-rood-zwart met twee zwarte bollen is de markering van een afzonderlijk gevaar. Houd er ruim afstand van.",
    rules: [{ article: "BPR bijlage 8, 6" }, { article: "IALA-A gevaar" }],
  },
  "safe-water": {
    correct: "C",
    explanation:
      "Rood en wit in verticale banen betekent veilig vaarwater. Je ziet zo'n ton in het midden of aan het begin van een vaarwater.",
    rules: [{ article: "BPR bijlage 8, 6" }, { article: "IALA-A veilig" }],
  },
  "sign-limited-width": {
    correct: "A",
    explanation:
      "De driehoeken steken van links en rechts in het bord: de breedte van de doorvaart of het vaarwater is beperkt.",
    rules: [{ article: "BPR bijlage 7, C.3" }],
  },
  "isobars-close": {
    correct: "B",
    explanation: "Hoe dichter de isobaren bij elkaar liggen, hoe groter het drukverschil en hoe harder de wind.",
    rules: [{ principle: "isobars" }],
  },
  "wind-veering": {
    correct: "B",
    explanation: "Draait de wind met de klok mee, dan ruimt hij. Draait hij tegen de klok in, dan krimpt hij.",
    rules: [{ principle: "wind-shift" }],
  },
  "thunder-signs": {
    correct: "C",
    explanation:
      "Een buienwolk die hoog oprijst en bovenaan uitwaaiert als een aambeeld, brengt onweer en felle windstoten. Zoek op tijd de haven op.",
    rules: [{ principle: "thunderstorm" }],
  },
  "cardinal-east": {
    correct: "C",
    explanation: "Bij een oostton staan de kegels met de basis tegen elkaar. De ton is zwart, geel, zwart.",
    rules: [{ article: "BPR bijlage 8, 6" }, { article: "IALA-A kardinaal" }],
  },
  "cardinal-west-night": {
    correct: "C",
    explanation:
      "Denk aan een klok: drie flitsen is oost, zes met een lange erachter is zuid en negen is west. Noord flitst zonder pauze.",
    rules: [{ article: "IALA-A kardinaal" }, { article: "BPR bijlage 8, 6" }],
  },
  "bridge-height-sum": {
    correct: "A",
    explanation:
      "De brug is nu 5,20 - 0,40 = 4,80 meter boven het water. Er blijft 4,80 - 4,60 = 0,20 meter over. Reken daarbij op golven.",
    rules: [{ principle: "water-level" }],
  },
  "depth-under-keel": {
    correct: "A",
    explanation: "De diepte is nu 1,80 - 0,30 = 1,50 meter. Daarvan gaat je diepgang van 1,20 meter af.",
    rules: [{ principle: "water-level" }],
  },
  "travel-time-upstream": {
    correct: "C",
    explanation: "Tegen de stroom in kom je 10 - 3 = 7 km per uur vooruit. En 21 gedeeld door 7 is 3 uur.",
    rules: [{ principle: "current-speed" }],
  },
  "falling-barometer": {
    correct: "B",
    explanation:
      "Een snelle daling van de luchtdruk wijst op een naderende depressie. Kijk het weerbericht na en stel een lange tocht uit.",
    rules: [{ principle: "barometer" }],
  },
  "wind-around-low": {
    correct: "C",
    explanation:
      "Op het noordelijk halfrond waait de wind tegen de klok in rond een laag. Aan de zuidkant geeft dat westenwind.",
    rules: [{ principle: "wind-around-low" }],
  },
  "fog-forecast": {
    correct: "B",
    explanation:
      "In een heldere nacht koelt de aarde sterk af. Zonder wind koelt vochtige lucht daarboven mee en ontstaat er mist. De zon lost die meestal weer op.",
    rules: [{ principle: "fog" }],
  },
  "sea-breeze": {
    correct: "A",
    explanation:
      "Het land warmt sneller op dan het water. Boven land stijgt de lucht op en van het water stroomt koelere lucht toe.",
    rules: [{ principle: "sea-breeze" }],
  },
  "harbour-lights": {
    correct: "B",
    explanation: "Van buiten gezien staat bij een haven het rode licht aan bakboord en het groene aan stuurboord.",
    rules: [{ article: "BPR bijlage 8, 7" }],
  },
  "bridge-limits": {
    correct: "B",
    explanation:
      "Dit zijn de borden van A.10: buiten de begrenzing varen is verboden. De rode helften wijzen naar buiten, de witte naar het deel waar je door mag.",
    rules: [{ article: "BPR bijlage 7, A.10" }, { article: "BPR 6.24" }],
  },
  "wind-force-order": {
    correct: "4132",
    explanation: "Kracht 4 is matig, 5 vrij krachtig, 6 krachtig en 7 hard.",
    rules: [{ principle: "beaufort" }],
  },
  "fork-main-fairway": {
    correct: "A",
    explanation:
      "Boven rood en met een rode cilinder: voor het hoofdvaarwater is dit een rode ton. Van zee af houd je rood aan bakboord.",
    rules: [{ article: "BPR bijlage 8, 2" }],
  },
  "cardinal-west-place": {
    correct: "D",
    explanation:
      "Punten naar elkaar toe: een westton. Die ligt aan de westkant van het gevaar, en je vaart er aan de westkant langs.",
    rules: [{ article: "BPR bijlage 8, 6" }, { article: "IALA-A kardinaal" }],
  },
};
