import type { MarkState } from '@headland/contracts/live-frame';
import type { ClusterMark } from './marker-layer';
import { clusterRadius } from './marker-layer';
import type { Palette } from './palette';

/**
 * Vehicle marks drawn once per theme and pixel density, by state and heading step, so that a frame of ten thousand is ten thousand copies
 * and no path. An arrow drives, a disc with a nose works, a half disc idles, a ring is off, a dashed ring is offline.
 */
export interface Sprites {
  of: (state: MarkState, heading: number | null) => Sprite;
  badge: { critical: Sprite; major: Sprite; minor: Sprite };
  clusterOf: (cluster: ClusterMark) => HTMLCanvasElement | OffscreenCanvas;
  dpr: number;
  palette: Palette;
}

/** One picture, no larger than what it shows: what a copy costs is its pixels. Device pixels from the mark's place to the left and the top of it. */
export interface Sprite {
  image: CanvasImageSource;
  left: number;
  top: number;
}

const headingSteps = 48;
/** how far a mark reaches from its place, in CSS pixels */
const reach: Record<MarkState, number> = { drive: 11, work: 12.5, idle: 7.5, off: 6.5, offline: 6.5, never: 6.5 };
/** the badge is at the top right of the mark */
const badgePlace = { x: 8, y: -7.5, reach: 6 };
const maxClusters = 400;

export function createSprites(palette: Palette, dpr: number): Sprites {
  const turned = (state: MarkState): Sprite[] =>
    Array.from({ length: headingSteps }, (_, i) =>
      sprite(dpr, reach[state], (c) => drawVehicle(c, state, (i / headingSteps) * 2 * Math.PI, palette)),
    );
  const still = (state: MarkState): Sprite => sprite(dpr, reach[state], (c) => drawVehicle(c, state, 0, palette));
  const badge = (severity: 'critical' | 'major' | 'minor'): Sprite => {
    const { image, left, top } = sprite(dpr, badgePlace.reach, (c) => drawBadge(c, severity, palette));
    return { image, left: left - Math.round(badgePlace.x * dpr), top: top - Math.round(badgePlace.y * dpr) };
  };
  const moving = { drive: turned('drive'), work: turned('work') };
  const parked = { idle: still('idle'), off: still('off'), offline: still('offline'), never: still('never') };

  const clusters = new Map<string, HTMLCanvasElement | OffscreenCanvas>();
  return {
    badge: { critical: badge('critical'), major: badge('major'), minor: badge('minor') },
    dpr,
    palette,
    of(state, heading) {
      if (state !== 'drive' && state !== 'work') return parked[state];
      const step = heading === null ? 0 : Math.round((heading / 360) * headingSteps) % headingSteps;
      return moving[state][step] ?? parked.never;
    },
    clusterOf(cluster) {
      const key = `${cluster.count} ${cluster.now} ${cluster.today} ${cluster.watch} ${cluster.normal}`;
      const known = clusters.get(key);
      if (known) return known;
      if (clusters.size > maxClusters) clusters.clear();
      const drawn = drawCluster(cluster, palette, dpr);
      clusters.set(key, drawn);
      return drawn;
    },
  };
}

/** Drawn once, then copied as a bitmap: a canvas as a source is looked at anew with every copy. */
function sprite(dpr: number, reachCss: number, draw: (c: CanvasRenderingContext2D) => void): Sprite {
  const half = Math.ceil(reachCss * dpr);
  const canvas = canvasOf(half * 2, half * 2);
  const ctx = canvas.getContext('2d') as CanvasRenderingContext2D | null;
  ctx?.setTransform(dpr, 0, 0, dpr, half, half);
  if (ctx) draw(ctx);
  return { image: 'transferToImageBitmap' in canvas ? canvas.transferToImageBitmap() : canvas, left: half, top: half };
}

/** A mark around the origin; the caller has scaled the context. */
export function drawVehicle(c: CanvasRenderingContext2D, state: MarkState, radians: number, p: Palette): void {
  c.save();
  c.lineWidth = 1.5;
  c.strokeStyle = p.raised;
  c.fillStyle = p.normal;
  if (state === 'drive') {
    c.rotate(radians);
    poly(c, [
      [0, -9],
      [6.5, 7.5],
      [0, 4],
      [-6.5, 7.5],
    ]);
    c.lineJoin = 'round';
    // The halo is around the mark, not in it.
    c.lineWidth = 3;
    c.stroke();
    c.fill();
  } else if (state === 'work') {
    c.save();
    c.rotate(radians);
    poly(c, [
      [0, -12],
      [4, -6],
      [-4, -6],
    ]);
    c.fill();
    c.restore();
    circle(c, 6.5);
    c.stroke();
    c.fill();
  } else if (state === 'idle') {
    circle(c, 6);
    c.fillStyle = p.raised;
    c.strokeStyle = p.normal;
    c.lineWidth = 2;
    c.fill();
    c.stroke();
    c.beginPath();
    c.arc(0, 0, 6, -Math.PI / 2, Math.PI / 2);
    c.fillStyle = p.normal;
    c.fill();
  } else {
    circle(c, 5);
    c.fillStyle = p.raised;
    c.strokeStyle = p.off;
    c.lineWidth = state === 'off' ? 2 : 1.6;
    if (state === 'offline') c.setLineDash([2.5, 2]);
    if (state === 'never') c.setLineDash([1, 3]);
    c.fill();
    c.stroke();
  }
  c.restore();
}

/** The fault badge: 9 px. */
function drawBadge(c: CanvasRenderingContext2D, severity: 'critical' | 'major' | 'minor', p: Palette): void {
  c.save();
  c.strokeStyle = p.raised;
  c.lineWidth = 2.4;
  c.lineJoin = 'round';
  if (severity === 'critical') {
    c.fillStyle = p.nowMark;
    poly(c, [
      [-1.9, -4.5],
      [1.9, -4.5],
      [4.5, -1.9],
      [4.5, 1.9],
      [1.9, 4.5],
      [-1.9, 4.5],
      [-4.5, 1.9],
      [-4.5, -1.9],
    ]);
  } else if (severity === 'major') {
    c.fillStyle = p.today;
    poly(c, [
      [0, -4.5],
      [4.5, 3.8],
      [-4.5, 3.8],
    ]);
  } else {
    c.fillStyle = p.watch;
    poly(c, [
      [0, -4.6],
      [4.6, 0],
      [0, 4.6],
      [-4.6, 0],
    ]);
  }
  c.stroke();
  c.fill();
  c.restore();
}

/** A disc with its count and a ring of the states inside, the worst first from twelve o'clock; the smallest share can still be seen. */
function drawCluster(cluster: ClusterMark, p: Palette, dpr: number): HTMLCanvasElement | OffscreenCanvas {
  const radius = clusterRadius(cluster.count);
  const ring = 5;
  const side = (radius + 2) * 2;
  const canvas = canvasOf(Math.ceil(side * dpr), Math.ceil(side * dpr));
  const c = canvas.getContext('2d') as CanvasRenderingContext2D | null;
  if (!c) return canvas;
  c.setTransform(dpr, 0, 0, dpr, (side / 2) * dpr, (side / 2) * dpr);
  circle(c, radius);
  c.fillStyle = p.raised;
  c.fill();
  c.lineWidth = ring;
  const shares = [
    [cluster.now, p.nowMark],
    [cluster.today, p.today],
    [cluster.watch, p.watch],
    [cluster.normal, p.normal],
  ] as const;
  c.strokeStyle = p.lineStrong;
  circle(c, radius - ring / 2);
  c.stroke();
  let from = 0;
  for (const [n, colour] of shares) {
    if (n === 0) continue;
    const share = Math.max(0.028, n / cluster.count);
    const to = Math.min(1, from + share);
    c.beginPath();
    c.arc(0, 0, radius - ring / 2, (from - 0.25) * 2 * Math.PI, (to - 0.25) * 2 * Math.PI);
    c.strokeStyle = colour;
    c.stroke();
    from = to;
  }
  c.fillStyle = p.ink;
  c.font = `600 ${(radius > 24 ? 13 : 12.5) * p.counts}px ${p.font}`;
  c.textAlign = 'center';
  c.textBaseline = 'middle';
  c.fillText(cluster.count > 9_999 ? `${Math.round(cluster.count / 1000)}k` : String(cluster.count), 0, 0.5);
  return canvas;
}

export function circle(c: CanvasRenderingContext2D, radius: number): void {
  c.beginPath();
  c.arc(0, 0, radius, 0, 2 * Math.PI);
}

function poly(c: CanvasRenderingContext2D, points: readonly (readonly [number, number])[]): void {
  c.beginPath();
  for (const [x, y] of points) c.lineTo(x, y);
  c.closePath();
}

function canvasOf(width: number, height: number): HTMLCanvasElement | OffscreenCanvas {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
}
