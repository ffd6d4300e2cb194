import type { Frame } from "../shared/frame.ts";
import { PATHS, withSearch } from "../shared/paths.ts";
import { plainText, type RunningText as RunningTextValue, type TextLink } from "../shared/running-text.ts";

/** A paragraph of copy with its links, which carry the query as all links do. */
export function RunningText({ frame, text }: { frame: Frame; text: RunningTextValue }) {
  if (typeof text === "string") return text;
  return text.map((part, index) =>
    typeof part === "string" ? (
      part
    ) : (
      <a key={index} href={address(part, frame)}>
        {part.label}
      </a>
    ),
  );
}

/** Paragraphs of copy, one below the other. */
export function Paragraphs({ frame, texts }: { frame: Frame; texts: readonly RunningTextValue[] }) {
  return texts.map((text) => (
    <p key={plainText(text)}>
      <RunningText frame={frame} text={text} />
    </p>
  ));
}

/** On its own page a link to a part is the hash alone, so that the browser only scrolls. */
function address({ page, hash }: TextLink, { path, search }: Frame): string {
  if (hash !== undefined && PATHS[page] === path) return `#${hash}`;
  return withSearch(PATHS[page], search, hash);
}
