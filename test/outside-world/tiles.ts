import { crc32, deflateSync } from "node:zlib";
import { allowMethods, type Exchange, send } from "./http.ts";

/** Width and height of a tile in pixels. */
export const TILE_SIZE = 256;
const ZOOM_MAX = 20;

type Colour = readonly [red: number, green: number, blue: number];
type Point = readonly [x: number, y: number];

const WATER: Colour = [227, 241, 249];
const SHALLOWS: Colour = [196, 225, 241];
const LAND: Colour = [243, 230, 200];
const NEIGHBOUR: Colour = [249, 243, 228];
const INK: Colour = [13, 36, 64];

/**
 * The Netherlands by hand: rough outlines in [longitude, latitude] degrees, enough to recognise the country by. The
 * border is apart from the coast because the neighbours share it. North end of the border first.
 */
const BORDER: readonly Point[] = [
  [7.21, 53.24],
  [7.21, 53.0],
  [7.07, 52.85],
  [7.06, 52.64],
  [6.74, 52.64],
  [6.7, 52.49],
  [6.98, 52.46],
  [7.06, 52.37],
  [7.05, 52.23],
  [6.87, 52.12],
  [6.7, 52.06],
  [6.83, 51.96],
  [6.4, 51.83],
  [6.15, 51.86],
  [5.97, 51.8],
  [5.95, 51.72],
  [6.1, 51.6],
  [6.22, 51.46],
  [6.22, 51.36],
  [6.07, 51.22],
  [5.9, 51.05],
  [6.03, 50.93],
  [6.01, 50.75],
  [5.69, 50.76],
  [5.65, 50.86],
  [5.77, 51.03],
  [5.84, 51.16],
  [5.55, 51.26],
  [5.24, 51.26],
  [5.08, 51.47],
  [4.85, 51.42],
  [4.77, 51.5],
  [4.63, 51.42],
  [4.54, 51.48],
  [4.39, 51.36],
  [4.25, 51.37],
];

const COAST: readonly Point[] = [
  [4.25, 51.45],
  [4.28, 51.5],
  [4.2, 51.6],
  [4.4, 51.69],
  [4.62, 51.7],
  [4.8, 51.72],
  [4.62, 51.73],
  [4.4, 51.72],
  [4.13, 51.82],
  [4.06, 51.87],
  [3.98, 51.95],
  [4.1, 51.99],
  [4.27, 52.11],
  [4.43, 52.25],
  [4.52, 52.38],
  [4.57, 52.46],
  [4.62, 52.62],
  [4.66, 52.77],
  [4.72, 52.95],
  [4.79, 52.96],
  [5.03, 52.94],
  [5.11, 52.77],
  [5.3, 52.7],
  [5.06, 52.63],
  [5.07, 52.5],
  [5.12, 52.45],
  [5.02, 52.37],
  [5.13, 52.33],
  [5.16, 52.39],
  [5.43, 52.52],
  [5.62, 52.61],
  [5.78, 52.58],
  [5.6, 52.66],
  [5.7, 52.84],
  [5.36, 52.88],
  [5.4, 53.06],
  [5.41, 53.17],
  [5.6, 53.3],
  [5.9, 53.39],
  [6.2, 53.41],
  [6.5, 53.42],
  [6.83, 53.45],
  [6.93, 53.33],
  [7.08, 53.26],
];

const ZEELAND_SOUTH: readonly Point[] = [
  [3.36, 51.37],
  [3.52, 51.41],
  [3.83, 51.34],
  [4.02, 51.4],
  [4.22, 51.37],
  [4.22, 51.33],
  [4.0, 51.24],
  [3.8, 51.21],
  [3.52, 51.25],
  [3.38, 51.28],
];

const ISLANDS: readonly (readonly Point[])[] = [
  ZEELAND_SOUTH,
  // Walcheren and the Bevelands.
  [
    [3.45, 51.54],
    [3.5, 51.59],
    [3.7, 51.61],
    [3.92, 51.57],
    [4.05, 51.5],
    [4.25, 51.45],
    [4.23, 51.39],
    [4.0, 51.44],
    [3.82, 51.39],
    [3.7, 51.44],
    [3.57, 51.44],
  ],
  // Schouwen-Duiveland and Tholen.
  [
    [3.69, 51.7],
    [3.85, 51.75],
    [4.05, 51.7],
    [4.16, 51.66],
    [4.22, 51.55],
    [4.1, 51.53],
    [3.98, 51.6],
    [3.9, 51.63],
  ],
  // Goeree-Overflakkee.
  [
    [3.84, 51.82],
    [4.05, 51.83],
    [4.2, 51.76],
    [4.4, 51.71],
    [4.2, 51.7],
    [4.07, 51.73],
    [3.9, 51.77],
  ],
  // Texel, Vlieland, Terschelling, Ameland, Schiermonnikoog.
  [
    [4.74, 53.0],
    [4.9, 53.08],
    [4.9, 53.15],
    [4.84, 53.18],
    [4.72, 53.08],
  ],
  [
    [4.87, 53.22],
    [5.1, 53.29],
    [5.08, 53.31],
    [4.88, 53.25],
  ],
  [
    [5.16, 53.36],
    [5.25, 53.36],
    [5.57, 53.43],
    [5.55, 53.45],
    [5.2, 53.4],
  ],
  [
    [5.63, 53.44],
    [5.95, 53.45],
    [5.93, 53.47],
    [5.65, 53.46],
  ],
  [
    [6.11, 53.47],
    [6.28, 53.48],
    [6.33, 53.5],
    [6.15, 53.5],
  ],
];

/** Afsluitdijk and Houtribdijk. */
const DIKES: readonly (readonly Point[])[] = [
  [
    [5.03, 52.94],
    [5.38, 53.07],
  ],
  [
    [5.3, 52.7],
    [5.43, 52.52],
  ],
];

const NEIGHBOURS: readonly (readonly Point[])[] = [
  // Germany, Denmark, France and Belgium, round by the south.
  [
    ...BORDER.toReversed(),
    [7.2, 53.34],
    [7.02, 53.4],
    [7.15, 53.62],
    [7.9, 53.72],
    [8.1, 53.52],
    [8.3, 53.6],
    [8.5, 53.52],
    [8.7, 53.88],
    [9.2, 53.87],
    [8.85, 54.1],
    [8.62, 54.35],
    [8.66, 54.9],
    [8.4, 55.47],
    [8.15, 55.7],
    [8.2, 57.0],
    [20, 57],
    [20, 45],
    [-1.2, 45],
    [-4.5, 48.4],
    [-1.5, 48.6],
    [-1.9, 49.7],
    [0.1, 49.5],
    [1.5, 50.15],
    [1.6, 50.87],
    [2.55, 51.09],
    [2.92, 51.23],
    [3.36, 51.37],
    [3.38, 51.28],
    [3.52, 51.25],
    [3.8, 51.21],
    [4.0, 51.24],
    [4.22, 51.33],
  ],
  // England and southern Scotland.
  [
    [0.25, 50.74],
    [1.0, 50.92],
    [1.4, 51.15],
    [1.45, 51.37],
    [0.7, 51.48],
    [0.95, 51.75],
    [1.3, 51.95],
    [1.75, 52.48],
    [1.3, 52.93],
    [0.5, 52.97],
    [0.3, 52.82],
    [0.1, 53.0],
    [0.34, 53.2],
    [0.1, 53.6],
    [-0.2, 54.1],
    [-0.6, 54.5],
    [-1.5, 55],
    [-2, 55.8],
    [-5, 56],
    [-5, 50],
    [-3.5, 50.2],
    [-2, 50.6],
    [-1, 50.75],
  ],
];

const NETHERLANDS_UNIT = [[...BORDER, ...COAST], ...ISLANDS].map(toUnitSquare);
const NEIGHBOURS_UNIT = NEIGHBOURS.map(toUnitSquare);
const DIKES_UNIT = DIKES.map(toUnitSquare);

/** Web Mercator: the world as a square from 0 to 1, y downwards. */
function toUnitSquare(points: readonly Point[]): Point[] {
  return points.map(([longitude, latitude]) => {
    const sine = Math.sin((latitude * Math.PI) / 180);
    return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
  });
}

/** `GET /tiles/{z}/{x}/{y}.png` */
export function handleTile(exchange: Exchange): boolean {
  const match = /^\/tiles\/(\d{1,2})\/(\d{1,7})\/(\d{1,7})\.png$/.exec(exchange.url.pathname);
  if (match === null) return false;
  const [zoom, x, y] = match.slice(1).map(Number) as [number, number, number];
  if (zoom > ZOOM_MAX || x >= 2 ** zoom || y >= 2 ** zoom) return false;
  if (!allowMethods(exchange, ["GET"])) return true;
  return send(exchange, 200, "image/png", drawTile(zoom, x, y), {
    "cache-control": "public, max-age=86400",
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
  });
}

/** Draws a tile: water, land, coast, a grid line on its edge and its own address in the corner. */
export function drawTile(zoom: number, x: number, y: number): Uint8Array {
  const scale = TILE_SIZE * 2 ** zoom;
  const place = (polygon: readonly Point[]): Point[] =>
    polygon.map(([unitX, unitY]) => [unitX * scale - x * TILE_SIZE, unitY * scale - y * TILE_SIZE]);
  const netherlands = NETHERLANDS_UNIT.map(place);
  const pixels = new Uint8ClampedArray(TILE_SIZE * TILE_SIZE * 3);
  for (let index = 0; index < pixels.length; index += 3) pixels.set(WATER, index);
  for (const polygon of netherlands) strokeLine(pixels, polygon, true, Math.min(2 + zoom, 14), SHALLOWS, 1);
  for (const polygon of NEIGHBOURS_UNIT) fillPolygon(pixels, place(polygon), NEIGHBOUR);
  for (const polygon of netherlands) fillPolygon(pixels, polygon, LAND);
  for (const polygon of netherlands) strokeLine(pixels, polygon, true, 1.2, INK, 0.45);
  for (const dike of DIKES_UNIT) strokeLine(pixels, place(dike), false, 1.6, INK, 0.45);
  drawGrid(pixels);
  drawLabel(pixels, `${zoom}/${x}/${y}`);
  return encodePng(pixels);
}

/** Even-odd fill; four lines per pixel row with exact ends smooth the edge. */
function fillPolygon(pixels: Uint8ClampedArray, polygon: readonly Point[], colour: Colour): void {
  const linesPerRow = 4;
  const coverage = new Float32Array(TILE_SIZE);
  for (let row = 0; row < TILE_SIZE; row++) {
    coverage.fill(0);
    for (let line = 0; line < linesPerRow; line++) {
      const crossings = crossingsAt(polygon, row + (line + 0.5) / linesPerRow);
      for (let index = 0; index + 1 < crossings.length; index += 2) {
        addSpan(coverage, crossings[index] as number, crossings[index + 1] as number, 1 / linesPerRow);
      }
    }
    for (let column = 0; column < TILE_SIZE; column++) blend(pixels, column, row, colour, coverage[column] as number);
  }
}

function crossingsAt(polygon: readonly Point[], y: number): number[] {
  const crossings: number[] = [];
  let [fromX, fromY] = polygon.at(-1) as Point;
  for (const [toX, toY] of polygon) {
    if (fromY <= y !== toY <= y) crossings.push(fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX));
    fromX = toX;
    fromY = toY;
  }
  return crossings.sort((left, right) => left - right);
}

function addSpan(coverage: Float32Array, from: number, to: number, weight: number): void {
  const start = Math.max(0, from);
  const end = Math.min(TILE_SIZE, to);
  for (let column = Math.floor(start); column < end; column++) {
    const part = Math.min(end, column + 1) - Math.max(start, column);
    coverage[column] = (coverage[column] as number) + part * weight;
  }
}

/** A line of `width` pixels along the points. Edges overlap without adding up: the nearest one counts. */
function strokeLine(
  pixels: Uint8ClampedArray,
  points: readonly Point[],
  closed: boolean,
  width: number,
  colour: Colour,
  opacity: number,
): void {
  const strength = new Float32Array(TILE_SIZE * TILE_SIZE);
  const reach = width / 2 + 1;
  let drawn = false;
  for (let index = closed ? 0 : 1; index < points.length; index++) {
    const [fromX, fromY] = points.at(index - 1) as Point;
    const [toX, toY] = points[index] as Point;
    const left = Math.max(0, Math.floor(Math.min(fromX, toX) - reach));
    const right = Math.min(TILE_SIZE - 1, Math.ceil(Math.max(fromX, toX) + reach));
    const top = Math.max(0, Math.floor(Math.min(fromY, toY) - reach));
    const bottom = Math.min(TILE_SIZE - 1, Math.ceil(Math.max(fromY, toY) + reach));
    const [deltaX, deltaY] = [toX - fromX, toY - fromY];
    const lengthSquared = deltaX ** 2 + deltaY ** 2 || 1;
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        const [x, y] = [column + 0.5 - fromX, row + 0.5 - fromY];
        const along = Math.min(1, Math.max(0, (x * deltaX + y * deltaY) / lengthSquared));
        const distance = Math.hypot(x - along * deltaX, y - along * deltaY);
        const covered = Math.min(1, Math.max(0, width / 2 + 0.5 - distance));
        const place = row * TILE_SIZE + column;
        if (covered > (strength[place] as number)) strength[place] = covered;
        drawn = true;
      }
    }
  }
  if (!drawn) return;
  for (let place = 0; place < strength.length; place++) {
    blend(pixels, place % TILE_SIZE, Math.floor(place / TILE_SIZE), colour, (strength[place] as number) * opacity);
  }
}

function drawGrid(pixels: Uint8ClampedArray): void {
  for (let index = 0; index < TILE_SIZE; index++) {
    blend(pixels, index, 0, INK, 0.07);
    if (index > 0) blend(pixels, 0, index, INK, 0.07);
  }
}

/** Digits of three by five pixels, one number per row of three bits. */
const GLYPHS: Readonly<Record<string, readonly number[]>> = {
  "0": [7, 5, 5, 5, 7],
  "1": [2, 6, 2, 2, 7],
  "2": [7, 1, 7, 4, 7],
  "3": [7, 1, 7, 1, 7],
  "4": [5, 5, 7, 1, 1],
  "5": [7, 4, 7, 1, 7],
  "6": [7, 4, 7, 5, 7],
  "7": [7, 1, 1, 1, 1],
  "8": [7, 5, 7, 5, 7],
  "9": [7, 5, 7, 1, 7],
  "/": [1, 1, 2, 4, 4],
};

function drawLabel(pixels: Uint8ClampedArray, text: string): void {
  [...text].forEach((character, index) => {
    GLYPHS[character]?.forEach((bits, row) => {
      for (let column = 0; column < 3; column++) {
        if (bits & (4 >> column)) blend(pixels, 4 + index * 4 + column, 4 + row, INK, 0.3);
      }
    });
  });
}

function blend(pixels: Uint8ClampedArray, x: number, y: number, colour: Colour, opacity: number): void {
  if (opacity <= 0) return;
  const start = (y * TILE_SIZE + x) * 3;
  for (let channel = 0; channel < 3; channel++) {
    const below = pixels[start + channel] as number;
    pixels[start + channel] = below + ((colour[channel] as number) - below) * opacity;
  }
}

/** PNG (ISO/IEC 15948): 8-bit RGB, no filter on any row. */
function encodePng(pixels: Uint8ClampedArray): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(TILE_SIZE, 0);
  header.writeUInt32BE(TILE_SIZE, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rowBytes = TILE_SIZE * 3;
  const rows = Buffer.alloc((rowBytes + 1) * TILE_SIZE);
  for (let row = 0; row < TILE_SIZE; row++) {
    rows.set(pixels.subarray(row * rowBytes, (row + 1) * rowBytes), row * (rowBytes + 1) + 1);
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(rows)),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}
