import { describe, expect, test } from "vitest";
import { PATHS, quizQuestionPath } from "../../src/shared/paths.ts";
import { formatAnswer, QUIZ_QUESTIONS } from "../../src/shared/quiz.ts";
import { ask, pageText } from "./shop.ts";

const RIGHT_LETTERS = ["A", "B", "B", "C", "C"];
const RIGHT_ANSWERS = QUIZ_QUESTIONS.map((question) => [
  `A${question.number}`,
  formatAnswer(question, question.correct),
]);
const HOSTILE = [
  "NaN",
  "-3",
  "999",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</noscript><script>alert(1)</script>",
  "javascript:alert(1)",
  "A1=B&Score=5#x",
  "\u0000\ud800",
  "é 😀 ' ; + % /",
];

/** The address of the link with this text, as a browser would read it. */
function linkOf(html: string, label: string): URL {
  const href = new RegExp(`<a class="button[^"]*" href="([^"]*)"[^>]*>${label}`).exec(html)?.[1];
  if (href === undefined) throw new Error(`no link ${label}`);
  return new URL(href.replaceAll("&amp;", "&"), "https://shop.example");
}

/** Where the page that redirects leads without JavaScript. */
function refreshOf(html: string): URL {
  const content = /<noscript><meta http-equiv="refresh" content="0;url=([^"]*)"\/><\/noscript>/.exec(html)?.[1] ?? "";
  return new URL(content.replaceAll("&amp;", "&"), "https://shop.example");
}

function fieldsOf(html: string): (string | undefined)[][] {
  const form = html.slice(html.indexOf("<form"), html.indexOf("</form>"));
  return [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"\/>/g)].map((match) =>
    match.slice(1, 3),
  );
}

/** The values of a question's radio buttons, all of which must be required. */
function choicesOf(html: string, number: number): string[] {
  return [...html.matchAll(/<input type="radio" required="" name="(A\d)" value="([^"]*)"\/>/g)]
    .filter((match) => match[1] === `A${number}`)
    .map((match) => match[2] ?? "");
}

/** The page's own text, without markup. */
function textOf(html: string): string {
  return html
    .slice(html.indexOf("<main"), html.indexOf("</main>"))
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
}

describe("every screen of the quiz", () => {
  const screens = [
    PATHS.quiz,
    `${PATHS.quizRedirect}?A1=A`,
    PATHS.quizScore,
    `${quizQuestionPath(1)}?A1=A`,
    quizQuestionPath(1),
    quizQuestionPath(6),
  ];

  test.each(screens)("GET %s is a page that search engines leave alone", async (path) => {
    const response = await ask(path);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>');
    expect(html).not.toContain('rel="canonical"');
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html).toMatch(/<link rel="stylesheet" href="\/build\/styles-quiz-\w+\.css"/);
  });

  test.each(screens.slice(1))("GET %s is never stored", async (path) => {
    expect((await ask(path)).headers.get("cache-control")).toBe("private, no-store");
  });
});

describe("the form", () => {
  test("asks the five questions, each in a fieldset with a legend, and gets the result page", async () => {
    const html = await pageText(PATHS.quiz);
    expect(html).toContain(`<form class="quiz-form" action="${PATHS.quizRedirect}" method="get">`);
    expect(html.match(/<fieldset [^>]*><legend>/g)).toHaveLength(5);
    for (const question of QUIZ_QUESTIONS) {
      expect(html).toContain(question.text);
      expect(choicesOf(html, question.number)).toEqual(
        question.options.map((option) => formatAnswer(question, option.letter)),
      );
    }
  });

  test("marks exactly the specification's letters as correct", async () => {
    const html = await pageText(PATHS.quiz);
    const marked = [1, 2, 3, 4, 5].map((number) =>
      choicesOf(html, number).filter((value) => value.endsWith(" (Correct)")),
    );
    expect(marked.map((values) => values.map((value) => value[0]))).toEqual(RIGHT_LETTERS.map((letter) => [letter]));
  });

  test("shows the sign without naming it", async () => {
    const html = await pageText(PATHS.quiz);
    expect(html).toContain('aria-label="Vierkant bord: rode rand');
    expect(textOf(html)).not.toMatch(/A\.?9/);
  });

  test("carries every other parameter, repeated ones too, and leaves an earlier round behind", async () => {
    const html = await pageText(`${PATHS.quiz}?t=2&flow=A&t=1&A1=B&Score=5&utm_source=x&A5=C&A6=z&a1=q&empty=`);
    expect(fieldsOf(html)).toEqual([
      ["t", "2"],
      ["flow", "A"],
      ["t", "1"],
      ["utm_source", "x"],
      ["A6", "z"],
      ["a1", "q"],
      ["empty", ""],
    ]);
    expect(html).not.toMatch(/<input[^>]*checked/);
  });

  test("escapes what it carries", async () => {
    const html = await pageText(`${PATHS.quiz}?x=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(html).not.toContain("<script>alert");
    expect(fieldsOf(html)).toEqual([["x", "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"]]);
  });
});

describe("the redirect page", () => {
  test("says so, leads to the score with the same parameters and adds the score it counts", async () => {
    const query = new URLSearchParams([
      ["flow", "A"],
      ...RIGHT_ANSWERS.slice(0, 3),
      ["A4", "A"],
      ["t", "1"],
      ["t", "2"],
    ]);
    const html = await pageText(`${PATHS.quizRedirect}?${query}`);
    expect(html).toContain("<h1>Doorverwijzen naar je resultaten...</h1>");
    const target = refreshOf(html);
    expect(target.pathname).toBe(PATHS.quizScore);
    expect([...target.searchParams]).toEqual([...query, ["Score", "3"]]);
    expect(linkOf(html, "Ga nu naar je resultaten").href).toBe(target.href);
    const props =
      /data-island="quizRedirect" data-src="[^"]+" data-when="now" data-props="([^"]*)"/.exec(html)?.[1] ?? "";
    expect(JSON.parse(props.replaceAll("&quot;", '"').replaceAll("&amp;", "&"))).toEqual({
      target: target.pathname + target.search,
    });
  });

  test.each(["2", "0", "", "NaN", "-3", "999"])("leaves a given Score=%s alone", async (score) => {
    const target = refreshOf(await pageText(`${PATHS.quizRedirect}?A1=A&Score=${score}`));
    expect([...target.searchParams]).toEqual([
      ["A1", "A"],
      ["Score", score],
    ]);
  });

  test("adds no score when there are no answers", async () => {
    expect(refreshOf(await pageText(`${PATHS.quizRedirect}?flow=B&A6=A`)).search).toBe("?flow=B&A6=A");
    expect(refreshOf(await pageText(PATHS.quizRedirect)).search).toBe("");
  });

  test.each(HOSTILE)("carries %j unharmed and escaped", async (value) => {
    const query = new URLSearchParams([
      ["A1", value],
      ["Score", value],
      [value, value],
    ]);
    const html = await pageText(`${PATHS.quizRedirect}?${query}`);
    expect([...refreshOf(html).searchParams]).toEqual([...new URLSearchParams(query.toString())]);
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<img src=x");
  });

  test("is no open redirect", async () => {
    for (const query of ["?url=https://evil.example", "?//evil.example", "?@evil.example"]) {
      expect(refreshOf(await pageText(PATHS.quizRedirect + query)).origin).toBe("https://shop.example");
    }
  });
});

describe("the score page", () => {
  test.each([
    ["", 0],
    ["?Score=4", 4],
    ["?Score=5", 5],
    ["?Score=3/5", 3],
    ["?Score=NaN", 0],
    ["?Score=-3", 0],
    ["?Score=999", 5],
    ["?Score=%3Cscript%3E", 0],
    ["?Score=2&Score=5", 2],
    ["?score=4", 0],
  ])("GET /quiz-score%s shows %i out of five", async (query, score) => {
    const html = await pageText(PATHS.quizScore + query);
    expect(html).toContain(`<h1>Je score is: ${score}/5</h1>`);
    expect(html).toContain("ongeveer 70%");
    expect(html.includes("Mooi gedaan!")).toBe(score >= 4);
  });

  test("leads to question 1 with all parameters", async () => {
    const query = "?flow=A&t=1&t=2&A1=A+x&Score=3&utm_source=x";
    const link = linkOf(await pageText(PATHS.quizScore + query), "Doorgaan");
    expect(link.pathname + link.search).toBe(quizQuestionPath(1) + query);
  });

  test("shows and says which questions were right, when the answers explain the score", async () => {
    const html = await pageText(`${PATHS.quizScore}?A1=A&A2=A&A3=B&Score=2`);
    for (const words of ["Vraag 1: goed", "Vraag 2: fout", "Vraag 3: goed"]) expect(html).toContain(words);
    expect(html).not.toContain("Vraag 4:");
    expect(await pageText(`${PATHS.quizScore}?A1=A&A2=A&A3=B&Score=4`)).not.toContain("Vraag 1: goed");
  });
});

describe("a question's page", () => {
  const cases = QUIZ_QUESTIONS.flatMap((question) => question.options.map(({ letter }) => ({ question, letter })));

  test.each(cases)(
    "question $question.number answered $letter says what is right, what was answered and why",
    async ({ question, letter }) => {
      const query = new URLSearchParams([
        ["flow", "B"],
        [`A${question.number}`, formatAnswer(question, letter)],
      ]);
      const html = await pageText(`${quizQuestionPath(question.number)}?${query}`);
      const isRight = letter === RIGHT_LETTERS[question.number - 1];
      expect(html).toContain(`<h1>Vraag ${question.number} van 5</h1>`);
      expect(html).toContain(`<h2 class="quiz-result-text">${question.text}</h2>`);
      for (const option of question.options) expect(html).toContain(option.text);
      for (const paragraph of question.explanation) expect(html).toContain(paragraph);
      expect(html).toContain(`<b>${question.source}</b>`);
      const rows = [...html.matchAll(/<li class="quiz-answer quiz-answer-(\w+)">(.*?)<\/li>/g)].map((match) => ({
        kind: match[1],
        text: match[2]?.replace(/<[^>]+>/g, "") ?? "",
      }));
      expect(rows.map(({ kind }) => kind)).toEqual(
        question.options.map((option) => {
          if (option.letter === question.correct) return "right";
          return option.letter === letter ? "wrong" : "plain";
        }),
      );
      const right = rows.find(({ kind }) => kind === "right")?.text;
      expect(right).toMatch(isRight ? /Jouw antwoord: goed$/ : /Juiste antwoord$/);
      if (!isRight) expect(rows.find(({ kind }) => kind === "wrong")?.text).toMatch(/Jouw antwoord: fout$/);
      expect(html).toContain(`quiz-verdict-${isRight ? "right" : "wrong"}`);
    },
  );

  test.each([1, 2, 3, 4])("question %i leads to the next with the query kept", async (number) => {
    const query = "?flow=A&A1=A&A2=A&A3=A&A4=A&A5=A&t=1&t=2&Score=1";
    const link = linkOf(await pageText(quizQuestionPath(number) + query), "Volgende vraag");
    expect(link.pathname + link.search).toBe(quizQuestionPath(number + 1) + query);
  });

  test("question 5 leads to the order page with the query kept", async () => {
    const html = await pageText(`${quizQuestionPath(5)}?A5=C&flow=A&utm_source=x`);
    const link = linkOf(html, "Doorgaan");
    expect(link.pathname + link.search).toBe(`${PATHS.order}?A5=C&flow=A&utm_source=x`);
    expect(html).not.toContain("Volgende vraag");
  });

  test("the dots say how it went so far and don't tell what is to come", async () => {
    const html = await pageText(`${quizQuestionPath(3)}?A1=A&A2=zzz&A3=A&A4=C&A5=C`);
    const dots = [...html.matchAll(/class="buoy-dot buoy-dot-(\w+)"[^>]*aria-label="([^"]*)"/g)].map((dot) =>
      dot.slice(1, 3),
    );
    expect(dots).toEqual([
      ["right", "Vraag 1: goed"],
      ["todo", "Vraag 2"],
      ["wrong", "Vraag 3: fout"],
      ["todo", "Vraag 4: nog niet bekeken"],
      ["todo", "Vraag 5: nog niet bekeken"],
    ]);
    expect(html).toContain('<li aria-current="step"><svg class="buoy-dot buoy-dot-wrong"');
  });

  test("its video may be framed, and only from the video's own host", async () => {
    const response = await ask(`${quizQuestionPath(2)}?A2=B`);
    expect(response.headers.get("content-security-policy")).toMatch(/; frame-src http:\/\/localhost:8788;/);
    expect(await response.text()).toContain("http://localhost:8788/video/quiz-2");
  });

  test.each(["Z", "E iets", "goed", "<script>alert(1)</script>", "()", "AB", "(Correct)"])(
    "an answer %j that is none of ours is shown as not recognised and never printed",
    async (value) => {
      const html = await pageText(`${quizQuestionPath(1)}?A1=${encodeURIComponent(value)}`);
      expect(html).toContain("We herkennen jouw antwoord niet.");
      expect(html).toContain("Juiste antwoord");
      expect(html).not.toContain("quiz-verdict");
      expect(html).not.toContain("<script>alert");
    },
  );

  test("(Correct) behind a wrong letter doesn't make it right, and foreign text is not shown", async () => {
    const html = await pageText(`${quizQuestionPath(1)}?A1=B+Heel+ander+verhaal+(Correct)`);
    expect(html).toContain("Jouw antwoord: fout");
    expect(textOf(html)).not.toContain("Heel ander verhaal");
  });

  test("of a repeated answer the first counts", async () => {
    expect(await pageText(`${quizQuestionPath(1)}?A1=B&A1=A`)).toContain("Jouw antwoord: fout");
  });
});

describe("Loading...", () => {
  test.each(["/quiz-question/1", "/quiz-question/5?A1=A", "/quiz-question/2?A2=", "/quiz-question/2?A2=%20"])(
    "GET %s waits for the answer that is missing",
    async (path) => {
      const html = await pageText(path);
      expect(html).toContain('<h1 lang="en">Loading...</h1>');
      expect(html).toContain("We hebben nog geen antwoord van jou op deze vraag.");
      expect(linkOf(html, "Naar de quiz").pathname).toBe(PATHS.quiz);
    },
  );

  test.each(["/quiz-question/6?A6=A", "/quiz-question/7", "/quiz-question/9999?A1=A"])(
    "GET %s is beyond the last question",
    async (path) => {
      const html = await pageText(path);
      expect(html).toContain('<h1 lang="en">Loading...</h1>');
      expect(html).toContain("Deze quiz heeft 5 vragen.");
    },
  );

  test.each(["0", "-1", "abc", "1.5", "1e9", "01", "+1", "1%20", "%31x", "%00", "1,5", "NaN"])(
    "GET /quiz-question/%s is not found",
    async (number) => {
      const response = await ask(`/quiz-question/${number}?A1=A`);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain("404 Oops! Page not found");
    },
  );

  test.each(["/quiz-question", "/quiz-question/", "/quiz-question/1/2", "/quiz-question/1/"])(
    "GET %s is not found",
    async (path) => {
      expect((await ask(path)).status).toBe(404);
    },
  );
});

describe("eight kilobytes of query", () => {
  const value = "é&=#<".repeat(400);
  const query = new URLSearchParams([
    ["A1", "A"],
    ["A2", `B ${value}`],
    ["x", value],
    ["x", "2"],
  ]);

  test.each([
    [`${PATHS.quizScore}`, "Doorgaan"],
    [quizQuestionPath(1), "Volgende vraag"],
    [quizQuestionPath(2), "Volgende vraag"],
    [quizQuestionPath(6), "Naar de quiz"],
    [PATHS.quizRedirect, "Ga nu naar je resultaten"],
  ])("%s carries it unharmed", async (path, label) => {
    expect(query.toString().length).toBeGreaterThan(8_000);
    const link = linkOf(await pageText(`${path}?${query}`), label);
    const carried = [...link.searchParams].filter(([name]) => name !== "Score");
    expect(carried).toEqual([...query]);
  });
});
