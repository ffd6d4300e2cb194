import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EXAM_POINTS, EXAM_SUBJECTS, type ExamPoints, type ExamSubject } from "../../src/courses/exam-rules.ts";
import { EXAM_DRAWING_IDS } from "../../src/free/mock-exam/bank/drawings-copy.ts";
import type { ExamAnswer, ExamQuestion } from "../../src/free/mock-exam/bank/question-rules.ts";
import { ARTICLES, PRINCIPLES } from "../../src/free/mock-exam/bank/sources-copy.ts";
import { writeWhole } from "./files.ts";

/**
 * Reads the questions of the mock exam, a Markdown file for each subject in `src/free/mock-exam/bank/`. A question is
 *
 *     ## id (points)
 *     text of the question
 *     Tekening: its-name      if it has a drawing
 *     options                 see `OPTIONS`: the right one is ticked
 *     > explanation
 *     > — source; source      articles and principles of `sources-copy.ts`
 */

type ReadQuestion = { id: string; line: number; points: ExamPoints; question: ExamQuestion; answer: ExamAnswer };

/** How an option of each form is written, and its mark: a tick, a place in the order, a verdict. How many there may be. */
const OPTIONS = {
  pictures: { line: /^- \[([ x])\] Tekening: (\S+)$/, counts: [4] },
  places: { line: /^- \[([ x])\] [A-D]: (.+)$/, counts: [2, 3, 4] },
  choices: { line: /^- \[([ x])\] (.+)$/, counts: [2, 3, 4] },
  items: { line: /^([1-4])\. (.+)$/, counts: [4] },
  statements: { line: /^- \((juist|onjuist)\) (.+)$/, counts: [2] },
} as const;
const FORMS = Object.keys(OPTIONS) as (keyof typeof OPTIONS)[];

const HEAD = /^## ([a-z]+(?:-[a-z]+)*) \(([123])\)$/;
const DRAWING = /^Tekening: (\S+)$/;
const SOURCES = /^> — (.+)$/;

/** Reads a subject. Throws with the file and the line of the first fault. */
export function readSubject(file: string, markdown: string): readonly ReadQuestion[] {
  const lines = markdown.split("\n").map((text, index) => ({ text: text.trim(), number: index + 1 }));
  const starts = lines.flatMap(({ text }, index) => (text.startsWith("## ") ? [index] : []));
  return starts.map((start, index) =>
    readOne(
      file,
      lines.slice(start, starts[index + 1]).filter(({ text }) => text),
    ),
  );
}

type Line = { text: string; number: number };

function readOne(file: string, [head, text, ...rest]: readonly Line[]): ReadQuestion {
  const { number: first = 0 } = head ?? {};
  const fail = (problem: string, { number } = { number: first }): never => {
    throw new Error(`${file}:${number}: ${problem}`);
  };
  const [, id, points] =
    HEAD.exec(head?.text ?? "") ?? fail("a question begins with '## its-id (1)', and has 1 to 3 points");
  const known = (name: string, names: object | readonly string[], kind: string, line: Line) => {
    if (!(Array.isArray(names) ? names.includes(name) : Object.hasOwn(names, name)))
      fail(`there is no ${kind} ${name}`, line);
    return name;
  };

  let drawing: string | undefined;
  let form: (typeof FORMS)[number] | undefined;
  const options: { mark: string; text: string }[] = [];
  const explanation: string[] = [];
  const rules: ExamAnswer["rules"][number][] = [];
  for (const line of rest) {
    const [, drawn] = DRAWING.exec(line.text) ?? [];
    const [, sources] = SOURCES.exec(line.text) ?? [];
    if (drawn !== undefined) drawing = known(drawn, EXAM_DRAWING_IDS, "drawing", line);
    else if (sources !== undefined) {
      for (const name of sources.split("; ")) {
        if (/^[a-z]/.test(name)) rules.push({ principle: known(name, PRINCIPLES, "principle", line) });
        else rules.push({ article: known(name, ARTICLES, "article", line) });
      }
    } else if (line.text.startsWith("> ")) explanation.push(line.text.slice(2));
    else {
      const found =
        FORMS.find((name) => OPTIONS[name].line.test(line.text)) ?? fail(`no option is written so: ${line.text}`, line);
      if (form !== undefined && form !== found) fail("the options are of two forms", line);
      form = found;
      const [, mark = "", option = ""] = OPTIONS[found].line.exec(line.text) ?? [];
      options.push({ mark, text: found === "pictures" ? known(option, EXAM_DRAWING_IDS, "drawing", line) : option });
    }
  }

  if (text === undefined || form === undefined) return fail(`${id} has no text or no options`);
  if (!(OPTIONS[form].counts as readonly number[]).includes(options.length))
    fail(`${id} has ${options.length} options`);
  if (explanation.length === 0 || rules.length === 0) fail(`${id} has no explanation ('> ') or no source ('> — ')`);
  const marks = options.map(({ mark }) => mark);
  const correct =
    correctOf(form, marks) ??
    fail(form === "items" ? `${id}: the places are not 1, 2, 3 and 4` : `${id}: one option is ticked`);
  const question = { text: text.text, ...(drawing && { drawing }), [form]: options.map((option) => option.text) };
  const answer = { correct, explanation: explanation.join(" "), rules };
  return { id, line: first, points: Number(points), question, answer } as unknown as ReadQuestion;
}

/** The right answer, as addresses have it (`ExamReply`). Null if there is not exactly one. */
function correctOf(form: (typeof FORMS)[number], marks: readonly string[]): string | null {
  if (form === "statements") return marks.map((mark) => (mark === "juist" ? "j" : "n")).join("");
  if (form === "items") return new Set(marks).size === 4 ? marks.join("") : null;
  return marks.filter((mark) => mark === "x").length === 1 ? ("ABCD"[marks.indexOf("x")] ?? null) : null;
}

/** All questions. Throws as `readSubject`, and for an id that stands twice. */
export function readBank(root: string): readonly (ReadQuestion & { subject: ExamSubject })[] {
  const files = new Map<string, string>();
  return EXAM_SUBJECTS.flatMap((subject) => {
    const file = `src/free/mock-exam/bank/${subject}.md`;
    return readSubject(file, readFileSync(join(root, file), "utf8")).map((read) => {
      const other = files.get(read.id);
      if (other !== undefined) throw new Error(`${file}:${read.line}: ${other} has a question ${read.id} too`);
      files.set(read.id, file);
      return { ...read, subject };
    });
  });
}

/**
 * Writes what the Worker imports of the bank into `.build/exam/`: the ids by subject and points; and for each subject its
 * questions, and in another file their answers. Throws as `readBank`.
 */
export function buildExam(root: string): void {
  const bank = readBank(root);
  const write = (name: string, value: unknown) =>
    writeWhole(join(root, `.build/exam/${name}.json`), `${JSON.stringify(value)}\n`);
  const catalogue = EXAM_SUBJECTS.map((subject) => {
    const own = bank.filter((read) => read.subject === subject);
    write(`${subject}-questions`, Object.fromEntries(own.map(({ id, question }) => [id, question])));
    write(`${subject}-answers`, Object.fromEntries(own.map(({ id, answer }) => [id, answer])));
    const idsOf = (worth: number) => own.filter(({ points }) => points === worth).map(({ id }) => id);
    return [subject, Object.fromEntries(EXAM_POINTS.map((worth) => [worth, idsOf(worth)]))];
  });
  write("catalogue", Object.fromEntries(catalogue));
}
