type DataBlockProps = { type: "application/json" | "application/ld+json"; id?: string; data: unknown };

/** JSON in the page for scripts or crawlers to read; `<` is escaped, so that no text in it can end the element. */
export function DataBlock({ type, id, data }: DataBlockProps) {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return <script type={type} id={id} dangerouslySetInnerHTML={{ __html: json }} />;
}
