import { arrowTo } from './attention';

interface Point {
  x: number;
  y: number;
}
export interface Box extends Point {
  width: number;
  height: number;
}
/**
 * An arrow at the edge with its label. It represents all of `ids`, the most urgent first, which it names and points to.
 */
export interface Arrow extends Point {
  ids: number[];
  degrees: number;
  /** its label is at the left, so that it stays on the map */
  toLeft: boolean;
}

/** Size of an arrow with its label, in px of the stage: the label is truncated to fit. */
export const arrowBox = { width: 500, height: 56 };
const arrowPx = 48;
const edgePx = 64;
const gapPx = 8;
/** Above the legend. */
const bottomPx = 84;
/** More labels would hide the map. */
const maxArrows = 6;

/**
 * Arrows to points off the map, without overlapping each other or `occupied`. Given in order of urgency: each gets the
 * nearest free place along its edge; one without a place is merged into the nearest arrow, which shows the number.
 */
export function layOutArrows(
  targets: readonly (Point & { id: number })[],
  size: { width: number; height: number },
  occupied: readonly Box[] = [],
): Arrow[] {
  const { width, height } = size;
  const arrows: Arrow[] = [];
  for (const target of targets) {
    const at = arrowTo(target, width, height, edgePx);
    if (at === null) continue;
    const used = [...occupied, ...arrows.map((a) => boxOf(a))];
    const place =
      arrows.length >= maxArrows
        ? undefined
        : placesOf(at, size).find((p) => !used.some((box) => overlap(boxOf(p), box)));
    const nearest = nearestTo(at, arrows);
    if (place !== undefined) arrows.push({ ...place, ids: [target.id], degrees: degreesTo(target, place) });
    else if (nearest !== undefined) nearest.ids.push(target.id);
    // the first one is always shown, whatever it covers
    else
      arrows.push({
        ...(placesOf(at, size)[0] ?? { ...at, toLeft: at.x > width / 2 }),
        ids: [target.id],
        degrees: at.degrees,
      });
  }
  return arrows;
}

export const boxOf = ({ x, y, toLeft }: Pick<Arrow, 'x' | 'y' | 'toLeft'>): Box => ({
  x: toLeft ? x + arrowPx / 2 - arrowBox.width : x - arrowPx / 2,
  y: y - arrowBox.height / 2,
  ...arrowBox,
});

/** Along the edge, from the nearest to the farthest, as far as the label stays on the map. */
function placesOf(
  at: Point,
  { width, height }: { width: number; height: number },
): Pick<Arrow, 'x' | 'y' | 'toLeft'>[] {
  const atSide = at.x <= edgePx + 1 || at.x >= width - edgePx - 1;
  const step = atSide ? arrowBox.height + gapPx : (arrowBox.width + gapPx) / 2;
  const steps = Math.ceil((atSide ? height : width) / step);
  const shifts = [0, ...Array.from({ length: steps }, (_, i) => [-(i + 1) * step, (i + 1) * step]).flat()];
  const lowest = height - bottomPx - arrowBox.height / 2;
  const y0 = Math.min(at.y, lowest);
  return shifts
    .map((shift) => (atSide ? { x: at.x, y: y0 + shift } : { x: at.x + shift, y: y0 }))
    .filter(({ x, y }) => x >= edgePx && x <= width - edgePx && y >= edgePx && y <= lowest)
    .map((p) => ({ ...p, toLeft: p.x > width / 2 }));
}

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width + gapPx &&
  b.x < a.x + a.width + gapPx &&
  a.y < b.y + b.height + gapPx &&
  b.y < a.y + a.height + gapPx;

const degreesTo = (to: Point, from: Point): number => (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;

const nearestTo = (at: Point, arrows: readonly Arrow[]): Arrow | undefined =>
  arrows.toSorted((a, b) => Math.hypot(a.x - at.x, a.y - at.y) - Math.hypot(b.x - at.x, b.y - at.y))[0];
