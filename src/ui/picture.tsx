import { CLIENT } from "./client-manifest.ts";

/** Drawings are files in `assets/drawings/`; client/build/pictures.ts explains each of its folders. */

export type PictureName = keyof typeof CLIENT.pictures;
type InlinePictureName = keyof typeof CLIENT.inline;

type PictureProps = {
  name: PictureName;
  className: string;
  /** The picture's text alternative; none if the text beside it says the same. */
  alt?: string;
  /** `now` for a picture at the top of its page; any other loads when it comes near the screen. */
  when?: "now" | "near";
};

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

type InlinePictureProps = {
  name: InlinePictureName;
  /** Class of the box around it; without one there is no box. */
  className?: string;
  /** Side in CSS pixels, of a drawing that is as wide as it is high. */
  size?: number;
  /** The picture's text alternative; none if the text beside it says the same. Needs a box. */
  label?: string;
};

/** A drawing in the page's own HTML: it is there with the first paint. */
export function InlinePicture({ name, size, ...box }: InlinePictureProps) {
  return <Drawn svg={size === undefined ? CLIENT.inline[name] : sized(CLIENT.inline[name], size)} {...box} />;
}

type DrawnProps = { svg: string; className?: string; label?: string };

/**
 * A drawing as one string. React writes every attribute in five chunks and every element in two more, so a page's icons
 * would take longer to render than its text.
 */
export function Drawn({ svg, className = "drawn", label }: DrawnProps) {
  const semantics = label === undefined ? {} : { role: "img", "aria-label": label };
  return <span className={className} {...semantics} dangerouslySetInnerHTML={{ __html: svg }} />;
}

/** Each drawing, joined once for each of its sizes. */
const drawn = new Map<string, string>();

export function sized(svg: string, size: number): string {
  const key = `${size} ${svg}`;
  const known = drawn.get(key) ?? svg.replace("<svg", `<svg width="${size}" height="${size}"`);
  drawn.set(key, known);
  return known;
}
