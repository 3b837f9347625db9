import type { Place } from '@headland/contracts/shared-shapes';

/**
 * Distances and directions on the sphere; an error of 0.5 % against the ellipsoid is far below the precision of a place
 * name.
 */
export type Point = { lat: number; lon: number };
export const earthRadiusKm = 6371.0088;

const rad = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle distance (haversine: exact for near points, where the cosine formula is not). */
export function distanceKm(a: Point, b: Point): number {
  const sinLat = Math.sin(rad(b.lat - a.lat) / 2);
  const sinLon = Math.sin(rad(b.lon - a.lon) / 2);
  const h = sinLat * sinLat + Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * sinLon * sinLon;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Initial bearing from `a` to `b`: 0 north, 90 east, below 360. */
export function bearing(a: Point, b: Point): number {
  const lon = rad(b.lon - a.lon);
  const y = Math.sin(lon) * Math.cos(rad(b.lat));
  const x = Math.cos(rad(a.lat)) * Math.sin(rad(b.lat)) - Math.sin(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.cos(lon);
  const degrees = (Math.atan2(y, x) * 180) / Math.PI;
  return degrees < 0 ? (degrees + 360) % 360 : degrees;
}

const winds: readonly Place[] = [
  { ko: '북쪽', en: 'N' },
  { ko: '북동쪽', en: 'NE' },
  { ko: '동쪽', en: 'E' },
  { ko: '남동쪽', en: 'SE' },
  { ko: '남쪽', en: 'S' },
  { ko: '남서쪽', en: 'SW' },
  { ko: '서쪽', en: 'W' },
  { ko: '북서쪽', en: 'NW' },
];
/** The nearest of eight compass directions. */
export function compass(degrees: number): Place {
  const eighth = ((Math.round(degrees / 45) % 8) + 8) % 8;
  return winds[eighth] ?? { ko: '북쪽', en: 'N' };
}
