import type { Cluster } from '@headland/contracts/live-frame';

export interface Stop {
  lat: number;
  lon: number;
  zoom: number;
}
type Spot = Pick<Cluster, 'lat' | 'lon' | 'count'>;

const mostRegions = 5;
const countryZoom = 7;
const regionZoom = 9;
/** Closer than this two spots are one region. */
const apartKm = 90;
/** Farther than this from all others a spot is another country: the tour shows it even if others are busier. */
const abroadKm = 1_500;

/** Where an idle wall goes: the country of the busiest spot, then the five busiest regions; a country abroad has at least one of them. */
export function carouselOf(spots: readonly Spot[]): Stop[] {
  const ranked = [...spots].sort((a, b) => b.count - a.count || a.lat - b.lat);
  const regions: Spot[] = [];
  for (const spot of ranked)
    if (regions.length < mostRegions && regions.every((r) => kmBetween(r, spot) >= apartKm)) regions.push(spot);
  const abroad = ranked.find((spot) => regions.every((r) => kmBetween(r, spot) >= abroadKm));
  if (abroad) regions.splice(mostRegions - 1, 1, abroad);
  const [busiest] = ranked;
  if (!busiest) return [];
  // the middle of what lies in that country, by weight
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
