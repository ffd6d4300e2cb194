import {
  CONSENT_LINK_ATTRIBUTE,
  CONSENT_STORAGE_KEY,
  type ConsentChoice,
  consentState,
  formatConsent,
  parseConsent,
} from "../../src/ui/consent-rules.ts";
import { forgetMeasuring, loadTagManager, queueDefault, queueUpdate } from "../tag-manager.ts";

type ConsentProps = {
  containerId: string;
  /** The bar's text about the present answer, for when it is opened again. */
  current: Readonly<Record<ConsentChoice, string>>;
};

const LINKS = `[${CONSENT_LINK_ATTRIBUTE}]`;

/**
 * The bar that asks whether this visit may be measured. Until the visitor agrees nothing is loaded. The answer is kept
 * for six months and can be changed with the page's link 'Cookievoorkeuren'. The bar is hidden until then, so without
 * JavaScript there is none; then nothing is measured either.
 */
export function enhance(root: HTMLElement, { containerId, current }: ConsentProps): void {
  const bar = root.querySelector("template")?.content.firstElementChild as HTMLElement;
  /** The link that opened the bar, which gets the focus back. Null if the bar came by itself. */
  let opener: HTMLElement | null = null;
  let choice = readChoice();
  // Texts differ, and wrap where the screen is narrow or the text large: the page leaves as much room as the bar takes.
  new ResizeObserver(() =>
    document.documentElement.style.setProperty("--consent-room", `${bar.offsetHeight}px`),
  ).observe(bar);

  const show = () => {
    if (choice !== null) (bar.querySelector(".consent-bar-current") as HTMLElement).textContent = `${current[choice]} `;
    if (!bar.isConnected) root.append(bar);
  };
  const take = (next: ConsentChoice) => {
    choice = next;
    opener?.focus();
    opener = null;
    bar.remove();
    queueUpdate(consentState(next));
    if (next === "granted") loadTagManager(containerId);
    else forgetMeasuring();
  };
  bar.addEventListener("click", ({ target }: MouseEvent) => {
    const button = (target as Element).closest("button");
    if (button === null) return;
    keepChoice(button.value as ConsentChoice);
    take(button.value as ConsentChoice);
  });
  // What was chosen in another tab, or while the browser kept this page, holds here at once.
  const follow = () => {
    const next = readChoice();
    if (next !== null && next !== choice) take(next);
  };
  addEventListener("storage", follow);
  addEventListener("pageshow", follow);

  queueDefault();
  if (choice === null) show();
  else queueUpdate(consentState(choice));
  if (choice === "granted") loadTagManager(containerId);

  const open = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>(LINKS) : null;
    const isPress = event.type === "click" || (event instanceof KeyboardEvent && event.key === " ");
    if (link === null || !isPress) return;
    event.preventDefault();
    opener = link;
    show();
    // A bar that was asked for takes the focus; one that comes by itself does not.
    bar.focus();
  };
  for (const link of document.querySelectorAll(LINKS)) link.setAttribute("role", "button");
  document.addEventListener("click", open);
  document.addEventListener("keydown", open);
}

function readChoice(): ConsentChoice | null {
  try {
    return parseConsent(localStorage.getItem(CONSENT_STORAGE_KEY), Date.now());
  } catch {
    return null;
  }
}

function keepChoice(choice: ConsentChoice): void {
  try {
    localStorage.setItem(CONSENT_STORAGE_KEY, formatConsent(choice, Date.now()));
  } catch {
    // Storage is full or forbidden: the answer is for this page only.
  }
}
