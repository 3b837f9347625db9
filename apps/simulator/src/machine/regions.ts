import { type Random } from '@headland/testing/random';

/** Farming regions: by a centre and the radius around it with fields. */
export interface Region {
  id: string;
  country: 'KR' | 'US';
  lat: number;
  lon: number;
  radiusKm: number;
}

export const regions: readonly Region[] = [
  { id: 'gimje', country: 'KR', lat: 35.8, lon: 126.86, radiusKm: 7 },
  { id: 'iksan', country: 'KR', lat: 35.98, lon: 126.93, radiusKm: 5 },
  { id: 'naju', country: 'KR', lat: 35.0, lon: 126.68, radiusKm: 4 },
  { id: 'haenam', country: 'KR', lat: 34.55, lon: 126.56, radiusKm: 4 },
  { id: 'buan', country: 'KR', lat: 35.73, lon: 126.75, radiusKm: 4 },
  { id: 'nonsan', country: 'KR', lat: 36.17, lon: 127.06, radiusKm: 4 },
  { id: 'dangjin', country: 'KR', lat: 36.87, lon: 126.75, radiusKm: 4 },
  { id: 'yesan', country: 'KR', lat: 36.74, lon: 126.79, radiusKm: 3 },
  { id: 'jincheon', country: 'KR', lat: 36.84, lon: 127.44, radiusKm: 2.5 },
  { id: 'cheongju', country: 'KR', lat: 36.68, lon: 127.42, radiusKm: 2.5 },
  { id: 'sangju', country: 'KR', lat: 36.44, lon: 128.2, radiusKm: 3 },
  { id: 'uiseong', country: 'KR', lat: 36.38, lon: 128.45, radiusKm: 2.5 },
  { id: 'miryang', country: 'KR', lat: 35.4, lon: 128.77, radiusKm: 2.5 },
  { id: 'changnyeong', country: 'KR', lat: 35.52, lon: 128.45, radiusKm: 2.5 },
  { id: 'cheorwon', country: 'KR', lat: 38.23, lon: 127.25, radiusKm: 4 },
  { id: 'hongcheon', country: 'KR', lat: 37.69, lon: 127.87, radiusKm: 1.5 },
  { id: 'yeoju', country: 'KR', lat: 37.27, lon: 127.6, radiusKm: 3 },
  { id: 'pyeongtaek', country: 'KR', lat: 36.97, lon: 126.98, radiusKm: 4 },
  { id: 'story-iowa', country: 'US', lat: 42.03, lon: -93.4, radiusKm: 14 },
  { id: 'mclean-illinois', country: 'US', lat: 40.52, lon: -88.8, radiusKm: 15 },
  { id: 'darke-ohio', country: 'US', lat: 40.14, lon: -84.6, radiusKm: 12 },
  { id: 'renville-minnesota', country: 'US', lat: 44.72, lon: -94.95, radiusKm: 14 },
  { id: 'york-nebraska', country: 'US', lat: 40.87, lon: -97.59, radiusKm: 13 },
  { id: 'reno-kansas', country: 'US', lat: 37.96, lon: -98.08, radiusKm: 14 },
  { id: 'saline-missouri', country: 'US', lat: 39.13, lon: -93.2, radiusKm: 9 },
  { id: 'lonoke-arkansas', country: 'US', lat: 34.75, lon: -91.88, radiusKm: 11 },
  { id: 'bolivar-mississippi', country: 'US', lat: 33.78, lon: -90.85, radiusKm: 12 },
  { id: 'tift-georgia', country: 'US', lat: 31.45, lon: -83.53, radiusKm: 9 },
  { id: 'robeson-north-carolina', country: 'US', lat: 34.64, lon: -79.12, radiusKm: 10 },
  { id: 'hale-texas', country: 'US', lat: 34.07, lon: -101.82, radiusKm: 14 },
  { id: 'todd-kentucky', country: 'US', lat: 36.75, lon: -87.18, radiusKm: 8 },
  { id: 'tulare-california', country: 'US', lat: 36.13, lon: -119.42, radiusKm: 10 },
];

export interface Home {
  lat: number;
  lon: number;
  country: 'KR' | 'US';
}

/** A machine's home: the given place, else a random one in its region (`gimje`, `KR`, `US`), else in any region. */
export function homeOf(
  given: { lat?: number | undefined; lon?: number | undefined; region?: string | undefined },
  random: Random,
): Home {
  if (given.lat !== undefined && given.lon !== undefined)
    return { lat: given.lat, lon: given.lon, country: given.lon > 0 ? 'KR' : 'US' };
  const wanted = given.region?.toLowerCase();
  const matching =
    wanted === undefined
      ? []
      : regions.filter(
          (r) => r.country.toLowerCase() === wanted || r.id.split('-').includes(wanted) || r.id === wanted,
        );
  const region = random.pick(matching.length > 0 ? matching : regions);
  const bearing = random.between(0, 2 * Math.PI);
  const metres = 1000 * region.radiusKm * Math.sqrt(random.next());
  return { ...offset(region, metres * Math.sin(bearing), metres * Math.cos(bearing)), country: region.country };
}

/** A point this many metres east and north of another; accurate within some tens of kilometres. */
export function offset(
  from: { lat: number; lon: number },
  eastM: number,
  northM: number,
): { lat: number; lon: number } {
  return { lat: from.lat + northM / 111_320, lon: from.lon + eastM / (111_320 * Math.cos((from.lat * Math.PI) / 180)) };
}
