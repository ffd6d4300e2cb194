import { BRAND } from "../../ui/site-copy.ts";

/** The copy of the nearest exam centres: a part of `/cbr-examen`, and a page for browsers without JavaScript. */
export const NEAREST_CENTRES_COPY = {
  meta: {
    title: `Examencentra bij jou in de buurt | ${BRAND}`,
    description:
      "De drie examencentra die het dichtst bij je zijn, geschat met de plaats van je internetverbinding. We bewaren niets.",
  },
  title: "Dicht bij jou",
  pageTitle: "Examencentra bij jou in de buurt",
  /** Shown before the visitor asks. */
  offer:
    "Met de plaats van je internetverbinding kunnen we schatten welke examencentra het dichtst bij je zijn. We vragen je locatie niet op en bewaren niets.",
  show: "Toon de drie dichtstbijzijnde",
  /** `{place}` is the visitor's probable place. */
  guess: "Geschat vanuit {place}, hemelsbreed.",
  wrong: "Mijn locatie klopt niet",
  /** For a visitor abroad, and for one whose place is not known. */
  unknown:
    "We kunnen niet schatten welk examencentrum dichtbij is. Zoek in de lijst naar een plaats bij jou in de buurt.",
  near: "minder dan 5 km",
  away: "ongeveer {km} km",

  allTitle: "Alle examencentra op de kaart",
} as const;

/** Places whose English name at the edge differs from the Dutch one. */
const DUTCH_NAMES: Readonly<Record<string, string>> = { "The Hague": "Den Haag" };

export function dutchPlace(place: string): string {
  return DUTCH_NAMES[place] ?? place;
}

/** The edge knows a visitor's city at best, so a distance is rounded to this, kilometres. */
const STEP_KM = 5;

/** A distance as text, rounded to `STEP_KM`. */
export function formatDistance(km: number): string {
  const rounded = Math.round(km / STEP_KM) * STEP_KM;
  if (km < STEP_KM || rounded === 0) return NEAREST_CENTRES_COPY.near;
  return NEAREST_CENTRES_COPY.away.replace("{km}", String(rounded));
}
