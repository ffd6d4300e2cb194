import { jsonMarkup } from "../shared/html.ts";

type DataBlockProps = { type: "application/json" | "application/ld+json"; id?: string; data: unknown };

export function DataBlock({ type, id, data }: DataBlockProps) {
  return <script type={type} id={id} dangerouslySetInnerHTML={{ __html: jsonMarkup(data) }} />;
}
