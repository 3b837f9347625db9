import { chakra, Flex } from '@chakra-ui/react';
import { production } from '@headland/contracts/production';
import type { VehicleDetail } from '@headland/contracts/vehicle';
import { sensorLimits } from '@headland/domain/fault-limits';
import { silentIntervals } from '@headland/domain/vehicle-state';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useFromNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { timeText } from '../../lib/time';
import { useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { Age } from '../../ui/age';
import { Figure } from '../../ui/figure';
import { LiveMap } from '../../ui/map/live-map';
import type { Overlay } from '../../ui/map/overlays';
import { Card, Facts } from '../../ui/panel';
import { EmptyState, ErrorState } from '../../ui/states';
import { physicalRange } from '../../ui/plot/physical-range';
import { TiltFigure } from '../../ui/tilt-figure';
import { beforeStop, type Sensor, useMeasure } from '../../ui/measures';
import { MeterFigure } from './meter-figure';
import { Sparkline } from './sparkline';
import { recentMs, useRecent } from './use-recent';

const groups = [
  {
    title: 'vehicle.group.engine',
    sensors: ['rpm', 'load', 'coolant', 'oilTemp', 'oilPressure', 'railPressure', 'exhaustTemp', 'battery'],
  },
  { title: 'vehicle.group.fluids', sensors: ['fuelLevel', 'defLevel', 'dpfSoot', 'fuelUsed'] },
  { title: 'vehicle.group.motion', sensors: ['speed', 'heading', 'hitch', 'pto', 'engineHours', 'odometer'] },
] as const satisfies readonly { title: string; sensors: readonly Sensor[] }[];
const usualInterval = 30;
const none: never[] = [];

/** All values of the last telemetry, each with its last half hour. A value older than three intervals is grey and shows its age. */
export function NowTab({ vehicle }: { vehicle: VehicleDetail }) {
  const { t } = useI18n();
  const can = useCan();
  const { now } = vehicle;
  const { series, error, refetch } = useRecent(vehicle.id);
  const staleMs = silentIntervals * (vehicle.intervalSeconds ?? usualInterval) * 1000;
  const at = now.ts === null ? null : Date.parse(now.ts);
  const isQuiet = useFromNow((clock) => at !== null && clock - at > staleMs);
  if (vehicle.deviceId === null && at === null)
    return (
      <EmptyState
        title={t('vehicle.noDeviceTitle')}
        text={t('vehicle.noDeviceText')}
        action={
          can(production.get.allow) && (
            <chakra.span color="accent" fontWeight="500">
              <Link to={toRecord('/productionDetail', vehicle.id)}>{t('vehicle.toProduction')}</Link>
            </chakra.span>
          )
        }
      />
    );
  if (vehicle.state === 'never' || at === null)
    return (
      <EmptyState title={t('vehicle.neverTitle')} text={t('vehicle.neverText', { device: vehicle.deviceId ?? '–' })} />
    );
  return (
    <chakra.div flex="1" minH="0" overflowY="auto" p={{ base: '3', md: '4' }}>
      {isQuiet && (
        <chakra.p textStyle="dense" color="watch.ink" mb="3">
          {t(vehicle.state === 'off' ? 'vehicle.asleep' : 'vehicle.stale')} <Age since={at} ago />
        </chakra.p>
      )}
      {error && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      <chakra.div
        display="grid"
        gap="3"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', xl: 'minmax(0,1fr) 400px' }}
        alignItems="start"
      >
        <Flex direction="column" gap="3" order={{ base: 2, xl: 1 }}>
          {groups.map((group) => (
            <Card key={group.title} as="section" aria-label={t(group.title)}>
              <chakra.h2 textStyle="strong" px="4" pt="3">
                {t(group.title)}
              </chakra.h2>
              <chakra.dl
                display="grid"
                gridTemplateColumns={{ base: 'repeat(2, minmax(0,1fr))', md: 'repeat(4, minmax(0,1fr))' }}
                px="2"
                pb="2"
              >
                {group.sensors.map((sensor) => (
                  <Value
                    key={sensor}
                    sensor={sensor}
                    value={now.values[sensor]}
                    points={series[sensor]}
                    correction={correctionOf(vehicle, sensor)}
                    ts={at}
                    quiet={isQuiet}
                    stopped={beforeStop(now, sensor)}
                    staleMs={staleMs}
                  />
                ))}
              </chakra.dl>
            </Card>
          ))}
        </Flex>
        <Flex direction="column" gap="3" order={{ base: 1, xl: 2 }}>
          <Position vehicle={vehicle} />
          <Attitude vehicle={vehicle} />
        </Flex>
      </chakra.div>
    </chakra.div>
  );
}

interface ValueProps {
  sensor: Sensor;
  value: number | undefined;
  points: readonly (readonly [number, number])[] | undefined;
  /** of a meter; 0 for every other sensor */
  correction: number;
  ts: number;
  quiet: boolean;
  /** of the engine while it ran; it has stopped since */
  stopped: boolean;
  staleMs: number;
}
function Value({ sensor, value, points = none, correction, ts, quiet, stopped, staleMs }: ValueProps) {
  const { t, number } = useI18n();
  const measure = useMeasure();
  const last = points.at(-1);
  // A sensor may have stopped reporting while the others continue.
  const at = value === undefined ? (last?.[0] ?? null) : last && last[0] < ts && last[1] === value ? last[0] : ts;
  const isOld = useFromNow((clock) => at !== null && clock - at > staleMs);
  const grey = quiet || stopped || isOld;
  const shown = measure(sensor, value ?? last?.[1]);
  const format = useCallback(
    (edge: number) => {
      const { value: of, digits } = measure(sensor, edge);
      return number(of, Number.isInteger(of) ? 0 : digits);
    },
    [measure, sensor, number],
  );
  // The lines move on every ten seconds: once a second would not be visible.
  const end = useFromNow((clock) => Math.ceil(clock / 10_000) * 10_000);
  return (
    <chakra.div px="2" py="2" color={grey ? 'ink3' : 'ink'}>
      <Flex as="dt" textStyle="small" color="ink3" gap="2" justify="space-between">
        <chakra.span truncate>{t(`sensor.${sensor}`)}</chakra.span>
        {shown.value !== null && (
          <chakra.span className="num" flexShrink={0} color={grey ? 'watch.ink' : 'ink3'}>
            <Age since={at} style="short" />
          </chakra.span>
        )}
      </Flex>
      <chakra.dd fontSize="20px" lineHeight="28px" fontWeight="600">
        {sensor === 'engineHours' || sensor === 'odometer' ? (
          <MeterFigure meter={sensor} value={value ?? last?.[1]} correction={correction} />
        ) : (
          <Figure {...shown} />
        )}
      </chakra.dd>
      {stopped && at !== null && (
        <chakra.p textStyle="small" color="watch.ink">
          {t('vehicle.beforeStop', { time: timeText(at) })}
        </chakra.p>
      )}
      <Sparkline
        points={points}
        from={end - recentMs}
        to={end}
        quiet={grey}
        least={physicalRange[sensor]}
        limits={sensorLimits[sensor] ?? none}
        // the line is of the protocol's unit, its scale of the member's
        format={format}
      />
    </chakra.div>
  );
}

const correctionOf = (v: VehicleDetail, sensor: Sensor): number =>
  sensor === 'engineHours' ? v.hoursCorrection : sensor === 'odometer' ? v.odometerCorrection : 0;

function Position({ vehicle }: { vehicle: VehicleDetail }) {
  const { t, of } = useI18n();
  const { now } = vehicle;
  const { lat, lon } = now;
  const overlays = useMemo<Overlay[]>(
    () =>
      lat === null || lon === null
        ? []
        : [{ kind: 'vehicle', id: vehicle.id, lat, lon, state: now.state, heading: now.values.heading ?? null }],
    [vehicle.id, lat, lon, now.state, now.values.heading],
  );
  return (
    <Card as="section" aria-label={t('vehicle.position')} overflow="hidden">
      {lat === null || lon === null ? (
        <chakra.p p="4" color="ink2">
          {t('vehicle.noPosition')}
        </chakra.p>
      ) : (
        <chakra.div h="260px" display="flex">
          <LiveMap fleet={false} overlays={overlays} followId={vehicle.id} start={{ lat, lon, zoom: 13 }} />
        </chakra.div>
      )}
      <chakra.div px="4" py="3">
        <Facts
          rows={[
            [t('vehicle.position'), lat === null || lon === null ? '–' : `${lat.toFixed(5)}, ${lon.toFixed(5)}`],
            [t('vehicle.nearest'), of(now.place)],
            [t('vehicle.positionAge'), <Age key="age" since={now.positionTs} ago />],
            [t('vehicle.engine'), now.engine === null ? '–' : t(now.engine === 'on' ? 'vehicle.on' : 'vehicle.off')],
            [t('vehicle.work'), now.work === null ? '–' : t(`state.${now.work}`)],
            [t('vehicle.lastStart'), <Age key="start" since={now.startedAt} ago />],
          ]}
        />
      </chakra.div>
    </Card>
  );
}

function Attitude({ vehicle }: { vehicle: VehicleDetail }) {
  const { t } = useI18n();
  const {
    now: { tilt },
    thresholds,
  } = vehicle;
  return (
    <Card as="section" px="4" py="3" aria-label={t('vehicle.tilt')}>
      <chakra.h2 textStyle="strong" mb="2">
        {t('vehicle.tilt')}
      </chakra.h2>
      {tilt === null ? (
        <chakra.p color="ink3" textStyle="dense">
          {t('vehicle.noTilt')}
        </chakra.p>
      ) : (
        <Flex gap="4" rowGap="3" wrap="wrap">
          <TiltFigure label={t('vehicle.tiltX')} degrees={tilt.x} limit={thresholds.x} />
          <TiltFigure label={t('vehicle.tiltY')} degrees={tilt.y} limit={thresholds.y} />
          <TiltFigure label={t('vehicle.tiltZ')} degrees={tilt.z} limit={thresholds.z} />
        </Flex>
      )}
    </Card>
  );
}
