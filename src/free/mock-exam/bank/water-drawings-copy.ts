import type { Drawing } from "../drawing/scene-rules.ts";

/** Marks (BPR annex 8, IALA region A), situations from above, and two pieces of a weather chart. */
export const WATER_DRAWINGS = {
  "mark-special": {
    alt: "Ton met een topteken",
    description: "Een gele ton met als topteken een liggend geel kruis.",
    scene: { view: "mark", mark: { body: "pillar", bands: ["yellow"], top: ["cross"] } },
  },
  "mark-red-can": {
    alt: "Rode ton",
    description: "Een rode, stompe ton.",
    scene: { view: "mark", mark: { body: "can", bands: ["red"] } },
  },
  "mark-green-cone": {
    alt: "Groene ton",
    description: "Een groene, spitse ton.",
    scene: { view: "mark", mark: { body: "cone", bands: ["green"] } },
  },
  "mark-fork": {
    alt: "Bolvormige ton",
    description:
      "Een bolvormige ton met vier horizontale banen: rood, groen, rood en groen. Bovenop zit een bol die boven rood en onder groen is.",
    scene: { view: "mark", mark: { body: "sphere", bands: ["red", "green", "red", "green"], top: ["red-green-ball"] } },
  },
  "mark-fork-main": {
    alt: "Bolvormige ton",
    description: "Een bolvormige ton, boven rood en onder groen. Als topteken een rode cilinder.",
    scene: { view: "mark", mark: { body: "sphere", bands: ["red", "green"], top: ["red-can"] } },
  },
  "cardinal-place": {
    alt: "Ondiepte van bovenaf",
    description:
      "Een ondiepte van bovenaf, met het noorden boven. Plaats A is boven de ondiepte, B rechts, C onder en D links.",
    scene: {
      view: "plan",
      parts: [
        { shoal: [160, 104, 62, 36] },
        { arrow: "north", x: 290, y: 166, heading: 0 },
        { place: "A", x: 160, y: 40 },
        { place: "B", x: 252, y: 104 },
        { place: "C", x: 160, y: 168 },
        { place: "D", x: 68, y: 104 },
      ],
    },
  },
  "mark-north": {
    alt: "Ton met twee kegels",
    description:
      "Een ton die boven zwart en onder geel is. Als topteken twee zwarte kegels, allebei met de punt omhoog.",
    scene: { view: "mark", mark: { body: "pillar", bands: ["black", "yellow"], top: ["cone-up", "cone-up"] } },
  },
  "mark-east": {
    alt: "Ton met twee kegels",
    description:
      "Een ton in zwart, geel en zwart. Als topteken twee zwarte kegels: de bovenste wijst omhoog, de onderste omlaag.",
    scene: {
      view: "mark",
      mark: { body: "pillar", bands: ["black", "yellow", "black"], top: ["cone-up", "cone-down"] },
    },
  },
  "mark-south": {
    alt: "Ton met twee kegels",
    description:
      "Een ton die boven geel en onder zwart is. Als topteken twee zwarte kegels, allebei met de punt omlaag.",
    scene: { view: "mark", mark: { body: "pillar", bands: ["yellow", "black"], top: ["cone-down", "cone-down"] } },
  },
  "mark-west-night": {
    alt: "Wit licht op een ton in het donker",
    description:
      "Een ton in het donker met bovenop een wit licht. Daaronder is het ritme getekend: negen korte flitsen en dan een pauze.",
    scene: { view: "mark", mark: { body: "pillar", bands: ["yellow", "black", "yellow"] }, flashes: 9 },
  },
  "mark-isolated-danger": {
    alt: "Ton met twee bollen",
    description: "Een ton in zwart, rood en zwart. Als topteken twee zwarte bollen boven elkaar.",
    scene: { view: "mark", mark: { body: "pillar", bands: ["black", "red", "black"], top: ["ball", "ball"] } },
  },
  "mark-safe-water": {
    alt: "Bolvormige ton",
    description: "Een bolvormige ton met verticale banen in rood en wit.",
    scene: { view: "mark", mark: { body: "sphere", bands: ["red", "white", "red", "white", "red"], upright: true } },
  },
  "crossing-two-motorboats": {
    alt: "Twee boten van bovenaf",
    description:
      "Open water van bovenaf. Boot A vaart omhoog. Boot B komt van rechts en vaart naar links, voor A langs.",
    scene: {
      view: "plan",
      parts: [
        { boat: "motor", x: 150, y: 160, heading: 0, label: "A" },
        { boat: "motor", x: 256, y: 68, heading: 270, label: "B" },
      ],
    },
  },
  "crossing-rower-sailor": {
    alt: "Twee boten van bovenaf",
    description:
      "Open water van bovenaf. Een roeiboot vaart omhoog. Een zeilboot komt van links en vaart naar rechts, voor de roeiboot langs. De wind komt van boven.",
    scene: {
      view: "plan",
      parts: [
        { arrow: "wind", x: 270, y: 40, heading: 180 },
        { boat: "rowing", x: 170, y: 160, heading: 0 },
        { boat: "sail", x: 66, y: 80, heading: 90, sail: "starboard" },
      ],
    },
  },
  "head-on-motorboats": {
    alt: "Twee boten van bovenaf",
    description: "Open water van bovenaf. Boot A vaart naar rechts en boot B naar links, op dezelfde lijn.",
    scene: {
      view: "plan",
      parts: [
        { boat: "motor", x: 60, y: 100, heading: 90, label: "A" },
        { boat: "motor", x: 260, y: 100, heading: 270, label: "B" },
      ],
    },
  },
  "ferry-crossing": {
    alt: "Boot en pont van bovenaf",
    description:
      "Een kanaal van bovenaf, met links en rechts land. Jouw boot vaart omhoog langs de rechteroever. Een gele pont vaart vanaf de linkeroever naar rechts, voor je langs.",
    scene: {
      view: "plan",
      parts: [
        { land: "left", depth: 60 },
        { land: "right", depth: 60 },
        { boat: "motor", x: 204, y: 160, heading: 0, label: "jij" },
        { boat: "ferry", x: 96, y: 66, heading: 90 },
      ],
    },
  },
  "starboard-side-first": {
    alt: "Twee boten van bovenaf",
    description:
      "Een kanaal van bovenaf, met links en rechts land. Boot A vaart omhoog, dicht langs de rechteroever. Zeilboot B komt van de linkeroever en vaart schuin naar rechtsonder, voor A langs. De wind komt van boven.",
    scene: {
      view: "plan",
      parts: [
        { land: "left", depth: 60 },
        { land: "right", depth: 60 },
        { arrow: "wind", x: 30, y: 40, heading: 180 },
        { boat: "motor", x: 216, y: 160, heading: 0, label: "A" },
        { boat: "sail", x: 150, y: 66, heading: 112, label: "B", sail: "starboard" },
      ],
    },
  },
  "sailing-different-tacks": {
    alt: "Twee zeilboten van bovenaf",
    description:
      "Open water van bovenaf. De wind komt van boven. Zeilboot A vaart schuin naar rechtsboven en heeft zijn zeil rechts. Zeilboot B vaart schuin naar linksboven en heeft zijn zeil links. Hun koersen kruisen.",
    scene: {
      view: "plan",
      parts: [
        { arrow: "wind", x: 160, y: 34, heading: 180 },
        { boat: "sail", x: 80, y: 146, heading: 48, label: "A", sail: "starboard" },
        { boat: "sail", x: 240, y: 146, heading: 312, label: "B", sail: "port" },
      ],
    },
  },
  "junction-sign": {
    alt: "Uitmonding van een zijwater van bovenaf",
    description:
      "Een vaarwater van bovenaf, van links naar rechts. Jij komt van onderen uit een smal zijwater, een andere boot komt van links. Bij de uitmonding staat een wit bord met een rode rand: een dikke zwarte balk dwars en daaronder een dunnere rechtop.",
    scene: {
      view: "plan",
      parts: [
        { land: "top", depth: 20 },
        { land: "block", x: 0, y: 116, width: 116, height: 84 },
        { land: "block", x: 204, y: 116, width: 116, height: 84 },
        { post: true, x: 214, y: 128 },
        { board: { kind: "command", glyph: "main-waterway" }, x: 264, y: 158 },
        { boat: "motor", x: 160, y: 162, heading: 0, label: "jij" },
        { boat: "motor", x: 64, y: 66, heading: 90 },
      ],
    },
  },
  "junction-buoyed": {
    alt: "Havenmond aan een betond vaarwater van bovenaf",
    description:
      "Een vaarwater van bovenaf met boven rode en onder groene tonnen. Jij vaart naar rechts, dicht langs de groene tonnen. Onder, verder naar rechts, vaart een lang schip een haven uit.",
    scene: {
      view: "plan",
      parts: [
        { land: "top", depth: 16 },
        { land: "block", x: 0, y: 142, width: 186, height: 58 },
        { land: "block", x: 266, y: 142, width: 54, height: 58 },
        { buoy: "red", x: 50, y: 36 },
        { buoy: "red", x: 160, y: 36 },
        { buoy: "red", x: 270, y: 36 },
        { buoy: "green", x: 30, y: 124 },
        { buoy: "green", x: 110, y: 124 },
        { buoy: "green", x: 180, y: 124 },
        { buoy: "green", x: 290, y: 124 },
        { boat: "motor", x: 76, y: 98, heading: 90, label: "jij" },
        { boat: "cargo", x: 226, y: 196, heading: 0 },
      ],
    },
  },
  "narrow-with-obstacle": {
    alt: "Twee boten bij een versmalling van bovenaf",
    description:
      "Een kanaal van bovenaf met boven en onder land. In het midden steekt een stuk land van onderaf het water in. Boot A vaart naar rechts, boot B naar links.",
    scene: {
      view: "plan",
      parts: [
        { land: "top", depth: 40 },
        { land: "bottom", depth: 40 },
        { land: "block", x: 150, y: 72, width: 36, height: 96 },
        { boat: "motor", x: 54, y: 120, heading: 90, label: "A" },
        { boat: "motor", x: 266, y: 58, heading: 270, label: "B" },
      ],
    },
  },
  "narrow-with-current": {
    alt: "Twee boten bij een versmalling van bovenaf",
    description:
      "Een rivier van bovenaf met in het midden een smal stuk. Zeilboot A gaat naar rechts, motorboot B naar links. De pijl van de stroom wijst naar links.",
    scene: {
      view: "plan",
      parts: [
        { land: "top", depth: 30 },
        { land: "bottom", depth: 30 },
        { land: "block", x: 140, y: 30, width: 44, height: 52 },
        { land: "block", x: 140, y: 118, width: 44, height: 52 },
        { arrow: "current", x: 76, y: 56, heading: 270 },
        { text: "stroom", x: 76, y: 22, size: 15 },
        { boat: "sail", x: 44, y: 104, heading: 90, label: "A", sail: "starboard" },
        { boat: "motor", x: 274, y: 100, heading: 270, label: "B" },
      ],
    },
  },
  "mouth-without-buoys": {
    alt: "Havenmond van bovenaf",
    description:
      "Een vaarwater van bovenaf, zonder tonnen en borden. Jij gaat naar rechts. Onder, verder naar rechts, komt een lange boot uit een haven.",
    scene: {
      view: "plan",
      parts: [
        { land: "top", depth: 16 },
        { land: "block", x: 0, y: 138, width: 186, height: 62 },
        { land: "block", x: 266, y: 138, width: 54, height: 62 },
        { boat: "motor", x: 60, y: 92, heading: 90, label: "jij" },
        { boat: "cargo", x: 226, y: 196, heading: 0 },
      ],
    },
  },
  "three-in-canal": {
    alt: "Drie schepen van bovenaf",
    description:
      "Een kanaal van bovenaf, met links en rechts land. Boot A vaart omhoog langs de rechteroever. Schip C vaart omlaag langs de linkeroever. Zeilboot B vaart schuin omhoog van links naar rechts, voor C en A langs. De wind komt van boven.",
    scene: {
      view: "plan",
      parts: [
        { land: "left", depth: 56 },
        { land: "right", depth: 56 },
        { arrow: "wind", x: 28, y: 40, heading: 180 },
        { boat: "cargo", x: 88, y: 44, heading: 180, scale: 0.8 },
        { text: "C", x: 118, y: 40 },
        { boat: "sail", x: 106, y: 158, heading: 58, label: "B", sail: "starboard" },
        { boat: "motor", x: 210, y: 170, heading: 0, label: "A" },
      ],
    },
  },
  "who-overtakes": {
    alt: "Vier boten van bovenaf",
    description:
      "Open water van bovenaf. Jij vaart omhoog. Een streep geeft aan wat dwars van je is. A komt van schuin voor je, B van een klein stukje achter die streep en C van schuin achter je. Allemaal varen ze naar jou toe.",
    scene: {
      view: "plan",
      parts: [
        { line: [60, 92, 252, 92] },
        { boat: "motor", x: 156, y: 92, heading: 0 },
        { text: "jij", x: 188, y: 114 },
        { boat: "motor", x: 70, y: 34, heading: 112, label: "A" },
        { boat: "motor", x: 262, y: 120, heading: 294, label: "B" },
        { boat: "motor", x: 96, y: 166, heading: 24, label: "C" },
      ],
    },
  },
  "anchoring-place": {
    alt: "Meer met vier plaatsen van bovenaf",
    description:
      "Een meer van bovenaf; de wind waait van links naar rechts. Plaats A ligt bij de linkeroever onder een hoogspanningslijn. B ligt bij de rechteroever. C ligt laag in de tekening bij de linkeroever. D ligt voor een havenmond in de linkeroever.",
    scene: {
      view: "plan",
      parts: [
        { land: "block", x: 0, y: 0, width: 54, height: 86 },
        { land: "block", x: 0, y: 114, width: 54, height: 86 },
        { land: "right", depth: 54 },
        { wire: 30 },
        { text: "hoogspanning", x: 190, y: 24, size: 13 },
        { text: "haven", x: 26, y: 105, size: 13 },
        { arrow: "wind", x: 172, y: 112, heading: 90 },
        { place: "A", x: 84, y: 34 },
        { place: "B", x: 238, y: 104 },
        { place: "C", x: 84, y: 168 },
        { place: "D", x: 84, y: 100 },
      ],
    },
  },
  "bridge-waiting-place": {
    alt: "Gesloten brug van bovenaf",
    description:
      "Een kanaal met bovenaan een gesloten brug. Jij komt van onderen. Op de rechteroever staat een wit bord met rode rand en een zwarte liggende balk. Plaats A is rechts, vóór het bord. B is onder de brug. C is midden voor de brug. D is rechts, voorbij het bord.",
    scene: {
      view: "plan",
      parts: [
        { land: "left", depth: 84 },
        { land: "right", depth: 84 },
        { deck: 20 },
        { post: true, x: 242, y: 118 },
        { board: { kind: "command", glyph: "bar-across" }, x: 284, y: 118 },
        { place: "A", x: 212, y: 152 },
        { place: "B", x: 136, y: 33 },
        { place: "C", x: 160, y: 84 },
        { place: "D", x: 212, y: 82 },
        { boat: "motor", x: 128, y: 166, heading: 0, label: "jij" },
      ],
    },
  },
  "turning-between-two": {
    alt: "Drie schepen van bovenaf",
    description:
      "Een kanaal van bovenaf, met links en rechts land. Jij ligt in het midden en draait naar links. Lang schip A komt van boven naar je toe, kleine boot B komt van onderen achter je aan.",
    scene: {
      view: "plan",
      parts: [
        { land: "left", depth: 70 },
        { land: "right", depth: 70 },
        { boat: "cargo", x: 104, y: 26, heading: 180, scale: 0.8 },
        { text: "A", x: 136, y: 32 },
        { boat: "motor", x: 184, y: 86, heading: 0, label: "jij", still: true },
        { arrow: "move", x: 146, y: 86, heading: 270 },
        { boat: "motor", x: 208, y: 174, heading: 0, label: "B" },
      ],
    },
  },
  "lee-shore": {
    alt: "Water tussen twee oevers van bovenaf",
    description: "Water van bovenaf tussen twee oevers: links A en rechts B. De windpijl wijst van links naar rechts.",
    scene: {
      view: "plan",
      parts: [
        { land: "left", depth: 70 },
        { land: "right", depth: 70 },
        { arrow: "wind", x: 160, y: 60, heading: 90 },
        { boat: "motor", x: 160, y: 136, heading: 0, still: true },
        { text: "A", x: 35, y: 106 },
        { text: "B", x: 285, y: 106 },
      ],
    },
  },
  "mooring-lines": {
    alt: "Afgemeerde boot van bovenaf",
    description:
      "Een boot van bovenaf langs een kade, met de boeg naar rechts. Lijn 1 gaat vanaf de boeg schuin naar rechts. Lijn 2 gaat vanaf de boeg schuin naar links. Lijn 3 gaat vanaf het hek schuin naar rechts. Lijn 4 gaat vanaf het hek schuin naar links.",
    scene: {
      view: "plan",
      parts: [
        { land: "bottom", depth: 56 },
        { boat: "cruiser", x: 156, y: 96, heading: 90, still: true },
        { rope: [224, 104, 276, 154] },
        { rope: [212, 108, 160, 154] },
        { rope: [106, 114, 144, 154] },
        { rope: [92, 112, 40, 154] },
        { text: "1", x: 278, y: 182 },
        { text: "2", x: 166, y: 182 },
        { text: "3", x: 140, y: 182 },
        { text: "4", x: 38, y: 182 },
      ],
    },
  },
  "propeller-walk": {
    alt: "Boot van bovenaf",
    description:
      "Een boot van bovenaf met de boeg omhoog. Achter de boot wijst een pijl omlaag: de schroef draait achteruit.",
    scene: {
      view: "plan",
      parts: [
        { boat: "motor", x: 160, y: 84, heading: 0, scale: 2.2, still: true },
        { arrow: "move", x: 160, y: 162, heading: 180 },
      ],
    },
  },
  "blind-zone": {
    alt: "Vrachtschip en kleine boot van bovenaf",
    description:
      "Water van bovenaf. Links vaart een vrachtschip naar rechts. Voor zijn boeg is een gebied donker getekend, tot buiten de tekening. Jouw bootje vaart in dat gebied.",
    scene: {
      view: "plan",
      parts: [
        { shade: [14, 100, 320, 44, 320, 156] },
        { boat: "cargo", x: 42, y: 100, heading: 90, still: true, scale: 0.6 },
        { boat: "motor", x: 232, y: 100, heading: 90, still: true, scale: 0.5 },
        { text: "jij", x: 266, y: 106 },
      ],
    },
  },
  "turning-short": {
    alt: "Boot in een smal water van bovenaf",
    description: "Een smal water van bovenaf met links en rechts land. De boot ligt in het midden met de boeg omhoog.",
    scene: {
      view: "plan",
      parts: [
        { land: "left", depth: 84 },
        { land: "right", depth: 84 },
        { boat: "motor", x: 160, y: 110, heading: 0, scale: 1.6, still: true },
        { arrow: "move", x: 124, y: 44, heading: 315 },
        { arrow: "move", x: 196, y: 44, heading: 45 },
      ],
    },
  },
  "leaving-on-spring": {
    alt: "Boot aan een kade van bovenaf",
    description:
      "Een boot van bovenaf langs een kade, met de boeg naar rechts. Er is één lijn: vanaf de boeg schuin naar achteren naar de kade. De windpijl wijst naar de kade.",
    scene: {
      view: "plan",
      parts: [
        { land: "bottom", depth: 56 },
        { arrow: "wind", x: 160, y: 34, heading: 180 },
        { boat: "motor", x: 160, y: 106, heading: 90, scale: 2.2, still: true },
        { rope: [200, 118, 158, 154] },
      ],
    },
  },
  "overboard-rudder": {
    alt: "Boot en drenkeling van bovenaf",
    description: "Een boot van bovenaf die omhoog vaart. Links naast de boot ligt iemand in het water.",
    scene: {
      view: "plan",
      parts: [
        { boat: "motor", x: 166, y: 110, heading: 0, scale: 1.6 },
        { person: true, x: 128, y: 112 },
      ],
    },
  },
  "weather-isobars": {
    alt: "Stuk van een weerkaart",
    description:
      "Een stuk weerkaart met lijnen. Rond punt P staan de lijnen dicht op elkaar, rond punt Q ver uit elkaar.",
    scene: { view: "weather", chart: "isobars" },
  },
  "weather-low": {
    alt: "Stuk van een weerkaart",
    description:
      "Een stuk weerkaart met drie ringen om een letter L. Recht onder het midden, tussen de twee buitenste ringen, staat een stip met NL.",
    scene: { view: "weather", chart: "low" },
  },
} as const satisfies Record<string, Drawing>;
