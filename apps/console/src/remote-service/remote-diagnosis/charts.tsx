import { chakra, Flex } from '@chakra-ui/react';
import { conditionsOf, gateIds } from '@headland/domain/diagnosis/gates';
import { monitorItems } from '@headland/domain/diagnosis/items';
import { memo, useCallback, useMemo, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { timeText } from '../../lib/time';
import { StreamPlot, type StreamMark, type Window } from '../../ui/plot/stream-plot';
import type { MeasuredRows } from './measured-rows';
import { ChartCursor, NowValue, RecordedValues, unitOf } from './recorded-values';

/** Maximum number of charts. */
export const maxCharts = 9;
/**
 * The chart of each item: `charts[item]` from 1; an item without an entry has its own, the last one of too many shares
 * it.
 */
export type Charts = Readonly<Record<string, number>>;

export const chartOf = (items: readonly string[], charts: Charts, item: string): number =>
  charts[item] ?? Math.min(maxCharts, items.indexOf(item) + 1);

interface Props {
  rows: MeasuredRows;
  charts: Charts;
  marks: readonly StreamMark[];
  /** the visible range: a fixed window, or null for the newest rows */
  view: Window | null;
  onView: (view: Window | null) => void;
  /** of a running recording: how much of it; else all of it */
  lastMs?: number;
  /** no rows come, though they should */
  frozen?: boolean;
}

/**
 * The charts of a recording with a shared cursor, and its values beside. New rows are drawn outside React, which only
 * renders when the selection changes.
 */
export const RecordingCharts = memo(function RecordingCharts({
  rows,
  charts,
  marks,
  view,
  onView,
  lastMs = Infinity,
  frozen = false,
}: Props) {
  const { t, of } = useI18n();
  const [cursor] = useState(() => new ChartCursor());
  /** what the cursor is compared with: a click sets it, in seconds of the device clock */
  const [pin, setPin] = useState<number | null>(null);
  // the last moment of a chart that does not move on
  const stoodAt = view?.[1] ?? (frozen ? (rows.span()?.[1] ?? null) : null);
  const groups = useMemo(() => groupsOf(rows.items, charts), [rows, charts]);
  const windowNow = useCallback((): Window => view ?? newest(rows, lastMs), [view, rows, lastMs]);
  const onCursor = useCallback((at: number | null) => cursor.set(at), [cursor]);
  const name = (item: string): string => {
    const known = monitorItems.get(item);
    return known === undefined ? item : of(known);
  };
  return (
    <>
      <chakra.div
        display="grid"
        gap="3"
        gridTemplateColumns={{
          base: 'minmax(0,1fr)',
          md: 'repeat(2, minmax(0,1fr))',
          xl: groups.length > 4 ? 'repeat(3, minmax(0,1fr))' : 'repeat(2, minmax(0,1fr))',
        }}
      >
        {groups.map((group) => {
          const items = group.map((c) => rows.items[c] ?? '');
          const label = items.map(name).join(', ');
          return (
            <chakra.section
              key={group.join()}
              aria-label={label}
              border="1px solid"
              borderColor="line"
              borderRadius="card"
              p="2"
              bg="surface"
              minW="0"
            >
              {group.map((c, i) => (
                <Flex key={c} gap="2" align="baseline" px="1">
                  <chakra.span
                    w="3"
                    h="2px"
                    alignSelf="center"
                    bg={traces[i % 3]}
                    borderTop={i < 3 ? undefined : '1px dashed'}
                    aria-hidden
                  />
                  <chakra.span textStyle="label" truncate>
                    {name(items[i] ?? '')}
                  </chakra.span>
                  <chakra.span textStyle="micro" color="ink3" flex="1">
                    {unitOf(items[i] ?? '')}
                  </chakra.span>
                  {stoodAt !== null && i === 0 && (
                    <chakra.span textStyle="micro" color="watch.ink" className="num" whiteSpace="nowrap">
                      {t('remote.frozenAt', { time: timeText(stoodAt) })}
                    </chakra.span>
                  )}
                  <chakra.b
                    className="num"
                    textStyle={group.length === 1 ? 'head' : 'strong'}
                    color={stoodAt === null ? undefined : 'ink3'}
                  >
                    <NowValue rows={rows} column={c} at={stoodAt === null ? null : (stoodAt - rows.offsetMs) / 1000} />
                  </chakra.b>
                </Flex>
              ))}
              <StreamPlot
                label={t('remote.chartOf', { items: label })}
                source={rows}
                lines={group.map((column, i) => ({ column, name: name(items[i] ?? '') }))}
                windowNow={windowNow}
                windowKey={view === null ? `newest ${lastMs}` : view.join()}
                limits={limitsOf(items)}
                least={physicalOf(items)}
                marks={marks}
                pin={pin}
                onPin={setPin}
                sync="remote-monitor"
                onZoom={onView}
                onCursor={onCursor}
              />
            </chakra.section>
          );
        })}
      </chakra.div>
      <chakra.div overflowX="auto" mt="3">
        <RecordedValues rows={rows} windowNow={windowNow} cursor={cursor} pin={pin} />
      </chakra.div>
      <chakra.p textStyle="small" color="ink3" mt="2">
        {t('remote.chartHelp')}
      </chakra.p>
    </>
  );
});

const traces = ['var(--trace-1)', 'var(--trace-3)', 'var(--trace-2)'];

/** Columns that share a chart, by the charts' numbers. */
function groupsOf(items: readonly string[], charts: Charts): number[][] {
  const byChart = new Map<number, number[]>();
  for (const [c, item] of items.entries()) {
    const chart = chartOf(items, charts, item);
    byChart.set(chart, [...(byChart.get(chart) ?? []), c]);
  }
  return [...byChart].sort(([a], [b]) => a - b).map(([, columns]) => columns);
}

/** The minimum range, so that the first rows do not race across the chart. */
const leastShownMs = 60_000;
function newest(rows: MeasuredRows, lastMs: number): Window {
  const span = rows.span();
  if (span === null) return [Date.now() - leastShownMs, Date.now()];
  const [first, last] = span;
  return [Math.max(Math.min(first, last - leastShownMs), last - lastMs), last];
}

/** The limits of the tests for an item; without any, no line. */
const gateBounds = new Map<string, number[]>();
for (const gate of gateIds.filter(
  (g) => g !== 'STAND' && g !== 'PARK' && g !== 'STOP' && g !== 'RUN' && g !== 'COLD' && g !== 'NODTC' && g !== 'KEY',
))
  for (const { item, min, max } of conditionsOf(gate))
    gateBounds.set(item, [...(min === undefined ? [] : [min]), ...(max === undefined ? [] : [max])]);
const limitCache = new Map<string, readonly number[]>();
function limitsOf(items: readonly string[]): readonly number[] {
  const key = items.join();
  const known = limitCache.get(key) ?? [...new Set(items.flatMap((item) => gateBounds.get(item) ?? []))];
  limitCache.set(key, known);
  return known;
}

/** The ranges of the catalogue: the noise of a steady value does not fill a chart. */
const physicalCache = new Map<string, readonly [number, number] | undefined>();
function physicalOf(items: readonly string[]): readonly [number, number] | undefined {
  const key = items.join();
  if (!physicalCache.has(key)) {
    const known = items.map((item) => monitorItems.get(item)).filter((item) => item !== undefined);
    physicalCache.set(
      key,
      known.length === 0
        ? undefined
        : [Math.min(...known.map(({ min }) => min)), Math.max(...known.map(({ max }) => max))],
    );
  }
  return physicalCache.get(key);
}
