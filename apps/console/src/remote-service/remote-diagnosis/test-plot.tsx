import 'uplot/dist/uPlot.min.css';
import { chakra } from '@chakra-ui/react';
import type { CurvePoint } from '@headland/domain/diagnosis/curve';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { useI18n } from '../../lib/i18n';
import { rangeOf } from '../../ui/plot/plot-data';
import { useTheme } from '../../lib/use-theme';

interface Props {
  label: string;
  /** one run, or two to compare: in ms since each began */
  lines: readonly { name: string; points: readonly CurvePoint[] }[];
  /** the allowed band, filled */
  band: readonly [number, number] | null;
  /** bounds, dashed */
  limits: readonly number[];
  /** what the axis shows at least */
  least: readonly number[];
  digits: number;
  height?: number;
}

/** Measurements of one item over the seconds of a test, with its limits. Two runs are aligned at their start. */
export function TestPlot(props: Props) {
  const { label, lines, height = 130 } = props;
  const { number } = useI18n();
  const theme = useTheme();
  const place = useRef<HTMLDivElement>(null);
  const reading = useRef<HTMLSpanElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const many = lines.length > 1;

  useEffect(() => {
    const parent = place.current;
    if (!parent) return;
    const style = getComputedStyle(parent);
    const of = (name: string): string => style.getPropertyValue(name).trim();
    const font = `11px ${of('--font')}`;
    const axis = { stroke: of('--ink-3'), grid: { stroke: of('--grid'), width: 1 }, ticks: { show: false }, font };
    let range: [number, number] | null = null;
    const u = new uPlot(
      {
        width: Math.max(40, parent.clientWidth),
        height,
        padding: [8, 12, 0, 0],
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 }, sync: { key: 'remote-test' } },
        scales: { x: { time: false }, y: { range: () => (range = rangeOf(seen(latest.current), range)) } },
        axes: [
          { ...axis, size: 22, values: (_, ticks) => ticks.map((s) => `${number(s)} s`) },
          { ...axis, size: 44, values: (_, ticks) => ticks.map((v) => number(v)) },
        ],
        series: [
          {},
          { stroke: of('--trace-1'), width: 1.5, points: { show: false }, spanGaps: false },
          ...(many
            ? [{ stroke: of('--trace-2'), width: 1.5, dash: [5, 4], points: { show: false }, spanGaps: false }]
            : []),
        ],
        hooks: {
          drawClear: [(self) => drawUnder(self, latest.current.band, of('--band'))],
          draw: [(self) => drawLimits(self, latest.current.limits, of('--limit'))],
          setCursor: [
            ({ cursor: { idx }, data }) => {
              if (!reading.current) return;
              const at = idx === null || idx === undefined ? undefined : data[0][idx];
              const values =
                at === undefined || idx === null || idx === undefined
                  ? []
                  : data.slice(1).map((column) => column[idx] ?? null);
              reading.current.textContent =
                at === undefined || values.every((v) => v === null)
                  ? ''
                  : `${number(at, 1)} s · ${values.map((v) => (v === null ? '–' : number(v, latest.current.digits))).join(' / ')}`;
            },
          ],
        },
      },
      dataOf(latest.current.lines),
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
  }, [height, theme, number, many]);
  useEffect(() => plot.current?.setData(dataOf(lines)), [lines]);

  return (
    <chakra.figure role="img" aria-label={label} minW="0" pos="relative">
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
      <div ref={place} style={{ height }} />
    </chakra.figure>
  );
}

const seen = ({ lines, band, limits, least }: Props): number[] => [
  ...least,
  ...lines.flatMap((l) => l.points.flatMap(([, v]) => (v === null ? [] : [v]))),
  ...(band ?? []),
  ...limits,
];

/** A second or three usual periods without a row is a gap. */
function dataOf(lines: Props['lines']): uPlot.AlignedData {
  const tables = lines.map(({ points }): uPlot.AlignedData => {
    const x: number[] = [];
    const y: (number | null)[] = [];
    for (const [i, [at, value]] of points.entries()) {
      const before = points[i - 1];
      if (before !== undefined && at - before[0] > 1_500) {
        x.push((before[0] + 1) / 1000);
        y.push(null);
      }
      x.push(at / 1000);
      y.push(value);
    }
    return [x, y];
  });
  const [first = [[], []]] = tables;
  return tables.length > 1 ? uPlot.join(tables) : first;
}

function drawUnder(u: uPlot, band: Props['band'], colour: string): void {
  if (band === null) return;
  const top = u.valToPos(band[1], 'y', true);
  u.ctx.save();
  u.ctx.fillStyle = colour;
  u.ctx.fillRect(u.bbox.left, top, u.bbox.width, u.valToPos(band[0], 'y', true) - top);
  u.ctx.restore();
}

function drawLimits(u: uPlot, limits: readonly number[], colour: string): void {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
  ctx.strokeStyle = colour;
  for (const limit of limits) {
    const y = u.valToPos(limit, 'y', true);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
  ctx.restore();
}
