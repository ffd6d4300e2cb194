import { fillIn } from "../../src/shared/fill-in.ts";
import type { ExamCentre } from "../../src/shop/exam/exam-centres-rules.ts";
import { EXAM_CENTRES as CENTRES } from "../../src/shop/exam/exam-centres-rules.ts";
import type { ExamMapControl, ExamMapLabels } from "../leaflet-map.ts";

type ExamMapProps = {
  /** Tile template, or null if no map is configured: then there is only the list. */
  tileUrl: string | null;
  attribution: string | null;
  /** Leaflet's own CSS. */
  stylesheet: string;
  /** With `{shown}` and `{total}`. */
  countLine: string;
  mapLabels: ExamMapLabels;
};

/**
 * Makes the list of exam centres one that can be searched, and draws a map that follows it. Once Leaflet has loaded, the
 * list's lines become buttons. If it does not come, the list stays, with a sentence.
 */
export function enhance(root: HTMLElement, props: ExamMapProps): void {
  const box = root.querySelector(".exam-map") as HTMLElement;
  const form = root.querySelector("form") as HTMLFormElement;
  const field = root.querySelector("input") as HTMLInputElement;
  const count = root.querySelector("[role=status]") as HTMLElement;
  const list = root.querySelector(".exam-centres") as HTMLElement;
  const chart = root.querySelector<HTMLElement>(".exam-chart");
  // Asked now: once Leaflet comes, the marker may hold the markup that was put back after a failure.
  const canvas = root.querySelector(".exam-chart-canvas") as HTMLElement;
  const [nothing, mapless] = (root.querySelector("template") as HTMLTemplateElement).content
    .children as unknown as readonly [HTMLElement, HTMLElement];
  // The server writes a line for each centre, in this order.
  const items = list.querySelectorAll("li");
  const lines = new Map(CENTRES.map((centre, index) => [centre, items[index] as HTMLElement]));
  let shown = CENTRES;
  let map: ExamMapControl | null = null;

  const search = () => {
    shown = CENTRES.filter((centre) => matches(centre, field.value));
    const found = shown.map((centre) => lines.get(centre) as HTMLElement);
    list.replaceChildren(...(found.length === 0 ? [nothing] : found));
    count.textContent = fillIn(props.countLine, { shown: shown.length, total: CENTRES.length });
    map?.highlight(shown);
  };
  const show = (centre: ExamCentre) => {
    map?.show(centre);
    chart?.scrollIntoView({ block: "nearest" });
  };

  const noteChoice = (chosen: ExamCentre | null) => {
    for (const [centre, line] of lines) {
      line.querySelector("button")?.setAttribute("aria-pressed", String(centre === chosen));
      if (centre === chosen && line.isConnected) scrollTo(list, line);
    }
  };
  const makeButtons = () => {
    list.removeAttribute("tabindex");
    for (const [centre, line] of lines) {
      const text = line.querySelector(".exam-centre") as HTMLElement;
      const button = document.createElement("button");
      button.type = "button";
      button.className = text.className;
      button.setAttribute("aria-pressed", "false");
      button.append(...text.childNodes);
      button.addEventListener("click", () => show(centre));
      text.replaceWith(button);
    }
  };
  const goWithout = (error: unknown) => {
    console.error(error);
    chart?.remove();
    box.classList.add("exam-map-plain");
    form.after(mapless);
  };
  const draw = ([{ createExamMap }]: [typeof import("../leaflet-map.ts"), unknown]) => {
    try {
      map = createExamMap({
        container: canvas,
        centres: CENTRES,
        tileUrl: props.tileUrl as string,
        attribution: props.attribution,
        labels: props.mapLabels,
        onChange: noteChoice,
      });
    } catch (error) {
      return goWithout(error);
    }
    makeButtons();
    map.highlight(shown);
  };

  field.disabled = false;
  field.addEventListener("input", search);
  form.addEventListener("submit", (event: SubmitEvent) => {
    event.preventDefault();
    const [first] = shown;
    if (first !== undefined) show(first);
  });
  if (chart) Promise.all([import("../leaflet-map.ts"), loadStylesheet(props.stylesheet)]).then(draw, goWithout);
}

/** Scrolls the list, never the page, to a line in it. */
function scrollTo(list: HTMLElement, line: HTMLElement): void {
  const hidden = line.offsetTop + line.offsetHeight - list.clientHeight;
  list.scrollTop = Math.min(Math.max(list.scrollTop, hidden), line.offsetTop);
}

/** Whether a centre's name or city contains the typed words, ignoring case and accents. */
function matches({ name, city }: ExamCentre, query: string): boolean {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const text = fold(`${name} ${city}`);
  return words.every((word) => text.includes(word));
}

function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Resolves when the page has this stylesheet; rejects if it cannot be loaded. */
function loadStylesheet(href: string): Promise<unknown> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  const loaded = new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => reject(new Error(`${href} did not load`));
  });
  document.head.append(link);
  return loaded;
}
