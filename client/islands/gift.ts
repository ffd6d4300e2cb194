import { fillIn } from "../../src/shared/fill-in.ts";

type GiftProps = { cardId: string; copy: { tapsRemaining: string; opening: string } };

/** The number of taps, and the pause from the third one to the card, milliseconds (given 5.2). */
const TAPS_TO_OPEN = 3;
const REVEAL_DELAY_MS = 600;

/**
 * The taps that unwrap the gift. The drawing is below the transparent button and follows `data-taps` in the stylesheet.
 * After the third tap the card is shown and focused.
 */
export function enhance(root: HTMLElement, { cardId, copy }: GiftProps): void {
  const parcel = root.querySelector(".gift-taps") as HTMLElement;
  const button = root.querySelector("button") as HTMLButtonElement;
  const hint = root.querySelector(".gift-hint") as HTMLElement;
  let taps = 0;

  const open = () => {
    root.replaceChildren();
    const card = document.getElementById(cardId);
    if (card === null) return;
    card.hidden = false;
    window.scrollTo({ top: 0, behavior: "instant" });
    card.focus({ preventScroll: true });
  };
  const tap = () => {
    taps += 1;
    const remaining = TAPS_TO_OPEN - taps;
    parcel.dataset.taps = String(taps);
    hint.textContent = remaining === 0 ? copy.opening : fillIn(copy.tapsRemaining, { n: remaining });
    if (remaining > 0) return;
    button.disabled = true;
    setTimeout(open, REVEAL_DELAY_MS);
  };
  button.addEventListener("click", tap);
}
