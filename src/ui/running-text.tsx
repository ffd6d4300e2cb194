import type { PageContext } from "../shared/page-context.ts";
import { PATHS, withSearch } from "../shared/paths.ts";
import { plainText, type RunningText as RunningTextValue, type TextLink } from "../shared/running-text.ts";

/** A paragraph of copy with its links, which carry the query as all links do. */
export function RunningText({ pageContext, text }: { pageContext: PageContext; text: RunningTextValue }) {
  if (typeof text === "string") return text;
  return text.map((part, index) =>
    typeof part === "string" ? (
      part
    ) : (
      <a key={index} href={address(part, pageContext)}>
        {part.label}
      </a>
    ),
  );
}

export function Paragraphs({ pageContext, texts }: { pageContext: PageContext; texts: readonly RunningTextValue[] }) {
  return texts.map((text) => (
    <p key={plainText(text)}>
      <RunningText pageContext={pageContext} text={text} />
    </p>
  ));
}

/** On its own page a link to a part is the hash alone, so that the browser only scrolls. */
function address({ page, hash }: TextLink, { path, search }: PageContext): string {
  if (hash !== undefined && PATHS[page] === path) return `#${hash}`;
  return withSearch(PATHS[page], search, hash);
}
