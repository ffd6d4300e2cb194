import type { Enhance } from "./islands.ts";

/** Each element of the server, and its replacement. */
export type Replacements = ReadonlyMap<EventTarget | null, HTMLElement>;

/**
 * Starts an island on the server's own elements and sets its status. If it throws before it works, or calls `fail` at any
 * time, the server's markup is put back and the console has the error once. After a failure at the start resolves to a map
 * from each old element to its replacement.
 */
export async function startIsland<Props>(
  root: HTMLElement,
  enhance: Enhance<Props>,
  props: Props,
): Promise<Replacements | undefined> {
  const putBack = keepMarkup(root);
  let replacements: Replacements | undefined;
  const fail = (error: unknown) => {
    if (!replacements) console.error(error);
    replacements = putBack();
    root.dataset.status = "failed";
  };
  try {
    await enhance(root, props, fail);
    if (!replacements) root.dataset.status = "ready";
  } catch (error) {
    fail(error);
  }
  return replacements;
}

/** The state of a field that no attribute holds. Files first: a file field's value cannot be set. */
const TYPED = ["files", "value", "checked", "selected"] as const;
/**
 * Copies the marker's content before a script changes it. Returns a function that puts the copy in its place, with the
 * typed text, the focus and the text cursor, and returns a map from each old element to its replacement. Called again,
 * it puts the same elements back as they are. It is a copy because React marks the nodes that it has hydrated, and
 * would handle their events.
 */
function keepMarkup(root: HTMLElement): () => Replacements {
  const copy = root.cloneNode(true) as HTMLElement;
  const content = [...copy.childNodes];
  const elements = root.querySelectorAll<HTMLElement>("*");
  const copies = copy.querySelectorAll<HTMLElement>("*");
  const replacements = new Map<EventTarget | null, HTMLElement>();
  elements.forEach((element, index) => {
    const standIn = copies[index] as HTMLElement;
    // An element that was put back replaces itself.
    replacements.set(element, standIn).set(standIn, standIn);
  });

  // Some browsers fire `focusout` on an element that leaves the page. If it is put back at once, it keeps the focus.
  let focused: Element | null;
  const noteFocus = () => {
    focused = document.activeElement;
  };
  noteFocus();
  root.addEventListener("focusin", noteFocus);
  root.addEventListener("focusout", () => queueMicrotask(noteFocus));

  let isBack = false;
  return () => {
    if (!isBack) for (const [element, standIn] of replacements) carryOver(element as Fields, standIn as Fields);
    isBack = true;
    root.replaceChildren(...content);
    moveFocus(focused as HTMLInputElement, replacements.get(focused) as HTMLInputElement | undefined);
    return replacements;
  };
}

type Fields = { [name in (typeof TYPED)[number]]?: unknown };

function carryOver(from: Fields, to: Fields): void {
  for (const name of TYPED) if (from[name] !== to[name]) to[name] = from[name];
}

function moveFocus(from: HTMLInputElement, to: HTMLInputElement | undefined): void {
  to?.focus({ preventScroll: true });
  // Null or undefined if the field has no text cursor.
  if (to && from.selectionStart != null) to.setSelectionRange(from.selectionStart, from.selectionEnd);
}
