import { chakra, Flex } from '@chakra-ui/react';
import type { FaultDetail } from '@headland/contracts/fault';
import { useMemo, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { timeText } from '../../lib/time';
import { Button } from '../../ui/button';
import { Figure } from '../../ui/figure';
import { type Sensor, sensors, useMeasure } from '../../ui/measures';
import { Section } from '../../ui/panel';
import { physicalRange } from '../../ui/plot/physical-range';
import { Plot } from '../../ui/plot/plot';
import { relevantSensors } from './relevant-sensors';

const minutesMs = 300_000;
/** As many as fit into one line above the chart. */
const few = 4;

/**
 * Measurements around the fault: the values of its moment, and one of them as a line, five minutes before and after, with
 * known limits.
 */
export function FaultFreeze({ report }: { report: FaultDetail }) {
  const { t } = useI18n();
  const [all, setAll] = useState(false);
  const { freeze, system } = report;
  const names = useMemo(() => {
    const relevant = relevantSensors(system);
    const measured = [
      ...relevant,
      ...sensors.filter((s) => !relevant.includes(s) && s !== 'heading' && s !== 'odometer'),
    ];
    return measured.filter((name) => (freeze[name]?.length ?? 0) > 0);
  }, [freeze, system]);
  const [chosen, setChosen] = useState<Sensor | null>(null);
  const drawn = names.find((name) => name === chosen) ?? names[0];
  if (drawn === undefined)
    return (
      <Section title={t('fault.freeze')}>
        <chakra.p color="ink3">{t('fault.noFreeze')}</chakra.p>
      </Section>
    );
  return (
    <chakra.section px="4" pt="2" pb="1" borderTop="1px solid" borderColor="line">
      <Flex align="baseline" gap="2">
        <chakra.h3 textStyle="small" color="ink3" fontWeight="400" flex="1" minW="0" truncate>
          {t('fault.freeze')}
          <Limits name={drawn} report={report} />
        </chakra.h3>
        {names.length > few && (
          <Button kind="link" h="6" aria-expanded={all} onClick={() => setAll(!all)}>
            {t(all ? 'fault.fewer' : 'fault.allValues', { n: names.length })}
          </Button>
        )}
      </Flex>
      <chakra.div display="grid" gridTemplateColumns={`repeat(${few}, minmax(0,1fr))`} columnGap="3" rowGap="1" mt="1">
        {(all ? names : names.slice(0, few)).map((name) => (
          <Value key={name} name={name} report={report} drawn={name === drawn} onDraw={() => setChosen(name)} />
        ))}
      </chakra.div>
      <Line key={drawn} name={drawn} report={report} />
    </chakra.section>
  );
}

/** A reading of the report in the member's units. */
function useReading(name: Sensor, report: FaultDetail) {
  const measure = useMeasure();
  const at = Date.parse(report.occurredAt);
  const points = useMemo(() => report.freeze[name] ?? [], [report.freeze, name]);
  // conversion from the protocol's unit to the member's
  const { unit, digits, value } = measure(name, 1);
  const factor = value ?? 1;
  const drawn = useMemo(() => points.map(([ts, reading]) => [ts, reading * factor] as const), [points, factor]);
  const limits = useMemo(
    () => (report.limits[name] ?? []).map((limit) => limit * factor),
    [report.limits, name, factor],
  );
  const least = useMemo(() => (physicalRange[name] ?? []).map((value) => value * factor), [name, factor]);
  return { at, unit, digits, drawn, limits, least, value: nearest(drawn, at) };
}

function Limits({ name, report }: { name: Sensor; report: FaultDetail }) {
  const { t, number } = useI18n();
  const { limits, unit } = useReading(name, report);
  return (
    <span className="num">
      {' '}
      · {t(`sensor.${name}`)}
      {limits.length > 0 && `, ${t('fault.limit', { limit: `${limits.map((l) => number(l)).join(' / ')} ${unit}` })}`}
    </span>
  );
}

/** The value of the moment; the pressed one is drawn below. */
function Value({
  name,
  report,
  drawn,
  onDraw,
}: {
  name: Sensor;
  report: FaultDetail;
  drawn: boolean;
  onDraw: () => void;
}) {
  const { t } = useI18n();
  const { value, unit, digits } = useReading(name, report);
  return (
    <chakra.button
      type="button"
      aria-pressed={drawn}
      onClick={onDraw}
      textAlign="left"
      minW="0"
      pb="0.5"
      borderBottom="2px solid transparent"
      _hover={{ borderColor: 'lineStrong' }}
      _pressed={{ borderColor: 'accent' }}
    >
      <chakra.span display="block" color="ink3" textStyle="small" truncate title={t(`sensor.${name}`)}>
        {t(`sensor.${name}`)}
      </chakra.span>
      <chakra.b fontSize="16px" lineHeight="20px" fontWeight="600" whiteSpace="nowrap">
        <Figure value={value} unit={unit} digits={digits} />
      </chakra.b>
    </chakra.button>
  );
}

function Line({ name, report }: { name: Sensor; report: FaultDetail }) {
  const { t } = useI18n();
  const { at, unit, digits, drawn, limits, least } = useReading(name, report);
  return (
    <Plot
      label={t(`sensor.${name}`)}
      unit={unit}
      digits={digits}
      points={drawn}
      limits={limits}
      least={least}
      height={84}
      from={at - minutesMs}
      to={at + minutesMs}
      marks={[{ at, label: timeText(report.occurredAt) }]}
    />
  );
}

const nearest = (points: readonly (readonly [number, number])[], at: number): number | null =>
  points.reduce<readonly [number, number] | null>(
    (best, p) => (best === null || Math.abs(p[0] - at) < Math.abs(best[0] - at) ? p : best),
    null,
  )?.[1] ?? null;
