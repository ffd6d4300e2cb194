import type { ExamSubject } from "../../../courses/exam-rules.ts";
import type { Drawing } from "../drawing/scene-rules.ts";
import type { DrawnQuestion } from "./draw-rules.ts";
import type { ExamDrawingId } from "./drawings-copy.ts";
import type { ExamForm, ExamQuestion } from "./question-rules.ts";
import type { SourcedAnswer } from "./sources-copy.ts";

/**
 * The questions and answers of the bank. Each subject's texts are a module, imported when a page shows one of them. The
 * answers are separate modules, which no page imports before an exam has ended.
 */

type Questions = Readonly<Record<string, ExamQuestion<ExamDrawingId>>>;
type Answers = Readonly<Record<string, SourcedAnswer>>;

const QUESTIONS: Readonly<Record<ExamSubject, () => Promise<Questions>>> = {
  rules: async () => (await import("./rules-questions-copy.ts")).RULES_QUESTIONS,
  engine: async () => (await import("./engine-questions-copy.ts")).ENGINE_QUESTIONS,
  water: async () => (await import("./water-questions-copy.ts")).WATER_QUESTIONS,
  handling: async () => (await import("./handling-questions-copy.ts")).HANDLING_QUESTIONS,
};

const ANSWERS: Readonly<Record<ExamSubject, () => Promise<Answers>>> = {
  rules: async () => (await import("./rules-answers-copy.ts")).RULES_ANSWERS,
  engine: async () => (await import("./engine-answers-copy.ts")).ENGINE_ANSWERS,
  water: async () => (await import("./water-answers-copy.ts")).WATER_ANSWERS,
  handling: async () => (await import("./handling-answers-copy.ts")).HANDLING_ANSWERS,
};

/** A drawn question with its text, its form and its drawing. */
export type ChosenQuestion = DrawnQuestion & { text: string; form: ExamForm<Drawing>; drawing: Drawing | null };
export type ShownAnswer = SourcedAnswer & { id: string };

/** The text of one question. Throws RangeError for a question that the bank does not have. */
export async function readQuestion(drawn: DrawnQuestion): Promise<ChosenQuestion> {
  const { text, drawing, ...form } = own(await QUESTIONS[drawn.subject](), drawn);
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
    drawn.map(async (question) => ({ ...own(await ANSWERS[question.subject](), question), id: question.id })),
  );
}

function own<Value>(values: Readonly<Record<string, Value>>, { id }: DrawnQuestion): Value {
  const found = values[id];
  if (found === undefined) throw new RangeError(`the bank has no question ${id}`);
  return found;
}
