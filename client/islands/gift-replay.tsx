import { useEffect, useRef } from "react";

type GiftReplayProps = {
  /** Id of the scene that plays. */
  sceneId: string;
  label: string;
};

/** How much of the scene must be on the screen for somebody to see it play. */
const SEEN = 0.6;

/** Plays the unwrapping of the example from its beginning: at a press, and when it is first seen well below the top. */
export function GiftReplay({ sceneId, label }: GiftReplayProps) {
  const wasSeen = useRef(false);

  useEffect(() => {
    const scene = document.getElementById(sceneId);
    if (scene === null) return;
    // On a small screen it has played out before anybody has scrolled to it.
    const observer = new IntersectionObserver(
      ([entry]) => {
        const isSeen = (entry?.intersectionRatio ?? 0) >= SEEN;
        if (isSeen && wasSeen.current) play(sceneId);
        if (isSeen) observer.disconnect();
        wasSeen.current = true;
      },
      { threshold: SEEN },
    );
    observer.observe(scene);
    return () => observer.disconnect();
  }, [sceneId]);

  return (
    <button type="button" className="give-replay" onClick={() => play(sceneId)}>
      {label}
    </button>
  );
}

/** Who wants less motion has no animations here, and sees the card at once. */
function play(sceneId: string): void {
  const scene = document.getElementById(sceneId);
  for (const animation of scene?.getAnimations({ subtree: true }) ?? []) {
    animation.currentTime = 0;
    animation.play();
  }
}
