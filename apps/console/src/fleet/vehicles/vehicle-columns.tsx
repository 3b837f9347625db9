import { chakra } from '@chakra-ui/react';
import type { VehicleRow } from '@headland/contracts/vehicle';
import { useMemo } from 'react';
import { useI18n, type I18n } from '../../lib/i18n';
import { Age } from '../../ui/age';
import { Figure } from '../../ui/figure';
import type { Column } from '../../ui/table';
import { type Sensor, type Shown, useMeasure } from '../../ui/measures';
import { MeterFigure } from './meter-figure';
import { VehicleLink, VehicleStateLabel } from './vehicle-labels';

/** Beside the map there is room for these; a list by itself shows all. Anybody may choose others. */
const beside: readonly string[] = ['vin', 'model', 'state', 'place', 'startedAt', 'lastSeenAt'];

/** The columns of the vehicle list in their order. */
export function useVehicleColumns(besideMap: boolean): Column<VehicleRow>[] {
  const words = useI18n();
  const measure = useMeasure();
  return useMemo(
    () =>
      columnsOf(words, measure).map((column) =>
        besideMap && !beside.includes(column.key) ? { ...column, hidden: true as const } : column,
      ),
    [besideMap, words, measure],
  );
}

function columnsOf(
  { t, of, number }: I18n,
  measure: (sensor: Sensor, value: number | null) => Shown,
): Column<VehicleRow>[] {
  const num = (value: string | number | null) => <span className="num">{value ?? '–'}</span>;
  return [
    {
      key: 'vin',
      title: t('vehicle.vin'),
      sort: 'vin',
      identity: true,
      cell: (r) => (
        <chakra.span className="num" css={linkCss}>
          <VehicleLink id={r.id}>{r.vin}</VehicleLink>
        </chakra.span>
      ),
    },
    { key: 'model', title: t('vehicle.model'), sort: 'model', cell: (r) => r.model },
    { key: 'deviceId', title: t('vehicle.device'), cell: (r) => num(r.deviceId) },
    { key: 'state', title: t('vehicle.state'), sort: 'state', cell: (r) => <VehicleStateLabel vehicle={r} /> },
    {
      key: 'customer',
      title: t('vehicle.customer'),
      cell: (r) =>
        r.customer ? (
          <>
            {r.customer.name} <span className="unit num">{r.customer.phone}</span>
          </>
        ) : (
          '–'
        ),
    },
    { key: 'dealer', title: t('vehicle.dealer'), sort: 'dealer', cell: (r) => r.dealer.name },
    { key: 'releaseYear', title: t('vehicle.releaseYear'), align: 'right', cell: (r) => num(r.releaseYear) },
    {
      key: 'horsepower',
      title: t('vehicle.horsepower'),
      align: 'right',
      cell: (r) => <Figure value={r.horsepower} unit="PS" />,
    },
    { key: 'transmission', title: t('vehicle.transmission'), cell: (r) => r.transmission ?? '–' },
    { key: 'matchedOn', title: t('vehicle.matchedOn'), cell: (r) => num(r.matchedOn) },
    { key: 'soldOn', title: t('vehicle.soldOn'), sort: 'soldOn', cell: (r) => num(r.soldOn) },
    { key: 'engine', title: t('vehicle.engine'), cell: (r) => (r.engine === null ? '–' : t(`vehicle.${r.engine}`)) },
    { key: 'key', title: t('vehicle.key'), cell: (r) => (r.key === null ? '–' : t(`vehicle.${r.key}`)) },
    { key: 'work', title: t('vehicle.work'), cell: (r) => (r.work === null ? '–' : t(`state.${r.work}`)) },
    {
      key: 'odometer',
      title: t('sensor.odometer'),
      sort: 'odometer',
      align: 'right',
      cell: (r) => <MeterFigure meter="odometer" value={r.odometer} correction={r.odometerCorrection} />,
    },
    {
      key: 'engineHours',
      title: t('sensor.engineHours'),
      sort: 'engineHours',
      align: 'right',
      cell: (r) => <MeterFigure meter="engineHours" value={r.engineHours} correction={r.hoursCorrection} />,
    },
    {
      key: 'fuelUsed',
      title: t('vehicle.fuelTotal'),
      sort: 'fuelUsed',
      align: 'right',
      cell: (r) => <Figure {...measure('fuelUsed', r.fuelUsed)} digits={0} />,
    },
    {
      key: 'fuelRate',
      title: t('vehicle.fuelRate'),
      align: 'right',
      cell: (r) => (
        <Figure
          value={r.fuelUsed === null || !r.engineHours ? null : r.fuelUsed / r.engineHours}
          unit="L/h"
          digits={1}
        />
      ),
    },
    {
      key: 'startedAt',
      title: t('vehicle.lastStart'),
      sort: 'startedAt',
      align: 'right',
      cell: (r) => <Age since={r.startedAt} style="short" ago />,
    },
    {
      key: 'place',
      title: t('vehicle.place'),
      cell: (r) =>
        r.place ? (
          <span
            className="place"
            title={`${of(r.place)}${r.lat === null || r.lon === null ? '' : ` (${r.lat.toFixed(5)}, ${r.lon.toFixed(5)})`}`}
          >
            {of(r.place)}
          </span>
        ) : (
          <chakra.span color="ink3">{t('vehicle.noPosition')}</chakra.span>
        ),
    },
    {
      key: 'openFaults',
      title: t('vehicle.openFaults'),
      align: 'right',
      cell: (r) => (
        <chakra.span className="num" color={r.openFaults > 0 ? 'today.ink' : 'ink3'}>
          {number(r.openFaults)}
        </chakra.span>
      ),
    },
    { key: 'lastSeenAt', title: t('vehicle.seen'), sort: 'lastSeenAt', align: 'right', cell: (r) => <Seen row={r} /> },
  ];
}

/** When it was last heard: yellow where it should have spoken since, because its engine runs. */
function Seen({ row }: { row: VehicleRow }) {
  return (
    <chakra.span className="num" color={row.state === 'offline' ? 'watch.ink' : 'ink2'}>
      <Age since={row.lastSeenAt} style="short" />
    </chakra.span>
  );
}

const linkCss = {
  '& a:hover': { color: 'var(--accent)', textDecoration: 'underline' },
  '& a:focus-visible': { outline: '2px solid var(--focus)', borderRadius: '2px' },
} as const;
