import type { ExamForm, ExamReply } from "./bank/question-rules.ts";
import { CHOICE_LETTERS } from "./drawing/scene-rules.ts";

/** Answers of each form (`ExamReply`): read from a form, written into an address one after another, and read from there. */

/** An answer, or `-` for none. Each begins unlike the others, so nothing stands between two. */
const REPLIES = /[A-D]|[jnx]{2}|[0-4]{4}|-/y;

/** The answers of an address, null for none. Null if a part of the text is no answer. */
export function splitReplies(text: string): readonly (ExamReply | null)[] | null {
  const replies: (ExamReply | null)[] = [];
  REPLIES.lastIndex = 0;
  while (REPLIES.lastIndex < text.length) {
    const [reply] = REPLIES.exec(text) ?? [];
    if (reply === undefined) return null;
    replies.push(reply === "-" ? null : (reply as ExamReply));
  }
  return replies;
}

/** How many letters a question offers; 0 if it has another form. */
function lettersOf(form: ExamForm<unknown>): number {
  if ("choices" in form) return form.choices.length;
  if ("pictures" in form) return form.pictures.length;
  return "places" in form ? form.places.length : 0;
}

/** Whether an answer is one that the question can have. */
export function isReplyTo(form: ExamForm<unknown>, reply: ExamReply): boolean {
  if ("items" in form) return /^[0-4]{4}$/.test(reply);
  if ("statements" in form) return /^[jnx]{2}$/.test(reply);
  return (CHOICE_LETTERS as readonly string[]).slice(0, lettersOf(form)).includes(reply);
}

/**
 * The answer that the controls of a question send, in their order: null for one that sends nothing. Returns null if
 * none sends anything, and undefined for an answer that the question cannot have.
 */
export function readReply(form: ExamForm<unknown>, sent: readonly (string | null)[]): ExamReply | null | undefined {
  const values = sent.slice(0, "items" in form ? 4 : "statements" in form ? 2 : 1);
  if (values.every((value) => value === null)) return null;
  const none = "items" in form ? "0" : "x";
  const reply = values.map((value) => (value === null || value === "" ? none : value)).join("") as ExamReply;
  return isReplyTo(form, reply) ? reply : undefined;
}

/** Whether an answer says all that was asked: both statements, or each place once. */
export function isComplete(reply: ExamReply | null): boolean {
  if (reply === null || reply.includes("x")) return false;
  return !/^\d/.test(reply) || new Set(reply.replaceAll("0", "")).size === 4;
}
