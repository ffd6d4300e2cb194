import type { Drawing } from "../drawing/scene-rules.ts";

/** Lights by night and shapes by day (BPR chapter 3). */
export const SHIP_DRAWINGS = {
  "night-motor-ahead": {
    alt: "Drie lichten in het donker",
    description:
      "Donker water. In het midden een wit licht. Eronder staan twee lichten naast elkaar: links groen en rechts rood.",
    scene: { view: "night", ship: "large-motor", bearing: 0 },
  },
  /** Its row of ships shows no hulls. */
  "night-motor-ahead-bare": {
    alt: "Drie lichten in het donker",
    description:
      "Donker water. In het midden een wit licht. Eronder staan twee lichten naast elkaar: links groen en rechts rood.",
    scene: { view: "night", ship: "large-motor", bearing: 0, bare: true },
  },
  "night-motor-port": {
    alt: "Twee lichten in het donker",
    description: "Donker water. Je ziet een hoog wit licht en verder naar rechts, lager, een rood licht.",
    scene: { view: "night", ship: "large-motor", bearing: 270 },
  },
  "night-ferry": {
    alt: "Twee lichten in het donker",
    description:
      "Donker water. Twee lichten recht boven elkaar: boven groen en onder wit. Andere lichten zijn er niet.",
    scene: { view: "night", ship: "cable-ferry", bearing: 60 },
  },
  "night-large-at-anchor": {
    alt: "Twee lichten in het donker",
    description:
      "Donker water. Twee witte lichten ver uit elkaar: het rechter hoog, het linker lager. Er is geen rood of groen licht.",
    scene: { view: "night", ship: "large-at-anchor", bearing: 90 },
  },
  "night-green-only": {
    alt: "Eén licht in het donker",
    description: "Donker water. Je ziet alleen één groen licht, laag boven het water.",
    scene: { view: "night", ship: "small-sail", bearing: 70 },
  },
  "night-sail-ahead": {
    alt: "Twee lichten in het donker",
    description: "Donker water. Twee lichten vlak naast elkaar: links groen en rechts rood. Er is geen wit licht.",
    scene: { view: "night", ship: "small-sail", bearing: 0 },
  },
  "night-large-sail-ahead": {
    alt: "Vier lichten in het donker",
    description:
      "Donker water. Hoog twee lichten boven elkaar: rood en daaronder groen. Laag twee lichten naast elkaar: links groen en rechts rood.",
    scene: { view: "night", ship: "large-sail", bearing: 0, bare: true },
  },
  "night-large-sail": {
    alt: "Drie lichten in het donker",
    description:
      "Donker water. Hoog twee lichten boven elkaar: rood en daaronder groen. Laag en meer naar links een rood licht.",
    scene: { view: "night", ship: "large-sail", bearing: 285 },
  },
  "night-one-white": {
    alt: "Eén licht in het donker",
    description: "Donker water met één wit licht. Verder is er niets te zien.",
    scene: { view: "night", ship: "one-white", bearing: 0 },
  },
  "night-tug-port": {
    alt: "Drie lichten in het donker",
    description:
      "Donker water. Je ziet twee witte lichten recht boven elkaar en iets naar rechts, lager, een rood licht.",
    scene: { view: "night", ship: "tug", bearing: 270 },
  },
  "night-pushed-convoy": {
    alt: "Vijf lichten in het donker",
    description:
      "Donker water. In het midden drie witte lichten in een driehoek met de punt omhoog. Lager en wijd uit elkaar: links een groen en rechts een rood licht.",
    scene: { view: "night", ship: "pushed-convoy", bearing: 0 },
  },
  "night-red-white": {
    alt: "Twee lichten in het donker",
    description: "Een donker schip aan een oever met twee lichten recht boven elkaar: boven rood en onder wit.",
    scene: { view: "night", ship: "wash-protected", bearing: 90 },
  },
  "night-working-vessel": {
    alt: "Drie lichten in het donker",
    description:
      "Een donker vaartuig in het vaarwater. Aan de linkerkant twee groene lichten boven elkaar, aan de rechterkant één rood licht.",
    scene: { view: "night", ship: "working", bearing: 0 },
  },
  "day-anchor-ball": {
    alt: "Jacht met een dagteken",
    description: "Een jacht met de zeilen omlaag. Vóór de mast hangt één zwarte bol.",
    scene: { view: "day", ship: "bare-yacht", shapes: [{ shape: "ball", colour: "black" }] },
  },
  "day-cone": {
    alt: "Jacht met een dagteken",
    description: "Een jacht met het grootzeil op. Vóór de mast hangt een zwarte kegel met de punt naar beneden.",
    scene: { view: "day", ship: "sailing-yacht", shapes: [{ shape: "cone-down", colour: "black" }] },
  },
  "day-two-balls": {
    alt: "Motorboot met dagtekens",
    description: "Een motorboot met aan de mast twee zwarte bollen recht boven elkaar.",
    scene: {
      view: "day",
      ship: "motor-yacht",
      shapes: [
        { shape: "ball", colour: "black" },
        { shape: "ball", colour: "black" },
      ],
    },
  },
  "day-diver-flag": {
    alt: "Motorboot met een vlag",
    description:
      "Een motorboot. Aan de mast hangt een vlag: de helft bij de mast wit, de andere helft blauw met een inkeping.",
    scene: { view: "day", ship: "motor-yacht", flag: "diver" },
  },
  "day-flag-ball": {
    alt: "Motorboot met een vlag en een dagteken",
    description: "Een motorboot. Aan de mast hangt een vierkante vlag en daaronder een zwarte bol.",
    scene: { view: "day", ship: "motor-yacht", flag: "plain", shapes: [{ shape: "ball", colour: "black" }] },
  },
  "day-two-blue-cones": {
    alt: "Vrachtschip met dagtekens",
    description:
      "Een vrachtschip dat met lijnen aan een kade ligt. Voorop hangen twee blauwe kegels boven elkaar, met de punt naar beneden.",
    scene: {
      view: "day",
      ship: "barge",
      shapes: [
        { shape: "cone-down", colour: "blue" },
        { shape: "cone-down", colour: "blue" },
      ],
      moored: true,
    },
  },
  "day-yellow-diamond": {
    alt: "Schip met een dagteken",
    description: "Een schip met een rij ramen. Aan de mast op het voorschip hangt een gele ruit.",
    scene: { view: "day", ship: "passenger-boat", shapes: [{ shape: "diamond", colour: "yellow" }] },
  },
  "blue-board": {
    alt: "Vrachtschip recht van voren",
    description:
      "Een vrachtschip van voren gezien. Voor jou links naast de stuurhut, dus aan zijn stuurboordzijde, zit een lichtblauw bord met een witte rand en een wit flikkerend licht.",
    scene: { view: "blue-board" },
  },
} as const satisfies Record<string, Drawing>;
