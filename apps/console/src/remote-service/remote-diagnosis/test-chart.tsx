import { chakra, Flex } from '@chakra-ui/react';
import type { ItemValues } from '@headland/contracts/device/diagnosis';
import { diagnosis } from '@headland/contracts/diagnosis';
import { curveOf, type MeasuredPart } from '@headland/domain/diagnosis/curve';
import { monitorItems } from '@headland/domain/diagnosis/items';
import { rangeLabel, cylinderText, measure, unitLabel } from '@headland/i18n/diagnosis-labels';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import { Figure } from '../../ui/figure';
import { useDiagnosisFormatter } from './diagnosis-labels';
import { TestPlot } from './test-plot';
import type { Session } from './use-session';

const noParts: readonly MeasuredPart[] = [];
/** Measurements of a run: loaded once, and live while it runs. `live` is its session. */
export function useCurve(testId: number | null, live?: Pick<Session, 'subscribe' | 'missed'>): readonly MeasuredPart[] {
  const { data, refetch } = useQuery({
    ...query(diagnosis.curve, { params: { testId: testId ?? 0 } }),
    enabled: testId !== null,
    staleTime: Infinity,
  });
  const [received, setReceived] = useState<{ testId: number | null; parts: readonly MeasuredPart[] }>({
    testId,
    parts: noParts,
  });
  const subscribe = live?.subscribe;
  useEffect(
    () =>
      subscribe?.(({ test }) => {
        const part = test?.part;
        if (test === undefined || part === undefined) return;
        setReceived((was) => ({ testId: test.id, parts: was.testId === test.id ? [...was.parts, part] : [part] }));
      }),
    [subscribe],
  );
  // rows missed before the subscription, or after the last received part
  const running = live !== undefined;
  const missed = live?.missed ?? 0;
  useEffect(() => {
    if (testId !== null && (missed > 0 || !running)) void refetch();
  }, [testId, missed, running, refetch]);
  return useMemo(
    () => [...(data?.parts ?? noParts), ...(received.testId === testId ? received.parts : noParts)],
    [data, received, testId],
  );
}

export interface ShownSignal {
  item: string;
  unit: string;
  band: readonly [number, number] | null;
  limits: readonly number[];
  perCylinder: boolean;
}
interface Props {
  parts: readonly MeasuredPart[];
  signals: readonly ShownSignal[];
  values: ItemValues;
  /** another run of the same test, overlaid */
  other?: { name: string; parts: readonly MeasuredPart[] } | undefined;
}

/** Each signal of a test: its value, limits and line; cylinders side by side. */
export function TestChart({ parts, signals, values, other }: Props) {
  const { t } = useI18n();
  const plain = signals.filter((s) => !s.perCylinder);
  const cylinders = signals.filter((s) => Array.isArray(values[s.item]));
  return (
    <>
      {parts.length === 0 && cylinders.length === 0 && Object.keys(values).length === 0 && (
        <chakra.p color="ink3">{t('tests.noCurve')}</chakra.p>
      )}
      <chakra.div
        display="grid"
        gap="3"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', xl: 'repeat(2, minmax(0,1fr))' }}
      >
        {plain.map((signal) => (
          <Signal key={signal.item} signal={signal} parts={parts} value={values[signal.item]} other={other} />
        ))}
      </chakra.div>
      {cylinders.map((signal) => (
        <Cylinders
          key={signal.item}
          signal={signal}
          values={values[signal.item] as readonly (number | string | null)[]}
        />
      ))}
    </>
  );
}

function Signal({
  signal,
  parts,
  value,
  other,
}: {
  signal: ShownSignal;
  parts: readonly MeasuredPart[];
  value: ItemValues[string] | undefined;
  other: Props['other'];
}) {
  const { t } = useI18n();
  const formatter = useDiagnosisFormatter();
  const { item, unit, band, limits } = signal;
  const known = formatter.item(item);
  const catalogued = monitorItems.get(item);
  const name = known?.name ?? item;
  const digits = known?.digits ?? 1;
  const lines = useMemo(() => {
    const own = { name: t('serviceHistory.thisRun'), points: curveOf(parts, item) };
    return other === undefined ? [own] : [own, { name: other.name, points: curveOf(other.parts, item) }];
  }, [parts, item, other, t]);
  const newest = lines[0]?.points.findLast(([, v]) => v !== null)?.[1] ?? null;
  const shown = newest ?? (typeof value === 'number' ? value : null);
  if (shown === null && lines.every((l) => l.points.length === 0)) return null;
  const outside = shown !== null && band !== null && (shown < band[0] || shown > band[1]);
  const allowed =
    band === null
      ? limits.map((v) => measure(formatter, v, unit, digits)).join(', ')
      : rangeLabel(band[0], band[1], (v) => measure(formatter, v, unit, digits));
  return (
    <chakra.section aria-label={name} border="1px solid" borderColor="line" borderRadius="card" p="2" minW="0">
      <Flex align="baseline" gap="2" px="1">
        <chakra.span textStyle="label" flex="1">
          {name}
        </chakra.span>
        {allowed !== '' && (
          <chakra.span textStyle="small" className="num" color={outside ? 'watch.ink' : 'ink3'}>
            {t('tests.band', { band: allowed })}
          </chakra.span>
        )}
        <chakra.b className="num" textStyle="head">
          <Figure value={shown} unit={unitLabel(unit)} digits={digits} />
        </chakra.b>
      </Flex>
      {lines.some((l) => l.points.length > 0) && (
        <TestPlot
          label={`${name}: ${shown === null ? t('common.missing') : measure(formatter, shown, unit, digits)}`}
          lines={lines}
          band={band}
          limits={limits}
          least={catalogued === undefined ? [] : [catalogued.min, catalogued.max]}
          digits={digits}
        />
      )}
    </chakra.section>
  );
}

function Cylinders({
  signal: { item, unit },
  values,
}: {
  signal: ShownSignal;
  values: readonly (number | string | null)[];
}) {
  const { t, number } = useI18n();
  const known = useDiagnosisFormatter().item(item);
  return (
    <chakra.section aria-label={`${known?.name ?? item}, ${t('tests.cylinders')}`} mt="3" textStyle="dense">
      <chakra.h3 textStyle="label" mb="1">
        {known?.name ?? item} <chakra.span color="ink3">{unitLabel(unit)}</chakra.span>
      </chakra.h3>
      <Flex gap="2" wrap="wrap">
        {values.map((value, i) => (
          <chakra.span
            key={i}
            px="2"
            py="1"
            border="1px solid"
            borderColor="line"
            borderRadius="control"
            className="num"
          >
            <chakra.span color="ink3">{t('diagEvidence.cylinder', { n: cylinderText(i + 1) })}</chakra.span>{' '}
            <b>{typeof value === 'number' ? number(value, known?.digits ?? 1) : (value ?? '–')}</b>
          </chakra.span>
        ))}
      </Flex>
    </chakra.section>
  );
}
