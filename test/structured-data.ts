export type StructuredDataObject = Record<string, unknown>;

/** The objects of a page's JSON-LD. A page has one block of it or none; anything else throws. */
export function readStructuredData(html: string): StructuredDataObject[] {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  if (blocks.length > 1) throw new Error(`${blocks.length} blocks of structured data`);
  return blocks.flatMap(([, text]) => {
    const { "@context": context, "@graph": graph } = JSON.parse(text ?? "") as StructuredDataObject;
    if (context !== "https://schema.org" || !Array.isArray(graph)) throw new Error(`Not a graph: ${text}`);
    return graph as StructuredDataObject[];
  });
}
