import { MOCK_EXAM_KEY } from "../../src/free/mock-exam/kept-rules.ts";

/** Shows the link back to this tab's unfinished exam, if there is one; also when the browser has kept the page. */
export function enhance(root: HTMLElement): void {
  const { content } = root.querySelector("template") as HTMLTemplateElement;
  const part = content.firstElementChild as HTMLElement;
  const follow = () => {
    const search = readKept();
    if (search === null) return part.remove();
    // In the page first: an address in a template has no base.
    root.append(part);
    (part.querySelector("a") as HTMLAnchorElement).search = search;
  };
  follow();
  addEventListener("pageshow", follow);
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
