import { EXAM_CONTROLS, EXAM_FIELDS, EXAM_STEPS } from "../../src/free/mock-exam/attempt-rules.ts";
import { MOCK_EXAM_KEY } from "../../src/free/mock-exam/kept-rules.ts";

type MockExamProps = {
  /** When the time is up, and when this page was made, by the server's clock; seconds since 1970. */
  ends: number;
  now: number;
  copy: { left: string; hide: string; show: string; ten: string; one: string; over: string };
};

const TICK_MS = 1000;
const CLOCK_HIDDEN = "mock-exam-clock-hidden";
/** How far this device's clock is ahead of the server's, seconds. */
const AHEAD = "mock-exam-clock-ahead";
/** The newest answers of this tab's exam (`KeptAnswers`). */
const ANSWERS = "mock-exam-answers";

/**
 * Adds the clock with its warnings, keeps the link back to the exam, and puts the newest answers into a page of the history.
 * A question also works without them.
 */
export function enhance(root: HTMLElement, props: MockExamProps): void {
  startClock(root, props);
  carryAnswers(root);
}

/** Does it now, and each time that the page is shown: the browser may have kept it. */
function nowAndWhenShown(work: (event?: PageTransitionEvent) => void): void {
  work();
  addEventListener("pageshow", work);
}

function startClock(root: HTMLElement, { ends, now, copy }: MockExamProps): void {
  const place = root.querySelector(".exam-time") as HTMLElement;
  const warning = root.querySelector(".exam-warning") as HTMLElement;
  const time = document.createElement("span");
  time.role = "timer";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "text-button";
  const showOrHide = () => {
    const isHidden = isKept(CLOCK_HIDDEN);
    time.hidden = isHidden;
    button.textContent = isHidden ? copy.show : copy.hide;
  };
  button.addEventListener("click", () => {
    keep(CLOCK_HIDDEN, isKept(CLOCK_HIDDEN) ? null : "1");
    showOrHide();
  });
  const ahead = clockAhead(now);
  const openOnes = root.querySelectorAll<HTMLButtonElement>(".exam-overview-open .button");
  /** The last warning that was due. Each is announced once, at its time, and not again on each later page. */
  let said: string | undefined;
  const tick = () => {
    const left = Math.max(0, ends - Math.floor(Date.now() / 1000) + ahead);
    time.textContent = copy.left.replace("{time}", formatTime(left));
    const due = left === 0 ? copy.over : left <= 60 ? copy.one : left <= 600 ? copy.ten : "";
    if (said !== undefined && due !== said) warning.textContent = due;
    said = due;
    if (left > 0) return;
    clearInterval(timer);
    // Now handing in is the thing to do, also with open questions.
    for (const button of openOnes) button.classList.toggle("button-quiet", button.value !== EXAM_STEPS.handIn);
  };
  const timer = setInterval(tick, TICK_MS);
  nowAndWhenShown(showOrHide);
  tick();
  place.replaceChildren(time, " ", button);
  // If the time was already up, the line shows it at once: a later warning would move the text down.
  if (said !== copy.over) return;
  const over = document.createElement("b");
  over.textContent = copy.over;
  place.replaceChildren(over);
}

/** How far this device's clock is ahead. A page from the history is an old one: then an earlier page has found it. */
function clockAhead(now: number): number {
  if (navigationType() === "back_forward") return Number(read(AHEAD));
  const found = Math.floor(Date.now() / 1000) - now;
  keep(AHEAD, String(found));
  return found;
}

const navigationType = () =>
  (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming | undefined)?.type ?? "navigate";

const MARKED = "1";
/** `choices`: by question, what stood in its controls when its page was left, and whether it was marked. */
type KeptAnswers = { exam: string; sent: readonly string[]; choices: Record<string, readonly string[]> };

/**
 * Going back loses nothing: a page from the history, also one that is loaded again, gets the answers that were given after
 * it, and a question that was left without sending it has its choice again.
 */
function carryAnswers(root: HTMLElement): void {
  const form = root.querySelector("form") as HTMLFormElement;
  const find = (name: string) => form.elements.namedItem(name) as HTMLInputElement | RadioNodeList | null;
  const mark = find(EXAM_FIELDS.mark) as HTMLInputElement | null;
  const valuesOf = (names: readonly string[]) => names.map((name) => find(name)?.value ?? "");
  const carried = [EXAM_FIELDS.answers, EXAM_FIELDS.marked];
  const exam = valuesOf([EXAM_FIELDS.seed, EXAM_FIELDS.begun]).join();
  const [question = ""] = valuesOf([EXAM_FIELDS.question]);
  const readKept = (): KeptAnswers => {
    const kept = JSON.parse(read(ANSWERS) ?? "null") as KeptAnswers | null;
    return kept?.exam === exam ? kept : { exam, sent: valuesOf(carried), choices: {} };
  };
  const fill = (name: string, value = "") => {
    let input = find(name);
    if (input === null) {
      input = document.createElement("input");
      Object.assign(input, { type: "hidden", name });
      form.append(input);
    }
    input.value = value;
  };
  /** The query that opens this page with the newest answers; what is chosen and not sent is kept apart. */
  const addressOfNow = () => {
    const params = new URLSearchParams([...new FormData(form)] as [string, string][]);
    for (const name of [...EXAM_CONTROLS, EXAM_FIELDS.mark]) params.delete(name);
    if (question === "") params.set(EXAM_FIELDS.next, EXAM_STEPS.overview);
    return `?${params}`;
  };
  /** Whether a control has another choice than the server sent. */
  const isChanged = () =>
    [...form.querySelectorAll<HTMLInputElement & HTMLOptionElement>("input, option")].some(
      (part) => part.checked !== part.defaultChecked || part.selected !== part.defaultSelected,
    );
  const show = (event?: PageTransitionEvent) => {
    const kept = readKept();
    const isOld = event?.persisted || navigationType() !== "navigate";
    if (isOld) for (const [index, name] of carried.entries()) fill(name, kept.sent[index]);
    else keep(ANSWERS, JSON.stringify({ ...kept, sent: valuesOf(carried) }));
    keep(MOCK_EXAM_KEY, addressOfNow());
    // A page that the browser has kept may have an old choice; on any other a changed one is what was just chosen.
    if (!event?.persisted && isChanged()) return;
    const { [question]: choices = [] } = kept.choices;
    for (const [index, name] of EXAM_CONTROLS.entries()) {
      const control = find(name);
      if (control !== null && choices[index]) control.value = choices[index];
    }
    if (mark !== null && choices.length > 0) mark.checked = choices.at(-1) === MARKED;
  };
  nowAndWhenShown(show);
  addEventListener("pagehide", () => {
    if (!form.isConnected) return;
    const kept = readKept();
    const choices = [...valuesOf(EXAM_CONTROLS), mark?.checked ? MARKED : ""];
    keep(ANSWERS, JSON.stringify({ ...kept, choices: { ...kept.choices, [question]: choices } }));
  });
}

/** Seconds as minutes and seconds: `54:07`. */
function formatTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Stores a value; null deletes it. Errors are ignored, because nothing depends on it. */
function keep(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {}
}

const isKept = (key: string) => read(key) !== null;

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
