import 'uplot/dist/uPlot.min.css';
import { chakra } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useRef } from 'react';
import uPlot from 'uplot';
import { useI18n } from '../../lib/i18n';
import { timeText } from '../../lib/time';
import { useTheme } from '../../lib/use-theme';
import { drawMarkLabel, line } from './draw';
import { alone, type Point, rangeOf, withGaps } from './plot-data';

export interface PlotProps {
  label: string;
  unit?: string;
  points: readonly Point[];
  height?: number;
  /** a line without axes, for a cell or a card */
  small?: boolean;
  from?: number;
  to?: number;
  /** the allowed range, filled */
  band?: readonly [number, number];
  /** limits, dashed */
  limits?: readonly number[];
  /** what the axis shows at least */
  least?: readonly number[];
  /** moments, as a dashed upright line: when the fault occurred */
  marks?: readonly { at: number; label?: string }[];
  /** position of a player: a vertical line in the colour of the moving mark */
  cursorAt?: number | null;
  digits?: number;
  /** charts with the same name share one cursor */
  sync?: string;
}

/** A line over time. The value under the cursor is written above it, without a cursor the last one; gaps stay gaps. */
export function Plot(props: PlotProps) {
  const { label, unit, points, height = props.small ? 36 : 140, small = false, digits = 1 } = props;
  const { t, number } = useI18n();
  const theme = useTheme();
  const place = useRef<HTMLDivElement>(null);
  const reading = useRef<HTMLSpanElement>(null);
  const plot = useRef<uPlot | null>(null);
  const range = useRef<[number, number] | null>(null);
  const latest = useRef(props);
  /** no line leads to them: drawn as dots */
  const lone = useRef<number[]>([]);
  const dataOf = useEffectEvent((points: readonly Point[]) => {
    const data = withGaps(points);
    lone.current = alone(data[1]);
    return data;
  });
  const last = points.at(-1);
  // The plot reads band, limits and marks while it draws, outside React: this is their source.
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const parent = place.current;
    if (!parent) return;
    range.current = null;
    const colours = coloursOf(parent);
    const u = new uPlot(
      {
        width: Math.max(40, parent.clientWidth),
        height,
        padding: small ? [2, 0, 2, 0] : [8, 12, 0, 0],
        legend: { show: false },
        cursor: {
          show: !small,
          y: false,
          drag: { x: false, y: false },
          points: { size: 6 },
          ...(latest.current.sync ? { sync: { key: latest.current.sync } } : {}),
        },
        scales: {
          x: {
            time: true,
            range: (_, lo, hi) => [(latest.current.from ?? lo * 1000) / 1000, (latest.current.to ?? hi * 1000) / 1000],
          },
          y: { range: () => (range.current = rangeOf(everySeen(latest.current), range.current)) },
        },
        axes: small
          ? [{ show: false }, { show: false }]
          : [
              {
                stroke: colours.ink3,
                grid: { stroke: colours.grid, width: 1 },
                ticks: { show: false },
                size: 22,
                font: `11px ${colours.font}`,
                values: (_, ticks) => ticks.map((s) => timeText(s * 1000, false)),
              },
              {
                stroke: colours.ink3,
                grid: { stroke: colours.grid, width: 1 },
                ticks: { show: false },
                size: 44,
                font: `11px ${colours.font}`,
                values: (_, ticks) => ticks.map((v) => number(v)),
              },
            ],
        series: [
          {},
          {
            stroke: colours.trace,
            width: 1.5,
            points: { show: false, filter: () => lone.current, size: 4, fill: colours.trace },
            spanGaps: false,
          },
        ],
        hooks: {
          drawClear: [(self) => drawUnder(self, latest.current, colours)],
          draw: [(self) => drawOver(self, latest.current, colours)],
          setCursor: [
            (self) => {
              const at = self.cursor.idx;
              const value = at === null || at === undefined ? null : (self.data[1]?.[at] ?? null);
              const when = at === null || at === undefined ? undefined : self.data[0][at];
              if (reading.current)
                reading.current.textContent =
                  value === null || when === undefined
                    ? ''
                    : `${number(value, latest.current.digits ?? 1)} · ${timeText(when * 1000)}`;
            },
          ],
        },
      },
      dataOf(latest.current.points),
      parent,
    );
    plot.current = u;
    const resize = new ResizeObserver(() => parent.clientWidth > 0 && u.setSize({ width: parent.clientWidth, height }));
    resize.observe(parent);
    return () => {
      resize.disconnect();
      u.destroy();
      plot.current = null;
    };
  }, [height, small, theme, number]);

  useEffect(() => plot.current?.setData(dataOf(points)), [points, props.from, props.to]);
  useEffect(() => plot.current?.redraw(false, false), [props.cursorAt]);

  const summary = `${label}: ${last ? `${number(last[1], digits)} ${unit ?? ''}` : t('common.missing')}`;
  return (
    <chakra.figure role="img" aria-label={summary} minW="0" pos="relative">
      {!small && (
        <chakra.span
          ref={reading}
          className="num"
          pos="absolute"
          top="-2px"
          left="12"
          textStyle="micro"
          color="ink3"
          aria-hidden
          pointerEvents="none"
        />
      )}
      <div ref={place} style={{ height }} />
    </chakra.figure>
  );
}

type Colours = Record<'ink3' | 'grid' | 'trace' | 'band' | 'limit' | 'today' | 'accent' | 'font', string>;
function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    ink3: of('--ink-3'),
    grid: of('--grid'),
    trace: of('--trace-1'),
    band: of('--band'),
    limit: of('--limit'),
    today: of('--today-ink'),
    accent: of('--accent'),
    font: of('--font'),
  };
}

const everySeen = ({ points, band, limits = [], least = [] }: PlotProps): number[] => [
  ...least,
  ...points.map(([, v]) => v),
  ...(band ?? []),
  ...limits,
];

function drawUnder(u: uPlot, { band }: PlotProps, colours: Colours): void {
  if (!band) return;
  const { ctx, bbox } = u;
  const top = u.valToPos(band[1], 'y', true);
  ctx.save();
  ctx.fillStyle = colours.band;
  ctx.fillRect(bbox.left, top, bbox.width, u.valToPos(band[0], 'y', true) - top);
  ctx.restore();
}

function drawOver(u: uPlot, { limits = [], marks = [], cursorAt = null }: PlotProps, colours: Colours): void {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
  ctx.strokeStyle = colours.limit;
  for (const limit of limits)
    line(ctx, bbox.left, u.valToPos(limit, 'y', true), bbox.left + bbox.width, u.valToPos(limit, 'y', true));
  ctx.fillStyle = colours.ink3;
  ctx.font = `${11 * devicePixelRatio}px ${colours.font}`;
  for (const { at, label } of marks) {
    const x = u.valToPos(at / 1000, 'x', true);
    line(ctx, x, bbox.top, x, bbox.top + bbox.height);
    if (label) drawMarkLabel(u, x, label);
  }
  if (cursorAt !== null) {
    const x = u.valToPos(cursorAt / 1000, 'x', true);
    ctx.setLineDash([]);
    ctx.lineWidth = 2 * devicePixelRatio;
    ctx.strokeStyle = colours.accent;
    line(ctx, x, bbox.top, x, bbox.top + bbox.height);
  }
  ctx.restore();
}
