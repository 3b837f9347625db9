import 'uplot/dist/uPlot.min.css';
import { chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { useI18n } from '../../lib/i18n';
import { dayText, timeText } from '../../lib/time';
import { useTheme } from '../../lib/use-theme';
import type { Point } from './plot-data';

interface BarsProps {
  label: string;
  /** begin of each bar and its height; those that are missing are missing, not 0 */
  points: readonly Point[];
  /** how long a bar lasts */
  stepMs: number;
  from: number;
  to: number;
  height?: number;
}

/** Figures of equal spans of time as bars. The one under the cursor is written above them. */
export function Bars({ label, points, stepMs, from, to, height = 160 }: BarsProps) {
  const { number } = useI18n();
  const theme = useTheme();
  const place = useRef<HTMLDivElement>(null);
  const reading = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const parent = place.current;
    if (!parent) return;
    const style = getComputedStyle(parent);
    const of = (name: string) => style.getPropertyValue(name).trim();
    const { bars } = uPlot.paths;
    const axis = {
      stroke: of('--ink-3'),
      grid: { stroke: of('--grid'), width: 1 },
      ticks: { show: false },
      font: `11px ${of('--font')}`,
    };
    const u = new uPlot(
      {
        width: Math.max(40, parent.clientWidth),
        height,
        padding: [14, 12, 0, 0],
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
        scales: {
          x: { time: true, range: () => [from / 1000, to / 1000] },
          y: { range: (_, __, most) => [0, Math.max(1, most) * 1.08] },
        },
        axes: [
          {
            ...axis,
            size: 22,
            space: 72,
            values: (_, ticks) =>
              ticks.map((s) =>
                timeText(s * 1000, false) === '00:00' ? dayText(s * 1000).slice(5) : timeText(s * 1000, false),
              ),
          },
          { ...axis, size: 52, values: (_, ticks) => ticks.map((v) => (Number.isInteger(v) ? number(v) : '')) },
        ],
        series: [
          {},
          {
            stroke: of('--normal-fill'),
            fill: of('--normal-fill'),
            width: 0,
            points: { show: false },
            ...(bars ? { paths: bars({ align: 1, size: [0.8, 24] }) } : {}),
          },
        ],
        hooks: {
          setCursor: [
            (self) => {
              const at = self.cursor.idx;
              const value = at === null || at === undefined ? undefined : self.data[1]?.[at];
              const when = at === null || at === undefined ? undefined : self.data[0][at];
              if (reading.current)
                reading.current.textContent =
                  value === null || value === undefined || when === undefined
                    ? ''
                    : `${dayText(when * 1000)} ${timeText(when * 1000, false)} · ${number(value)}`;
            },
          ],
        },
      },
      steps(points, stepMs, from, to),
      parent,
    );
    const resize = new ResizeObserver(() => parent.clientWidth > 0 && u.setSize({ width: parent.clientWidth, height }));
    resize.observe(parent);
    return () => {
      resize.disconnect();
      u.destroy();
    };
  }, [points, stepMs, from, to, height, theme, number]);

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

/** Every span has its place, so that the widths agree; those without a figure stay empty. */
export function steps(
  points: readonly Point[],
  stepMs: number,
  from: number,
  to: number,
): [number[], (number | null)[]] {
  const known = new Map(points);
  const first = Math.floor(from / stepMs) * stepMs;
  const x = Array.from({ length: Math.max(0, Math.ceil((to - first) / stepMs)) }, (_, i) => first + i * stepMs);
  return [x.map((at) => at / 1000), x.map((at) => known.get(at) ?? null)];
}
