import * as z from "zod/mini";
import type { AppContext } from "../../server/http/context.ts";
import { apiHeaders } from "../../server/http/json.ts";
import { createAccountPageContext } from "../../server/http/page-context.ts";
import { renderPage } from "../../server/http/render.tsx";
import { nearestPlaces } from "./distance-rules.ts";
import type { NearestCentres } from "./exam-centres-rules.ts";
import { EXAM_CENTRES } from "./exam-centres-rules.ts";
import { dutchPlace, formatDistance } from "./nearest-centres-copy.ts";
import { NearestCentresPage } from "./nearest-centres-page.tsx";

/**
 * The exam centres nearest to the visitor. Cloudflare's edge estimates the visitor's city from the IP address
 * (`request.cf`). It is used for this answer only, and kept nowhere: not in a cache, not in the log.
 */

const COUNT = 3;
/** The longest name of a Dutch place is shorter. */
const PLACE_MAX_LENGTH = 60;

const degrees = (min: number, max: number) =>
  z.pipe(
    z.pipe(
      z.string().check(z.regex(/^\d{1,2}(\.\d{1,8})?$/)),
      z.transform((text: string) => Number(text)),
    ),
    z.number().check(z.minimum(min), z.maximum(max)),
  );

/**
 * The edge's data of a visitor in the European Netherlands. Without a city its coordinates are the middle of the
 * country, which is no use.
 */
const locationSchema = z.object({
  country: z.literal("NL"),
  city: z.string().check(z.minLength(1), z.maxLength(PLACE_MAX_LENGTH)),
  latitude: degrees(50.7, 53.7),
  longitude: degrees(3.2, 7.3),
});

/** `GET /api/nearest-exam-centres`: data for the exam page, which is the same for everybody. */
export function serveNearestCentresData(c: AppContext): Response {
  return c.json(findNearest(c), 200, { ...apiHeaders(), "cache-control": "private, no-store" });
}

/** `GET /examencentra-dichtbij`: the same as a page, for browsers without JavaScript. */
export function serveNearestCentres(c: AppContext): Promise<Response> {
  return renderPage(<NearestCentresPage pageContext={createAccountPageContext(c)} nearest={findNearest(c)} />, {
    cache: "private",
  });
}

function findNearest(c: AppContext): NearestCentres {
  const { success, data } = locationSchema.safeParse((c.req.raw as { cf?: unknown }).cf);
  if (!success) return { place: null, centres: [] };
  const { city, latitude, longitude } = data;
  return {
    place: dutchPlace(city),
    centres: nearestPlaces(EXAM_CENTRES, [latitude, longitude], COUNT).map(({ place, km }) => ({
      city: place.city,
      distance: formatDistance(km),
    })),
  };
}
