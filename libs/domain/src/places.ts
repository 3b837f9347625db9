import type { Place } from '@headland/contracts/shared-shapes';
import { z } from 'zod';
import { bearing, compass, distanceKm, earthRadiusKm } from './geo';
import shipped from './places.json' with { type: 'json' };

/**
 * The gazetteer: named places of Korea, the United States and Canada, and the larger cities of other countries, so that
 * a position has a name without the internet. `nearestPlace` names a vehicle's position; `knownPlaces` are the same
 * places for the labels of a map.
 */
const text = z.string();
const Gazetteer = z.strictObject({
  licence: text,
  areas: z.array(
    z.strictObject({
      country: z.string().regex(/^[A-Z]{2}$/),
      ko: text,
      en: text,
      /** the county whose seat the first place is, if a map shows the county instead of its town */
      seatOf: z.strictObject({ ko: text, en: text }).optional(),
      /** names for the map that are too large for a position */
      labelsOnly: z.literal(true).optional(),
      /** Latin name, latitude, longitude, zoom from which a map shows it, Korean name if it has one */
      places: z.array(
        z.tuple([
          text,
          z.number().min(-90).max(90),
          z.number().min(-180).max(180),
          z.int().min(2).max(14),
          text.optional(),
        ]),
      ),
    }),
  ),
});
export type Gazetteer = z.output<typeof Gazetteer>;

export type KnownPlace = {
  lat: number;
  lon: number;
  country: string;
  /** minimum zoom of a label on a web map: 3 capitals … 12 townships */
  labelFromZoom: number;
  /** name on a map */
  label: Place;
  /** name in a sentence: with its province, county or state */
  full: Place;
  /** false: a label only */
  near: boolean;
};

export const parsePlaces = (json: unknown): KnownPlace[] =>
  Gazetteer.parse(json).areas.flatMap((area) =>
    area.places.map(([en, lat, lon, labelFromZoom, ko = en], at) => ({
      lat,
      lon,
      country: area.country,
      labelFromZoom,
      label: at === 0 && area.seatOf ? area.seatOf : { ko, en },
      full: { ko: area.ko ? `${area.ko} ${ko}` : ko, en: area.en ? `${en}, ${area.en}` : en },
      near: area.labelsOnly !== true,
    })),
  );

/** The places that ship with the product. */
export const knownPlaces: readonly KnownPlace[] = parsePlaces(shipped);

/** Nearer than this, the place itself; beyond the other, a name is meaningless. */
const atPlaceKm = 1.5;
const nowhereKm = 300;

/** Name, distance and direction of the nearest known place; null over open sea and for invalid positions. */
export const nearestPlace = (lat: number, lon: number): Place | null => {
  index ??= indexOf(knownPlaces.filter((p) => p.near));
  return nearestIn(index, lat, lon);
};
let index: PlaceIndex | null = null;

/**
 * A k-d tree over points of the unit sphere: no special case for the poles or the date line, about ten steps per query.
 */
type PlaceIndex = { places: readonly KnownPlace[]; xyz: Float64Array; order: Int32Array };

export function indexOf(places: readonly KnownPlace[]): PlaceIndex {
  const xyz = new Float64Array(places.length * 3);
  places.forEach((p, i) => xyz.set(onSphere(p.lat, p.lon), i * 3));
  const order = Int32Array.from(places, (_, i) => i);
  const build = (from: number, to: number, axis: number): void => {
    if (to - from < 2) return;
    // sorting each half again costs n log² n, once, for twenty thousand places
    order.subarray(from, to).sort((a, b) => at(xyz, a, axis) - at(xyz, b, axis));
    const middle = (from + to) >> 1;
    build(from, middle, (axis + 1) % 3);
    build(middle + 1, to, (axis + 1) % 3);
  };
  build(0, places.length, 0);
  return { places, xyz, order };
}

export function nearestIn({ places, xyz, order }: PlaceIndex, lat: number, lon: number): Place | null {
  if (!Number.isFinite(lat) || !Number.isFinite(lon) || Math.abs(lat) > 90) return null;
  const [x, y, z] = onSphere(lat, lon);
  let best = -1;
  let bestSquare = (2 * Math.sin(nowhereKm / earthRadiusKm / 2)) ** 2; // the chord of the maximum distance
  const search = (from: number, to: number, axis: number): void => {
    if (from >= to) return;
    const middle = (from + to) >> 1;
    const candidate = order[middle] ?? 0;
    const cx = x - at(xyz, candidate, 0);
    const cy = y - at(xyz, candidate, 1);
    const cz = z - at(xyz, candidate, 2);
    const square = cx * cx + cy * cy + cz * cz;
    if (square < bestSquare) {
      bestSquare = square;
      best = candidate;
    }
    const side = axis === 0 ? cx : axis === 1 ? cy : cz;
    const next = axis === 2 ? 0 : axis + 1;
    if (side < 0) search(from, middle, next);
    else search(middle + 1, to, next);
    if (side * side >= bestSquare) return;
    if (side < 0) search(middle + 1, to, next);
    else search(from, middle, next);
  };
  search(0, order.length, 0);
  const place = places[best];
  return place ? describe(place, { lat, lon }) : null;
}

function describe(place: KnownPlace, where: { lat: number; lon: number }): Place {
  const km = distanceKm(place, where);
  if (km < atPlaceKm) return place.full;
  const wind = compass(bearing(place, where));
  const far = km < 10 ? km.toFixed(1) : km.toFixed(0);
  return { ko: `${place.full.ko} ${wind.ko} ${far} km`, en: `${far} km ${wind.en} of ${place.full.en}` };
}

function onSphere(lat: number, lon: number): [number, number, number] {
  const up = (lat * Math.PI) / 180;
  const round = (lon * Math.PI) / 180;
  return [Math.cos(up) * Math.cos(round), Math.cos(up) * Math.sin(round), Math.sin(up)];
}

const at = (xyz: Float64Array, place: number, axis: number): number => xyz[place * 3 + axis] ?? 0;
