import { expect, test } from "vitest";
import * as rules from "../../src/free/licence-check/licence-check-rules.ts";
import { AGE_COPY, REASON_COPY } from "../../src/free/licence-check/licence-grounds-copy.ts";
import { eachRow } from "../table.ts";

const { checkLicence, checkSpeed, formatLength, LICENCE_ANSWERS, parseLength } = rules;
type LicenceAnswers = rules.LicenceAnswers;
type LicenceResult = rules.LicenceResult;

/** Both sides of every length that the law names, centimetres. */
const LENGTHS = [1, 699, 700, 1499, 1500, 1501, 1999, 2000, 2499, 2500, 3999, 4000, 20000];

const WATERS: readonly (readonly rules.Waters[])[] = Array.from({ length: 15 }, (_, bits) =>
  LICENCE_ANSWERS.waters.filter((_water, index) => ((bits + 1) >> index) & 1),
);

function* everyCombination(): Generator<LicenceAnswers> {
  const { boat: boats, speed: speeds, use: uses, age: ages } = LICENCE_ANSWERS;
  for (const boat of boats)
    for (const lengthCm of LENGTHS)
      for (const speed of speeds)
        for (const waters of WATERS)
          for (const use of uses) for (const age of ages) yield { boat, lengthCm, speed, waters, use, age };
}

const ALL = [...everyCombination()];

/** The articles written a second time, one condition for each (BVB 13 to 17, BVR 1.2). Abroad another country decides. */
function expectedVerdict({ boat, lengthCm, speed, waters, use }: LicenceAnswers): LicenceResult["verdict"] {
  const pleasure = use === "vrije-tijd";
  const article14and15 = pleasure ? lengthCm >= 2500 : lengthCm >= 2000;
  const article16ab = lengthCm >= 1500 && !article14and15;
  const article16d = lengthCm < 1500 && (speed === "boven-20" || (boat === "waterscooter" && speed === "onbekend"));
  const article17 = boat === "roeiboot";
  const undecided =
    boat === "sleepboot" ||
    use === "passagiers" ||
    (lengthCm < 1500 && !article16d && (boat === "waterscooter" || speed === "onbekend"));
  const free = article17 || (!undecided && !article14and15 && !article16ab && !article16d);
  const inland = waters.includes("rivieren") || waters.includes("ruim-water");
  const abroad = waters.includes("buitenland");
  if (!inland && (abroad || !free)) return "ask";
  if (free) return abroad ? "noneHere" : "none";
  if (undecided) return "ask";
  if (article14and15) return "larger";
  return waters.includes("ruim-water") ? "KVB2" : "KVB1";
}

/** BPR 1.09 lid 1, written a second time, one condition after the other. */
function expectedAge({ boat, lengthCm, speed, use }: LicenceAnswers): LicenceResult["minimumAge"] {
  const isSmall = lengthCm < 2000 && use !== "passagiers";
  if (!isSmall) return 16;
  if (boat === "roeiboot") return 0;
  if (boat === "waterscooter" || speed === "boven-20") return 18;
  if (speed === "onbekend") return null;
  if (boat === "zeilboot") return lengthCm < 700 ? 0 : 16;
  return boat === "open-motorboot" && lengthCm < 700 && speed === "tot-13" ? 12 : 16;
}

const STEERS_FROM = { "tot-12": 0, "12-15": 12, "16-17": 16, "18": 18 } as const;
function expectedSteering(answers: LicenceAnswers): LicenceResult["steering"] {
  const age = expectedAge(answers);
  const isLicensed = ["KVB1", "KVB2", "larger"].includes(expectedVerdict(answers));
  if (isLicensed && answers.age !== "18") return "later";
  if (age === null) return answers.age === "18" ? "allowed" : "unknown";
  return STEERS_FROM[answers.age] < age ? "tooYoung" : "allowed";
}

/** A radio is required on a large ship alone (BPR 4.05 lid 3). */
const expectedRadio = ({ lengthCm, use }: LicenceAnswers): LicenceResult["radio"] =>
  lengthCm >= 2000 || use === "passagiers" ? "required" : "ifUsed";

test.each<[keyof LicenceResult, (answers: LicenceAnswers) => unknown]>([
  ["verdict", expectedVerdict],
  ["minimumAge", expectedAge],
  ["steering", expectedSteering],
  ["radio", expectedRadio],
])("every combination of answers: has the %s of the law", (name, expected) => {
  // Only some are shown, so that a fault prints three lines and not fifty thousand.
  const wrong = ALL.filter((answers) => checkLicence(answers)[name] !== expected(answers)).slice(0, 3);
  expect(wrong.map((answers) => ({ answers, is: checkLicence(answers)[name], law: expected(answers) }))).toEqual([]);
});

test("each verdict has a reason, and there is copy for no reason that is never given", () => {
  const results = ALL.map(checkLicence);
  expect(results.filter(({ reasons, ages }) => reasons.length === 0 || ages.length === 0)).toEqual([]);
  expect(results.filter(({ reasons }) => new Set(reasons).size < reasons.length)).toEqual([]);
  expect(new Set(results.flatMap(({ reasons }) => reasons))).toEqual(new Set(Object.keys(REASON_COPY)));
  expect(new Set(results.flatMap(({ ages }) => ages))).toEqual(new Set(Object.keys(AGE_COPY)));
});

test("every combination of answers: what is not decided says so beside a sentence", () => {
  const asked = ALL.map(checkLicence).filter(({ verdict }) => verdict === "ask");
  expect(asked.filter(({ reasons }) => !reasons.some((reason) => REASON_COPY[reason].ask))).toEqual([]);
});

test("every combination of answers: every sentence names its article; only what other rules decide has none", () => {
  const sentences = Object.entries({ ...REASON_COPY, ...AGE_COPY });
  const unnamed = sentences.filter(([, { source = "" }]) => !/^[A-Z]\w+, artikel \d/.test(source));
  expect(unnamed.map(([name, { source }]) => [name, source])).toEqual(
    ["abroad", "ownRegulations"].map((name) => [name, undefined]),
  );
});

/** The boat, its length in cm, speed, waters, use and age | why, the most important first | what is said of the age. */
eachRow(`
open-motorboot 650 tot-13 rivieren vrije-tijd 12-15 | slow | from12 rhine
motorboot 650 tot-13 rivieren vrije-tijd 12-15 | slow | from16
open-motorboot 650 boven-20 rivieren bedrijf 16-17 | fast riversOnly skipper otherLicence foreignLicence | licenceFrom18 from18Fast
open-motorboot 650 boven-20 ruim-water vrije-tijd 18 | fast wideWaters skipper otherLicenceWide foreignLicence race | licenceFrom18 from18Fast ownRegulations
motorboot 1600 tot-20 rivieren vrije-tijd 16-17 | pleasureLong riversOnly skipper otherLicence foreignLicence race | licenceFrom18 underSkipper from16
motorboot 1600 tot-20 rivieren,ruim-water,zee,buitenland vrije-tijd 18 | pleasureLong wideWaters skipper seaIsOutside abroad otherLicenceWide foreignLicence race | licenceFrom18 from16 ownRegulations
motorboot 2000 tot-13 rivieren bedrijf 16-17 | other20 | licenceFrom18 underSkipper from16
motorboot 2500 tot-13 zee vrije-tijd 18 | pleasure25 seaIsOutside wayToSea | from16
motorboot 4000 tot-13 ruim-water vrije-tijd 18 | pleasure40 | licenceFrom18 from16 ownRegulations
zeilboot 650 geen-motor rivieren vrije-tijd tot-12 | withoutEngine | noAge
zeilboot 650 tot-13 rivieren vrije-tijd tot-12 | slow | sailWithoutEngineRunning rhine
zeilboot 700 tot-13 rivieren,buitenland vrije-tijd 12-15 | slow abroad | from16Sail
zeilboot 1600 geen-motor ruim-water bedrijf 18 | otherLong wideWaters skipper otherLicenceWide foreignLicence sailingPass | licenceFrom18 from16Sail ownRegulations
zeilboot 1600 tot-13 rivieren vrije-tijd 18 | pleasureLong riversOnly skipper otherLicence foreignLicence race | licenceFrom18 from16Sail
waterscooter 300 onbekend rivieren vrije-tijd 16-17 | fastScooter riversOnly skipper otherLicence foreignLicence race | licenceFrom18 from18Scooter
waterscooter 300 tot-20 rivieren vrije-tijd 18 | slowScooter | from18Scooter
roeiboot 400 geen-motor zee vrije-tijd tot-12 | muscle seaIsOutside | noAge
sleepboot 1200 tot-13 rivieren bedrijf 18 | tow | from16
sleepboot 1499 tot-20 rivieren vrije-tijd 16-17 | shortTowForPleasure | licenceFrom18 from16
sleepboot 1499 boven-20 rivieren vrije-tijd 18 | towForPleasure | from18Fast
sleepboot 1500 tot-13 rivieren vrije-tijd 18 | towForPleasure | from16
motorboot 1200 tot-13 rivieren passagiers 16-17 | passengers | licenceFrom18 from16
motorboot 1200 onbekend rivieren vrije-tijd 16-17 | speedUnknown | licenceFrom18 ageUnknown`)(
  "why: %s: %s; %s",
  (typed, why, ages) => {
    const [boat, length, speed, waters = "", use, age] = typed.split(" ");
    const answers = { boat, lengthCm: Number(length), speed, waters: waters.split(","), use, age } as LicenceAnswers;
    const result = checkLicence(answers);
    expect([result.reasons.join(" "), result.ages.join(" ")]).toEqual([why, ages]);
  },
);

test("the law's boundaries: a sailing boat may be without an engine, a rowing boat must be, no other may", () => {
  const allowed = LICENCE_ANSWERS.boat.map((boat) =>
    LICENCE_ANSWERS.speed.filter((speed) => checkSpeed({ boat, speed }) === null),
  );
  const [, ...engines] = LICENCE_ANSWERS.speed;
  expect(allowed).toEqual([engines, engines, LICENCE_ANSWERS.speed, engines, ["geen-motor"], engines]);
});

eachRow(`
15        | 1500
15,00     | 1500
7,5 m     | 750
7.5 meter | 750
0,01      | 1
200       | 20000
0         | null
14,999    | null
-7        | null
1e2       | null
7,        | null
        | null
٧         | null`)("a length as it is typed: %s is %s", (text, lengthCm) => {
  expect(String(parseLength(` ${text} `))).toBe(lengthCm);
});

test("a length as it is typed: is printed as Dutch writes it", () => {
  expect([1500, 750, 1499, 1].map(formatLength)).toEqual(["15", "7,5", "14,99", "0,01"]);
});
