import { expect, test } from "vitest";
import { QUIZ_QUESTIONS } from "../../src/free/quiz/quiz-questions-copy.ts";
import { formatAnswer } from "../../src/free/quiz/quiz-rules.ts";
import { PATHS, quizQuestionPath } from "../../src/shared/paths.ts";
import { CLIENT } from "../../src/ui/client-manifest.ts";
import {
  all,
  attribute,
  changedLines,
  count,
  island,
  linksNamed,
  one,
  type PageDocument,
  readDocument,
  texts,
  transcript,
} from "./document.ts";
import { noScriptTarget } from "./markup.ts";
import { ask, ORIGIN, openPage } from "./shop.ts";

/** The address to which the redirecting page leads without JavaScript. */
const refreshOf = (page: PageDocument) => new URL(noScriptTarget(page.toString()) ?? "", ORIGIN);

const PATHS_OF_IT = [`${quizQuestionPath(1)}?A1=A`, ...[1, 6].map(quizQuestionPath), `${PATHS.quizRedirect}?A1=A`];
// Search engines, headings: every-page.test.ts.
test.each([...PATHS_OF_IT, PATHS.quizScore])("GET %s is made of its address alone, and kept for Back", async (path) => {
  const names = "cookie authorization accept-language user-agent referer cf-connecting-ip".split(" ");
  const headers = Object.fromEntries(names.map((name) => [name, `${name}=jan@example.nl`]));
  const other = await ask(path, { headers });
  const html = await (await ask(path)).text();
  expect(await other.text()).toBe(html);
  expect([other.headers.has("set-cookie"), other.headers.has("vary")]).toEqual([false, false]);
  expect(other.headers.get("cache-control")).toBe("private, no-cache");
  const stylesheet = attribute(readDocument(html), 'link[rel="stylesheet"]', "href");
  expect(stylesheet).toMatch(/^\/build\/styles-quiz-\w+\.css$/);
});

test("the form carries every other parameter, repeated ones too, and leaves an earlier round behind", async () => {
  const page = await openPage(`${PATHS.quiz}?t=2&flow=A&t=1&A1=B&Score=5&utm_source=x&A5=C&A6=z&a1=q&empty=`);
  const fields = all(page, 'form input[type="hidden"]').map((field) =>
    ["name", "value"].map((name) => field.getAttribute(name)).join("="),
  );
  expect(fields.join("&")).toBe("t=2&flow=A&t=1&utm_source=x&A6=z&a1=q&empty=");
  expect(count(page, "input[checked]")).toBe(0);
});

test("the redirect page says so, leads to the score with the same parameters and adds the score it counts", async () => {
  const right = QUIZ_QUESTIONS.slice(0, 3).map((one) => [`A${one.number}`, formatAnswer(one, one.correct)]);
  const query = new URLSearchParams([["flow", "A"], ...right, ["A4", "A"], ["t", "1"], ["t", "2"]]);
  const page = await openPage(`${PATHS.quizRedirect}?${query}`);
  expect(texts(page, "h1")).toEqual(["Doorverwijzen naar je resultaten..."]);
  const target = refreshOf(page);
  expect(target.pathname).toBe(PATHS.quizScore);
  expect([...target.searchParams]).toEqual([...query, ["Score", "3"]]);
  expect(linksNamed(page, "Ga nu naar je resultaten")).toEqual([target.pathname + target.search]);
  expect(island(page, "quizRedirect")).toEqual({ when: "0", props: { target: target.pathname + target.search } });
});

const UNCOUNTED = ["A1=A&Score=2", "A1=A&Score=", "A1=A&Score=999", "flow=B&A6=A", ""];
test.each(UNCOUNTED)("the redirect page adds no score where there is one, or no answer: '%s'", async (query) => {
  expect(`${refreshOf(await openPage(`${PATHS.quizRedirect}?${query}`)).searchParams}`).toBe(query);
});

const MARKS = ["right", "wrong", "open"] as const;
test.each([
  ["A1=A&A2=A&A3=B&Score=2", ["right", "wrong", "right", "open", "open"], 5],
  // A score that these answers do not explain: its buoys only count, and have no number.
  ["A1=A&A2=A&A3=B&Score=4", ["right", "right", "right", "right", "open"], 0],
])("the score of %s is drawn as buoys: %j, %i of them with a number", async (query, marks, numbered) => {
  const page = await openPage(`${PATHS.quizScore}?${query}`);
  const buoys = all(page, ".quiz-score-chart > g[transform] > g:first-child");
  const drawing = (mark: (typeof MARKS)[number]) => readDocument(CLIENT.inline[`score-buoy-${mark}`]).innerHTML;
  expect(buoys.map((buoy) => MARKS.find((mark) => drawing(mark) === buoy.innerHTML))).toEqual(marks);
  expect(all(page, ".quiz-score-number")).toHaveLength(numbered);
});

const CASES = QUIZ_QUESTIONS.flatMap((question) => question.options.map(({ letter }) => ({ question, letter })));
test.each(CASES)(
  "question $question.number answered $letter says what is right, what was answered and why",
  async ({ question, letter }) => {
    const said = async (answer: typeof letter) => {
      const query = new URLSearchParams({ [`A${question.number}`]: formatAnswer(question, answer) });
      const page = await openPage(`${quizQuestionPath(question.number)}?${query}`);
      return transcript(one(page, "main"), { most: 400, classes: /\bquiz-answer-(?:right|wrong)\b/g });
    };
    const page = await said(letter);
    expect(letter === "A" ? page : changedLines(await said("A"), page)).toMatchSnapshot();
  },
);
