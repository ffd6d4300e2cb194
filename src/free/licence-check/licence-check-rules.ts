/**
 * Decides whether a boat needs a licence, and which: the law's rules as one pure function. Sources, with the year of
 * the text that was read: Binnenvaartbesluit (BVB, 2012) 13 to 17, Binnenvaartregeling (BVR, 2018) 1.2 and 7.1 to 7.11,
 * Binnenvaartwet (BVW, 2021) 27, Binnenvaartpolitiereglement (BPR, 2012) 1.01, 1.09 and 4.05, Rijnvaartpolitiereglement
 * (RPR, 2015) 1.09.
 */

/** The law's limits for pleasure craft and other ships. Metres, and km/h through the water. */
export const LICENCE_LAW = {
  /** From this length on a licence is needed, whatever the speed (BVB 16 a and b). */
  lengthMetres: 15,
  /** A shorter boat needs a licence too if it can go faster than this (BVB 16 d). */
  speedKmh: 20,
  /** From this length on a small licence is not enough: for other ships (BVB 14 and 15) and for pleasure craft. */
  largeMetres: 20,
  largePleasureMetres: 25,
  /** Up to this length a pleasure craft may be sailed with a "groot pleziervaartbewijs" (BVR 7.8). */
  longestPleasureMetres: 40,
} as const;

/** The law's limits for age: years, metres and km/h (BPR 1.09 lid 1, BVW 27). */
export const AGE_LAW = {
  /** A small open motor vessel that is shorter than this and cannot go faster than this. */
  youngest: { years: 12, metres: 7, speedKmh: 13 },
  motorYears: 16,
  /** A boat that can go faster than `LICENCE_LAW.speedKmh`, and any licence. */
  licenceYears: 18,
} as const;

/** The rule of thumb for when a licence is needed (given 9.4; the law differs, D1 in kv-seed/operations.md). */
export const LICENCE_RULES = {
  horsepower: 15,
  /** Longer than this. */
  lengthMetres: 15,
  /** Faster than this. */
  speedKmh: 13,
} as const;

/** The possible answers, as they are spelled in the address. */
export const LICENCE_ANSWERS = {
  boat: ["open-motorboot", "motorboot", "zeilboot", "waterscooter", "roeiboot", "sleepboot"],
  speed: ["geen-motor", "tot-13", "tot-20", "boven-20", "onbekend"],
  waters: ["rivieren", "ruim-water", "zee", "buitenland"],
  use: ["vrije-tijd", "bedrijf", "passagiers"],
  age: ["tot-12", "12-15", "16-17", "18"],
} as const;

type Answer<Field extends keyof typeof LICENCE_ANSWERS> = (typeof LICENCE_ANSWERS)[Field][number];
type Boat = Answer<"boat">;
/** The boat's highest speed through the water, under engine, at full throttle. */
type Speed = Answer<"speed">;
export type Waters = Answer<"waters">;

export type LicenceAnswers = {
  boat: Boat;
  /** Whole centimetres, so that 15.00 m is exact. */
  lengthCm: number;
  speed: Speed;
  /** One or more. */
  waters: readonly Waters[];
  use: Answer<"use">;
  age: Answer<"age">;
};

export const LICENCE_FIELDS = ["boat", "length", "speed", "waters", "use", "age"] as const;
export type LicenceField = (typeof LICENCE_FIELDS)[number];

export const LICENCE_PARAMETERS = {
  boat: "boot",
  length: "lengte",
  speed: "snelheid",
  waters: "water",
  use: "gebruik",
  age: "leeftijd",
} as const satisfies Record<LicenceField, string>;

/** The values in the address, unchecked; an empty field is "". */
export type TypedAnswers = Readonly<Record<Exclude<LicenceField, "waters">, string>> & { waters: readonly string[] };

/** The error of an answer: it is missing, invalid, or does not fit the kind of boat. */
export type LicenceProblem = "missing" | "invalid" | "hasEngine" | "noEngine";
export type LicenceProblems = Partial<Record<LicenceField, LicenceProblem>>;

/**
 * `noneHere`: no licence on Dutch waters; another country decides for itself. `larger`: a small licence is not enough.
 * `ask`: the answers do not decide it, or the law is unclear to us.
 */
export type LicenceVerdict = "none" | "noneHere" | "KVB1" | "KVB2" | "larger" | "ask";

export type LicenceReason =
  | "muscle"
  | "pleasureLong"
  | "pleasure25"
  | "pleasure40"
  | "otherLong"
  | "other20"
  | "fast"
  | "fastScooter"
  | "slow"
  | "withoutEngine"
  | "speedUnknown"
  | "slowScooter"
  | "tow"
  | "towForPleasure"
  | "shortTowForPleasure"
  | "passengers"
  | "riversOnly"
  | "wideWaters"
  | "skipper"
  | "seaIsOutside"
  | "wayToSea"
  | "abroad"
  | "otherLicence"
  | "otherLicenceWide"
  | "foreignLicence"
  | "sailingPass"
  | "race";

export type AgeReason =
  | "from18Fast"
  | "from18Scooter"
  | "from16"
  | "from16Sail"
  | "from12"
  | "sailWithoutEngineRunning"
  | "noAge"
  | "ageUnknown"
  | "rhine"
  | "ownRegulations"
  | "licenceFrom18"
  | "underSkipper";

export type LicenceResult = {
  verdict: LicenceVerdict;
  /** The most important first. */
  reasons: readonly LicenceReason[];
  /** Whether this visitor may steer. `later`: too young for the licence. `tooYoung`: too young to steer at all. */
  steering: "allowed" | "later" | "tooYoung" | "unknown";
  /** The minimum age for steering, years. 0: the law names no age. Null: the speed is not known. */
  minimumAge: 0 | 12 | 16 | 18 | null;
  ages: readonly AgeReason[];
  /**
   * `required`: a large ship must carry a radio (BPR 4.05 lid 3). `ifUsed`: only users of a radio need a certificate.
   */
  radio: "ifUsed" | "required";
};

/** Returns the error of a speed that does not fit the boat, or null. */
export function checkSpeed({ boat, speed }: Pick<LicenceAnswers, "boat" | "speed">): "hasEngine" | "noEngine" | null {
  if (boat === "roeiboot") return speed === "geen-motor" ? null : "noEngine";
  return boat !== "zeilboot" && speed === "geen-motor" ? "hasEngine" : null;
}

/** Applies the law to these answers. Never throws. It does not check the speed (`checkSpeed`). */
export function checkLicence(answers: LicenceAnswers): LicenceResult {
  const { lengthCm, age, use } = answers;
  const { verdict, reasons } = judge(answers);
  const { minimumAge, ages } = steeringAge(answers);
  const isLicensed = verdict === "KVB1" || verdict === "KVB2" || verdict === "larger";
  const isOldEnough = minimumAge === null ? null : YOUNGEST[age] >= minimumAge;
  const isLater = isLicensed && YOUNGEST[age] < AGE_LAW.licenceYears;
  return {
    verdict,
    reasons,
    steering: isLater ? "later" : isOldEnough === null ? unknownUnless18(age) : isOldEnough ? "allowed" : "tooYoung",
    minimumAge,
    ages: [
      ...(isLicensed || (verdict === "ask" && YOUNGEST[age] < AGE_LAW.licenceYears)
        ? (["licenceFrom18"] as const)
        : []),
      ...(isLater && isOldEnough ? (["underSkipper"] as const) : []),
      ...ages,
      ...(answers.waters.includes("ruim-water") ? (["ownRegulations"] as const) : []),
    ],
    radio: isLargeShip(lengthCm, use) ? "required" : "ifUsed",
  };
}

type Judgement = { verdict: LicenceVerdict; reasons: readonly LicenceReason[] };

function judge(answers: LicenceAnswers): Judgement {
  const { waters } = answers;
  const onInland = waters.some((water) => water === "rivieren" || water === "ruim-water");
  const boat = judgeBoat(answers);
  const elsewhere: LicenceReason[] = [
    ...(waters.includes("zee") ? (["seaIsOutside"] as const) : []),
    ...(waters.includes("zee") && boat.isLicensed && !waters.includes("ruim-water") ? (["wayToSea"] as const) : []),
    ...(waters.includes("buitenland") ? (["abroad"] as const) : []),
  ];
  const isAbroad = waters.includes("buitenland");
  // Dutch law applies up to the coast (BVR 1.2). So sailing abroad does not change which licence is needed at home.
  const isOpen = !onInland && (isAbroad || boat.isLicensed);
  if (isOpen) return { verdict: "ask", reasons: [...boat.reasons, ...elsewhere] };
  if (boat.verdict === "none" && isAbroad) return { verdict: "noneHere", reasons: [...boat.reasons, ...elsewhere] };
  if (boat.verdict !== "small") return { verdict: boat.verdict, reasons: [...boat.reasons, ...elsewhere] };
  const isWide = waters.includes("ruim-water");
  const extra: LicenceReason[] = [
    isWide ? "otherLicenceWide" : "otherLicence",
    "foreignLicence",
    ...(answers.boat === "zeilboot" && answers.use !== "vrije-tijd" ? (["sailingPass"] as const) : []),
    ...(answers.use === "vrije-tijd" ? (["race"] as const) : []),
  ];
  return {
    verdict: isWide ? "KVB2" : "KVB1",
    reasons: [...boat.reasons, isWide ? "wideWaters" : "riversOnly", "skipper", ...elsewhere, ...extra],
  };
}

type BoatJudgement = {
  verdict: "none" | "small" | "larger" | "ask";
  reasons: readonly LicenceReason[];
  /** Whether some licence is, or may be, needed within the coast. */
  isLicensed: boolean;
};

function judgeBoat(answers: LicenceAnswers): BoatJudgement {
  const { boat, lengthCm, speed, use } = answers;
  const found = (verdict: BoatJudgement["verdict"], reason: LicenceReason): BoatJudgement => ({
    verdict,
    reasons: [reason],
    isLicensed: verdict !== "none",
  });
  const metres = lengthCm / 100;
  if (boat === "roeiboot") return found("none", "muscle");
  if (boat === "sleepboot") return found("ask", towReason(answers));
  if (use === "passagiers") return found("ask", "passengers");
  if (use === "vrije-tijd") {
    if (metres >= LICENCE_LAW.longestPleasureMetres) return found("larger", "pleasure40");
    if (metres >= LICENCE_LAW.largePleasureMetres) return found("larger", "pleasure25");
    if (metres >= LICENCE_LAW.lengthMetres) return found("small", "pleasureLong");
  } else {
    if (metres >= LICENCE_LAW.largeMetres) return found("larger", "other20");
    if (metres >= LICENCE_LAW.lengthMetres) return found("small", "otherLong");
  }
  if (speed === "boven-20") return found("small", "fast");
  // A "waterscooter" is fast by definition (BPR 1.01 A 17 and 18); a slow one is another kind of boat.
  if (boat === "waterscooter")
    return speed === "onbekend" ? found("small", "fastScooter") : found("ask", "slowScooter");
  if (speed === "onbekend") return found("ask", "speedUnknown");
  return found("none", speed === "geen-motor" ? "withoutEngine" : "slow");
}

/**
 * A tug needs a large licence, unless the minister has declared it a pleasure craft. The form does not ask that; for a
 * pleasure craft length and speed decide (BVB 14 lid 1 e and lid 4, 15 lid 1 b, 16 c and d).
 */
function towReason({ lengthCm, speed, use }: LicenceAnswers): LicenceReason {
  if (use !== "vrije-tijd") return "tow";
  const isFree = lengthCm / 100 < LICENCE_LAW.lengthMetres && (speed === "tot-13" || speed === "tot-20");
  return isFree ? "shortTowForPleasure" : "towForPleasure";
}

/** The minimum age for steering (BPR 1.09 lid 1), and on the Rhine waters (RPR 1.09 lid 1 and 2). */
function steeringAge({ boat, lengthCm, speed, use }: LicenceAnswers): {
  minimumAge: LicenceResult["minimumAge"];
  ages: readonly AgeReason[];
} {
  const { youngest } = AGE_LAW;
  const metres = lengthCm / 100;
  if (isLargeShip(lengthCm, use)) return { minimumAge: 16, ages: ["from16"] };
  if (boat === "roeiboot") return { minimumAge: 0, ages: ["noAge"] };
  // A "waterscooter" is fast by definition, whatever its speed (BPR 1.01 A 17).
  if (boat === "waterscooter") return { minimumAge: 18, ages: ["from18Scooter"] };
  if (speed === "boven-20") return { minimumAge: 18, ages: ["from18Fast"] };
  if (speed === "onbekend") return { minimumAge: null, ages: ["ageUnknown"] };
  if (boat === "zeilboot") {
    if (metres >= youngest.metres) return { minimumAge: 16, ages: ["from16Sail"] };
    if (speed === "geen-motor") return { minimumAge: 0, ages: ["noAge"] };
    return { minimumAge: 0, ages: ["sailWithoutEngineRunning", "rhine"] };
  }
  const isYoungest = boat === "open-motorboot" && metres < youngest.metres && speed === "tot-13";
  return isYoungest ? { minimumAge: 12, ages: ["from12", "rhine"] } : { minimumAge: 16, ages: ["from16"] };
}

/** The lowest age of each band, years. */
const YOUNGEST: Readonly<Record<LicenceAnswers["age"], number>> = { "tot-12": 0, "12-15": 12, "16-17": 16, "18": 18 };

function unknownUnless18(age: LicenceAnswers["age"]): "allowed" | "unknown" {
  return YOUNGEST[age] >= AGE_LAW.licenceYears ? "allowed" : "unknown";
}

/** A large ship: 20 m or longer, or one that may carry more than twelve passengers (BPR 1.01 A 3, 4 and 6). */
function isLargeShip(lengthCm: number, use: LicenceAnswers["use"]): boolean {
  return lengthCm / 100 >= LICENCE_LAW.largeMetres || use === "passagiers";
}

/** Longest boat that the form takes, metres. */
export const MAX_LENGTH_METRES = 200;

/**
 * Reads a typed length, in whole centimetres: a comma or a point, at most two decimals, with or without "m". Null if it
 * is not such a number, or not between 0 and `MAX_LENGTH_METRES`.
 */
export function parseLength(text: string): number | null {
  const typed = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*(?:m|meter)?$/i.exec(text.trim());
  if (typed === null) return null;
  const [, metres = "0", decimals = ""] = typed;
  const lengthCm = Number(metres) * 100 + Number(decimals.padEnd(2, "0"));
  return lengthCm > 0 && lengthCm <= MAX_LENGTH_METRES * 100 ? lengthCm : null;
}

/** A length in metres as Dutch text: "15", "7,5", "14,99". */
export function formatLength(lengthCm: number): string {
  return String(lengthCm / 100).replace(".", ",");
}
