import type { Place } from '@headland/contracts/shared-shapes';

/**
 * What the features of a vector tile are on our map. Two schemas of OpenStreetMap are understood, whose layers and
 * values do not contradict each other: that of Protomaps (daily builds, `kind` and `kind_detail`; before version 4
 * `pmap:kind`) and OpenMapTiles (Planetiler, `class`).
 */
export type Properties = Record<string, string | number | boolean>;
export type Area = 'wood' | 'green' | 'field' | 'built' | 'water' | 'building';
export type Way =
  | 'river'
  | 'stream'
  | 'path'
  | 'minor'
  | 'major'
  | 'motorway'
  | 'rail'
  /** between countries */
  | 'frontier'
  | 'province';
/** Types of features, as the format numbers them. */
export const featureType = { point: 1, line: 2, polygon: 3 } as const;

const land: Record<string, Area> = {
  ...{ wood: 'wood', forest: 'wood', scrub: 'wood' },
  ...{ grass: 'green', grassland: 'green', meadow: 'green', park: 'green', village_green: 'green', garden: 'green' },
  ...{ golf_course: 'green', cemetery: 'green', pitch: 'green', recreation_ground: 'green', wetland: 'green' },
  ...{ farmland: 'field', farm: 'field', orchard: 'field', vineyard: 'field', allotments: 'field' },
  ...{ residential: 'built', urban_area: 'built', industrial: 'built', commercial: 'built', retail: 'built' },
  ...{ school: 'built', university: 'built', hospital: 'built', military: 'built', railway: 'built' },
};
const roads: Record<string, Way> = {
  ...{ motorway: 'motorway', trunk: 'motorway', highway: 'motorway' },
  ...{ primary: 'major', secondary: 'major', major_road: 'major' },
  ...{ tertiary: 'minor', minor: 'minor', minor_road: 'minor', medium_road: 'minor', service: 'minor' },
  // a field is reached by tracks
  ...{ track: 'path', path: 'path', other: 'path' },
  ...{ rail: 'rail', transit: 'rail' },
};
const waterways: Record<string, Way> = {
  river: 'river',
  canal: 'river',
  stream: 'stream',
  ditch: 'stream',
  drain: 'stream',
};

const word = (value: unknown): string => (typeof value === 'string' ? value : '');
const kindIn = ({ kind, class: classed, ...others }: Properties): string =>
  word(others['pmap:kind']) || word(kind) || word(classed);

export function areaOf(layer: string, properties: Properties): Area | null {
  if (layer === 'water') return 'water';
  if (layer === 'building' || layer === 'buildings') return 'building';
  return layer === 'landcover' || layer === 'landuse' || layer === 'park' ? (land[kindIn(properties)] ?? null) : null;
}

export function wayOf(layer: string, properties: Properties): Way | null {
  const kind = kindIn(properties);
  const detail = word(properties.kind_detail);
  if (layer === 'water' || layer === 'waterway') return waterways[kind] ?? null;
  if (layer === 'roads' || layer === 'transportation') return roads[detail] ?? roads[kind] ?? null;
  if (layer === 'boundaries') return kind === 'country' ? 'frontier' : kind === 'region' ? 'province' : null;
  if (layer === 'boundary' && properties.maritime !== 1)
    return properties.admin_level === 2 ? 'frontier' : properties.admin_level === 4 ? 'province' : null;
  return null;
}

/** The zoom from which a name shows; the larger the place, the smaller. */
const placeZoom: Record<string, number> = {
  ...{ country: 2, state: 5, region: 5, province: 5, city: 6, town: 8, village: 12, locality: 12 },
  ...{ suburb: 11, borough: 11, macrohood: 11, quarter: 13, hamlet: 13, neighbourhood: 13, isolated_dwelling: 14 },
};
export interface GroundPlace {
  labelFromZoom: number;
  label: Place;
  /** of places of the same kind the one with the least is named first */
  order: number;
}

export function placeOf(layer: string, properties: Properties): GroundPlace | null {
  if (layer !== 'places' && layer !== 'place') return null;
  const labelFromZoom = placeZoom[word(properties.kind_detail)] ?? placeZoom[kindIn(properties)];
  const ko = word(properties['name:ko']) || word(properties.name);
  const en = word(properties['name:en']) || word(properties.name);
  if (labelFromZoom === undefined || ko === '') return null;
  const { rank, population_rank: size } = properties;
  return {
    labelFromZoom,
    label: { ko, en },
    order: typeof rank === 'number' ? rank : typeof size === 'number' ? -size : 0,
  };
}
