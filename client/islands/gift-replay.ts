/** The scene plays when this share of it is visible. */
const SEEN = 0.6;

/**
 * Plays the example's unwrapping from the start: after a press, and when it first comes into view well below the top.
 */
export function enhance(root: HTMLElement): void {
  const scene = root.closest("figure")?.querySelector(".give-scene") as HTMLElement;
  const replay = () => play(scene);
  let wasSeen = false;
  // On a small screen it has finished before a visitor scrolls to it.
  const observer = new IntersectionObserver(
    ([entry]: IntersectionObserverEntry[]) => {
      const isSeen = (entry?.intersectionRatio ?? 0) >= SEEN;
      if (isSeen && wasSeen) replay();
      if (isSeen) observer.disconnect();
      wasSeen = true;
    },
    { threshold: SEEN },
  );
  root.addEventListener("click", replay);
  observer.observe(scene);
}

/** With reduced motion there are no animations, and the card shows at once. */
function play(scene: HTMLElement): void {
  for (const animation of scene.getAnimations({ subtree: true })) {
    animation.currentTime = 0;
    animation.play();
  }
}
