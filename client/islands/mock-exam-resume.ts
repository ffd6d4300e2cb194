import { MOCK_EXAM_KEY } from "../../src/shared/mock-exam/kept.ts";

/** Shows the link back to this tab's unfinished exam, if there is one. */
export function enhance(root: HTMLElement): void {
  const search = readKept();
  if (search === null) return;
  root.append((root.querySelector("template") as HTMLTemplateElement).content);
  (root.querySelector("a") as HTMLAnchorElement).search = search;
}

/** The stored query of the exam. It is only ever used after the exam's own path. */
function readKept(): string | null {
  try {
    const kept = sessionStorage.getItem(MOCK_EXAM_KEY);
    return kept?.startsWith("?") ? kept : null;
  } catch {
    return null;
  }
}
