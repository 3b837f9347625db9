import type { Position } from 'geojson';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type * as baseMap from './base-map';
import { assemble, boxOf, overlap, type BaseMap, type Box } from './base-map';

/** the whole earth in full detail */
const everywhere: Box = [-180, -90, 180, 90];
let outline: BaseMap;
let map: BaseMap;
let fresh: Pick<typeof baseMap, 'loadBaseMap' | 'loadOutline'>;
beforeAll(async () => {
  // the specs of a worker share their modules: another one may have loaded details
  vi.resetModules();
  fresh = await import('./base-map');
  outline = await fresh.loadOutline();
  map = await fresh.loadBaseMap(everywhere, 18);
});

const within = (ring: Position[], lon: number, lat: number): boolean => {
  let odd = false;
  ring.forEach(([x = 0, y = 0], i) => {
    const [px = 0, py = 0] = ring[(i + ring.length - 1) % ring.length] ?? [];
    if (y > lat !== py > lat && lon < ((px - x) * (lat - y)) / (py - y) + x) odd = !odd;
  });
  return odd;
};
const isLand = (lat: number, lon: number, on = map): boolean =>
  on.land.features.some(
    (f) =>
      overlap(f.bbox, [lon, lat, lon, lat]) &&
      f.geometry.coordinates.reduce((odd, ring) => (within(ring, lon, lat) ? !odd : odd), false),
  );

describe('the base map', () => {
  it.each([
    ['Jeongeup', 35.57, 126.86],
    ['Seoul', 37.566, 126.978],
    ['Ulleungdo', 37.5, 130.87],
    ['Jeju', 33.4, 126.55],
    ['Cheorwon at the frontier', 38.3, 127.3],
    ['Goseong', 38.45, 128.42],
    ['Pyongyang', 39.03, 125.75],
    ['Kansas', 38.5, -98.5],
    ['Chukotka west of the date line', 67, 178],
    ['Chukotka east of it', 66, -175],
    ['Australia', -25, 133],
    ['New Zealand', -43.6, 172],
  ])('%s is land', (_, lat, lon) => {
    expect(isLand(lat, lon)).toBe(true);
    expect(isLand(lat, lon, outline)).toBe(true);
  });
  it.each([
    ['the East Sea', 38, 130],
    ['the Yellow Sea', 36, 124.5],
    ['the Korea Strait', 34.3, 129],
    ['within the Saemangeum dike', 35.82, 126.55],
    ['the Pacific on the date line', 0, 180],
    ['the Atlantic', 30, -40],
    ['the Caspian', 42, 51],
  ])('%s is water', (_, lat, lon) => {
    expect(isLand(lat, lon)).toBe(false);
    expect(isLand(lat, lon, outline)).toBe(false);
  });
  it('has Dokdo, small as it is', () => {
    expect(map.land.features.filter((f) => overlap(f.bbox, [131.86, 37.23, 131.88, 37.25])).length).toBeGreaterThan(0);
  });
  it('has no gap between the two Koreas', () => {
    const water: string[] = [];
    for (let lon = 126.7; lon < 128.3; lon += 0.02)
      for (let lat = 37.92; lat < 38.5; lat += 0.02) if (!isLand(lat, lon)) water.push(`${lat}, ${lon}`);
    expect(water).toEqual([]);
  });
  it('has borders where they are: Korea’s frontier, provinces, states', () => {
    const near = (features: BaseMap['provinces']['features'], lat: number, lon: number, reach: number) =>
      features.some((f) => f.geometry.coordinates.some(([x = 0, y = 0]) => Math.hypot(x - lon, y - lat) < reach));
    expect(near(map.countries.features, 38.3, 127.2, 0.08)).toBe(true);
    expect(near(map.provinces.features, 36.14, 127.08, 0.08)).toBe(true); // Jeonbuk and Chungnam
    expect(near(map.municipalities.features, 35.68, 126.8, 0.08)).toBe(true); // Jeongeup and Buan
    expect(near(map.provinces.features, 36.99, -102.04, 0.05)).toBe(true); // Kansas, Colorado, Oklahoma
  });
  it('draws no line across the whole map at the date line', () => {
    const lines = [map.coast, map.countries, map.provinces, map.municipalities].flatMap((c) =>
      c.features.map((f) => f.geometry.coordinates),
    );
    const rings = map.land.features.flatMap((f) => f.geometry.coordinates);
    const widest = [...lines, ...rings].reduce(
      (most, line) =>
        line.reduce((m, p, i) => (i === 0 ? m : Math.max(m, Math.abs((p[0] ?? 0) - (line[i - 1]?.[0] ?? 0)))), most),
      0,
    );
    expect(widest).toBeLessThan(100);
  });
  it('has rings that close, lines of two points and more, and boxes that hold them', () => {
    const broken: string[] = [];
    for (const { geometry, bbox } of map.land.features) {
      if (geometry.coordinates.some((ring) => ring.length < 4 || String(ring[0]) !== String(ring.at(-1))))
        broken.push(`land at ${String(bbox)}`);
      if (String(bbox) !== String(boxOf(geometry.coordinates[0] ?? [])))
        broken.push(`box of the land at ${String(bbox)}`);
    }
    for (const { geometry, bbox } of [
      ...map.coast.features,
      ...map.countries.features,
      ...map.provinces.features,
      ...map.municipalities.features,
    ])
      if (geometry.coordinates.length < 2) broken.push(`line at ${String(bbox)}`);
    expect(broken).toEqual([]);
  });
  it('is loaded once', async () => {
    expect(await fresh.loadBaseMap(everywhere, 18)).toBe(map);
    expect(await fresh.loadOutline()).toBe(map);
  });
  it('begins with an outline of a third of the points, whose lines are where they are', () => {
    const points = (of: BaseMap) => of.coast.features.reduce((n, f) => n + f.geometry.coordinates.length, 0);
    expect(points(outline)).toBeLessThan(points(map) / 2);
    expect(outline.coast.features.length).toBeGreaterThan(map.coast.features.length / 2);
  });
});

describe('assemble', () => {
  it('does without layers that a file does not have', () => {
    const empty = assemble([{ type: 'Topology', arcs: [], objects: {} }]);
    expect(Object.values(empty).map((c) => c.features.length)).toEqual([0, 0, 0, 0, 0]);
  });
});

describe('overlap', () => {
  it.each([
    [[0, 0, 2, 2], [1, 1, 3, 3], true],
    [[0, 0, 2, 2], [2, 2, 3, 3], true],
    [[0, 0, 1, 1], [1.1, 0, 2, 1], false],
    [[0, 0, 1, 1], [0, -2, 1, -0.1], false],
    [[0, 0, 9, 9], [4, 4, 5, 5], true],
  ] as const)('%j and %j: %s', (a, b, expected) => {
    expect(overlap([...a], [...b])).toBe(expected);
    expect(overlap([...b], [...a])).toBe(expected);
  });
});
