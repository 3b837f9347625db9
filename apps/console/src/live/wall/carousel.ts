import type { Cluster } from '@headland/contracts/live-frame';

export interface Stop {
  lat: number;
  lon: number;
  zoom: number;
}
type Spot = Pick<Cluster, 'lat' | 'lon' | 'count'>;

const maxRegions = 5;
const countryZoom = 7;
const regionZoom = 9;
/** Two spots closer than this are one region. */
const apartKm = 90;
/** A spot farther than this from all others is another country: the carousel shows it even if others are busier. */
const abroadKm = 1_500;

/**
 * The stops of an idle wall display: the country of the busiest spot, then the five busiest regions, with at least one
 * per country.
 */
export function carouselOf(spots: readonly Spot[]): Stop[] {
  const ranked = [...spots].sort((a, b) => b.count - a.count || a.lat - b.lat);
  const regions: Spot[] = [];
  for (const spot of ranked)
    if (regions.length < maxRegions && regions.every((r) => kmBetween(r, spot) >= apartKm)) regions.push(spot);
  const abroad = ranked.find((spot) => regions.every((r) => kmBetween(r, spot) >= abroadKm));
  if (abroad) regions.splice(maxRegions - 1, 1, abroad);
  const [busiest] = ranked;
  if (!busiest) return [];
  // the weighted centre of that country's spots
  const home = ranked.filter((spot) => kmBetween(busiest, spot) < abroadKm / 3);
  const weight = home.reduce((sum, spot) => sum + spot.count, 0);
  const middle = {
    lat: home.reduce((sum, s) => sum + s.lat * s.count, 0) / weight,
    lon: home.reduce((sum, s) => sum + s.lon * s.count, 0) / weight,
  };
  return [{ ...middle, zoom: countryZoom }, ...regions.map(({ lat, lon }) => ({ lat, lon, zoom: regionZoom }))];
}

function kmBetween(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const rad = Math.PI / 180;
  const h =
    Math.sin(((b.lat - a.lat) * rad) / 2) ** 2 +
    Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(((b.lon - a.lon) * rad) / 2) ** 2;
  return 12_742 * Math.asin(Math.min(1, Math.sqrt(h)));
}
