import type { ReactElement } from "react";
import { VideoPlayer } from "../../client/islands/video.tsx";
import { VIDEO_COPY } from "../content/video.ts";
import { Island } from "./island.tsx";

type VideoProps = {
  /** A drawing that fills its box (class `poster`); it stays on the server. */
  poster: ReactElement;
  /** The player's address, or null when it is not configured: then the poster is a picture. */
  url: string | null;
  /** What the video shows; names the play button and the player. */
  title: string;
};

/** A video that asks nothing of its host before it is played; without JavaScript its button is a link to the player. */
export function Video({ poster, url, title }: VideoProps) {
  return (
    <div className="video">
      {poster}
      {url === null ? null : (
        <Island
          name="video"
          when="touched"
          component={VideoPlayer}
          props={{ url, title, playLabel: VIDEO_COPY.playLabel }}
        />
      )}
    </div>
  );
}
