import { EXAM_FIELDS } from "../../src/free/mock-exam/attempt-rules.ts";
import { MOCK_EXAM_KEY } from "../../src/free/mock-exam/kept-rules.ts";

/** Deletes the link back to the exam that was handed in, and to no other: an older result may be read meanwhile. */
export function enhance(): void {
  // Also when the browser has kept the result: a question before it may have stored the link again.
  addEventListener("pageshow", enhance);
  try {
    const kept = sessionStorage.getItem(MOCK_EXAM_KEY);
    if (kept !== null && examOf(kept) === examOf(location.search)) sessionStorage.removeItem(MOCK_EXAM_KEY);
  } catch {
    // Storage is forbidden: nothing is stored then.
  }
}

function examOf(search: string): string {
  const params = new URLSearchParams(search);
  return [params.get(EXAM_FIELDS.seed), params.get(EXAM_FIELDS.begun)].join();
}
