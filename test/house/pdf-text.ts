import { inflateSync } from "node:zlib";

/** The text of a PDF that the build made, page by page, in the order in which it is drawn. */
export function readPdfText(bytes: Uint8Array): readonly string[] {
  const objects = new Map<string, string>();
  for (const [, id = "", body = ""] of Buffer.from(bytes)
    .toString("latin1")
    .matchAll(/(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj/gs)) {
    objects.set(id, body);
  }
  const get = (reference: string | undefined) => objects.get(reference ?? "") ?? "";
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body));
  return pages.map((page) => {
    const resources = get(/\/Resources (\d+)/.exec(page)?.[1]);
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = "", id]) => [
        name,
        readCharacters(readStream(get(/\/ToUnicode (\d+)/.exec(get(id))?.[1]))),
      ]),
    );
    let font: ReadonlyMap<string, string> = new Map();
    const lines: string[] = [];
    for (const [, name, shown] of readStream(get(/\/Contents (\d+)/.exec(page)?.[1])).matchAll(
      /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g,
    )) {
      if (name !== undefined) font = fonts.get(name) ?? new Map();
      const glyphs = [...(shown ?? "").matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? []);
      lines.push(glyphs.map((glyph) => font.get(glyph) ?? "?").join(""));
    }
    return lines.join("\n");
  });
}

function readStream(object: string): string {
  const data = /stream\n(.*)\nendstream/s.exec(object)?.[1] ?? "";
  const bytes = Buffer.from(data, "latin1");
  return (object.includes("/FlateDecode") ? inflateSync(bytes) : bytes).toString("latin1");
}

/** The character of each glyph, by the glyph's number in four hexadecimal digits. */
function readCharacters(map: string): ReadonlyMap<string, string> {
  const characters = new Map<string, string>();
  for (const [, from = "", , list = ""] of map.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/g)) {
    for (const [index, [, hex = ""]] of [...list.matchAll(/<([0-9a-f ]+)>/g)].entries()) {
      const text = Buffer.from(hex.replaceAll(" ", ""), "hex").swap16().toString("utf16le");
      characters.set((Number.parseInt(from, 16) + index).toString(16).padStart(4, "0"), text);
    }
  }
  return characters;
}
