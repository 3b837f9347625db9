import { Flex } from '@chakra-ui/react';
import { memo } from 'react';

export type Series = readonly (readonly [number, number])[];
const width = 160;
const height = 32;
/** Without a value for longer than this the line breaks. */
const gapMs = 200_000;

interface Props {
  points: Series;
  from: number;
  to: number;
  quiet?: boolean;
  /** what the scale shows at least */
  least?: readonly [number, number] | undefined;
  /** dashed */
  limits?: readonly number[];
  /** a value of the scale as text */
  format: (value: number) => string;
}
/** Half an hour of one value as a line with its scale and limits: gaps stay gaps, the newest value has a dot. */
export const Sparkline = memo(function Sparkline({
  points,
  from,
  to,
  quiet = false,
  least,
  limits = [],
  format,
}: Props) {
  const shown = thin(points.filter(([ts]) => ts >= from && ts <= to));
  const [low, high] = rangeOf(shown, least);
  const x = (ts: number) => ((ts - from) / (to - from)) * (width - 4) + 1;
  const y = (value: number) => height - 4 - ((value - low) / (high - low)) * (height - 8);
  const last = shown.at(-1);
  return (
    <Flex gap="1" aria-hidden>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        height={height}
        preserveAspectRatio="none"
        style={{ display: 'block', overflow: 'visible', flex: '1 1 0', width: 0, minWidth: 0 }}
      >
        {[high, low].map((edge) => (
          <line
            key={edge}
            x1="0"
            x2={width}
            y1={y(edge)}
            y2={y(edge)}
            stroke="var(--grid)"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {limits
          .filter((limit) => limit >= low && limit <= high)
          .map((limit) => (
            <line
              key={limit}
              x1="0"
              x2={width}
              y1={y(limit)}
              y2={y(limit)}
              stroke="var(--limit)"
              strokeDasharray="4 3"
              vectorEffect="non-scaling-stroke"
            />
          ))}
        <path
          d={pathOf(shown, x, y)}
          fill="none"
          stroke={quiet ? 'var(--off-line)' : 'var(--normal-fill)'}
          strokeWidth="1.5"
          strokeLinejoin="round"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
        {last && (
          <line
            x1={x(last[0])}
            x2={x(last[0])}
            y1={y(last[1])}
            y2={y(last[1])}
            stroke={quiet ? 'var(--off-line)' : 'var(--normal-ink)'}
            strokeWidth="5"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      {shown.length > 0 && (
        <Flex
          direction="column"
          justify="space-between"
          flexShrink={0}
          minW="9"
          className="num"
          color="ink3"
          style={{ font: '10px/12px var(--font)', height }}
        >
          <span>{format(high)}</span>
          <span>{format(low)}</span>
        </Flex>
      )}
    </Flex>
  );
});

function pathOf(points: Series, x: (ts: number) => number, y: (value: number) => number): string {
  let before = -Infinity;
  return points
    .map(([ts, value]) => {
      const command = ts - before > gapMs ? 'M' : 'L';
      before = ts;
      return `${command}${x(ts).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
}

/** As many points as there are pixels are enough. */
function thin(points: Series): Series {
  const step = Math.ceil(points.length / width);
  return step <= 1 ? points : points.filter((_, i) => i % step === 0 || i === points.length - 1);
}

/** At least the physical range, to round numbers; without one a value that hardly moves is not blown up to the full height. */
export function rangeOf(points: Series, physical?: readonly [number, number]): [number, number] {
  let [low, high] = physical ?? [Infinity, -Infinity];
  for (const [, v] of points) {
    low = Math.min(low, v);
    high = Math.max(high, v);
  }
  if (low > high) return [0, 1];
  const least = Math.max(Math.abs(high) * 0.02, 0.5);
  if (high - low < least) [low, high] = [(low + high - least) / 2, (low + high + least) / 2];
  const step = 10 ** Math.floor(Math.log10(high - low)) / 2;
  return [Math.floor(low / step) * step, Math.ceil(high / step) * step];
}
