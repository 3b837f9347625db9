import { framePixels, markFlags, type MapFrame, type Single } from '@headland/contracts/live-frame';
import { describe, expect, it } from 'vitest';
import { at, glideMs, MarkField } from './marker-layer';
import { clip } from './base-tiles';
import {
  blend,
  graticuleStep,
  latOf,
  lonOf,
  metresPerPixel,
  scaleBar,
  screenX,
  type View,
  worldX,
  worldY,
} from './view';
import { ViewportQuery, tilesIn, world } from './viewport-query';

const zoom = 10;
const scale = 256 * 2 ** zoom;
const centre = { lat: 35.7, lon: 126.9 };
/** 800 × 600 pixels around the centre */
const view: View = {
  scale,
  originX: worldX(centre.lon) * scale - 400,
  originY: worldY(centre.lat) * scale - 300,
  width: 800,
  height: 600,
  zoom,
};
const tile = {
  x: Math.floor(worldX(centre.lon) * 2 ** (zoom - 2)),
  y: Math.floor(worldY(centre.lat) * 2 ** (zoom - 2)),
};
/** A place some pixels from the middle of the view. */
const placed = (dx: number, dy: number) => ({
  lon: lonOf(worldX(centre.lon) + dx / scale),
  lat: latOf(worldY(centre.lat) + dy / scale),
});
const single = (id: number, dx: number, dy: number, more: Partial<Single> = {}): Single => ({
  id,
  ...placed(dx, dy),
  heading: 90,
  state: 'drive',
  flags: 0,
  ...more,
});
const frame = (singles: Single[], more: Partial<MapFrame> = {}): MapFrame => ({
  zoom,
  ...tile,
  at: 0,
  singles,
  clusters: [],
  ...more,
});

describe('what a click hits', () => {
  const field = new MarkField();
  field.take(
    frame(
      [single(1, 0, 0), single(2, 12, 0), single(3, 100, 100, { flags: markFlags.sosRaised }), single(4, 104, 100)],
      {
        clusters: [
          { ...placed(-200, 0), count: 40, now: 0, today: 1, watch: 0, normal: 30 },
          { ...placed(0, 6), count: 9, now: 0, today: 0, watch: 0, normal: 0 },
        ],
      },
    ),
    0,
    scale,
  );
  const hit = (dx: number, dy: number) => {
    const found = field.hit(400 + dx, 300 + dy, view, glideMs);
    return found === null ? null : found.kind === 'vehicle' ? found.mark.id : `cluster of ${found.cluster.count}`;
  };
  it.each<[number, number, number | string | null, string]>([
    [1, 1, 1, 'the mark under the pointer'],
    [7, 0, 2, 'the nearer of two'],
    [103, 100, 3, 'a call of help before its neighbour'],
    [-200, 10, 'cluster of 40', 'a cluster within its disc'],
    [-200, 40, null, 'nothing beside it'],
    [0, 15, 1, 'a mark within reach'],
    [0, 17.5, 'cluster of 9', 'beyond it what is below'],
  ])('(%i, %i): %s, %s', (dx, dy, found) => expect(hit(dx, dy)).toBe(found));
});

describe('marks', () => {
  it('glide from where they are drawn to where they have come', () => {
    const field = new MarkField();
    field.take(frame([single(1, 0, 0)]), 0, scale);
    field.take(frame([single(1, 100, 0)]), 5_000, scale);
    const mark = field.marks.get(1);
    if (!mark) throw new Error('no mark');
    const px = (now: number) => Math.round(at(mark, now).x * scale - view.originX - 400);
    expect([px(5_000), px(5_250), px(5_500), px(6_000), px(9_000)]).toEqual([0, 25, 50, 100, 100]);
    // the next frame comes before it has arrived: it goes on from there, without a jump
    field.take(frame([single(1, 200, 0)]), 5_500, scale);
    expect([px(5_500), px(6_500)]).toEqual([50, 200]);
    expect(field.movingUntil).toBe(6_500);
  });
  it.each([
    [0.3, 'not visible'],
    [900, 'is a correction, no drive'],
  ])('are put there at once when a move of %i px %s', (dx) => {
    const field = new MarkField();
    field.take(frame([single(1, 0, 0)]), 0, scale);
    field.take(frame([single(1, dx, 0)]), 5_000, scale);
    expect(field.movingUntil).toBe(0);
    expect(field.marks.get(1)?.since).toBe(5_000 - glideMs);
  });
  it('that a frame of their tile does not name any more are gone; an empty frame clears it', () => {
    const field = new MarkField();
    field.take(frame([single(1, 0, 0), single(2, 9, 9)]), 0, scale);
    field.take(frame([single(2, 9, 9)]), 1, scale);
    expect([...field.marks.keys()]).toEqual([2]);
    field.take(frame([]), 2, scale);
    expect(field.marks.size).toBe(0);
  });
  it('that drove into the next tile stay when their old tile stops naming them', () => {
    const field = new MarkField();
    field.take(frame([single(1, 0, 0)]), 0, scale);
    field.take(frame([single(1, 3, 0)], { x: tile.x + 1 }), 1_000, scale);
    field.take(frame([]), 1_001, scale);
    expect([...field.marks.keys()]).toEqual([1]);
  });
  it('of the former zoom stay until what replaces them has come, and no longer than a moment', () => {
    const field = new MarkField();
    field.take(frame([single(1, 0, 0)]), 0, scale);
    field.take(frame([single(9, 0, 0)], { x: tile.x + 3 }), 0, scale);
    field.take(
      frame([single(1, 0, 0)], { zoom: zoom - 1, x: Math.floor(tile.x / 2), y: Math.floor(tile.y / 2) }),
      100,
      scale / 2,
    );
    expect([...field.marks.keys()].sort()).toEqual([1, 9]);
    field.prune(zoom - 1, 100);
    expect([...field.marks.keys()].sort()).toEqual([1, 9]);
    field.prune(zoom - 1, 3_000);
    expect([...field.marks.keys()]).toEqual([1]);
  });
  describe('of a coarser zoom', () => {
    const coarse = { zoom: zoom - 1, x: Math.floor(tile.x / 2), y: Math.floor(tile.y / 2) };
    /** A place in a child of the coarse tile. */
    const inChild = (x: number, y: number, within = 0.5) => {
      const n = 2 ** (zoom - 2);
      return { lon: lonOf((coarse.x * 2 + x + within) / n), lat: latOf((coarse.y * 2 + y + within) / n) };
    };
    const cluster = (count: number, place: { lat: number; lon: number }) => ({
      ...place,
      count,
      now: 0,
      today: 0,
      watch: 0,
      normal: count,
    });
    const counts = (field: MarkField) => [...field.clusters()].map((c) => c.count).sort((a, b) => a - b);
    const child = (x: number, y: number, more: Partial<MapFrame>) =>
      frame([], { x: coarse.x * 2 + x, y: coarse.y * 2 + y, ...more });
    const coarseFrame = frame([{ ...single(5, 0, 0), ...inChild(0, 0, 0.25) }], {
      ...coarse,
      clusters: [cluster(153, inChild(0, 0)), cluster(60, inChild(1, 0))],
    });

    it('go where a finer tile has come: nothing is counted twice, and what has not come yet stays', () => {
      const field = new MarkField();
      field.prune(zoom - 1, 0);
      field.take(coarseFrame, 0, scale / 2);
      field.prune(zoom, 100);
      field.take(
        child(0, 0, { clusters: [cluster(100, inChild(0, 0, 0.3)), cluster(53, inChild(0, 0, 0.6))] }),
        200,
        scale,
      );
      expect(counts(field)).toEqual([53, 60, 100]);
      expect(field.marks.size).toBe(0);
      field.take(child(1, 0, { clusters: [cluster(60, inChild(1, 0))] }), 210, scale);
      expect(counts(field)).toEqual([53, 60, 100]);
    });

    it('go with time, also where nothing more comes', () => {
      const field = new MarkField();
      field.take(coarseFrame, 0, scale / 2);
      const again = field.prune(zoom, 60_000) ?? 0;
      expect(again).toBeGreaterThan(0);
      expect(counts(field)).toEqual([60, 153]);
      expect(field.prune(zoom, 60_000 + again)).toBeNull();
      expect(counts(field)).toEqual([]);
    });

    it('that come late do not lie over the finer ones', () => {
      const field = new MarkField();
      field.prune(zoom, 0);
      field.take(child(0, 0, { clusters: [cluster(100, inChild(0, 0))] }), 0, scale);
      field.take(coarseFrame, 50, scale);
      expect(counts(field)).toEqual([100]);
    });
  });
  it('of tiles beside the view stay while they are subscribed, since they are not sent again, and are forgotten after that', () => {
    const around = (dx: number) => ({ ...bounds(dx), zoom });
    const bounds = (dx: number) => {
      const [a, b] = [placed(dx - 440, -330), placed(dx + 440, 330)];
      return { west: a.lon, north: a.lat, east: b.lon, south: b.lat };
    };
    const sent = tilesIn(around(0), zoom);
    const field = new MarkField();
    field.subscribe(around(0));
    for (const [i, key] of sent.entries()) {
      const [x = 0, y = 0] = key.split('/').map(Number);
      field.take(frame([single(i + 1, 0, 0)], { x, y }), 0, scale);
    }
    expect(sent.length).toBeGreaterThan(1);
    field.prune(zoom, 10);
    expect(field.marks.size).toBe(sent.length);
    field.subscribe(around(9 * framePixels));
    field.prune(zoom, 20);
    expect(field.marks.size).toBe(0);
  });
  it('of every tile stay while nothing is known of the subscription, or it is of another zoom', () => {
    const field = new MarkField();
    field.take(frame([single(1, 0, 0)], { x: tile.x + 9 }), 0, scale);
    field.prune(zoom, 10);
    field.subscribe({ west: 0, east: 1, south: 0, north: 1, zoom: zoom + 1 });
    field.prune(zoom, 20);
    expect(field.marks.size).toBe(1);
  });
});

describe('beyond the 180th meridian', () => {
  /** 800 pixels across the meridian, from the west or from the east */
  const across = (east: number): View => ({ ...view, originX: east * scale - 400 });
  it.each([
    [across(1), 179.9, 'west of it, from the west'],
    [across(1), -179.9, 'east of it, from the west'],
    [across(0), 179.9, 'west of it, from the east'],
    [across(0), -179.9, 'east of it, from the east'],
  ])('a mark is drawn and hit in the copy of the world that is in view (%#)', (of, lon) => {
    const field = new MarkField();
    field.take(frame([{ ...single(1, 0, 0), lon }]), 0, scale);
    const x = 400 + (lon > 0 ? -1 : 1) * (0.1 / 360) * scale;
    expect(screenX(worldX(lon), of)).toBeCloseTo(x, 6);
    expect(field.hit(x, 300, of, glideMs)).toMatchObject({ kind: 'vehicle', mark: { id: 1 } });
  });
  it('a view has the tiles of both sides', () => {
    const n = 2 ** (zoom - 2);
    const south = { north: 1, south: 0.9 };
    expect(tilesIn({ west: 179.9, east: 180.1, ...south }, zoom).map((t) => t.split('/')[0])).toEqual([
      `${n - 1}`,
      '0',
    ]);
    expect(tilesIn({ west: -180.1, east: -179.9, ...south }, zoom).map((t) => t.split('/')[0])).toEqual([
      `${n - 1}`,
      '0',
    ]);
  });
});

describe('the view', () => {
  it('reads back the place it shows', () => {
    for (const lat of [-80, -35.2, 0, 36.3, 84]) expect(latOf(worldY(lat))).toBeCloseTo(lat, 9);
    for (const lon of [-180, -77.1, 0, 127.5, 180]) expect(lonOf(worldX(lon))).toBeCloseTo(lon, 9);
  });
  it('of an animated zoom moves each point on a straight line', () => {
    const to: View = { ...view, scale: scale * 2, originX: view.originX * 2 + 400, originY: view.originY * 2 + 300 };
    const x = (v: View) => worldX(126.8) * v.scale - v.originX;
    expect(x(blend(view, to, 0.25))).toBeCloseTo(x(view) * 0.75 + x(to) * 0.25, 6);
  });
  it('has a scale bar of a round length that fits', () => {
    for (const z of [3, 7, 11, 15, 18]) {
      const { metres, pixels } = scaleBar(36, 256 * 2 ** z, 100);
      expect(pixels).toBeLessThanOrEqual(100);
      expect(pixels).toBeGreaterThan(38);
      expect(String(metres)).toMatch(/^[125]0*$/u);
      expect(pixels * metresPerPixel(36, 256 * 2 ** z)).toBeCloseTo(metres, 6);
    }
  });
  it.each([10, 12, 14, 16, 18])('has graticule lines neither crowded nor alone at zoom %i', (z) => {
    const px = (graticuleStep(256 * 2 ** z) / 360) * 256 * 2 ** z;
    expect(px).toBeLessThanOrEqual(250);
    expect(px).toBeGreaterThan(z > 17 ? 40 : 80);
  });
});

describe('a ring clipped to a box', () => {
  const box = { left: 0, right: 1, top: 0, bottom: 1 };
  const area = (p: number[]) => {
    let sum = 0;
    for (let i = 0; i < p.length; i += 2)
      sum += (p[i] ?? 0) * (p[(i + 3) % p.length] ?? 0) - (p[(i + 2) % p.length] ?? 0) * (p[i + 1] ?? 0);
    return Math.abs(sum / 2);
  };
  it.each<[string, number[], number]>([
    ['inside stays', [0.2, 0.2, 0.8, 0.2, 0.8, 0.8, 0.2, 0.8], 0.36],
    ['around becomes the box', [-5, -5, 5, -5, 5, 5, -5, 5], 1],
    ['across loses what is out', [0.5, -1, 3, -1, 3, 3, 0.5, 3], 0.5],
    ['a corner', [-1, -1, 1, -1, -1, 1], 0],
    ['outside is gone', [2, 2, 3, 2, 3, 3], 0],
  ])('%s', (_, points, left) => expect(area(clip(points, box))).toBeCloseTo(left, 9));
});

describe('finding the fleet', () => {
  it('goes from the world to where the vehicles are, in three viewports at the most', () => {
    let found: unknown = 'nothing yet';
    const viewportQuery = new ViewportQuery((b) => (found = b));
    const steps: number[] = [];
    for (let i = 0; i < 3; i++) {
      const subscription = viewportQuery.query();
      if (!subscription) break;
      steps.push(subscription.zoom);
      for (const key of tilesIn(subscription, subscription.zoom)) {
        const [x = 0, y = 0] = key.split('/').map(Number);
        const mine =
          subscription.zoom < 8
            ? { clusters: [{ ...centre, count: 300, now: 0, today: 0, watch: 0, normal: 9 }], singles: [] }
            : { clusters: [], singles: [single(1, -50, 0), single(2, 50, 10)] };
        viewportQuery.take(frame([], { zoom: subscription.zoom, x, y, ...mine }));
      }
    }
    expect(steps).toEqual([2, 5, 8]);
    const b = found as { west: number; east: number; south: number; north: number };
    expect(b.west).toBeLessThan(placed(-50, 0).lon);
    expect(b.east).toBeGreaterThan(placed(50, 0).lon);
    expect(b.east - b.west).toBeLessThan(0.3);
  });
  it('keeps what its last viewport has brought, for a map that comes to the same zoom', () => {
    const viewportQuery = new ViewportQuery(() => undefined);
    viewportQuery.take(frame([single(1, 0, 0)], { zoom: 2, x: 0, y: 0 }));
    expect([...viewportQuery.frames()].map((f) => f.zoom)).toEqual([2]);
    const [x = 0, y = 0] =
      tilesIn(viewportQuery.query() ?? world, 5)[0]
        ?.split('/')
        .map(Number) ?? [];
    viewportQuery.take(frame([single(1, 0, 0)], { zoom: 5, x, y }));
    expect([...viewportQuery.frames()].map((f) => f.zoom)).toEqual([5]);
  });
  it('without vehicles shows this', () => {
    let found: unknown = 'nothing yet';
    const viewportQuery = new ViewportQuery((b) => (found = b));
    viewportQuery.take(frame([], { zoom: 2, x: 0, y: 0 }));
    expect(found).toBeNull();
  });
  it('begins with one tile', () => expect(tilesIn(world, 2)).toEqual(['0/0']));
});
