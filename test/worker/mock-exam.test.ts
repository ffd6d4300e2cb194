import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { type ChosenQuestion, readAnswers } from "../../src/free/mock-exam/bank/bank-copy.ts";
import type { Drawing } from "../../src/free/mock-exam/drawing/scene-rules.ts";
import { MOCK_EXAM_COPY } from "../../src/free/mock-exam/mock-exam-copy.ts";
import { chanceToPass, scoreOf, weakSubjects } from "../../src/free/mock-exam/score-rules.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { PRICES } from "../../src/shared/prices.ts";
import { nowS } from "../clock.ts";
import { answersWithRight, keyOf, MOCK_EXAM, MOCK_EXAM_FORMS, wrongReply } from "../mock-exam.ts";
import { eachRow } from "../table.ts";
import {
  attribute,
  attributes,
  count,
  linksNamed,
  meta,
  one,
  type PageDocument,
  texts,
  visibleText,
} from "./document.ts";
import { ask, openPage, pageOf } from "./shop.ts";

const { question: words, overview, result, problems } = MOCK_EXAM_COPY;
const BEGUN = "1795374000";

function address(parameters: Record<string, string>, carried = ""): string {
  return `${PATHS.mockExam}?${new URLSearchParams({ examen: MOCK_EXAM, begin: BEGUN, ...parameters })}${carried}`;
}

/** The request that a page's form sends with this button. */
function press(page: PageDocument, label: string, chosen: Record<string, string> = {}): string {
  const form = one(page, "form[action='/proefexamen']");
  const hidden = form
    .querySelectorAll("input[type=hidden]")
    .map((input) => [input.getAttribute("name"), input.getAttribute("value")]);
  const button = form.querySelectorAll("button").find((candidate) => candidate.text.trim().startsWith(label));
  if (button === undefined) throw new Error(`no button says ${label}`);
  const sent = [...hidden, ...Object.entries(chosen), [button.getAttribute("name"), button.getAttribute("value")]];
  return `${PATHS.mockExam}?${new URLSearchParams(sent as string[][])}`;
}

// What it says, and that it begins both with the carried query: pages-by-vars.test.ts.
test("the introduction is for search engines, and the buttons at its end belong to the form of its beginning", async () => {
  const page = await openPage(`${PATHS.mockExam}?flow=A&x=1`);
  expect(meta(page, "robots")).toBeUndefined();
  const form = attribute(page, ".mock-start", "id");
  expect(attributes(page, ".mock-end button", "form")).toEqual([form, form]);
  expect(one(page, 'script[type="application/ld+json"]').rawText).toContain('"@type":"Quiz"');
  expect(meta(page, "og:image")).toMatch(/mock-exam\.png$/);
});

test.each([
  ["40", "of its own", ""],
  ["15", "of its own", ""],
  // A shared exam begins anew for whoever opens it.
  ["40", "that was shared", MOCK_EXAM],
])("the introduction begins an exam of %s questions under a seed %s, now", async (lengte, _seed, shared) => {
  const given = { lengte, flow: "A", ...(shared === "" ? {} : { examen: shared }) };
  const response = await ask(`${PATHS.mockExam}?${new URLSearchParams(given)}`);
  expect([response.status, response.headers.get("cache-control")]).toEqual([303, "private, no-store"]);
  const location = new URL(response.headers.get("location") ?? "", "https://x");
  const begun = { ...given, examen: shared || expect.stringMatching(/^[a-z2-9]{6}$/), begin: `${nowS()}` };
  expect([location.pathname, Object.fromEntries(location.searchParams)]).toEqual([PATHS.mockExam, begun]);
});

test("a question asks with points, drawing in words and choices in this order, and keeps what was answered", async () => {
  const page = await openPage(address({ vraag: "7", antwoorden: "ABCAB-C", gemerkt: "3.7" }, "&flow=B"));
  const question = (await keyOf())[6] as ChosenQuestion;
  expect(texts(page, "h1")).toEqual([question.text]);
  const { choices } = question.form as { choices: readonly string[] };
  expect(texts(page, ".exam-choices label")).toEqual(choices);
  expect(attributes(page, ".exam-choices input[checked]", "value")).toEqual(["C"]);
  expect(count(page, ".exam-mark input[name=merk][checked]")).toBe(1);
  expect(texts(page, ".exam-position")).toEqual(["Vraag 7 van 40"]);
  expect(texts(page, ".exam-state > p")).toEqual(["Eerder beantwoord: 6 van de 40"]);
  expect(texts(page, ".exam-time")[0]).toMatch(/^Begonnen om \d\d:\d\d, je hebt tijd tot \d\d:\d\d$/);
  expect(attributes(page, ".exam-dot[data-marked]", "value")).toEqual(["3", "7"]);
  expect(attribute(page, ".exam-dot[aria-current]", "value")).toBe("7");
  expect(attribute(page, "input[name=flow]", "value")).toBe("B");
  expect(meta(page, "robots")).toBe("noindex, nofollow");
  const fieldset = one(page, "fieldset").text;
  if (question.drawing !== null) {
    expect(fieldset.indexOf(question.drawing.description)).toBeLessThan(fieldset.indexOf(choices[0] ?? ""));
    expect(fieldset.indexOf(question.drawing.description)).toBeGreaterThan(fieldset.indexOf(question.text));
  }
});

test("a question: each of the forty and of the fifteen has a page, without a word of its explanation or its rule", async () => {
  const explained = await readAnswers(await keyOf(MOCK_EXAM_FORMS));
  const heads = new Set<string>();
  for (const lengte of [40, 15])
    for (let vraag = 1; vraag <= lengte; vraag += 1) {
      const page = await openPage(address({ examen: MOCK_EXAM_FORMS, lengte: `${lengte}`, vraag: `${vraag}` }));
      heads.add(`${lengte} ${texts(page, "legend")[0]}`);
      for (const { explanation } of explained) expect(page.toString()).not.toContain(explanation.slice(0, 30));
      expect(page.toString()).not.toMatch(/correct|BPR bijlage|tekst van 20/);
    }
  expect(heads.size).toBe(55);
}, 30_000);

test("a question is answered, marked, left and found again by forms alone, up to the result", async () => {
  let page = await openPage(address({}, "&flow=A"));
  page = await openPage(press(page, words.next, { keuze: "A", merk: "1" }));
  expect(texts(page, ".exam-position")).toEqual(["Vraag 2 van 40"]);
  page = await openPage(press(page, words.previous));
  expect(attributes(page, ".exam-choices input[checked]", "value")).toEqual(["A"]);
  expect(count(page, "input[name=merk][checked]")).toBe(1);
  page = await openPage(press(page, "40", { keuze: "B" }));
  expect(count(page, ".exam-dot[data-marked]")).toBe(0);
  expect(attribute(page, "input[name=antwoorden]", "value")).toBe("B");
  page = await openPage(press(page, words.toOverview));
  expect(texts(page, "form p")[0]).toBe("Nog open: 39 vragen. Een open vraag telt als fout.");
  const handedIn = await ask(press(page, "Lever in met 39 open vragen"));
  expect(handedIn.status).toBe(303);
  const location = handedIn.headers.get("location") ?? "";
  expect(new URL(location, "https://x").searchParams.get("eind")).toMatch(/^\d{10}$/);
  expect(location).toContain("flow=A");
  expect(texts(await openPage(location), ".mock-verdict .topic")).toEqual([result.eyebrow]);
});

/** The texts of an overview's buttons: the red ones, and the quiet ones. */
const waysOf = (page: PageDocument) =>
  [".button:not(.button-quiet)", ".button-quiet"].map((kind) => texts(page, `.exam-ways ${kind}`));

test.each([
  ["-A-", "vraag 1 en 3", "1", "Lever in met 2 open vragen"],
  ["A-A", "vraag 2", "2", overview.handInOneOpen],
  ["-------", "vraag 1, 2, 3, 4, 5, 6 en 7", "1", "Lever in met 7 open vragen"],
  ["--------", "8 vragen", "1", "Lever in met 8 open vragen"],
])("a question: the overview after %s leads to the first open question", async (answers, named, first, handIn) => {
  const antwoorden = answers.padEnd(40, "A");
  const page = await openPage(address({ naar: "overzicht", antwoorden }));
  expect(texts(page, "form p")[0]).toBe(`Nog open: ${named}. Een open vraag telt als fout.`);
  expect(waysOf(page)).toEqual([[`Ga naar vraag ${first}`], [handIn]]);
  const next = await openPage(press(page, `Ga naar vraag ${first}`));
  expect(texts(next, ".exam-position")).toEqual([`Vraag ${first} van 40`]);
  const whole = await openPage(address({ naar: "overzicht", vraag: "3", antwoorden: "A".repeat(40) }));
  expect(texts(whole, "form p")).toContain(overview.complete);
  expect(waysOf(whole)).toEqual([[overview.handIn], ["Terug naar vraag 3"]]);
});

const key = await keyOf(MOCK_EXAM_FORMS);
async function openForm(form: "pictures" | "places" | "items" | "statements", answers = "") {
  const number = key.findIndex((question) => form in question.form) + 1;
  const page = await openPage(address({ examen: MOCK_EXAM_FORMS, vraag: String(number), antwoorden: answers }));
  return { page, number, question: key[number - 1] as ChosenQuestion };
}
const statements = key.findIndex(({ form }) => "statements" in form);
const resultOf = (replies: readonly string[], seconds = 60) =>
  openPage(address({ examen: MOCK_EXAM_FORMS, antwoorden: replies.join(""), eind: `${Number(BEGUN) + seconds}` }));
const answersOf = (page: PageDocument) => attribute(page, "input[name=antwoorden]", "value");
const upTo = (number: number) => "-".repeat(number - 1);

test("a question of another form shows four pictures, or places in one, each with its letter and what can be seen, and keeps the letter", async () => {
  for (const form of ["pictures", "places"] as const) {
    const { page, number, question } = await openForm(form);
    type Seen = { pictures?: readonly Drawing[]; places?: readonly string[] };
    const { pictures = [], places = [] } = question.form as Seen;
    const seen = [...pictures.map(({ description }) => description), ...places];
    expect(texts(page, `.exam-${form} label`)).toEqual(seen.map((text, index) => `${"ABCD"[index]} ${text}`));
    expect(count(page, ".exam-pictures svg, .exam-picture svg")).toBe(pictures.length || 1);
    expect(answersOf(await openPage(press(page, words.next, { keuze: "C" })))).toBe(`${upTo(number)}C`);
  }
});

test("a question of another form takes an order by numbers; one that is not whole is kept, and is still open", async () => {
  const { page, number, question } = await openForm("items");
  const { items } = question.form as { items: readonly string[] };
  expect(texts(page, ".exam-rank span")).toEqual(items);
  expect(attributes(page, ".exam-rank select", "name")).toEqual(["keuze", "keuze2", "keuze3", "keuze4"]);
  const half = await openPage(press(page, words.next, { keuze: "2", keuze2: "", keuze3: "2", keuze4: "" }));
  expect(answersOf(half)).toBe(`${upTo(number)}2020`);
  expect(texts(half, ".exam-state > p")).toEqual([]);
  const back = await openPage(press(half, words.previous));
  expect(attributes(back, ".exam-rank option[selected]", "value")).toEqual(["2", "", "2", ""]);
  const whole = await openPage(press(back, words.next, { keuze: "2", keuze2: "1", keuze3: "4", keuze4: "3" }));
  expect(answersOf(whole)).toBe(`${upTo(number)}2143`);
  expect(texts(whole, ".exam-state > p")).toEqual(["Eerder beantwoord: 1 van de 40"]);
  const none = await openPage(press(back, words.next, { keuze: "", keuze2: "", keuze3: "", keuze4: "" }));
  expect(answersOf(none)).toBe(`${upTo(number)}0000`);
});

test("a question of another form asks of two statements which are right, each for itself", async () => {
  const { page, number, question } = await openForm("statements");
  const { statements } = question.form as { statements: readonly string[] };
  expect(texts(page, ".exam-statement legend")).toEqual(statements.map((text, index) => `${index + 1}. ${text}`));
  const one = await openPage(press(page, words.next, { keuze2: "j" }));
  expect(answersOf(one)).toBe(`${upTo(number)}xj`);
  expect(texts(one, ".exam-state > p")).toEqual([]);
  const back = await openPage(press(one, words.previous));
  expect(attributes(back, ".exam-statement input[checked]", "name")).toEqual(["keuze2"]);
  const both = await openPage(press(back, words.next, { keuze: "n", keuze2: "j" }));
  expect(answersOf(both)).toBe(`${upTo(number)}nj`);
});

test.each([
  ["pictures", { keuze: "E" }],
  ["places", { keuze: "j" }],
  ["items", { keuze: "5" }],
  ["items", { keuze: "A" }],
  ["statements", { keuze: "x2" }],
  ["statements", { keuze: "A", keuze2: "j" }],
] as const)("a question of another form does not take an answer of another: %s, %j", async (form, chosen) => {
  const { page } = await openForm(form);
  const answer = await pageOf(ask(press(page, words.next, chosen)), 422);
  expect(texts(answer, "h1")).toEqual([problems.answers.title]);
});

test("a question of another form: an order where a letter was asked is no result of ours", async () => {
  const letters = key.findIndex(({ form }) => "choices" in form);
  const asked = { examen: MOCK_EXAM_FORMS, antwoorden: "1234".padStart(letters + 4, "-") };
  for (const more of [{ eind: String(Number(BEGUN) + 60) }, { vraag: String(letters + 1) }] as Record<string, string>[])
    await pageOf(ask(address({ ...asked, ...more })), 422);
});

test("a question of another form: the result tells what was left open from what is wrong, and shows one of two statements that was answered", async () => {
  const wrong = key.findIndex(({ form }) => "choices" in form);
  const replies = key.map(({ correct }, index) =>
    index === statements ? `${correct[0]}x` : index === wrong ? wrongReply(correct) : "-",
  );
  const page = await resultOf(replies, 20);
  const card = (index: number, part: string) => texts(page, `#vraag-${index + 1} ${part}`)[0];
  expect(card(statements, ".mock-mark")).toContain(result.marks.half);
  expect(card(statements, ".mock-given dd")).toMatch(/^1: (juist|onjuist), 2: open$/);
  expect(card(wrong, ".mock-mark")).toContain(result.marks.wrong);
  const open = key.findIndex((_, index) => index !== statements && index !== wrong);
  expect(card(open, ".mock-mark")).toContain(result.marks.open);
  expect(card(open, ".mock-given dd")).toBe(result.none);
  expect(count(page, ".mock-answer details[open]")).toBe(2);
  expect(texts(page, "#fouten")).toEqual([result.jump.both]);
  expect(count(page, ".mock-jump-open")).toBe(38);
  expect(texts(page, ".mock-verdict .lead")[0]).toContain(`Je liet er 39 open. ${result.time.less}`);
});

test.each([
  [5, 5],
  [6, 0],
])("a question of another form: the result with %i open questions shows %i of their answers", async (open, shown) => {
  const page = await resultOf(key.map(({ correct }, index) => (index < open ? "-" : correct)));
  expect([count(page, ".mock-jump-open"), count(page, ".mock-answer details[open]")]).toEqual([open, shown]);
});

test("a question of another form is shown in the result with what was answered, what is right, and half the points for one of two", async () => {
  const replies = key.map(({ correct }, index) =>
    index === statements ? `${correct[0]}${wrongReply(correct)[1]}` : wrongReply(correct),
  );
  const page = await resultOf(replies);
  expect(texts(page, ".mock-points")).toEqual(["1 van de 80 punten"]);
  expect(texts(page, `#vraag-${statements + 1} .mock-mark`)[0]).toContain(result.marks.half);
  const shown = texts(page, ".mock-given b");
  expect(shown).toHaveLength(40);
  for (const [index, { form, correct }] of key.entries()) {
    if ("items" in form) expect(shown[index]).toContain(`1. ${form.items[correct.indexOf("1")]}`);
    if ("pictures" in form) expect(shown[index]).toBe(`Plaatje ${correct}.`);
    if ("places" in form) expect(shown[index]).toBe(`${correct}: ${form.places["ABCD".indexOf(correct)]}`);
  }
});

const ended = (answers: string, more: Record<string, string> = {}) =>
  openPage(address({ eind: String(Number(BEGUN) + 2520), antwoorden: answers, ...more }));

test.each([MOCK_EXAM, MOCK_EXAM_FORMS])(
  "the result: everything right in %s: passed, and nothing to learn first",
  async (examen) => {
    const page = await ended(await answersWithRight(40, examen), { examen });
    expect(linksNamed(page, result.again)[0]).toContain(`examen=${examen}-2`);
    expect(texts(page, "h1")).toEqual([result.passed.title]);
    expect(texts(page, ".mock-points")).toEqual(["80 van de 80 punten"]);
    expect(texts(page, ".mock-ready > p")).toEqual([result.ready.likely]);
    expect(count(page, ".mock-weak")).toBe(0);
    expect(texts(page, ".mock-answers .mock-mark-wrong")).toEqual([]);
    expect(texts(page, ".mock-verdict .lead")[0]).toContain("42 minuten");
  },
);

test("the result: a pass has its pennant, and only wrong answers are open", async () => {
  const passed = await ended(await answersWithRight(38));
  expect(count(passed, ".exam-gauge-pennant")).toBe(1);
  expect(count(passed, ".mock-answer details[open]")).toBe(2);
  expect(texts(passed, ".mock-course h2")).toEqual([result.course.passedTitle]);
});

test("the result: nothing answered: not passed, every question with its right answer and its rule, and the course's price", async () => {
  const page = await ended("");
  const key = await keyOf();
  expect([texts(page, "h1"), texts(page, ".mock-points")]).toEqual([[result.failed.title], ["0 van de 80 punten"]]);
  expect([count(page, ".exam-gauge"), count(page, ".exam-gauge-pennant")]).toEqual([1, 0]);
  expect(count(page, ".mock-answer")).toBe(40);
  expect(texts(page, ".mock-given dd").filter((text) => text === result.none)).toHaveLength(40);
  expect(texts(page, ".mock-rule").every((rule) => rule.length > result.rule.length + 5)).toBe(true);
  const right = key.map(({ form, correct }) => ("choices" in form ? form.choices["ABCD".indexOf(correct)] : ""));
  expect(texts(page, ".mock-given b")).toEqual(right);
  expect(texts(page, ".mock-course h2")).toEqual(["Je liet 35 punten liggen bij Vaarregels"]);
  expect(texts(page, ".mock-course .price b")).toEqual([`€${PRICES.KVB1.none / 100}`]);
});

test("the result says nothing of a chance: fifteen questions are too few, and forty give a verdict without a number", async () => {
  const short = await ended("", { lengte: "15" });
  expect(texts(short, ".mock-ready > p")[0]).toMatch(/^Vijftien vragen zijn te weinig/);
  for (const page of [short, await ended(""), await ended(await answersWithRight(40))])
    expect(visibleText(one(page, "main"))).not.toMatch(/\d\s?%/);
});

test("the result: 55 points fail and 56 pass", async () => {
  const key = await keyOf();
  const withPoints = (left: number) =>
    key.map((question) => {
      const isRight = question.points <= left;
      if (isRight) left -= question.points;
      return { ...question, given: isRight ? question.correct : null };
    });
  expect(scoreOf(withPoints(55))).toMatchObject({ points: 55, passPoints: 56, isPassed: false });
  expect(scoreOf(withPoints(56))).toMatchObject({ points: 56, isPassed: true });
});

test("the result leads to other questions, and to a plan with the weakest first", async () => {
  const page = await ended(await answersWithRight(20), { lengte: "40" });
  const again = linksNamed(page, result.again)[0] ?? "";
  expect(again).toContain(`examen=${MOCK_EXAM}-2`);
  expect(again).not.toContain("begin");
  const plan = linksNamed(page, result.plan.label)[0] ?? "";
  expect(plan).toMatch(/^\/studieplan\?cursus=kvb1&eerst=[a-z.]+$/);
  const asked = await openPage(plan);
  expect(attribute(asked, "#cursus option[selected]", "value")).toBe("kvb1");
  const first = (search: URLSearchParams) => search.get("eerst")?.split(".")[0];
  // A Monday: the plan refuses a Sunday.
  vi.setSystemTime("2026-11-22T10:00:00Z");
  const made = await openPage(`${plan}&examen=2027-03-22`);
  expect(texts(made, ".lead")[0]).toContain("proefexamen");
  expect(first(new URL(plan, "https://x").searchParams)).toMatch(/^(regels|motor|water|varen)$/);
});

test("the result: where most points were lost comes first", () => {
  const scores = { rules: [30, 35], engine: [12, 12], water: [6, 16], handling: [16, 17] };
  const subjects = Object.entries(scores).map(([subject, [points, maxPoints]]) => ({ subject, points, maxPoints }));
  expect(weakSubjects({ subjects } as never)).toEqual(["water", "rules", "handling"]);
});

// Handbooks of statistics: the interval of Clopper and Pearson for 28 of 40 is 0.56 to 0.82 (two-sided, 90%).
test.each([
  [28, 40, 0.05, 0.978],
  [32, 40, 0.404, 1],
  [33, 40, 0.557, 1],
  [40, 40, 1, 1],
  [0, 40, 0, 0],
  [14, 15, 0.687, 1],
])("am I ready: %i of %i", (right, asked, from, to) => {
  const chance = chanceToPass(right, asked);
  expect(chance.from).toBeCloseTo(from, 2);
  expect(chance.to).toBeCloseTo(to, 2);
});

const BOUNDS = { 33: result.ready.likely, 32: result.ready.unsure };
test.each(Object.entries(BOUNDS))("am I ready: the lower bound alone decides: %i of 40", async (right, verdict) => {
  const page = await openPage(address({ eind: "1795376500", antwoorden: await answersWithRight(Number(right)) }));
  expect(texts(page, ".mock-ready > p")).toEqual([verdict]);
});

eachRow(`
a seed with capitals                      | examen=ABCD          | exam
a seed of three letters                   | examen=abc           | exam
no seed                                   | examen=              | exam
forty-one questions                       | lengte=41            | exam
markup                                    | examen=<b>           | exam
forty-one answers                         | antwoorden=${"A".repeat(41)} | answers
a value longer than any                   | antwoorden=${"A".repeat(5000)} | answers
a letter that is no choice                | antwoorden=Z         | answers
a choice that the question does not have  | vraag=1&naar=2&keuze=E | answers
a question that is not there              | vraag=41             | answers
a way that leads nowhere                  | vraag=1&naar=0       | answers
a mark on no question                     | gemerkt=41           | answers
marks that are no numbers                 | gemerkt=a            | answers
a beginning that is no time               | begin=gisteren       | answers
an end before the beginning               | eind=1795373999      | answers`)(
  "an address that is no exam: %s gets a page that says so and has links",
  async (_name, changes, problem) => {
    const page = await pageOf(ask(address(Object.fromEntries(new URLSearchParams(changes)))), 422);
    expect(texts(page, "h1")).toEqual([problems[problem as keyof typeof problems].title]);
    expect(linksNamed(page, MOCK_EXAM_COPY.problem.fresh)).toEqual([PATHS.mockExam]);
  },
);

test("an address that is no exam: whatever it contains, the answer is a page and never an error of ours", async () => {
  const names = "lengte examen begin eind antwoorden gemerkt vraag keuze keuze2 keuze4 merk naar".split(" ");
  const values = "40 15 1 ABCD jnA-2413 x j overzicht inleveren".split(" ");
  const text = fc.oneof(fc.string({ maxLength: 60 }), fc.constantFrom(MOCK_EXAM, MOCK_EXAM_FORMS, BEGUN, ...values));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...names), text), { maxLength: 8 }), async (pairs) => {
      const response = await ask(`${PATHS.mockExam}?${new URLSearchParams(pairs)}`);
      expect([200, 303, 422]).toContain(response.status);
      await response.body?.cancel();
    }),
    { numRuns: 150 },
  );
});
