/**
 * A drawing of the mock exam, as data. The parts (ships, lights, boards, marks) are drawn once, in
 * the files beside it; a scene only names parts and their places. Scenes are 320 wide and 200 high.
 */

type ShapeColour = "black" | "yellow" | "red" | "green" | "blue";

/** Names of light arrangements; the arcs and places of the lights are in `night-ships-drawing.ts`. */
export type NightShip =
  | "large-motor"
  | "small-sail"
  | "large-sail"
  | "cable-ferry"
  | "large-at-anchor"
  | "one-white"
  | "tug"
  | "pushed-convoy"
  | "wash-protected"
  | "working";

export type DayShip = "sailing-yacht" | "bare-yacht" | "motor-yacht" | "barge" | "passenger-boat";

type DayShape = { shape: "ball" | "cone-down" | "diamond"; colour: ShapeColour };

export type BoardGlyph =
  | "letter-p"
  | "turn-round"
  | "anchor"
  | "propeller"
  | "arrows-same"
  | "arrows-opposed"
  | "bar-across"
  | "bar-upright"
  | "main-waterway"
  | "waves"
  /** The junctions of E.9a, b and c, and of E.10b: the broad water is the main one. */
  | "main-crossed"
  | "main-side-right"
  | "main-side-left"
  | "side-into-main"
  | "dot"
  | "height"
  | "depth"
  | "width"
  | { number: number }
  /** Words of the board, one or two lines. */
  | { words: readonly string[] };

export type Board =
  /** Red-white-red across, or green-white-green upright: no entry, entry (BPR annex 7, A.1 and E.1). */
  | { kind: "entry"; allowed: boolean }
  /** Red edge and red diagonal from the upper left (A), red edge alone (B and C), or blue (E). */
  | { kind: "prohibition" | "command" | "information"; glyph: BoardGlyph };

type MarkColour = "red" | "green" | "yellow" | "black" | "white";

export type Mark = {
  body: "can" | "cone" | "sphere" | "pillar";
  /** From top to bottom, or from left to right if they are upright. */
  bands: readonly MarkColour[];
  upright?: boolean;
  /** From top to bottom. */
  top?: readonly ("cone-up" | "cone-down" | "ball" | "red-green-ball" | "red-can" | "cross")[];
};

export type PlanBoat = {
  boat: "motor" | "cruiser" | "sail" | "rowing" | "cargo" | "ferry";
  x: number;
  y: number;
  /** Degrees clockwise; 0 is up. */
  heading: number;
  label?: string;
  sail?: "port" | "starboard";
  /** True: the boat is drawn without a dashed course ahead. */
  still?: boolean;
  scale?: number;
};

export type PlanPart =
  | PlanBoat
  | { land: "left" | "right" | "top" | "bottom"; depth: number }
  | { land: "block"; x: number; y: number; width: number; height: number }
  | { arrow: "wind" | "move" | "current" | "north"; x: number; y: number; heading: number }
  | { place: ChoiceLetter; x: number; y: number }
  /** Shallow water around a point. */
  | { shoal: readonly [x: number, y: number, halfWidth: number, halfHeight: number] }
  /** A bridge across the whole drawing, its upper edge at this height. */
  | { deck: number }
  | { wire: number }
  /** A thin line to measure by. */
  | { line: readonly [number, number, number, number] }
  | { buoy: "green" | "red"; x: number; y: number }
  | { post: true; x: number; y: number }
  /** A board as a boat sees it, drawn beside its place. */
  | { board: Board; x: number; y: number }
  | { text: string; x: number; y: number; size?: number }
  /** A line from a boat to the shore. */
  | { rope: readonly [number, number, number, number] }
  | { person: true; x: number; y: number }
  /** The blind area of a wheelhouse: a triangle from its top to both far corners. */
  | { shade: readonly [number, number, number, number, number, number] };

export type LampColour = "red" | "green";

export type Scene =
  | { view: "board"; board: Board }
  /** Bearing of the viewer from the ship, degrees clockwise: 0 ahead of it, 90 on its starboard beam. */
  /** `bare`: no hull is drawn, because other ships of the same row have none. */
  | { view: "night"; ship: NightShip; bearing: number; bare?: true }
  | { view: "day"; ship: DayShip; shapes?: readonly DayShape[]; flag?: "diver" | "plain"; moored?: boolean }
  /** A large ship ahead with a light blue board on its starboard side. */
  | { view: "blue-board" }
  | { view: "mark"; mark: Mark; flashes?: number }
  | { view: "plan"; parts: readonly PlanPart[] }
  /** Lamps of each panel from top to bottom; yellow signs above a recommended opening. */
  | { view: "bridge"; kind: "fixed" | "closed" | "open"; lamps?: readonly LampColour[]; recommended?: 1 | 2 }
  /** A fixed bridge with the two boards of A.10, and the places left of, between and right of them. */
  | { view: "bridge-limits" }
  /** The lights on the heads of a harbour's mouth at night, from outside. */
  | { view: "harbour"; left: LampColour; right: LampColour }
  | { view: "lock"; lamps: readonly LampColour[] }
  | { view: "sound"; blasts: readonly ("long" | "short" | "very-short")[]; repeated?: boolean }
  | { view: "weather"; chart: "isobars" | "low" };

export type Drawing = {
  /** The text alternative: a few words that do not reveal the answer. */
  alt: string;
  /** A description for people who cannot see the drawing. */
  description: string;
  scene: Scene;
};

export const CHOICE_LETTERS = ["A", "B", "C", "D"] as const;

export type ChoiceLetter = (typeof CHOICE_LETTERS)[number];
