import { expect, test } from "vitest";
import * as rules from "../../src/free/licence-check/licence-check-rules.ts";
import { AGE_COPY, REASON_COPY } from "../../src/free/licence-check/licence-grounds-copy.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { eachRow } from "../table.ts";
import { attributes, count, meta, texts } from "./document.ts";
import { askWith, openPage } from "./shop.ts";

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

/**
 * The articles written a second time, one condition for each (BVB 13 to 17, BVR 1.2). Abroad another country decides.
 */
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

/** Only differences are collected, so that a fault prints one line and not fifty thousand. */
function differences<T>(actual: (answers: LicenceAnswers) => T, expected: (answers: LicenceAnswers) => T) {
  return ALL.filter((answers) => actual(answers) !== expected(answers))
    .slice(0, 3)
    .map((answers) => ({ answers, actual: actual(answers), expected: expected(answers) }));
}

const BOAT = { boat: "open-motorboot", lengthCm: 650 } as const;
const FAST: LicenceAnswers = { ...BOAT, speed: "boven-20", waters: ["rivieren"], use: "vrije-tijd", age: "18" };
const SLOW: LicenceAnswers = { ...FAST, speed: "tot-20" };

test("every combination of answers: has the verdict of the articles", () => {
  expect(differences((answers) => checkLicence(answers).verdict, expectedVerdict)).toEqual([]);
});

test("every combination of answers: has the age of BPR 1.09", () => {
  expect(differences((answers) => checkLicence(answers).minimumAge, expectedAge)).toEqual([]);
});

test("every combination of answers: tells who may not steer, or not yet", () => {
  const from = { "tot-12": 0, "12-15": 12, "16-17": 16, "18": 18 } as const;
  const expected = (answers: LicenceAnswers) => {
    const age = expectedAge(answers);
    const isLicensed = ["KVB1", "KVB2", "larger"].includes(expectedVerdict(answers));
    if (isLicensed && answers.age !== "18") return "later";
    if (age === null) return answers.age === "18" ? "allowed" : "unknown";
    return from[answers.age] < age ? "tooYoung" : "allowed";
  };
  expect(differences((answers) => checkLicence(answers).steering, expected)).toEqual([]);
});

test("every combination of answers: a radio is required on a large ship alone (BPR 4.05 lid 3)", () => {
  const expected = ({ lengthCm, use }: LicenceAnswers) =>
    lengthCm >= 2000 || use === "passagiers" ? "required" : "ifUsed";
  expect(differences((answers) => checkLicence(answers).radio, expected)).toEqual([]);
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
  expect(unnamed.map(([name, { source }]) => [name, source])).toEqual([
    ["abroad", undefined],
    ["ownRegulations", undefined],
  ]);
});

test("the law's boundaries: at 16 one may steer a long slow boat beside a skipper, and no fast one", () => {
  expect(checkLicence({ ...SLOW, lengthCm: 1600, age: "16-17" }).ages).toContain("underSkipper");
  expect(checkLicence({ ...SLOW, lengthCm: 1600, age: "12-15" }).ages).not.toContain("underSkipper");
  expect(checkLicence({ ...FAST, age: "16-17" }).ages).not.toContain("underSkipper");
});

test.each<[string, Partial<LicenceAnswers>, rules.LicenceReason[]]>([
  ["a jetski of unknown speed is taken as fast", { boat: "waterscooter", speed: "onbekend" }, ["fastScooter"]],
  ["a tug for work", { boat: "sleepboot", use: "bedrijf" }, ["tow"]],
  ["a short slow tug for pleasure", { boat: "sleepboot", lengthCm: 1499, speed: "tot-20" }, ["shortTowForPleasure"]],
  ["a short fast tug for pleasure", { boat: "sleepboot", lengthCm: 1499 }, ["towForPleasure"]],
  ["a tug of 15 m for pleasure", { boat: "sleepboot", lengthCm: 1500, speed: "tot-13" }, ["towForPleasure"]],
  ["rivers: any large licence", {}, ["otherLicence", "foreignLicence"]],
  ["wide waters: not the B versions", { waters: ["ruim-water"] }, ["otherLicenceWide", "foreignLicence"]],
])("the law's boundaries: says why: %s", (_name, change, reasons) => {
  expect(checkLicence({ ...FAST, ...change }).reasons).toEqual(expect.arrayContaining(reasons));
});

test("the law's boundaries: wide waters have regulations of their own", () => {
  expect(checkLicence({ ...SLOW, waters: ["ruim-water"] }).ages).toContain("ownRegulations");
  expect(checkLicence(SLOW).ages).not.toContain("ownRegulations");
});

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
14.99     | 1499
7,5       | 750
7,5 m     | 750
7.5 meter | 750
0,01      | 1
200       | 20000
200,01    | null
0         | null
14,999    | null
-7        | null
1e2       | null
7,        | null
1.500,00  | null
zeven     | null
        | null
٧         | null`)("a length as it is typed: %s is %s", (text, lengthCm) => {
  expect(String(parseLength(` ${text} `))).toBe(lengthCm);
});

test("a length as it is typed: is printed as Dutch writes it", () => {
  expect([1500, 750, 1499, 1].map(formatLength)).toEqual(["15", "7,5", "14,99", "0,01"]);
});

const ADDRESS = `${PATHS.licenceCheck}?boot=open-motorboot&lengte=6,5&snelheid=boven-20&water=rivieren&gebruik=vrije-tijd&leeftijd=18`;

test("answers with the verdict first, and keeps the answers in its form and out of its links", async () => {
  const page = await openPage(`${ADDRESS}&flow=A&gclid=x`);
  expect(texts(page, "h1")).toEqual(["Ja Je hebt Klein Vaarbewijs 1 nodig"]);
  const chosen = ["open-motorboot", "boven-20", "rivieren", "vrije-tijd", "18"];
  expect(attributes(page, "input[checked]", "value")).toEqual(chosen);
  expect(attributes(page, "#lengte", "value")).toEqual(["6,5"]);
  expect(attributes(page, "input[type=hidden]", "name")).toEqual(["flow", "gclid"]);
  expect(attributes(page, "input[type=hidden]", "value")).toEqual(["A", "x"]);
  const links = attributes(page, "main a[href^='/'], header a, footer nav a", "href");
  expect(links.length).toBeGreaterThan(15);
  expect(links.filter((href) => !/^\/[a-z0-9-]*\?flow=A&gclid=x(#|$)/.test(href ?? ""))).toEqual([]);
  expect(meta(page, "robots")).toBe("noindex, nofollow");
  expect(count(page, 'link[rel="canonical"]')).toBe(0);
  expect(texts(page, ".licence-glance dd")).toContain("€73,65");
});

test("the page: no cache on the way keeps an answer", async () => {
  expect((await askWith({}, ADDRESS)).headers.get("cache-control")).toBe("private, no-cache");
  expect((await askWith({}, PATHS.licenceCheck)).headers.get("cache-control")).toBe("public, no-cache");
});
