/** Small helpers of the drawings: every shape is a string, every colour a name of `client/tokens.css`. */

export const WIDTH = 320;
export const HEIGHT = 200;

/** A palette colour as an attribute's value, or black: regulations require it, and the palette does not have it. */
export function paint(token: string): string {
  return token === "black" ? token : `var(--${token})`;
}

/** A number rounded to a tenth of a unit, as text. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10 + 0);
}

export function rect(x: number, y: number, width: number, height: number, token: string, more = ""): string {
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" fill="${paint(token)}"${more}/>`;
}

export function circle(x: number, y: number, radius: number, token: string, more = ""): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="${paint(token)}"${more}/>`;
}

/** A filled path. */
export function area(d: string, token: string, more = ""): string {
  return `<path d="${d}" fill="${paint(token)}"${more}/>`;
}

export function line(d: string, token: string, width: number, more = ""): string {
  return `<path d="${d}" stroke="${paint(token)}" stroke-width="${width}" fill="none"${more}/>`;
}

/** Words in a drawing: a letter or a number that the question names. The blank keeps two apart in a text browser. */
export function label(text: string, x: number, y: number, token = "ink", size = 18): string {
  return `<text x="${short(x)}" y="${short(y)}" font-size="${size}" font-weight="700" text-anchor="middle" fill="${paint(token)}">${text}</text> `;
}

export function place(letter: string, x: number, y: number): string {
  return (
    circle(x, y, 14, "deep", ` stroke="${paint("magenta")}" stroke-width="2.5"`) + label(letter, x, y + 6, "ink", 17)
  );
}

/** The palette's name for a colour of a scene. */
export const SHAPE_COLOURS = {
  black: "black",
  yellow: "yellow",
  red: "port",
  green: "starboard",
  blue: "primary",
  white: "deep",
} as const;
