import type { ReactElement } from "react";
import { Island } from "./island.tsx";
import { VIDEO_COPY } from "./video-copy.ts";

type VideoProps = {
  /** A drawing that fills its box (class `poster`); it stays on the server. */
  poster: ReactElement;
  /** The player's address, or null when it is not configured: then the poster is a picture. */
  url: string | null;
  title: string;
};

/**
 * A video that sends no request to its host before it is played. Without JavaScript its button is a link to the player.
 */
export function Video({ poster, url, title }: VideoProps) {
  return (
    <div className="video screen-only">
      {poster}
      {url === null ? null : (
        <Island name="video" when="touched" props={{ title, ready: VIDEO_COPY.ready }}>
          <a className="video-play" href={url}>
            <span className="video-play-label">
              {VIDEO_COPY.playLabel}
              <span className="visually-hidden">: {title}</span>
            </span>
          </a>
        </Island>
      )}
    </div>
  );
}
