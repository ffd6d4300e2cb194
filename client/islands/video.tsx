import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";

type VideoPlayerProps = {
  /** The player's address, http(s). */
  url: string;
  title: string;
  playLabel: string;
};

/**
 * The layer over a video's poster: a link to the player, which becomes a button once hydrated. Only pressing it inserts
 * the player, so that the video's host sees no request of a visitor who does not watch.
 */
export function VideoPlayer({ url, title, playLabel }: VideoPlayerProps) {
  const [hydrated, setHydrated] = useState(false);
  const [playing, setPlaying] = useState(false);
  const player = useRef<HTMLIFrameElement>(null);

  useEffect(() => setHydrated(true), []);
  useEffect(() => {
    if (playing) player.current?.focus();
  }, [playing]);

  if (playing) {
    return (
      <iframe
        ref={player}
        className="video-frame"
        src={withAutoplay(url)}
        title={title}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      />
    );
  }

  const play = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault();
    setPlaying(true);
  };
  return (
    <a
      className="video-play"
      href={url}
      role={hydrated ? "button" : undefined}
      onClick={(event) => {
        if (!(event.metaKey || event.ctrlKey || event.shiftKey)) play(event);
      }}
      onKeyDown={(event) => {
        if (event.key === " ") play(event);
      }}
    >
      <span className="video-play-disc" aria-hidden="true" />
      <span className="video-play-label">
        {playLabel}
        <span className="visually-hidden">: {title}</span>
      </span>
    </a>
  );
}

/** The visitor has just asked for it: players of the well-known hosts start at once with `autoplay=1`. */
function withAutoplay(url: string): string {
  const address = new URL(url);
  if (!address.searchParams.has("autoplay")) address.searchParams.set("autoplay", "1");
  return address.href;
}
