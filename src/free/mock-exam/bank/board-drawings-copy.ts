import type { Drawing } from "../drawing/scene-rules.ts";

/** Boards, bridges, locks and sound signals (BPR annexes 6 and 7). */
export const BOARD_DRAWINGS = {
  "sign-a1": {
    alt: "Liggend bord met drie banen",
    description: "Een liggend, rechthoekig bord met drie horizontale banen: rood, wit en rood.",
    scene: { view: "board", board: { kind: "entry", allowed: false } },
  },
  "sign-e1": {
    alt: "Liggend bord met drie banen",
    description: "Een liggend, rechthoekig bord met drie verticale banen: groen, wit en groen.",
    scene: { view: "board", board: { kind: "entry", allowed: true } },
  },
  "sign-a2": {
    alt: "Staand bord met twee pijlen",
    description:
      "Een staand, rechthoekig wit bord met een rode rand en een rode schuine streep. Er staan twee zwarte pijlen op die allebei omhoog wijzen: de linker lager, de rechter hoger.",
    scene: { view: "board", board: { kind: "prohibition", glyph: "arrows-same" } },
  },
  "sign-a4": {
    alt: "Staand bord met twee pijlen",
    description:
      "Een staand, rechthoekig wit bord met een rode rand en een rode schuine streep. Van de twee zwarte pijlen wijst de linker omlaag en de rechter omhoog.",
    scene: { view: "board", board: { kind: "prohibition", glyph: "arrows-opposed" } },
  },
  "sign-a5": {
    alt: "Vierkant bord met een letter",
    description: "Een vierkant wit bord met een rode rand en een rode schuine streep door een zwarte letter P.",
    scene: { view: "board", board: { kind: "prohibition", glyph: "letter-p" } },
  },
  "sign-a6": {
    alt: "Vierkant bord met een rode streep",
    description:
      "Een vierkant wit bord met een rode rand en een rode schuine streep door een zwarte figuur: een stok met boven twee gebogen armen, en onder een dwarsstuk en een ring.",
    scene: { view: "board", board: { kind: "prohibition", glyph: "anchor" } },
  },
  "sign-a8": {
    alt: "Vierkant bord met ronde pijlen",
    description:
      "Een vierkant wit bord met een rode rand en een rode schuine streep door twee zwarte ronde pijlen. De grote maakt bijna een hele cirkel, met de klok mee. De kleine ligt daarbinnen en gaat de andere kant op.",
    scene: { view: "board", board: { kind: "prohibition", glyph: "turn-round" } },
  },
  "sign-a12": {
    alt: "Vierkant bord met een rode streep",
    description:
      "Een vierkant wit bord met een rode rand en een rode schuine streep door een zwarte figuur met drie bladen rond een as.",
    scene: { view: "board", board: { kind: "prohibition", glyph: "propeller" } },
  },
  "sign-a9": {
    alt: "Vierkant bord met twee lijnen",
    description:
      "Een vierkant wit bord met een rode rand en een rode schuine streep. Er staan twee zwarte slingerlijnen boven elkaar.",
    scene: { view: "board", board: { kind: "prohibition", glyph: "waves" } },
  },
  "sign-a13": {
    alt: "Vierkant bord met een woord",
    description:
      "Een vierkant wit bord met een rode rand en een rode schuine streep. Er staat in zwart het woord sport.",
    scene: { view: "board", board: { kind: "prohibition", glyph: { words: ["sport"] } } },
  },
  "sign-b11": {
    alt: "Vierkant bord met letters en een getal",
    description: "Een vierkant wit bord met een rode rand. Er staan zwarte letters op: VHF. Daaronder staat 11.",
    scene: { view: "board", board: { kind: "command", glyph: { words: ["VHF", "11"] } } },
  },
  "sign-b5": {
    alt: "Vierkant bord met een balk",
    description: "Een vierkant wit bord met een rode rand en in het midden een zwarte horizontale balk.",
    scene: { view: "board", board: { kind: "command", glyph: "bar-across" } },
  },
  "sign-b6": {
    alt: "Vierkant bord met een getal",
    description: "Een vierkant wit bord met een rode rand. In het midden staat een zwarte 6.",
    scene: { view: "board", board: { kind: "command", glyph: { number: 6 } } },
  },
  "sign-b7": {
    alt: "Vierkant bord met een stip",
    description: "Een vierkant wit bord met een rode rand en in het midden een grote zwarte stip.",
    scene: { view: "board", board: { kind: "command", glyph: "dot" } },
  },
  "sign-b8": {
    alt: "Vierkant bord met een balk",
    description: "Een vierkant wit bord met een rode rand en in het midden een zwarte verticale balk.",
    scene: { view: "board", board: { kind: "command", glyph: "bar-upright" } },
  },
  "sign-c1": {
    alt: "Vierkant bord met een driehoek",
    description:
      "Een vierkant wit bord met een rode rand. Op de onderrand staat een zwarte driehoek met de punt omhoog.",
    scene: { view: "board", board: { kind: "command", glyph: "depth" } },
  },
  "sign-c2": {
    alt: "Vierkant bord met een driehoek",
    description:
      "Een vierkant wit bord met een rode rand. Aan de bovenrand hangt een zwarte driehoek met de punt omlaag.",
    scene: { view: "board", board: { kind: "command", glyph: "height" } },
  },
  "sign-c3": {
    alt: "Vierkant bord met twee driehoeken",
    description:
      "Een vierkant wit bord met een rode rand. Van links en van rechts steekt een zwarte driehoek met de punt naar het midden.",
    scene: { view: "board", board: { kind: "command", glyph: "width" } },
  },
  "sign-e5": {
    alt: "Blauw bord met een letter",
    description: "Een vierkant blauw bord met een dunne witte lijn langs de rand en een witte letter P.",
    scene: { view: "board", board: { kind: "information", glyph: "letter-p" } },
  },
  "sign-e9a": {
    alt: "Blauw bord met twee banen",
    description: "Een vierkant blauw bord. Een brede witte baan van onder naar boven, gekruist door een smalle.",
    scene: { view: "board", board: { kind: "information", glyph: "main-crossed" } },
  },
  "sign-e9b": {
    alt: "Blauw bord met twee banen",
    description: "Een vierkant blauw bord. Een brede witte baan van onder naar boven, met een smalle naar rechts.",
    scene: { view: "board", board: { kind: "information", glyph: "main-side-right" } },
  },
  "sign-e9c": {
    alt: "Blauw bord met twee banen",
    description: "Een vierkant blauw bord. Een brede witte baan van onder naar boven, met een smalle naar links.",
    scene: { view: "board", board: { kind: "information", glyph: "main-side-left" } },
  },
  "sign-e10b": {
    alt: "Blauw bord met twee banen",
    description: "Een vierkant blauw bord. Een smalle witte baan van onder, die eindigt tegen een brede, dwarse baan.",
    scene: { view: "board", board: { kind: "information", glyph: "side-into-main" } },
  },
  "bridge-limits": {
    alt: "Brugopening met twee borden",
    description:
      "Een vaste brug met één opening. Daarin hangen twee ruiten op enige afstand van elkaar. De linker is links rood en rechts wit, de rechter links wit en rechts rood. A is links van de ruiten, B ertussen, C rechts.",
    scene: { view: "bridge-limits" },
  },
  "harbour-green-red": {
    alt: "Havenmond in het donker",
    description: "Een havenmond in het donker. Op het linkerhoofd een groen licht, op het rechterhoofd een rood.",
    scene: { view: "harbour", left: "green", right: "red" },
  },
  "harbour-red-green": {
    alt: "Havenmond in het donker",
    description: "Een havenmond in het donker. Op het linkerhoofd een rood licht, op het rechterhoofd een groen.",
    scene: { view: "harbour", left: "red", right: "green" },
  },
  "harbour-red-red": {
    alt: "Havenmond in het donker",
    description: "Een havenmond in het donker. Op beide hoofden een rood licht.",
    scene: { view: "harbour", left: "red", right: "red" },
  },
  "harbour-green-green": {
    alt: "Havenmond in het donker",
    description: "Een havenmond in het donker. Op beide hoofden een groen licht.",
    scene: { view: "harbour", left: "green", right: "green" },
  },
  "bridge-one-diamond": {
    alt: "Brugopening met een teken erboven",
    description: "Een vaste brug met één opening. Boven het midden van de opening hangt één gele ruit.",
    scene: { view: "bridge", kind: "fixed", recommended: 1 },
  },
  "bridge-two-diamonds": {
    alt: "Brugopening met een teken erboven",
    description:
      "Een vaste brug met één opening. Boven het midden van de opening hangen twee gele ruiten naast elkaar.",
    scene: { view: "bridge", kind: "fixed", recommended: 2 },
  },
  "bridge-two-red": {
    alt: "Brug met lichten",
    description:
      "Een beweegbare brug die dicht is. Aan beide kanten van de opening branden twee rode lichten boven elkaar.",
    scene: { view: "bridge", kind: "closed", lamps: ["red", "red"] },
  },
  "bridge-red-green": {
    alt: "Brug met lichten",
    description:
      "Een beweegbare brug die dicht is. Aan beide kanten van de opening brandt een rood licht met een groen licht eronder.",
    scene: { view: "bridge", kind: "closed", lamps: ["red", "green"] },
  },
  "bridge-two-green": {
    alt: "Brug met lichten",
    description:
      "Een beweegbare brug met beide kleppen omhoog. Aan weerskanten van de opening branden twee groene lichten boven elkaar.",
    scene: { view: "bridge", kind: "open", lamps: ["green", "green"] },
  },
  "bridge-red-yellow": {
    alt: "Brug met lichten",
    description:
      "Een beweegbare brug die dicht is. Aan beide kanten van de opening brandt één rood licht. Boven het midden van de opening brandt één geel licht.",
    scene: { view: "bridge", kind: "closed", lamps: ["red"], recommended: 1 },
  },
  "lock-one-red": {
    alt: "Sluis met lichten",
    description: "Een sluis met gesloten deuren. Aan beide kanten van de deuren brandt één rood licht.",
    scene: { view: "lock", lamps: ["red"] },
  },
  "sound-long": {
    alt: "Geluidssein als balk",
    description: "Een geluidssein als balk getekend, boven een schaal in seconden: één stoot van vier seconden.",
    scene: { view: "sound", blasts: ["long"] },
  },
  "sound-series": {
    alt: "Geluidssein als balkjes",
    description:
      "Een geluidssein als balkjes getekend, boven een schaal in seconden: acht zeer korte stoten in vier seconden.",
    scene: { view: "sound", blasts: Array<"very-short">(8).fill("very-short") },
  },
  "sound-long-short-long": {
    alt: "Geluidssein als balken",
    description:
      "Een geluidssein als balken getekend, boven een schaal in seconden: één stoot van vier seconden, één van een seconde en weer één van vier.",
    scene: { view: "sound", blasts: ["long", "short", "long"] },
  },
  "sound-fog-ferry": {
    alt: "Geluidssein als balken",
    description:
      "Een geluidssein als balken getekend, boven een schaal in seconden: één stoot van vier seconden en daarna vier van een seconde. Drie stippen erachter: het gaat maar door.",
    scene: { view: "sound", blasts: ["long", "short", "short", "short", "short"], repeated: true },
  },
  "sound-stay-away": {
    alt: "Geluidssein als balken",
    description:
      "Een geluidssein als balken getekend, boven een schaal in seconden: stoten van één, vier, één en vier seconden. Drie stippen erachter: het gaat maar door.",
    scene: { view: "sound", blasts: ["short", "long", "short", "long"], repeated: true },
  },
} as const satisfies Record<string, Drawing>;
