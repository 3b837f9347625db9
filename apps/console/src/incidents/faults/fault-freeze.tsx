import { chakra, Flex } from '@chakra-ui/react';
import type { FaultDetail } from '@headland/contracts/fault';
import { useMemo, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { timeText } from '../../lib/time';
import { Button } from '../../ui/button';
import { Figure } from '../../ui/figure';
import { type Sensor, sensors, useMeasure } from '../../ui/measures';
import { Section } from '../../ui/panel';
import { Plot } from '../../ui/plot/plot';
import { relevantSensors } from './relevant-sensors';

const minutesMs = 300_000;
const few = 3;

/** Measurements five minutes before and after the fault, as lines with the time of the fault and known limits marked. */
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
  if (names.length === 0)
    return (
      <Section title={t('fault.freeze')}>
        <chakra.p color="ink3">{t('fault.noFreeze')}</chakra.p>
      </Section>
    );
  return (
    <Section
      title={t('fault.freeze')}
      actions={
        names.length > few && (
          <Button kind="link" aria-expanded={all} onClick={() => setAll(!all)}>
            {t(all ? 'fault.fewer' : 'fault.allValues', { n: names.length })}
          </Button>
        )
      }
    >
      <chakra.div display="grid" gap="3">
        {(all ? names : names.slice(0, few)).map((name) => (
          <Line key={name} name={name} report={report} />
        ))}
      </chakra.div>
    </Section>
  );
}

function Line({ name, report }: { name: Sensor; report: FaultDetail }) {
  const { t } = useI18n();
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
  const label = t(`sensor.${name}`);
  return (
    <div>
      <Flex justify="space-between" align="baseline" gap="2">
        <chakra.span color="ink3" textStyle="small">
          {label}
          {limits.length > 0 && (
            <chakra.span className="num">
              {' '}
              · {t('fault.limit', { limit: `${limits.map((l) => l.toLocaleString()).join(' / ')} ${unit}` })}
            </chakra.span>
          )}
        </chakra.span>
        <chakra.b fontSize="16px" fontWeight="600">
          <Figure value={nearest(drawn, at)} unit={unit} digits={digits} />
        </chakra.b>
      </Flex>
      <Plot
        label={label}
        unit={unit}
        digits={digits}
        points={drawn}
        limits={limits}
        height={92}
        from={at - minutesMs}
        to={at + minutesMs}
        marks={[{ at, label: timeText(report.occurredAt) }]}
        sync={`fault-${report.id}`}
      />
    </div>
  );
}

const nearest = (points: readonly (readonly [number, number])[], at: number): number | null =>
  points.reduce<readonly [number, number] | null>(
    (best, p) => (best === null || Math.abs(p[0] - at) < Math.abs(best[0] - at) ? p : best),
    null,
  )?.[1] ?? null;
