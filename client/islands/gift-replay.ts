import type { Guard } from "../guard.ts";

type GiftReplayProps = {
  /** Id of the scene that plays. */
  sceneId: string;
};

/** How much of the scene must be on the screen for somebody to see it play. */
const SEEN = 0.6;

/** Plays the unwrapping of the example from its beginning: at a press, and when it is first seen well below the top. */
export function enhance(root: HTMLElement, guard: Guard, { sceneId }: GiftReplayProps): () => void {
  const scene = document.getElementById(sceneId) as HTMLElement;
  const replay = () => play(scene);
  let wasSeen = false;
  // On a small screen it has played out before anybody has scrolled to it.
  const observer = new IntersectionObserver(
    guard(([entry]: IntersectionObserverEntry[]) => {
      const isSeen = (entry?.intersectionRatio ?? 0) >= SEEN;
      if (isSeen && wasSeen) replay();
      if (isSeen) observer.disconnect();
      wasSeen = true;
    }),
    { threshold: SEEN },
  );
  root.addEventListener("click", guard(replay));
  observer.observe(scene);
  return () => observer.disconnect();
}

/** Who wants less motion has no animations here, and sees the card at once. */
function play(scene: HTMLElement): void {
  for (const animation of scene.getAnimations({ subtree: true })) {
    animation.currentTime = 0;
    animation.play();
  }
}
