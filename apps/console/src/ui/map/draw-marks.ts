import { markFlags } from '@headland/contracts/live-frame';
import { at, clusterRadius, glideMs, type Mark, type MarkField } from './marker-layer';
import { circle, drawVehicle, type Sprite, type Sprites } from './sprites';
import { screenX, type View } from './view';

export interface Drawn {
  selectedId: number | null;
  /** a mark or cluster that has the keyboard focus */
  focusKey: string | null;
  /** false under prefers-reduced-motion: SOS marks do not pulse */
  pulses: boolean;
  /** badges of open faults are drawn */
  faults: boolean;
  /** calls that were acknowledged are drawn as calls; those that were not always are */
  sos: boolean;
}
const pulseMs = 1_600;
/** CSS pixels that a mark may reach into the view from outside */
const margin = 16;
const anyFault = markFlags.critical | markFlags.major | markFlags.minor;
const sosAny = markFlags.sosRaised | markFlags.sosOpen;

/**
 * One frame of marks on a canvas of device pixels. Nothing here allocates per mark or draws a path per mark, but for calls of help and the
 * selected one: that is what keeps ten thousand of them moving. Returns whether it must be drawn again soon (something moves or pulses).
 */
export function drawMarks(
  ctx: CanvasRenderingContext2D,
  field: MarkField,
  view: View,
  sprites: Sprites,
  now: number,
  drawn: Drawn,
): boolean {
  const { dpr, badge } = sprites;
  const { scale, originY, width, height } = view;
  for (const cluster of field.clusters()) {
    const x = screenX(cluster.x, view);
    const y = cluster.y * scale - originY;
    if (x < -40 || y < -40 || x > width + 40 || y > height + 40) continue;
    const image = sprites.clusterOf(cluster);
    ctx.drawImage(image, Math.round(x * dpr - image.width / 2), Math.round(y * dpr - image.height / 2));
    if (drawn.focusKey === cluster.key) ring(ctx, x, y, clusterRadius(cluster.count) + 3, sprites);
  }
  const shownCalls = drawn.sos ? sosAny : markFlags.sosRaised;
  const calls: Mark[] = [];
  let selected: Mark | null = null;
  for (const mark of field.marks.values()) {
    // as `at`, without an object for each
    const rest = Math.max(0, 1 - (now - mark.since) / glideMs);
    const x = screenX(mark.x - (mark.x - mark.fromX) * rest, view);
    const y = (mark.y - (mark.y - mark.fromY) * rest) * scale - originY;
    if (x < -margin || y < -margin || x > width + margin || y > height + margin) continue;
    if (mark.flags & shownCalls) {
      calls.push(mark);
      continue;
    }
    if (mark.id === drawn.selectedId) {
      selected = mark;
      continue;
    }
    // On whole device pixels the copy needs no filter, which makes it several times faster; half a pixel is not seen.
    const left = Math.round(x * dpr);
    const top = Math.round(y * dpr);
    copy(ctx, sprites.of(mark.state, mark.heading), left, top);
    if (mark.flags & anyFault)
      copy(
        ctx,
        mark.flags & markFlags.critical ? badge.critical : mark.flags & markFlags.major ? badge.major : badge.minor,
        left,
        top,
      );
    if (drawn.focusKey === `v${mark.id}`) ring(ctx, x, y, 15, sprites);
  }
  if (selected) drawSelected(ctx, selected, view, sprites, now);
  for (const mark of calls) {
    const p = at(mark, now);
    const raised = (mark.flags & markFlags.sosRaised) !== 0;
    drawCall(
      ctx,
      screenX(p.x, view),
      p.y * scale - originY,
      raised,
      sprites,
      now,
      drawn.pulses,
      mark.id === drawn.selectedId || drawn.focusKey === `v${mark.id}`,
    );
  }
  return now < field.movingUntil || (drawn.pulses && calls.some((c) => c.flags & markFlags.sosRaised));
}

function copy(ctx: CanvasRenderingContext2D, { image, left, top }: Sprite, x: number, y: number): void {
  ctx.drawImage(image, x - left, y - top);
}

/** The selected vehicle: its mark a quarter larger in a ring of 34 px. */
export function drawSelected(
  ctx: CanvasRenderingContext2D,
  mark: Mark,
  view: View,
  sprites: Sprites,
  now: number,
): void {
  const p = at(mark, now);
  const { dpr, palette } = sprites;
  ctx.save();
  ctx.setTransform(dpr, 0, 0, dpr, screenX(p.x, view) * dpr, (p.y * view.scale - view.originY) * dpr);
  circle(ctx, 17);
  ctx.globalAlpha = 0.92;
  ctx.fillStyle = palette.raised;
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.lineWidth = 2;
  ctx.strokeStyle = palette.accent;
  ctx.stroke();
  ctx.scale(1.25, 1.25);
  drawVehicle(ctx, mark.state, ((mark.heading ?? 0) * Math.PI) / 180, palette);
  ctx.restore();
}

/** A call of help: filled and pulsing until acknowledged, then a ring. Its word is on it. */
export function drawCall(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  raised: boolean,
  sprites: Sprites,
  now: number,
  pulses: boolean,
  selected: boolean,
): void {
  const { dpr, palette } = sprites;
  const k = dpr * palette.names;
  ctx.save();
  ctx.setTransform(k, 0, 0, k, x * dpr, y * dpr);
  if (raised) {
    const t = pulses ? (now % pulseMs) / pulseMs : 0.35;
    ctx.globalAlpha = pulses ? 0.9 * (1 - t) : 0.5;
    ctx.lineWidth = 2.5;
    ctx.strokeStyle = palette.nowMark;
    circle(ctx, 20 * (0.5 + 1.1 * t));
    ctx.stroke();
    ctx.globalAlpha = 1;
  }
  if (selected) {
    ctx.lineWidth = 2;
    ctx.strokeStyle = palette.accent;
    circle(ctx, 18);
    ctx.stroke();
  }
  circle(ctx, 13);
  ctx.fillStyle = raised ? palette.nowFill : palette.raised;
  ctx.strokeStyle = raised ? palette.raised : palette.nowMark;
  ctx.lineWidth = 2;
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = raised ? palette.onNow : palette.nowMark;
  ctx.font = `700 9px ${palette.font}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText('SOS', 0, 0.5);
  ctx.restore();
}

function ring(ctx: CanvasRenderingContext2D, x: number, y: number, radius: number, { dpr, palette }: Sprites): void {
  ctx.save();
  ctx.setTransform(dpr, 0, 0, dpr, x * dpr, y * dpr);
  circle(ctx, radius);
  ctx.lineWidth = 2;
  ctx.strokeStyle = palette.accent;
  ctx.stroke();
  ctx.restore();
}
