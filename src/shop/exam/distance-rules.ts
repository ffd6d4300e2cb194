/** A point on the earth, WGS 84: [latitude, longitude] in degrees. */
export type Coordinates = readonly [latitude: number, longitude: number];

/** The earth's mean radius, kilometres (IUGG: 6371.0088). */
const EARTH_RADIUS_KM = 6371.0088;

/** The shortest distance over the earth between two points, kilometres (the haversine formula, on a sphere). */
export function greatCircleKm(
  [latitude, longitude]: Coordinates,
  [otherLatitude, otherLongitude]: Coordinates,
): number {
  const a =
    haversine(otherLatitude - latitude) +
    Math.cos(radians(latitude)) * Math.cos(radians(otherLatitude)) * haversine(otherLongitude - longitude);
  // Rounding can make the value larger than 1 for opposite points.
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, a)));
}

/** The nearest places with their distance in kilometres, nearest first. Equal distances keep their order. */
export function nearestPlaces<Place extends { coordinates: Coordinates }>(
  places: readonly Place[],
  from: Coordinates,
  count: number,
): { place: Place; km: number }[] {
  return places
    .map((place) => ({ place, km: greatCircleKm(from, place.coordinates) }))
    .sort((one, other) => one.km - other.km)
    .slice(0, count);
}

function haversine(degrees: number): number {
  return Math.sin(radians(degrees) / 2) ** 2;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
