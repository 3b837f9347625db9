import type { Place } from '@headland/contracts/shared-shapes';
import type { KnownPlace } from '@headland/domain/places';
import { names } from 'virtual:map';
import type { Box } from './base-map';
import { unpack } from './packed';

/** What a label needs of a place: those of the gazetteer have it, and those of a base map. */
export type LabelledPlace = Pick<KnownPlace, 'lat' | 'lon' | 'labelFromZoom' | 'label'>;
/** A name on the map. `rank` is the zoom from which it shows: the smaller, the larger the place and its letters. */
export type PlaceLabel = { lat: number; lon: number; rank: number; text: Place };
export type PlaceLabels = (
  zoom: number,
  bounds: Box,
  language: 'ko' | 'en',
  /** of the letters, to those of a desk */ size?: number,
) => PlaceLabel[];

const loaded = new Map<number, Promise<LabelledPlace[]>>();
let made: { files: number; labels: PlaceLabels } | null = null;
/** The labels of the gazetteer up to a zoom. */
export async function loadPlaceLabels(zoom: number): Promise<PlaceLabels> {
  const files = names.filter(({ fromZoom }) => fromZoom <= zoom);
  const places = await Promise.all(files.map(loadNames));
  // those of a higher zoom are never in the way of others
  if (made === null || made.files < files.length) made = { files: files.length, labels: placeLabels(places.flat()) };
  return made.labels;
}

function loadNames({ fromZoom, load }: (typeof names)[number]): Promise<LabelledPlace[]> {
  let file = loaded.get(fromZoom);
  if (file === undefined) {
    file = load().then(({ default: columns }) => placesOf(columns));
    loaded.set(fromZoom, file);
    file.catch(() => loaded.delete(fromZoom));
  }
  return file;
}

function placesOf(columns: Record<'en' | 'ko' | 'at' | 'zooms', string>): LabelledPlace[] {
  const at = unpack(columns.at);
  const zooms = unpack(columns.zooms);
  const korean = columns.ko.split('\n');
  let lat = 0;
  let lon = 0;
  return columns.en.split('\n').map((en, i) => ({
    lat: (lat += at[2 * i] ?? 0) / 1e3,
    lon: (lon += at[2 * i + 1] ?? 0) / 1e3,
    labelFromZoom: zooms[i] ?? 0,
    label: { en, ko: korean[i] || en },
  }));
}

/** Letters of a label, in pixels of a 12 px type, and the air around it. */
const letterWidth = { ko: 12, en: 6.6 };
const lineHeight = 16;
const air = 10;

/** Those within the bounds, which may reach beyond the 180th meridian, that may be read at a zoom: larger places first, each with room for its text. */
export function placeLabels(places: readonly LabelledPlace[]): PlaceLabels {
  const byRank = [...places].sort((a, b) => a.labelFromZoom - b.labelFromZoom);
  return (zoom, [west, south, east, north], language, size = 1) => {
    const pixelsPerDegree = (256 * 2 ** zoom) / 360;
    const taken = new Map<string, Rectangle[]>();
    const labels: PlaceLabel[] = [];
    for (const p of byRank) {
      if (p.labelFromZoom > zoom) break;
      if (p.lat < south || p.lat > north) continue;
      const width = p.label[language].length * letterWidth[language] * size + air;
      const y = mercator(p.lat) * pixelsPerDegree;
      const top = y - lineHeight * size;
      const bottom = y + lineHeight * size;
      // in each copy of the world that is in sight
      for (let lon = p.lon + 360 * Math.ceil((west - p.lon) / 360); lon <= east; lon += 360) {
        const x = lon * pixelsPerDegree;
        if (!claim(taken, { left: x - width / 2, right: x + width / 2, top, bottom })) continue;
        labels.push({ lat: p.lat, lon, rank: p.labelFromZoom, text: p.label });
      }
    }
    return labels;
  };
}

type Rectangle = { left: number; right: number; top: number; bottom: number };
/** Squares of 128 pixels that know what was put into them, so that a label is compared with its neighbours only. */
const square = 128;
function claim(taken: Map<string, Rectangle[]>, r: Rectangle): boolean {
  const squares: string[] = [];
  for (let i = Math.floor(r.left / square); i <= Math.floor(r.right / square); i += 1)
    for (let j = Math.floor(r.top / square); j <= Math.floor(r.bottom / square); j += 1) squares.push(`${i},${j}`);
  if (
    squares.some((s) =>
      taken.get(s)?.some((o) => o.left < r.right && o.right > r.left && o.top < r.bottom && o.bottom > r.top),
    )
  )
    return false;
  for (const s of squares) taken.set(s, [...(taken.get(s) ?? []), r]);
  return true;
}

/** latitude as a web map draws it, in degrees of longitude at the equator, growing southwards */
const mercator = (lat: number): number => {
  const capped = Math.max(-85.05, Math.min(85.05, lat));
  return (-Math.log(Math.tan(Math.PI / 4 + (capped * Math.PI) / 360)) * 180) / Math.PI;
};
