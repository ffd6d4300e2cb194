import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import sharp, { type Sharp } from "sharp";
import type { Difference, Picture } from "./compare.ts";

/** Where pictures are kept, and how they are made small. */

const APPROVED = join(import.meta.dirname, "approved");
/** The differences, for people to look at. */
const REPORT = resolve(import.meta.dirname, "../../.build/looks");
/** The space between the pictures of a difference, px. */
const SPACE = 16;

/** The colour that marks differences. */
const SIGNAL = [214, 0, 110] as const;

/** `home` at 390 px is `home.390`. */
export function pictureName(screen: string, width: number): string {
  return `${screen.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.${width}`;
}

/** A screenshot as narrow as it is kept. */
export async function shrink(screenshot: Buffer, width: number): Promise<Picture> {
  return readPixels(sharp(screenshot).resize({ width, kernel: "linear" }));
}

async function readPixels(picture: Sharp): Promise<Picture> {
  const { data, info } = await picture.removeAlpha().toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

function drawn({ width, height, pixels }: Picture): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** The approved picture of this name; null if there is none. */
export async function readApproved(name: string): Promise<Picture | null> {
  const path = pathOf(name);
  return existsSync(path) ? readPixels(sharp(path)) : null;
}

export async function approve(name: string, picture: Picture): Promise<void> {
  mkdirSync(APPROVED, { recursive: true });
  // A sixth smaller than PNG, and exact too.
  await drawn(picture).webp({ lossless: true, effort: 6 }).toFile(pathOf(name));
}

export function approvedNames(): string[] {
  return readdirSync(APPROVED).map((file) => file.replace(/\.webp$/, ""));
}

export function forget(name: string): void {
  rmSync(pathOf(name));
}

function pathOf(name: string): string {
  return join(APPROVED, `${name}.webp`);
}

/** Writes before, after and difference beside each other. Returns the file's path. */
export async function writeDifference(name: string, before: Picture, after: Picture, found: Difference) {
  const pixels = after.pixels.map((value, index) =>
    // The rest is pale.
    found.mask[Math.floor(index / 3)] === 1 ? (SIGNAL[index % 3] ?? 0) : 255 - Math.round((255 - value) / 4),
  );
  const pictures = [before, after, { ...after, pixels }].map((picture) => drawn(picture).png().toBuffer());
  const beside = sharp(await Promise.all(pictures), { join: { across: pictures.length, shim: SPACE } });
  const path = join(REPORT, `${name}.png`);
  mkdirSync(REPORT, { recursive: true });
  await beside.toFile(path);
  return path;
}
