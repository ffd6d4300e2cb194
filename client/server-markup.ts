/** A copy of what the server put into an island's marker, for when the island throws. */

/** The server's elements, and what stands in for each. */
export type StandIns = ReadonlyMap<EventTarget | null, HTMLElement>;

/** What a visitor changes in a field, which no attribute tells. Files first: a file field's value cannot be set. */
const TYPED = ["files", "value", "checked", "selected"] as const;

/**
 * Copies the marker's content before React takes it over. The function that comes back puts the copy in its place, with
 * what has been typed into the fields meanwhile, the focus and the text cursor, and tells which element stands in for
 * which; called again, it puts the same elements back as they are. It is a copy because React leaves its own marks on
 * the nodes that it has had, and would answer their events.
 */
export function keepMarkup(root: HTMLElement): () => StandIns {
  const copy = root.cloneNode(true) as HTMLElement;
  const content = [...copy.childNodes];
  const elements = root.querySelectorAll<HTMLElement>("*");
  const copies = copy.querySelectorAll<HTMLElement>("*");
  const standIns = new Map<EventTarget | null, HTMLElement>();
  elements.forEach((element, index) => {
    const standIn = copies[index] as HTMLElement;
    // An element that is back stands in for itself.
    standIns.set(element, standIn).set(standIn, standIn);
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
    if (!isBack) for (const [element, standIn] of standIns) carryOver(element as Fields, standIn as Fields);
    isBack = true;
    root.replaceChildren(...content);
    moveFocus(focused as HTMLInputElement, standIns.get(focused) as HTMLInputElement | undefined);
    return standIns;
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
