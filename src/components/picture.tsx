import { CLIENT } from "../client-manifest.ts";

export type PictureName = keyof typeof CLIENT.pictures;

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
