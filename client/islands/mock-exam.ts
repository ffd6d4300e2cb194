import { MOCK_EXAM_KEY } from "../../src/free/mock-exam/kept-rules.ts";

type MockExamProps = {
  /** When the time is up, seconds since 1970. */
  ends: number;
  /** The length of an exam. */
  minutes: number;
  copy: { left: string; hide: string; show: string; ten: string; one: string; over: string };
};

const TICK_MS = 1000;
const CLOCK_HIDDEN = "mock-exam-clock-hidden";
const KEYS_OFF = "mock-exam-keys-off";

/** Adds the clock with its warnings, the keys, and the stored link back. A question also works without them. */
export function enhance(root: HTMLElement, props: MockExamProps): void {
  startClock(root, props);
  listenToKeys(root);
  // Also for a page that the browser has kept: another one was the last, and its choices hold here.
  nowAndWhenShown(() => keep(MOCK_EXAM_KEY, location.search));
}

/** Does it now, and each time that the page is shown: the browser may have kept it. */
function nowAndWhenShown(work: () => void): void {
  work();
  addEventListener("pageshow", work);
}

function startClock(root: HTMLElement, { ends, minutes, copy }: MockExamProps): void {
  const place = root.querySelector(".exam-time") as HTMLElement;
  const warning = root.querySelector(".exam-warning") as HTMLElement;
  const time = document.createElement("span");
  time.role = "timer";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "exam-clock-button";
  const showOrHide = () => {
    const isHidden = isKept(CLOCK_HIDDEN);
    time.hidden = isHidden;
    button.textContent = isHidden ? copy.show : copy.hide;
  };
  button.addEventListener("click", () => {
    keep(CLOCK_HIDDEN, isKept(CLOCK_HIDDEN) ? null : "1");
    showOrHide();
  });
  /** The last warning that was due. Each is announced once, at its time, and not again on each later page. */
  let said: string | undefined;
  const tick = () => {
    // A clock behind the server's must not show more time than there is.
    const left = Math.min(minutes * 60, Math.max(0, ends - Math.floor(Date.now() / 1000)));
    time.textContent = copy.left.replace("{time}", formatTime(left));
    const due = left === 0 ? copy.over : left <= 60 ? copy.one : left <= 600 ? copy.ten : "";
    if (said !== undefined && due !== said) warning.textContent = due;
    said = due;
    if (left > 0) return;
    clearInterval(timer);
    // Now handing in is the thing to do, also with open questions.
    for (const button of root.querySelectorAll(".exam-overview-open .button")) button.classList.toggle("button-quiet");
  };
  const timer = setInterval(tick, TICK_MS);
  nowAndWhenShown(showOrHide);
  tick();
  place.replaceChildren(time, " ", button);
  // If the time was already up, the line shows it at once: a later warning would move the text down.
  if (said === copy.over) place.replaceChildren(copy.over);
}

/** Seconds as minutes and seconds: `54:07`. */
function formatTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * Keys 1 to 4 choose an answer, the arrows turn the page. They can be switched off, because they are single keys (WCAG
 * 2.1.4).
 */
function listenToKeys(root: HTMLElement): void {
  const form = root.querySelector<HTMLFormElement>(".exam-question");
  if (!form) return;
  const box = form.querySelector(".exam-keys-switch") as HTMLInputElement;
  nowAndWhenShown(() => {
    box.checked = !isKept(KEYS_OFF);
  });
  box.addEventListener("change", () => keep(KEYS_OFF, box.checked ? null : "1"));
  const press = (event: KeyboardEvent) => {
    if (!box.checked || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const choice = form.querySelectorAll<HTMLInputElement>(".exam-choices input")[Number(event.key) - 1];
    if (choice) choice.checked = true;
    else if (isArrow(event, "ArrowRight")) form.querySelector<HTMLElement>(".exam-next")?.click();
    else if (isArrow(event, "ArrowLeft")) form.querySelector<HTMLElement>(".exam-previous")?.click();
    else return;
    event.preventDefault();
  };
  addEventListener("keydown", press);
}

/** Whether an arrow may turn the page: in a group of radio buttons, and in a list, it chooses. */
function isArrow({ key, target }: KeyboardEvent, name: string): boolean {
  return key === name && !(target as Element).matches("[type=radio],select");
}

/** Stores a value; null deletes it. Errors are ignored, because nothing depends on it. */
function keep(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {}
}

function isKept(key: string): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
