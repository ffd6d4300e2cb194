import { describe, expect, test } from "vitest";
import { QUIZ_QUESTIONS } from "../../src/free/quiz/quiz-questions-copy.ts";
import { formatAnswer } from "../../src/free/quiz/quiz-rules.ts";
import { PATHS, quizQuestionPath } from "../../src/shared/paths.ts";
import { all, attribute, attributes, count, linksNamed, one, readDocument, texts, visibleText } from "./document.ts";
import { collectLogs } from "./logs.ts";
import { linkOf, RIGHT_LETTERS, textOf } from "./quiz-pages.ts";
import { answerText, ask, openPage, pageText } from "./shop.ts";

collectLogs();

describe("a question's page", () => {
  const cases = QUIZ_QUESTIONS.flatMap((question) => question.options.map(({ letter }) => ({ question, letter })));

  test.each(cases)(
    "question $question.number answered $letter says what is right, what was answered and why",
    async ({ question, letter }) => {
      const query = new URLSearchParams([
        ["flow", "B"],
        [`A${question.number}`, formatAnswer(question, letter)],
      ]);
      const page = await openPage(`${quizQuestionPath(question.number)}?${query}`);
      const isRight = letter === RIGHT_LETTERS[question.number - 1];
      expect(texts(page, "h1")).toEqual([`Vraag ${question.number} van 5`]);
      expect(texts(page, "h2")).toContain(question.text);
      for (const paragraph of question.explanation) expect(textOf(page)).toContain(paragraph);
      expect(texts(page, ".quiz-source b")).toEqual([question.source]);
      expect(texts(page, ".quiz-answer")).toEqual(
        question.options.map((option) => {
          const shown = `${option.letter} . ${option.text}`;
          if (option.letter === question.correct)
            return `${shown} ${isRight ? "Jouw antwoord: goed" : "Juiste antwoord"}`;
          return option.letter === letter ? `${shown} Jouw antwoord: fout` : shown;
        }),
      );
      expect(texts(page, ".quiz-verdict")).toEqual([isRight ? "Goed" : "Fout"]);
    },
  );

  test.each([1, 2, 3, 4])("question %i leads to the next with the query kept", async (number) => {
    const query = "?flow=A&A1=A&A2=A&A3=A&A4=A&A5=A&t=1&t=2&Score=1";
    const link = linkOf(await openPage(quizQuestionPath(number) + query), "Volgende vraag");
    expect(link.pathname + link.search).toBe(quizQuestionPath(number + 1) + query);
  });

  test("question 5 leads to the order page with the query kept", async () => {
    const page = await openPage(`${quizQuestionPath(5)}?A5=C&flow=A&utm_source=x`);
    const link = linkOf(page, "Doorgaan");
    expect(link.pathname + link.search).toBe(`${PATHS.order}?A5=C&flow=A&utm_source=x`);
    expect(linksNamed(page, "Volgende vraag")).toEqual([]);
    const bridge = visibleText(one(page, ".quiz-bridge"));
    expect(bridge).toContain("Op het examen krijg je er 40.");
    expect(bridge).toContain("€39");
    expect(count(await openPage(`${quizQuestionPath(4)}?A4=C`), ".quiz-bridge")).toBe(0);
  });

  test("the dots say how it went so far and don't tell what is to come", async () => {
    const page = await openPage(`${quizQuestionPath(3)}?A1=A&A2=zzz&A3=A&A4=C&A5=C`);
    expect(attributes(page, ".quiz-dots .buoy-dot", "aria-label")).toEqual([
      "Vraag 1: goed",
      "Vraag 2",
      "Vraag 3: fout",
      "Vraag 4: nog niet bekeken",
      "Vraag 5: nog niet bekeken",
    ]);
    const [current, ...others] = all(page, '.quiz-dots [aria-current="step"]');
    expect(others).toEqual([]);
    expect(attribute(one(page, '.quiz-dots [aria-current="step"]'), ".buoy-dot", "aria-label")).toBe("Vraag 3: fout");
    expect(current?.querySelector(".buoy-dot")?.classList.contains("buoy-dot-wrong")).toBe(true);
  });

  test("its video may be framed, and only from the video's own host", async () => {
    const response = await ask(`${quizQuestionPath(2)}?A2=B`);
    expect(response.headers.get("content-security-policy")).toMatch(/; frame-src http:\/\/localhost:8788;/);
    expect(attribute(readDocument(await response.text()), "a.video-play", "href")).toBe(
      "http://localhost:8788/video/quiz-2",
    );
  });

  test.each(["Z", "E iets", "goed", "<script>alert(1)</script>", "()", "AB", "(Correct)"])(
    "an answer %j that is none of ours is shown as not recognised and never printed",
    async (value) => {
      const html = await pageText(`${quizQuestionPath(1)}?A1=${encodeURIComponent(value)}`);
      const page = readDocument(html);
      expect(textOf(page)).toContain("We herkennen jouw antwoord niet.");
      expect(texts(page, ".quiz-answer-mark")).toEqual(["Juiste antwoord"]);
      expect(count(page, ".quiz-verdict")).toBe(0);
      expect(html).not.toContain("<script>alert");
    },
  );

  test("(Correct) after a wrong letter does not make it right, and foreign text is not shown", async () => {
    const page = await openPage(`${quizQuestionPath(1)}?A1=B+Heel+ander+verhaal+(Correct)`);
    expect(texts(page, ".quiz-answer-mark")).toContain("Jouw antwoord: fout");
    expect(textOf(page)).not.toContain("Heel ander verhaal");
  });

  test("of a repeated answer the first counts", async () => {
    expect(await pageText(`${quizQuestionPath(1)}?A1=B&A1=A`)).toContain("Jouw antwoord: fout");
  });
});

describe("Loading...", () => {
  test.each(["/quiz-question/1", "/quiz-question/5?A1=A", "/quiz-question/2?A2=", "/quiz-question/2?A2=%20"])(
    "GET %s waits for the answer that is missing",
    async (path) => {
      const page = await openPage(path);
      expect(texts(page, 'h1[lang="en"]')).toEqual(["Loading..."]);
      expect(textOf(page)).toContain("We hebben nog geen antwoord van jou op deze vraag.");
      expect(linkOf(page, "Naar de quiz").pathname).toBe(PATHS.quiz);
    },
  );

  test.each(["/quiz-question/6?A6=A", "/quiz-question/7", "/quiz-question/9999?A1=A"])(
    "GET %s is beyond the last question",
    async (path) => {
      const page = await openPage(path);
      expect(texts(page, 'h1[lang="en"]')).toEqual(["Loading..."]);
      expect(textOf(page)).toContain("Deze quiz heeft vijf vragen.");
    },
  );

  test.each(["0", "-1", "abc", "1.5", "1e9", "01", "+1", "1%20", "%31x", "%00", "1,5", "NaN"])(
    "GET /quiz-question/%s is not found",
    async (number) => {
      expect(await answerText(ask(`/quiz-question/${number}?A1=A`), 404)).toContain("404 Oops! Page not found");
    },
  );

  test.each(["/quiz-question", "/quiz-question/", "/quiz-question/1/2"])("GET %s is not found", async (path) => {
    expect((await ask(path)).status).toBe(404);
  });
});
