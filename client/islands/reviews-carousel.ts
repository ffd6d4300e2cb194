import { MOBILE_BREAKPOINT_PX } from "../../src/shared/layout.ts";

const PER_PAGE_WIDE = 3;
/** A swipe must be longer than this to change page, CSS pixels (given 9.2). */
const SWIPE_THRESHOLD_PX = 50;

/**
 * Makes pages of the row of reviews: arrows, dots, arrow keys and swipes turn them, and the last leads to the first.
 * Without a script the row scrolls and snaps. Nothing moves by itself.
 */
export function enhance(root: HTMLElement): void {
  const row = root.querySelector(".reviews-row") as HTMLElement;
  const section = row.parentElement as HTMLElement;
  const controls = (root.querySelector("template") as HTMLTemplateElement).content;
  const [previous, next] = controls.querySelectorAll<HTMLElement>(".round-button") as unknown as [Element, Element];
  const dots = controls.querySelector(".reviews-dots") as HTMLElement;
  const dot = dots.firstElementChild as HTMLElement;
  const isCompact = root.closest(".reviews-compact") !== null;
  const wide = matchMedia(`(min-width: ${MOBILE_BREAKPOINT_PX}px)`);
  let page = 0;
  let perPage = 1;

  const show = (wanted: number) => {
    const pages = Math.ceil(row.children.length / perPage);
    page = (wanted + pages) % pages;
    // The pages lie over each other, so that the row is as high as the highest, and what is below it stays in place.
    ([...row.children] as HTMLElement[]).forEach((review, index) => {
      review.style.gridArea = `1 / ${(index % perPage) + 1}`;
      review.inert = Math.floor(index / perPage) !== page;
    });
    [...dots.children].forEach((item, index) => {
      item.firstElementChild?.setAttribute("aria-current", String(index === page));
    });
  };
  const makeDots = () => {
    perPage = wide.matches && !isCompact ? PER_PAGE_WIDE : 1;
    const total = Math.ceil(row.children.length / perPage);
    const make = (index: number) => {
      const item = dot.cloneNode(true) as HTMLElement;
      const button = item.firstElementChild as HTMLElement;
      button.ariaLabel = (button.ariaLabel ?? "")
        .replace("{page}", String(index + 1))
        .replace("{total}", String(total));
      button.addEventListener("click", () => show(index));
      return item;
    };
    dots.replaceChildren(...Array.from({ length: total }, (_, index) => make(index)));
    show(0);
  };

  makeDots();
  section.dataset.interactive = "true";
  row.ariaLive = "polite";
  section.querySelector(".reviews-controls")?.replaceWith(controls);
  const turn = (by: number) => () => show(page + by);
  previous.addEventListener("click", turn(-1));
  next.addEventListener("click", turn(1));
  row.addEventListener("keydown", (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    // With another key they are the browser's, as Alt+Left for Back.
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    show(page + by);
    event.preventDefault();
  });
  turnBySwipes(row, (by) => show(page + by));
  wide.addEventListener("change", makeDots);
}

function turnBySwipes(row: HTMLElement, turn: (by: number) => void): void {
  let start: number | null = null;
  row.addEventListener("pointerdown", ({ pointerType, clientX }) => {
    // A mouse selects text by dragging; fingers and pens swipe.
    if (pointerType !== "mouse") start = clientX;
  });
  row.addEventListener("pointercancel", () => {
    start = null;
  });
  row.addEventListener("pointerup", ({ clientX }: PointerEvent) => {
    const distance = start === null ? 0 : clientX - start;
    start = null;
    if (Math.abs(distance) > SWIPE_THRESHOLD_PX) turn(distance < 0 ? 1 : -1);
  });
}
