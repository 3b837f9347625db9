import { chakra, Flex } from '@chakra-ui/react';
import type { Incident } from '@headland/contracts/shared-shapes';
import { useCallback, useMemo, useState } from 'react';
import { serverNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { timeText } from '../../lib/time';
import { Button } from '../button';
import { measures, type Sensor, sensors, useMeasure } from '../measures';
import { physicalRange } from '../plot/physical-range';
import { Plot } from '../plot/plot';
import { EmptyState } from '../states';
import { MomentList } from './moment-list';
import { Player, type Speed } from './player';
import { ReplayMap } from './replay-map';
import { pointAt, segmentsOf, valueAt } from './track-points';

const tilts = ['tiltX', 'tiltY', 'tiltZ'] as const;
export type ReplaySensor = Sensor | (typeof tilts)[number];
const shownSensors: readonly ReplaySensor[] = [...sensors.filter((s) => s !== 'heading' && s !== 'odometer'), ...tilts];

/** Runs through the hour around an alert: track, values and what happened, all at the same moment. `charts` are drawn first; any value can be drawn by its button. */
export function IncidentReplay({ incident, charts }: { incident: Incident; charts: readonly ReplaySensor[] }) {
  const { t } = useI18n();
  const { at, from, to, points, values, moments } = incident;
  const known = useMemo(() => shownSensors.filter((name) => (values[name]?.length ?? 0) > 0), [values]);
  const [drawn, setDrawn] = useState<readonly ReplaySensor[]>(() =>
    charts.filter((name) => known.includes(name)).slice(0, 4),
  );
  const [end] = useState(() => Math.max(at, Math.min(to, serverNow())));
  const [cursor, setCursor] = useState(at);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>('60');
  const segments = useMemo(() => segmentsOf(points), [points]);
  const marks = useMemo(
    () =>
      moments
        .filter((m) => /^(fault\.occurred|sos\.raised)$/u.test(m.name))
        .map((m) => ({ ts: m.ts, urgent: m.name === 'sos.raised' })),
    [moments],
  );
  const go = useCallback((ts: number): void => {
    setPlaying(false);
    setCursor(ts);
  }, []);
  if (points.length === 0 && known.length === 0 && moments.length === 0)
    return <EmptyState title={t('replay.empty')} text={t('replay.emptyText')} />;
  const toggle = (name: ReplaySensor): void =>
    setDrawn((now) => (now.includes(name) ? now.filter((n) => n !== name) : [...now, name]));
  const here = pointAt(points, cursor);
  return (
    <chakra.div
      flex="1"
      minH="0"
      display="grid"
      gap="3"
      gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: 'minmax(0,1fr) 380px' }}
      overflowY={{ lg: 'hidden' }}
    >
      <Flex
        direction="column"
        minH="0"
        minW="0"
        border="1px solid"
        borderColor="line"
        borderRadius="card"
        overflow="hidden"
      >
        <ReplayMap incident={incident} here={here} moving={playing} />
        <Player
          from={from}
          to={to}
          end={end}
          cursor={cursor}
          onCursor={setCursor}
          playing={playing}
          onPlaying={setPlaying}
          speed={speed}
          onSpeed={setSpeed}
          segments={segments}
          marks={marks}
          live={null}
          startAt={from}
          actions={
            <Button kind="quiet" onClick={() => go(at)}>
              {t('replay.toMoment', { time: timeText(at) })}
            </Button>
          }
        />
      </Flex>
      <Flex direction="column" minH="0" minW="0" gap="3" overflowY={{ lg: 'auto' }} pr={{ lg: '1' }}>
        {known.length > 0 && <Values names={known} values={values} at={cursor} drawn={drawn} onToggle={toggle} />}
        {drawn.map((name) => (
          <Chart key={name} name={name} incident={incident} cursor={cursor} />
        ))}
        <MomentList moments={moments} present={moments.findLastIndex((m) => m.ts <= cursor)} onGo={go} />
      </Flex>
    </chakra.div>
  );
}

/** What a sensor is called and how it is shown; distances and speeds in the units of the person. */
function useSensor() {
  const { t } = useI18n();
  const measure = useMeasure();
  return (name: ReplaySensor, value: number | null) =>
    name in measures
      ? { label: t(`sensor.${name as Sensor}`), ...measure(name as Sensor, value) }
      : { label: t(`vehicle.${name as (typeof tilts)[number]}`), value, unit: '°', digits: 1 };
}

interface ValuesProps {
  names: readonly ReplaySensor[];
  values: Incident['values'];
  at: number;
  drawn: readonly ReplaySensor[];
  onToggle: (name: ReplaySensor) => void;
}
/** Every value at the player's time; a button each, which shows or removes its chart. */
function Values({ names, values, at, drawn, onToggle }: ValuesProps) {
  const { t, number } = useI18n();
  const sensor = useSensor();
  return (
    <chakra.section aria-label={t('vehicle.track.values')}>
      <chakra.div css={valuesCss}>
        {names.map((name) => {
          const { label, ...figure } = sensor(name, valueAt(values[name] ?? [], at));
          return (
            <button
              key={name}
              type="button"
              aria-pressed={drawn.includes(name)}
              title={t('replay.draw')}
              onClick={() => onToggle(name)}
            >
              <span>{label}</span>
              <b>
                {number(figure.value, figure.digits)} <span className="unit">{figure.unit}</span>
              </b>
            </button>
          );
        })}
      </chakra.div>
    </chakra.section>
  );
}

function Chart({
  name,
  incident: { at, from, to, values },
  cursor,
}: {
  name: ReplaySensor;
  incident: Incident;
  cursor: number;
}) {
  const sensor = useSensor();
  const points = values[name];
  // 1 in the unit of the protocol is so much in the person's
  const { label, unit, digits, value } = sensor(name, 1);
  const factor = value ?? 1;
  const drawn = useMemo(() => (points ?? []).map(([ts, value]) => [ts, value * factor] as const), [points, factor]);
  return (
    <chakra.section>
      <chakra.h3 textStyle="small" color="ink2">
        {label} <span className="unit">{unit}</span>
      </chakra.h3>
      <Plot
        label={label}
        unit={unit}
        digits={digits}
        points={drawn}
        least={(physicalRange[name] ?? []).map((edge) => edge * factor)}
        height={96}
        from={from}
        to={to}
        marks={[{ at }]}
        cursorAt={cursor}
        sync="replay"
      />
    </chakra.section>
  );
}

/** Plain elements: they change twenty times a second while it plays. */
const valuesCss = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(112px, 1fr))',
  gap: '4px',
  '& button': {
    padding: '4px 8px',
    textAlign: 'left',
    border: '1px solid var(--line)',
    borderRadius: 'var(--r-control)',
    background: 'var(--surface)',
    '&:hover': { background: 'var(--hover)' },
    '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  },
  '& button[aria-pressed=true]': { borderColor: 'var(--accent)', background: 'var(--accent-soft)' },
  '& button > span': {
    display: 'block',
    color: 'var(--ink-3)',
    font: 'var(--t-small) var(--font)',
    fontSize: '12px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& b': { color: 'var(--ink)', fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
} as const;
