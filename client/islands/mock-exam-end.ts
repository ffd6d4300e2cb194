import { MOCK_EXAM_KEY } from "../../src/free/mock-exam/kept-rules.ts";

/** Deletes the link back to an exam that was handed in. */
export function enhance(): void {
  try {
    sessionStorage.removeItem(MOCK_EXAM_KEY);
  } catch {
    // Storage is forbidden: nothing is stored then.
  }
}
