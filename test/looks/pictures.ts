import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import sharp from "sharp";
import type { Difference, Picture } from "./compare.ts";

/** Where pictures are kept, and how they are made small. */

const APPROVED = join(import.meta.dirname, "approved");
/** The differences, for people to look at; `npm run looks` names the folder. */
export const REPORT = resolve(import.meta.dirname, "../../.build/looks");
export const KINDS = ["before", "after", "difference"] as const;

/** The colour that marks differences. */
const SIGNAL = [214, 0, 110] as const;

/** `home` at 390 px is `home.390`. */
export function pictureName(screen: string, width: number): string {
  return `${screen.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.${width}`;
}

/** A screenshot as it is kept: narrower, and in 16 colours. The same screenshot gives the same bytes. */
export async function reduce(screenshot: Buffer, width: number): Promise<Buffer> {
  return sharp(screenshot)
    .removeAlpha()
    .resize({ width, kernel: "linear" })
    .png({ palette: true, colours: 16, dither: 0, effort: 10, compressionLevel: 9 })
    .toBuffer();
}

export async function readPixels(png: Buffer): Promise<Picture> {
  const { data, info } = await sharp(png)
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

/** The approved picture of this name; null if there is none. */
export function readApproved(name: string): Buffer | null {
  const path = join(APPROVED, `${name}.png`);
  return existsSync(path) ? readFileSync(path) : null;
}

export function approve(name: string, png: Buffer): void {
  mkdirSync(APPROVED, { recursive: true });
  writeFileSync(join(APPROVED, `${name}.png`), png);
}

export function approvedNames(): string[] {
  return readdirSync(APPROVED).map((file) => file.replace(/\.png$/, ""));
}

export function forget(name: string): void {
  rmSync(join(APPROVED, `${name}.png`));
}

/** Writes the picture before, the one after, and the one after with the differences marked. */
export async function writeDifference(name: string, before: Buffer, after: Buffer, found: Difference): Promise<void> {
  const { width, height, pixels } = await readPixels(after);
  for (let at = 0; at < width * height; at += 1) {
    const differs = found.mask[at] === 1;
    for (let part = 0; part < 3; part += 1) {
      // The rest is pale.
      pixels[at * 3 + part] = differs
        ? (SIGNAL[part] ?? 0)
        : 255 - Math.round((255 - (pixels[at * 3 + part] ?? 0)) / 4);
    }
  }
  const difference = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  for (const [kind, png] of [
    ["before", before],
    ["after", after],
    ["difference", difference],
  ] as const) {
    writeFileSync(join(REPORT, `${name}.${kind}.png`), png);
  }
}
