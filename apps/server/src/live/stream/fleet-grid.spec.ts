import { cellPixels, clusterFrom, markFlags, splitZoom, unpackFrame } from '@headland/contracts/live-frame';
import { describe, expect, it } from 'vitest';
import { FleetGrid, shareOf } from './fleet-grid';
import { packTiles, tilesOf } from './map-frames';
import { mercatorX, mercatorY } from './mercator';
import type { Seen } from './seen';

/** The same numbers each time. */
let seed = 1;
const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

function placed(v: Seen): Seen {
  const isUnknown = random() < 0.05;
  // half of them close together, some at the edges of the world
  const [lat, lon] =
    random() < 0.02
      ? [84.9, 179.9999]
      : random() < 0.5
        ? [36 + random() * 0.01, 127]
        : [33 + random() * 5, 125 + random() * 5];
  Object.assign(v, {
    lat: isUnknown ? null : lat,
    lon: isUnknown ? null : lon,
    x: isUnknown ? 0 : mercatorX(lon),
    y: isUnknown ? 0 : mercatorY(lat),
    flags: random() < 0.8 ? 0 : pick(Object.values(markFlags)),
    online: random() < 0.5,
    engineOn: random() < 0.3,
  });
  return v;
}
const vehicle = (id: number): Seen =>
  placed({
    id,
    revision: 1,
    path: [1],
    lat: null,
    lon: null,
    x: 0,
    y: 0,
    heading: null,
    state: 'idle',
    online: false,
    engineOn: false,
    flags: 0,
    lastSeenAt: null,
    intervalS: 30,
    engine: null,
    work: null,
    rawOnline: false,
  });

/** What a tile has to show, counted vehicle by vehicle: ids that stand alone, and the sums of its clusters. */
function expected(fleet: readonly Seen[], zoom: number, tile: { x: number; y: number }) {
  const n = Math.max(1, 2 ** (zoom - 2));
  const cells = new Map<string, Seen[]>();
  for (const v of fleet) {
    if (v.lat === null || Math.floor(v.x * n) !== tile.x || Math.floor(v.y * n) !== tile.y) continue;
    const side = (256 * 2 ** zoom) / cellPixels;
    const key = `${Math.floor(v.x * side)} ${Math.floor(v.y * side)}`;
    cells.set(key, [...(cells.get(key) ?? []), v]);
  }
  const sos = (v: Seen): boolean => (v.flags & (markFlags.sosRaised | markFlags.sosOpen)) !== 0;
  const alone: number[] = [];
  const sums = { count: 0, now: 0, today: 0, watch: 0, normal: 0 };
  for (const members of cells.values()) {
    const isSplit = zoom > splitZoom || members.length < clusterFrom;
    for (const v of members) if (isSplit || sos(v)) alone.push(v.id);
    if (isSplit) continue;
    sums.count += members.length;
    for (const v of members)
      if (sos(v) || v.flags & markFlags.critical) sums.now++;
      else if (v.flags & markFlags.major) sums.today++;
      else if (v.flags & markFlags.minor) sums.watch++;
      else if (v.engineOn) sums.normal++;
  }
  return { alone: alone.sort((a, b) => a - b), sums };
}

describe('a grid of the fleet', () => {
  it('has in every tile of every zoom what its vehicles add up to, however they moved before', () => {
    const grid = new FleetGrid();
    const fleet = Array.from({ length: 400 }, (_, i) => vehicle(i + 1));
    for (const v of fleet) grid.add(v);
    for (let i = 0; i < 4_000; i++) {
      const v = pick(fleet);
      const before = shareOf(v);
      placed(v);
      grid.replace(v, before, shareOf(v));
    }
    for (const v of fleet.splice(0, 50)) grid.remove(v);
    expect(grid.counts).toEqual({
      vehicles: 350,
      online: fleet.filter((v) => v.online).length,
      offline: fleet.filter((v) => !v.online).length,
      engineOn: fleet.filter((v) => v.engineOn).length,
    });
    for (let zoom = 2; zoom <= 18; zoom++) {
      const around = 180 / 2 ** zoom;
      const views = [
        { zoom, south: 36 - around, west: 127 - around, north: 36.01 + around, east: 127 + around },
        { zoom, south: 84, west: 179, north: 85, east: 180 },
      ];
      for (const view of views)
        for (const tile of tilesOf(view)) {
          const [frame] = packTiles(grid, null, zoom, [tile], 0).values();
          const { singles, clusters } = unpackFrame(frame ?? new Uint8Array());
          const sums = { count: 0, now: 0, today: 0, watch: 0, normal: 0 };
          for (const c of clusters)
            for (const key of ['count', 'now', 'today', 'watch', 'normal'] as const) sums[key] += c[key];
          expect(
            { alone: singles.map((s) => s.id).sort((a, b) => a - b), sums },
            `zoom ${zoom}, tile ${tile.x} ${tile.y}`,
          ).toEqual(expected(fleet, zoom, tile));
        }
    }
  });

  it('places a cluster in the middle of its vehicles, and forgets buckets that are empty', () => {
    const grid = new FleetGrid();
    const fleet = [36.1, 36.2, 36.3, 36.2].map((lat, i) =>
      Object.assign(vehicle(i + 1), { lat, lon: 127.5, x: mercatorX(127.5), y: mercatorY(lat), flags: 0 }),
    );
    for (const v of fleet) grid.add(v);
    const tiles = tilesOf({ zoom: 5, south: 36, west: 127, north: 37, east: 128 });
    const [frame] = packTiles(grid, null, 5, tiles, 0).values();
    const [cluster] = unpackFrame(frame ?? new Uint8Array()).clusters;
    expect(cluster).toMatchObject({ count: 4 });
    expect(cluster?.lat).toBeCloseTo(36.2, 3);
    expect(cluster?.lon).toBeCloseTo(127.5, 6);
    for (const v of fleet) grid.remove(v);
    expect(grid.levels.map(({ buckets }) => buckets.size)).toEqual([0, 0, 0]);
  });
});
