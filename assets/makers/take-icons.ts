/**
 * Draws `favicon.ico` and `apple-touch-icon.png` from the compass mark:
 * `node assets/makers/take-icons.ts`
 */
import { readFile, writeFile } from "node:fs/promises";
import sharp from "sharp";

const ASSETS = new URL("../", import.meta.url);

/** Side of the icon in `favicon.ico`, pixels. */
const FAVICON_SIDE = 32;
/** Side of the icon on an iPhone's home screen, pixels. */
const APPLE_TOUCH_SIDE = 180;

const mark = await readFile(new URL("favicon.svg", ASSETS));

await writeFile(new URL("favicon.ico", ASSETS), icoFile(await drawIcon(mark, FAVICON_SIDE), FAVICON_SIDE));

// The home screen rounds the corners itself and knows no transparency: the disc becomes the whole square.
const square = Buffer.from(mark.toString().replace('<circle cx="17" cy="17" r="17"', '<rect width="34" height="34"'));
await writeFile(new URL("apple-touch-icon.png", ASSETS), await drawIcon(square, APPLE_TOUCH_SIDE));

async function drawIcon(svg: Buffer, side: number): Promise<Buffer> {
  // Drawn at the target's own resolution: 72 dpi is one pixel for each unit of the 34-unit viewBox.
  return sharp(svg, { density: (72 * side) / 34 })
    .resize(side, side)
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** An ICO file that holds one PNG: six bytes of header, one directory entry of sixteen, the picture. */
function icoFile(png: Buffer, side: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // type: icon
  header.writeUInt16LE(1, 4); // pictures in the file
  header.writeUInt8(side, 6);
  header.writeUInt8(side, 7);
  header.writeUInt16LE(1, 10); // colour planes
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18); // where the picture starts
  return Buffer.concat([header, png]);
}
