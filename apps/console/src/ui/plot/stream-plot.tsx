import 'uplot/dist/uPlot.min.css';
import { chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { useI18n } from '../../lib/i18n';
import { timeText } from '../../lib/time';
import { useTheme } from '../../lib/use-theme';
import { drawMarkLabel, line } from './draw';
import { notWithNextFrame, withNextFrame } from './frame';
import { rangeOf } from './plot-data';
import type { Rows } from './spans';
import { type Lines, stepped, thin } from './thin';

/** Rows that grow in place, and who wants to know when they have. Moments in seconds of a clock that is `offsetMs` behind ours. */
export interface StreamSource extends Rows {
  readonly offsetMs: number;
  onChange: (ear: () => void) => () => void;
}
/** Moments of our clock in epoch ms. */
export type Window = readonly [from: number, to: number];
/** CSS pixels */
const lineWidth = 1.5;
export interface StreamMark {
  at: number;
  label: string;
}

interface Props {
  label: string;
  source: StreamSource;
  /** which columns of the source, and what each is called */
  lines: readonly { column: number; name: string }[];
  /** the window that is shown: asked each time it is drawn, so that it may follow the newest row */
  windowNow: () => Window;
  /** changes when the window has moved without a new row */
  windowKey: string;
  limits?: readonly number[];
  /** what the axis shows at least */
  least?: readonly [number, number] | undefined;
  marks?: readonly StreamMark[];
  /** a second cursor, in seconds of the source's clock: a click sets it, a double-click removes it */
  pin?: number | null;
  onPin?: (at: number | null) => void;
  /** charts with the same name share one cursor */
  sync: string;
  height?: number;
  onZoom: (window: Window | null) => void;
  /** the time under the cursor, in seconds of the source's clock; null: none */
  onCursor?: (at: number | null) => void;
}

/**
 * Lines that stream in. Drag to zoom, double-click to go back to the newest; a gap stays a gap. Drawn outside React, all charts of a page with the same
 * frame, and no more points than can be seen.
 */
export function StreamPlot(props: Props) {
  const { label, source, lines, windowKey, marks, limits, pin, sync, height = 132 } = props;
  const { number } = useI18n();
  const theme = useTheme();
  const place = useRef<HTMLDivElement>(null);
  const redraw = useRef<() => void>(() => undefined);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const columns = lines.map((l) => l.column).join(' ');

  useEffect(() => {
    const parent = place.current;
    if (!parent) return;
    const colours = coloursOf(parent);
    const shown = columns.split(' ').map(Number);
    let range: [number, number] | null = null;
    /** the click that ends a selection is none of its own */
    let zoomed = false;
    const axis = {
      stroke: colours.ink3,
      grid: { stroke: colours.grid, width: 1 },
      ticks: { show: false },
      font: `11px ${colours.font}`,
    };
    const data: Lines = [[], ...shown.map(() => [])];
    const u = new uPlot(
      {
        width: Math.max(40, parent.clientWidth),
        height,
        padding: [8, 12, 0, 0],
        legend: { show: false },
        cursor: {
          y: false,
          drag: { x: true, y: false, setScale: false },
          points: { size: 6 },
          sync: { key: sync },
          bind: { dblclick: () => () => (latest.current.onZoom(null), latest.current.onPin?.(null), null) },
        },
        scales: {
          x: { time: true, auto: false },
          y: {
            range: (_, low: number | null, high: number | null) => {
              const { limits = [], least = [] } = latest.current;
              const seen = [low, high, ...limits, ...least].filter((v): v is number => Number.isFinite(v));
              // before the first value there is nothing that the range must not be narrower than
              return low === null ? rangeOf(seen, null) : (range = rangeOf(seen, range));
            },
          },
        },
        axes: [
          {
            ...axis,
            size: 22,
            values: (_, ticks) => ticks.map((s) => tickText(s * 1000 + source.offsetMs)),
            space: 70,
          },
          { ...axis, size: 44, values: (_, ticks) => ticks.map((v) => number(v)) },
        ],
        series: [
          {},
          ...shown.map((_, i) => ({
            stroke: colours.traces[i % 3] ?? '',
            width: lineWidth,
            ...(i < 3 ? {} : { dash: [5, 3] }),
            points: { show: false },
            spanGaps: false,
          })),
        ],
        hooks: {
          draw: [(self) => drawOver(self, latest.current, colours)],
          setSelect: [
            (self) => {
              const { left, width } = self.select;
              if (width < 5) return;
              zoomed = true;
              const at = (px: number): number => self.posToVal(px, 'x') * 1000 + source.offsetMs;
              latest.current.onZoom([at(left), at(left + width)]);
              self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
            },
          ],
          setCursor: [
            (self) => {
              const at = self.cursor.idx ?? null;
              latest.current.onCursor?.(at === null ? null : (self.data[0][at] ?? null));
            },
          ],
        },
      },
      data,
      parent,
    );
    u.over.addEventListener('click', () => {
      const at = u.cursor.idx ?? null;
      const moment = at === null ? undefined : u.data[0][at];
      if (!zoomed && moment !== undefined) latest.current.onPin?.(moment);
      zoomed = false;
    });
    const turn = (turns++ % turnsOfAStep) / turnsOfAStep;
    let drawn: End | null = null;
    const draw = (): void => {
      const [from, to] = latest.current.windowNow();
      const pixels = u.bbox.width / devicePixelRatio;
      const [min, max] = stepped(
        (from - source.offsetMs) / 1000,
        (to - source.offsetMs) / 1000,
        pixels,
        source.period / 1000,
        turn,
      );
      const unchanged = u.scales.x?.min === min && u.scales.x.max === max;
      thin(data, source, shown, min, max, pixels);
      const end = endOf(data, source);
      const before = drawn;
      drawn = end;
      const news = unchanged && before !== null ? newsOf(end, before, u) : 'all';
      if (news === 'end') lengthen(u, data, colours);
      if (news !== 'all') return;
      u.setData(data, false);
      // setting a scale to its present value draws nothing; a redraw uses the previous scale
      if (unchanged) u.redraw();
      else u.setScale('x', { min, max });
    };
    const soon = (): void => withNextFrame(draw);
    const anew = (): void => {
      drawn = null;
      soon();
    };
    redraw.current = anew;
    const still = source.onChange(soon);
    anew();
    const resize = new ResizeObserver(() => {
      if (parent.clientWidth === 0) return;
      u.setSize({ width: parent.clientWidth, height });
      anew();
    });
    resize.observe(parent);
    return () => {
      notWithNextFrame(draw);
      still();
      resize.disconnect();
      u.destroy();
    };
  }, [source, columns, height, theme, number, sync]);

  useEffect(() => redraw.current(), [windowKey, marks, limits, pin]);

  return (
    <chakra.figure role="img" aria-label={label} minW="0">
      <div ref={place} style={{ height }} />
    </chakra.figure>
  );
}

/** Charts that were made one after the other are drawn anew one after the other. */
let turns = 0;
const turnsOfAStep = 9;

type Value = number | null | undefined;
/** What a picture of lines was drawn of, as far as a new row can change it: all before the end stays as it is. */
interface End {
  points: number;
  rewritten: number;
  /** the last two values of each line: of rows that share a pixel, the least and the greatest */
  values: (readonly [Value, Value])[];
}
const endOf = ([x, ...lines]: Lines, { rewritten }: Rows): End => ({
  points: x.length,
  rewritten,
  values: lines.map((l) => [l.at(-2), l.at(-1)]),
});

/** What there is to be drawn since the picture of `before`, with the same window: nothing, longer strokes at its end in the range that it has, or all of it. */
function newsOf(end: End, before: End, { scales }: uPlot): 'nothing' | 'end' | 'all' {
  if (end.points !== before.points || end.rewritten !== before.rewritten) return 'all';
  const changed = end.values.filter(
    ([a, b], l) => !Object.is(a, before.values[l]?.[0]) || !Object.is(b, before.values[l]?.[1]),
  );
  if (changed.length === 0) return 'nothing';
  const [min, max] = [scales.y?.min ?? Infinity, scales.y?.max ?? -Infinity];
  return changed.flat().every((v) => typeof v === 'number' && v >= min && v <= max) ? 'end' : 'all';
}

/** Draws what has come to the last pixel of each line over what is there. */
function lengthen(u: uPlot, [x, ...lines]: Lines, colours: Colours): void {
  const { ctx, bbox } = u;
  const at = u.valToPos(((x.at(-2) ?? 0) + (x.at(-1) ?? 0)) / 2, 'x', true);
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.lineWidth = lineWidth * devicePixelRatio;
  for (const [i, values] of lines.entries()) {
    const [a, b] = [values.at(-2), values.at(-1)];
    if (typeof a !== 'number' || typeof b !== 'number') continue;
    ctx.strokeStyle = colours.traces[i % 3] ?? '';
    line(ctx, at, u.valToPos(a, 'y', true), at, u.valToPos(b, 'y', true));
  }
  ctx.restore();
}

/** Nine charts that move on write the same moments again and again. */
const tickTexts = new Map<number, string>();
const maxTickTexts = 500;
function tickText(ms: number): string {
  const text = tickTexts.get(ms) ?? timeText(ms);
  if (tickTexts.size >= maxTickTexts) tickTexts.clear();
  tickTexts.set(ms, text);
  return text;
}

type Colours = Record<'ink3' | 'grid' | 'limit' | 'today' | 'accent' | 'font', string> & { traces: string[] };
function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    ink3: of('--ink-3'),
    grid: of('--grid'),
    limit: of('--limit'),
    today: of('--today-ink'),
    accent: of('--accent'),
    font: of('--font'),
    traces: [of('--trace-1'), of('--trace-3'), of('--trace-2')],
  };
}

function drawOver(u: uPlot, { limits = [], marks = [], pin = null, source }: Props, colours: Colours): void {
  const { ctx, bbox } = u;
  const right = bbox.left + bbox.width;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
  ctx.strokeStyle = colours.limit;
  for (const limit of limits) {
    const y = u.valToPos(limit, 'y', true);
    line(ctx, bbox.left, y, right, y);
  }
  ctx.strokeStyle = colours.today;
  ctx.fillStyle = colours.ink3;
  ctx.font = `${11 * devicePixelRatio}px ${colours.font}`;
  for (const { at, label } of marks) {
    const x = u.valToPos((at - source.offsetMs) / 1000, 'x', true);
    if (x < bbox.left || x > right) continue;
    line(ctx, x, bbox.top, x, bbox.top + bbox.height);
    drawMarkLabel(u, x, label);
  }
  if (pin !== null) {
    const x = u.valToPos(pin, 'x', true);
    ctx.setLineDash([]);
    ctx.strokeStyle = colours.accent;
    line(ctx, x, bbox.top, x, bbox.top + bbox.height);
  }
  ctx.restore();
}
