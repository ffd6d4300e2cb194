import { useEffect, useState } from "react";

type GiftProps = {
  /** Id of the card, which the server has rendered hidden. */
  cardId: string;
  copy: { parcel: string; hint: string; tapsRemaining: string; opening: string };
};

/** The number of taps, and the pause from the third one to the card, milliseconds (given 5.2). */
const TAPS_TO_OPEN = 3;
const REVEAL_DELAY_MS = 600;
const HINT_ID = "gift-hint";

/**
 * The taps that unwrap the gift. The drawing is below the transparent button and follows `data-taps` in the stylesheet.
 * The card is in the page already; after the third tap it is shown and focused.
 */
export function Gift({ cardId, copy }: GiftProps) {
  const [taps, setTaps] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const isOpening = taps >= TAPS_TO_OPEN;

  useEffect(() => {
    if (!isOpening) return;
    const timer = setTimeout(() => setIsOpen(true), REVEAL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isOpening]);

  useEffect(() => {
    if (isOpen) showCard(cardId);
  }, [isOpen, cardId]);

  if (isOpen) return null;
  return (
    <div className="gift-taps" data-taps={taps}>
      <button
        type="button"
        className="gift-button"
        aria-label={copy.parcel}
        aria-describedby={HINT_ID}
        disabled={isOpening}
        onClick={() => setTaps((count) => Math.min(count + 1, TAPS_TO_OPEN))}
      />
      <p className="gift-hint" id={HINT_ID} role="status">
        {hintAfter(taps, copy)}
      </p>
    </div>
  );
}

function hintAfter(taps: number, copy: GiftProps["copy"]): string {
  if (taps === 0) return copy.hint;
  if (taps >= TAPS_TO_OPEN) return copy.opening;
  return copy.tapsRemaining.replace("{n}", String(TAPS_TO_OPEN - taps));
}

/** Shows the card for good. */
function showCard(cardId: string): void {
  const card = document.getElementById(cardId);
  if (card === null) return;
  card.hidden = false;
  window.scrollTo({ top: 0, behavior: "instant" });
  card.focus({ preventScroll: true });
}
