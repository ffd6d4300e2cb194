import { CLIENT } from "../client-manifest.ts";

export type PictureName = keyof typeof CLIENT.pictures;

type PictureProps = {
  name: PictureName;
  className: string;
  /** `now` for a picture at the top of its page; any other loads when it comes near the screen. */
  when?: "now" | "near";
};

/** One of the big drawings, as a file of its own (see client/build-pictures.ts). Decorative: text beside it says it all. */
export function Picture({ name, className, when = "near" }: PictureProps) {
  const { src, width, height } = CLIENT.pictures[name];
  return (
    <img
      className={className}
      src={src}
      width={width}
      height={height}
      alt=""
      {...(when === "now" ? { fetchPriority: "high" as const } : { loading: "lazy" as const })}
    />
  );
}
