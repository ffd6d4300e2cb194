import type { IconName } from "../../shared/entities.ts";
import { Drawn } from "./drawn.tsx";

type IconProps = {
  name: IconName;
  /** Side in CSS pixels. */
  size?: number;
  /** Class of the box around it; without one there is no box. */
  className?: string;
};

/** A line drawing in the text's colour, always next to text that says the same. */
export function Icon({ name, size = 24, ...box }: IconProps) {
  return <Drawn svg={drawGlyph("icon", name, size)} {...box} />;
}

export function ArrowRight({ size = 20 }: { size?: number }) {
  return <Drawn svg={drawGlyph("icon icon-bold", "arrow-right", size)} />;
}

const drawn = new Map<string, string>();

/** Puts each icon together once for each of its sizes. */
function drawGlyph(classes: string, name: keyof typeof GLYPHS, size: number): string {
  const key = `${name} ${size}`;
  let svg = drawn.get(key);
  if (svg === undefined) {
    svg = `<svg class="${classes}" width="${size}" height="${size}" viewBox="0 0 24 24" aria-hidden="true">${GLYPHS[name]}</svg>`;
    drawn.set(key, svg);
  }
  return svg;
}

/** SVG shapes, drawn with a line (`.icon` in drawings.css). */
const GLYPHS: Readonly<Record<IconName | "arrow-right", string>> = {
  "arrow-right": '<path d="M4 12h16M13.5 5.5 20 12l-6.5 6.5"/>',
  compass:
    '<circle cx="12" cy="12" r="9"/><path d="m15.8 8.2-2.3 5.3-5.3 2.3 2.3-5.3zM12 3v1.5M21 12h-1.5M12 21v-1.5M3 12h1.5"/>',
  current: '<path d="M3 6.5c2-2 4-2 6 0s4 2 6 0 4-2 6 0M3 11.5c2-2 4-2 6 0s4 2 6 0 4-2 6 0M3 18h16M16 15l3 3-3 3"/>',
  wind: '<path d="M3 9h9.5a3 3 0 1 0-2.9-3.8M3 13h14.5a3 3 0 1 1-2.9 3.8M3 17h6.5a2.2 2.2 0 1 1-2 3"/>',
  buoy: '<path d="M12 2.5 14 6h-4zM12 6v3M9.5 9h5l1.8 8.5H7.7zM8.7 13h6.6M3 19.5c1.5-1.4 3-1.4 4.5 0s3 1.4 4.5 0 3-1.4 4.5 0 3 1.4 4.5 0"/>',
  lifebuoy:
    '<circle cx="12" cy="12" r="9"/><circle cx="12" cy="12" r="3.8"/><path d="m9.9 3.2.9 5.2M14.1 3.2l-.9 5.2M9.9 20.8l.9-5.2M14.1 20.8l-.9-5.2M3.2 9.9l5.2.9M3.2 14.1l5.2-.9M20.8 9.9l-5.2.9M20.8 14.1l-5.2-.9"/>',
  wheel:
    '<circle cx="12" cy="12" r="6.6"/><circle cx="12" cy="12" r="2"/><path d="M12 2v8M12 14v8M2 12h8M14 12h8M4.9 4.9l5.7 5.7M13.4 13.4l5.7 5.7M19.1 4.9l-5.7 5.7M10.6 13.4l-5.7 5.7"/>',
  radio:
    '<path d="M8 9V2.5M7 9h7a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM8.3 12.3h4.4v2.4H8.3zM8.5 18h4M12 5.8a6 6 0 0 1 5.2 2.9M12.2 2.8a9 9 0 0 1 7.8 5"/>',
  speech:
    '<path d="M5.5 4h13A2.5 2.5 0 0 1 21 6.5v7a2.5 2.5 0 0 1-2.5 2.5H12l-5 4.5V16H5.5A2.5 2.5 0 0 1 3 13.5v-7A2.5 2.5 0 0 1 5.5 4zM7.5 8.5h9M7.5 11.7h5.5"/>',
  book: '<path d="M12 6.5C10 4.8 7 4.3 3 4.5v13.7c4-.2 7 .3 9 2 2-1.7 5-2.2 9-2V4.5c-4-.2-7 .3-9 2zM12 6.5v13.7M6 8.7c1.2 0 2.2.2 3 .5M6 12.2c1.2 0 2.2.2 3 .5M18 8.7c-1.2 0-2.2.2-3 .5M18 12.2c-1.2 0-2.2.2-3 .5"/>',
  flare:
    '<path d="m11 10.5 2.5 2.5-7.5 7.5L3.5 18zM8.8 12.7l2.5 2.5M15.5 8.5l-2-1 2-1.2-.3-2.4 2.1 1.2L19 3.2l.3 2.3 2.2.5-1.7 1.7 1 2-2.3-.2-1.3 2-.7-2.2M20.5 14.5l1 1M9 4 8.2 2.8"/>',
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 6.8V12l3.6 2.2"/>',
  devices:
    '<path d="M13 17H2.5M4.5 17V6.5A1.5 1.5 0 0 1 6 5h11.5A1.5 1.5 0 0 1 19 6.5V7M16.5 10h4A1.5 1.5 0 0 1 22 11.5v7a1.5 1.5 0 0 1-1.5 1.5h-4a1.5 1.5 0 0 1-1.5-1.5v-7a1.5 1.5 0 0 1 1.5-1.5zM18 17.4h1"/>',
  question:
    '<circle cx="12" cy="12" r="9"/><path d="M9.3 9.6a2.8 2.8 0 1 1 4.2 2.5c-.9.5-1.5 1.1-1.5 2.1M12 17.2v.1"/>',
  chart:
    '<path d="m3 6.5 6-2.3 6 2.3 6-2.3v13.3l-6 2.3-6-2.3-6 2.3zM9 4.2v13.3M15 6.5v13.3M5.5 13.5l1-.9M11 10.6l2 1M17.5 11l1-1.5"/>',
  engine:
    '<path d="M8.5 2.5H14A4.5 4.5 0 0 1 18.5 7v2.5h-11v-6a1 1 0 0 1 1-1zM9.8 9.5l.6 6M14.6 9.5l-.6 6M8.5 15.5h6.4a1.9 1.9 0 0 1 0 3.8h-3.7l-1 2.5-1.7-2.5zM16.8 17.4h2.7M19.5 14v6.8M7.5 6.5H4V12"/>',
  signal:
    '<path d="M4.5 10v4.5a1 1 0 0 0 1 1H8l6 3.5V5.5L8 9H5.5a1 1 0 0 0-1 1zM8 9v6.5M9 16v4M17 9.3a4.2 4.2 0 0 1 0 5.9M19.5 6.5a8 8 0 0 1 0 11.5"/>',
  flag: '<path d="M5.5 21.5v-19M5.5 4H20l-3.5 4.3L20 12.5H5.5M3 21.5h5"/>',
  "id-card":
    '<rect x="2.5" y="5" width="19" height="14" rx="2"/><circle cx="8" cy="10.6" r="2"/><path d="M4.9 16c.4-1.8 1.5-2.7 3.1-2.7s2.7.9 3.1 2.7M14 9.5h4.5M14 12.5h4.5M14 15.5h2.5"/>',
  calendar:
    '<rect x="3.5" y="5" width="17" height="15.5" rx="2"/><path d="M3.5 10h17M8 3v4M16 3v4M9 15.2l2.2 2.1 4-4.2"/>',
  euro: '<circle cx="12" cy="12" r="9"/><path d="M15.7 8.8A4.3 4.3 0 0 0 8.9 12a4.3 4.3 0 0 0 6.8 3.2M7.3 10.8h5.7M7.3 13.3H12"/>',
  check: '<circle cx="12" cy="12" r="9"/><path d="m7.8 12.4 2.9 2.9 5.5-6.3"/>',
  anchor:
    '<circle cx="12" cy="4.8" r="2.3"/><path d="M12 7.1V21M8.5 10.5h7M3.5 13c.3 4.8 3.6 7.7 8.5 8 4.9-.3 8.2-3.2 8.5-8M2 15l1.5-2.2L5.7 14M22 15l-1.5-2.2-2.2 1.2"/>',
  headset:
    '<path d="M4 14v-2.5a8 8 0 0 1 16 0V14M4 13.5h2A1.5 1.5 0 0 1 7.5 15v3A1.5 1.5 0 0 1 6 19.5H5.5A1.5 1.5 0 0 1 4 18zM20 13.5h-2a1.5 1.5 0 0 0-1.5 1.5v3a1.5 1.5 0 0 0 1.5 1.5h.5A1.5 1.5 0 0 0 20 18zM20 18c0 2.2-1.7 3.5-5 3.5h-1.5"/>',
};
