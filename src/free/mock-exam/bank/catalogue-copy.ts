import type { ExamPoints, ExamSubject } from "../../../courses/exam-rules.ts";
import type { ExamBank } from "./draw-rules.ts";
import type { ExamCatalogue } from "./question-rules.ts";

/**
 * All questions by subject and points. An id never changes: exams are shared by their seed, and the ids decide which
 * questions a seed draws (`src/free/mock-exam/bank/draw-rules.ts`). Texts and answers are records of exactly these ids.
 */

/** The questions of November 2026. Nothing is added here: addresses without a bank's number draw from exactly these. */
const FIRST_BANK = {
  rules: {
    1: [
      "small-vessel-length",
      "who-is-skipper",
      "age-small-open-boat",
      "sail-with-engine",
      "fast-boat-meaning",
      "sign-no-entry",
      "sign-no-berth",
      "sign-no-turning",
      "sign-speed",
      "sign-passage-allowed",
      "sign-berth-allowed",
      "sound-attention",
    ],
    2: [
      "sign-no-overtaking",
      "sign-no-meeting",
      "sign-no-anchoring",
      "sign-no-engine",
      "sign-stop",
      "sign-sound",
      "sign-attention",
      "bridge-one-diamond",
      "bridge-two-red",
      "bridge-red-green",
      "bridge-two-green",
      "lock-one-red",
      "night-motor-ahead",
      "night-motor-port",
      "night-ferry",
      "night-large-at-anchor",
      "day-anchor-ball",
      "day-cone",
      "day-two-balls",
      "day-diver-flag",
      "sound-danger",
      "sound-bridge-request",
      "crossing-two-motorboats",
      "crossing-rower-sailor",
      "head-on-motorboats",
      "ferry-crossing",
      "alcohol-helmsman",
      "waters-of-first-licence",
      "rhine-leave-room",
    ],
    3: [
      "bridge-two-diamonds",
      "closed-bridge-diamond",
      "night-sailing-vessel",
      "night-one-white",
      "night-tug",
      "night-pushed-convoy",
      "night-wash-protection",
      "night-working-vessel",
      "day-two-blue-cones",
      "day-passenger-vessel",
      "blue-board",
      "starboard-side-first",
      "sailing-different-tacks",
      "junction-sign",
      "junction-buoyed",
      "narrow-with-obstacle",
      "sound-stay-away",
    ],
  },
  engine: {
    1: ["weed-strainer", "gas-detector-place", "gearbox-idle", "kill-cord"],
    2: [
      "oil-pressure-alarm",
      "engine-too-hot",
      "petrol-blower",
      "smell-of-gas",
      "charging-battery",
      "engine-room-fire",
      "diesel-air",
      "charge-lamp",
      "person-overboard-first",
      "person-alongside",
      "refuelling",
      "carbon-monoxide",
    ],
    3: ["battery-disconnect", "inflatable-jacket", "hypothermia"],
  },
  water: {
    1: ["special-mark", "wind-name", "beaufort-five", "outer-bend", "speed-against-current", "sign-limited-height"],
    2: [
      "sign-limited-depth",
      "red-can-from-sea",
      "green-cone-downstream",
      "buoy-fork",
      "cardinal-north",
      "cardinal-south",
      "isolated-danger",
      "safe-water",
      "sign-limited-width",
      "isobars-close",
      "wind-veering",
      "thunder-signs",
    ],
    3: [
      "cardinal-east",
      "cardinal-west-night",
      "bridge-height-sum",
      "depth-under-keel",
      "travel-time-upstream",
      "falling-barometer",
      "wind-around-low",
    ],
  },
  handling: {
    1: [
      "starboard-side",
      "lee-shore",
      "mooring-line-name",
      "bowline-knot",
      "bow-thruster",
      "fenders-in-lock",
      "lookout-waterski",
      "standing-life-jacket",
      "mooring-on-sign",
    ],
    2: [
      "propeller-walk",
      "berthing-into-current",
      "first-line-ashore",
      "anchor-scope",
      "anchoring-weather-shore",
      "where-not-to-moor",
      "lock-order",
      "lock-propeller",
      "lock-lines",
      "blind-zone",
      "being-overtaken",
      "seamanship",
    ],
    3: [
      "wash-at-moored-boats",
      "turning-short",
      "berthing-side",
      "leaving-on-spring",
      "suction",
      "overboard-rudder",
      "towed-boat-light",
    ],
  },
} as const satisfies ExamCatalogue;

/** What the second bank adds: what the CBR's exam asks too, half of it in other forms than a choice of texts. */
const ADDED = {
  rules: {
    1: ["own-light-open-boat", "sign-no-wash", "sign-no-small-ships"],
    2: [
      "fog-without-radar",
      "fog-ferry-signal",
      "radio-and-radar",
      "sign-radio",
      "narrow-with-current",
      "own-lights-ahead",
      "large-sailing-vessel",
      "mouth-small-ships",
      "papers-on-board",
      "sign-side-water",
      "main-waterway-sailing",
      "who-overtakes",
    ],
    3: ["rhine-fog", "ijssel-meeting", "mouth-large-ship", "right-of-way-order", "three-in-canal"],
  },
  engine: {
    1: [],
    2: ["distress-by-day", "distress-by-sound", "petrol-start-order", "fast-boat-equipment"],
    3: ["person-overboard-order"],
  },
  water: {
    1: [],
    2: ["fog-forecast", "sea-breeze", "harbour-lights", "bridge-limits", "wind-force-order"],
    3: ["fork-main-fairway", "cardinal-west-place"],
  },
  handling: {
    1: ["fog-which-side"],
    2: ["anchoring-order", "anchoring-place", "fog-near-bank", "berthing-off-wind", "bridge-waiting-place"],
    3: ["lock-steps-order", "turning-between-two"],
  },
} as const satisfies ExamCatalogue;

export type QuestionId<Subject extends ExamSubject = ExamSubject> = {
  [S in Subject]: (typeof FIRST_BANK | typeof ADDED)[S][ExamPoints][number];
}[Subject];

type Bank = { [S in ExamSubject]: Readonly<Record<ExamPoints, readonly QuestionId<S>[]>> };

function join<S extends ExamSubject>(subject: S): Readonly<Record<ExamPoints, readonly QuestionId<S>[]>> {
  const idsOf = (points: ExamPoints) => [...FIRST_BANK[subject][points], ...ADDED[subject][points]] as QuestionId<S>[];
  return { 1: idsOf(1), 2: idsOf(2), 3: idsOf(3) };
}

/** All questions that there are now. */
export const EXAM_CATALOGUE: Bank = {
  rules: join("rules"),
  engine: join("engine"),
  water: join("water"),
  handling: join("handling"),
};

/** The questions of each bank. A later bank is one more of these, and this one stays. */
export const EXAM_BANKS: Readonly<Record<ExamBank, Bank>> = { 1: FIRST_BANK, 2: EXAM_CATALOGUE };
