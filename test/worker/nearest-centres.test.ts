import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { createApp } from "../../src/app.tsx";
import { PATHS } from "../../src/shared/paths.ts";
import { type Coordinates, greatCircleKm, nearestPlaces } from "../../src/shop/exam/distance-rules.ts";
import { EXAM_CENTRES } from "../../src/shop/exam/exam-centres-rules.ts";
import { formatDistance, NEAREST_CENTRES_COPY } from "../../src/shop/exam/nearest-centres-copy.ts";
import { island, linksNamed, meta, readDocument, texts } from "./document.ts";
import { collectLogs } from "./logs.ts";
import { ORIGIN, openPage } from "./shop.ts";

/** The exam centres nearest to the place that the edge reports for a visitor. */

const logs = collectLogs();

const UTRECHT = { country: "NL", city: "Utrecht", latitude: "52.0907", longitude: "5.1214" };
const NOBODY = { place: null, centres: [] };

/** A request about which the edge knows this. Headers must not count, because a visitor can send any. */
function askFrom(cf: unknown, path: string = PATHS.nearestCentresData, headers: Record<string, string> = {}) {
  const request = new Request(`${ORIGIN}${path}`, { headers });
  Object.defineProperty(request, "cf", { value: cf });
  return createApp().fetch(request, env as never);
}

const dataFor = async (cf: unknown) => (await askFrom(cf)).json();

describe("the great circle", () => {
  // The published distances of these pairs. A sphere's are within 0.5% of the ellipsoid's.
  test.each<[string, Coordinates, Coordinates, number]>([
    ["Amsterdam to Paris", [52.374, 4.8897], [48.8566, 2.3522], 430],
    ["London to New York", [51.5074, -0.1278], [40.7128, -74.006], 5570],
    ["Groningen to Maastricht", [53.2192, 6.5667], [50.8483, 5.6889], 270],
    ["a degree of latitude", [52, 5], [53, 5], 111.2],
    ["a degree of longitude at 60 degrees north", [60, 5], [60, 6], 55.6],
    ["over the date line", [0, 179.5], [0, -179.5], 111.2],
    ["pole to pole", [90, 0], [-90, 120], 20015],
    ["nowhere", [52, 5], [52, 5], 0],
  ])("%s", (_name, from, to, km) => {
    expect(Math.abs(greatCircleKm(from, to) - km)).toBeLessThanOrEqual(km * 0.005);
  });

  test("is the same both ways, never negative and never more than half the earth", () => {
    const point = fc.tuple(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
    );
    fc.assert(
      fc.property(point, point, (one, other) => {
        const km = greatCircleKm(one, other);
        expect(km).toBeGreaterThanOrEqual(0);
        expect(km).toBeLessThanOrEqual(20_016);
        expect(Math.abs(km - greatCircleKm(other, one))).toBeLessThan(1e-6);
      }),
    );
  });

  test("the nearest are no farther than any other, nearest first", () => {
    const inCountry = fc.tuple(
      fc.double({ min: 50.7, max: 53.7, noNaN: true }),
      fc.double({ min: 3.2, max: 7.3, noNaN: true }),
    );
    fc.assert(
      fc.property(inCountry, (from) => {
        const all = nearestPlaces(EXAM_CENTRES, from, EXAM_CENTRES.length).map(({ km }) => km);
        expect(all).toEqual([...all].sort((one, other) => one - other));
        expect(nearestPlaces(EXAM_CENTRES, from, 3).map(({ km }) => km)).toEqual(all.slice(0, 3));
      }),
    );
  });
});

test.each([
  [0, "minder dan 5 km"],
  [4.9, "minder dan 5 km"],
  [5, "ongeveer 5 km"],
  [7.4, "ongeveer 5 km"],
  [7.5, "ongeveer 10 km"],
  [62.4, "ongeveer 60 km"],
  [131, "ongeveer 130 km"],
])("%s km is said as %s", (km, text) => {
  expect(formatDistance(km)).toBe(text);
});

describe("what the edge knows", () => {
  test("a city in the Netherlands: the three nearest with their distance", async () => {
    expect(await dataFor(UTRECHT)).toEqual({
      place: "Utrecht",
      centres: [
        { city: "Utrecht", distance: "minder dan 5 km" },
        { city: "Leusden", distance: "ongeveer 20 km" },
        { city: "Gorinchem", distance: "ongeveer 30 km" },
      ],
    });
  });

  test("a city by its Dutch name", async () => {
    const seat = { country: "NL", city: "The Hague", latitude: "52.0767", longitude: "4.2986" };
    expect(await dataFor(seat)).toMatchObject({ place: "Den Haag", centres: [{ city: "Rijswijk" }, {}, {}] });
  });

  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a text", "Utrecht"],
    ["a list", [UTRECHT]],
    ["another country", { ...UTRECHT, country: "BE", city: "Antwerpen" }],
    ["the Tor network", { ...UTRECHT, country: "T1" }],
    ["a Caribbean place", { country: "NL", city: "Kralendijk", latitude: "12.15", longitude: "-68.27" }],
    ["no city: the middle of the country", { ...UTRECHT, city: undefined }],
    ["an empty city", { ...UTRECHT, city: "" }],
    ["a city without end", { ...UTRECHT, city: "x".repeat(61) }],
    ["no latitude", { ...UTRECHT, latitude: undefined }],
    ["coordinates that are numbers", { ...UTRECHT, latitude: 52.09, longitude: 5.12 }],
    ["not a number", { ...UTRECHT, latitude: "NaN" }],
    ["infinity", { ...UTRECHT, latitude: "Infinity" }],
    ["hexadecimal", { ...UTRECHT, latitude: "0x34" }],
    ["an exponent", { ...UTRECHT, latitude: "5.2e1" }],
    ["spaces", { ...UTRECHT, latitude: " 52.09" }],
    ["digits without end", { ...UTRECHT, latitude: `52.${"0".repeat(5000)}` }],
    ["an object with a value", { ...UTRECHT, latitude: { valueOf: () => 52 } }],
    ["swapped", { ...UTRECHT, latitude: "5.12", longitude: "52.09" }],
  ])("%s: no place", async (_name, cf) => {
    expect(await dataFor(cf)).toEqual(NOBODY);
  });

  test("a header that a visitor sends is ignored", async () => {
    const headers = {
      "cf-ipcountry": "NL",
      "cf-ipcity": "Utrecht",
      "cf-iplatitude": "52.09",
      "cf-iplongitude": "5.12",
    };
    const sent = { ...headers, "x-test-place": JSON.stringify(UTRECHT), "mf-cf-blob": JSON.stringify(UTRECHT) };
    expect(await (await askFrom(undefined, PATHS.nearestCentresData, sent)).json()).toEqual(NOBODY);
  });
});

describe("the answer is one visitor's", () => {
  test.each([PATHS.nearestCentresData, PATHS.nearestCentres])(
    "%s is stored by nobody, and not logged",
    async (path) => {
      const sent = vi.spyOn(console, "info");
      const response = await askFrom(UTRECHT, path);
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("private, no-store");
      expect(response.headers.has("etag")).toBe(false);
      expect(response.headers.has("set-cookie")).toBe(false);
      await response.text();
      expect(sent).not.toHaveBeenCalled();
      expect(JSON.stringify(logs)).not.toMatch(/52\.09|Utrecht/);
    },
  );

  test("the exam page is the same for everybody", async () => {
    const [here, abroad] = await Promise.all(
      [UTRECHT, undefined].map(async (cf) => (await askFrom(cf, PATHS.exam)).text()),
    );
    expect(here).toBe(abroad);
    expect(here).not.toContain("minder dan 5 km");
  });
});

describe("without JavaScript", () => {
  test("the exam page has a link that keeps the query, until a script has fetched the centres", async () => {
    const page = await openPage(`${PATHS.exam}?flow=A&x=1`);
    const { show } = NEAREST_CENTRES_COPY;
    expect(linksNamed(page, show)).toEqual([`${PATHS.nearestCentres}?flow=A&amp;x=1`.replace("&amp;", "&")]);
    expect(island(page, "nearestCentres")).toMatchObject({
      when: "idle",
      props: { dataUrl: PATHS.nearestCentresData },
    });
  });

  test("the page has the three nearest, and leads back to the list", async () => {
    const page = readDocument(await (await askFrom(UTRECHT, `${PATHS.nearestCentres}?flow=A`)).text());
    expect(texts(page, ".nearest-centres b")).toEqual(["Utrecht", "Leusden", "Gorinchem"]);
    expect(texts(page, "main .lead")).toEqual(["Geschat vanuit Utrecht, hemelsbreed."]);
    expect(linksNamed(page, NEAREST_CENTRES_COPY.wrong)).toEqual([`${PATHS.exam}?flow=A#examencentra`]);
    expect(meta(page, "robots")).toBe("noindex, nofollow");
  });

  test("a visitor abroad, or without a known place, sees all twenty", async () => {
    const page = readDocument(await (await askFrom({ country: "BE" }, PATHS.nearestCentres)).text());
    expect(texts(page, ".nearest-centres b")).toEqual(EXAM_CENTRES.map(({ city }) => city).sort());
    expect(texts(page, "main .lead")).toEqual([NEAREST_CENTRES_COPY.unknown]);
  });

  test("a name is text, whatever it contains", async () => {
    const html = await (await askFrom({ ...UTRECHT, city: "<b>$&</b>" }, PATHS.nearestCentres)).text();
    expect(html).toContain("Geschat vanuit &lt;b&gt;$&amp;&lt;/b&gt;, hemelsbreed.");
  });
});
