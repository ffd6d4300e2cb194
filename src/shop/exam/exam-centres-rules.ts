export type ExamCentre = {
  name: string;
  city: string;
  /** Latitude and longitude, degrees. */
  coordinates: readonly [number, number];
};

/**
 * The twenty exam centres on the map (given 9.5), by city, as visitors look them up. Coordinates are those of the town, from
 * GeoNames (CC BY 4.0), not of the building; the page says so. Schelluinen/Gorinchem uses Schelluinen, where the centre is.
 */
export const EXAM_CENTRES: readonly ExamCentre[] = [
  { name: "CBR examencentrum Alkmaar", city: "Alkmaar", coordinates: [52.6317, 4.7486] },
  { name: "CBR examencentrum Amsterdam", city: "Amsterdam", coordinates: [52.374, 4.8897] },
  { name: "CBR examencentrum Arnhem", city: "Arnhem", coordinates: [51.98, 5.9111] },
  { name: "CBR examencentrum Barendrecht", city: "Barendrecht", coordinates: [51.8567, 4.5347] },
  { name: "CBR examencentrum Breda", city: "Breda", coordinates: [51.5866, 4.776] },
  { name: "CBR examencentrum Deventer", city: "Deventer", coordinates: [52.255, 6.1639] },
  { name: "CBR examencentrum Eindhoven", city: "Eindhoven", coordinates: [51.4408, 5.4778] },
  { name: "CBR examencentrum Goes", city: "Goes", coordinates: [51.5042, 3.8889] },
  { name: "Schelluinen/Gorinchem", city: "Gorinchem", coordinates: [51.8433, 4.9264] },
  { name: "CBR examencentrum Groningen", city: "Groningen", coordinates: [53.2192, 6.5667] },
  { name: "CBR examencentrum Haarlem", city: "Haarlem", coordinates: [52.3808, 4.6368] },
  { name: "CBR examencentrum Hengelo", city: "Hengelo", coordinates: [52.2658, 6.7931] },
  { name: "CBR examencentrum Hoogeveen", city: "Hoogeveen", coordinates: [52.7225, 6.4764] },
  { name: "CBR examencentrum Leeuwarden", city: "Leeuwarden", coordinates: [53.2014, 5.8086] },
  { name: "CBR examencentrum Leusden", city: "Leusden", coordinates: [52.1325, 5.4319] },
  { name: "CBR examencentrum Maastricht", city: "Maastricht", coordinates: [50.8483, 5.6889] },
  { name: "CBR examencentrum Rijswijk", city: "Rijswijk", coordinates: [52.0363, 4.325] },
  { name: "CBR examencentrum Utrecht", city: "Utrecht", coordinates: [52.0908, 5.1222] },
  { name: "CBR examencentrum Venlo", city: "Venlo", coordinates: [51.37, 6.1681] },
  { name: "CBR examencentrum Zwolle", city: "Zwolle", coordinates: [52.5125, 6.0944] },
];

/** A centre's name beside its city, which it does not repeat: "CBR examencentrum". */
export function nameBesideCity({ name, city }: ExamCentre): string {
  return name.replace(` ${city}`, "");
}
