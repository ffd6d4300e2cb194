import { CLIENT } from "../client-manifest.ts";
import { Drawn } from "./drawings/drawn.tsx";

export type PictureName = keyof typeof CLIENT.pictures;
export type InlinePictureName = keyof typeof CLIENT.inline;

type PictureProps = {
  name: PictureName;
  className: string;
  /** What the picture says; none when the text beside it says it all. */
  alt?: string;
  /** `now` for a picture at the top of its page; any other loads when it comes near the screen. */
  when?: "now" | "near";
};

/** One of the big drawings, as a file of its own (see client/build-pictures.ts). */
export function Picture({ name, className, alt = "", when = "near" }: PictureProps) {
  const { src, width, height } = CLIENT.pictures[name];
  return (
    <img
      className={className}
      src={src}
      width={width}
      height={height}
      alt={alt}
      {...(when === "now" ? { fetchPriority: "high" as const } : { loading: "lazy" as const })}
    />
  );
}

/** A drawing in the page's own HTML, for what its first screen shows: it is there with the first paint. */
export function InlinePicture({ name, className }: { name: InlinePictureName; className: string }) {
  return <Drawn className={className} svg={CLIENT.inline[name]} />;
}
