import { MOCK_EXAM_KEY } from "../../src/shared/mock-exam/kept.ts";

/** An exam that was handed in is not led back to. */
export function enhance(): void {
  try {
    sessionStorage.removeItem(MOCK_EXAM_KEY);
  } catch {
    // Nothing is kept then.
  }
}
