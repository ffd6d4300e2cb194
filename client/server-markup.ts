/** A copy of what the server put into an island's marker, for when the island throws. */

/** Each element of the server, and its replacement. */
export type Replacements = ReadonlyMap<EventTarget | null, HTMLElement>;

/** What a visitor changes in a field, which no attribute tells. Files first: a file field's value cannot be set. */
const TYPED = ["files", "value", "checked", "selected"] as const;

/**
 * Copies the marker's content before React hydrates it. Returns a function that puts the copy in its place, with the
 * typed text, the focus and the text cursor, and returns a map from each old element to its replacement. Called again, it
 * puts the same elements back as they are. It is a copy because React marks the nodes that it has hydrated, and would
 * handle their events.
 */
export function keepMarkup(root: HTMLElement): () => Replacements {
  const copy = root.cloneNode(true) as HTMLElement;
  const content = [...copy.childNodes];
  const elements = root.querySelectorAll<HTMLElement>("*");
  const copies = copy.querySelectorAll<HTMLElement>("*");
  const replacements = new Map<EventTarget | null, HTMLElement>();
  elements.forEach((element, index) => {
    const standIn = copies[index] as HTMLElement;
    // An element that is back replaces itself.
    replacements.set(element, standIn).set(standIn, standIn);
  });

  // Some browsers tell an element that is taken out of the page that it loses the focus; put back at once, it keeps it.
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
  // Null, or not there, where there is no text cursor.
  if (to && from.selectionStart != null) to.setSelectionRange(from.selectionStart, from.selectionEnd);
}
