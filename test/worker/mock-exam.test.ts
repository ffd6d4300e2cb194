import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { readAnswers } from "../../src/free/mock-exam/bank/bank-copy.ts";
import type { ExamReply } from "../../src/free/mock-exam/bank/question-rules.ts";
import { MOCK_EXAM_COPY } from "../../src/free/mock-exam/mock-exam-copy.ts";
import { chanceToPass, scoreOf, weakSubjects } from "../../src/free/mock-exam/score-rules.ts";
import { PATHS } from "../../src/shared/paths.ts";
import { nowS } from "../clock.ts";
import { answersWithRight, keyOf, MOCK_EXAM, MOCK_EXAM_FORMS, wrongReply } from "../mock-exam.ts";
import { eachRow } from "../table.ts";
import {
  attribute,
  attributes,
  count,
  linksNamed,
  one,
  type PageDocument,
  texts,
  transcript,
  visibleText,
} from "./document.ts";
import { ask, openPage, pageOf } from "./shop.ts";

const { question: words, overview, result, problems } = MOCK_EXAM_COPY;
const BEGUN = "1795374000";
/** Ten minutes later. */
beforeEach(() => void vi.setSystemTime((Number(BEGUN) + 600) * 1000));

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

test.each([
  ["40", "of its own", ""],
  ["15", "of its own", ""],
  // A shared exam begins anew for whoever opens it.
  ["40", "that was shared", MOCK_EXAM],
])("the introduction begins an exam of %s questions under a seed %s, now", async (lengte, _seed, shared) => {
  const given = { lengte, flow: "A", ...(shared === "" ? {} : { examen: shared }) };
  const path = `${PATHS.mockExam}?${new URLSearchParams(given)}`;
  const [response, another] = [await ask(path), await ask(path)];
  expect([response.status, response.headers.get("cache-control")]).toEqual([303, "private, no-store"]);
  const location = new URL(response.headers.get("location") ?? "", "https://x");
  const begun = { ...given, examen: shared || expect.stringMatching(/^[a-z2-9]{6}$/), begin: `${nowS()}` };
  expect([location.pathname, Object.fromEntries(location.searchParams)]).toEqual([PATHS.mockExam, begun]);
  expect(another.headers.get("location") === response.headers.get("location")).toBe(shared !== "");
});

test("a question: each of the forty and of the fifteen has a page, without a word of its explanation or its rule", async () => {
  const explained = await readAnswers(await keyOf(MOCK_EXAM_FORMS));
  const heads = new Set<string>();
  for (const lengte of [40, 15])
    for (let vraag = 1; vraag <= lengte; vraag += 1) {
      const page = await openPage(address({ examen: MOCK_EXAM_FORMS, lengte: `${lengte}`, vraag: `${vraag}` }));
      expect(attribute(page, ".exam-progress rect", "width")).toBe(`${(vraag / lengte) * 100}`);
      heads.add(`${lengte} ${texts(page, "legend")[0]}`);
      for (const { explanation } of explained) expect(page.toString()).not.toContain(explanation.slice(0, 30));
      expect(page.toString()).not.toMatch(/correct|BPR bijlage|tekst van 20/);
    }
  expect(heads.size).toBe(55);
}, 30_000);

test("a question: its mark is there on the way back, and gone once it is taken away", async () => {
  const next = await openPage(press(await openPage(address({})), words.next, { keuze: "A", merk: "1" }));
  const back = await openPage(press(next, words.previous));
  expect([count(back, "input[name=merk][checked]"), count(back, ".exam-dot[data-marked]")]).toEqual([1, 1]);
  expect(count(await openPage(press(back, words.next)), ".exam-dot[data-marked]")).toBe(0);
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
  expect(texts(page, "form p")[0]).toBe(`Nog open: ${named}. Wat open blijft, levert geen punten op.`);
  expect(waysOf(page)).toEqual([[`Ga naar vraag ${first}`], [handIn]]);
  const next = await openPage(press(page, `Ga naar vraag ${first}`));
  expect(texts(next, ".exam-position")).toEqual([`Vraag ${first} van 40`]);
});

test("a question: a whole overview leads back to the one from which it was opened", async () => {
  const page = await openPage(address({ naar: "overzicht", vraag: "7", antwoorden: "A".repeat(40) }));
  const [gate, boat] = attributes(page, ".exam-gauge > svg[x]", "x");
  expect(boat).toBe(gate);
  const back = await openPage(press(page, "Terug naar vraag 7"));
  expect(texts(back, ".exam-position")).toEqual(["Vraag 7 van 40"]);
});

const key = await keyOf(MOCK_EXAM_FORMS);
const FORMS = ["choices", "pictures", "places", "items", "statements"] as const;
const numberOf = (form: (typeof FORMS)[number]) => key.findIndex((question) => form in question.form) + 1;
async function openForm(form: (typeof FORMS)[number]) {
  const number = numberOf(form);
  return { number, page: await openPage(address({ examen: MOCK_EXAM_FORMS, vraag: String(number) })) };
}
const resultOf = (replies: readonly string[]) =>
  openPage(address({ examen: MOCK_EXAM_FORMS, antwoorden: replies.join(""), eind: `${Number(BEGUN) + 60}` }));

test.each([
  ["pictures", { keuze: "C" }, "C"],
  ["places", { keuze: "C" }, "C"],
  ["items", { keuze: "2", keuze2: "", keuze3: "2", keuze4: "" }, "2020"],
  ["items", { keuze: "2", keuze2: "1", keuze3: "4", keuze4: "3" }, "2143"],
  ["items", { keuze: "", keuze2: "", keuze3: "", keuze4: "" }, "0000"],
  ["statements", { keuze2: "j" }, "xj"],
  ["statements", { keuze: "n", keuze2: "j" }, "nj"],
] as const)("a question of another form: %s: %j is kept, and open unless it is whole", async (form, chosen, kept) => {
  const { page, number } = await openForm(form);
  const next = await openPage(press(page, words.next, chosen));
  for (const seen of [next, await openPage(press(page, words.toOverview, chosen))])
    expect(attribute(seen, "input[name=antwoorden]", "value")).toBe("-".repeat(number - 1) + kept);
  expect(texts(next, ".exam-state > p")).toEqual(/0|x/.test(kept) ? [] : ["Eerder beantwoord: 1 van de 40"]);
  const back = await openPage(press(next, words.previous));
  expect(transcript(one(back, "form > fieldset"))).toMatchSnapshot();
  // Who sends nothing leaves it as it is.
  const left = await openPage(press(back, words.next));
  expect(attribute(left, "input[name=antwoorden]", "value")).toBe("-".repeat(number - 1) + kept);
});

test.each([
  [3599, words.next, "Ga naar vraag 40", /^Begonnen om/],
  [3600, words.toOverview, overview.handInOneOpen, words.warnings.over],
])("after %i seconds the red buttons are '%s' and '%s'", async (seconds, onQuestion, onOverview, time) => {
  vi.setSystemTime((Number(BEGUN) + seconds) * 1000);
  const pages = [{ vraag: "7" }, { naar: "overzicht", antwoorden: "A".repeat(39) }];
  const [question, list] = await Promise.all(pages.map((parameters) => openPage(address(parameters))));
  const red = (page: PageDocument | undefined) => texts(page as PageDocument, ".exam-ways .button:not(.button-quiet)");
  expect([red(question), red(list)]).toEqual([[onQuestion], [onOverview]]);
  expect(texts(question as PageDocument, ".exam-time")).toEqual([expect.stringMatching(time)]);
});

const REPLIES: Readonly<Record<string, (correct: ExamReply, form: object) => string>> = {
  right: (correct) => correct,
  wrong: wrongReply,
  half: (correct, form) =>
    "statements" in form ? `${correct[0]}${wrongReply(correct)[1]}` : "items" in form ? "2020" : "-",
  no: (_, form) => ("statements" in form ? "xx" : "items" in form ? "0000" : "-"),
  partly: (correct, form) => ("statements" in form ? `${correct[0]}x` : "-"),
};
test.each(Object.entries(REPLIES))("a result of %s answers, and the first of each form in it", async (_kind, reply) => {
  const replies = key.map(({ correct, form }) => reply(correct, form));
  const page = await resultOf(replies);
  const first = FORMS.map((form) => numberOf(form) - 1);
  const answered = first.filter((index) => replies[index] !== "-");
  const told = [".mock-verdict", ...answered.map((index) => `#vraag-${index + 1}`)].map((part) =>
    transcript(one(page, part), { classes: /\bmock-(?:mark|given)-\w+/g }),
  );
  const missed = [".mock-jump a", ".mock-jump-open", ".mock-answer details[open]"].map((part) => count(page, part));
  const drawn = [".exam-gauge > svg[x]", ".mock-bar rect + rect"].map((part, index) =>
    attributes(page, part, index === 0 ? "x" : "width"),
  );
  const pennants = count(page, ".exam-gauge-pennant");
  expect(
    [
      `${texts(page, "#fouten")} (missed, open, unfolded: ${missed})`,
      `gate, boat; bars; pennant: ${drawn.join("; ")}; ${pennants}`,
      ...told,
    ].join("\n"),
  ).toMatchSnapshot();
});

test.each([
  [29, 40, result.time.less],
  [30, 40, result.time.one],
  [89, 40, result.time.one],
  [90, 40, "Je deed er 2 minuten over."],
  [3629, 40, "Je deed er 60 minuten over."],
  [3630, 40, "Je deed er 61 minuten over. Op het examen heb je er 60."],
  [1400, 15, "Je deed er 23 minuten over."],
])("a result after %i seconds of %i questions tells how long it took", async (seconds, lengte, told) => {
  const page = await openPage(address({ lengte: `${lengte}`, eind: `${Number(BEGUN) + seconds}` }));
  expect(texts(page, ".mock-verdict .lead")[0]).toMatch(new RegExp(`open\\. ${told}$`));
});

test.each([
  [5, 5],
  [6, 0],
])("a question of another form: the result with %i open questions shows %i of their answers", async (open, shown) => {
  const page = await resultOf(key.map(({ correct }, index) => (index < open ? "-" : correct)));
  expect([count(page, ".mock-jump-open"), count(page, ".mock-answer details[open]")]).toEqual([open, shown]);
});

const ended = (answers: string, more: Record<string, string> = {}) =>
  openPage(address({ eind: String(Number(BEGUN) + 2520), antwoorden: answers, ...more }));

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

const BOUNDS = { 33: result.ready.likely, 32: result.ready.unsure, 22: result.ready.unlikely };
test.each(Object.entries(BOUNDS))("am I ready: the lower bound alone decides: %i of 40", async (right, verdict) => {
  const page = await openPage(address({ eind: "1795376500", antwoorden: await answersWithRight(Number(right)) }));
  expect(texts(page, ".mock-ready > p")).toEqual([verdict]);
  expect(texts(page, "#cursus").includes(result.course.passedTitle), "who has passed").toBe(right !== "22");
});

const answering = (form: (typeof FORMS)[number]) => `examen=${MOCK_EXAM_FORMS}&vraag=${numberOf(form)}&naar=1`;

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
an end before the beginning               | eind=1795373999      | answers
a picture that is not there               | ${answering("pictures")}&keuze=E | answers
an answer where a place was asked         | ${answering("places")}&keuze=j | answers
a place in an order that is not there     | ${answering("items")}&keuze=5 | answers
a letter where an order was asked         | ${answering("items")}&keuze=A | answers
two letters for a statement               | ${answering("statements")}&keuze=x2 | answers
an order where a place was asked          | examen=${MOCK_EXAM_FORMS}&vraag=${numberOf("places")}&antwoorden=${"1234".padStart(numberOf("places") + 3, "-")} | answers
a letter for a statement                  | ${answering("statements")}&keuze=A&keuze2=j | answers
an order where a letter was asked         | examen=${MOCK_EXAM_FORMS}&antwoorden=${"1234".padStart(numberOf("choices") + 3, "-")}&eind=1795374060 | answers`)(
  "an address that is no exam: %s gets a page that says so and has links",
  async (_name, changes, problem) => {
    const page = await pageOf(ask(address(Object.fromEntries(new URLSearchParams(changes)))), 422);
    expect(texts(page, "h1")).toEqual([problems[problem as keyof typeof problems].title]);
    expect(linksNamed(page, MOCK_EXAM_COPY.problem.fresh)).toEqual([PATHS.mockExam]);
    // An exam that is known begins again.
    const known = problem === "answers" && changes.length < 1000;
    const seed = new URLSearchParams(changes).get("examen") ?? MOCK_EXAM;
    const restart = known ? [`${PATHS.mockExam}?lengte=40&examen=${seed}`] : [];
    expect(linksNamed(page, MOCK_EXAM_COPY.problem.restart)).toEqual(restart);
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
