import type { MarkState } from '@headland/contracts/live-frame';
import type { TrackPoint } from '@headland/contracts/shared-shapes';
import { gapMs } from '../plot/plot-data';
import { drawCall } from './draw-marks';
import { drawVehicle, type Sprites } from './sprites';
import type { Colour, Palette } from './palette';
import { nearestCopy, screenX, type View, worldX, worldY } from './view';

interface Position {
  lat: number;
  lon: number;
}
/** What a page lays over the map, besides the fleet. */
export type Overlay =
  | { kind: 'track'; id: string; points: readonly TrackPoint[] }
  | { kind: 'vehicle'; id: number; lat: number; lon: number; state: MarkState; heading: number | null; flags?: number }
  | { kind: 'sos'; id: number; lat: number; lon: number; raised: boolean }
  | { kind: 'place'; id: string; lat: number; lon: number; label: string; note?: string; under?: boolean }
  | { kind: 'mark'; id: string; lat: number; lon: number; shape: 'stop' | 'engineOn' | 'engineOff' | 'fault' }
  /** `edge`: names `from` where the line leaves the map, if that end is out of sight */
  | { kind: 'line'; id: string; from: Position; to: Position; label?: string; edge?: string };

/** Paths are built in pixels of this zoom around their first point: exact to a centimetre, and scaled by the canvas from then on. */
const referenceScale = 256 * 2 ** 18;

export interface Track {
  x: number;
  y: number;
  strokes: { path: Path2D; colour: Colour; width: number; dash: boolean }[];
}
const styles = {
  work: { colour: 'normal', width: 3.5 },
  drive: { colour: 'trace', width: 2.5 },
  idle: { colour: 'off', width: 3 },
  off: { colour: 'off', width: 2 },
  gap: { colour: 'trace', width: 2 },
} as const;
type Kind = keyof typeof styles;

export function buildTrack(points: readonly TrackPoint[]): Track | null {
  const [first] = points;
  if (!first) return null;
  const x0 = worldX(first.lon);
  const y0 = worldY(first.lat);
  const paths = new Map<Kind, Path2D>();
  let last: { kind: Kind; x: number; y: number } | null = null;
  let worldAt = x0;
  for (const [i, p] of points.entries()) {
    const before = points[i - 1];
    // dashed, since the way is not known
    const kind: Kind = before && p.ts - before.ts > gapMs ? 'gap' : (p.state ?? 'drive');
    // a way across the 180th meridian goes on in the next copy of the world
    worldAt = nearestCopy(worldX(p.lon), worldAt);
    const x = (worldAt - x0) * referenceScale;
    const y = (worldY(p.lat) - y0) * referenceScale;
    const path = paths.get(kind) ?? new Path2D();
    paths.set(kind, path);
    if (last && last.kind !== kind) path.moveTo(last.x, last.y);
    else if (!last) path.moveTo(x, y);
    path.lineTo(x, y);
    last = { kind, x, y };
  }
  return { x: x0, y: y0, strokes: [...paths].map(([kind, path]) => ({ path, ...styles[kind], dash: kind === 'gap' })) };
}

export function drawTrack(ctx: CanvasRenderingContext2D, track: Track, view: View, { palette, dpr }: Sprites): void {
  const k = view.scale / referenceScale;
  ctx.save();
  ctx.setTransform(k * dpr, 0, 0, k * dpr, screenX(track.x, view) * dpr, (track.y * view.scale - view.originY) * dpr);
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  for (const { path, colour, width, dash } of track.strokes) {
    ctx.setLineDash(dash ? [6 / k, 6 / k] : []);
    if (!dash) {
      ctx.lineWidth = (width + 2) / k;
      ctx.strokeStyle = palette.land;
      ctx.stroke(path);
    }
    ctx.lineWidth = width / k;
    ctx.strokeStyle = palette[colour];
    ctx.stroke(path);
  }
  ctx.restore();
}

/** Everything but tracks and calls: those lie below and above. Returns whether a call pulses. */
export function drawOverlay(
  ctx: CanvasRenderingContext2D,
  o: Exclude<Overlay, { kind: 'track' }>,
  view: View,
  sprites: Sprites,
  now: number,
  pulses: boolean,
): boolean {
  const { palette, dpr } = sprites;
  const screen = (p: Position) => ({
    x: screenX(worldX(p.lon), view),
    y: worldY(p.lat) * view.scale - view.originY,
  });
  if (o.kind === 'sos') {
    const { x, y } = screen(o);
    drawCall(ctx, x, y, o.raised, sprites, now, pulses, false);
    return o.raised && pulses;
  }
  ctx.save();
  ctx.setTransform(dpr, 0, 0, dpr, 0, 0);
  if (o.kind === 'vehicle') {
    const { x, y } = screen(o);
    ctx.translate(x, y);
    ctx.scale(1.25, 1.25);
    drawVehicle(ctx, o.state, ((o.heading ?? 0) * Math.PI) / 180, palette);
  } else if (o.kind === 'line') {
    const b = screen(o.to);
    // both ends in one copy of the world, the way between them not round the globe
    const a = { x: b.x + nearestCopy(worldX(o.from.lon) - worldX(o.to.lon), 0) * view.scale, y: screen(o.from).y };
    ctx.beginPath();
    ctx.moveTo(a.x, a.y);
    ctx.lineTo(b.x, b.y);
    ctx.setLineDash([7, 6]);
    ctx.lineWidth = 2;
    ctx.strokeStyle = palette.ink2;
    ctx.stroke();
    if (o.label) lettered(ctx, o.label, (a.x + b.x) / 2, (a.y + b.y) / 2, palette, 'center', '500 12px ');
    const leaves = o.edge === undefined ? null : leavingAt(b, a, view);
    if (o.edge !== undefined && leaves !== null) {
      ctx.font = `500 12px ${palette.font}`;
      const half = ctx.measureText(o.edge).width / 2 + 8;
      const x = Math.max(half, Math.min(view.width - half - edgePixels.right, leaves.x));
      lettered(ctx, o.edge, x, leaves.y, palette, 'center', '500 12px ');
    }
  } else if (o.kind === 'mark') {
    const { x, y } = screen(o);
    ctx.translate(x, y);
    drawMoment(ctx, o.shape, palette);
  } else {
    const { x, y } = screen(o);
    ctx.translate(x, y);
    ctx.beginPath();
    ctx.roundRect(-6, -6, 12, 12, 3);
    ctx.fillStyle = palette.ink2;
    ctx.strokeStyle = palette.raised;
    ctx.lineWidth = 2;
    ctx.fill();
    ctx.stroke();
    lettered(
      ctx,
      o.note ? `${o.label} ${o.note}` : o.label,
      o.under ? 0 : 12,
      o.under ? 17 : 0,
      palette,
      o.under ? 'center' : 'left',
      '500 12px ',
    );
  }
  ctx.restore();
  return false;
}

/** What controls, scale and sources take at the edges of a map. */
const edgePixels = { left: 16, top: 16, right: 56, bottom: 56 };
/** Where the way from a point in sight to one that is not comes to the edge; null: both are in sight, or neither. */
export function leavingAt(
  from: { x: number; y: number },
  to: { x: number; y: number },
  { width, height }: { width: number; height: number },
): { x: number; y: number } | null {
  const inSight = (p: { x: number; y: number }) => p.x >= 0 && p.y >= 0 && p.x <= width && p.y <= height;
  if (!inSight(from) || inSight(to)) return null;
  const share = (start: number, end: number, low: number, high: number) =>
    end < low ? (low - start) / (end - start) : end > high ? (high - start) / (end - start) : 1;
  const { left, top, right, bottom } = edgePixels;
  const t = Math.max(0, Math.min(share(from.x, to.x, left, width - right), share(from.y, to.y, top, height - bottom)));
  return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t };
}

/** A moment of a track: a pause for a stop, a wedge or a square for the engine, the triangle of a fault. */
function drawMoment(
  ctx: CanvasRenderingContext2D,
  shape: 'stop' | 'engineOn' | 'engineOff' | 'fault',
  palette: Palette,
): void {
  ctx.lineJoin = 'round';
  ctx.lineWidth = 2;
  ctx.beginPath();
  if (shape === 'fault') {
    for (const [x, y] of [
      [0, -8],
      [8, 6.5],
      [-8, 6.5],
    ] as const)
      ctx.lineTo(x, y);
    ctx.closePath();
    ctx.strokeStyle = palette.raised;
    ctx.fillStyle = palette.today;
    ctx.stroke();
    ctx.fill();
    return;
  }
  ctx.arc(0, 0, 7.5, 0, 2 * Math.PI);
  ctx.fillStyle = palette.raised;
  ctx.strokeStyle = palette.ink2;
  ctx.lineWidth = 1.5;
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = palette.ink2;
  ctx.beginPath();
  if (shape === 'engineOn')
    for (const [x, y] of [
      [-2, -3.5],
      [4, 0],
      [-2, 3.5],
    ] as const)
      ctx.lineTo(x, y);
  else if (shape === 'engineOff') ctx.rect(-2.8, -2.8, 5.6, 5.6);
  else {
    ctx.rect(-3, -3, 2, 6);
    ctx.rect(1, -3, 2, 6);
  }
  ctx.fill();
}

function lettered(
  ctx: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  palette: Palette,
  align: CanvasTextAlign,
  font: string,
): void {
  ctx.font = font + palette.font;
  ctx.textAlign = align;
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  ctx.lineWidth = 4;
  ctx.setLineDash([]);
  ctx.strokeStyle = palette.land;
  ctx.strokeText(text, x, y);
  ctx.fillStyle = palette.ink;
  ctx.fillText(text, x, y);
}
