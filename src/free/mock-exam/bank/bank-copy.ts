import catalogue from "../../../../.build/exam/catalogue.json" with { type: "json" };
import type { ExamSubject } from "../../../courses/exam-rules.ts";
import type { Drawing } from "../drawing/scene-rules.ts";
import type { DrawnQuestion } from "./draw-rules.ts";
import type { ExamDrawingId } from "./drawings-copy.ts";
import type { ExamCatalogue, ExamForm, ExamQuestion } from "./question-rules.ts";
import type { SourcedAnswer } from "./sources-copy.ts";

/**
 * The questions and answers of the bank. The build makes them from the Markdown files beside this one, and checks ids,
 * drawings and sources (client/build/exam.ts). Each subject's texts are a module, imported when a page shows one of them. The
 * answers are separate modules, which no page imports before an exam has ended.
 */

/** All questions by subject and points. The ids decide which questions a seed draws. */
export const EXAM_CATALOGUE: ExamCatalogue = catalogue;

type Load<Text> = () => Promise<{ default: Readonly<Record<string, Text>> }>;

const QUESTIONS = {
  rules: () => import("../../../../.build/exam/rules-questions.json", { with: { type: "json" } }),
  engine: () => import("../../../../.build/exam/engine-questions.json", { with: { type: "json" } }),
  water: () => import("../../../../.build/exam/water-questions.json", { with: { type: "json" } }),
  handling: () => import("../../../../.build/exam/handling-questions.json", { with: { type: "json" } }),
} as unknown as Readonly<Record<ExamSubject, Load<ExamQuestion<ExamDrawingId>>>>;

const ANSWERS = {
  rules: () => import("../../../../.build/exam/rules-answers.json", { with: { type: "json" } }),
  engine: () => import("../../../../.build/exam/engine-answers.json", { with: { type: "json" } }),
  water: () => import("../../../../.build/exam/water-answers.json", { with: { type: "json" } }),
  handling: () => import("../../../../.build/exam/handling-answers.json", { with: { type: "json" } }),
} as unknown as Readonly<Record<ExamSubject, Load<SourcedAnswer>>>;

export type ChosenQuestion = DrawnQuestion & { text: string; form: ExamForm<Drawing>; drawing: Drawing | null };
export type ShownAnswer = SourcedAnswer & { id: string };

/** The text of one question. Throws RangeError for a question that the bank does not have. */
export async function readQuestion(drawn: DrawnQuestion): Promise<ChosenQuestion> {
  const { text, drawing, ...form } = own((await QUESTIONS[drawn.subject]()).default, drawn);
  const isDrawn = drawing !== undefined || "pictures" in form;
  if (!isDrawn) return { ...drawn, text, form, drawing: null };
  const { examDrawing } = await import("./drawings-copy.ts");
  return {
    ...drawn,
    text,
    form: "pictures" in form ? { pictures: form.pictures.map(examDrawing) } : form,
    drawing: drawing === undefined ? null : examDrawing(drawing),
  };
}

/** The texts of an exam's questions, in their order. Rejects as `readQuestion`. */
export function readQuestions(drawn: readonly DrawnQuestion[]): Promise<readonly ChosenQuestion[]> {
  return Promise.all(drawn.map(readQuestion));
}

/** The key and explanations of an exam that has ended, in the order of its questions. Rejects as `readQuestion`. */
export function readAnswers(drawn: readonly DrawnQuestion[]): Promise<readonly ShownAnswer[]> {
  return Promise.all(
    drawn.map(async (question) => ({ ...own((await ANSWERS[question.subject]()).default, question), id: question.id })),
  );
}

function own<Value>(values: Readonly<Record<string, Value>>, { id }: DrawnQuestion): Value {
  const found = values[id];
  if (found === undefined) throw new RangeError(`the bank has no question ${id}`);
  return found;
}
