import { firstSpan, type Rows, type Span, spansOf } from '../../ui/plot/spans';
import type { State } from '../../ui/state-mark';
import type { Mark } from './course-marks';
import type { Course, ValueColumns } from './course-rows';

/** Where a chart draws: moments in seconds, pixels of the canvas. */
export interface Frame {
  ctx: CanvasRenderingContext2D;
  box: { left: number; top: number; width: number; height: number };
  from: number;
  to: number;
  x: (s: number) => number;
  y: (v: number) => number;
}
type Work = Course['states'][number]['state'];
export interface Colours {
  ink: string;
  ink3: string;
  surface: string;
  grid: string;
  line: string;
  band: string;
  font: string;
  work: Record<Work, string>;
  marks: Record<State, string>;
}

/** Colours of the theme, for a canvas. */
export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    ink: of('--ink'),
    ink3: of('--ink-3'),
    surface: of('--surface'),
    grid: of('--grid'),
    line: of('--trace-1'),
    band: of('--band'),
    font: of('--font'),
    work: { work: of('--normal-fill'), drive: of('--trace-3'), idle: of('--off-line') },
    marks: {
      now: of('--now-mark'),
      today: of('--today-ink'),
      watch: of('--watch-ink'),
      normal: of('--normal-fill'),
      off: of('--off-ink'),
    },
  };
}

type Values = readonly (number | null | undefined)[];
const isKnown = (v: number | null | undefined): v is number => v !== null && v !== undefined;

/** Filled between its edges, interrupted where there is no value. */
export function drawBand({ ctx, x, y }: Frame, t: readonly number[], low: Values, high: Values, c: Colours): void {
  ctx.fillStyle = c.band;
  ctx.beginPath();
  let start = -1;
  for (let i = 0; i <= t.length; i++) {
    // undefined: no point of this line; null: a gap
    const known = isKnown(low[i]) && isKnown(high[i]);
    if (known && start < 0) start = i;
    if (start < 0 || known || (i < t.length && low[i] === undefined)) continue;
    for (let k = start; k < i; k++) if (isKnown(high[k])) point(ctx, x(t[k] ?? 0), y(high[k] ?? 0), k === start);
    for (let k = i - 1; k >= start; k--) if (isKnown(low[k])) point(ctx, x(t[k] ?? 0), y(low[k] ?? 0), false);
    ctx.closePath();
    start = -1;
  }
  ctx.fill();
}
function point(ctx: CanvasRenderingContext2D, x: number, y: number, first: boolean): void {
  if (first) ctx.moveTo(x, y);
  else ctx.lineTo(x, y);
}

/** A gap is left open; a value alone between two gaps is a dot. */
export function drawLine({ ctx, x, y }: Frame, t: readonly number[], values: Values, c: Colours): void {
  ctx.strokeStyle = c.line;
  ctx.lineWidth = 1.5 * devicePixelRatio;
  ctx.lineJoin = 'bevel';
  ctx.lineCap = 'round';
  ctx.setLineDash([]);
  ctx.beginPath();
  let inLine = false;
  for (let i = 0; i < t.length; i++) {
    const v = values[i];
    if (v === undefined) continue;
    if (v === null) {
      inLine = false;
      continue;
    }
    const [px, py] = [x(t[i] ?? 0), y(v)];
    if (!inLine) ctx.moveTo(px, py);
    // of no length, with round ends: the dot
    ctx.lineTo(px, py);
    inLine = true;
  }
  ctx.stroke();
}

/**
 * Line and band of rows that share pixels as upright bars on whole pixels, from their spans: no path, no smoothing. It
 * costs a tenth of the two above and is what one sees while the window moves.
 */
export function drawQuickly(
  { ctx, box, from, to, x, y }: Frame,
  rows: Rows,
  { mean, low, high, hasBand }: ValueColumns,
  width: number,
  c: Colours,
): void {
  const spans = spansOf(rows, width);
  const thick = Math.max(2, Math.round(1.5 * devicePixelRatio));
  const first = firstSpan(spans, from - width);
  const step = (width / (to - from)) * box.width;
  const edge = (i: number): number => Math.round(x(spans[i]?.begins ?? 0));
  const each = (draw: (span: Span, left: number, wide: number) => void): void => {
    for (let i = first; i < spans.length; i++) {
      const span = spans[i];
      if (span === undefined || span.begins > to) break;
      const left = edge(i);
      const right = i + 1 < spans.length ? edge(i + 1) : Math.round(left + step);
      if (right > left) draw(span, left, right - left);
    }
  };
  if (hasBand) {
    ctx.fillStyle = c.band;
    each(({ count, least, greatest }, left, wide) => {
      if ((count[low] ?? 0) === 0) return;
      const top = Math.round(y(greatest[high] ?? 0));
      ctx.fillRect(left, top, wide, Math.round(y(least[low] ?? 0)) - top);
    });
  }
  ctx.fillStyle = c.line;
  // the bar before, or nothing to go on from
  let [above, below] = [NaN, NaN];
  each(({ count, least, greatest, missing }, left, wide) => {
    if ((count[mean] ?? 0) === 0) {
      above = NaN;
      return;
    }
    const top = Math.round(y(greatest[mean] ?? 0));
    const bottom = Math.round(y(least[mean] ?? 0));
    // up to the bar before, so that the line does not tear
    const from = top > below ? below : top;
    const until = bottom < above ? above : bottom;
    ctx.fillRect(left, from, wide, Math.max(thick, until - from));
    [above, below] = missing[mean] === true ? [NaN, NaN] : [top, bottom];
  });
}

/** The heights of the strip distinguish the states without colours. */
const stripHeights: Record<Work, number> = { work: 6, drive: 4, idle: 2 };
export const workStates = ['work', 'drive', 'idle'] as const satisfies readonly Work[];
/** What a vehicle did, along the time axis. Of those that share a pixel the first is drawn. */
export function drawStates({ ctx, box, from, to, x }: Frame, states: Course['states'], c: Colours): void {
  const bottom = Math.round(box.top + box.height);
  let until = -Infinity;
  for (const s of states) {
    if (s.to / 1000 < from) continue;
    if (s.from / 1000 > to) break;
    const end = Math.round(x(s.to / 1000));
    if (end <= until) continue;
    const left = Math.max(until, Math.round(x(s.from / 1000)));
    const right = Math.max(left + 1, end);
    const height = Math.round(stripHeights[s.state] * devicePixelRatio);
    ctx.fillStyle = c.work[s.state];
    ctx.fillRect(left, bottom - height, right - left, height);
    until = right;
  }
}

/** An upright line with the shape of its state on top; SOS calls are ringed. */
export function drawMarks({ ctx, box, from, to, x }: Frame, marks: readonly Mark[], c: Colours): void {
  const px = devicePixelRatio;
  ctx.lineWidth = px;
  ctx.setLineDash([3 * px, 3 * px]);
  let last = -Infinity;
  for (const mark of marks) {
    const s = mark.at / 1000;
    if (s < from || s > to) continue;
    const at = Math.round(x(s)) + 0.5;
    // hundreds on one pixel look like one
    if (at - last < px && mark.kind === 'fault') continue;
    last = at;
    ctx.strokeStyle = c.marks[mark.state];
    ctx.globalAlpha = 0.6;
    ctx.beginPath();
    ctx.moveTo(at, box.top + 9 * px);
    ctx.lineTo(at, box.top + box.height);
    ctx.stroke();
    ctx.globalAlpha = 1;
    ctx.fillStyle = c.marks[mark.state];
    shape(ctx, mark, at, box.top + 5 * px, 4 * px);
  }
  ctx.setLineDash([]);
}

function shape(ctx: CanvasRenderingContext2D, { state, kind }: Mark, x: number, y: number, r: number): void {
  ctx.beginPath();
  if (kind === 'sos') {
    ctx.arc(x, y, r, 0, 2 * Math.PI);
    ctx.arc(x, y, r * 0.45, 0, 2 * Math.PI, true);
  } else if (state === 'now') {
    const a = r * 0.42;
    for (const [i, [dx, dy]] of [
      [-a, -r],
      [a, -r],
      [r, -a],
      [r, a],
      [a, r],
      [-a, r],
      [-r, a],
      [-r, -a],
    ].entries())
      point(ctx, x + (dx ?? 0), y + (dy ?? 0), i === 0);
  } else if (state === 'today') {
    for (const [i, [dx, dy]] of [
      [0, -r],
      [r, r * 0.84],
      [-r, r * 0.84],
    ].entries())
      point(ctx, x + (dx ?? 0), y + (dy ?? 0), i === 0);
  } else {
    for (const [i, [dx, dy]] of [
      [0, -r],
      [r, 0],
      [0, r],
      [-r, 0],
    ].entries())
      point(ctx, x + (dx ?? 0), y + (dy ?? 0), i === 0);
  }
  ctx.closePath();
  ctx.fill();
}
