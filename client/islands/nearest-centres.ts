import { CENTRE_SEARCH_ID } from "../../src/shared/layout.ts";
import type { NearestCentres } from "../../src/shop/exam/exam-centres-rules.ts";

type NearestCentresProps = {
  /** The address that answers for this visitor. */
  dataUrl: string;
};

/**
 * Shows the exam centres nearest to the visitor, in place of the link to them. The page keeps room for them. If there
 * is no answer, the link stays; if nobody knows the place, the box goes before it comes near.
 */
export function enhance(root: HTMLElement, { dataUrl }: NearestCentresProps): void {
  const show = (nearest: NearestCentres) => showNearest(root, nearest);
  root.addEventListener("click", ({ target }: MouseEvent) => {
    if ((target as Element).closest(`[href="#${CENTRE_SEARCH_ID}"]`))
      document.getElementById(CENTRE_SEARCH_ID)?.focus();
  });
  fetch(dataUrl)
    .then(async (response) => response.ok && show(await response.json()))
    .catch(() => undefined);
}

function showNearest(root: HTMLElement, { place, centres }: NearestCentres): void {
  if (place === null) {
    // Nothing to say: the list below has them all. Nothing moves for who looks at it already: the link stays.
    if (root.getBoundingClientRect().top > innerHeight) root.hidden = true;
    return;
  }
  const [list, guess] = (root.querySelector("template") as HTMLTemplateElement).content.children as unknown as [
    HTMLElement,
    HTMLElement,
  ];
  const offer = root.querySelector(".nearest-offer") as HTMLElement;
  const item = list.firstElementChild as HTMLElement;
  list.replaceChildren(
    ...centres.map(({ city, distance }) => {
      const centre = item.cloneNode(true) as HTMLElement;
      (centre.querySelector("b") as HTMLElement).textContent = city;
      (centre.querySelector("span") as HTMLElement).textContent = distance;
      return centre;
    }),
  );
  const words = guess.firstChild as Text;
  words.data = words.data.replace("{place}", () => place);
  offer.replaceWith(list, guess);
}
