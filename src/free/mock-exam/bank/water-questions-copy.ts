import type { QuestionId } from "./catalogue-copy.ts";
import type { ExamDrawingId } from "./drawings-copy.ts";
import type { ExamQuestion } from "./question-rules.ts";

/** Waterways, marks and weather. */
export const WATER_QUESTIONS: Readonly<Record<QuestionId<"water">, ExamQuestion<ExamDrawingId>>> = {
  "special-mark": {
    text: "Wat geeft deze ton aan?",
    choices: [
      "De rand van het hoofdvaarwater voor grote schepen.",
      "Een bijzonder gebied, zoals een ski- of ankergebied.",
      "Een wrak waar je aan twee kanten langs kunt varen.",
    ],
    drawing: "mark-special",
  },
  "wind-name": {
    text: "Het weerbericht noemt een zuidwestenwind. Waar waait de wind naartoe?",
    choices: ["Naar het zuidwesten.", "Naar het zuidoosten.", "Naar het noordoosten."],
  },
  "beaufort-five": {
    text: "Hoe heet wind van kracht 5 op de schaal van Beaufort?",
    choices: ["Matige wind.", "Vrij krachtige wind.", "Stormachtige wind."],
  },
  "outer-bend": {
    text: "Waar is een rivier in een bocht meestal het diepst?",
    choices: ["In de buitenbocht.", "In de binnenbocht.", "Precies in het midden."],
  },
  "speed-against-current": {
    text: "Je vaart 10 km per uur door het water. De stroom is 3 km per uur tegen. Hoe hard ga je ten opzichte van de oever?",
    choices: ["7 km per uur.", "10 km per uur.", "13 km per uur."],
  },
  "sign-limited-height": {
    text: "Waarvoor waarschuwt dit bord?",
    choices: ["De waterdiepte is beperkt.", "De doorvaarthoogte is beperkt.", "De doorvaartbreedte is beperkt."],
    drawing: "sign-c2",
  },
  "sign-limited-depth": {
    text: "Wat doe je als je dit bord ziet?",
    choices: [
      "Je kijkt of je mast onder de brug door past.",
      "Je kijkt of je boot smal genoeg is.",
      "Je vergelijkt je diepgang met de diepte.",
    ],
    drawing: "sign-c1",
  },
  "red-can-from-sea": {
    text: "Je vaart vanaf zee een betonde geul in. Aan welke kant houd je deze ton?",
    choices: ["Aan bakboord.", "Aan stuurboord.", "Dat mag je kiezen."],
    drawing: "mark-red-can",
  },
  "green-cone-downstream": {
    text: "Je vaart op een rivier met de stroom mee naar zee. Aan welke kant houd je deze ton?",
    choices: ["Aan stuurboord.", "Aan de kant van de diepste oever.", "Aan bakboord."],
    drawing: "mark-green-cone",
  },
  "buoy-fork": {
    text: "Wat vertelt deze ton je?",
    choices: [
      "Hier begint een gebied voor snelle motorboten.",
      "Hier splitst het vaarwater zich of komt het samen.",
      "Hier ligt een klein gevaar met diep water eromheen.",
    ],
    drawing: "mark-fork",
  },
  "cardinal-north": {
    text: "Aan welke kant van deze ton is het veilig?",
    choices: ["Aan de noordkant.", "Aan de zuidkant.", "Aan de oostkant.", "Aan de westkant."],
    drawing: "mark-north",
  },
  "cardinal-south": {
    text: "Je komt deze ton tegen op een meer. Waar ligt het gevaar?",
    choices: ["Ten noorden van de ton.", "Ten zuiden van de ton.", "Ten oosten van de ton.", "Ten westen van de ton."],
    drawing: "mark-south",
  },
  "isolated-danger": {
    text: "Wat weet je van de plek waar deze ton ligt?",
    choices: [
      "Er is rondom de ton overal diep water, zonder gevaar.",
      "Er ligt een gevaar, en eromheen is vaarbaar water.",
      "Er mag niemand varen, het gebied is afgesloten.",
    ],
    drawing: "mark-isolated-danger",
  },
  "safe-water": {
    text: "Wat betekent deze ton?",
    choices: [
      "Vaarwater dat is afgesloten voor motorschepen.",
      "Een splitsing van twee vaarwaters.",
      "Veilig vaarwater rondom de ton.",
    ],
    drawing: "mark-safe-water",
  },
  "sign-limited-width": {
    text: "Wat is hier beperkt?",
    choices: ["De breedte van de doorvaart.", "De hoogte van de doorvaart.", "De snelheid in de bocht verderop."],
    drawing: "sign-c3",
  },
  "isobars-close": {
    text: "Op deze weerkaart staan de punten P en Q. Waar verwacht je de meeste wind?",
    choices: [
      "Bij Q, want daar is de luchtdruk hoger.",
      "Bij P, want daar is het drukverschil groter.",
      "Bij P en Q evenveel, want het is hetzelfde weersysteem.",
    ],
    drawing: "weather-isobars",
  },
  "wind-veering": {
    text: "De wind draait van zuid naar west. Hoe noem je dat?",
    choices: ["Krimpen.", "Ruimen.", "Aanwakkeren."],
  },
  "thunder-signs": {
    text: "Welke wolk waarschuwt je het duidelijkst voor onweer met windstoten?",
    choices: [
      "Een egale grijze laag zonder randen.",
      "Dunne witte veren, heel hoog in de lucht.",
      "Een hoge stapelwolk met een platte top.",
    ],
  },
  "cardinal-east": {
    text: "Wat laat de top van deze ton zien, en waar vaar je langs?",
    choices: [
      "Punten naar elkaar toe: ten westen van de ton.",
      "Punten van elkaar af: ten westen van de ton.",
      "Punten van elkaar af: ten oosten van de ton.",
      "Punten naar elkaar toe: ten oosten van de ton.",
    ],
    drawing: "mark-east",
  },
  "cardinal-west-night": {
    text: "Je telt 's nachts bij deze ton negen flitsen, en dan een pauze. Aan welke kant vaar je erlangs?",
    choices: ["Aan de oostkant.", "Aan de zuidkant.", "Aan de westkant."],
    drawing: "mark-west-night",
  },
  "bridge-height-sum": {
    text: "Een vaste brug is 5,20 meter hoog boven NAP. Het water staat 40 cm boven NAP. Je boot is 4,60 meter hoog boven het water. Hoeveel ruimte blijft er over?",
    choices: ["20 cm.", "60 cm.", "100 cm."],
  },
  "depth-under-keel": {
    text: "Op de kaart staat bij het gewone peil een diepte van 1,80 meter. Het water staat nu 30 cm lager. Je boot steekt 1,20 meter diep. Hoeveel water heb je onder de kiel?",
    choices: ["30 cm.", "60 cm.", "90 cm."],
  },
  "travel-time-upstream": {
    text: "Je wilt 21 kilometer stroomopwaarts varen. Je boot loopt 10 km per uur door het water en de stroom is 3 km per uur. Hoelang doe je erover?",
    choices: ["Ruim anderhalf uur.", "Ruim twee uur.", "Drie uur."],
  },
  "falling-barometer": {
    text: "De barometer daalt in een paar uur snel, terwijl het nog droog is met weinig wind. Wat verwacht je?",
    choices: ["Dagen met rustig weer.", "Meer wind en slechter weer.", "Mist die lang blijft hangen."],
  },
  "wind-around-low": {
    text: "Rond dit lagedrukgebied ligt Nederland aan de zuidkant. Uit welke hoek waait het hier ongeveer?",
    choices: ["Uit het oosten.", "Uit het noorden.", "Uit het westen."],
    drawing: "weather-low",
  },
  "fog-forecast": {
    text: "Het is herfst, en de nacht is helder en bijna windstil. Wat kun je vroeg in de ochtend op het water verwachten?",
    choices: [
      "Een harde wind uit het zuidwesten.",
      "Mist die later op de dag oplost.",
      "Buien met onweer en windstoten.",
    ],
  },
  "sea-breeze": {
    text: "Op een zonnige zomermiddag met weinig wind vaar je dicht langs de kust van een groot water. Welke wind kun je daar krijgen?",
    choices: [
      "Wind van het water naar het land.",
      "Wind van het land naar het water.",
      "Wind uit het noorden, evenwijdig aan de kust.",
    ],
  },
  "harbour-lights": {
    text: "Je vaart 's nachts van buiten een haven binnen. Welk plaatje klopt met de lichten op de havenhoofden?",
    pictures: ["harbour-green-red", "harbour-red-green", "harbour-red-red", "harbour-green-green"],
  },
  "bridge-limits": {
    text: "In deze brugopening hangen twee borden. Waar mag je erdoor varen?",
    places: ["Links van de borden.", "Tussen de borden.", "Rechts van de borden."],
    drawing: "bridge-limits",
  },
  "wind-force-order": {
    text: "In welke volgorde nemen deze winden toe, van zwak naar sterk?",
    items: ["Harde wind.", "Matige wind.", "Krachtige wind.", "Vrij krachtige wind."],
  },
  "fork-main-fairway": {
    text: "Je komt van zee en wilt het hoofdvaarwater blijven volgen. Aan welke kant houd je deze ton?",
    choices: ["Aan bakboord.", "Aan stuurboord.", "Dat maakt bij een splitsing niet uit."],
    drawing: "mark-fork-main",
  },
  "cardinal-west-place": {
    text: "Een ton heeft als topteken twee kegels met de punten naar elkaar toe. Waar ligt hij bij deze ondiepte?",
    places: ["Boven de ondiepte.", "Rechts van de ondiepte.", "Onder de ondiepte.", "Links van de ondiepte."],
    drawing: "cardinal-place",
  },
};
